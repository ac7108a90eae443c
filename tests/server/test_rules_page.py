"""The rules in words, as the options in force make them."""

from itertools import pairwise

import pytest

from kingscorners.games import GAMES
from kingscorners.options import describe
from kingscorners.server.words import words
from tests.server.conftest import GAME, Guest
from tests.server.pages import PAGES, page

pytestmark = pytest.mark.anyio


async def test_the_rules_say_something_about_every_value_of_every_option(one_guest: Guest) -> None:
    """No two values of an option give the same page, and each is named on its own."""
    for field in describe(GAMES[GAME].options):
        values = (field.range.low, field.range.high) if field.range else field.values
        needed = "match=deals&" if field.name == "deals" else ""
        texts = []
        for value in values:
            found = await page(one_guest, f"{PAGES['rules']}?{needed}{field.name}={str(value).lower()}")
            force = found.one("aside").text
            assert words("en").option(GAME, field.name) in force
            assert words("en").value(GAME, field.name, value) in force
            assert all(meaning.text.strip() for meaning in found.all("small"))
            texts.append(found.text)
        assert all(one != other for one, other in pairwise(texts))


async def test_the_rules_in_the_text_are_those_in_force(one_guest: Guest) -> None:
    classic = (await page(one_guest, PAGES["rules"])).text
    zone = (await page(one_guest, f"{PAGES['rules']}?profile=zone&deals=5")).text
    assert "somebody has 25 points or more" in classic
    assert "25 points or more" not in zone
    assert "The match ends after 5 deals" in zone
    assert "You begin your turn by drawing a card from the stock" in zone
    assert "You begin your turn by drawing a card from the stock" not in classic
    assert "any card except a King may go" in zone


async def test_rules_lead_to_a_new_match_with_the_same_options(one_guest: Guest) -> None:
    found = await page(one_guest, f"{PAGES['rules']}?profile=zone&kings_must_be_played=true&deals=5")
    link = next(link for link in found.links if "/new/" in link)
    form = await page(one_guest, link)
    assert form.one("input", name="deals").attributes["value"] == "5"
    assert "checked" in form.one("input", type="radio", value="zone").attributes


async def test_a_table_leads_to_the_rules_of_its_match(one_guest: Guest) -> None:
    given = {"profile": "zone", "kings_must_be_played": True, "decks": 2}
    match = await one_guest.begin(options=given)
    table = await page(one_guest, f"/en/play/{match['id']}")
    (link,) = {link for link in table.links if "/rules/" in link}
    force = (await page(one_guest, link)).one("aside").text
    for name, value in given.items():
        assert words("en").value(GAME, name, value) in force


async def test_rules_of_options_that_do_not_exist_are_refused(one_guest: Guest) -> None:
    found = await page(one_guest, f"{PAGES['rules']}?draw=never", 422)
    assert "the allowed values are end, start, when_stuck" in found.text
