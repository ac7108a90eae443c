"""Every reason that a refused move can give, and what fills the gaps of its words."""

from __future__ import annotations

import inspect

import pytest

from kingscorners.game import Reason
from kingscorners.games import klondike
from kingscorners.games.klondike import IDLE_MOVES, State
from tests.games.klondike_positions import THREE, follow, options, position, refusal
from tests.games.test_kings_corners_reasons import reasons_in

TABLE = position("(2d) 9s 8h", "Tc", "9d", "Kd", "", "5c", "4c", stock="7c", waste="3s 7d", h=2, s=1)
ALL_ENDED = options(scoring="vegas", cumulative=True)
STUCK = follow(position("(2c) 2s", "4d", "6d", "8d", "Td", "Qd", "4h", stock="9h"), "draw")
IDLE = position("8h 7s", "8d", waste="2c")._replace(halt="idle", idle=IDLE_MOVES)

REFUSALS = [
    (follow(position("As", rules=ALL_ENDED), "resign"), "draw", "deal-over", {}),
    (TABLE, "deal", "deal-not-over", {}),
    (STUCK, "draw", "no-moves-left", {}),
    (IDLE, "play 7s column-2", "nothing-gained", {}),
    (TABLE, "bid 4", "no-such-move", {}),
    (TABLE, "play", "no-such-move", {}),
    (TABLE, "play 9d", "no-such-move", {}),
    (TABLE, "draw 3", "no-such-move", {}),
    (TABLE, "play 9d column-8", "no-such-place", {}),
    (TABLE, "play 9d column-0", "no-such-place", {}),
    (TABLE, "play 9d foundation-x", "no-such-place", {}),
    (TABLE, "play 1d column-1", "no-such-card", {}),
    (TABLE, "play column-1 column-2", "no-such-card", {}),
    (TABLE, "finish", "cannot-finish", {}),
    (position("As"), "draw", "stock-empty", {}),
    (TABLE, "recycle", "stock-not-empty", {}),
    (position("As", waste="2c"), "recycle", "no-passes-left", {}),
    (position("As", rules=THREE), "recycle", "waste-empty", {}),
    (TABLE, "play 9d waste", "comes-from-stock", {}),
    (TABLE, "play 7d stock", "comes-from-stock", {}),
    (TABLE, "play 3s column-1", "waste-top-only", {}),
    (TABLE, "play 8h column-1", "already-there", {}),
    (TABLE, "play 9s foundation-s", "one-at-a-time", {}),
    (position("9s 8h", "9c", rules=options(whole_run_only=True)), "play 8h column-2", "whole-runs", {}),
    (TABLE, "play 2h column-1", "foundations-stay", {}),
    (TABLE, "play As foundation-c", "foundations-stay", {}),
    (TABLE, "play 9d foundation-h", "wrong-foundation", {"zone": "foundation-h"}),
    (TABLE, "play 8h foundation-h", "goes-up-after", {"card": "8h", "rank": 3}),
    (TABLE, "play 9d column-5", "column-needs-king", {}),
    (TABLE, "play Kd column-2", "king-needs-column", {}),
    (TABLE, "play 2d column-3", "card-hidden", {"card": "2d"}),
    (TABLE, "play 7c column-1", "card-hidden", {"card": "7c"}),
    (TABLE, "play 9d column-1", "needs", {"card": "9d", "colour": "black", "rank": 10}),
    (TABLE, "play 5c column-3", "needs", {"card": "5c", "colour": "red", "rank": 6}),
]


@pytest.mark.parametrize(
    ("state", "line", "code", "gaps"),
    REFUSALS,
    ids=[f"{row[2]}-{number}" for number, row in enumerate(REFUSALS)],
)
def test_the_reason_for_a_refusal(state: State, line: str, code: str, gaps: dict[str, str | int]) -> None:
    assert refusal(state, line) == Reason(code, gaps)


def test_every_reason_in_the_rules_is_tried() -> None:
    assert {code for _, _, code, _ in REFUSALS} == set(reasons_in(inspect.getsource(klondike)))


def test_a_hidden_card_and_one_in_the_stock_are_refused_alike() -> None:
    assert refusal(TABLE, "play 2d column-3").code == refusal(TABLE, "play 7c column-3").code
