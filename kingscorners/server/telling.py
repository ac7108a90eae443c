"""Tells what happened at a table, in words: one sentence a step, one sentence a turn."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from kingscorners.cards import Card, is_card
from kingscorners.game import NEXT_DEAL, Move
from kingscorners.record import UNDO
from kingscorners.server.live import Player, Step
from kingscorners.server.phrases import PHRASES
from kingscorners.server.words import Words

DRAW = "draw"


class Action(NamedTuple):
    """One thing a seat did.

    `what` is a move's verb, all of a move that has words of its own, what came of it, or `draw`; `source` and
    `place` are the zones and `number` is the number that the move names.
    """

    what: str
    cards: tuple[Card | None, ...] = ()
    source: str = ""
    place: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """What one seat did in a row; nothing at all is a pass.

    `left` is how many cards it held after that, `ply` its last move's; 0 for who drew through another's move.
    """

    seat: int
    actions: tuple[Action, ...] = ()
    left: int | None = 0
    ply: int = 0


def turns(game: str, steps: Iterable[Step]) -> list[Turn]:
    """The steps by turns. A card drawn belongs to the turn of who drew it, whoever made the move."""
    told: list[Turn] = []
    for step in steps:
        _tell(game, told, step)
    return _whole(told)


def turns_by_ply(game: str, steps: Iterable[Step]) -> dict[int, list[Turn]]:
    """By the ply of each of these steps, the turns up to it."""
    told: list[Turn] = []
    found = {}
    for step in steps:
        _tell(game, told, step)
        found[step.ply] = _whole(told)
    return found


def _tell(game: str, told: list[Turn], step: Step) -> None:
    if not told or told[-1].seat != step.seat:
        told.append(Turn(step.seat))
    turn = told[-1]
    actions = turn.actions[:-1] if step.move == UNDO else (*turn.actions, *_happened(game, step))
    told[-1] = Turn(step.seat, actions, step.held(step.seat), step.ply)
    for seat, cards in _drawn(game, step):
        if seat != told[-1].seat:
            told.append(Turn(seat))
        turn = told[-1]
        told[-1] = replace(turn, actions=(*turn.actions, Action(DRAW, cards)), left=step.held(seat))


def _whole(told: Iterable[Turn]) -> list[Turn]:
    return [replace(turn, actions=joined(turn.actions)) for turn in told]


@lru_cache(2_000)
def actions_of(game: str, line: str) -> tuple[Action, ...]:
    """What a line of the log does, as far as there are words for it: nothing or one action."""
    move = Move.parse(line)
    what = line if line in PHRASES[game].did else move.verb
    if what not in PHRASES[game].did:
        return ()
    number = next((int(word) for word in move.words if word.isdecimal()), 0)
    zones = [word for word in move.words if not is_card(word) and not word.isdecimal()]
    return (Action(what, move.cards, zones[0] if zones else "", zones[-1] if zones else "", number),)


def _happened(game: str, step: Step) -> tuple[Action, ...]:
    """What the step's move was, and what came of it where the move alone does not say."""
    actions = actions_of(game, step.move)
    if not actions or not PHRASES[game].results:
        return actions
    if (result := PHRASES[game].result(actions[0].what, step.before, step.after)) is None:
        return actions
    what, cards = result
    return (actions[0]._replace(what=what, cards=cards or actions[0].cards),)


