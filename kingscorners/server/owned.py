"""What becomes of matches besides being played: found again by their owners, shared, deleted, cleaned up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, delete, select, update

from kingscorners.game import NotFound
from kingscorners.server import boards
from kingscorners.server.people import plays_as
from kingscorners.server.tables import Guest, Match, Seat

MOST_UNFINISHED = 20


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that can be resumed."""

    id: str
    game: str
    daily: date | None
    ranked: bool
    updated: int


def unfinished(conn: Connection, key: str) -> tuple[Unfinished, ...]:
    """The guest's matches that go on, the latest first."""
    rows = conn.execute(
        select(Match.id, Match.game, Match.daily, Match.ranked, Match.updated)
        .join(Seat, Seat.match == Match.id)
        .join(Guest, Guest.id == Seat.guest)
        .where(plays_as(key), Match.finished.is_(None))
        .order_by(Match.updated.desc())
        .limit(MOST_UNFINISHED)
    )
    return tuple(Unfinished(*row) for row in rows)


def _own(conn: Connection, match: str, key: str) -> Any:
    """The row of one's own match, locked. Raises `NotFound`."""
    own = (
        select(Match.game, Match.daily, Match.finished)
        .join(Seat, Seat.match == Match.id)
        .join(Guest, Guest.id == Seat.guest)
        .where(Match.id == match, plays_as(key))
        .with_for_update(of=Match)
    )
    row = conn.execute(own).first()
    if row is None:
        raise NotFound
    return row


def share(conn: Connection, match: str, key: str, shared: bool) -> None:
    """Let everybody read one's own match that is over, or nobody any more. Raises `NotFound`."""
    if _own(conn, match, key).finished is None:
        raise NotFound
    conn.execute(update(Match).where(Match.id == match).values(shared=shared))


def remove(conn: Connection, match: str, key: str) -> None:
    """Delete one's own match; boards keep the result, the day's attempt stays used. Raises `NotFound`."""
    row = _own(conn, match, key)
    if row.daily:
        boards.unlink(conn, row.game, row.daily, match)
    conn.execute(delete(Match).where(Match.id == match))


def clean(conn: Connection, before: int) -> int:
    """Delete unfinished matches that nobody has touched since `before`; how many they were."""
    abandoned = delete(Match).where(Match.finished.is_(None), Match.updated < before)
    return conn.execute(abandoned).rowcount
