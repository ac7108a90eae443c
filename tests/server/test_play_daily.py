"""The daily over the JSON API: who plays it when, and what the boards then show."""

import asyncio
import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from kingscorners.server.models import BoardOut, DailyOut
from tests.server.conftest import GAME, Clock, Guest, Server

pytestmark = pytest.mark.anyio
DAILY = f"/api/v1/daily/{GAME}"
BOARD = f"/api/v1/boards/{GAME}"


async def test_everybody_gets_the_same_match_and_the_results_are_on_the_boards(
    server: Server, app: FastAPI
) -> None:
    """The same moves give the same match; another play another one."""
    guests = [await server.guest(app) for _ in range(3)]
    matches = [await guest.daily() for guest in guests]
    same = [{key: match[key] for key in ("zones", "legal", "turn", "ply")} for match in matches]
    assert same[0] == same[1] == same[2]
    ended = [
        await guest.play_to_end(match, choose)
        for guest, match, choose in zip(
            guests,
            matches,
            (random.Random(1).choice, random.Random(1).choice, lambda legal: legal[0]),
            strict=True,
        )
    ]
    assert ended[0]["outcome"] == ended[1]["outcome"]
    for span in ("day", "week", "month", "all"):
        board = BoardOut.model_validate((await guests[0].get(f"{BOARD}?span={span}")).json())
        assert board.players == 3
        ranks = sorted(row.rank for row in board.rows)
        assert ranks in ([1, 1, 3], [1, 2, 2])
        assert board.own
        points = ended[0]["outcome"]["points"]
        assert board.own.margin == sum(points) - 4 * points[0]
    day = DailyOut.model_validate((await guests[2].get(DAILY)).json())
    assert day.players == 3
    assert day.won == sum(match["outcome"]["places"][0] == 1 for match in ended)
    assert day.own
    assert day.own.points == ended[2]["outcome"]["points"][0]


async def test_the_first_attempt_ranks_and_later_ones_are_practice(guest: Guest) -> None:
    match = await guest.daily()
    assert match["ranked"]
    assert (await guest.daily())["id"] == match["id"]
    await guest.play_to_end(match, lambda legal: legal[0])
    board = (await guest.get(BOARD)).json()
    practice = await guest.daily()
    assert not practice["ranked"]
    assert practice["id"] != match["id"]
    assert (await guest.daily())["id"] == practice["id"]
    await guest.play_to_end(practice, random.Random(2).choice)
    assert (await guest.get(BOARD)).json() == board


async def test_a_daily_begun_before_midnight_counts_for_its_own_date(guest: Guest, clock: Clock) -> None:
    clock.now = datetime(2028, 2, 28, 23, 59, 30, tzinfo=UTC)
    match = await guest.daily()
    clock.now += timedelta(minutes=1)
    assert clock.now.date().isoformat() == "2028-02-29"
    await guest.play_to_end(match, lambda legal: legal[0])
    assert (await guest.get(BOARD)).json()["players"] == 0
    assert (await guest.get(f"{BOARD}?date=2028-02-28")).json()["players"] == 1
    leap_day = await guest.daily()
    assert leap_day["daily"] == "2028-02-29"
    assert leap_day["ranked"]
    assert leap_day["zones"] != match["zones"]


async def test_who_can_know_the_cards_cannot_rank_any_more(one_guest: Guest, clock: Clock) -> None:
    """A daily left open until its seed is public can be played to its end, but not for the boards."""
    match = await one_guest.daily()
    clock.now += timedelta(days=2)
    assert (await one_guest.get(f"{DAILY}?date={match['daily']}")).json()["seed"]
    assert (await one_guest.play_to_end(match, lambda legal: legal[0]))["outcome"]
    assert (await one_guest.get(f"{BOARD}?date={match['daily']}")).json()["players"] == 0


