"""How the unseen cards of a Spades deal may lie: samples that agree with all that one seat has seen."""

from __future__ import annotations

from collections.abc import Iterator

from kingscorners.players.chance import FACTOR, MODULUS, STEP, beginning
from kingscorners.players.spades_bids import MARGIN, nil_risk, tricks
from kingscorners.players.spades_table import SIDE_SUITS, SPADES, Table, each

HIGH_SPADES = 3 << 50
"""The ace and the king: nobody bids Nil with one of them."""


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
        self._may_hold = [0, 0, 0, 0]
        for group in (*SIDE_SUITS, SPADES & ~HIGH_SPADES, HIGH_SPADES):
            takers = [other for other in others if not table.void[other] & group]
            if group == HIGH_SPADES:
                takers = [other for other in takers if table.bids[other]] or takers
            groups.append((tuple(takers), each(unseen & group)))
            for taker in takers:
                self._may_hold[taker] |= group
        # What fits in few hands is dealt first.
        self._groups = sorted(groups, key=lambda group: len(group[0]))
        self._samples = 2 if all(table.bids[other] for other in others) else 3
        seen = repr((seat, self._own, table.alive, shown, table.bids))
        self._chance = beginning(seen)

    def deal(self, count: int) -> Iterator[list[int]]:
        """So many deals, hands by seat; fewer where none is found; each the likeliest of a few."""
        for _ in range(count):
            found = [hands for _ in range(self._samples) if (hands := self._hands())]
            if found:
                yield max(found, key=self._likelihood)

    def _hands(self) -> list[int] | None:
        """Every card goes to one of those who may hold it, the likelier the more room there is."""
        hands, room = [0, 0, 0, 0], self._sizes[:]
        hands[self._own[0]] = self._own[1]
        chance = self._chance
        for seats, cards in self._groups:
            for card in cards:
                total = sum([room[seat] for seat in seats])
                if not total:
                    if not any(self._made_room(seat, hands, room, {seat}) for seat in seats):
                        return None
                    total = 1
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

    def _made_room(self, seat: int, hands: list[int], room: list[int], asked: set[int]) -> bool:
        """Let a full hand give one of its cards to another, which may have to give one away before."""
        for other, may_hold in enumerate(self._may_hold):
            fitting = hands[seat] & may_hold
            if fitting and other not in asked:
                if not room[other] and not self._made_room(other, hands, room, {*asked, other}):
                    continue
                card = fitting & -fitting
                hands[seat] ^= card
                hands[other] |= card
                room[seat] += 1
                room[other] -= 1
                return True
        return False

    def _likelihood(self, hands: list[int]) -> float:
        """How well the bids fit the hands that the players would have had."""
        likely = 0.0
        for seat, bid in enumerate(self._bids):
            if seat != self._own[0]:
                hand = hands[seat] | self._shown[seat]
                likely -= (tricks(hand) - MARGIN - bid) ** 2 if bid else 6 * nil_risk(hand)
        return likely
