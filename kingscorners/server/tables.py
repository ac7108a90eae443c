"""The tables. `migrations/` brings a database to them; times are milliseconds since 1970, UTC.

`moves` is the log, the truth about a match: its primary key `(match, ply)` is the lock that lets exactly one
of any number of simultaneous moves win. `standings` and `tallies` hold the boards, kept in the transaction
that ends a match.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, ClassVar

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    false,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Instant = Annotated[int, mapped_column(BigInteger)]
GuestId = Annotated[int, mapped_column(BigInteger().with_variant(Integer, "sqlite"))]
MatchId = Annotated[str, mapped_column(String(16))]
Board = Annotated[str, mapped_column(String(60))]

# SQLite then keeps the rows in the order of their key, and not the key a second time beside them.
BY_KEY = {"sqlite_with_rowid": False}


class Base(DeclarativeBase):
    """All tables, with names for their constraints so that migrations can speak of them on both databases."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        dict[str, Any]: JSON,
        dict[str, int]: JSON(none_as_null=True),
        list[int]: JSON(none_as_null=True),
        bytes: LargeBinary,
    }


class Site(Base):
    """What this site keeps about itself: `secret`, from which dailies and guests' secrets are derived."""

    __tablename__ = "site"
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[bytes]


class Guest(Base):
    """Somebody who plays, on one device or several.

    `begun` counts the matches begun: it numbers the secrets that this guest's deals come from. An id is
    never given twice, or the next guest would find a deleted one's standings under their name.
    """

    __tablename__ = "guests"
    __table_args__ = ({"sqlite_autoincrement": True},)
    id: Mapped[GuestId] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(24))
    settings: Mapped[dict[str, Any]]
    begun: Mapped[int]
    created: Mapped[Instant]


class Device(Base):
    """A browser that plays as a guest. Its cookie holds a token, the table only the token's SHA-256."""

    __tablename__ = "devices"
    __table_args__ = (BY_KEY,)
    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    guest: Mapped[GuestId] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), index=True)
    created: Mapped[Instant]


class Code(Base):
    """What lets another device join a guest, once and until it `expires`: only its keyed hash is kept."""

    __tablename__ = "codes"
    code_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    guest: Mapped[GuestId] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), unique=True)
    expires: Mapped[Instant]


class Forgotten(Base):
    """The token of a deleted guest, hashed. Nobody becomes a guest with it again: its deals' secrets are
    known."""

    __tablename__ = "forgotten"
    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)


class Match(Base):
    """A match without its moves. `ply` is the number of log lines; `finished` is empty while it goes on.

    `ranked` is true for the first attempt at the daily of the date `daily`. `copied` is how many lines of the
    log come from another match, where this one goes on from a position of that; else it is empty. A `shared`
    one may be read by everybody.
    """

    __tablename__ = "matches"
    id: Mapped[MatchId] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    version: Mapped[int]
    options: Mapped[dict[str, Any]]
    seed: Mapped[bytes]
    secret: Mapped[bytes]
    nonce: Mapped[bytes]
    commitment: Mapped[str] = mapped_column(String(64))
    daily: Mapped[date | None]
    ranked: Mapped[bool]
    ply: Mapped[int]
    created: Mapped[Instant]
    updated: Mapped[Instant]
    finished: Mapped[int | None] = mapped_column(BigInteger)
    copied: Mapped[int | None]
    shared: Mapped[bool] = mapped_column(server_default=false())
    # Not by `updated`: an index would have to follow every move.
    __table_args__ = (
        Index(
            "ix_matches_going_on",
            "created",
            sqlite_where=text("finished IS NULL"),
            postgresql_where=text("finished IS NULL"),
        ),
    )


class Seat(Base):
    """Who sits where: a guest, or a computer player of a level (a deleted guest is neither); the result.

    The result is filled in when the match ends. `deals` are the points of each deal, `counted` what the game
    counts besides (see `Game.counts`), summed up.
    """

    __tablename__ = "seats"
    __table_args__ = (BY_KEY,)
    match: Mapped[MatchId] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    guest: Mapped[GuestId | None] = mapped_column(ForeignKey("guests.id", ondelete="SET NULL"), index=True)
    level: Mapped[str | None] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(24))
    points: Mapped[int | None]
    place: Mapped[int | None]
    margin: Mapped[int | None]
    deals: Mapped[list[int] | None]
    counted: Mapped[dict[str, int] | None]


class Line(Base):
    """One line of a match's log: a move in text form, or `undo`."""

    __tablename__ = "moves"
    __table_args__ = (BY_KEY,)
    match: Mapped[MatchId] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    move: Mapped[str] = mapped_column(String(200))
    at: Mapped[Instant]


class Attempt(Base):
    """The first attempt of a guest at a day's match, the one that ranks; it outlives its match."""

    __tablename__ = "attempts"
    __table_args__ = (BY_KEY,)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    guest: Mapped[GuestId] = mapped_column(
        ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    match: Mapped[MatchId | None] = mapped_column(ForeignKey("matches.id", ondelete="SET NULL"), unique=True)


class Standing(Base):
    """One row of a board: a day (`kings-corners/2026-11-30`), a week, a month, or all time.

    `key` orders it, the lowest first; equal keys share a rank; `seconds` only orders the display among them.
    `guest` has no foreign key: the row of a deleted guest stays, without a name.
    """

    __tablename__ = "standings"
    board: Mapped[Board] = mapped_column(primary_key=True)
    guest: Mapped[GuestId] = mapped_column(primary_key=True)
    key: Mapped[int] = mapped_column(BigInteger)
    seconds: Mapped[int]
    days: Mapped[int]
    wins: Mapped[int]
    place: Mapped[int]
    margin: Mapped[int]
    points: Mapped[int]
    deals: Mapped[int]
    match: Mapped[str | None] = mapped_column(String(16))
    __table_args__ = (Index("ix_standings_order", "board", "key", "seconds", "guest"), BY_KEY)


class Tally(Base):
    """How many standings of a board have this `value` of `what` (`key`, `points`)."""

    __tablename__ = "tallies"
    __table_args__ = (BY_KEY,)
    board: Mapped[Board] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(String(10), primary_key=True)
    value: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    count: Mapped[int]
