"""Solves Klondike with all cards known, in whatever number of passes is left (KL-Q20).

A best-first search over positions between gains. Draws are taken back to front: a card of the stock is drawn
when it is played at once, never before, so a position says nothing of when the next one is drawn. What is cut
off loses no win:

- a card that nothing can need any more goes up first (KL-Q16), unless cards may come back;
- part of a run moves only to let the card under it go up at once: to which of its two parents a card moves
  makes no other difference, as what lies on them can always change places;
- a position in which the same cards lie in the same columns is looked at again only if more of the stock is
  still to come than before;
- a position is lost when even without anything being in the way twice some card cannot get free.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, Literal, NamedTuple

from kingscorners.cards import KING, RANKS, Card
from kingscorners.game import Move, Zone

BOUND = 60_000
"""Positions looked at before giving up. A core looks at some fifteen thousand a second."""

SUITS = "csdh"
"""Suits of one colour stand together here: a card is the number 4 x (rank - 1) + its suit's place."""
COLUMNS, FOUNDATION = range(7), -1
KINGS = 4 * (KING - 1)
BIT = [1 << card for card in range(52)]
PARENTS = [
    sum(BIT[on] for on in range(52) if on >> 2 == (card >> 2) + 1 and (on ^ card) & 2) for card in range(52)
]
"""By card: the two that it fits on, as a set of bits."""
NO_PASS = 32
"""More than any number of cards in the waste."""
UNLIMITED = 10**6

Verdict = Literal["won", "lost", "unknown"]
Runs = tuple[bytes, ...]
Ranks = tuple[int, ...]
Position = tuple[Runs, Ranks, Ranks, bytes, int, int]
"""What lies face up in each column, how many lie face down there, the ranks on the foundations, the cards of
waste and stock in the order in which they are drawn, how many of them are in the waste, the passes begun."""
How = tuple[int, int, int, int, int]
"""How a position came from another: waste and passes before the card was taken from there (-1: it was not),
the card, its place, and the card that then went up from under it (-1: none)."""


class Solution(NamedTuple):
    """`won` with a winning `line`, `lost` when there is none, `unknown` when none was found within the bound.

    `looked` is the number of positions that were looked at.
    """

    verdict: Verdict
    line: tuple[Move, ...]
    looked: int


def solve(
    zones: Sequence[Zone], facts: Mapping[str, int | str], options: Any, bound: int = BOUND
) -> Solution:
    """The position with these zones, all cards of which are known; the facts are those of the rules."""
    return _Search(zones, facts, options).run(bound)


