"""Preferences: kept with the guest, printed on every page, changed by a form or by the API."""

import re
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, select, update

from kingscorners.server.people import COOKIE
from kingscorners.server.preferences import Preferences, from_form, kept, values
from kingscorners.server.services import Services
from kingscorners.server.tables import Guest as GuestRow
from tests.server.conftest import GAME, Guest, Server
from tests.server.tables import FORM, SCRIPT

anyio = pytest.mark.anyio
DEFAULTS = Preferences().model_dump()
OTHERS: dict[str, Any] = {
    "theme": "dark",
    "deck": "marked",
    "cards": "large",
    "speed": "off",
    "sound": True,
    "hints": "best",
    "tips": False,
    "double_tap": False,
    "automatic": True,
    "letters": False,
    "digits": "native",
    "table_mode": True,
    "sort": "drawn",
}
"""Another value than the default, of each."""
PAGES = (
    "/",
    f"/new/{GAME}",
    f"/daily/{GAME}",
    f"/leaderboard/{GAME}",
    f"/rules/{GAME}",
    "/me",
    "/settings",
    "/none",
)


def printed(page: str) -> dict[str, str]:
    """What the root element says."""
    root = re.search(r"<html ([^>]*)>", page)
    assert root
    return {name.replace("-", "_"): value for name, value in re.findall(r'data-([a-z-]+)="([^"]*)"', root[1])}


def as_text(preferences: dict[str, Any]) -> dict[str, str]:
    return {name: str(value).lower() for name, value in preferences.items()}


def test_each_preference_has_values_and_the_others_of_these_tests_are_some() -> None:
    assert OTHERS.keys() == DEFAULTS.keys()
    for name, value in as_text(OTHERS).items():
        assert value in values(name)
        assert value != as_text(DEFAULTS)[name]


@given(
    st.dictionaries(
        st.sampled_from([*DEFAULTS, "colour", ""]),
        st.one_of(
            st.booleans(), st.none(), st.integers(), st.text(), st.sampled_from(["dark", "off", "drawn"])
        ),
    )
)
def test_what_is_wrong_in_a_row_is_the_default_and_the_rest_holds(stored: dict[str, Any]) -> None:
    for name, value in kept(stored).model_dump().items():
        given = stored.get(name)
        fits = given in values(name) if isinstance(DEFAULTS[name], str) else isinstance(given, bool)
        assert value == (given if fits else DEFAULTS[name])


@pytest.mark.parametrize("stored", [None, [], "dark", 7, {"theme": None}, {"": {}}])
def test_a_row_that_makes_no_sense_is_all_defaults(stored: Any) -> None:
    assert kept(stored) == Preferences()


def test_a_form_is_read_as_text() -> None:
    assert from_form({"sound": "true", "letters": "false", "theme": "dark", "back": "/"}) == {
        "sound": True,
        "letters": False,
        "theme": "dark",
    }
    assert from_form({"sound": "on", "theme": "<b>"}) == {"sound": False, "theme": "<b>"}


@anyio
async def test_a_form_changes_what_it_has_and_nothing_else(guest: Guest) -> None:
    """On both kinds of database."""
    assert (
        await guest.post("/en/settings", data={"theme": "dark", "sound": "true"}, headers=FORM)
    ).is_redirect
    assert (await guest.post("/en/settings", data={"deck": "marked"}, headers=FORM)).is_redirect
    expected = DEFAULTS | {"theme": "dark", "sound": True, "deck": "marked"}
    assert (await guest.get("/api/v1/me/settings")).json() == expected


@anyio
@pytest.mark.parametrize("name", OTHERS)
async def test_each_is_changed_by_form_and_by_api_and_printed_on_every_page(
    one_guest: Guest, name: str
) -> None:
    text = as_text(OTHERS)[name]
    await one_guest.post("/en/settings", data={name: text}, headers=FORM)
    for path in PAGES:
        page = (await one_guest.get(f"/en{path}", headers=FORM)).text
        assert printed(page) == as_text(DEFAULTS) | {name: text}
    answer = await one_guest.patch("/api/v1/me/settings", json={name: DEFAULTS[name]})
    assert answer.json() == DEFAULTS
    match = await one_guest.begin()
    await one_guest.patch("/api/v1/me/settings", json={name: OTHERS[name]})
    page = (await one_guest.get(f"/en/play/{match['id']}", headers=FORM)).text
    assert printed(page) == as_text(DEFAULTS) | {name: text}


@anyio
async def test_the_last_of_two_fields_of_one_name_counts(one_guest: Guest) -> None:
    """As a checkbox with a hidden field before it sends them."""
    body = "letters=false&letters=true&sound=false"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    await one_guest.post("/en/settings", content=body, headers=kind)
    found = (await one_guest.get("/api/v1/me/settings")).json()
    assert found["letters"] is True
    assert found["sound"] is False


@anyio
async def test_a_script_gets_what_holds_now(one_guest: Guest) -> None:
    answer = await one_guest.post("/en/settings", data={"theme": "dark"}, headers=SCRIPT)
    assert answer.json() == as_text(DEFAULTS | {"theme": "dark"})


