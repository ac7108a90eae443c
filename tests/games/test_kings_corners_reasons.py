"""Every reason that a refused move can give, and what fills the gaps of its words."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator

import pytest

from kingscorners.game import Reason
from kingscorners.games import kings_corners
from kingscorners.games.kings_corners import State
from tests.games.positions import ZONE, follow, options, position, refusal

TABLE = position(
    "9s 4d Kd 2c",
    "5h",
    stock="7c 7d",
    north="Tc 9d",
    east="Qd",
    south="Kh Qs",
    northeast="Ks",
)
OVER = follow(position("9h", "2c", north="Tc"), "play 9h north")
KINGS_FIRST = position("9h Kd", "2c", north="Tc", east="9d", rules=options(kings_must_be_played=True))
IN_ZONE = position("Kd 2c", "5h", north="Tc", south="Kh", northeast="Ks", rules=ZONE)

REFUSALS = [
    (OVER, "end", "deal-over", {}),
    (OVER, "play 2c north", "deal-over", {}),
    (TABLE, "deal", "deal-not-over", {}),
    (KINGS_FIRST, "end", "king-first", {}),
    (KINGS_FIRST, "play 9h north", "king-first", {}),
    (KINGS_FIRST, "carry east north", "king-first", {}),
    (TABLE, "bid 4", "no-such-move", {}),
    (TABLE, "play", "no-such-move", {}),
    (TABLE, "play 9s", "no-such-move", {}),
    (TABLE, "play 9s north east", "no-such-move", {}),
    (TABLE, "end now", "no-such-move", {}),
    (TABLE, "PLAY 9s north", "no-such-move", {}),
    (TABLE, "play 9s centre", "no-such-place", {}),
    (TABLE, "play 9s stock", "no-such-place", {}),
    (TABLE, "play 9s hand-1", "no-such-place", {}),
    (TABLE, "carry stock north", "no-such-place", {}),
    (TABLE, "carry north hand-0", "no-such-place", {}),
    (TABLE, "play 1s north", "no-such-card", {}),
    (TABLE, "play 9S north", "no-such-card", {}),
    (TABLE, "play north east", "no-such-card", {}),
    (TABLE, "play 8h north", "not-in-hand", {"card": "8h"}),
    (TABLE, "play 5h north", "not-in-hand", {"card": "5h"}),
    (TABLE, "play 9d west", "not-in-hand", {"card": "9d"}),
    (TABLE, "play 4d southeast", "corner-needs-king", {}),
    (IN_ZONE, "play Kd west", "king-needs-corner", {}),
    (IN_ZONE, "play Kd north", "king-needs-space", {"card": "Kd"}),
    (TABLE, "play Kd northeast", "king-needs-space", {"card": "Kd"}),
    (TABLE, "play 9s north", "needs", {"card": "9s", "colour": "red", "rank": 10}),
    (TABLE, "play 4d east", "needs", {"card": "4d", "colour": "black", "rank": 5}),
    (TABLE, "carry 9d south", "whole-piles", {}),
    (TABLE, "carry northeast west", "corners-stay", {}),
    (TABLE, "carry southwest east", "corners-stay", {}),
    (TABLE, "carry west north", "nothing-there", {"zone": "west"}),
    (TABLE, "carry north west", "pile-needs-pile", {}),
    (IN_ZONE, "carry south southwest", "pile-needs-pile", {}),
    (TABLE, "carry north southwest", "corner-needs-king", {}),
    (TABLE, "carry south northeast", "king-needs-space", {"card": "Kh"}),
    (TABLE, "carry north east", "pile-needs", {"card": "Tc", "colour": "red", "rank": 11}),
    (TABLE, "carry east north", "pile-needs", {"card": "Qd", "colour": "black", "rank": 13}),
    (TABLE, "carry north north", "pile-needs", {"card": "Tc", "colour": "red", "rank": 11}),
]


@pytest.mark.parametrize(
    ("state", "line", "code", "gaps"),
    REFUSALS,
    ids=[f"{row[2]}-{number}" for number, row in enumerate(REFUSALS)],
)
def test_the_reason_for_a_refusal(state: State, line: str, code: str, gaps: dict[str, str | int]) -> None:
    assert refusal(state, line) == Reason(code, gaps)


def test_every_reason_in_the_rules_is_tried() -> None:
    assert {code for _, _, code, _ in REFUSALS} == set(reasons_in(inspect.getsource(kings_corners)))


def reasons_in(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason":
            code = node.args[0]
            assert isinstance(code, ast.Constant)
            yield str(code.value)
