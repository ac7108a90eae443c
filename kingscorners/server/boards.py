"""The boards: results become standings in the transaction that ends a ranked daily, and are read with ranks.

A result counts on four boards of its game: its day, its ISO week, its month, and all time. A day is ordered
by place, then margin (more is better); the others by the sum of margins. Equal results share a rank; time
orders only their display. A rank is one more than the number of strictly better standings, which `tallies`
tell without counting rows, so a board of a million is as quick as one of ten.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache
from itertools import accumulate
from operator import attrgetter
from typing import Any, TypedDict

from sqlalchemy import Connection, Insert, bindparam, select, tuple_, union_all, update
from sqlalchemy import Row as SqlRow
from sqlalchemy.dialects import postgresql, sqlite

from kingscorners.game import Game, Outcome
from kingscorners.server.people import same_name, tag
from kingscorners.server.tables import Guest, Standing, Tally

PLACE = 1_000_000
"""What a place weighs in the key of a day. Every margin is less than half of it."""
BLOCK = 200
"""Keys are tallied one by one, and in blocks of this many, so that no sum over a long board is long."""
DAY_SECONDS = 86_400
NEIGHBOURS = 2
MOST_ROWS = 100
MOST_BINS = 12

_CURSOR = re.compile(r"-?[0-9]{1,18}\.[0-9]{1,9}\.[0-9]{1,18}")
Found = SqlRow[*tuple[Any, ...]]


class BadCursor(ValueError):
    """A text that is the cursor of no row."""


class Span(StrEnum):
    """What time a board is about."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    ALL = "all"


def board_name(game: str, span: Span, day: date) -> str:
    """Where `day` counts: on `kings-corners/2026-11-30`, `…/2026-W49` (ISO week), `…/2026-11` or `…/all`."""
    year, week, _ = day.isocalendar()
    names = {Span.DAY: f"{day}", Span.WEEK: f"{year}-W{week:02}", Span.MONTH: f"{day}"[:7], Span.ALL: "all"}
    return f"{game}/{names[span]}"


# ---------------------------------------------------------------------- results


class Result(TypedDict):
    """What a match was worth to one seat: the arguments of `record_result` that say how it went."""

    place: int
    margin: int
    points: int
    deals: int
    seconds: int


