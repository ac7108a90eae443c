"""Points, bags, the end of a match, places and margins."""

from __future__ import annotations

import pytest

from kingscorners.game import Outcome
from kingscorners.games.spades import MOST_DEALS, Options
from tests.games.spades_positions import GAME, HOUSE, legal, options, played_out, result, score, totals

NO_POINTS = options(failed_nil_bag_points=False)


def test_SP6_with_a_nil_the_partners_bid_is_the_contract() -> None:
    assert result((0, 4), (0, 4)) == (140, 0)
    assert result((0, 4), (0, 3)) == (60, 0)


def test_SP11_a_contract_made_and_one_missed() -> None:
    assert result((3, 2), (2, 3)) == (50, 0)
    assert result((3, 2), (6, 1)) == (52, 2)
    assert result((3, 2), (4, 0)) == (-50, 0)


def test_SP12_ten_bags_cost_100_and_the_rest_count_on() -> None:
    assert result((1, 1), (2, 1), points=8, bags=8) == (29, 9)
    assert result((1, 1), (3, 1), points=8, bags=8) == (-70, 0)
    assert result((1, 1), (4, 1), points=8, bags=8) == (-69, 1)


@pytest.mark.parametrize(("took", "after"), [(7, (389, 9)), (8, (290, 0)), (9, (291, 1))])
def test_SP13_the_example(took: int, after: tuple[int, int]) -> None:
    assert result((3, 2), (took, 0), points=337, bags=7) == after


@pytest.mark.parametrize(
    ("took", "points", "bags"),
    [
        *((4, 287, 7), (5, 387, 7), (6, 388, 8), (7, 389, 9)),
        *((8, 290, 0), (9, 291, 1), (10, 292, 2), (13, 295, 5)),
    ],
)
def test_SP_V2_every_row_of_the_table(took: int, points: int, bags: int) -> None:
    assert result((2, 3), (1, took - 1), points=337, bags=7) == (points, bags)


def test_SP14_a_nil_made_and_one_failed() -> None:
    assert result((0, 3), (0, 3)) == (130, 0)
    assert result((0, 3), (1, 3)) == (-69, 1)
    assert result((0, 3), (0, 3), rules=options(nil=50)) == (80, 0)
    assert result((0, 3), (1, 3), rules=options(nil=200)) == (-169, 1)


def test_SP15_SP_Q6_what_a_failed_nil_took_makes_no_contract() -> None:
    assert result((0, 4), (2, 3)) == (-40 - 100 + 2, 2)
    assert result((0, 4), (2, 3), rules=options(failed_nil="helps_partner")) == (40 - 100 + 1, 1)
    assert result((0, 4), (1, 3), rules=options(failed_nil="helps_partner")) == (40 - 100, 0)
    assert result((0, 4), (2, 4), rules=options(failed_nil="nothing")) == (40 - 100, 0)


def test_SP_Q7_each_trick_of_a_failed_nil_is_a_bag_and_a_point() -> None:
    assert result((4, 0), (4, 2)) == (-58, 2)
    assert result((4, 0), (4, 2), rules=NO_POINTS) == (-60, 2)


def test_SP_Q8_nil_and_contract_can_both_fail() -> None:
    assert result((0, 4), (3, 2)) == (-100 - 40 + 3, 3)


def test_SP_Q9_both_may_bid_nil() -> None:
    assert result((0, 0), (0, 0)) == (200, 0)
    assert result((0, 0), (0, 1)) == (1, 1)
    assert result((0, 0), (1, 1)) == (-198, 2)


def test_SP_Q10_a_contract_missed_makes_no_bags() -> None:
    assert result((7, 3), (5, 4), bags=3) == (-100, 3)


def test_SP_Q11_the_penalty_twice_in_one_deal() -> None:
    assert result((0, 0), (13, 0), points=309, bags=9) == (309 + 13 - 200, 2)


def test_SP_V3() -> None:
    assert result((3, 3), (2, 3), points=120) == (60, 0)


def test_SP_V4() -> None:
    assert result((0, 4), (0, 6)) == (142, 2)


def test_SP_V5() -> None:
    assert result((0, 4), (2, 4)) == (-58, 2)
    assert result((0, 4), (2, 4), rules=NO_POINTS) == (-60, 2)


def test_SP_V7() -> None:
    assert result((0, 2), (1, 1)) == (-119, 1)
    assert result((0, 2), (1, 1), rules=NO_POINTS) == (-120, 1)


@pytest.mark.parametrize(("tricks", "after"), [((0, 0), (200, 0)), ((0, 3), (3, 3)), ((2, 1), (-197, 3))])
def test_SP_V8(tricks: tuple[int, int], after: tuple[int, int]) -> None:
    assert result((0, 0), tricks) == after


def test_SP_V10_the_higher_score_wins_when_both_have_500() -> None:
    state = played_out((2, 4, 3, 3), (2, 5, 3, 3), totals(460, 455, 0, 5))
    assert (score(state, 0), score(state, 1)) == ((510, 0), (526, 6))
    assert GAME.outcome(state) == Outcome((510, 526, 510, 526), (2, 1, 2, 1), "target")


def test_SP_V11_SP_Q12_a_side_can_pass_500_and_fall_back_in_one_deal() -> None:
    state = played_out((2, 3, 2, 4), (3, 4, 3, 3), totals(488, 0, 8, 0))
    assert score(state) == (430, 0)
    assert GAME.facts(state)["penalty-0"] == 100
    assert GAME.outcome(state) is None
    assert legal(state) == {"deal"}


