"""Computer players for King's Corners: `novice`, `steady` and `sharp`."""

from __future__ import annotations

from collections.abc import Iterator

from kingscorners.cards import KING, Card
from kingscorners.game import Move, SeenZone, View
from kingscorners.players.kings_corners_masks import SLOT
from kingscorners.players.kings_corners_outlook import outlook
from kingscorners.players.kings_corners_turns import (
    BOTTOM,
    CORNER,
    FIXED,
    SPACE,
    TOP,
    Rules,
    Step,
    Table,
    ends,
    lies,
)

END = Move("end")

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
    return view.legal[0] if len(view.legal) == 1 else next(rest_of_turn(view))


def rest_of_turn(view: View) -> Iterator[Move]:
    """What `sharp` does one after the other from here on: up to `end`, or to its last card."""
    rules = Rules(
        copies=2 * view.options.decks,
        kings_to_sides=view.options.side_space_accepts_king,
        kings_move=view.options.side_kings == "player_move",
        kings_first=view.options.kings_must_be_played,
    )
    piles = {zone.name: _pile(zone) for zone in view.zones if zone.kind in ("side", "corner")}
    hand = _known(_zone(view, f"hand-{view.seat}"))
    holds_back = bool(_zone(view, "stock").cards) and view.options.draw != "when_stuck"
    worth = outlook(view, rules)
    while hand:
        found = ends(_table(hand, piles, rules), rules, MOST_ENDS)
        if not holds_back:
            found = [end for end in found if end[2]] or found
        _, step, _ = max(found, key=lambda end: worth(end[0]))
        if step is None:
            yield END
            return
        yield _made(step, hand, piles, rules)


def _table(hand: list[Card], piles: dict[str, int], rules: Rules) -> Table:
    """What the search begins with."""
    slots = 0
    for card in hand:
        lowest = 1 << SLOT[card] * rules.copies
        while slots & lowest:
            lowest <<= 1
        slots |= lowest
    return slots, tuple(sorted(pile for pile in piles.values() if pile > CORNER))


def _made(step: Step, hand: list[Card], piles: dict[str, int], rules: Rules) -> Move:
    """Make a step: the first move in the order of the rules that comes to the same."""
    what, onto = step
    place = _lying(onto, piles)
    piles[place] = lies(step, rules.copies)
    if what > TOP:
        source = _lying(what, piles)
        piles[source] = SPACE
        return Move("carry", (source, place))
    card = next(card for card in hand if SLOT[card] == what)
    hand.remove(card)
    return Move("play", (str(card), place))


def _lying(pile: int, piles: dict[str, int]) -> str:
    """The first place in which that lies."""
    return next(name for name, lying in piles.items() if lying == pile)


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