class _Search:
    """One search. All positions have the same hidden cards: `_base` by column."""

    def __init__(self, zones: Sequence[Zone], facts: Mapping[str, int | str], options: Any) -> None:
        lie = {zone.name: bytes(map(_number, zone.cards)) for zone in zones}
        columns = [zone for zone in zones if zone.kind == "column"]
        self._base = [lie[zone.name][: zone.down] for zone in columns]
        self._draw: int = options.draw
        self._passes = int(facts.get("passes", UNLIMITED))
        self._endless = self._passes == UNLIMITED
        self._loose: bool = options.empty_column == "any"
        self._whole: bool = options.whole_run_only
        self._back: bool = options.foundation_take_back
        waste, stock = lie["waste"], lie["stock"][::-1]
        self._start: Position = (
            tuple(lie[zone.name][zone.down :] for zone in columns),
            tuple(zone.down for zone in columns),
            tuple(len(lie[f"foundation-{suit}"]) for suit in SUITS),
            waste + stock,
            len(waste),
            0,
        )

    def run(self, bound: int) -> Solution:
        """The most promising position first, until one is won or none is left."""
        if self._is_won(self._start):
            return Solution("won", self._line([], self._start), 0)
        seen: dict[bytes, int] = {}
        came: list[tuple[int, How]] = [(-1, (-1, 0, 0, 0, -1))]
        heap: list[tuple[int, int, Position]] = [(0, 0, self._start)]
        looked = 0
        while heap:
            if looked == bound:
                return Solution("unknown", (), looked)
            looked += 1
            _, minus, position = heappop(heap)
            if self._is_dead(position):
                continue
            for how, after in self._after(position):
                key, late = self._key(after)
                known = seen.get(key)
                if known is not None and known <= late:
                    continue
                seen[key] = late
                came.append((-minus, how))
                if self._is_won(after):
                    return Solution("won", self._line(_path(came), after), looked)
                heappush(heap, (self._distance(after), 1 - len(came), after))
        return Solution("lost", (), looked)

    # ------------------------------------------------------------------ positions

    def _is_won(self, position: Position) -> bool:
        """Nothing is hidden and everything drawn, or can be: all that is left goes up by itself (KL-Q15)."""
        _, downs, _, talon, _, _ = position
        return not any(downs) and (not talon or (self._endless and self._draw == 1))

    def _distance(self, position: Position) -> int:
        """How far it seems to be to the end; only the order of the search hangs on it."""
        _, downs, up, talon, waste, _ = position
        return 5 * sum(downs) - 2 * sum(up) + len(talon) + (0 if self._endless else 3 * waste)

    def _key(self, position: Position) -> tuple[bytes, int]:
        """What makes positions equal, and what makes one of them worse: to have drawn more.

        Columns without hidden cards can change places. With the same columns and foundations the same cards
        are left to draw.
        """
        runs, downs, up, talon, waste, begun = position
        columns = [
            bytes((60 + 8 * at + down,)) + run if down else run
            for at, (run, down) in enumerate(zip(runs, downs, strict=True))
        ]
        columns.sort()
        key = b"\xff".join(columns) + bytes(up)
        late = 0 if self._endless else NO_PASS * begun + waste
        if self._draw == 1:
            return key, 0 if self._endless else late
        # By threes, only every third card shows; all that do from the beginning do after the next pass too.
        step = waste % self._draw if waste < len(talon) else 0
        if not step:
            return key, late
        return key + bytes((step, 0 if self._endless else begun)), waste

    def _is_dead(self, position: Position) -> bool:
        """Whether some card cannot get free even if nothing that was ever free gets into the way again.

        `free` grows to all cards that can be on top at some time; `obstacles` are cards with the one below
        them (-1: the bottom of a column) and whether they have to be free themselves before they can move,
        which the open ones of a run need not.
        """
        runs, downs, up, talon, waste, begun = position
        free, space = 0, False
        obstacles: list[tuple[int, int, bool]] = []
        for base, down, run in zip(self._base, downs, runs, strict=True):
            if not run:
                space = True
                continue
            free |= BIT[run[-1]]
            below = -1
            for card in base[:down]:
                obstacles.append((card, below, True))
                below = card
            for card in run:
                obstacles.append((card, below, False))
                below = card
        last_pass = begun >= self._passes
        for card in talon[waste:] if last_pass else talon:
            free |= BIT[card]
        if last_pass and waste:
            free |= BIT[talon[waste - 1]]
            obstacles += [(talon[at], talon[at - 1], True) for at in range(1, waste)]
        if self._back:
            free |= sum(BIT[4 * rank + suit] for suit in range(4) for rank in range(up[suit]))
        obstacles.reverse()
        highest = list(up)
        while obstacles:
            for suit in range(4):
                while highest[suit] < KING and free & BIT[4 * highest[suit] + suit]:
                    highest[suit] += 1
            left = []
            for obstacle in obstacles:
                card, below, covered = obstacle
                if (not covered or free & BIT[card]) and (
                    PARENTS[card] & free
                    or highest[card & 3] > card >> 2
                    or (space and (card >= KINGS or self._loose))
                ):
                    if below < 0:
                        space = True
                    else:
                        free |= BIT[below]
                else:
                    left.append(obstacle)
            if len(left) == len(obstacles):
                return True
            obstacles = left
        return False

    # ------------------------------------------------------------------ moves

    def _after(self, position: Position) -> Iterator[tuple[How, Position]]:
        """What may come next: only the first card that is safe on its foundation, or everything."""
        runs, downs, up, talon, waste, begun = position
        tops = {run[-1]: at for at, run in enumerate(runs) if run}
        empty = next((at for at in COLUMNS if not runs[at]), -1)
        ready = [card for card in tops if up[card & 3] == card >> 2]
        if not self._back:
            for card in ready:
                if _is_safe(card, up):
                    yield self._goes_up(position, tops[card])
                    return
            if waste and self._draw == 1:
                card = talon[waste - 1]
                if up[card & 3] == card >> 2 and _is_safe(card, up):
                    after = (runs, downs, _raised(up, card), *_without(talon, waste), begun)
                    yield (waste, begun, card, FOUNDATION, -1), after
                    return
        open_tops = sum(map(BIT.__getitem__, tops))
        for card in ready:
            yield self._goes_up(position, tops[card])
        yield from self._runs_move(position, tops, open_tops, empty)
        yield from self._talon_plays(position, tops, open_tops, empty)
        if self._back:
            yield from self._come_back(position, tops, open_tops, empty)

    def _goes_up(self, position: Position, at: int) -> tuple[How, Position]:
        runs, downs, up, talon, waste, begun = position
        card = runs[at][-1]
        runs, downs = self._left(runs, downs, at, runs[at][:-1])
        return (-1, 0, card, FOUNDATION, -1), (runs, downs, _raised(up, card), talon, waste, begun)

    def _left(self, runs: Runs, downs: Ranks, at: int, run: bytes) -> tuple[Runs, Ranks]:
        """The columns with only `run` left face up in one; where nothing is, the next card is turned up."""
        down = downs[at]
        if run or not down:
            return (*runs[:at], run, *runs[at + 1 :]), downs
        turned = self._base[at][down - 1 : down]
        return (*runs[:at], turned, *runs[at + 1 :]), (*downs[:at], down - 1, *downs[at + 1 :])

    def _runs_move(
        self, position: Position, tops: dict[int, int], open_tops: int, empty: int
    ) -> Iterator[tuple[How, Position]]:
        """Whole runs that uncover a card or make room for a King, and parts that let a card go up."""
        runs, downs, up = position[:3]
        room = self._loose or self._kings_wait(position)
        for at, run in enumerate(runs):
            for start, head in enumerate(run):
                if start and self._whole:
                    break
                under = run[start - 1] if start else -1
                lifts = start and up[under & 3] == under >> 2
                if lifts or (not start and (downs[at] or room)):
                    for target in self._targets(PARENTS[head] & open_tops, tops):
                        after = self._moved(position, at, start, target)
                        if lifts:
                            yield (-1, 0, head, target, under), self._goes_up(after, at)[1]
                        else:
                            yield (-1, 0, head, target, -1), after
                if empty >= 0 and (start or downs[at]) and (head >= KINGS or self._loose):
                    yield (-1, 0, head, empty, -1), self._moved(position, at, start, empty)

    def _moved(self, position: Position, at: int, start: int, target: int) -> Position:
        """After one column's run, from `start` on, went to another."""
        runs, downs, up, talon, waste, begun = position
        run = runs[at]
        runs = (*runs[:target], runs[target] + run[start:], *runs[target + 1 :])
        runs, downs = self._left(runs, downs, at, run[:start])
        return runs, downs, up, talon, waste, begun

    def _targets(self, parents: int, tops: dict[int, int]) -> Iterator[int]:
        """The columns whose top cards are among the parents: any one will do where runs can be parted."""
        while parents:
            card = parents.bit_length() - 1
            yield tops[card]
            if not self._whole:
                return
            parents ^= BIT[card]

    def _kings_wait(self, position: Position) -> bool:
        """Whether there is a King that an empty column would be good for."""
        runs, downs, up = position[:3]
        settled = sum(
            bool(run) and run[0] >= KINGS and not down for run, down in zip(runs, downs, strict=True)
        )
        return settled + sum(rank == KING for rank in up) < 4

    def _talon_plays(
        self, position: Position, tops: dict[int, int], open_tops: int, empty: int
    ) -> Iterator[tuple[How, Position]]:
        """Every card of waste and stock that drawing on can bring to the top, played at once."""
        runs, downs, up, talon, _, _ = position
        for waste, begun in self._reached(position):
            card = talon[waste - 1]
            rest = (*_without(talon, waste), begun)
            if up[card & 3] == card >> 2:
                yield (waste, begun, card, FOUNDATION, -1), (runs, downs, _raised(up, card), *rest)
            targets = list(self._targets(PARENTS[card] & open_tops, tops))
            if empty >= 0 and (card >= KINGS or self._loose):
                targets.append(empty)
            for target in targets:
                placed = (*runs[:target], runs[target] + bytes((card,)), *runs[target + 1 :])
                yield (waste, begun, card, target, -1), (placed, downs, up, *rest)

    def _reached(self, position: Position) -> Iterator[tuple[int, int]]:
        """How many cards lie in the waste, and in which pass, each time another one is on top."""
        _, _, _, talon, waste, begun = position
        shown, last = set(), min(begun + 1, self._passes)
        while talon:
            if waste and waste not in shown:
                shown.add(waste)
                yield waste, begun
            if waste < len(talon):
                waste = min(waste + self._draw, len(talon))
            elif begun < last:
                waste, begun = min(self._draw, len(talon)), begun + 1
            else:
                return

    def _come_back(
        self, position: Position, tops: dict[int, int], open_tops: int, empty: int
    ) -> Iterator[tuple[How, Position]]:
        """Cards from the foundations (KL-Q10)."""
        runs, downs, up, talon, waste, begun = position
        for suit, rank in enumerate(up):
            card = 4 * (rank - 1) + suit
            if rank:
                targets = list(self._targets(PARENTS[card] & open_tops, tops))
                if empty >= 0 and (card >= KINGS or self._loose):
                    targets.append(empty)
                lower = (*up[:suit], rank - 1, *up[suit + 1 :])
                for target in targets:
                    placed = (*runs[:target], runs[target] + bytes((card,)), *runs[target + 1 :])
                    yield (-1, 0, card, target, -1), (placed, downs, lower, talon, waste, begun)

    # ------------------------------------------------------------------ the line

    def _line(self, path: Sequence[How], won: Position) -> tuple[Move, ...]:
        """The moves of the rules that make up a path to a position that is won. Then all that is left goes
        up."""
        _, _, _, talon, waste, begun = self._start
        left = len(talon)
        moves: list[Move] = []
        for then, passes, card, place, under in path:
            if then >= 0:
                while (waste, begun) != (then, passes):
                    if waste < left:
                        moves.append(Move("draw"))
                        waste = min(waste + self._draw, left)
                    else:
                        moves.append(Move("recycle"))
                        waste, begun = 0, begun + 1
                waste, left = waste - 1, left - 1
            moves.append(_play(card, place))
            if under >= 0:
                moves.append(_play(under, FOUNDATION))
        if sum(won[2]) < 4 * KING:
            moves.append(Move("finish"))
        return tuple(moves)


