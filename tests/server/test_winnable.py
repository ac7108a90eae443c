"""Dailies that can be won: which candidate it is, who knows it, and that nobody waits for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import anyio
import pytest
from pydantic import SecretStr

from kingscorners.games import GAMES
from kingscorners.players import SOLVERS
from kingscorners.record import Setup
from kingscorners.server import daily, winnable
from kingscorners.server.app import create_app
from kingscorners.server.daily import Dealt
from kingscorners.server.db import Database, Unavailable, open_database
from kingscorners.server.migrate import migrate
from kingscorners.server.settings import Settings
from tests.server.conftest import SECRET as SITES_SECRET
from tests.server.conftest import Clock, Guest

GAME = "klondike"
SECRET = b"another site's secret"
DAY = date(2026, 12, 24)
KLONDIKE: Any = GAMES[GAME]
pytestmark = pytest.mark.anyio


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    migrate(database_url)
    database = open_database(database_url)
    yield database
    await database.close()


def test_the_days_deal_is_the_first_candidate_that_the_solver_wins() -> None:
    found = winnable.find(SECRET, GAME, DAY)
    daily.keep(SECRET, GAME, DAY, found)
    setup = daily.setup(SECRET, KLONDIKE, DAY)
    assert setup.seed == daily.candidate(SECRET, GAME, DAY, found.candidate)
    assert KLONDIKE.outcome(setup.replay(found.line).state).reason == "won"
    assert winnable.find(SECRET, GAME, DAY) == found
    for number in range(1, found.candidate):
        other = Setup(KLONDIKE, daily.candidate(SECRET, GAME, DAY, number), 1, setup.options)
        start = other.start()
        solver = SOLVERS[GAME]
        verdict = solver(start.zones, KLONDIKE.facts(start.state), setup.options, winnable.BOUND).verdict
        assert verdict != "won"


def test_candidates_are_numbered_and_the_first_has_the_name_of_the_day() -> None:
    seeds = [daily.candidate(SECRET, GAME, DAY, number) for number in range(1, 50)]
    assert len(set(seeds)) == len(seeds)
    assert daily.seed(SECRET, "kings-corners", DAY) == daily.candidate(SECRET, "kings-corners", DAY, 1)


def test_a_day_that_is_not_prepared_is_not_there_yet() -> None:
    with pytest.raises(Unavailable):
        daily.setup(SECRET, KLONDIKE, date(2031, 1, 1))


async def test_what_one_process_found_others_know_and_it_stays(database: Database) -> None:
    secret, first, second = b"a third one", Dealt(7, ("draw",)), Dealt(8, ())
    await database.write(winnable.save, GAME, DAY, first)
    await database.write(winnable.save, GAME, DAY, second)
    await database.read(winnable.load, secret)
    assert daily.dealt(secret, GAME, DAY) == first
    assert daily.seed(secret, GAME, DAY) == daily.candidate(secret, GAME, DAY, 7)


async def test_today_and_the_next_days_are_prepared_in_another_process(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(winnable, "DAYS_AHEAD", 0)
    secret = b"a fourth one"
    await winnable.prepare(database, secret, DAY)
    assert daily.dealt(secret, GAME, DAY) == winnable.find(secret, GAME, DAY)


async def test_a_server_prepares_while_it_runs_and_stops_at_once(database_url: str, clock: Clock) -> None:
    migrate(database_url)
    clock.now = datetime(2027, 5, 1, 12, tzinfo=UTC)
    app = create_app(Settings(database_url=database_url, secret=SecretStr(SITES_SECRET)), clock, ahead=True)
    async with app.router.lifespan_context(app):
        with anyio.fail_after(120):
            while not winnable.is_known(SITES_SECRET.encode(), GAME, date(2027, 5, 1)):  # noqa: ASYNC110
                await anyio.sleep(0.1)
        begun = anyio.current_time()
    assert anyio.current_time() - begun < 2


async def test_the_daily_is_played_without_undo_and_told_when_it_is_over(
    one_guest: Guest, clock: Clock
) -> None:
    clock.now = datetime(2026, 12, 24, 12, tzinfo=UTC)
    path = f"/api/v1/daily/{GAME}"
    assert (await one_guest.post(path)).status_code == 503
    secret = SITES_SECRET.encode()
    for ahead in range(4):
        daily.keep(secret, GAME, DAY + timedelta(days=ahead), Dealt(2, ("draw",)))
    match = (await one_guest.post(path)).json()
    assert (match["options"], match["seats"][0]["person"]) == ({"undo": False}, True)
    assert (await one_guest.get(path)).json()["winning_line"] is None
    moves = f"/api/v1/matches/{match['id']}/moves"
    for ply, move in enumerate(("draw", "resign")):
        played = await one_guest.post(moves, json={"move": move, "ply": ply})
    assert played.json()["match"]["outcome"]["places"] == [2]
    told = (await one_guest.get(path)).json()
    assert (told["players"], told["won"], told["own"]["rank"], told["own"]["margin"]) == (1, 0, 1, -1)
    practice = (await one_guest.post(path)).json()
    assert (practice["options"], practice["ranked"]) == ({}, False)
    clock.now += timedelta(days=2)
    told = (await one_guest.get(f"{path}?date={DAY}")).json()
    assert told["winning_line"] == ["draw"]
    assert told["seed"] == daily.candidate(secret, GAME, DAY, 2).hex()


async def test_a_line_that_wins_is_stepped_through_once_the_cards_are_public(
    one_guest: Guest, clock: Clock
) -> None:
    secret, day = SITES_SECRET.encode(), date(2026, 12, 1)
    daily.keep(secret, GAME, day, found := winnable.find(secret, GAME, day))
    board, page = f"/en/leaderboard/{GAME}?date={day}", f"/en/daily/{GAME}/{day}"
    for days, status in ((1, 404), (1, 404), (1, 200)):
        clock.now += timedelta(days=days)
        assert (await one_guest.get(page)).status_code == status
        assert (page in (await one_guest.get(board)).text) == (status == 200)
    begun = (await one_guest.get(page)).text
    assert "The cards are dealt." in begun
    assert f'href="{page}?ply=1"' in begun
    assert "/replay/" not in begun
    after = (await one_guest.get(page, params={"ply": 1, "fragment": ""})).text
    assert "The solver" in after
    end = (await one_guest.get(page, params={"ply": len(found.line)})).text
    assert "The solver won the match." in end
    assert 'rel="nofollow" aria-label="One step forward"' not in end


@pytest.mark.parametrize(
    "path",
    ["spades/2026-12-01", "klondike/2020-01-01", "whist/2026-12-01", "klondike/9999-12-31"],
)
async def test_where_no_line_is_kept_there_is_no_page(one_guest: Guest, path: str) -> None:
    assert (await one_guest.get(f"/en/daily/{path}")).status_code == 404


async def test_a_day_that_is_none_is_refused(one_guest: Guest) -> None:
    assert (await one_guest.get("/en/daily/klondike/tomorrow")).status_code == 422


async def test_a_past_day_that_was_never_prepared_is_not_promised_for_later(one_guest: Guest) -> None:
    assert (await one_guest.get("/api/v1/daily/klondike?date=2020-01-01")).status_code == 404
