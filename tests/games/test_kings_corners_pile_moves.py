"""Whole piles: which may go where."""

from __future__ import annotations

from random import Random

import pytest

from kingscorners.games.kings_corners import CORNERS, SIDES, Options, State
from tests.games.positions import GAME, PAGAT, ZONE, follow, hand, legal, options, pile, position, refusal

EITHER = pytest.mark.parametrize("rules", [PAGAT, ZONE], ids=["pagat", "zone"])


@EITHER
def test_KA8_a_whole_pile_goes_where_its_bottom_card_fits_the_top(rules: Options) -> None:
    state = position("2c", "2s", north="8h 7c", east="6d 5s", south="Jc", west="Js", rules=rules)
    assert legal(state, "carry") == {"carry east north"}
    state = follow(state, "carry east north")
    assert (pile(state, "north"), pile(state, "east")) == ("8h 7c 6d 5s", "")


@EITHER
def test_KA8_it_is_the_bottom_card_that_counts(rules: Options) -> None:
    state = position("2c", "2s", north="8h", east="Jd Tc 9d 8c 7c", south="Qs", west="3s", rules=rules)
    assert legal(state, "carry") == {"carry east south"}


@EITHER
def test_KB8_only_piles_of_the_cross_move(rules: Options) -> None:
    piles = {"northeast": "Kd Qs Jd", "east": "Tc 9h", "south": "Qc", "west": "3c", "southwest": "Kh"}
    state = position("2c", "2s", rules=rules, rest=piles)
    assert legal(state, "carry") == {
        "carry east northeast",
        "carry south southwest",
    }
    assert all(move.split()[1] in SIDES for move in legal(state, "carry"))


@pytest.mark.parametrize("corner", CORNERS)
def test_KC_Q1_the_player_on_turn_may_move_a_side_king_to_any_empty_corner(corner: str) -> None:
    state = position("2c", "2s", north="Kd", east="4s", south="9h", west="Jc")
    state = follow(state, f"carry north {corner}")
    assert (pile(state, corner), pile(state, "north")) == ("Kd", "")
    assert "play 2c north" in legal(state)


def test_KC_Q1_who_declines_leaves_the_king_to_the_others() -> None:
    state = position("2c", "2s 3s", "5s", north="Kd", east="4s", south="9h", west="Jc", stock="7c 7d 7h")
    state = follow(state, "end")
    assert state.turn == 1
    assert f"carry north {CORNERS[0]}" in legal(state)
    assert pile(follow(state, "end", "carry north northeast"), "northeast") == "Kd"


def test_KC_Q1_in_zone_no_players_move_takes_a_king_to_a_corner() -> None:
    state = position("2c", "2s", north="Kd", east="4s", rules=ZONE)
    assert legal(state, "carry") == set()
    assert refusal(state, "carry north northeast").code == "pile-needs-pile"


def test_KC_Q2_the_whole_pile_goes_with_its_king_and_only_to_an_empty_corner() -> None:
    state = position("2c", "2s", north="Kd Qs Jh", northeast="Kc", southeast="Ks Qd")
    assert legal(state, "carry") == {"carry north southwest", "carry north northwest"}
    assert pile(follow(state, "carry north northwest"), "northwest") == "Kd Qs Jh"


@EITHER
def test_KC_Q3_a_corner_pile_never_moves(rules: Options) -> None:
    state = position("2c", "2s", northeast="Kd", southwest="Kc Qh", north="4c", east="4s", rules=rules)
    assert legal(state, "carry") == set()
    for target in ("northwest", "southeast", "southwest", "south", "north"):
        assert refusal(state, f"carry northeast {target}").code == "corners-stay"


@EITHER
def test_KC_Q4_a_pile_may_go_onto_a_corner_pile(rules: Options) -> None:
    state = position("2c", "2s", west="Qs Jd", north="4c", southeast="Kd", rules=rules)
    assert legal(state, "carry") == {"carry west southeast"}
    assert pile(follow(state, "carry west southeast"), "southeast") == "Kd Qs Jd"


