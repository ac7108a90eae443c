"""What a player may be advised to do, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kingscorners.game import Move, Reason, View


class Advice(NamedTuple):
    """Moves of one turn that belong together and are as good as any, and what they are good for.

    There is at least one. Each is legal after the ones before it, and none but the last shows the player a
    card that was hidden: whoever has made the first is advised to make the others. The reason is an id with
    words in every language.
    """

    moves: tuple[Move, ...]
    why: Reason

    @property
    def move(self) -> Move:
        """What to do now."""
        return self.moves[0]


Adviser = Callable[[View], Advice]
"""Advises the seat of a view that is on turn. Like a computer player it knows nothing but the view."""
