"""One's own numbers of a game, counted anew from the matches that are stored, so that they cannot disagree.

What a match ended with stands beside its log (see `results`); none is replayed here. Matches that go on from
a replay do not count.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, bindparam, select

from kingscorners.server import boards
from kingscorners.server.boards import DAY_SECONDS, Bin, Span
from kingscorners.server.tables import Attempt, Match, Seat, Standing

FORM = 50
"""How many matches the form shows."""
_MOST_NAMES = 500
"""Boards asked for at once."""

_ROWS = (
    select(
        Match.id,
        Match.options,
        Match.created,
        Match.finished,
        Seat.points,
        Seat.place,
        Seat.margin,
        Seat.deals,
        Seat.counted,
    )
    .join(Seat, Seat.match == Match.id)
    .where(
        Seat.guest == bindparam("guest"),
        Match.game == bindparam("game"),
        Match.copied.is_(None),
        Seat.margin.is_not(None),
    )
    .order_by(Match.finished, Match.id)
)


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that is over, as its player finished it; `seconds` from the first card to the last."""

    id: str
    options: dict[str, Any]
    seconds: int
    points: int
    place: int
    margin: int
    deals: Sequence[int]
    counted: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The numbers of some matches, of one or more; averages are per match.

    `places` is how often each place was reached, `counted` what the game counts, `wins_now` how many were won
    in a row up to now. `form` has the latest matches, the oldest first, `deals` how often a deal brought how
    many points.
    """

    played: int
    won: int
    places: Mapping[int, int]
    points: float
    margin: float
    seconds: float
    wins_now: int
    wins_longest: int
    best: Ended
    worst: Ended
    counted: Mapping[str, int]
    form: tuple[Ended, ...]
    deals: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class OptionSet:
    """A choice of options that matches were played with; `key` names it in addresses."""

    key: str
    options: Mapping[str, Any]
    played: int


def key_of(options: Mapping[str, Any]) -> str:
    """The same text for the same options."""
    return json.dumps(options, sort_keys=True, separators=(",", ":"))


def ended(conn: Connection, guest: int | None, game: str) -> tuple[Ended, ...]:
    """The guest's matches of the game that are over, the oldest first."""
    rows = conn.execute(_ROWS, {"guest": guest, "game": game})
    return tuple(
        Ended(match, options, min(max(finished - created, 0) // 1000, DAY_SECONDS), *result)
        for match, options, created, finished, *result in rows
    )


def option_sets(matches: Iterable[Ended]) -> tuple[OptionSet, ...]:
    """What the matches were played with, what was played most first."""
    given = {key_of(match.options): match.options for match in matches}
    counts = Counter(key_of(match.options) for match in matches)
    return tuple(OptionSet(key, given[key], played) for key, played in counts.most_common())


def statistics(matches: Sequence[Ended]) -> Statistics | None:
    """The numbers of these matches, the oldest first; `None` of none."""
    if not matches:
        return None
    counted, count = Counter[str](), len(matches)
    for match in matches:
        counted.update(match.counted)
    runs = [(won, len(list(run))) for won, run in groupby(match.place == 1 for match in matches)]
    return Statistics(
        count,
        sum(match.place == 1 for match in matches),
        dict(sorted(Counter(match.place for match in matches).items())),
        sum(match.points for match in matches) / count,
        sum(match.margin for match in matches) / count,
        sum(match.seconds for match in matches) / count,
        runs[-1][1] if runs[-1][0] else 0,
        max((length for won, length in runs if won), default=0),
        max(matches, key=lambda match: match.margin),
        min(matches, key=lambda match: match.margin),
        counted,
        tuple(matches[-FORM:]),
        boards.histogram(Counter(points for match in matches for points in match.deals), None),
    )


@dataclass(frozen=True, slots=True)
class Daily:
    """A day's deal of a game that was finished for the board, and how."""

    game: str
    day: date
    place: int
    margin: int
    points: int


def dailies(conn: Connection, guest: int | None) -> tuple[Daily, ...]:
    """All days' deals that the guest has finished for the boards, of all games, in no order."""
    attempts = conn.execute(select(Attempt.game, Attempt.day).where(Attempt.guest == guest))
    days = {boards.board_name(game, Span.DAY, day): (game, day) for game, day in attempts}
    names, found = list(days), []
    for first in range(0, len(names), _MOST_NAMES):
        some = Standing.board.in_(names[first : first + _MOST_NAMES])
        asked = select(Standing.board, Standing.place, Standing.margin, Standing.points)
        rows = conn.execute(asked.where(some, Standing.guest == guest))
        found += [Daily(*days[board], *result) for board, *result in rows]
    return tuple(found)


def attempts(conn: Connection, guest: int | None) -> frozenset[tuple[str, date]]:
    """All days' deals that the guest has begun for the boards: game and day."""
    rows = conn.execute(select(Attempt.game, Attempt.day).where(Attempt.guest == guest))
    return frozenset((game, day) for game, day in rows)


def places(played: Iterable[Daily], game: str | None = None) -> dict[date, int]:
    """The days on which the game was played, or any, with the best place reached: 1 is a day won."""
    best: dict[date, int] = {}
    for one in played:
        if game in (None, one.game):
            best[one.day] = min(one.place, best.get(one.day, one.place))
    return best
