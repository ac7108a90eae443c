"""Advice for Klondike: what `steady` would do, as far as it can be seen, and what for."""

from __future__ import annotations

from kingscorners.cards import KING, Card
from kingscorners.game import RESIGN, Move, Reason, SeenZone, View
from kingscorners.players.advice import Advice
from kingscorners.players.klondike import is_safe
from kingscorners.players.klondike_line import line


def adviser(view: View) -> Advice:
    """The move of `steady`, with those that it makes possible.

    Giving up is advised only where nothing useful was found, not proven (KL-Q14).
    """
    moves = line(view)
    move = moves[0]
    if move == RESIGN:
        return Advice(moves, Reason("none-useful"))
    if move.verb == "finish":
        return Advice(moves, Reason("all-go-up"))
    if move.verb != "play":
        return Advice(moves, Reason("turn-a-card") if move.verb == "draw" else Reason("once-more"))
    return Advice(moves, _why(view, moves))


def _why(view: View, moves: tuple[Move, ...]) -> Reason:
    """A line that turns a card up leads to it: nothing in it is known after that."""
    (card, place), last = (moves[0].cards[0], moves[0].words[1]), moves[-1].cards[0]
    if _turns(_source(view, last), last):
        return Reason("turns-a-card")
    source = _source(view, card)
    if place.startswith("foundation") and is_safe(view, card):
        return Reason("not-needed-below")
    if source.kind == "waste":
        return Reason("king-settles") if card.rank == KING else Reason("frees-the-waste")
    return Reason("makes-room")


def _source(view: View, card: Card) -> SeenZone:
    """Where the card lies now."""
    return next(zone for zone in view.zones if card in zone.cards)


def _turns(source: SeenZone, card: Card) -> bool:
    """Whether the card lies right on one that is face down."""
    at = source.cards.index(card)
    return source.kind == "column" and at > 0 and source.cards[at - 1] is None
