"""One's own numbers: counted from stored matches, per game and options, without replaying any."""

import random
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import Connection, insert, select

from kingscorners.server import charts
from kingscorners.server.statistics import Ended, key_of, statistics
from kingscorners.server.tables import Guest as GuestRow
from kingscorners.server.tables import Match, Seat
from tests.markup import Page
from tests.server.conftest import GAME, Clock, Guest, Server
from tests.server.test_pages_made import tiny_with_words
from tests.tiny import Tiny

anyio = pytest.mark.anyio
SHORT = {"match": "deals", "deals": 2}
ADDRESS = f"/api/v1/me/statistics/{GAME}"


def match(place: int = 2, margin: int = 0, **other: Any) -> Ended:
    usual: dict[str, Any] = {
        "id": "m", "options": {}, "seconds": 60, "points": 5, "deals": [2, 3], "counted": {},
    }  # fmt: skip
    return Ended(place=place, margin=margin, **usual | other)


async def numbers(guest: Guest, **query: str) -> Any:
    answer = await guest.get(ADDRESS, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()["statistics"]


def test_of_nothing_there_are_no_numbers() -> None:
    assert statistics([]) is None


@pytest.mark.parametrize(
    ("places", "now", "longest"),
    [([1], 1, 1), ([2], 0, 0), ([1, 1, 2, 1], 1, 2), ([2, 1, 1, 1, 3], 0, 3), ([1, 2, 1, 1], 2, 2)],
)
def test_wins_in_a_row(places: list[int], now: int, longest: int) -> None:
    found = statistics([match(place) for place in places])
    assert found
    assert (found.wins_now, found.wins_longest) == (now, longest)
    assert found.won == places.count(1)
    assert sum(found.places.values()) == found.played == len(places)


def test_best_and_worst_averages_and_counts() -> None:
    found = statistics(
        [
            match(margin=-4, points=9, seconds=10, deals=[9], counted={"out": 0, "kings": 2}),
            match(margin=8, points=1, seconds=20, deals=[0, 1], counted={"out": 1, "kings": 0}),
            match(margin=2, points=5, seconds=60, deals=[0, 5], counted={"out": 1}),
        ]
    )
    assert found
    assert (found.best.margin, found.worst.margin) == (8, -4)
    assert (found.points, found.margin, found.seconds) == (5, 2, 30)
    assert found.counted == {"out": 2, "kings": 2}
    assert {part.low: part.count for part in found.deals if part.count} == {0: 2, 1: 1, 5: 1, 9: 1}


def test_the_form_has_the_latest_fifty() -> None:
    found = statistics([match(margin=number) for number in range(70)])
    assert found
    assert [one.margin for one in found.form] == list(range(20, 70))


@pytest.mark.parametrize("values", [[], [0], [5], [-5], [3, -7, 0, 12], list(range(-25, 25))])
def test_a_chart_stays_in_its_frame_and_is_mirrored(values: list[int]) -> None:
    left, right = charts.bars(values, "ltr"), charts.bars(values, "rtl")
    for bar, mirrored, value in zip(left.bars, right.bars, values, strict=True):
        assert 0 <= bar.x <= bar.x + bar.width <= charts.WIDTH
        assert -1 <= bar.y <= bar.y + bar.height <= charts.HEIGHT + 1
        assert mirrored.x == pytest.approx(charts.WIDTH - bar.x - bar.width, abs=0.02)
        assert (bar.y + bar.height <= left.zero + 0.02) if value >= 0 else (bar.y >= left.zero - 0.02)
    assert [bar.x for bar in left.bars] == sorted(bar.x for bar in left.bars)


@anyio
async def test_the_numbers_are_those_of_the_matches(guest: Guest, clock: Clock) -> None:
    ended = []
    for seed in range(4):
        begun = await guest.begin(options=SHORT, seats=2)
        clock.now += timedelta(seconds=50)
        ended.append(await guest.play_to_end(begun, random.Random(seed).choice))
    await guest.begin()
    found = await numbers(guest)
    points = [one["outcome"]["points"] for one in ended]
    assert found["played"] == 4
    assert found["won"] == sum(0 in one["outcome"]["winners"] for one in ended)
    assert found["points"] == sum(own for own, _ in points) / 4
    assert found["margin"] == sum(other - own for own, other in points) / 4
    assert found["seconds"] == 50
    assert [one["id"] for one in found["form"]] == [one["id"] for one in ended]
    assert sum(part["count"] for part in found["deals"]) == 8
    assert (await guest.delete(f"/api/v1/matches/{ended[0]['id']}")).status_code == 204
    assert (await numbers(guest))["played"] == 3


@anyio
async def test_one_match_is_told_in_words_and_two_are_drawn(one_guest: Guest) -> None:
    for drawn in (False, True):
        await one_guest.play_to_end(await one_guest.begin(options=SHORT, seats=2), random.Random(1).choice)
        page = (await one_guest.get("/en/statistics/kings-corners")).text
        assert ('class="trend"' in page, "With your second match" in page) == (drawn, not drawn)


@anyio
async def test_options_are_told_apart_and_what_began_in_a_replay_does_not_count(one_guest: Guest) -> None:
    zone = {"profile": "zone", "deals": 1}
    for options in (SHORT, zone, zone):
        over = await one_guest.play_to_end(await one_guest.begin(options=options), random.Random(1).choice)
    answer = await one_guest.post(f"/en/replay/{over['id']}/play", data={"ply": 0})
    copy = (await one_guest.get(f"/api/v1/matches/{answer.headers['location'].split('/')[-1]}")).json()
    await one_guest.play_to_end(copy, random.Random(1).choice)
    assert (await numbers(one_guest))["played"] == 3
    for options, played in ((SHORT, 1), (zone, 2)):
        assert (await numbers(one_guest, options=key_of(options)))["played"] == played
    assert await numbers(one_guest, options="{}") is None
    page = await one_guest.get(f"/en/statistics/{GAME}")
    assert Page(page.text).faults == []
    assert "Rules: Zone · Number of deals: 1" in Page(page.text).text


@anyio
async def test_other_people_have_other_numbers(server: Server, app: FastAPI, guest: Guest) -> None:
    await guest.play_to_end(await guest.begin(options=SHORT), random.Random(1).choice)
    other, stranger = await server.guest(app), await server.stranger(app)
    await other.begin()
    for somebody in (other, stranger):
        assert await numbers(somebody) is None
        page = await somebody.get(f"/en/statistics/{GAME}")
        assert "your numbers begin here" in page.text


@anyio
async def test_dailies_make_a_streak_in_a_calendar(one_guest: Guest, clock: Clock) -> None:
    for wait in (1, 1, 2, 1):
        await one_guest.play_to_end(await one_guest.daily(), random.Random(1).choice)
        clock.now += timedelta(days=wait)
    streaks = (await one_guest.get(ADDRESS)).json()["streaks"]
    assert streaks == {"current": 4, "longest": 4, "frozen": ["2026-12-03"]}
    page = Page((await one_guest.get(f"/en/statistics/{GAME}")).text)
    assert page.faults == []
    assert [link.text.split()[0] for link in page.all("a", class_="frozen")] == ["3"]
    page = Page((await one_guest.get(f"/en/statistics/{GAME}?month=2026-11-30")).text)
    assert len(page.all("a", class_="played") + page.all("a", class_="won")) == 1
    for month in ("soon", "1", "1796000000"):
        assert (await one_guest.get(f"/en/statistics/{GAME}?month={month}")).status_code == 422
    first = await one_guest.get("/en/statistics")
    assert Page(first.text).text == Page((await one_guest.get(f"/en/statistics/{GAME}")).text).text
    assert (await one_guest.get("/en/statistics/nothing")).status_code == 404


@anyio
async def test_any_game_has_statistics(one_guest: Guest) -> None:
    with tiny_with_words():
        begun = await one_guest.begin(game=Tiny.name, seats=2, players=["careful"])
        await one_guest.play_to_end(begun, random.Random(1).choice)
        page = Page((await one_guest.get(f"/en/statistics/{Tiny.name}")).text)
    assert page.faults == []
    assert "Share of wins" in page.text


def many(conn: Connection, matches: int) -> None:
    """So many short matches of the only guest."""
    guest = conn.execute(select(GuestRow.id)).scalar_one()
    common = {
        "game": GAME, "version": 1, "options": {}, "seed": b"", "secret": b"", "nonce": b"",
        "commitment": "", "daily": None, "ranked": False, "ply": 0, "created": 0, "updated": 0,
    }  # fmt: skip
    conn.execute(
        insert(Match), [common | {"id": f"m{number}", "finished": number} for number in range(matches)]
    )
    result = {"points": 5, "place": 2, "margin": -3, "deals": [2, 3], "counted": {"out": 1}}
    seats = [
        {"match": f"m{number}", "seat": 0, "guest": guest, "name": "", **result} for number in range(matches)
    ]
    conn.execute(insert(Seat), seats)


@anyio
async def test_thousands_of_matches_are_counted_without_replaying_any(app: FastAPI, guest: Guest) -> None:
    """Their logs are empty: a replay would find none of them over."""
    await guest.begin()
    await app.state.services.database.write(many, 5_000)
    found = await numbers(guest)
    assert (found["played"], found["counted"]) == (5_000, {"out": 5_000})
    assert len((await guest.get("/api/v1/me/matches")).json()["matches"]) == 20


def test_bars_of_nothing_but_zeros_stand_at_the_foot_of_their_chart() -> None:
    assert charts.bars((0, 0), "ltr").zero == charts.bars((0, 3), "ltr").zero == charts.HEIGHT - 2
