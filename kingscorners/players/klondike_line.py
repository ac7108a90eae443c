"""What `steady` goes on to do in Klondike with what its move makes possible, as far as that can be seen.

Where nothing hidden is turned up, a player can see how the table lies after a move, and so can this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kingscorners.cards import KING, Card
from kingscorners.game import Move, SeenZone, View
from kingscorners.players.klondike import fits, steady


def line(view: View) -> tuple[Move, ...]:
    """The move of `steady`, then what it does next as long as that was not possible before."""
    moves = [steady(view)]
    while (seen := after(view, moves[-1])) is not None:
        following = steady(seen)
        if following.verb != "play" or following in view.legal:
            break
        moves.append(following)
        view = seen
    return tuple(moves)


def after(view: View, move: Move) -> View | None:
    """What is seen after a move, or `None` where a hidden card is turned up, or may be, or none is left.

    Without hidden cards it may be time to finish, which this does not know.
    """
    if move.verb != "play" or not any(None in zone.cards for zone in view.zones if zone.kind == "column"):
        return None
    card, place = move.cards[0], move.words[1]
    source = next(zone for zone in view.zones if card in zone.cards)
    at = source.cards.index(card)
    left, moved = source.cards[:at], source.cards[at:]
    if source.kind == "column" and left and left[-1] is None:
        return None
    # Whatever `steady` plays is a gain.
    facts = {**view.facts, "idle": 0}
    lying = {source.name: left, place: view.cards(place) + moved}
    zones = tuple(zone._replace(cards=lying.get(zone.name, zone.cards)) for zone in view.zones)
    other = tuple(legal for legal in view.legal if legal.verb != "play")
    return view._replace(zones=zones, facts=facts, legal=(*_plays(zones, view.options), *other))


def _plays(zones: Sequence[SeenZone], options: Any) -> Iterator[Move]:
    """Where the top of the waste and the open cards of the columns may go, in the rules' order."""
    columns = [zone for zone in zones if zone.kind == "column"]
    up = {zone.name: len(zone.cards) for zone in zones if zone.kind == "foundation"}
    waste = next(zone for zone in zones if zone.kind == "waste")
    for source in (waste, *columns):
        cards = [card for card in source.cards if card]
        for card in reversed(cards[-1:] if source is waste else cards):
            foundation = f"foundation-{card.suit}"
            if card is cards[-1] and up[foundation] == card.rank - 1:
                yield Move("play", (str(card), foundation))
            if source is waste or card is cards[0] or not options.whole_run_only:
                for target in columns:
                    if target is not source and _takes(target, card, options):
                        yield Move("play", (str(card), target.name))


def _takes(column: SeenZone, card: Card, options: Any) -> bool:
    """Whether the column's top card is one higher and of the other colour, or an empty one takes it."""
    if not column.cards:
        return card.rank == KING or bool(options.empty_column == "any")
    top = column.cards[-1]
    return top is not None and fits(card, top)
