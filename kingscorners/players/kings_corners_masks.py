"""King's Corners as bit masks: the game of the rules again, many times as fast, for simulations.

Every card belongs to one of two strands of alternating colours (red King, black Queen, red Jack ... and the
other way round). It lies in the *slot* of its rank in its strand, so a card fits on another exactly when its
slot is the one below. A set of cards is a number with one bit a card; those of a slot have neighbouring bits.

Each of the eight places accepts such a set. All eight sets stand side by side in one number, so that a
multiplication and an `&` give all legal moves. A move is the bit of a place and a card: a card of the hand is
played there, the bottom card of a side pile stands for the whole pile. Bit 0, which is no card, is the end.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from kingscorners.cards import ACE, DECK, KING

DEPTH = 14
SLOTS = 2 * DEPTH
"""Two strands of thirteen ranks. The lowest slot of each stays empty: nothing fits on an ace."""

SIDES, CORNERS = 4, 4
PLACES = SIDES + CORNERS
"""The places are north, east, south and west, then the corners clockwise from the northeast."""

HAND = 7
END = 0


SLOT = {card: (card.rank + card.red) % 2 * DEPTH + card.rank for card in DECK}
"""The slot of a card: `SLOT[a] + 1 == SLOT[b]` exactly when `a` fits on `b` (KA6)."""


class Tables:
    """What follows from the options alone. Where `spaces` is an index, it has a bit for every empty place."""

    def __init__(self, decks: int, side_kings: str, side_space_accepts_king: bool) -> None:
        copies = 2 * decks
        self.width = SLOTS * copies
        self.one_place = (1 << self.width) - 2
        """All bits of a place but the lowest, which is no card's: that of the first place ends the turn."""
        self.everywhere = sum(1 << place * self.width for place in range(PLACES))
        self.cards = {
            1 << SLOT[card] * copies + (card.suit in "hs") * decks + again: card
            for card in DECK
            for again in range(decks)
        }
        """By bit. Of equal cards the second has an odd bit, next to that of the first."""
        self.accepted = {
            bit: ((1 << copies) - 1) << (SLOT[card] - 1) * copies if card.rank > ACE else 0
            for bit, card in self.cards.items()
        }
        """What fits on a card."""
        every = sum(self.cards)
        self.kings = sum(bit for bit, card in self.cards.items() if card.rank == KING)
        self.seconds = 0 if decks == 1 else every // 3 * 2 * self.everywhere
        wide = {bit: bit * self.everywhere for bit in self.cards}
        self.moves: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)] * (PLACES * self.width)
        """By move: the place, the card's bit in all places, all bits of other places, what fits then."""
        for place in range(PLACES):
            others = ~self._at([place], self.one_place)
            for bit in self.cards:
                move = (place, wide[bit], others, self._at([place], self.accepted[bit]))
                self.moves[bit.bit_length() - 1 + place * self.width] = move
        self.occupied: list[int] = []
        self.inviting: list[int] = []
        """What the empty places accept."""
        self.landing: list[int] = []
        """Where piles may go: to others, one led by a King to an empty corner too if the players move it."""
        for spaces in range(1 << PLACES):
            empty = [place for place in range(PLACES) if spaces >> place & 1]
            sides, corners = [p for p in empty if p < SIDES], [p for p in empty if p >= SIDES]
            kings_too = side_space_accepts_king or (decks == 2 and not corners)
            self.occupied.append(self._at({*range(PLACES)} - {*empty}, self.one_place))
            self.inviting.append(
                1
                | self._at(sides, every if kings_too else every & ~self.kings)
                | self._at(corners, self.kings)
            )
            self.landing.append(
                self.occupied[-1] | (self._at(corners, self.kings) if side_kings == "player_move" else 0)
            )

    def _at(self, places: Iterable[int], some: int) -> int:
        """The same cards in some places."""
        return sum(some << place * self.width for place in places)


_tables = cache(Tables)


def tables(options: Any) -> Tables:
    """The tables of these options."""
    return _tables(options.decks, options.side_kings, options.side_space_accepts_king)


