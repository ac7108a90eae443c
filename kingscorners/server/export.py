"""Everything that is kept about a guest, as data: for whoever wants to have it, or to take it elsewhere."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from kingscorners.server.people import plays_as
from kingscorners.server.stored import whole
from kingscorners.server.tables import Device, Guest, Line, Match, Seat, Standing

_STANDING = ("board", "key", "seconds", "days", "wins", "place", "margin", "points", "deals", "match")


def everything(conn: Connection, key: str, now: datetime) -> dict[str, Any] | None:
    """All about the guest with this key, `None` where there is none; times in milliseconds since 1970.

    A match that is over comes with its record, one that goes on with its moves: its cards are still secret.
    """
    guest = conn.execute(select(Guest.__table__).where(plays_as(key))).first()
    if guest is None:
        return None
    own = (
        select(Match.id, Match.game, Match.options, Match.daily, Match.ranked, Match.created, Match.finished)
        .join(Seat, Seat.match == Match.id)
        .where(Seat.guest == guest.id)
        .order_by(Match.created, Match.id)
    )
    standings = select(*(getattr(Standing, name) for name in _STANDING)).where(Standing.guest == guest.id)
    joined = select(Device.created).where(Device.guest == guest.id).order_by(Device.created)
    return {
        "name": guest.name,
        "created": guest.created,
        "settings": guest.settings,
        "devices": list(conn.execute(joined).scalars()),
        "matches": [{**row._mapping, **_log(conn, row, key, now)} for row in conn.execute(own).all()],
        "standings": [dict(row._mapping) for row in conn.execute(standings.order_by(Standing.board))],
    }


def _log(conn: Connection, row: Any, key: str, now: datetime) -> dict[str, Any]:
    if row.finished is not None:
        return {"record": whole(conn, row.id, key, now).record()}
    moves = select(Line.move).where(Line.match == row.id).order_by(Line.ply)
    return {"moves": list(conn.execute(moves).scalars())}
