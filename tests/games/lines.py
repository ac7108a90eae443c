"""Lines of play from positions written by hand, in any game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from kingscorners.cards import Card
from kingscorners.game import IllegalMove, Reason
from kingscorners.record import Position, Setup

S = TypeVar("S")


class Lines(Generic[S]):
    """Plays on from the states of one game; `setup` says which match a state can stand in."""

    def __init__(self, setup: Callable[[S], Setup[Any]]) -> None:
        self._setup = setup

    def at(self, state: S) -> tuple[Setup[S], Position[S]]:
        """A match that stands at this moment, with nothing to take back."""
        setup = self._setup(state)
        return setup, setup.position(0, state)

    def follow(self, state: S, *lines: str) -> S:
        """The state after some moves, each of which must be legal."""
        setup, position = self.at(state)
        for line in lines:
            position = setup.advance(position, line)
        return position.state

    def refusal(self, state: S, line: str) -> Reason:
        """Why a move is refused."""
        try:
            self.follow(state, line)
        except IllegalMove as refused:
            return refused.reason
        raise AssertionError(f"{line} is legal")


def text(some: tuple[Card, ...]) -> str:
    """Cards as text."""
    return " ".join(map(str, some))
