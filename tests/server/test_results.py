"""What a match ended with is kept beside its log, and says the same as the log."""

import random
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import Connection, select

from kingscorners.game import NEXT_DEAL
from kingscorners.record import Record
from kingscorners.server.results import results
from kingscorners.server.stored import beginning
from kingscorners.server.tables import Line, Match, Seat
from tests.server.conftest import Guest

pytestmark = pytest.mark.anyio


ASKED: list[dict[str, Any]] = [{}, {"seats": 2}, {"options": {"profile": "zone"}, "seats": 3}]


def kept_and_recomputed(conn: Connection) -> list[tuple[object, object]]:
    """For every seat of every finished match: what is kept, and what its log says."""
    pairs: list[tuple[object, object]] = []
    for match in conn.execute(select(Match.id).where(Match.finished.is_not(None))).scalars().all():
        live = beginning(conn, match)
        lines = select(Line.move, Line.seat).where(Line.match == match).order_by(Line.ply)
        for move, seat in conn.execute(lines):
            live, _ = live.advance(move, seat)
        columns = (Seat.seat, Seat.points, Seat.place, Seat.margin, Seat.deals, Seat.counted)
        kept = conn.execute(select(*columns).where(Seat.match == match).order_by(Seat.seat)).all()
        outcome = live.setup.game.outcome(live.position.state)
        assert outcome
        told = [
            (result.seat, result.points, result.place, result.margin, result.deals, result.counted)
            for result in results(live, outcome)
        ]
        pairs += zip(map(tuple, kept), told, strict=True)
    return pairs


async def test_what_is_kept_is_what_the_log_says(app: FastAPI, guest: Guest) -> None:
    for seed, asked in enumerate(ASKED):
        await guest.play_to_end(await guest.begin(**asked), random.Random(seed).choice)
    await guest.play_to_end(await guest.daily(), random.Random(4).choice)
    await guest.begin()
    pairs = await app.state.services.database.read(kept_and_recomputed)
    assert len(pairs) == 4 + 2 + 3 + 4
    for kept, told in pairs:
        assert kept == told


async def test_points_margins_kings_and_going_out_are_counted_deal_by_deal(
    one_app: FastAPI, one_guest: Guest
) -> None:
    match = await one_guest.play_to_end(await one_guest.begin(), random.Random(1).choice)
    record = Record.parse((await one_guest.get(f"/api/v1/matches/{match['id']}/record")).text)
    position, ends = record.setup.start(), []
    for line in record.moves:
        if line == str(NEXT_DEAL):
            ends.append(position)
        position = record.setup.advance(position, line)
    ends.append(position)
    for seat in range(4):
        hands = [next(zone.cards for zone in end.zones if zone.seat == seat) for end in ends]
        expected = {
            "out": sum(not hand for hand in hands),
            "kings": sum(card.rank == 13 for hand in hands for card in hand),
        }
        points = [sum(10 if card.rank == 13 else 1 for card in hand) for hand in hands]

        def of_seat(conn: Connection, seat: int = seat) -> object:
            asked = select(Seat.counted, Seat.deals, Seat.margin, Seat.points)
            return conn.execute(asked.where(Seat.match == match["id"], Seat.seat == seat)).one()

        totals = match["outcome"]["points"]
        kept = await one_app.state.services.database.read(of_seat)
        assert tuple(kept) == (expected, points, sum(totals) - 4 * totals[seat], totals[seat])
