"""The profiles, and the variants that options turn on."""

from __future__ import annotations

from random import Random

import pytest

from kingscorners.game import Outcome
from kingscorners.games.kings_corners import CORNERS, Options, Scores, State
from tests.games.positions import GAME, PAGAT, ZONE, follow, legal, options, position, refusal

KNOCKOUT = options(match="knockout")
KINGS_FIRST = options(kings_must_be_played=True)
NO_FIT = {"north": "2c", "east": "2s", "south": "4c", "west": "4s"}


def test_the_two_profiles() -> None:
    assert Options() == PAGAT
    assert (PAGAT.draw, PAGAT.side_kings, PAGAT.side_space_accepts_king, PAGAT.match, PAGAT.target) == (
        "end",
        "player_move",
        True,
        "target",
        25,
    )
    assert (ZONE.draw, ZONE.side_kings, ZONE.side_space_accepts_king, ZONE.match, ZONE.deals) == (
        "start",
        "auto_at_deal",
        False,
        "deals",
        3,
    )
    assert {rules.kings_must_be_played for rules in (PAGAT, ZONE)} == {False}
    assert {rules.tie_break for rules in (PAGAT, ZONE)} == {"shared"}
    assert {rules.decks for rules in (PAGAT, ZONE)} == {1}


def test_each_option_of_a_profile_can_be_set_alone() -> None:
    rules = options("zone", draw="end")
    assert (rules.draw, rules.side_kings, rules.match) == ("end", "auto_at_deal", "deals")


@pytest.mark.parametrize(
    ("option", "changed"),
    [
        ("a", {"match": "knockout"}),
        ("b", {"draw": "when_stuck"}),
        ("c", {"decks": 2}),
    ],
)
def test_KB16_the_named_variants_are_options(option: str, changed: dict[str, str | int]) -> None:
    rules = options("zone", **changed)
    state, rng = GAME.deal(b"", 4, rules), Random(16)
    for _ in range(5000):
        if moves := GAME.legal_moves(state):
            state = GAME.apply(state, rng.choice(moves))
    assert GAME.outcome(state) is not None
    assert {name: getattr(GAME.deal(b"", 4, rules).options, name) for name in changed} == changed


# ---------------------------------------------------------------------- kings must be played


def test_KC_Q10_with_the_option_a_king_comes_before_everything_else() -> None:
    piles = {**NO_FIT, "north": "Tc", "east": "9d", "northwest": "Ks"}
    state = position("9h Kd 3c", "2h 2d", rules=KINGS_FIRST, stock="7c 7d", rest=piles)
    assert legal(state) == {f"play Kd {corner}" for corner in CORNERS[:3]}
    for line in ("play 9h north", "carry east north", "end"):
        assert refusal(state, line).code == "king-first"
    state = follow(state, "play Kd southeast")
    assert {"play 9h north", "carry east north", "end"} <= legal(state)


def test_KC_Q10_with_the_option_a_king_that_goes_nowhere_binds_nobody() -> None:
    full = dict.fromkeys(CORNERS, "Ks Qh")
    rules = options(kings_must_be_played=True, decks=2)
    state = position("9h Kd", "2h", rules=rules, north="Tc", rest={**full, **NO_FIT})
    assert legal(state) == {"play 9h north", "end"}


def test_KC_Q10_with_the_option_a_king_on_a_side_may_stay() -> None:
    state = position("9h 3c", "2h", rules=KINGS_FIRST, stock="7c", north="Kd", rest=NO_FIT)
    assert legal(state) == {"end", *(f"carry north {corner}" for corner in CORNERS)}


# ---------------------------------------------------------------------- knock-out


def out_with(*hands: str, scores: Scores, rules: Options = KNOCKOUT) -> State:
    return follow(position("9h", *hands, north="Tc", scores=scores, rules=rules), "play 9h north")


def test_KC_Q21_who_reaches_the_target_leaves_and_the_others_play_on() -> None:
    state = out_with("2c", "3c", "4c", scores=((0, 24, 3, 4),))
    assert GAME.outcome(state) is None
    assert GAME.facts(state)["left-1"] == 1
    assert not {"left-0", "left-2", "left-3"} & set(GAME.facts(state))
    state = follow(state, "deal")
    assert [len(hand) for hand in state.hands] == [7, 0, 7, 7]
    assert len(state.stock) == 52 - 21 - 4
    assert GAME.facts(state)["left-1"] == 1


def test_KC_Q21_deal_and_turn_pass_over_who_has_left() -> None:
    # Seat 3 dealt, seat 0 would deal next; seats 0 and 2 have left.
    state = out_with("2c", "3c", "4c", scores=((25, 0, 24, 0),))
    assert state.dealer == 3
    assert GAME.turn(state) == 1
    state = follow(state, "deal")
    assert (state.dealer, state.turn) == (1, 3)
    assert [len(hand) for hand in state.hands] == [0, 7, 0, 7]
    state = follow(state, "end")
    assert state.turn == 1
    assert follow(state, "end").turn == 3


def test_KC_Q21_a_stalemate_needs_the_passes_of_those_who_still_play() -> None:
    state = position("9c", "", "9s", scores=((0, 25, 0),), rules=KNOCKOUT, rest=NO_FIT)
    state = follow(state, "end", "end")
    assert (state.ended, state.scores[-1]) == ("stalemate", (1, 0, 1))


def test_KC_Q21_the_last_one_left_wins() -> None:
    state = out_with("2c", "", scores=((3, 24, 1), (9, 0, 24)))
    # Seat 2 left one deal before seat 1.
    assert GAME.outcome(state) == Outcome((12, 25, 25), (1, 2, 3), "knockout")


def test_KC_Q21_places_follow_the_order_of_leaving_whatever_the_totals() -> None:
    state = out_with("Kd Kc", "", scores=((3, 24, 1), (9, 0, 24)))
    assert GAME.outcome(state) == Outcome((12, 44, 25), (1, 2, 3), "knockout")


def test_KC_Q21_who_leave_in_the_same_deal_are_placed_by_their_totals() -> None:
    state = out_with("2c", "3c 4c 5c", "2c", scores=((3, 24, 23, 24),))
    assert GAME.outcome(state) == Outcome((3, 25, 26, 25), (1, 2, 4, 2), "knockout")


def test_KC_Q21_when_a_stalemate_puts_all_out_the_lowest_total_wins_and_ties_share() -> None:
    for tie_break in ("shared", "extra_deal"):
        rules = options(match="knockout", tie_break=tie_break)
        start = position("9c", "9s Ts", "Tc", passes=2, scores=((24, 24, 24),), rules=rules, rest=NO_FIT)
        state = follow(start, "end")
        assert GAME.outcome(state) == Outcome((25, 26, 25), (1, 3, 1), "knockout")


def test_KC_Q21_another_target_can_be_chosen() -> None:
    rules = options(match="knockout", target=5)
    assert GAME.outcome(out_with("2c", scores=((0, 3),), rules=rules)) is None
    assert GAME.outcome(out_with("2c", scores=((0, 4),), rules=rules)) is not None
