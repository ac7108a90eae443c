"""What people complain about in computer partners, none of which these do."""

from __future__ import annotations

import pytest

from kingscorners.players import PLAYERS
from tests.players.spades_positions import Case, cases

LEVELS = ("steady", "sharp")
CASES = cases()


def test_there_are_forty_and_in_each_something_else_is_legal() -> None:
    assert len(CASES) >= 40
    for case in CASES:
        legal = {move.words[0] for move in case.view().legal if move.words}
        assert set(case.right.split()) < legal, case.name


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_what_is_played_is_acceptable(case: Case, level: str) -> None:
    move = PLAYERS["spades"][level](case.view())
    assert move.words[0] in case.right.split()
