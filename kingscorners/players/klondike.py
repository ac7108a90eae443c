"""Computer players for Klondike: `novice` and `steady`. They see what a person sees and never look ahead."""

from __future__ import annotations

from kingscorners.cards import KING, Card
from kingscorners.game import RESIGN, Move, View

PATIENCE = 60
"""Moves in a row that gained nothing, after which it is time to give up: two times through any stock."""

Worth = tuple[int, ...]
NOTHING: Worth = (0,)


def novice(view: View) -> Move:
    """Plays whatever goes up or turns up a card, in the order in which it lies there; else draws."""
    return _best(view, careful=False)


def steady(view: View) -> Move:
    """Turns up cards where most are hidden, and sends none up that is still needed in the columns."""
    return _best(view, careful=True)


def automatic(view: View) -> Move | None:
    """The first card that may go up unasked (KL-Q16), for whoever wants that.

    One that was taken back from a foundation goes up only by hand (KL-Q10). Where several cards are drawn at
    a time the waste is left alone: which of its cards can be had in the next pass depends on each of them.
    """
    waste = view.cards("waste") if view.options.draw > 1 else ()
    stays = {*str(view.facts.get("back", "")).split(), *map(str, waste)}
    for move in view.legal:
        goes_up = move.verb == "play" and move.words[1].startswith("foundation")
        if goes_up and move.words[0] not in stays and is_safe(view, move.cards[0]):
            return move
    return None


def fits(card: Card, on: Card) -> bool:
    """Whether a card may lie on another in a column: one lower, of the other colour (KL6)."""
    return card.rank == on.rank - 1 and card.red != on.red


def _best(view: View, *, careful: bool) -> Move:
    """The most useful move; giving up when there has been none for long."""
    if int(view.facts["idle"]) >= PATIENCE:
        return RESIGN
    worth = {move: _worth(view, move, careful=careful) for move in view.legal}
    best = max(view.legal, key=lambda move: worth[move])
    return best if worth[best] > NOTHING else RESIGN


def _worth(view: View, move: Move, *, careful: bool) -> Worth:
    """How useful a move is: idle ones (KL-Q6) and giving up are worth nothing."""
    if move.verb == "finish":
        return (9,)
    if move.verb in ("draw", "recycle"):
        return (2,)
    if move.verb != "play":
        return NOTHING
    (card,), place = move.cards, move.words[1]
    column = next((zone.cards for zone in view.zones if zone.kind == "column" and card in zone.cards), ())
    waste = card in view.cards("waste")
    hidden, below = column.count(None), column[: column.index(card)] if column else ()
    turns = hidden if column and below and below[-1] is None else 0
    if place.startswith("foundation"):
        if careful and not is_safe(view, card) and not turns:
            return (1, -card.rank)
        return (8, turns)
    if turns:
        return (7, turns) if careful else (7,)
    if waste:
        return (6, int(card.rank == KING), card.rank)
    return NOTHING


def is_safe(view: View, card: Card) -> bool:
    """Whether nothing in the columns can still need it: the other colour is at most one behind (KL-Q16)."""
    others = [
        len(zone.cards) for zone in view.zones if zone.kind == "foundation" and zone.name[-1] in _other(card)
    ]
    return card.rank <= 2 or min(others) >= card.rank - 1


def _other(card: Card) -> str:
    return "cs" if card.red else "dh"
