"""One's own matches, the latest first: what a page or a program shows of them without replaying any."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Connection, func, select

from kingscorners.games import GAMES
from kingscorners.server.tables import Match, Seat

PAGE = 20
"""Matches a page."""


def day_of(milliseconds: int) -> date:
    """The UTC date of a time that is stored."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date()


@dataclass(frozen=True, slots=True)
class Other:
    """Who sat at the table too: `level` is that of a computer player."""

    name: str
    level: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """A match of one's own; `points`, `place` and `margin` are empty while it goes on. Times in milliseconds.

    `copied` is how much of its log it took over from a replay, `None` for a match that began with a deal.
    """

    id: str
    game: str
    options: dict[str, Any]
    daily: date | None
    ranked: bool
    copied: int | None
    created: int
    updated: int
    finished: int | None
    seat: int
    points: int | None
    place: int | None
    margin: int | None
    others: tuple[Other, ...]

    @property
    def day(self) -> date:
        """The UTC date of its last move."""
        return day_of(self.updated)


@dataclass(frozen=True, slots=True)
class History:
    """One page of one's matches. `counts` is how many there are of each game, whatever was asked for."""

    matches: tuple[Played, ...]
    counts: Mapping[str, int]
    page: int
    pages: int


_PLAYED = select(
    Match.id,
    Match.game,
    Match.options,
    Match.daily,
    Match.ranked,
    Match.copied,
    Match.created,
    Match.updated,
    Match.finished,
    Seat.seat,
    Seat.points,
    Seat.place,
    Seat.margin,
).join(Seat, Seat.match == Match.id)


def history(conn: Connection, guest: int | None, game: str | None = None, page: int = 1) -> History:
    """The guest's matches, of one game or all, the last first; a page after the last is the last."""
    if guest is None:
        return History((), {}, 1, 1)
    own = Seat.guest == guest
    counting = (
        select(Match.game, func.count()).join(Seat, Seat.match == Match.id).where(own).group_by(Match.game)
    )
    found = dict(conn.execute(counting).all())
    counts = {name: found[name] for name in GAMES if name in found}
    total = counts.get(game, 0) if game else sum(counts.values())
    pages = max(1, -(-total // PAGE))
    page = min(page, pages)
    asked = _PLAYED.where(own)
    if game:
        asked = asked.where(Match.game == game)
    rows = conn.execute(
        asked.order_by(Match.updated.desc(), Match.id).limit(PAGE).offset((page - 1) * PAGE)
    ).all()
    others = _others(conn, {row.id: row.seat for row in rows})
    matches = tuple(Played(**row._mapping, others=tuple(others[row.id])) for row in rows)
    return History(matches, counts, page, pages)


def _others(conn: Connection, own_seats: Mapping[str, int]) -> Mapping[str, list[Other]]:
    found = defaultdict(list)
    seats = select(Seat.match, Seat.seat, Seat.name, Seat.level).where(Seat.match.in_(own_seats))
    for match, seat, name, level in conn.execute(seats.order_by(Seat.match, Seat.seat)):
        if seat != own_seats[match]:
            found[match].append(Other(name, level))
    return found
