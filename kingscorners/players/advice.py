"""What a player may be advised to do, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kingscorners.game import Move, Reason, View


class Advice(NamedTuple):
    """A legal move that is as good as any, and the reason: an id with words in every language."""

    move: Move
    why: Reason


Adviser = Callable[[View], Advice]
"""Advises the seat of a view that is on turn. Like a computer player it knows nothing but the view."""
