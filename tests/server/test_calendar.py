"""One calendar over all games: each day with one's state in each game's deal of it."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest

from kingscorners.games import GAMES
from tests.markup import Page
from tests.server.conftest import Clock, Guest

pytestmark = pytest.mark.anyio


async def daily(guest: Guest, game: str) -> Any:
    answer = await guest.post(f"/api/v1/daily/{game}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def calendar(guest: Guest, month: str = "", language: str = "en") -> Page:
    answer = await guest.get(f"/{language}/calendar{month and f'?month={month}'}")
    assert answer.status_code == 200, answer.text
    page = Page(answer.text)
    assert page.faults == []
    return page


def states(page: Page, kind: str) -> int:
    return len(page.all("a", class_=kind))


async def test_a_day_shows_every_game_as_far_as_one_is_with_it(one_guest: Guest, clock: Clock) -> None:
    over = await one_guest.play_to_end(await daily(one_guest, "kings-corners"), random.Random(1).choice)
    first = "won" if over["outcome"]["places"][0] == 1 else "played"
    await daily(one_guest, "spades")
    clock.now += timedelta(days=1)
    match = await daily(one_guest, "klondike")
    await one_guest.move(match, "resign")
    page = await calendar(one_guest)
    assert "December 2026" in page.text
    assert [len(page.all("tr")), len(page.all("td"))] == [2, len(GAMES)]
    assert states(page, "played") == 1
    assert states(page, "today") == len(GAMES) - 1
    assert page.all("a", rel="next nofollow") == []
    (earlier,) = page.all("a", rel="prev nofollow")
    assert earlier.attributes["href"] == "/en/calendar?month=2026-11-01"
    page = await calendar(one_guest, "2026-11-15")
    assert page.all("a", rel="prev nofollow") == []
    assert [link.attributes["href"] for link in page.all("a", rel="next nofollow")] == [
        "/en/calendar?month=2026-12-01"
    ]
    assert "November 2026" in page.text
    assert len(page.all("tr")) == 2
    assert states(page, first) == states(page, "begun") == 1
    assert states(page, "today") == 0
    assert len(page.all("span", class_="missed")) == len(GAMES) - 2
    links = {link.attributes["href"] for link in page.all("a", class_="begun")}
    assert links == {"/en/leaderboard/spades?date=2026-11-30"}


async def test_who_has_not_played_has_missed_nothing(one_guest: Guest) -> None:
    page = await calendar(one_guest)
    assert page.all("span", class_="missed") == []
    assert states(page, "today") == len(GAMES)
    assert {link.attributes["href"] for link in page.all("a", class_="today")} == {
        f"/en/daily/{game}" for game in GAMES
    }


@pytest.mark.parametrize(("month", "status"), [("soon", 422), ("2026-13-01", 422), ("1900-01-01", 200)])
async def test_a_month_is_a_date_and_none_before_the_first(one_guest: Guest, month: str, status: int) -> None:
    assert (await one_guest.get(f"/en/calendar?month={month}")).status_code == status


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "month: there is no such value."),
        ("hi", "month: ऐसा कोई मान नहीं है।"),
        ("ar", "month: لا توجد قيمة كهذه."),
    ],
)
async def test_a_wrong_address_is_told_in_the_language_of_the_page(
    one_guest: Guest, language: str, told: str
) -> None:
    page = await one_guest.get(f"/{language}/calendar?month=2026-13-01", headers={"Accept": "text/html"})
    assert (page.status_code, told in page.text, "Input" in page.text) == (422, True, False)


async def test_it_begins_with_the_first_day_that_was_begun_and_ends_today(
    one_guest: Guest, clock: Clock
) -> None:
    await daily(one_guest, "spades")
    clock.now += timedelta(days=75)
    for month, rows in (
        ("", 13),
        ("2027-01-20", 31),
        ("2026-12-31", 31),
        ("2000-01-01", 1),
        ("2031-01-01", 13),
    ):
        assert len((await calendar(one_guest, month)).all("tr")) == rows + 1, month
