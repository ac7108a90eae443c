"""Reading the site's pages in tests, and filling its boards."""

import random
from datetime import date

import httpx
from fastapi import FastAPI

from kingscorners.server import boards
from tests.markup import Page
from tests.server.conftest import GAME, Guest

PAGES = {
    "home": "/en/",
    "new": f"/en/new/{GAME}",
    "daily": f"/en/daily/{GAME}",
    "day": f"/en/leaderboard/{GAME}",
    "week": f"/en/leaderboard/{GAME}?span=week",
    "month": f"/en/leaderboard/{GAME}?span=month",
    "all": f"/en/leaderboard/{GAME}?span=all",
    "past": f"/en/leaderboard/{GAME}?date=2026-11-29",
    "rules": f"/en/rules/{GAME}",
    "me": "/en/me",
}


async def page(guest: Guest, path: str, status: int = 200) -> Page:
    answer = await guest.get(path, headers={"Accept": "text/html"})
    return read(answer, status)


def read(answer: httpx.Response, status: int = 200) -> Page:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    found = Page(answer.text)
    assert found.faults == []
    assert found.one("html").attributes["lang"] == "en"
    return found


async def finish_daily(guest: Guest, seed: int = 1) -> None:
    await guest.play_to_end(await guest.daily(), random.Random(seed).choice)


async def crowd(app: FastAPI, day: date, margins: list[int]) -> None:
    """Results of guests who have deleted themselves, one for each margin."""
    record = app.state.services.database.write
    for number, margin in enumerate(margins):
        await record(
            lambda conn, number=number, margin=margin: boards.record_result(
                conn, game=GAME, day=day, guest=10_000 + number, match=f"m{number}",
                place=1, margin=margin, points=number % 30, deals=3, seconds=300,
            )
        )  # fmt: skip
