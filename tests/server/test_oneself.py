"""One's own name, and being forgotten."""

from datetime import timedelta

import pytest
from fastapi import FastAPI

from kingscorners.server.people import COOKIE
from tests.server.conftest import Clock, Guest, Server
from tests.server.pages import PAGES, finish_daily, page, read

pytestmark = pytest.mark.anyio

HOSTILE = "<script>alert(1)</script>"[:24]


async def test_hostile_names_are_text_everywhere(one_guest: Guest, clock: Clock) -> None:
    await one_guest.begin()
    answer = await one_guest.post("/en/me", data={"name": HOSTILE})
    assert answer.headers["location"] == "/en/me?done=name"
    await finish_daily(one_guest)
    clock.now += timedelta(days=1)
    for path in (*PAGES.values(), f"{PAGES['day']}?date=2026-11-30"):
        answer = await one_guest.get(path)
        assert HOSTILE not in answer.text
    board = await page(one_guest, f"{PAGES['day']}?date=2026-11-30")
    assert board.one("th", class_="who", scope="row").text.startswith(HOSTILE)
    assert board.all("bdi")[0].text == HOSTILE


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "A name needs at least one letter or digit."),
        ("x" * 25, "A name can have at most 24 characters."),
        ("\u202egnik", "The name contains characters that cannot be shown."),
    ],
)
async def test_a_name_that_cannot_be_shown_is_refused_at_its_field(
    one_guest: Guest, name: str, said: str
) -> None:
    await one_guest.begin()
    found = read(await one_guest.post("/en/me", data={"name": name}), 422)
    assert said in found.one("p", id="name-error").text
    assert found.one("input", id="name").attributes["value"] == name


async def test_deleting_oneself_leaves_a_nameless_row_and_no_cookie(
    one_server: Server, one_app: FastAPI
) -> None:
    guest = await one_server.stranger(one_app)
    await finish_daily(guest)
    name = (await guest.get("/api/v1/me")).json()["name"]
    assert name in (await page(guest, PAGES["day"])).text
    answer = await guest.post("/en/me/delete")
    assert COOKIE not in guest.cookies
    found = await page(guest, answer.headers["location"])
    assert "Everything about you has been deleted." in found.text
    assert "Nothing about you is stored yet." in found.text
    board = (await page(guest, PAGES["day"])).one("tbody").text
    assert name not in board
    assert "Somebody" in board
