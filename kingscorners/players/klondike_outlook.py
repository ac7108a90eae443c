"""Whether anything useful is left to do in Klondike, told only where it is certain (KL-Q14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kingscorners.cards import KING, SUITS, Card
from kingscorners.game import View
from kingscorners.players.klondike import fits

BOUND = 1_000
"""Moves tried before giving up: some hundredths of a second, within which nearly all is told that can be."""

Cards = tuple[Card, ...]


class Position(NamedTuple):
    """The open cards of each column, the ranks on the foundations by `SUITS`, waste and stock in the order in
    which they are drawn, how many of them lie in the waste, and how often it may be turned over (-1: without
    end)."""

    columns: tuple[Cards, ...]
    up: tuple[int, ...]
    talon: Cards
    waste: int
    turns: int


def hopeless(view: View, bound: int = BOUND) -> bool:
    """Whether it is certain that no sequence of moves is of any use.

    One is of use after which a foundation is higher than it is now, or a card is turned up that lies face
    down in a column; whoever can do neither cannot win. As long as there is a stock nothing is certain: a
    card that is drawn could help. From an empty one on, every card that can come to lie open before something
    useful is done lies open now, so all that can be done is gone through: all moves of the rules but `finish`
    and `resign`, also those that only go to and fro. `False` also where more than `bound` moves would have
    to be tried.
    """
    if not view.legal or view.between_deals or "halt" in view.facts or view.cards("stock"):
        return False
    return _Search(view).finds_nothing(bound)


class _Search:
    def __init__(self, view: View) -> None:
        columns = [zone.cards for zone in view.zones if zone.kind == "column"]
        self._down = [cards.count(None) for cards in columns]
        self._options = view.options
        waste = _known(view.cards("waste"))
        self._start = Position(
            tuple(map(_known, columns)),
            tuple(len(view.cards(f"foundation-{suit}")) for suit in SUITS),
            waste,
            len(waste),
            int(view.facts.get("passes", -1)),
        )

    def finds_nothing(self, bound: int) -> bool:
        """Whether all positions were gone through and nothing useful was met."""
        seen, left, tried = {self._key(self._start)}, [self._start], 0
        while left:
            for after in self._after(left.pop()):
                tried += 1
                if after is None or tried > bound:
                    return False
                if (key := self._key(after)) not in seen:
                    seen.add(key)
                    left.append(after)
        return True

    def _key(self, position: Position) -> object:
        """Columns without hidden cards can change places."""
        columns = zip(self._down, position.columns, strict=True)
        fixed = [cards if down else None for down, cards in columns]
        loose = sorted(
            cards for down, cards in zip(self._down, position.columns, strict=True) if not down and cards
        )
        return tuple(fixed), tuple(loose), position[1:]

    def _after(self, position: Position) -> Iterator[Position | None]:
        """All that can come next; `None` for something useful."""
        for at, cards in enumerate(position.columns):
            for start in range(len(cards) - 1, -1, -1):
                left = self._with(position, at, cards[:start])
                whole = start == 0
                if start == len(cards) - 1:
                    yield from self._up(left, cards[-1], turns=whole and self._down[at] > 0)
                if whole or not self._options.whole_run_only:
                    for target in self._takes(position, cards[start]):
                        if whole and self._down[at]:
                            yield None
                        elif not whole or position.columns[target]:
                            yield self._with(left, target, position.columns[target] + cards[start:])
        for waste, turns in self._shown(position):
            card = position.talon[waste - 1]
            talon = position.talon[: waste - 1] + position.talon[waste:]
            rest = position._replace(talon=talon, waste=waste - 1, turns=turns)
            yield from self._up(rest, card)
            yield from self._onto(rest, card)
        if self._options.foundation_take_back:
            for at, suit in enumerate(SUITS):
                if rank := position.up[at]:
                    lower = (*position.up[:at], rank - 1, *position.up[at + 1 :])
                    yield from self._onto(position._replace(up=lower), Card(rank, suit))

    def _with(self, position: Position, at: int, cards: Cards) -> Position:
        columns = position.columns
        return position._replace(columns=(*columns[:at], cards, *columns[at + 1 :]))

    def _takes(self, position: Position, card: Card) -> Iterator[int]:
        """The columns that take a card: those whose top card it fits, and one that is empty."""
        empty = card.rank == KING or self._options.empty_column == "any"
        for at, cards in enumerate(position.columns):
            if cards:
                if fits(card, cards[-1]):
                    yield at
            elif empty:
                yield at
                empty = False

    def _onto(self, position: Position, card: Card) -> Iterator[Position]:
        for at in self._takes(position, card):
            yield self._with(position, at, (*position.columns[at], card))

    def _up(self, left: Position, card: Card, *, turns: bool = False) -> Iterator[Position | None]:
        """A card sent to its foundation, of use where that was never so high or a card is turned up."""
        at = SUITS.index(card.suit)
        if left.up[at] == card.rank - 1:
            useful = turns or card.rank > self._start.up[at]
            yield None if useful else left._replace(up=(*left.up[:at], card.rank, *left.up[at + 1 :]))

    def _shown(self, position: Position) -> Iterator[tuple[int, int]]:
        """How many cards lie in the waste, and what turns are left, each time that another one is on top.

        Once the waste has been turned over and gone through, nothing new comes.
        """
        waste, turns, shown, end = position.waste, position.turns, set(), len(position.talon)
        again = turns != 0
        while True:
            if waste and waste not in shown:
                shown.add(waste)
                yield waste, turns
            if waste < end:
                waste = min(waste + self._options.draw, end)
            elif again and end:
                waste, turns, again = 0, max(turns - 1, -1), False
            else:
                return


def _known(cards: tuple[Card | None, ...]) -> Cards:
    return tuple(card for card in cards if card is not None)
