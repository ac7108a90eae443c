"""Advice for Klondike: what `steady` would do, and what for."""

from __future__ import annotations

from kingscorners.cards import KING, Card
from kingscorners.game import RESIGN, Move, Reason, SeenZone, View
from kingscorners.players.advice import Advice
from kingscorners.players.klondike import steady


def adviser(view: View) -> Advice:
    """The move of `steady`. Giving up is advised only where nothing useful was found, not proven (KL-Q14)."""
    move = steady(view)
    if move == RESIGN:
        return Advice(move, Reason("none-useful"))
    if move.verb == "finish":
        return Advice(move, Reason("all-go-up"))
    if move.verb != "play":
        return Advice(move, Reason("turn-a-card") if move.verb == "draw" else Reason("once-more"))
    return Advice(move, _why(view, move))


def _why(view: View, move: Move) -> Reason:
    card, place = move.cards[0], move.words[1]
    source = next(zone for zone in view.zones if card in zone.cards)
    if _turns(source, card):
        return Reason("turns-a-card")
    if place.startswith("foundation"):
        return Reason("not-needed-below")
    if source.kind == "waste":
        return Reason("king-settles") if card.rank == KING else Reason("frees-the-waste")
    return Reason("makes-room")


def _turns(source: SeenZone, card: Card) -> bool:
    """Whether the card lies right on one that is face down."""
    at = source.cards.index(card)
    return source.kind == "column" and at > 0 and source.cards[at - 1] is None
