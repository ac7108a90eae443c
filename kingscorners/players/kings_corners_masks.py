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

from kingscorners.cards import DECK, KING, Card

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
        self.decks = decks
        self.width = width = SLOTS * copies
        self.cards: dict[int, Card] = {}
        """By bit. Of two decks' equal cards the second has the odd bit."""
        self.accepted: dict[int, int] = {}
        """What fits on a card."""
        for card in DECK:
            for again in range(decks):
                bit = 1 << SLOT[card] * copies + (card.suit in "hs") * decks + again
                self.cards[bit] = card
                self.accepted[bit] = ((1 << copies) - 1) << (SLOT[card] - 1) * copies if card.rank > 1 else 0
        every = sum(self.cards)
        self.kings = sum(bit for bit, card in self.cards.items() if card.rank == KING)
        self.seconds = sum(bit for bit in self.cards if bit.bit_length() % 2 == 0) if decks == 2 else 0
        self.everywhere = sum(1 << place * width for place in range(PLACES))
        # All but the lowest bit, which is no card's: that of the first place ends the turn.
        self.one_place = (1 << width) - 2
        self.moves = [(0, 0, 0, 0)] * (PLACES * width)
        """By move: the place, the card's bit, all bits of other places, what the card then accepts there."""
        for place in range(PLACES):
            for bit in self.cards:
                others = ~(self.one_place << place * width)
                self.moves[bit.bit_length() - 1 + place * width] = (
                    place, bit, others, self.accepted[bit] << place * width
                )  # fmt: skip
        self.occupied, self.inviting, self.landing = [], [], []
        corners = range(SIDES, PLACES)
        for spaces in range(1 << PLACES):
            empty = [place for place in range(PLACES) if spaces >> place & 1]
            free_corners = [place for place in empty if place in corners]
            kings_anywhere = side_space_accepts_king or (decks == 2 and not free_corners)
            at_side = every if kings_anywhere else every & ~self.kings
            self.occupied.append(self._at(set(range(PLACES)) - set(empty), self.one_place))
            self.inviting.append(
                1 | self._at(set(empty) - set(corners), at_side) | self._at(free_corners, self.kings)
            )
            landable = self._at(free_corners, self.kings) if side_kings == "player_move" else 0
            self.landing.append(1 | self.occupied[-1] | landable)

    def _at(self, places: Iterable[int], some: int) -> int:
        return sum(some << place * self.width for place in places)


_tables = cache(Tables)


def tables(options: Any) -> Tables:
    """The tables of these options."""
    return _tables(options.decks, options.side_kings, options.side_space_accepts_king)


class MaskDeal:
    """One deal at one moment. Moves change it in place; a `copy` is the way back."""

    __slots__ = (
        "_drawing", "_kings_first", "_tables", "accept", "bottoms", "drawn", "drew", "ended", "hands",
        "movable", "moved", "passes", "spaces", "stock", "turn",
    )  # fmt: skip

    def __init__(self, options: Any, order: Sequence[int], seats: int) -> None:
        """Deal the bits of all cards in this order, one card at a time from seat 0, who begins."""
        self._tables, self._drawing, self._kings_first = (
            tables(options),
            options.draw,
            options.kings_must_be_played,
        )
        dealt = HAND * seats
        self.hands = [sum(order[seat:dealt:seats]) for seat in range(seats)]
        self.turn = self.passes = self.drawn = 0
        self.moved = self.drew = False
        self.ended = ""
        cross, self.stock = order[dealt : dealt + SIDES], order[dealt + SIDES :]
        kings: list[int] = []
        if options.side_kings == "auto_at_deal":
            cross = [self._turned_up(card, kings) for card in cross]
        self.bottoms = tuple(cross)
        self.spaces = (1 << PLACES) - (1 << SIDES + len(kings))
        self.accept = 0
        for place, card in [*enumerate(cross), *enumerate(kings, SIDES)]:
            self.accept |= self._tables.accepted[card] << place * self._tables.width
        self._settle()
        self._begin_turn()

    def _turned_up(self, card: int, kings: list[int]) -> int:
        """What lies on a side in the end: a King goes to a corner, the next card takes its place (KC-Q1)."""
        while card & self._tables.kings and len(kings) < CORNERS:
            kings.append(card)
            card = self.stock[0]
            self.stock = self.stock[1:]
        return card

    def copy(self) -> MaskDeal:
        """The same moment again, to try moves and come back."""
        twin = copy.copy(self)
        twin.hands = self.hands.copy()
        return twin

    def legal(self) -> int:
        """All legal moves: a set with one bit a move."""
        hand = self.hands[self.turn]
        if self._tables.seconds:
            # Equal cards are one move.
            hand &= ~(hand << 1 & self._tables.seconds)
        if self._kings_first:
            kings = (hand & self._tables.kings) * self._tables.everywhere & self.accept
            if kings:
                return kings
        return (hand * self._tables.everywhere | self.movable) & self.accept

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
        place, card, others, below = self._tables.moves[move]
        hand = self.hands[self.turn]
        self.moved = True
        if hand & card:
            self.hands[self.turn] = hand = hand ^ card
            if not hand:
                self.ended = "out"
            if self.spaces >> place & 1:
                self._fill(place, card)
        else:
            below = self._carry(card, place)
        self.accept = self.accept & others | below
        if not below and self._tables.decks == 2 and place >= SIDES:
            # A corner from King to ace is cleared (KC-Q24).
            self.spaces |= 1 << place
            self._settle()

    def points(self) -> list[int]:
        """What each hand costs: a King 10, any other card 1 (KA11)."""
        kings = self._tables.kings
        return [hand.bit_count() + 9 * (hand & kings).bit_count() for hand in self.hands]

    def _fill(self, place: int, card: int) -> None:
        self.spaces ^= 1 << place
        if place < SIDES:
            self.bottoms = (*self.bottoms[:place], card, *self.bottoms[place + 1 :])
        self._settle()

    def _carry(self, bottom: int, place: int) -> int:
        """Empty the side with that bottom card; what its top card accepts, at the place it goes to."""
        tables, source = self._tables, self.bottoms.index(bottom)
        below = (self.accept >> source * tables.width & tables.one_place) << place * tables.width
        self.bottoms = (*self.bottoms[:source], 0, *self.bottoms[source + 1 :])
        self.spaces = (self.spaces | 1 << source) & ~(1 << place)
        self._settle()
        return below

    def _settle(self) -> None:
        """After places became empty or filled: what the empty ones accept, and which piles may go where."""
        tables, spaces = self._tables, self.spaces
        self.accept = self.accept & tables.occupied[spaces] | tables.inviting[spaces]
        self.movable = sum(self.bottoms) * tables.everywhere & tables.landing[spaces] | 1

    def _draw(self) -> None:
        if self.drawn < len(self.stock):
            self.hands[self.turn] |= self.stock[self.drawn]
            self.drawn += 1
            self.drew = True

    def _begin_turn(self) -> None:
        """Draw first (KB5), or only when nothing can be moved (KC-Q22)."""
        if self._drawing == "start" or (self._drawing == "when_stuck" and self.legal() == 1):
            self._draw()

    def _end_turn(self) -> None:
        """Draw (KA10); as many passes in a row as there are players are a stalemate (KC-Q14)."""
        if self._drawing == "end":
            self._draw()
        self.passes = 0 if self.moved or self.drew else self.passes + 1
        if self.passes == len(self.hands):
            self.ended = "stalemate"
            return
        self.turn = (self.turn + 1) % len(self.hands)
        self.moved = self.drew = False
        if self._drawing != "end":
            self._begin_turn()
