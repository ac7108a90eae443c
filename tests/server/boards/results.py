"""Results as tests write them, and what boards have to make of them."""

from collections import Counter
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select

from kingscorners.server import boards
from kingscorners.server.tables import Guest, Standing, Tally

DAY = date(2026, 11, 30)
GAME = "kings-corners"
TODAY = "kings-corners/2026-11-30"


class Played(NamedTuple):
    """One result, in the order in which random ones are drawn."""

    guest: int
    day: date = DAY
    place: int = 1
    margin: int = 0
    seconds: int = 60
    points: int = 10


def record(conn: Connection, played: Played, game: str = GAME, match: str | None = None) -> None:
    boards.record_result(
        conn,
        game=game,
        day=played.day,
        guest=played.guest,
        match=match or f"m{played.guest}",
        place=played.place,
        margin=played.margin,
        points=played.points,
        deals=5,
        seconds=played.seconds,
    )


def add_guest(conn: Connection, name: str) -> int:
    row = {"name": name, "settings": {}, "begun": 0, "created": 0}
    found = conn.execute(insert(Guest).values(row).returning(Guest.id)).scalar_one()
    return int(found)


def everything(conn: Connection) -> tuple[set[Any], set[Any]]:
    return set(conn.execute(select(*Standing.__table__.c))), set(conn.execute(select(*Tally.__table__.c)))


def assert_tallies_are_a_recount(conn: Connection) -> None:
    recount: Counter[tuple[str, str, int]] = Counter()
    for row in conn.execute(select(*Standing.__table__.c)):
        recount[row.board, "key", row.key] += 1
        recount[row.board, "block", row.key // boards.BLOCK] += 1
        if row.match:
            recount[row.board, "place", row.place] += 1
            recount[row.board, "points", row.points] += 1
    found = conn.execute(select(Tally.board, Tally.what, Tally.value, Tally.count)).all()
    assert {(board, what, value): many for board, what, value, many in found if many != 0} == recount


def fill(conn: Connection, players: int) -> None:
    """Guest 1 has rank 1, guest 2 has rank 2, and so on."""
    for guest in range(1, players + 1):
        record(conn, Played(guest, margin=1000 - guest))
