"""Idiot as the computer players see it: ranks without suits, and the usual way to play.

A height is 0 for a 3 up to 11 for an Ace, 12 for a 2; sets of heights are bits, a hand is counts by height.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1, 2)
HEIGHT = {rank: height for height, rank in enumerate(RANKS)}
TEN, TWO = HEIGHT[10], HEIGHT[2]
PLAIN = (1 << len(RANKS)) - 1 & ~(1 << TEN | 1 << TWO)
FROM = (*(PLAIN & ~((1 << height) - 1) for height in range(TWO)), PLAIN, PLAIN)
"""The plain heights that fit on each top card; the last entry, -1, is for the empty pile."""
DEAR = HEIGHT[12]
"""From a Queen on cards are kept for later while there is a stock."""
BIG = 4
"""A pile of so many cards is worth a 10."""
FIRST = 3.0
"""What winning is worth besides, in players left behind."""

Play = tuple[int, int]
"""A height and how many cards of it."""


def counts(heights: Iterable[int]) -> list[int]:
    """How many cards there are of each height."""
    counted = [0] * len(RANKS)
    for height in heights:
        counted[height] += 1
    return counted


def present(counted: list[int]) -> int:
    """The heights of which there are cards, as bits."""
    return sum(1 << height for height, count in enumerate(counted) if count)


def run_of(pile: list[int]) -> int:
    """How many equal cards lie on top."""
    run = 0
    for height in reversed(pile):
        if height != pile[-1]:
            break
        run += 1
    return run


def usual(mask: int, counted: list[int], pile: list[int], stock: int) -> Play | None:
    """What a sensible player plays: four together, else the lowest that fits, else a 2 or a 10.

    `None` where nothing fits.
    """
    top = pile[-1] if pile else -1
    if top >= 0 and mask >> top & 1 and counted[top] + run_of(pile) == 4:
        return top, counted[top]
    fitting = mask & FROM[top]
    if fitting:
        height = (fitting & -fitting).bit_length() - 1
        return height, 1 if height >= DEAR and stock else counted[height]
    ten, two = mask >> TEN & 1, mask >> TWO & 1
    if ten and (not two or len(pile) >= BIG):
        return TEN, 1
    return (TWO, 1) if two else (TEN, 1) if ten else None


class Table:
    """One way in which all cards may lie, and a match played on from there.

    By seat: `hands` and `ups` as counts, `downs` as heights. The last of `stock` is drawn next.
    """

    def __init__(
        self,
        hands: list[list[int]],
        ups: list[list[int]],
        downs: list[list[int]],
        stock: list[int],
        pile: list[int],
        turn: int,
    ) -> None:
        self.hands = hands
        self.ups = ups
        self.downs = downs
        self.stock = stock
        self.pile = pile
        self.turn = turn
        self.sizes = [sum(hand) for hand in hands]
        self.shown = [sum(up) for up in ups]
        self.masks = [present(hand) for hand in hands]
        self.up_masks = [present(up) for up in ups]
        self.active = [seat for seat in range(len(hands)) if self.left(seat)]

    def left(self, seat: int) -> int:
        """How many cards a seat has."""
        return self.sizes[seat] + self.shown[seat] + len(self.downs[seat])

    def play(self, height: int, count: int) -> None:
        """From the hand, else from the visible cards of the seat on turn."""
        seat = self.turn
        if self.sizes[seat]:
            hand, stock = self.hands[seat], self.stock
            hand[height] -= count
            size = self.sizes[seat] - count
            if not hand[height]:
                self.masks[seat] &= ~(1 << height)
            while size < 3 and stock:
                drawn = stock.pop()
                hand[drawn] += 1
                self.masks[seat] |= 1 << drawn
                size += 1
            self.sizes[seat] = size
        else:
            self.ups[seat][height] -= count
            self.shown[seat] -= count
            if not self.ups[seat][height]:
                self.up_masks[seat] &= ~(1 << height)
        self._lay(height, count)

    def chance(self) -> None:
        """The stock's top card is played or taken."""
        self._turned(self.stock.pop())

    def flip(self) -> None:
        """A hidden card is played or taken."""
        self._turned(self.downs[self.turn].pop())

    def take(self) -> None:
        """The pile goes into the hand."""
        seat, hand = self.turn, self.hands[self.turn]
        for height in self.pile:
            hand[height] += 1
            self.masks[seat] |= 1 << height
        self.sizes[seat] += len(self.pile)
        self.pile = []
        self._next()

    def _turned(self, height: int) -> None:
        top = self.pile[-1] if self.pile else -1
        if (FROM[top] | 1 << TEN | 1 << TWO) >> height & 1:
            self._lay(height, 1)
        else:
            self.pile.append(height)
            self.take()

    def _lay(self, height: int, count: int) -> None:
        seat, pile = self.turn, self.pile
        pile += [height] * count
        burns = height == TEN or (len(pile) > 3 and pile[-2] == pile[-3] == pile[-4] == height)
        if burns:
            self.pile = []
        if not (self.sizes[seat] or self.shown[seat] or self.downs[seat]):
            self._next()
            self.active.remove(seat)
        elif not burns:
            self._next()

    def _next(self) -> None:
        active = self.active
        self.turn = active[(active.index(self.turn) + 1) % len(active)]

    def go_on(self, seat: int, most: int) -> float:
        """How many players `seat` leaves behind when all play as usual, and `FIRST` for who is the first out.

        After so many turns it is estimated from the numbers of cards.
        """
        active = self.active
        first = len(active) == len(self.hands)
        while seat in active and len(active) > 1 and most:
            most -= 1
            turn = self.turn
            if self.sizes[turn]:
                choice = usual(self.masks[turn], self.hands[turn], self.pile, len(self.stock))
            elif self.shown[turn]:
                choice = usual(self.up_masks[turn], self.ups[turn], self.pile, 0)
            else:
                self.flip()
                continue
            if choice:
                self.play(*choice)
            elif self.stock:
                self.chance()
            else:
                self.take()
        if seat not in active:
            return len(active) + (FIRST if first and len(active) == len(self.hands) - 1 else 0)
        own = self.left(seat)
        return sum(self.left(other) / (own + self.left(other)) for other in active if other != seat)
