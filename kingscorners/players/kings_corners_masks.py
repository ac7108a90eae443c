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
END, STOP = 0, -1


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
        self.wide = {bit: bit * self.everywhere for bit in self.cards}
        """The bits of a card in all places."""
        self.moves: list[tuple[int, int, int, int, int]] = [(0, 0, 0, 0, 0)] * (PLACES * self.width)
        """By move: the place and its bit, the card's bit in all places, all bits of other places, what fits
        then."""
        for place in range(PLACES):
            others = ~self._at([place], self.one_place)
            for bit in self.cards:
                move = (place, 1 << place, self.wide[bit], others, self._at([place], self.accepted[bit]))
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

    In `hands`, in `stock`, of which the last card is drawn next, and in `bottoms`, where 0 is an empty side,
    a card has its bit in all places at once. `ended` is as in the rules.
    """

    __slots__ = (
        "_drawing", "_kings_first", "accept", "bottoms", "drew", "ended", "hands", "known", "movable",
        "moved", "passes", "spaces", "stock", "turn",
    )  # fmt: skip

    def __init__(self, options: Any, order: Sequence[int], seats: int) -> None:
        """Deal the bits of all cards in this order, one card at a time from seat 0, who begins."""
        self.known = known = tables(options)
        self._drawing, self._kings_first = options.draw, options.kings_must_be_played
        self.turn, self.passes, self.moved, self.drew, self.ended = 0, 0, False, False, ""
        dealt = HAND * seats
        self.hands = [sum(order[seat:dealt:seats]) * known.everywhere for seat in range(seats)]
        stock = list(order[: dealt - 1 : -1])
        cross = [stock.pop() for _ in range(SIDES)]
        kings: list[int] = []
        if options.side_kings == "auto_at_deal":
            # A King goes to a corner, the next card takes its place (KC-Q1).
            for side in range(SIDES):
                while cross[side] & known.kings and len(kings) < CORNERS:
                    kings.append(cross[side])
                    cross[side] = stock.pop()
        self.stock = [known.wide[card] for card in stock]
        self.bottoms = [known.wide[card] for card in cross]
        self.spaces = (1 << PLACES) - (1 << SIDES + len(kings))
        self.accept = known.inviting[self.spaces]
        for place, card in enumerate(cross + kings):
            self.accept |= known.accepted[card] << place * known.width
        self.movable = sum(self.bottoms) & known.landing[self.spaces] | 1
        if self._draws_first(self.hands[0], self.accept, self.movable):
            self.hands[0] |= self.stock.pop()
            self.drew = True

    def copy(self) -> MaskDeal:
        """The same moment again, to try moves and come back."""
        twin = copy.copy(self)
        twin.hands, twin.stock, twin.bottoms = self.hands.copy(), self.stock.copy(), self.bottoms.copy()
        return twin

    def legal(self) -> int:
        """All legal moves: a set with one bit a move."""
        return self._legal(self.hands[self.turn], self.accept, self.movable)

    def points(self) -> list[int]:
        """What each hand costs: a King 10, any other card 1 (KA11)."""
        cards = [hand & self.known.one_place for hand in self.hands]
        return [hand.bit_count() + 9 * (hand & self.known.kings).bit_count() for hand in cards]

    def apply(self, move: int) -> None:
        """Carry out a legal move."""
        moves = iter((move, STOP))
        self.play(lambda legal: next(moves))

    def play(self, choose: Callable[[int], int]) -> None:
        """Carry out what `choose` makes of the legal moves, until it says `STOP` or the deal is over.

        It is one loop, because calls and attributes would take as long again as the moves themselves.
        """
        known, drawing, narrow = self.known, self._drawing, self._kings_first or self.known.seconds
        moves, width, one_place, draws_at_end = known.moves, known.width, known.one_place, drawing == "end"
        occupied, inviting, landing, clears = known.occupied, known.inviting, known.landing, known.seconds
        hands, stock, bottoms, ended = self.hands, self.stock, self.bottoms, self.ended
        turn, passes, moved, drew = self.turn, self.passes, self.moved, self.drew
        hand, accept, movable, spaces = hands[turn], self.accept, self.movable, self.spaces
        carried, last = sum(bottoms), len(hands) - 1
        while not ended:
            move = choose(self._legal(hand, accept, movable) if narrow else (hand | movable) & accept)
            if move > END:
                place, space, card, others, below = moves[move]
                moved, before = True, spaces
                if hand & card:
                    hand ^= card
                    if not hand:
                        ended = "out"
                    if spaces & space:
                        spaces ^= space
                        if place < SIDES:
                            bottoms[place] = card
                            carried |= card
                else:
                    source = bottoms.index(card)
                    bottoms[source] = 0
                    carried ^= card
                    below = (accept >> source * width & one_place) << place * width
                    spaces = spaces & ~space | 1 << source
                accept = accept & others | below
                if not below and clears and place >= SIDES:
                    # A corner from King to ace is cleared (KC-Q24).
                    spaces |= space
                if spaces != before:
                    accept = accept & occupied[spaces] | inviting[spaces]
                    movable = carried & landing[spaces] | 1
            elif move == STOP:
                break
            else:
                if draws_at_end and stock:
                    hand |= stock.pop()
                    passes = 0
                else:
                    passes = 0 if moved or drew else passes + 1
                hands[turn] = hand
                if passes > last:
                    ended = "stalemate"
                    break
                turn = turn + 1 if turn < last else 0
                hand, moved, drew = hands[turn], False, False
                if not draws_at_end and self._draws_first(hand, accept, movable):
                    hand |= stock.pop()
                    drew = True
        hands[turn], self.accept, self.movable, self.spaces = hand, accept, movable, spaces
        self.turn, self.passes, self.moved, self.drew, self.ended = turn, passes, moved, drew, ended

    def _legal(self, hand: int, accept: int, movable: int) -> int:
        known = self.known
        if self._kings_first and (kings := hand & known.kings * known.everywhere & accept):
            hand, movable = kings, 0
        # Equal cards are one move.
        return (hand & ~(hand << 1 & known.seconds) | movable) & accept

    def _draws_first(self, hand: int, accept: int, movable: int) -> bool:
        """Whether a turn begins with a card from the stock (KB5), as it may when nothing fits (KC-Q22)."""
        if self._drawing == "end" or not self.stock:
            return False
        return self._drawing == "start" or (hand | movable) & accept == 1


def at_random(random: Callable[[], float]) -> Callable[[int], int]:
    """Chooses each legal move as often as the others. `random` gives numbers from 0 up to 1."""

    def choose(legal: int) -> int:
        chosen = random() * legal.bit_count() - (legal & 1)
        if chosen < 0:
            return END
        while chosen >= 1:
            legal ^= 1 << legal.bit_length() - 1
            chosen -= 1
        return legal.bit_length() - 1

    return choose