@EITHER
def test_KC_Q6_a_pile_never_goes_into_an_empty_side_space(rules: Options) -> None:
    state = position("2c", "2s", north="4c", east="Kd", rules=rules)
    assert refusal(state, "carry north south").code == "pile-needs-pile"
    assert refusal(state, "carry east south").code == "pile-needs-pile"
    assert not any(move.endswith((" south", " west")) for move in legal(state, "carry"))


@EITHER
def test_KC_Q6_no_space_is_empty_after_the_deal(rules: Options) -> None:
    for number in range(50):
        state = GAME.deal(bytes([number]), 4, rules)
        assert all(state.piles[side] for side in SIDES)


@EITHER
def test_KC_Q8_no_part_of_a_pile_moves(rules: Options) -> None:
    state = position("2c", "2s", north="8s 7d 6c", east="8c", south="7h", rules=rules)
    assert legal(state, "carry") == {"carry south east"}
    assert refusal(state, "carry 7d east").code == "whole-piles"
    assert refusal(state, "carry 6c south").code == "whole-piles"


def test_KC_V4_the_fitting_pile_moves_and_not_the_other_way_round() -> None:
    state = position("Js", "2s", north="7s 6d 5c", east="4h 3s")
    assert refusal(state, "carry north east").code == "pile-needs"
    assert legal(state, "carry") == {"carry east north"}
    state = follow(state, "carry east north")
    assert pile(state, "north") == "7s 6d 5c 4h 3s"
    assert pile(state, "east") == ""


def test_KC_V5_neither_the_part_that_fits_nor_the_pile_that_does_not() -> None:
    state = position("Js", "2s", north="8s 7d", east="8c")
    assert legal(state, "carry") == set()
    assert refusal(state, "carry 7d east").code == "whole-piles"
    assert refusal(state, "carry north east").code == "pile-needs"


def test_KC_V7_king_on_a_side() -> None:
    state = position(
        "Qs 8s 3h Ac 5c 5s Ah", "2s 2d", north="Kd", east="4s", south="9h", west="Jc", stock="7c 7d"
    )
    assert legal(state, "carry") == {f"carry north {corner}" for corner in CORNERS}
    assert legal(state, "play") == {"play Qs north", "play 8s south", "play 3h east"}
    state = follow(state, "carry north northeast", "play Qs northeast", "play 8s south", "play 3h east")
    assert pile(state, "northeast") == "Kd Qs"
    assert {"play Ac north", "play 5c north", "play 5s north", "play Ah north"} <= legal(state, "play")
    assert len(state.stock) == 2
    state = follow(state, "end")
    assert (hand(state, 0), len(state.stock)) == ("Ac 5c 5s Ah 7c", 1)


def measure(state: State) -> int:
    return 2 * len(state.hands[state.turn]) + sum(bool(state.piles[side]) for side in SIDES)


@pytest.mark.parametrize(
    "rules", [PAGAT, ZONE, options(draw="when_stuck", decks=2)], ids=["pagat", "zone", "two-decks"]
)
def test_KC_Q28_every_move_lowers_the_measure_so_a_turn_ends(rules: Options) -> None:
    rng = Random(28)
    for number in range(15):
        state = GAME.deal(bytes([number]), 4, rules)
        before, moves, bound = measure(state), 0, measure(state)
        for _ in range(400):
            if not (moving := GAME.legal_moves(state)):
                break
            move = rng.choice(moving[:-1] or moving)
            turn_goes_on = move.verb in ("play", "carry")
            state = GAME.apply(state, move)
            if turn_goes_on and not state.ended:
                moves += 1
                assert measure(state) < before
                assert moves <= bound
                before = measure(state)
            else:
                before, moves, bound = measure(state), 0, measure(state)
