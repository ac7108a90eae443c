"""Computer players for King's Corners: `novice` and `steady`.

Every card belongs to one of two strands of alternating colours (red King, black Queen, red Jack ... and the
other way round), so a card fits on another exactly when its slot is the one below in the same strand.
"""

from __future__ import annotations

from kingscorners.cards import KING, Card
from kingscorners.game import Move, View


def slot(card: Card) -> int:
    """The place of a card in its strand: `slot(a) + 1 == slot(b)` exactly when `a` fits on `b` (KA6).

    Twins, cards of one rank and colour, share a slot. Slot 13 lies empty between the strands.
    """
    return (card.rank + card.red) % 2 * (KING + 1) + card.rank - 1


def novice(view: View) -> Move:
    """Plays the first card that fits and never moves a pile."""
    return next((move for move in view.legal if move.verb == "play"), view.legal[-1])


def steady(view: View) -> Move:
    """Sensible greed: Kings, then cards that fit, then pile moves, then a good card for an empty space."""
    if view.between_deals:
        return view.legal[0]
    piles = {zone.name: zone for zone in view.zones if zone.kind in ("side", "corner")}
    bottoms = [slot(card) for zone in view.zones if zone.kind == "side" for card in zone.cards[:1] if card]
    hand = [slot(card) for card in view.cards(f"hand-{view.seat}") if card]

    def worth(move: Move) -> tuple[int, int, int, int]:
        if move.verb == "end":
            return (0, 0, 0, 0)
        if move.verb == "carry":
            return (2, 0, 0, 0)
        card, target = move.cards[0], piles[move.words[1]]
        below = slot(card) - 1
        if target.kind == "side" and not target.cards:
            return (1, bottoms.count(below), hand.count(below), card.rank)
        return (4 if card.rank == KING else 3, hand.count(below), card.rank, 0)

    return max(view.legal, key=worth)
