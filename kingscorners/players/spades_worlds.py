"""How the unseen cards of a Spades deal may lie: samples that agree with all that one seat has seen."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from kingscorners.players.spades_bids import MARGIN, nil_risk, tricks
from kingscorners.players.spades_table import SUIT_MASKS, Table

TRIES = 12
"""So often a way to deal the cards is looked for before it is given up."""
MODULUS, FACTOR, STEP = 1 << 64, 6364136223846793005, 1442695040888963407
"""Knuth's linear congruential generator: the same numbers in every process for the same view."""


class Worlds:
    """Deals the cards that `seat` does not see. `shown` is what each seat has played."""

    def __init__(self, table: Table, seat: int, shown: list[int]) -> None:
        self._bids = table.bids
        self._own = (seat, table.hands[seat])
        self._shown = shown
        unseen = table.alive & ~table.hands[seat]
        others = [other for other in range(4) if other != seat]
        self._sizes = [0, 0, 0, 0]
        for other in others:
            self._sizes[other] = 13 - shown[other].bit_count()
        by_suit = [
            (tuple(other for other in others if not table.void[other] & suit), _each(unseen & suit))
            for suit in SUIT_MASKS
        ]
        # What fits in few hands is dealt first.
        self._by_suit = sorted(by_suit, key=lambda suit: len(suit[0]))
        seen = repr((seat, self._own, table.alive, shown, table.bids))
        self._chance = int.from_bytes(hashlib.sha256(seen.encode()).digest()[:8], "big")

    def deal(self, count: int) -> Iterator[list[int]]:
        """So many deals, hands by seat; fewer where none is found. Of two the likelier is taken each time."""
        for _ in range(count):
            found = [hands for hands in (self._hands(), self._hands()) if hands]
            if found:
                yield max(found, key=self._likelihood)

    def _hands(self) -> list[int] | None:
        for _ in range(TRIES):
            if hands := self._one_try():
                return hands
        return None

    def _one_try(self) -> list[int] | None:
        hands, room = [0, 0, 0, 0], self._sizes[:]
        hands[self._own[0]] = self._own[1]
        chance = self._chance
        for seats, cards in self._by_suit:
            for card in cards:
                total = sum([room[seat] for seat in seats])
                if not total:
                    self._chance = chance
                    return None
                chance = (chance * FACTOR + STEP) % MODULUS
                at = (chance >> 33) % total
                for seat in seats:
                    at -= room[seat]
                    if at < 0:
                        hands[seat] |= card
                        room[seat] -= 1
                        break
        self._chance = chance
        return hands

    def _likelihood(self, hands: list[int]) -> float:
        """How well the bids fit the hands that the players would have had."""
        likely = 0.0
        for seat, bid in enumerate(self._bids):
            if seat != self._own[0]:
                hand = hands[seat] | self._shown[seat]
                likely -= (tricks(hand) - MARGIN - bid) ** 2 if bid else 6 * nil_risk(hand)
        return likely


def _each(cards: int) -> list[int]:
    """The cards of a set, the lowest first."""
    found = []
    while cards:
        found.append(cards & -cards)
        cards &= cards - 1
    return found
