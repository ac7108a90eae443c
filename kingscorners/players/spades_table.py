"""A deal of Spades as integers, for the computer players: what lies where, whose turn it is, who needs what.

A card is one bit of 52: clubs lowest, then diamonds, hearts and spades, in each suit from the two to the ace.
So a spade is a greater number than any other card, and within a trick the greater of two numbers takes it, as
long as both are spades or of the suit led.
"""

from __future__ import annotations

from kingscorners.cards import ACE, DECK, KING, SUITS

BIT = {
    card: 1 << 13 * SUITS.index(card.suit) + (KING + 1 if card.rank == ACE else card.rank) - 2
    for card in DECK
}
CARD = {bit: card for card, bit in BIT.items()}
ALL = (1 << 52) - 1
SUIT_MASKS = tuple(0x1FFF << 13 * suit for suit in range(4))
SPADES = SUIT_MASKS[3]
SIDE_SUITS = SUIT_MASKS[:3]
SUIT = {bit: mask for bit in CARD for mask in SUIT_MASKS if bit & mask}
"""The whole suit that a card belongs to."""


def each(cards: int) -> list[int]:
    """The cards of a set, the lowest first."""
    found = []
    while cards:
        found.append(cards & -cards)
        cards &= cards - 1
    return found


class Table:
    """One deal, changed by every card that is played.

    `hands` are by seat (0 where they are not known), `alive` is all that has not been played; `void` are the
    suits that a seat has shown not to hold. `need` is by side what is missing to its contract, `nil` the
    seats (as bits) whose Nil still holds, `left` the tricks to be played with the one on the table.
    """

    __slots__ = (
        "alive",
        "barred",
        "best",
        "best_seat",
        "bids",
        "broken",
        "greedy",
        "hands",
        "helps",
        "led",
        "left",
        "need",
        "nil",
        "on_table",
        "took",
        "turn",
        "void",
    )

    def __init__(
        self,
        hands: list[int],
        bids: list[int],
        first: int,
        *,
        helps: bool = False,
        barred: bool = False,
        greedy: bool = False,
    ) -> None:
        """A deal before its first card.

        `helps`: a failed Nil's tricks count for the contract; `barred`: no spade on the first trick;
        `greedy`: a trick too many costs nothing.
        """
        self.hands = hands
        self.bids = bids
        self.alive = ALL
        self.void = [0, 0, 0, 0]
        self.took = [0, 0, 0, 0]
        self.need = [bids[0] + bids[2], bids[1] + bids[3]]
        self.nil = sum(1 << seat for seat in range(4) if not bids[seat])
        self.left = 13
        self.broken = False
        self.helps = helps
        self.barred = barred
        self.greedy = greedy
        self.turn = first
        self.on_table = 0
        self.led = 0
        self.best = 0
        self.best_seat = first

    def copy(self, hands: list[int]) -> Table:
        """The same moment with these hands."""
        twin: Table = object.__new__(Table)
        twin.hands, twin.bids, twin.alive, twin.left = hands, self.bids, self.alive, self.left
        twin.void, twin.took, twin.need = self.void[:], self.took[:], self.need[:]
        twin.nil, twin.broken, twin.helps, twin.barred = self.nil, self.broken, self.helps, self.barred
        twin.greedy = self.greedy
        twin.turn, twin.on_table, twin.led = self.turn, self.on_table, self.led
        twin.best, twin.best_seat = self.best, self.best_seat
        return twin

    def legal(self) -> int:
        """The cards that the seat on turn may play."""
        hand = self.hands[self.turn]
        if not self.led:
            return hand if self.broken else hand & ~SPADES or hand
        if following := hand & self.led:
            return following
        return hand & ~SPADES or hand if self.barred and self.left == 13 else hand

    def choices(self) -> list[int]:
        """The legal cards that make a difference: of those with nothing unseen between them the lowest."""
        legal, before, found = self.legal(), 0, []
        others = self.alive & ~self.hands[self.turn] | self.best
        while legal:
            card = legal & -legal
            legal ^= card
            if not (before and SUIT[before] & card and not others & (card - 1) & -(before << 1)):
                found.append(card)
            before = card
        return found

    def play(self, card: int) -> None:
        """The seat on turn plays a card."""
        seat = self.turn
        self.alive ^= card
        self.hands[seat] &= ~card
        if card & SPADES:
            self.broken = True
        if not self.led:
            self.led, self.best, self.best_seat, self.on_table = SUIT[card], card, seat, 1
            self.turn = seat + 1 & 3
            return
        if not card & self.led:
            self.void[seat] |= self.led
        if card > self.best and card & (self.led | SPADES):
            self.best, self.best_seat = card, seat
        if self.on_table < 3:
            self.on_table += 1
            self.turn = seat + 1 & 3
            return
        winner = self.best_seat
        self.took[winner] += 1
        if self.bids[winner] or self.helps:
            self.need[winner & 1] -= 1
        self.nil &= ~(1 << winner)
        self.left -= 1
        self.led = self.on_table = self.best = 0
        self.turn = winner