def test_SP_V13_SP_Q15_scores_may_be_negative() -> None:
    assert result((2, 1), (1, 1), points=-95, bags=5) == (-125, 5)
    assert -125 % 10 == 5


def test_SP_V18_SP_Q16_a_boston_scores_nothing_besides() -> None:
    state = played_out((3, 3, 3, 2), (7, 0, 6, 0))
    assert (score(state, 0), score(state, 1)) == ((67, 7), (-50, 0))


def test_SP_V19() -> None:
    assert result((0, 5), (2, 6)) == (-47, 3)


def test_SP16_SP_Q13_the_first_side_to_have_500_wins() -> None:
    state = played_out((3, 3, 2, 3), (4, 4, 2, 3), totals(449, 300, 9, 0))
    assert score(state) == (400, 0)
    assert GAME.outcome(state) is None
    won = played_out((3, 3, 2, 3), (3, 4, 2, 4), totals(450, 300))
    assert GAME.outcome(won) == Outcome((500, 362, 500, 362), (1, 2, 1, 2), "target")
    assert won.ended
    assert (GAME.turn(won), GAME.legal_moves(won)) == (None, ())


@pytest.mark.parametrize("target", [200, 1000])
def test_SP16_another_target_can_be_chosen(target: int) -> None:
    rules = options(target=target)
    for missing in (0, 1):
        state = played_out((3, 3, 3, 4), (3, 3, 3, 4), totals(target - 60 - missing), rules)
        assert (GAME.outcome(state) is None) == bool(missing)


def test_SP_Q14_equal_scores_at_the_target_end_nothing() -> None:
    equal = played_out((3, 3, 3, 4), (3, 3, 3, 4), totals(450, 440))
    assert score(equal, 0) == score(equal, 1) == (510, 0)
    assert GAME.outcome(equal) is None
    assert legal(equal) == {"deal"}


def test_SP_Q15_with_mercy_a_side_at_minus_200_has_lost() -> None:
    bids, tricks, before = (6, 2, 4, 2), (4, 4, 4, 1), totals(-100, 100)
    assert GAME.outcome(played_out(bids, tricks, before)) is None
    merciful = GAME.outcome(played_out(bids, tricks, before, options(mercy=True)))
    assert merciful == Outcome((-200, 141, -200, 141), (2, 1, 2, 1), "mercy")
    assert GAME.outcome(played_out(bids, tricks, totals(-99, 100), options(mercy=True))) is None


def test_SP_Q15_after_fifty_deals_the_higher_score_wins() -> None:
    state = played_out((13, 1, 0, 3), (4, 4, 4, 1))
    deals = (*((totals(-50, -50),) * (MOST_DEALS - 2)), *state.scores)
    assert GAME.outcome(state._replace(scores=deals)) is None
    outcome = GAME.outcome(state._replace(scores=(totals(-50, -50), *deals)))
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((2, 1, 2, 1), "limit")


def test_a_match_of_some_deals_ends_after_them_and_equal_scores_share_it() -> None:
    rules = options(match="deals", deals=2)
    assert GAME.outcome(played_out((3, 3, 3, 4), (3, 3, 3, 4), rules=rules)) is None
    one = played_out((3, 3, 3, 4), (3, 3, 3, 4), totals(600, 0), rules)
    assert GAME.outcome(one) == Outcome((660, 70, 660, 70), (1, 2, 1, 2), "deals")
    equal = GAME.outcome(played_out((3, 3, 3, 4), (3, 3, 3, 4), totals(10, 0), rules))
    assert equal == Outcome((70,) * 4, (1,) * 4, "deals")


def test_the_margin_is_the_difference_of_the_sides() -> None:
    outcome = Outcome((510, 362, 510, 362), (1, 2, 1, 2), "target")
    assert [GAME.margin(outcome, seat) for seat in range(4)] == [148, -148, 148, -148]


@pytest.mark.parametrize(
    ("bags", "before", "after"), [(10, 9, (-68, 1)), (5, 4, (-18, 1)), (5, 3, (-18, 0)), (0, 9, (32, 11))]
)
def test_bags_cost_what_the_options_say(bags: int, before: int, after: tuple[int, int]) -> None:
    assert result((1, 2), (5, 0), bags=before, rules=options(bags=bags)) == after


def test_a_blind_nil_counts_twice() -> None:
    rules = options(blind_nil=True)
    assert result((0, 4), (0, 4), rules=rules, blind=(True, False)) == (240, 0)
    assert result((0, 4), (1, 4), rules=rules, blind=(True, False)) == (-159, 1)


def test_the_house_rules_are_those_of_the_book() -> None:
    assert Options("target", 500, 4, 100, False, "bags", True, 10, 0, True, False) == HOUSE


def test_what_a_deal_added_is_told_by_its_parts() -> None:
    facts = GAME.facts(played_out((0, 3, 4, 3), (1, 4, 5, 3), totals(19, 0, 9)))
    parts = {what: facts[f"{what}-2"] for what in ("contract", "overtricks", "nil", "penalty")}
    assert parts == {"contract": 40, "overtricks": 2, "nil": -100, "penalty": 100}
    assert facts["points-2-2"] == sum((40, 2, -100, -100))
