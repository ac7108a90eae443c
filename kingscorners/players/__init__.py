"""The computer players: one file a game. Each is fed a view and nothing else, and is deterministic."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kingscorners.game import Move, View
from kingscorners.players import kings_corners, kings_corners_advice, klondike, spades
from kingscorners.players.advice import Adviser

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
}
"""By game and level, the weakest level first."""

ADVISERS: Mapping[str, Adviser] = {
    "kings-corners": kings_corners_advice.adviser,
}
"""By game: who tells a person what to do, and why."""