def result(
    game: Game[Any], outcome: Outcome, facts: Mapping[str, int | str], seat: int, begun: int, finished: int
) -> Result:
    """The result of a finished match, whose `facts` are those of its end; times in milliseconds.

    More than a day counts as a day: whoever goes on next month did not think for a month.
    """
    return Result(
        place=outcome.places[seat],
        margin=game.margin(outcome, seat),
        points=outcome.points[seat],
        deals=int(facts["deal"]),
        seconds=min(max(finished - begun, 0) // 1000, DAY_SECONDS),
    )


def day_key(place: int, margin: int) -> int:
    """Orders a day, the lowest first: `place` x 1,000,000 - `margin`. Other keys are -(sum of margins)."""
    return place * PLACE - margin


def record_result(
    conn: Connection,
    *,
    game: str,
    day: date,
    guest: int,
    match: str,
    place: int,
    margin: int,
    points: int,
    deals: int,
    seconds: int,
) -> None:
    """Put the result of a ranked daily on its four boards, in the transaction that ends the match.

    A guest has one result a day: recording it again, or another one, changes nothing. Everybody locks rows in
    the same order (own standings from the day to all time, then tallies sorted), so transactions wait for
    each other but never deadlock. End the transaction soon after: the tallies are everybody's.
    """
    first, add, count = _writes(conn.dialect.name)
    boards = {span: board_name(game, span, day) for span in Span}
    row = {"guest": guest, "place": place, "margin": margin, "points": points, "deals": deals}
    row |= {"seconds": seconds, "days": 1, "wins": int(place == 1)}

    key = day_key(place, margin)
    if not conn.execute(first, {**row, "board": boards[Span.DAY], "key": key, "match": match}).first():
        return
    changes: Counter[tuple[str, str, int]] = Counter()
    _tally(changes, boards[Span.DAY], key, 1)
    changes[boards[Span.DAY], "place", place] += 1
    changes[boards[Span.DAY], "points", points] += 1

    sums = [boards[span] for span in (Span.WEEK, Span.MONTH, Span.ALL)]
    rows = [{**row, "board": board, "key": -margin, "match": None} for board in sums]
    for standing in conn.execute(add, rows):
        _tally(changes, standing.board, standing.key, 1)
        if standing.days > 1:
            _tally(changes, standing.board, standing.key + margin, -1)

    steps = [
        {"board": board, "what": what, "value": value, "count": step}
        for (board, what, value), step in sorted(changes.items())
        if step
    ]
    conn.execute(count, steps)


def unlink(conn: Connection, game: str, day: date, match: str) -> None:
    """The row of a day stays, but no longer names its match, which is deleted."""
    board = board_name(game, Span.DAY, day)
    conn.execute(update(Standing).where(Standing.board == board, Standing.match == match).values(match=None))


def _tally(changes: Counter[tuple[str, str, int]], board: str, key: int, step: int) -> None:
    changes[board, "key", key] += step
    changes[board, "block", key // BLOCK] += step


@cache
def _writes(dialect: str) -> tuple[Insert, Insert, Insert]:
    """Of `record_result`: add a day's standing unless there is one; add to the other boards'; tally."""
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    standings, tallies = Standing.__table__, Tally.__table__
    add, count = insert(Standing), insert(Tally)
    summed = ("key", "seconds", "days", "wins", "place", "margin", "points", "deals")
    return (
        insert(Standing).on_conflict_do_nothing().returning(Standing.guest),
        add.on_conflict_do_update(
            index_elements=["board", "guest"],
            set_={name: standings.c[name] + add.excluded[name] for name in summed},
        ).returning(Standing.board, Standing.key, Standing.days),
        count.on_conflict_do_update(
            index_elements=["board", "what", "value"],
            set_={"count": tallies.c["count"] + count.excluded["count"]},
        ),
    )


# ---------------------------------------------------------------------- reading a board


@dataclass(frozen=True, slots=True)
class Row:
    """One standing with its rank. `gap` says that rows are left out just above this one.

    `name` is `None` for a deleted guest. On a day `match` is the match played; on the other boards it is
    `None`, and `place`, `margin`, `points`, `deals`, `seconds` and `wins` are sums over the `days` played.
    """

    rank: int
    guest: int
    name: str | None
    key: int
    place: int
    margin: int
    points: int
    deals: int
    seconds: int
    days: int
    wins: int
    match: str | None
    gap: bool = False

    @property
    def tag(self) -> str | None:
        """What tells apart those of one name; `None` for a deleted guest."""
        return None if self.name is None else tag(self.guest)

    @property
    def cursor(self) -> str:
        """Where this row stands, for `page(after=…)`."""
        return f"{self.key}.{self.seconds}.{self.guest}"


@dataclass(frozen=True, slots=True)
class Bin:
    """How many had from `low` to `high` points, both included; `own` where the asking guest is among them."""

    low: int
    high: int
    count: int
    own: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A board as one guest sees it: the top, then the `own` row and its neighbours as far as not in the top.

    `better_than` is the share of the other players that are strictly worse than `own`, in whole percent,
    rounded down; `None` without an own row or without others. `won` (how many came first) and `points` (the
    distribution) are for days: 0 and empty elsewhere.
    """

    name: str
    rows: tuple[Row, ...]
    own: Row | None
    players: int
    better_than: int | None
    won: int
    points: tuple[Bin, ...]


def board(conn: Connection, name: str, guest: int | None, top: int = 10) -> Board:
    """The board of that name with the best `top` rows (up to 100). One that nobody is on is empty."""
    rows = _from_the_top(conn, name, top) if top else ()
    found = conn.execute(_OWN, {"board": name, "guest": guest}).first() if guest is not None else None
    if not found:
        tallies = _Tallies(conn, name)
        bins = histogram(tallies.points, None)
        return Board(name, rows, None, tallies.players, None, tallies.won, bins)

    here = {"board": name, "key": found.key, "seconds": found.seconds, "guest": guest}
    around = sorted([found, *conn.execute(_AROUND, here)], key=attrgetter("key", "seconds", "guest"))
    tallies = _Tallies(conn, name, around)
    window, where = tallies.rows(around), around.index(found)
    own, others = window[where], tallies.players - 1
    better_than = 100 * (tallies.players - tallies.up_to(own.key)) // others if others else None
    rows += _rest(rows, window, complete=where <= NEIGHBOURS)
    bins = histogram(tallies.points, own.points)
    return Board(name, rows, own, tallies.players, better_than, tallies.won, bins)


def page(conn: Connection, name: str, after: str | None = None, limit: int = MOST_ROWS) -> tuple[Row, ...]:
    """The rows (up to 100) after the one whose cursor is `after`, or the first ones. Raises `BadCursor`."""
    if after is None:
        return _from_the_top(conn, name, limit)
    if not _CURSOR.fullmatch(after):
        raise BadCursor
    key, seconds, guest = map(int, after.split("."))
    here = {"board": name, "key": key, "seconds": seconds, "guest": guest}
    found = conn.execute(_AFTER, here | {"limit": min(limit, MOST_ROWS)}).all()
    return _Tallies(conn, name, found).rows(found)


def namesakes(rows: Iterable[Row]) -> frozenset[int]:
    """The guests in these rows who share their name with another one in them: their tags have to be shown."""
    named: defaultdict[str, set[int]] = defaultdict(set)
    for row in rows:
        if row.name is not None:
            named[same_name(row.name)].add(row.guest)
    return frozenset(guest for guests in named.values() if len(guests) > 1 for guest in guests)


def histogram(counts: Mapping[int, int], own: int | None) -> tuple[Bin, ...]:
    """How many had how many points, in up to twelve bins of a round width (1, 2, 5, 10 …) without holes."""
    if not counts:
        return ()
    widths = (digit * 10**zeros for zeros in range(10) for digit in (1, 2, 5))
    low, high = min(counts), max(counts)
    width = next(width for width in widths if high // width - low // width < MOST_BINS)
    bins = Counter(dict.fromkeys(range(low // width, high // width + 1), 0))
    for points, count in counts.items():
        bins[points // width] += count
    return tuple(
        Bin(place * width, place * width + width - 1, count, own is not None and own // width == place)
        for place, count in bins.items()
    )


# ---------------------------------------------------------------------- rows and ranks

# Built once: putting a statement together costs more than running it.
_ROWS = (
    select(
        Standing.guest,
        Guest.name,
        Standing.key,
        Standing.place,
        Standing.margin,
        Standing.points,
        Standing.deals,
        Standing.seconds,
        Standing.days,
        Standing.wins,
        Standing.match,
    )
    .outerjoin(Guest, Guest.id == Standing.guest)
    .where(Standing.board == bindparam("board"))
)
_OWN = _ROWS.where(Standing.guest == bindparam("guest"))
_ORDER = (Standing.key, Standing.seconds, Standing.guest)
_HERE, _THERE = tuple_(*_ORDER), tuple_(bindparam("key"), bindparam("seconds"), bindparam("guest"))
_TOP = _ROWS.order_by(*_ORDER).limit(bindparam("limit"))
_AFTER = _TOP.where(_HERE > _THERE)
_ABOVE = _ROWS.where(_HERE < _THERE).order_by(*(column.desc() for column in _ORDER)).limit(NEIGHBOURS + 1)
_BELOW = _ROWS.where(_HERE > _THERE).order_by(*_ORDER).limit(NEIGHBOURS)
_AROUND = union_all(select(_ABOVE.subquery()), select(_BELOW.subquery()))
_TALLIED = select(Tally.what, Tally.value, Tally.count).where(Tally.board == bindparam("board"))
_TALLIES = union_all(
    _TALLIED.where(Tally.what.in_(("block", "place", "points"))),
    _TALLIED.where(Tally.what == "key", Tally.value.between(bindparam("low"), bindparam("high"))),
)


def _from_the_top(conn: Connection, name: str, limit: int) -> tuple[Row, ...]:
    """The first rows of a board: all that is better than one of them stands before it."""
    found = conn.execute(_TOP, {"board": name, "limit": min(limit, MOST_ROWS)}).all()
    keys = [row.key for row in found]
    return tuple(Row(1 + bisect_left(keys, row.key), *row) for row in found)


def _rest(rows: tuple[Row, ...], window: tuple[Row, ...], complete: bool) -> tuple[Row, ...]:
    """What of `window` comes after `rows`. Unless `complete`, its first row only tells if there is a gap."""
    shown = {row.guest for row in rows}
    rest = tuple(row for row in window if row.guest not in shown)
    if complete or len(rest) < len(window):
        return rest
    return (replace(window[1], gap=True), *window[2:])


class _Tallies:
    """What the tallies tell about a board, and about `found`, rows of it that follow each other.

    Whole blocks are counted before these rows, and then key by key.
    """

    def __init__(self, conn: Connection, name: str, found: Sequence[Found] = ()) -> None:
        low, high = (found[0].key // BLOCK * BLOCK, found[-1].key) if found else (1, 0)
        tallies: defaultdict[str, Counter[int]] = defaultdict(Counter)
        for what, value, count in conn.execute(_TALLIES, {"board": name, "low": low, "high": high}):
            tallies[what][value] = count
        self.players = tallies["block"].total()
        self.won = tallies["place"][1]
        self.points = tallies["points"]
        before = sum(count for block, count in tallies["block"].items() if block * BLOCK < low)
        self._keys = sorted(tallies["key"])
        self._up_to = list(accumulate((tallies["key"][key] for key in self._keys), initial=before))

    def up_to(self, key: int) -> int:
        """How many standings are at least as good."""
        return self._up_to[bisect_right(self._keys, key)]

    def rows(self, found: Sequence[Found]) -> tuple[Row, ...]:
        """The rows with their ranks."""
        return tuple(Row(1 + self._up_to[bisect_left(self._keys, row.key)], *row) for row in found)
