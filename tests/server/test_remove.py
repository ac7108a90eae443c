"""Deleting matches: one's own, with all that belongs to it, and nothing that others rely on."""

import pytest
from fastapi import FastAPI
from sqlalchemy import Connection, func, select

from kingscorners.server.services import Services
from kingscorners.server.tables import Attempt, Line, Match, Seat
from tests.server.conftest import GAME, Clock, Guest, Server

pytestmark = pytest.mark.anyio


def first(legal: list[str]) -> str:
    return legal[0]


def counted(conn: Connection) -> list[int]:
    tables = (Match, Seat, Line, Attempt)
    return [conn.execute(select(func.count()).select_from(table)).scalar_one() for table in tables]


async def test_a_match_is_deleted_with_its_seats_and_moves(app: FastAPI, guest: Guest) -> None:
    kept, gone = await guest.begin(), await guest.begin()
    known: Services = app.state.services
    assert (await guest.move(gone, gone["legal"][0])).status_code == 200
    assert (await guest.delete(f"/api/v1/matches/{gone['id']}")).status_code == 204
    matches, seats, _, _ = await known.database.read(counted)
    assert (matches, seats) == (1, 4)
    assert (await guest.get(f"/api/v1/matches/{gone['id']}")).status_code == 404
    assert (await guest.move(gone, "end")).status_code == 404
    assert (await guest.delete(f"/api/v1/matches/{gone['id']}")).status_code == 404
    assert (await guest.look(kept))["id"] == kept["id"]
    assert gone["id"] not in (await guest.get("/en/me")).text


async def test_nobody_deletes_somebody_elses_match(server: Server, app: FastAPI, guest: Guest) -> None:
    match = await guest.begin()
    other, stranger = await server.guest(app), await server.stranger(app)
    await other.begin()
    for somebody in (other, stranger):
        assert (await somebody.delete(f"/api/v1/matches/{match['id']}")).status_code == 404
    assert (await guest.look(match))["ply"] == match["ply"]


async def test_a_deleted_attempt_at_a_daily_stays_used(app: FastAPI, guest: Guest) -> None:
    match = await guest.daily()
    assert match["ranked"]
    assert (await guest.delete(f"/api/v1/matches/{match['id']}")).status_code == 204
    again = await guest.daily()
    assert again["id"] != match["id"]
    assert not again["ranked"]
    assert (await app.state.services.database.read(counted))[3] == 1


async def test_a_row_on_the_board_stays_but_leads_to_no_match(guest: Guest, clock: Clock) -> None:
    match = await guest.play_to_end(await guest.daily(), first)
    day = clock.now.date()
    clock.now = clock.now.replace(month=12, day=2)
    page = f"/en/leaderboard/{GAME}?date={day}"
    assert match["id"] in (await guest.get(page)).text
    assert (await guest.delete(f"/api/v1/matches/{match['id']}")).status_code == 204
    assert match["id"] not in (await guest.get(page)).text
    board = (await guest.get(f"/api/v1/boards/{GAME}", params={"date": str(day)})).json()
    assert [row["points"] for row in board["rows"]] == [match["outcome"]["points"][0]]
