"""How well off a table of King's Corners leaves the player who ends a turn with it.

The weights are points of a deal. They were found in some hundred thousand positions of `sharp` among three
`steady`: several ends of each were played out with the stock shuffled anew, and the weights fitted to how the
margins differed; then the same again with the new weights, until they stayed as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from kingscorners.cards import QUEEN, TEN
from kingscorners.game import View
from kingscorners.players.kings_corners_masks import CORNERS, DEPTH, SIDES, SLOT, SLOTS
from kingscorners.players.kings_corners_turns import BOTTOM, FIXED, KINGS, TOP, Rules, Table

CARD = -0.8
"""A card in the hand, divided by the mean size of the other hands: how soon it may cost a point."""
KING = -10.0
"""A King in the hand."""
HIGH = 0.095
"""A card from Seven up in the hand, and once more from Ten up: the way up to a King is short."""
LAST = -0.34
"""A card in the hand, the last of its slot: the others lie on cards that it would fit on."""
FOLLOWER = 0.06
"""A side pile that fits on a card in the hand, for every card there: played, that one frees a space."""
RIVAL_FOLLOWER = -0.26
"""A side pile that fits on a card which others may have."""
SHUT = -0.23
"""A card in the hand that fits on a card which others may have and cannot play now."""
BEHIND = -0.11
"""A card in the hand that fits on another one there."""
OPENING = -0.34
"""A card that others may have and can play now."""
RUN = -0.18
"""One of those on which a card fits that others may have too."""
SPACE = -1.1
"""An empty side."""
CARRY = -0.6
"""A side pile that can still be moved."""


def outlook(view: View, rules: Rules) -> Callable[[Table], float]:
    """What the tables are worth that the seat of this view can leave."""
    seen = [0] * SLOTS
    for zone in view.zones:
        for card in zone.cards:
            if card:
                seen[SLOT[card]] += 1
    unseen = sum(1 << slot * rules.copies for slot in _FILLED if seen[slot] < rules.copies)
    others = [len(zone.cards) for zone in view.zones if zone.kind == "hand" and zone.seat != view.seat]
    return _outlook(rules, unseen, sum(others) / sum(size > 0 for size in others))


_FILLED = sorted(SLOT.values())[::2]


class Masks:
    """Sets of cards where so many share a slot; of `lowest` and `kings` the lowest bit of each slot only."""

    def __init__(self, copies: int) -> None:
        self.every_copy = (1 << copies) - 1
        self.lowest = sum(1 << slot * copies for slot in range(SLOTS))
        self.kings = sum(1 << slot * copies for slot in KINGS)
        self.plain = (self.lowest & ~self.kings) * self.every_copy
        self.from_seven, self.from_ten = (
            sum(self.every_copy << slot * copies for slot in _FILLED if low <= slot % DEPTH <= QUEEN)
            for low in (7, TEN)
        )


_masks = cache(Masks)


@lru_cache(maxsize=8)
def _outlook(rules: Rules, unseen: int, hand_size: float) -> Callable[[Table], float]:
    """`unseen` has the lowest bit of every slot of which others may have a card.

    Neither it nor `hand_size` changes within a turn, so what was worked out for one move serves the next.
    """
    copies, masks = rules.copies, _masks(rules.copies)
    every_copy, lowest, kings, plain = masks.every_copy, masks.lowest, masks.kings, masks.plain

    @cache
    def worth(table: Table) -> float:
        hand, piles = table
        playable = bottoms = sides = 0
        for pile in piles:
            playable |= 1 << ((pile & TOP) - 1) * copies
            if pile < FIXED:
                bottoms |= 1 << (pile >> BOTTOM) * copies
                sides += 1
        if len(piles) - sides < CORNERS:
            playable |= kings
        slots, cards = hand & lowest, hand & plain
        theirs = unseen & playable & plain
        return (
            CARD / hand_size * cards.bit_count()
            + KING * (hand ^ cards).bit_count()
            + HIGH * ((hand & masks.from_seven).bit_count() + (hand & masks.from_ten).bit_count())
            + LAST * (slots & plain & ~unseen & ~(hand >> 1)).bit_count()
            + FOLLOWER * (slots & bottoms << copies).bit_count() * cards.bit_count()
            + RIVAL_FOLLOWER * (unseen & bottoms << copies).bit_count()
            + SHUT * (hand & ((unseen & ~playable) >> copies) * every_copy).bit_count()
            + BEHIND * (slots & slots >> copies).bit_count()
            + OPENING * theirs.bit_count()
            + RUN * (theirs & unseen << copies).bit_count()
            + SPACE * (SIDES - sides)
            + CARRY * (bottoms & playable & (-1 if rules.kings_move else plain)).bit_count()
        )

    return worth
