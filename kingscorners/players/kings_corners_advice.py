"""Advice for King's Corners: what `sharp` would do, and what for."""

from __future__ import annotations

from kingscorners.cards import ACE, KING, Card
from kingscorners.game import Reason, SeenZone, View
from kingscorners.players.advice import Advice
from kingscorners.players.kings_corners import sharp


def adviser(view: View) -> Advice:
    """The move of `sharp` with what speaks for it most. Needs a view with legal moves."""
    move = sharp(view)
    hand = [card for card in view.cards(f"hand-{view.seat}") if card]
    if move.verb == "end":
        return Advice(move, Reason("only-end") if len(view.legal) == 1 else Reason("keep-the-rest"))
    if move.verb == "carry":
        return Advice(move, _opened(hand, view))
    card, place = move.cards[0], _zone(view, move.words[1])
    if len(hand) == 1:
        why = Reason("goes-out")
    elif card.rank == KING:
        why = Reason("king-costs")
    elif (follower := _follower(hand, card)) is not None:
        why = Reason("fits-next", {"card": str(follower)})
    elif not place.cards:
        why = Reason("best-for-space")
    else:
        why = Reason("one-card-less")
    return Advice(move, why)


def _opened(hand: list[Card], view: View) -> Reason:
    """What a side that a pile leaves is good for: a card that has no place now, the highest of them."""
    playable = {move.words[0] for move in view.legal if move.verb == "play"}
    kings_may = view.options.side_space_accepts_king
    waiting = [card for card in hand if str(card) not in playable and (card.rank < KING or kings_may)]
    if not waiting:
        return Reason("opens-space")
    return Reason("opens-space-for", {"card": str(max(waiting, key=lambda card: card.rank))})


def _follower(hand: list[Card], card: Card) -> Card | None:
    """A card of the hand that fits on this one (KA6)."""
    fits = (other for other in hand if other.rank == card.rank - 1 and other.red != card.red)
    return next(fits, None) if card.rank > ACE else None


def _zone(view: View, name: str) -> SeenZone:
    return next(zone for zone in view.zones if zone.name == name)
