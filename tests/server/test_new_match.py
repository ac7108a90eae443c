"""The form of a new match: what it deals, and what it says of what cannot be dealt."""

import contextlib
import io
import random

import pytest
from fastapi import FastAPI

from kingscorners.cards import shuffled
from kingscorners.games import GAMES
from kingscorners.options import describe
from kingscorners.record import Record
from kingscorners.server.words import words
from tests.server.conftest import GAME, Guest, Server
from tests.server.pages import PAGES, page, read

pytestmark = pytest.mark.anyio


async def test_a_filled_in_form_deals_the_match_it_describes(one_guest: Guest) -> None:
    await page(one_guest, PAGES["new"])
    sent = {
        "profile": "zone",
        "seats": "5",
        "decks": "2",
        "deals": "5",
        "level": "novice",
        "level-3": "steady",
    }
    answer = await one_guest.post(PAGES["new"], data=sent)
    assert answer.status_code == 303
    match = (await one_guest.get(answer.headers["location"].replace("/en/play/", "/api/v1/matches/"))).json()
    assert match["options"] == {"profile": "zone", "deals": 5, "decks": 2}
    assert [seat["level"] for seat in match["seats"]] == [None, "novice", "novice", "steady", "novice"]


async def test_the_promise_on_the_form_is_the_matchs_and_five_lines_check_it(
    one_server: Server, one_app: FastAPI
) -> None:
    """The lines on the rules page, run as they stand there, print the promise and then the cards."""
    guest = await one_server.stranger(one_app)
    promised = (await page(guest, PAGES["new"])).one("output").text
    answer = await guest.post(PAGES["new"], data={"nonce": "my own words ♥", "match": "deals", "deals": "1"})
    path = answer.headers["location"].replace("/en/play/", "/api/v1/matches/")
    match = (await guest.get(path)).json()
    assert match["commitment"] == promised
    await guest.play_to_end(match, random.Random(4).choice)
    record = Record.parse((await guest.get(f"{path}/record")).text)
    assert record.nonce == "my own words ♥".encode()

    lines = (await page(guest, f"/en/rules/{GAME}")).one("pre").text.strip()
    assert len(lines.splitlines()) == 5
    for told in (record.secret, record.nonce):
        lines = lines.replace('"…"', f'"{told.hex()}"', 1)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(lines, {})  # noqa: S102  (they are our own page's, and that they run is what is tried)
    commitment, *cards = printed.getvalue().split()
    assert commitment == promised
    assert cards == [str(card) for card in shuffled(record.setup.seed, 1)]


async def test_a_form_that_contradicts_itself_comes_back_as_it_was(one_guest: Guest) -> None:
    sent = {"profile": "zone", "seats": "6", "decks": "1", "target": "4", "draw": "when_stuck",
            "level-2": "novice", "nonce": "' \"><b>"}  # fmt: skip
    found = read(await one_guest.post(PAGES["new"], data=sent), 422)
    assert "These rules are for 2 to 4 players." in found.text
    assert "Enter a number from 5 to 200." in found.text
    target = found.one("input", name="target")
    assert (target.attributes["value"], target.attributes["aria-invalid"]) == ("4", "true")
    assert found.one("input", name="nonce").attributes["value"] == "' \"><b>"
    checked = {one.attributes["name"]: one.attributes["value"] for one in found.all("input", checked="")}
    assert checked == {"profile": "zone", "seats": "6"}
    selected = [
        option.attributes["value"]
        for option in found.all("option", selected="")
        if option.attributes["value"]
    ]
    assert sorted(selected) == ["1", "novice", "novice", "when_stuck"]
    assert all("open" in one.attributes for one in found.all("details"))
    assert (await one_guest.get("/api/v1/me")).json()["guest"] is False


@pytest.mark.parametrize(
    ("name", "value"),
    [("profile", "house"), ("draw", "never"), ("kings_must_be_played", "maybe"), ("deals", "0"),
     ("target", "1e2"), ("decks", "3"), ("seats", "9"), ("level", "god"), ("level-1", "god"),
     ("nonce", "x" * 101)],
)  # fmt: skip
async def test_a_wrong_field_is_told_at_the_field(one_guest: Guest, name: str, value: str) -> None:
    found = read(await one_guest.post(PAGES["new"], data={name: value}), 422)
    assert found.one("p", id=f"{name}-error").text.strip()
    assert [one for one in found.elements if one.attributes.get("aria-describedby") == f"{name}-error"]


async def test_the_form_can_be_asked_for_with_options(one_guest: Guest) -> None:
    found = await page(one_guest, f"{PAGES['new']}?profile=zone&decks=2&seats=6")
    checked = {one.attributes["name"]: one.attributes["value"] for one in found.all("input", checked="")}
    assert checked == {"profile": "zone", "seats": "6"}


async def test_every_option_has_a_field_and_every_value_words(one_guest: Guest) -> None:
    found = await page(one_guest, PAGES["new"])
    for field in describe(GAMES[GAME].options):
        named = [one for one in found.elements if one.attributes.get("name") == field.name]
        assert named, field.name
        if named[0].tag == "select":
            texts = [one.text for one in found.all("option") if one.attributes["value"]]
            assert all(words("en").value(GAME, field.name, value) in texts for value in field.values)
    assert all(meaning.text.strip() for meaning in (*found.all("dd"), *found.all("small")))
