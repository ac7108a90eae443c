"""The computer players: one file a game. Each is fed a view and nothing else, and is deterministic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kingscorners.game import Move, View, Zone
from kingscorners.players import (
    idiot,
    idiot_advice,
    kings_corners,
    kings_corners_advice,
    klondike,
    klondike_advice,
    klondike_outlook,
    klondike_solver,
    spades,
    spades_advice,
)
from kingscorners.players.advice import Adviser
from kingscorners.players.klondike_solver import Solution

Player = Callable[[View], Move]
"""Chooses one of `view.legal`. The same view always gives the same move."""

PLAYERS: Mapping[str, Mapping[str, Player]] = {
    "kings-corners": {
        "novice": kings_corners.novice,
        "steady": kings_corners.steady,
        "sharp": kings_corners.sharp,
    },
    "klondike": {"novice": klondike.novice, "steady": klondike.steady},
    "spades": {"novice": spades.novice, "steady": spades.steady, "sharp": spades.sharp},
    "idiot": {"novice": idiot.novice, "steady": idiot.steady, "sharp": idiot.sharp},
}
"""By game and level, the weakest level first."""

ADVISERS: Mapping[str, Adviser] = {
    "kings-corners": kings_corners_advice.adviser,
    "klondike": klondike_advice.adviser,
    "spades": spades_advice.adviser,
    "idiot": idiot_advice.adviser,
}
"""By game: who tells a person what to do, and why."""

Automatic = Callable[[View], Move | None]
"""Which legal move of a view plays itself, if any."""

AUTOMATIC: Mapping[str, Automatic] = {"klondike": klondike.automatic, "spades": spades.automatic}
"""By game: what is played unasked for a person who wants that. In games that are not here nothing is."""

Outlook = Callable[[View], bool]
"""Whether it is certain that nothing useful is left to do for the seat of a view."""

OUTLOOKS: Mapping[str, Outlook] = {"klondike": klondike_outlook.hopeless}
"""By game: who tells a person so. In games that are not here nothing is ever past hope."""

Solver = Callable[[Sequence[Zone], Mapping[str, int | str], Any, int], Solution]
"""Looks for a win in a position with these zones, facts and options, all cards of which are known to it, and
gives up after it has looked at so many positions."""

SOLVERS: Mapping[str, Solver] = {"klondike": klondike_solver.solve}
"""By game. A game that is here has only dailies that can be won."""
