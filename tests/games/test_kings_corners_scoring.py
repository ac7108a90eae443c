"""Points, the end of a match, places and margins."""

from __future__ import annotations

import pytest

from kingscorners.game import Outcome
from kingscorners.games.kings_corners import EXTRA_DEALS, Options, Scores, State, hand_points
from tests.games.positions import GAME, PAGAT, ZONE, follow, legal, options, position

ANY_MATCH = pytest.mark.parametrize(
    "rules", [PAGAT, ZONE, options(match="knockout")], ids=["target", "deals", "knockout"]
)


def after(*hands: str, scores: Scores = (), rules: Options = PAGAT) -> State:
    """Seat 0 goes out with the nine of hearts while the others hold `hands`."""
    return follow(position("9h", *hands, north="Tc", scores=scores, rules=rules), "play 9h north")


def totals(state: State) -> tuple[int, ...]:
    facts = GAME.facts(state)
    return tuple(int(facts[f"points-{seat}"]) for seat in range(len(state.hands)))


def outcome(state: State) -> Outcome:
    reached = GAME.outcome(state)
    assert reached is not None
    assert (GAME.turn(state), GAME.legal_moves(state)) == (None, ())
    return reached


def goes_on(state: State) -> bool:
    return GAME.outcome(state) is None and legal(state) == {"deal"}


@pytest.mark.parametrize(
    ("left", "points"), [("2c", 1), ("Kd", 10), ("Qs Jd Th Ac", 4), ("Ks Kh Kd Kc", 40), ("Ks 3d 4c", 12)]
)
def test_KA11_a_king_left_costs_10_and_every_other_card_1(left: str, points: int) -> None:
    assert after(left).scores == ((0, points),)
    assert hand_points(position(left).hands[0]) == points


def test_KB11_the_first_with_an_empty_hand_wins_the_deal_and_scores_nothing() -> None:
    state = after("Kd 2c", "3c 4c", rules=ZONE)
    assert state.scores == ((0, 11, 2),)
    facts = GAME.facts(state)
    assert (facts["ended"], facts["out"]) == ("out", 0)
    assert (facts["points-0-1"], facts["points-1-1"], facts["points-2-1"]) == (0, 11, 2)


def test_KA13_deals_are_played_to_25_and_the_lowest_total_wins() -> None:
    assert goes_on(after("2c 3c 4c 5c", scores=((3, 20),)))
    end = outcome(after("2c 3c 4c 5c 6c", scores=((3, 20),)))
    assert end == Outcome((3, 25), (1, 2), "target")
    assert end.winners == (0,)


def test_KA13_the_winner_of_the_last_deal_need_not_win_the_match() -> None:
    assert outcome(after("2c", "3c 4c 5c", scores=((20, 3, 22),))) == Outcome(
        (20, 4, 25), (2, 1, 3), "target"
    )


@pytest.mark.parametrize("target", [5, 200])
def test_KA13_another_target_can_be_chosen(target: int) -> None:
    rules = options(target=target)
    assert goes_on(after("2c", scores=((0, target - 2),), rules=rules))
    assert outcome(after("2c", scores=((0, target - 1),), rules=rules)).points == (0, target)


def test_KA17_the_house_rules_are_kings_10_others_1_and_25_points() -> None:
    rules = Options()
    assert (rules.profile, rules.match, rules.target) == ("pagat", "target", 25)
    assert after("Ks 2c").scores == ((0, 11),)


@pytest.mark.parametrize("deals", [1, 3, 5, 20])
def test_KB15_an_agreed_number_of_deals_and_the_fewest_points_win(deals: int) -> None:
    rules = options("zone", deals=deals)
    before: Scores = ((5, 2, 30),) * (deals - 1)
    if deals > 1:
        assert goes_on(after("2c", "3c", scores=before[1:], rules=rules))
    end = outcome(after("2c", "3c", scores=before, rules=rules))
    assert end.reason == "deals"
    assert end.points == (5 * (deals - 1), 2 * (deals - 1) + 1, 30 * (deals - 1) + 1)
    assert end.winners == ((0,) if deals == 1 else (1,))


@ANY_MATCH
def test_KC_Q15_after_a_stalemate_everybody_scores_the_own_hand(rules: Options) -> None:
    state = follow(position("9c Ks", "9s", "5c 5s 7c", rules=rules, passes=2, north="2c"), "end")
    assert state.ended == "stalemate"
    assert state.scores == ((11, 1, 3),)


