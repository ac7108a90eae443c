"""Advice for Idiot: what `sharp` would do, and what for."""

from __future__ import annotations

from kingscorners.cards import TEN
from kingscorners.game import Move, Reason, View
from kingscorners.players.advice import Advice
from kingscorners.players.idiot import sharp, swaps

TWO = 2
FOUR = 4


def adviser(view: View) -> Advice:
    """The move of `sharp`, before play all its swaps."""
    move = sharp(view)
    if move.verb == "swap":
        return Advice(tuple(swaps(view)), Reason("strong-ones-visible"))
    if move.verb == "ready":
        return Advice((move,), Reason("best-are-visible"))
    if move.verb == "play":
        return Advice((move,), _why(view, move))
    if move.verb == "take":
        return Advice((move,), Reason("nothing-fits"))
    if move.verb == "chance":
        return Advice((move,), Reason("chance-is-good"))
    if move.verb == "flip":
        return Advice((move,), Reason("nobody-knows"))
    return Advice((move,), Reason("worth-keeping"))


def _why(view: View, move: Move) -> Reason:
    """What the cards played do to the pile (ID4 to ID7)."""
    played, pile = move.cards, view.cards("pile")
    lying = 0
    for card in reversed(pile):
        if card is None or card.rank != played[0].rank:
            break
        lying += 1
    if lying + len(played) >= FOUR:
        return Reason("burns-four")
    if played[0].rank == TEN:
        return Reason("burns-ten")
    if played[0].rank == TWO:
        return Reason("resets")
    if len(played) > 1:
        return Reason("several-at-once")
    fits = {other.cards[0].rank for other in view.legal if other.verb == "play"}
    return Reason("lowest-that-fits") if len(fits) > 1 else Reason("only-that-fits")