def joined(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Cards played one after the other on the same place are one action."""
    joined: list[Action] = []
    for new in actions:
        last = joined[-1] if joined else None
        if last and last.cards and new.cards and (last.what, last.place) == (new.what, new.place):
            joined[-1] = last._replace(cards=last.cards + new.cards)
        else:
            joined.append(new)
    return tuple(joined)


def _drawn(game: str, step: Step) -> list[tuple[int, tuple[Card | None, ...]]]:
    """Who drew which cards in this step."""
    drawn = []
    for movement in step.movements:
        if step.zone(movement.source).kind == PHRASES[game].draws_from:
            seat = step.zone(movement.target).seat
            if seat is not None:
                drawn.append((seat, movement.cards))
    return drawn


class Teller:
    """Puts what happens at one table into words, for the seat that asks."""

    def __init__(self, words: Words, game: str, players: Sequence[Player], seat: int | None) -> None:
        self._words = words
        self._game = game
        self._players = players
        self._seat = seat

    def name(self, seat: int) -> str:
        """What a seat is called: `You`, or the player's name."""
        return self._words.gettext("You") if seat == self._seat else self._words.called(self._players[seat])

    def named(self, seat: int) -> str:
        """The same as a part of a sentence."""
        return self._words.apart(self.name(seat))

    def initial(self, seat: int) -> str:
        """The first letter of a player's own name, with the marks that belong to it."""
        name, end = self._words.called(self._players[seat]), 1
        while end < len(name) and unicodedata.category(name[end])[0] == "M":
            end += 1
        return name[:end].upper()

    def turn(self, turn: Turn) -> str:
        """A whole turn as one sentence: `Asha played 9 of hearts on North and drew. 6 cards.`"""
        w = self._words
        actions = [self.follows(action) for action in turn.actions] or [w.gettext("passed")]
        gaps = {"name": self.named(turn.seat), "actions": w.list(actions)}
        if turn.left is None:
            return w.gettext("%(name)s %(actions)s.") % gaps
        return w.gettext("%(name)s %(actions)s. %(left)s.") % (gaps | {"left": w.cards_left(turn.left)})

    def step(self, step: Step) -> str:
        """One step as one sentence: `Asha played 9 of hearts on North.`"""
        w = self._words
        if step.move == str(NEXT_DEAL):
            return w.gettext("The cards are dealt.")
        if step.move == UNDO:
            return w.gettext("%(name)s took a move back.") % {"name": self.named(step.seat)}
        did = {step.seat: [self.follows(action) for action in _happened(self._game, step)]}
        for seat, cards in _drawn(self._game, step):
            did.setdefault(seat, []).append(self.follows(Action(DRAW, cards)))
        told = [
            w.gettext("%(name)s %(actions)s.") % {"name": self.named(seat), "actions": w.list(actions)}
            for seat, actions in did.items()
            if actions
        ]
        return " ".join(told) or w.gettext("%(name)s ended the turn.") % {"name": self.named(step.seat)}

    def own(self, step: Step, options: Any) -> str:
        """One step of one's own and what it leaves: `9 of hearts on North. North, 4 cards. 8 in hand.`"""
        w, turn = self._words, turns(self._game, [step])[0]
        if not any(action.place for action in turn.actions):
            return self.turn(turn)
        told = [w.gettext("%(move)s.") % {"move": self.alone(action)} for action in turn.actions]
        for movement in step.movements:
            source, target = step.zone(movement.source), step.zone(movement.target)
            if target.seat is None:
                told.append(w.counted(self._game, target))
            if source.seat is None and not source.cards:
                told.append(w.pile(self._game, source, options))
            elif source.seat is not None:
                told.append(w.gettext("%(cards)s in hand.") % {"cards": w.cards_left(len(source.cards))})
        return " ".join(told)

    def follows(self, action: Action) -> str:
        """What follows a name: `played 9 of hearts on North`."""
        return _follows(self._words, self._game, action)

    def beside(self, action: Action, *, short: bool = False) -> str:
        """What stands beside the pictures of the cards: `on North`."""
        if action.what == DRAW:
            return self._words.gettext("drew")
        return _filled(self._words, self._game, PHRASES[self._game].words(action.what).beside, action, short)

    def alone(self, action: Action, *, short: bool = False) -> str:
        """What stands by itself: `9 of hearts on North`."""
        if action.what == DRAW:
            return self.follows(action)
        return _filled(self._words, self._game, PHRASES[self._game].words(action.what).alone, action, short)


# What players do repeats: most of it is a card on a place.
@lru_cache(4_000)
def _follows(w: Words, game: str, action: Action) -> str:
    if action.what == DRAW:
        known = [w.card(card) for card in action.cards if card is not None]
        return w.gettext("drew the %(cards)s") % {"cards": w.list(known)} if known else w.gettext("drew")
    return _filled(w, game, PHRASES[game].words(action.what).follows, action, short=False)


@lru_cache(8_000)
def _filled(w: Words, game: str, phrase: str, action: Action, short: bool) -> str:
    zone = w.zone_short if short else w.zone
    return w.gettext(phrase) % {
        "cards": w.list(map(w.card, action.cards)),
        "source": zone(game, action.source) if action.source else "",
        "place": zone(game, action.place) if action.place else "",
        "number": w.number(action.number),
    }
