"""How the unseen cards of a Spades deal may lie: samples that agree with all that one seat has seen."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from kingscorners.players.spades_bids import MARGIN, nil_risk, tricks
from kingscorners.players.spades_table import SIDE_SUITS, SPADES, Table, each

HIGH_SPADES = 3 << 50
"""The ace and the king: nobody bids Nil with one of them."""
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
        groups = []
        for group in (*SIDE_SUITS, SPADES & ~HIGH_SPADES, HIGH_SPADES):
            takers = [other for other in others if not table.void[other] & group]
            if group == HIGH_SPADES:
                takers = [other for other in takers if table.bids[other]] or takers
            groups.append((tuple(takers), each(unseen & group)))
        # What fits in few hands is dealt first.
        self._groups = sorted(groups, key=lambda group: len(group[0]))
        self._samples = 2 if all(table.bids[other] for other in others) else 3
        seen = repr((seat, self._own, table.alive, shown, table.bids))
        self._chance = int.from_bytes(hashlib.sha256(seen.encode()).digest()[:8], "big")

    def deal(self, count: int) -> Iterator[list[int]]:
        """So many deals, hands by seat; fewer where none is found; each the likeliest of a few."""
        for _ in range(count):
            found = [hands for _ in range(self._samples) if (hands := self._hands())]
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
        for seats, cards in self._groups:
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
