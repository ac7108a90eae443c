"""The match of the day: one a day and game, the same for everybody on this site, and unknown in advance.

All of it is a pure function of the site's secret and the time. The day is the UTC date, whatever the clocks
of the players say; a match keeps the date on which it began.

Where a game has a solver, the day's deal is the first of numbered candidates that can be won. To find it
takes seconds: `winnable` does so ahead, and tells it here.
"""

from __future__ import annotations

import hashlib
import hmac
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple, TypeVar

from kingscorners.game import Game
from kingscorners.options import read
from kingscorners.players import SOLVERS
from kingscorners.record import Setup
from kingscorners.server.db import Unavailable

S = TypeVar("S")

GRACE = timedelta(days=1)
"""How long after its day a daily can still be finished for the boards."""


def day_of(now: datetime) -> date:
    """The UTC date at `now`. Raises `ValueError` for a time without a zone, which could be anybody's."""
    if now.tzinfo is None:
        raise ValueError("a time without a zone")
    return now.astimezone(UTC).date()


def next_start(now: datetime) -> datetime:
    """The instant at which the next day's match begins, always after `now`."""
    return datetime.combine(day_of(now) + timedelta(days=1), time(), UTC)


class Unprepared(Unavailable):
    """A day's deal that is still looked for. It takes seconds, once a day, ahead of it."""


class Dealt(NamedTuple):
    """Which candidate the day's deal is, from 1, and a line that wins it."""

    candidate: int = 1
    line: tuple[str, ...] = ()


_dealt: dict[tuple[bytes, str, date], Dealt] = {}


def keep(secret: bytes, game: str, day: date, found: Dealt) -> None:
    """Know from now on, in this process, which candidate the day's deal is."""
    _dealt[secret, game, day] = found


def dealt(secret: bytes, game: str, day: date) -> Dealt:
    """Which candidate the day's deal is. Raises `Unprepared` where it is not known yet."""
    if game not in SOLVERS:
        return Dealt()
    try:
        return _dealt[secret, game, day]
    except KeyError:
        raise Unprepared(f"the daily of {game} for {day} is still to be prepared") from None


def candidate(secret: bytes, game: str, day: date, number: int) -> bytes:
    """The seed of a candidate, from number 1 on.

    HMAC-SHA256, keyed with the site's secret, of the UTF-8 text `daily <game> <date>`, such as
    `daily kings-corners 2026-11-30`; from the second on their number follows, `daily klondike 2026-11-30 2`.
    The first word keeps it apart from whatever else the secret is used for.
    """
    text = f"daily {game} {day.isoformat()}" + (f" {number}" if number > 1 else "")
    return hmac.digest(secret, text.encode(), "sha256")


def seed(secret: bytes, game: str, day: date) -> bytes:
    """The 32 bytes that all deals of the day come from. Raises `Unprepared`."""
    return candidate(secret, game, day, dealt(secret, game, day).candidate)


def commitment(seed: bytes) -> str:
    """What is public before the seed is: its SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


def promised(secret: bytes, game: str, day: date) -> str | None:
    """The commitment of the day; `None` while its deal is being prepared."""
    with suppress(Unprepared):
        return commitment(seed(secret, game, day))
    return None


def published(now: datetime, day: date) -> bool:
    """Whether the seed of `day`, and with it every card, may be told: a whole day after it is over.

    Until then a match begun before midnight may be finished and still ranks; after that none does.
    """
    return day < day_of(now) - GRACE


def setup(secret: bytes, game: Game[S], day: date) -> Setup[S]:
    """What the day's match is played with. All seats but the first are computer players."""
    return Setup(game, seed(secret, game.name, day), game.daily_seats, read(game.options, game.daily_options))


def practice(setup: Setup[S]) -> Setup[S]:
    """The same for further attempts, which do not rank."""
    return replace(setup, options=read(setup.game.options, setup.game.practice_options))


def levels(game: Game[Any]) -> tuple[str, ...]:
    """The computer players of the day, from seat 1 on."""
    return (game.daily_level,) * (game.daily_seats - 1)


@dataclass(frozen=True, slots=True)
class Today:
    """What everybody may know of a game's day: its date, both commitments, and when the next one starts.

    A commitment is `None` while the deal is being prepared.
    """

    day: date
    commitment: str | None
    next_commitment: str | None
    next_start: datetime
    seconds: int
    """Until then, rounded up: a page that counts them down needs no clock that is right."""


def today(secret: bytes, game: str, now: datetime) -> Today:
    """The public side of the match of the day at `now`."""
    day, start = day_of(now), next_start(now)
    return Today(
        day,
        promised(secret, game, day),
        promised(secret, game, start.date()),
        start,
        -((now - start) // timedelta(seconds=1)),
    )