def test_KC_Q18_25_is_looked_for_on_totals_after_a_finished_deal() -> None:
    # The second player has 24 points and holds 21 more, which count only when the deal is over.
    state = position("9h 2d", "Kd Ks 2c", north="Tc", scores=((0, 24),), stock="3c 3d")
    assert GAME.outcome(state) is None
    assert GAME.outcome(follow(state, "play 9h north", "end", "end")) is None
    assert outcome(after("Kd Ks 2c", scores=((0, 24),))).points == (0, 45)


def test_KC_Q18_several_may_still_be_below_the_target() -> None:
    assert outcome(after("2c", "3c", "4c", scores=((9, 24, 9, 23),))).places == (1, 4, 2, 3)


def test_KC_Q19_the_winner_of_a_deal_adds_nothing() -> None:
    assert totals(after("Kd", "2c", scores=((7, 7, 7),))) == (7, 17, 8)


def test_KC_Q20_equal_lowest_totals_share_the_win() -> None:
    end = outcome(after("2c", "3c 4c", scores=((6, 5, 23),)))
    assert end == Outcome((6, 6, 25), (1, 1, 3), "target")
    assert end.winners == (0, 1)


def test_KC_Q20_the_option_plays_another_deal_until_one_is_lowest() -> None:
    rules = options(tie_break="extra_deal")
    state = after("2c", "3c 4c", scores=((6, 5, 23),), rules=rules)
    assert goes_on(state)
    assert follow(state, "deal").deal == 3
    assert outcome(after("2c", "3c", scores=((6, 6, 25),), rules=rules)) == Outcome(
        (6, 7, 26), (1, 2, 3), "target"
    )


def test_KC_Q20_a_tie_further_down_needs_no_extra_deal() -> None:
    rules = options(tie_break="extra_deal")
    assert outcome(after("2c", "3c", scores=((0, 24, 24),), rules=rules)).places == (1, 2, 2)


def test_KC_Q20_deals_are_added_in_a_match_of_a_fixed_number_too() -> None:
    rules = options("zone", deals=1, tie_break="extra_deal")
    state = follow(position("9c", "9s", rules=rules, passes=1, north="2c"), "end")
    assert goes_on(state)
    assert outcome(after("2c", scores=state.scores, rules=rules)) == Outcome((1, 2), (1, 2), "deals")


def test_KC_Q20_after_ten_extra_deals_a_tie_is_shared() -> None:
    rules = options(tie_break="extra_deal")
    stalemate = position("9c", "9s", rules=rules, passes=1, north="2c")

    def tied(extra: int) -> State:
        """The last of so many extra deals is over, and all of them were tied."""
        scores: Scores = ((25, 25), *((1, 1),) * (extra - 1))
        return follow(position("9c", "9s", rules=rules, passes=1, north="2c", scores=scores), "end")

    assert GAME.outcome(follow(stalemate, "end")) is None
    assert goes_on(tied(EXTRA_DEALS - 1))
    assert outcome(tied(EXTRA_DEALS)) == Outcome((35, 35), (1, 1), "target")


def test_KC_V14_the_end_of_a_match() -> None:
    state = after("2c", "3c 4c 5c 6c 7c", "Kd Ks 2d", scores=((20, 24, 18, 3),))
    end = outcome(state)
    assert end.points == (20, 25, 23, 24)
    assert end.winners == (0,)
    assert end.places == (1, 4, 2, 3)


def test_KC_V15_24_is_not_25() -> None:
    state = after("2c", "3c", "4c", scores=((24, 9, 9, 9),))
    assert totals(state) == (24, 10, 10, 10)
    assert goes_on(state)


def test_KC_V16_a_tie() -> None:
    scores = ((25, 10, 11, 20),)
    hands = ("2c 3c", "4c", "Kd")
    end = outcome(after(*hands, scores=scores))
    assert end.points == (25, 12, 12, 30)
    assert end.winners == (1, 2)
    assert end.places == (3, 1, 1, 4)
    assert goes_on(after(*hands, scores=scores, rules=options(tie_break="extra_deal")))


def test_the_margin_is_what_the_others_have_more_than_oneself() -> None:
    end = Outcome((20, 25, 23, 24), (1, 4, 2, 3), "target")
    assert [GAME.margin(end, seat) for seat in range(4)] == [12, -8, 0, -4]
    assert GAME.margin(Outcome((3, 25), (1, 2), "target"), 0) == 22
