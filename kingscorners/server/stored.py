"""Matches as they are stored: their beginning, their log, and who may read one that is over.

Who sat at a match may read it once it is over. Everybody may once its owner shares it, or if it is the row of
somebody on a day's board. But nobody else may while the cards of its day can still be played for the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from kingscorners import options as option_fields
from kingscorners.game import NotFound
from kingscorners.games import GAMES
from kingscorners.record import Record, Setup
from kingscorners.server import daily
from kingscorners.server.live import Live, Player
from kingscorners.server.people import plays_as
from kingscorners.server.sharing import Score
from kingscorners.server.tables import Guest, Line, Match, Seat

LINES = (
    select(Line.move, Line.seat)
    .where(Line.match == bindparam("match"), Line.ply > bindparam("ply"))
    .order_by(Line.ply)
)
"""The log of a match after a ply: each move with the seat that made it."""

_PLAYERS = (
    select(Seat.seat, func.coalesce(Guest.name, Seat.name), Seat.level, Seat.guest)
    .outerjoin(Guest, Guest.id == Seat.guest)
    .where(Seat.match == bindparam("match"))
    .order_by(Seat.seat)
)


@dataclass(frozen=True, slots=True)
class Whole:
    """A match that is over, with its log. `own` is the seat of who asks, `None` for anybody else.

    `score` is that of the person who played it.
    """

    beginning: Live
    lines: tuple[tuple[str, int], ...]
    secret: bytes
    nonce: bytes
    own: int | None
    score: Score
    shared: bool
    public: bool
    """Whether its cards may be told: always but for a daily of a day that is still open."""

    @property
    def open_to_all(self) -> bool:
        """Whether anybody may read it."""
        return self.public and (self.shared or self.on_board)

    @property
    def on_board(self) -> bool:
        """Whether it ended in time to be a row of its day's board."""
        live = self.beginning
        if live.daily is None or live.finished is None:
            return False
        return live.ranked and not daily.published(
            datetime.fromtimestamp(live.finished / 1000, UTC), live.daily
        )

    def record(self) -> str:
        """The record as text; without the seed while that may not be told."""
        live = self.beginning
        players = tuple(player.level or "person" for player in live.players)
        moves = tuple(move for move, _ in self.lines)
        record = Record(live.setup, players, moves, live.commitment, self.secret, self.nonce)
        lines = str(record).splitlines(True)
        return "".join(line for line in lines if self.public or not line.startswith("seed:"))


def beginning(conn: Connection, match: str) -> Live:
    """The match at ply 0."""
    return _beginning(conn, conn.execute(select(Match.__table__).where(Match.id == match)).one())


def _beginning(conn: Connection, row: Any) -> Live:
    players = tuple(Player(*seat) for seat in conn.execute(_PLAYERS, {"match": row.id}))
    game = GAMES[row.game]
    setup = Setup(game, row.seed, len(players), option_fields.read(game.options, row.options))
    start = setup.start()
    live = Live(row.id, setup, players, row.daily, row.ranked, row.commitment, row.created, None, start)
    return live._replace(copied=row.copied)


def whole(conn: Connection, match: str, key: str, now: datetime) -> Whole:
    """A match that is over, for who may read it. Raises `NotFound`."""
    row = conn.execute(select(Match.__table__).where(Match.id == match)).first()
    if row is None or row.finished is None:
        raise NotFound
    sitting = select(Seat.seat).join(Guest, Guest.id == Seat.guest)
    own = conn.execute(sitting.where(Seat.match == match, plays_as(key))).scalar()
    public = row.daily is None or daily.published(now, row.daily)
    lines = tuple((move, seat) for move, seat in conn.execute(LINES, {"match": match, "ply": 0}))
    live = _beginning(conn, row)._replace(finished=row.finished)
    played = select(Seat.points, Seat.place, Seat.margin, Seat.deals).where(
        Seat.match == match, Seat.level.is_(None)
    )
    points, place, margin, deals = conn.execute(played.order_by(Seat.seat).limit(1)).one()
    score = Score(points or 0, place or 1, margin or 0, deals or ())
    found = Whole(live, lines, row.secret, row.nonce, own, score, row.shared, public)
    if own is None and not found.open_to_all:
        raise NotFound
    return found
