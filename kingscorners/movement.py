"""Which cards went from which zone to which, seen by one seat: what an animation shows, of any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kingscorners.cards import Card
from kingscorners.game import SeenZone

Cards = tuple[Card | None, ...]


class Movement(NamedTuple):
    """Cards that go together from one zone to another, bottom card first; `None` is a back."""

    cards: Cards
    source: str
    target: str


def movements(before: Sequence[SeenZone], after: Sequence[SeenZone]) -> tuple[Movement, ...]:
    """What moved between the zones that one seat sees before a move and after it.

    A card that is turned over where it lies does not move. A card that is seen before and after is followed
    by its face; then what a zone lost is paired with what another gained where one of the two is a back (a
    card drawn, turned up or put face down).
    """
    lost, gained = list(_surplus(before, after)), list(_surplus(after, before))
    groups: dict[tuple[str, str], list[Card | None]] = {}
    for in_place, turned in ((True, True), (False, False), (False, True)):
        for source, card in list(lost):
            for target, shown in gained:
                same = card == shown or (turned and None in (card, shown))
                if same and (source == target) == in_place:
                    lost.remove((source, card))
                    gained.remove((target, shown))
                    if not in_place:
                        groups.setdefault((source, target), []).append(shown or card)
                    break
    return tuple(Movement(tuple(cards), source, target) for (source, target), cards in groups.items())


def _surplus(zones: Sequence[SeenZone], others: Sequence[SeenZone]) -> Iterator[tuple[str, Card | None]]:
    """The cards that each zone has beyond those of its counterpart, in their order."""
    for zone, other in zip(zones, others, strict=True):
        for card in _beyond(zone.cards, other.cards):
            yield zone.name, card


def _beyond(cards: Cards, others: Cards) -> Cards:
    if cards[: len(others)] == others:  # mostly they grow and shrink at their end
        return cards[len(others) :]
    if others[: len(cards)] == cards:
        return ()
    rest, beyond = list(others), []
    for card in cards:
        if card in rest:
            rest.remove(card)
        else:
            beyond.append(card)
    return tuple(beyond)
