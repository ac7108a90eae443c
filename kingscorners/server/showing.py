"""Shows what happened step by step: which cards fly where, and the parts of the table after each step.

The page has no renderer of its own: it moves pictures between elements and puts in the HTML that comes from
here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kingscorners.cards import BACK
from kingscorners.game import NEXT_DEAL, SeenZone
from kingscorners.record import UNDO
from kingscorners.server.live import Facts, Step
from kingscorners.server.painter import Painter
from kingscorners.server.rendering import part
from kingscorners.server.telling import Turn, turns, turns_by_ply

Parts = dict[str, tuple[str, dict[str, Any]]]
"""By a part's name: its template, and what that draws."""


def show(painter: Painter, steps: Iterable[Step]) -> list[dict[str, Any]]:
    """The steps for the page: `movements`, `parts` (HTML by part, only what changed), and what to say aloud.

    `tell` is a sentence: for a whole turn of somebody else at its last step, and for each step of one's own.
    """
    steps = tuple(steps)
    sentences = _sentences(painter, steps)
    shown: list[dict[str, Any]] = []
    known: Parts = {}
    told = turns_by_ply(painter.game, steps)
    for step in steps:
        # What was done before one's own last turn, which may have been played unasked, is not remembered.
        done = painter.told(step.ply) or told[step.ply]
        parts = _parts(painter, step, step.after, step.facts_after, done, with_log=step.ply in sentences)
        changed = {name: part for name, part in parts.items() if known.get(name) != part}
        known |= changed
        shown.append(
            {
                "ply": step.ply,
                "seat": step.seat,
                "move": step.move,
                "say": painter.teller.step(step),
                "tell": sentences.get(step.ply, ""),
                "movements": _movements(step),
                "parts": _drawn(painter, changed),
            }
        )
    return shown


def before(painter: Painter, step: Step) -> dict[str, str]:
    """The table's parts as they were before a step: what a replay begins with."""
    told = painter.told(step.ply - 1)
    return _drawn(painter, _parts(painter, step, step.before, step.facts_before, told))


def _sentences(painter: Painter, steps: tuple[Step, ...]) -> dict[int, str]:
    teller, own, game = painter.teller, painter.table.seat, painter.game
    told = {turn.ply: teller.turn(turn) for turn in turns(game, steps) if turn.seat != own}
    for step in steps:
        if step.move in (UNDO, str(NEXT_DEAL)):
            told[step.ply] = teller.step(step)
        elif step.seat == own:
            told[step.ply] = teller.own(step, painter.table.view.options)
    return told


def _movements(step: Step) -> list[dict[str, Any]]:
    return [
        {
            "cards": [BACK if card is None else str(card) for card in movement.cards],
            "from": movement.source,
            "to": movement.target,
        }
        for movement in step.movements
    ]


def _parts(
    painter: Painter,
    step: Step,
    zones: tuple[SeenZone, ...],
    facts: Facts,
    told: Sequence[Turn],
    *,
    with_log: bool = True,
) -> Parts:
    """The table with these zones after what was `told`, while `step` is shown."""
    goal = painter.phrases.goal(painter.table.view)
    hand = painter.hand(zones, playable=False)
    parts: Parts = {pile.name: ("_pile.html", {"pile": pile}) for pile in painter.piles(zones, told)}
    parts |= {pile.name: ("_pile.html", {"pile": pile}) for pile in painter.mine(zones)}
    if hand:
        parts[hand.name] = ("_hand.html", {"hand": hand})
    then, points = painter.table.view._replace(zones=zones, facts=facts), painter.points(before_the_end=True)
    own = painter.table.players[painter.table.seat]
    parts["own"] = ("_own.html", {"seat": painter.seat(own, then, points, None)})
    for seat in painter.others(then, told, points, step.seat):
        parts[f"seat-{seat.seat}"] = ("_seat.html", {"seat": seat, "goal": goal})
    parts["prompt"] = ("_prompt.html", {"prompt": painter.playing(step), "rules": "", "told": False})
    if with_log:
        parts["log"] = ("_log.html", {"log": painter.log(told), "shown": True})
    return parts


def _drawn(painter: Painter, parts: Parts) -> dict[str, str]:
    return {name: part(painter.words, template, **drawn) for name, (template, drawn) in parts.items()}
