"""The page of a leaderboard, on the real application."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from fastapi import FastAPI

from tests.markup import Page
from tests.server.conftest import GAME, Clock, Guest, Server
from tests.server.pages import PAGES, crowd, finish_daily, page

pytestmark = pytest.mark.anyio


def ranks(found: Page) -> list[str]:
    return [cell.text for cell in found.all("span", class_="medal")]


async def test_ones_own_row_and_its_neighbours_are_always_there(one_app: FastAPI, one_guest: Guest) -> None:
    day = date(2026, 11, 30)
    await finish_daily(one_guest)
    await crowd(one_app, day, [1_000 + 10 * number for number in range(60)])
    found = await page(one_guest, PAGES["day"])
    assert ranks(found) == [*map(str, range(1, 11)), "59", "60", "61"]
    own = found.one("tr", class_="you")
    assert "You" in own.text
    assert len(found.all("tr", class_="gap")) == 1
    assert "61 players · " in found.text
    assert "You did better than 0% of the other players." in found.text

    more = next(link for link in found.links if "after=" in link)
    found = await page(one_guest, more)
    assert ranks(found) == [*map(str, range(11, 61)), "61"]
    assert len(found.all("tr", class_="you")) == 1
    last = next(link for link in found.links if "after=" in link)
    found = await page(one_guest, last)
    assert ranks(found) == ["61"]
    assert not [link for link in found.links if "after=" in link]


async def test_one_player_alone_makes_no_chart(one_app: FastAPI, one_guest: Guest) -> None:
    await crowd(one_app, date(2026, 11, 30), [7])
    assert "How everybody did" not in (await page(one_guest, PAGES["day"])).text
    await finish_daily(one_guest)
    assert "How everybody did" in (await page(one_guest, PAGES["day"])).text


async def test_a_deleted_players_row_stays_without_a_name(one_app: FastAPI, one_guest: Guest) -> None:
    await crowd(one_app, date(2026, 11, 30), [7])
    found = await page(one_guest, PAGES["day"])
    assert "Somebody" in found.one("tbody").text
    assert "You are not on this leaderboard yet." in found.text


async def test_the_distribution_counts_everybody_and_marks_ones_own_bar(
    one_app: FastAPI, one_guest: Guest
) -> None:
    await finish_daily(one_guest)
    await crowd(one_app, date(2026, 11, 30), list(range(40)))
    found = await page(one_guest, PAGES["day"])
    bars = [bar.text for bar in found.all("span", class_="vh") if "player" in bar.text]
    counts = [int(count) for bar in bars for count in re.findall(r"\d+ to \d+: (\d+) player", bar)]
    assert len(counts) == len(bars)
    assert sum(counts) == 41
    heights = [float(svg.attributes["height"][:-1]) for svg in found.all("svg", width="100%")]
    assert len(heights) == len(bars)
    assert max(heights) == 84
    (own,) = [bar for bar in bars if "You are one of them." in bar]
    assert own in found.one("li", class_="own").text
    points = (await one_guest.get(f"/api/v1/boards/{GAME}")).json()["own"]["points"]
    low, high = map(int, re.findall(r"\d+", own)[:2])
    assert low <= points <= high


async def test_days_are_reached_from_each_other_and_the_future_is_not(one_guest: Guest, clock: Clock) -> None:
    clock.now = datetime(2024, 3, 1, tzinfo=UTC)
    found = await page(one_guest, PAGES["day"])
    assert "Friday 1 March" in found.text
    assert not found.all("a", rel="next nofollow")
    back = found.one("a", rel="prev nofollow").attributes["href"]
    found = await page(one_guest, back)
    assert "Thursday 29 February" in found.text
    assert "date=2024-03-01" in found.one("a", rel="next nofollow").attributes["href"]
    for span, name in (("week", "Week of 26 February 2024"), ("month", "March 2024"), ("all", "All time")):
        assert name in (await page(one_guest, f"{PAGES['day']}?span={span}")).text
    found = await page(one_guest, f"{PAGES['day']}?date=2000-01-03")
    assert not found.all("a", rel="prev nofollow")


async def test_a_row_leads_to_its_replay_once_the_cards_are_public(one_guest: Guest, clock: Clock) -> None:
    await finish_daily(one_guest)
    for _ in range(2):
        found = await page(one_guest, f"{PAGES['day']}?date=2026-11-30")
        assert not found.all("a", class_="replay")
        clock.now += timedelta(days=1)
    found = await page(one_guest, f"{PAGES['day']}?date=2026-11-30")
    (link,) = {link.attributes["href"] for link in found.all("a", class_="replay")}
    assert "Replay" in (await page(one_guest, link)).text


async def test_equal_names_are_told_apart_by_tags_and_others_have_none(
    one_server: Server, one_app: FastAPI
) -> None:
    tags = []
    for name in ("Noor", "NOOR", "N\u200door", "Bea"):
        guest = await one_server.guest(one_app)
        await finish_daily(guest)
        await guest.patch("/api/v1/me", json={"name": name})
        found = re.search(r"your tag (\w{3})", (await page(guest, "/en/me")).text)
        assert found
        tags.append(found[1])
    for path in (PAGES["day"], PAGES["all"]):
        shown = [tag.text for tag in (await page(guest, path)).all("bdi", class_="tag")]
        assert sorted(shown) == sorted(tags[:3])
    rows = (await guest.get(f"/api/v1/boards/{GAME}")).json()["rows"]
    assert sorted(row["tag"] for row in rows) == sorted(tags)


@pytest.mark.parametrize(
    "query",
    ["date=2026-12-01", "date=9999-12-31", "date=1999-12-31", "date=0001-01-01", "date=2026-02-30",
     "date=20261130", "date=yesterday", "date=2026-11-30T00:00", "date=%00", "span=year", "span=DAY"],
)  # fmt: skip
async def test_what_is_no_day_and_no_span_is_not_there(one_guest: Guest, query: str) -> None:
    found = await page(one_guest, f"{PAGES['day']}?{query}", 404)
    assert "There is nothing here" in found.text


async def test_a_broken_cursor_is_refused(one_guest: Guest) -> None:
    await page(one_guest, f"{PAGES['day']}?after=1.2", 400)