class MaskDeal:
    """One deal at one moment. Moves change it in place; a `copy` is the way back.

    `hand` is the hand on turn, `hands` are all hands as they were when each seat's last turn ended. In these
    and in `stock`, whose last card is the next to be drawn, a card has its bit in all places at once.
    """

    __slots__ = (
        "_drawing", "_kings_first", "accept", "bottoms", "drew", "ended", "hand", "hands", "known",
        "movable", "moved", "passes", "spaces", "stock", "turn",
    )  # fmt: skip

    def __init__(self, options: Any, order: Sequence[int], seats: int) -> None:
        """Deal the bits of all cards in this order, one card at a time from seat 0, who begins."""
        self.known = known = tables(options)
        self._drawing, self._kings_first = options.draw, options.kings_must_be_played
        dealt = HAND * seats
        self.hands = [sum(order[seat:dealt:seats]) * known.everywhere for seat in range(seats)]
        self.turn, self.hand = 0, self.hands[0]
        self.passes, self.moved, self.drew, self.ended = 0, False, False, ""
        stock = list(order[: dealt - 1 : -1])
        cross = [stock.pop() for _ in range(SIDES)]
        kings: list[int] = []
        if options.side_kings == "auto_at_deal":
            # A King goes to a corner, the next card takes its place (KC-Q1).
            for side in range(SIDES):
                while cross[side] & known.kings and len(kings) < CORNERS:
                    kings.append(cross[side])
                    cross[side] = stock.pop()
        self.stock = [card * known.everywhere for card in stock]
        self.bottoms = tuple(cross)
        self.spaces = (1 << PLACES) - (1 << SIDES + len(kings))
        self.accept = 0
        for place, card in enumerate(cross + kings):
            self.accept |= known.accepted[card] << place * known.width
        self._settle()
        if self._drawing != "end":
            self._begin_turn()

    def copy(self) -> MaskDeal:
        """The same moment again, to try moves and come back."""
        twin = copy.copy(self)
        twin.hands, twin.stock = self.hands.copy(), self.stock.copy()
        return twin

    def legal(self) -> int:
        """All legal moves: a set with one bit a move."""
        hand, known = self.hand, self.known
        if known.seconds:
            # Equal cards are one move.
            hand &= ~(hand << 1 & known.seconds)
        if self._kings_first and (kings := hand & known.kings * known.everywhere & self.accept):
            return kings
        return (hand | self.movable) & self.accept

    def random_move(self, random: Callable[[], float]) -> int:
        """One of the legal moves, each as likely as the others. `random` gives numbers from 0 up to 1."""
        legal = self.legal()
        if legal == 1:
            return END
        skip = random() * legal.bit_count()
        while skip >= 1:
            legal &= legal - 1
            skip -= 1
        return (legal & -legal).bit_length() - 1

    def apply(self, move: int) -> None:
        """Carry out a legal move."""
        if move == END:
            self._end_turn()
            return
        place, card, others, below = self.known.moves[move]
        self.moved = True
        if self.hand & card:
            self.hand ^= card
            if not self.hand:
                self.ended = "out"
                self.hands[self.turn] = 0
            if self.spaces >> place & 1:
                self._fill(place, card & self.known.one_place)
        else:
            below = self._carry(card & self.known.one_place, place)
        self.accept = self.accept & others | below
        if not below and place >= SIDES and self.known.seconds:
            # A corner from King to ace is cleared (KC-Q24).
            self.spaces |= 1 << place
            self._settle()

    def points(self) -> list[int]:
        """What each hand costs: a King 10, any other card 1 (KA11)."""
        known = self.known
        cards = [hand & known.one_place for hand in self.hands]
        return [hand.bit_count() + 9 * (hand & known.kings).bit_count() for hand in cards]

    def _fill(self, place: int, card: int) -> None:
        self.spaces ^= 1 << place
        if place < SIDES:
            self.bottoms = (*self.bottoms[:place], card, *self.bottoms[place + 1 :])
        self._settle()

    def _carry(self, bottom: int, place: int) -> int:
        """Empty the side with that bottom card; what its top card accepts, at the place it goes to."""
        known, source = self.known, self.bottoms.index(bottom)
        below = (self.accept >> source * known.width & known.one_place) << place * known.width
        self.bottoms = (*self.bottoms[:source], 0, *self.bottoms[source + 1 :])
        self.spaces = (self.spaces | 1 << source) & ~(1 << place)
        self._settle()
        return below

    def _settle(self) -> None:
        """After places became empty or filled: what the empty ones accept, and which piles may go where."""
        known, spaces = self.known, self.spaces
        self.accept = self.accept & known.occupied[spaces] | known.inviting[spaces]
        self.movable = sum(self.bottoms) * known.everywhere & known.landing[spaces] | 1

    def _begin_turn(self) -> None:
        """Draw first (KB5), or only when nothing can be moved (KC-Q22)."""
        if self.stock and (self._drawing == "start" or self.legal() == 1):
            self.hand |= self.stock.pop()
            self.drew = True

    def _end_turn(self) -> None:
        """Draw (KA10); as many passes in a row as there are players are a stalemate (KC-Q14)."""
        if self.stock and self._drawing == "end":
            self.hand |= self.stock.pop()
            self.passes = 0
        else:
            self.passes = 0 if self.moved or self.drew else self.passes + 1
        self.hands[self.turn] = self.hand
        if self.passes == len(self.hands):
            self.ended = "stalemate"
            return
        self.turn = (self.turn + 1) % len(self.hands)
        self.hand = self.hands[self.turn]
        self.moved = self.drew = False
        if self._drawing != "end":
            self._begin_turn()