@anyio
async def test_what_does_not_exist_in_a_form_is_the_default(one_guest: Guest) -> None:
    await one_guest.post("/en/settings", data={"theme": "dark", "deck": "marked"}, headers=FORM)
    wrong = {"theme": "plaid", "sort": "'><script>", "colour": "red", "speed": "\0", "sound": "maybe"}
    answer = await one_guest.post("/en/settings", data=wrong, headers=FORM)
    assert answer.status_code == 303
    assert (await one_guest.get("/api/v1/me/settings")).json() == DEFAULTS | {"deck": "marked"}


@anyio
async def test_what_does_not_exist_in_the_stored_row_is_the_default(
    one_guest: Guest, one_app: FastAPI
) -> None:
    await one_guest.begin()
    known: Services = one_app.state.services

    def spoil(conn: Connection) -> None:
        conn.execute(update(GuestRow).values(settings={"theme": "plaid", "deck": "marked", "colour": 7}))

    await known.database.write(spoil)
    for path in PAGES:
        page = (await one_guest.get(f"/en{path}", headers=FORM)).text
        assert printed(page) == as_text(DEFAULTS | {"deck": "marked"})
    await one_guest.patch("/api/v1/me/settings", json={"sound": True})
    assert (await one_guest.get("/api/v1/me/settings")).json() == DEFAULTS | {"deck": "marked", "sound": True}


@anyio
@pytest.mark.parametrize(
    ("body", "field", "told"),
    [
        ({"theme": "plaid"}, "theme", "auto, light, dark"),
        ({"sound": "true"}, "sound", "true, false"),
        ({"sound": 1}, "sound", "true, false"),
        ({"colour": "red"}, "colour", "colour"),
    ],
)
async def test_the_api_says_which_setting_is_wrong(
    one_guest: Guest, body: Any, field: str, told: str
) -> None:
    answer = await one_guest.patch("/api/v1/me/settings", json=body | {"deck": "marked"})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["field"] == field
    assert told in answer.json()["detail"]
    assert (await one_guest.get("/api/v1/me/settings")).json() == DEFAULTS


@anyio
async def test_who_changes_a_setting_becomes_a_guest_and_who_looks_does_not(
    one_server: Server, one_app: FastAPI
) -> None:
    known: Services = one_app.state.services

    def guests(conn: Connection) -> int:
        return len(conn.execute(select(GuestRow.id)).all())

    for change in ("form", "api"):
        stranger = await one_server.stranger(one_app)
        before = await known.database.read(guests)
        assert (await stranger.get("/en/settings", headers=FORM)).status_code == 200
        assert (await stranger.get("/api/v1/me/settings")).json() == DEFAULTS
        assert await known.database.read(guests) == before
        if change == "form":
            await stranger.post("/en/settings", data={"theme": "dark"}, headers=FORM)
        else:
            await stranger.patch("/api/v1/me/settings", json={"theme": "dark"})
        assert await known.database.read(guests) == before + 1
        assert COOKIE in stranger.cookies
        assert (await stranger.get("/api/v1/me/settings")).json()["theme"] == "dark"


@anyio
async def test_a_deleted_guest_who_changes_a_setting_is_a_new_one(one_guest: Guest) -> None:
    await one_guest.patch("/api/v1/me/settings", json={"theme": "dark", "deck": "marked"})
    token = next(iter(one_guest.cookies.jar)).value
    await one_guest.delete("/api/v1/me")
    answer = await one_guest.patch("/api/v1/me/settings", json={"sound": True})
    assert answer.json() == DEFAULTS | {"sound": True}
    assert answer.cookies[COOKIE] != token


@anyio
@pytest.mark.parametrize(
    ("back", "there"),
    [
        ("/en/rules/kings-corners?decks=2", "/en/rules/kings-corners?decks=2"),
        ("http://table.example/en/me", "/en/me"),
        ("", "/en/"),
        ("//evil.example/", "/en/"),
        ("/\\evil.example/", "/en/"),
        ("https://evil.example/en/me", "/en/"),
        ("javascript:alert(1)", "/en/"),
        ("/en/settings", "/en/"),
        ("/en/me\r\nX: y", "/en/"),
        ("/en/\u202egnik", "/en/"),
        ("//[", "/en/"),
        ("en/me", "/en/"),
    ],
)
async def test_a_form_leads_back_to_the_page_one_came_from_and_to_no_other_site(
    one_guest: Guest, back: str, there: str
) -> None:
    answer = await one_guest.post("/en/settings", data={"sound": "true", "back": back}, headers=FORM)
    assert answer.status_code == 303
    assert answer.headers["location"] == there


@anyio
async def test_a_beginner_s_defaults_end_with_the_first_matches_and_choices_stay(one_guest: Guest) -> None:
    async def now() -> dict[str, str]:
        return printed((await one_guest.get("/en/")).text)

    met = []
    for _ in range(5):
        await one_guest.begin()
        preferred = await now()
        met.append((preferred["speed"], preferred["hints"]))
    assert met == [
        ("slow", "dots"),
        ("normal", "dots"),
        ("normal", "dots"),
        ("normal", "off"),
        ("normal", "off"),
    ]
    for chosen in ("slow", "normal"):
        await one_guest.patch("/api/v1/me/settings", json={"speed": chosen, "hints": "dots"})
        assert ((await now())["speed"], (await now())["hints"]) == (chosen, "dots")
