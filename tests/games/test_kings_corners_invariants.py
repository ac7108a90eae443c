"""What is true of every move, in random matches over all combinations of the options."""

from __future__ import annotations

from hypothesis import given, settings

from tests.games.invariants import check_move, check_position
from tests.games.positions import GAME
from tests.laws import Walk, walks


@given(walk=walks(GAME, plies=200))
@settings(max_examples=25)
def test_what_is_true_of_every_move_and_every_position(walk: Walk) -> None:
    check_position(walk.positions[0].state)
    for before, move, after in zip(walk.positions, walk.moves, walk.positions[1:], strict=False):
        check_move(before.state, move, after.state)
        check_position(after.state)
