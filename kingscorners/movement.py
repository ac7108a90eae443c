"""Which cards went from which zone to which, seen by one seat: what an animation shows, of any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import eq
from typing import NamedTuple

from kingscorners.cards import Card
from kingscorners.game import SeenZone, Zone, changes

Cards = tuple[Card | None, ...]


class Movement(NamedTuple):
    """Cards that go together from one zone to another, bottom card first; `None` is a back."""

    cards: Cards
    source: str
    target: str


def movements(before: Sequence[SeenZone], after: Sequence[SeenZone]) -> tuple[Movement, ...]:
    """What moved between the zones that one seat sees before a move and after it.

    A card that is seen before and after is followed by its face. One that is turned over where it lies does
    not move. Then what a zone lost is paired with what another gained where one of the two is a back (a
    card drawn, turned up or put face down).
    """
    lost, gained = list(_surplus(before, after)), list(_surplus(after, before))
    groups: dict[tuple[str, str], list[Card | None]] = {}
    for in_place, may_pair in ((False, _one_face), (True, _one_card), (False, eq), (False, _one_card)):
        for source, card in list(lost):
            for target, shown in gained:
                if may_pair(card, shown) and (source == target) == in_place:
                    lost.remove((source, card))
                    gained.remove((target, shown))
                    if not in_place:
                        groups.setdefault((source, target), []).append(shown or card)
                    break
    return tuple(Movement(tuple(cards), source, target) for (source, target), cards in groups.items())


def _one_face(card: Card | None, shown: Card | None) -> bool:
    return card is not None and card == shown


def _one_card(card: Card | None, shown: Card | None) -> bool:
    return card == shown or None in (card, shown)


def movements_of(
    before: Sequence[Zone], after: Sequence[Zone], seat: int | None, mover: int, named: Sequence[Card]
) -> tuple[Movement, ...]:
    """What `seat` sees moving with a move of the seat `mover` that names some cards.

    It tells everybody that they were in the mover's zones. Without that a card played and one drawn for it
    would look like one card, which went from the stock to the table.
    """
    old, new = changes(before, after, seat)
    if seat != mover and named:
        held = {zone.name: zone.cards for zone in before if zone.seat == mover}
        old = tuple([_in_retrospect(zone, held.get(zone.name, zone.cards), named) for zone in old])
    return movements(old, new)


def _in_retrospect(zone: SeenZone, cards: Cards, named: Sequence[Card]) -> SeenZone:
    """A zone with those of its cards known that have been named."""
    known = [card if card in named else shown for card, shown in zip(cards, zone.cards, strict=True)]
    return zone._replace(cards=tuple(known))


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