def _number(card: Card) -> int:
    return 4 * (card.rank - 1) + SUITS.index(card.suit)


def _play(card: int, place: int) -> Move:
    suit = SUITS[card & 3]
    return Move(
        "play",
        (RANKS[card >> 2] + suit, f"foundation-{suit}" if place == FOUNDATION else f"column-{place + 1}"),
    )


def _path(came: Sequence[tuple[int, How]]) -> list[How]:
    """How the last position came about, from the start on."""
    path, at = [], len(came) - 1
    while at > 0:
        at, how = came[at]
        path.append(how)
    return path[::-1]


def _is_safe(card: int, up: Ranks) -> bool:
    """Whether nothing that is still to come up can need the card in a column.

    The cards that fit on it are up, or can go up instead as soon as they are to be had: then neither they
    nor what fits on them has to wait there.
    """
    suit, rank = card & 3, (card >> 2) + 1
    other = min(up[2:]) if suit < 2 else min(up[:2])
    return rank <= 2 or other >= rank - 1 or (other == rank - 2 and up[suit ^ 1] >= rank - 3)


def _raised(up: Ranks, card: int) -> Ranks:
    suit = card & 3
    return (*up[:suit], up[suit] + 1, *up[suit + 1 :])


def _without(talon: bytes, waste: int) -> tuple[bytes, int]:
    """Waste and stock without the top card of the waste."""
    return talon[: waste - 1] + talon[waste:], waste - 1