async def test_a_day_is_committed_to_before_and_told_after(one_guest: Guest, clock: Clock) -> None:
    clock.now = datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC)
    today = (await one_guest.get(DAILY)).json()
    assert (today["seconds"], today["seed"], today["next_start"]) == (1, None, "2027-01-01T00:00:00.000Z")
    match = await one_guest.play_to_end(await one_guest.daily(), lambda legal: legal[0])
    record = await one_guest.get(f"/api/v1/matches/{match['id']}/record")
    assert "seed:" not in record.text
    assert today["commitment"] in record.text
    clock.now += timedelta(seconds=2)
    following = (await one_guest.get(DAILY)).json()
    assert following["commitment"] == today["next_commitment"]
    assert (await one_guest.get(f"{DAILY}?date=2026-12-31")).json()["seed"] is None
    clock.now += timedelta(days=1)
    past = (await one_guest.get(f"{DAILY}?date=2026-12-31")).json()
    record = await one_guest.get(f"/api/v1/matches/{match['id']}/record")
    assert f"seed: {past['seed']}" in record.text


async def test_the_record_of_a_ranked_daily_is_everybodys_once_the_day_is_over(
    one_server: Server, one_app: FastAPI, one_guest: Guest, clock: Clock
) -> None:
    match = await one_guest.play_to_end(await one_guest.daily(), lambda legal: legal[0])
    practice = await one_guest.play_to_end(await one_guest.daily(), lambda legal: legal[0])
    stranger = await one_server.guest(one_app)
    assert (await stranger.get(f"/api/v1/matches/{match['id']}/record")).status_code == 404
    clock.now += timedelta(days=1)
    assert (await stranger.get(f"/api/v1/matches/{match['id']}/record")).status_code == 404
    clock.now += timedelta(days=1)
    assert (await stranger.get(f"/api/v1/matches/{match['id']}/record")).status_code == 200
    assert (await stranger.get(f"/api/v1/matches/{practice['id']}/record")).status_code == 404


async def test_taps_at_one_moment_begin_one_match(server: Server, app: FastAPI) -> None:
    """Nobody may look at the cards in a copy for practice while the match that ranks goes on."""
    guest = await server.guest(app)
    for _ in range(3):
        matches = await asyncio.gather(*(guest.daily() for _ in range(6)))
        assert len({match["id"] for match in matches}) == 1
        await guest.play_to_end(matches[0], lambda legal: legal[0])


async def test_a_deleted_guests_result_stays_without_the_name(one_server: Server, one_app: FastAPI) -> None:
    gone, other = await one_server.guest(one_app), await one_server.guest(one_app)
    await gone.play_to_end(await gone.daily(), lambda legal: legal[0])
    await gone.delete("/api/v1/me")
    board = (await other.get(BOARD)).json()
    assert [row["name"] for row in board["rows"]] == [None]


async def test_a_client_cannot_send_a_score(one_guest: Guest) -> None:
    match = await one_guest.daily()
    answer = await one_guest.post(
        f"/api/v1/matches/{match['id']}/moves",
        json={"move": "end", "ply": match["ply"], "points": [0, 99, 99, 99]},
    )
    assert answer.status_code == 422
    for path in (BOARD, f"{BOARD}/results", DAILY + "/result"):
        assert (await one_guest.put(path, json={"points": 0})).status_code in (404, 405)
    assert (await one_guest.get(BOARD)).json()["players"] == 0


@pytest.mark.parametrize(
    ("game", "ranked", "practice"),
    [("klondike", {"undo": False}, {}), ("spades", {"match": "deals"}, {"match": "deals"})],
)
async def test_practice_is_as_long_as_the_daily_and_may_be_taken_back(
    one_guest: Guest, clock: Clock, game: str, ranked: dict[str, Any], practice: dict[str, Any]
) -> None:
    """Also where it begins in the replay of a daily; the next match after one has the house rules."""
    path = f"/api/v1/daily/{game}"
    match = (await one_guest.post(path)).json()
    assert match["options"] == ranked
    over = await one_guest.play_to_end(match, lambda legal: legal[-1])
    assert (await one_guest.post(path)).json()["options"] == practice
    again = await one_guest.post(f"/en/play/{over['id']}/again")
    assert (await one_guest.look({"id": again.headers["location"].rsplit("/", 1)[1]}))["options"] == {}
    clock.now += timedelta(days=2)
    begun = await one_guest.post(f"/en/replay/{over['id']}/play", data={"ply": 0})
    copied = await one_guest.look({"id": begun.headers["location"].rsplit("/", 1)[1]})
    assert (copied["options"], copied["ranked"]) == (practice, False)
    assert copied["legal"]
