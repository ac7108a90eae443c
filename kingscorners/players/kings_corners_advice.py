"""Advice for King's Corners: what `sharp` would do in the rest of the turn, and what for."""

from __future__ import annotations

from kingscorners.cards import ACE, KING, Card
from kingscorners.game import Move, Reason, View
from kingscorners.players.advice import Advice
from kingscorners.players.kings_corners import END, rest_of_turn


def adviser(view: View) -> Advice:
    """All that `sharp` would play before it ends the turn, with what speaks for it most.

    Needs a view with legal moves.
    """
    moves = tuple(rest_of_turn(view))
    if moves == (END,):
        return Advice(moves, Reason("only-end") if len(view.legal) == 1 else Reason("keep-the-rest"))
    moves = tuple(move for move in moves if move != END)
    return Advice(moves, _why(view, moves))


def _why(view: View, moves: tuple[Move, ...]) -> Reason:
    hand = [card for card in view.cards(f"hand-{view.seat}") if card]
    plays = [move for move in moves if move.verb == "play"]
    played = [card for move in plays for card in move.cards]
    if len(played) == len(hand):
        return Reason("goes-out") if len(moves) == 1 else Reason("empties-the-hand")
    if any(card.rank == KING for card in played):
        return Reason("king-costs")
    if len(plays) < len(moves):
        return _opened(view, moves, hand)
    if len(moves) > 1:
        chain = len({move.words[1] for move in moves}) == 1
        return Reason("fit-together") if chain else Reason("one-card-less")
    if (follower := _follower(hand, played[0])) is not None:
        return Reason("fits-next", {"card": str(follower)})
    return Reason("one-card-less") if view.cards(moves[0].words[1]) else Reason("best-for-space")


def _opened(view: View, moves: tuple[Move, ...], hand: list[Card]) -> Reason:
    """What a side that a pile leaves is good for: the card that is played there, else the highest card of
    those that have no place now."""
    left: set[str] = set()
    for move in moves:
        if move.verb == "carry":
            left.add(move.words[0])
        elif move.words[1] in left:
            return Reason("opens-space-for", {"card": move.words[0]})
    playable = {move.words[0] for move in (*view.legal, *moves) if move.verb == "play"}
    kings_may = view.options.side_space_accepts_king
    waiting = [card for card in hand if str(card) not in playable and (card.rank < KING or kings_may)]
    if not waiting:
        return Reason("opens-space")
    return Reason("opens-space-for", {"card": str(max(waiting, key=lambda card: card.rank))})


def _follower(hand: list[Card], card: Card) -> Card | None:
    """A card of the hand that fits on this one (KA6)."""
    fits = (other for other in hand if other.rank == card.rank - 1 and other.red != card.red)
    return next(fits, None) if card.rank > ACE else None
