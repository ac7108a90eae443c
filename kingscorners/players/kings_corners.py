"""Computer players for King's Corners: `novice`, `steady` and `sharp`."""

from __future__ import annotations

from kingscorners.cards import KING, Card
from kingscorners.game import Move, SeenZone, View
from kingscorners.players.kings_corners_masks import SLOT
from kingscorners.players.kings_corners_outlook import outlook
from kingscorners.players.kings_corners_turns import (
    BOTTOM,
    CORNER,
    FIXED,
    SPACE,
    Rules,
    Step,
    ends,
)

MOST_ENDS = 300
"""So many ends of a turn are looked at. One turn in fifty has more; looking at them won no more matches."""


def novice(view: View) -> Move:
    """Plays the first card that fits and never moves a pile."""
    return next((move for move in view.legal if move.verb == "play"), view.legal[-1])


def steady(view: View) -> Move:
    """Sensible greed: Kings, pile moves, cards that fit, then a good card for an empty space."""
    zones = {zone.name: zone for zone in view.zones}
    bottoms = [SLOT[card] for zone in view.zones if zone.kind == "side" for card in _known(zone)[:1]]
    hand = [SLOT[card] for card in _known(zones[f"hand-{view.seat}"])]

    def worth(move: Move) -> tuple[int, ...]:
        if move.verb == "end":
            return (0,)
        if move.verb == "carry":
            return (3,)
        card, place = move.cards[0], zones[move.words[1]]
        below = SLOT[card] - 1
        if card.rank == KING:
            return (4, int(place.kind == "corner"))
        if place.cards:
            return (2, hand.count(below), card.rank)
        return (1, bottoms.count(below), hand.count(below), card.rank)

    return max(view.legal, key=worth)


def sharp(view: View) -> Move:
    """Finds all ends of its turn and steers to the one that leaves it best off.

    It may hold cards back as long as every turn draws from the stock. After that everybody who holds back may
    wait for the others for ever, so it plays all it can.
    """
    if len(view.legal) == 1:
        return view.legal[0]
    rules = Rules(
        copies=2 * view.options.decks,
        kings_to_sides=view.options.side_space_accepts_king,
        kings_move=view.options.side_kings == "player_move",
        kings_first=view.options.kings_must_be_played,
    )
    piles = {zone.name: _pile(zone) for zone in view.zones if zone.kind in ("side", "corner")}
    hand = 0
    for card in _known(_zone(view, f"hand-{view.seat}")):
        lowest = 1 << SLOT[card] * rules.copies
        while hand & lowest:
            lowest <<= 1
        hand |= lowest
    found = ends((hand, tuple(sorted(pile for pile in piles.values() if pile > CORNER))), rules, MOST_ENDS)
    if not _zone(view, "stock").cards or view.options.draw == "when_stuck":
        found = [end for end in found if end[2]] or found
    worth = outlook(view, rules)
    best = max(found, key=lambda end: worth(end[0]))
    return next(move for move in view.legal if _step(move, piles) == best[1])


def _step(move: Move, piles: dict[str, int]) -> Step | None:
    """What a move is to the search: which card, or which pile, and where to."""
    if move.verb == "end":
        return None
    what, place = move.words
    return (piles[what] if move.verb == "carry" else SLOT[move.cards[0]], piles[place])


def _pile(zone: SeenZone) -> int:
    """What lies in a place, as the search knows it; where nothing does, what kind of place it is."""
    cards = _known(zone)
    if not cards:
        return SPACE if zone.kind == "side" else CORNER
    return (SLOT[cards[0]] << BOTTOM if zone.kind == "side" else FIXED) | SLOT[cards[-1]]


def _zone(view: View, name: str) -> SeenZone:
    return next(zone for zone in view.zones if zone.name == name)


def _known(zone: SeenZone) -> list[Card]:
    """The cards of a zone that are no backs."""
    return [card for card in zone.cards if card]
