"""What a deal is worth, and how results are compared."""

from __future__ import annotations

import pytest

from kingscorners.game import NEXT_DEAL, Outcome
from kingscorners.games.klondike import CUMULATIVE_DEALS, State
from tests.games.klondike_positions import GAME, almost_won, follow, options, position

STANDARD = options(scoring="standard")
VEGAS = options(scoring="vegas")


def score(state: State) -> int:
    return int(GAME.facts(state)["score"])


def test_KL_Q19_without_scoring_cards_up_are_points() -> None:
    table = position("Ah", "As")
    assert [score(table), score(follow(table, "play Ah foundation-h"))] == [0, 1]


def test_KL_Q19_KL_V14_standard_scoring() -> None:
    rules = options(scoring="standard", foundation_take_back=True)
    table = position("6c", "(9s) Ad", "3c", "2d", waste="5h", rules=rules)
    steps = [score(table)]
    for line in ("play 5h column-1", "play Ad foundation-d", "play 2d foundation-d", "play 2d column-3"):
        table = follow(table, line)
        steps.append(score(table))
    assert steps == [0, 5, 20, 30, 15]


def test_KL_Q19_from_the_waste_to_a_foundation_is_ten_and_a_turned_card_five() -> None:
    assert score(follow(position(waste="Ah", rules=STANDARD), "play Ah foundation-h")) == 10
    assert score(follow(position("(2c) 8h", "9s", rules=STANDARD), "play 8h column-2")) == 5


@pytest.mark.parametrize(
    ("profile", "recycles", "cost"),
    [("draw_one", 0, 100), ("draw_one", 5, 100), ("draw_three", 1, 0), ("draw_three", 2, 20)],
)
def test_KL_Q19_turning_the_waste_over_costs(profile: str, recycles: int, cost: int) -> None:
    rules = options(profile, scoring="standard", passes="unlimited")
    table = position(waste="4c", rules=rules, recycles=recycles)._replace(score=150)
    assert score(follow(table, "recycle")) == 150 - cost


def test_KL_Q19_standard_is_never_below_nothing() -> None:
    rules = options(scoring="standard", passes="unlimited", foundation_take_back=True)
    assert score(follow(position(waste="4c", rules=rules), "recycle")) == 0
    assert score(follow(position("6h", s=5, rules=rules), "play 5s column-1")) == 0


def test_KL_Q19_the_most_that_standard_can_bring() -> None:
    assert 24 * 5 + 52 * 10 + 21 * 5 == 745


@pytest.mark.parametrize(
    ("points", "reason", "seconds", "expected"),
    [
        (745, "won", 30, 24_078 - 6),
        (745, "won", 29, 745 - 4),
        (745, "won", 700, 745 - 140 + 1_000),
        (100, "stuck", 99, 100 - 18),
        (10, "resigned", 3_600, 0),
    ],
)
def test_KL_Q19_time_counts_where_it_is_to(points: int, reason: str, seconds: int, expected: int) -> None:
    outcome = Outcome((points,), (1,), reason)
    rules = options(scoring="standard", timed=True)
    timed = GAME.timed(outcome, rules, seconds)
    assert timed.points == (expected,) == (sum(timed.parts.values()),)
    assert timed.parts["score"] == points
    assert timed.parts["time"] <= 0
    assert timed.parts.get("bonus", 1) > 0
    for untimed in (STANDARD, options(timed=True), options(scoring="vegas", timed=True)):
        assert GAME.timed(outcome, untimed, seconds) == outcome


def test_KL_Q19_KL_V14_vegas_scoring() -> None:
    rules = options(scoring="vegas", foundation_take_back=True)
    table = position("Ah", "As", "2d", rules=rules)
    assert score(table) == -52
    table = follow(table, "play Ah foundation-h", "play As foundation-s")
    assert score(table) == -42
    assert score(follow(table, "play As column-3")) == -47
    over = GAME.outcome(follow(almost_won(VEGAS), "finish"))
    assert over is not None
    assert over.points == (208,)


def test_KL_Q19_a_cumulative_balance_goes_on_over_ten_deals() -> None:
    rules = options(scoring="vegas", cumulative=True)
    state = follow(almost_won(rules), "finish")
    assert GAME.legal_moves(state) == (NEXT_DEAL,)
    assert (GAME.facts(state)["points-0"], GAME.turn(state)) == (208, 0)
    for deal in range(2, CUMULATIVE_DEALS + 1):
        state = follow(state, "deal", "resign")
        assert GAME.facts(state)["deal"] == deal
        assert GAME.facts(state)["points-0"] == 208 - 52 * (deal - 1)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.points, outcome.places) == ((-260,), (2,))


def test_KL_Q19_a_balance_above_nothing_wins() -> None:
    rules = options(scoring="vegas", cumulative=True)
    state = almost_won(rules)._replace(deal=10, results=((30,),) * 9)
    outcome = GAME.outcome(follow(state, "resign"))
    assert outcome is not None
    assert (outcome.points, outcome.places) == ((270 + 5 * 48 - 52,), (1,))


def test_only_vegas_is_cumulative() -> None:
    state = follow(GAME.deal(bytes(32), 1, options(cumulative=True)), "resign")
    assert GAME.outcome(state) is not None


def test_the_daily_ranks_by_winning_then_cards_then_fewer_moves() -> None:
    results = [
        Outcome((52,), (1,), "won", 90),
        Outcome((52,), (1,), "won", 140),
        Outcome((51,), (2,), "stuck", 20),
        Outcome((20,), (2,), "resigned", 60),
        Outcome((20,), (2,), "stuck", 61),
        Outcome((0,), (2,), "stuck", 1),
        Outcome((0,), (2,), "idle", 10**6),
    ]
    keys = [(outcome.places[0], -GAME.margin(outcome, 0)) for outcome in results]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)
    assert all(abs(GAME.margin(outcome, 0)) < 500_000 for outcome in results)
