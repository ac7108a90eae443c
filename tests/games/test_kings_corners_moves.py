"""Cards from the hand: what goes where."""

from __future__ import annotations

import pytest

from kingscorners.cards import DECK
from kingscorners.game import seen_zones
from kingscorners.games.kings_corners import CORNERS, PLACES, SIDES, Options
from tests.games.lines import text
from tests.games.positions import (
    GAME,
    PAGAT,
    ZONE,
    follow,
    hand,
    legal,
    options,
    pile,
    position,
    refusal,
)

EITHER = pytest.mark.parametrize("rules", [PAGAT, ZONE], ids=["pagat", "zone"])
NO_FIT = {"north": "2c", "east": "2s", "south": "4c", "west": "4s"}


def on_any(place: str, top: str, rules: Options) -> set[str]:
    """Which of all cards may go on a pile with this top, when every other place is taken by an ace."""
    piles = dict.fromkeys(PLACES, "Ac") | {place: top}
    everything = text(DECK)
    return {move.split()[1] for move in legal(position(everything, "2c", rules=rules, rest=piles), "play")}


@EITHER
def test_KA6_one_lower_and_of_the_other_colour(rules: Options) -> None:
    assert on_any("north", "Tc", rules) == {"9h", "9d"}
    assert on_any("south", "Td", rules) == {"9c", "9s"}
    assert on_any("west", "Kh", rules) == {"Qc", "Qs"}
    state = position("9h 8s", "2c", north="Tc", rules=rules)
    state = follow(state, "play 9h north", "play 8s north")
    assert pile(state, "north") == "Tc 9h 8s"


@EITHER
def test_KB6_as_many_cards_as_one_likes_each_one_lower_and_of_the_other_colour(rules: Options) -> None:
    state = position("9h 8s 7d 6c 2c", "2c", east="Ts", rules=rules)
    state = follow(state, "play 9h east", "play 8s east", "play 7d east", "play 6c east")
    assert pile(state, "east") == "Ts 9h 8s 7d 6c"
    assert (state.turn, hand(state, 0)) == (0, "2c")


@EITHER
@pytest.mark.parametrize("corner", CORNERS)
def test_KA7_a_king_goes_to_any_empty_corner_and_no_other_card_does(corner: str, rules: Options) -> None:
    state = position(text(DECK), "2c", rules=rules, rest=dict.fromkeys(SIDES, "Ac"))
    assert {move for move in legal(state) if move.endswith(corner)} == {
        f"play {king} {corner}" for king in ("Kc", "Kd", "Kh", "Ks")
    }
    assert pile(follow(state, f"play Kd {corner}"), corner) == "Kd"


@EITHER
def test_KA7_a_corner_that_is_taken_takes_no_second_king(rules: Options) -> None:
    state = position("Kd 2c", "2c", northeast="Ks", rules=rules, rest=NO_FIT)
    assert legal(state, "play") == {f"play Kd {corner}" for corner in CORNERS[1:]}


def test_KB7_in_zone_kings_go_to_empty_corners_only() -> None:
    state = position("Kd 9h", "2c", northwest="Ks", east="2s", rules=ZONE)
    kings = {move for move in legal(state) if "Kd" in move}
    assert kings == {"play Kd northeast", "play Kd southeast", "play Kd southwest"}


@pytest.mark.parametrize("card", ["Ac", "5h", "Qs", "Kd"])
def test_KA9_any_card_fills_an_empty_side_space(card: str) -> None:
    state = position(f"{card} 2c", "2c", north="3c", south="4c", west="4s")
    assert f"play {card} east" in legal(state)
    assert pile(follow(state, f"play {card} east"), "east") == card


def test_KB9_in_zone_any_card_but_a_king_fills_an_empty_side_space() -> None:
    state = position(text(DECK), "2c", north="Ac", south="Ac", west="Ac", rules=ZONE)
    filling = {move.split()[1] for move in legal(state, "play") if move.endswith(" east")}
    assert filling == {str(card) for card in DECK if card.rank < 13}


@EITHER
def test_KB10_nobody_ever_has_to_place_a_card(rules: Options) -> None:
    state = position("9h 8s", "2c 3c", north="Tc", stock="2d 3d", rules=rules)
    assert "end" in legal(state)
    assert follow(state, "end").turn == 1
    assert "end" in legal(follow(state, "play 9h north"))


def test_KA14_a_king_goes_nowhere_but_to_empty_places() -> None:
    state = position("Kd 2c", "2c", northeast="Ks", southeast="Kh", southwest="Kc", rest=NO_FIT)
    assert legal(state, "play") == {"play Kd northwest"}


@EITHER
def test_KA15_nothing_goes_on_an_ace_but_an_ace_may_be_played(rules: Options) -> None:
    assert on_any("north", "As", rules) == set()
    assert on_any("north", "2s", rules) == {"Ah", "Ad"}


def test_KA16_the_space_of_a_moved_pile_takes_any_card() -> None:
    state = position("Js 4h", "2c", north="8h", east="7s", south="2s", west="2c")
    assert legal(state, "play") == set()
    state = follow(state, "carry east north")
    assert legal(state, "play") == {"play Js east", "play 4h east"}
    assert pile(follow(state, "play Js east"), "east") == "Js"


@EITHER
def test_KB14_a_corner_is_built_on_as_any_pile(rules: Options) -> None:
    assert on_any("northeast", "Kc", rules) == {"Qh", "Qd"}
    state = position("Qd Js 2c", "2c", northeast="Kc", rules=rules, rest=NO_FIT)
    assert pile(follow(state, "play Qd northeast", "play Js northeast"), "northeast") == "Kc Qd Js"


def test_KC_Q5_a_king_may_take_an_empty_side_space_in_pagat_and_then_go_to_a_corner() -> None:
    state = position("Kd 2c", "2c", north="3c", south="4c", west="4s")
    assert {f"play Kd {place}" for place in ("east", *CORNERS)} == legal(state, "play") - {"play 2c east"}
    state = follow(state, "play Kd east")
    assert legal(state, "carry") == {f"carry east {corner}" for corner in CORNERS}
    assert pile(follow(state, "carry east southwest"), "southwest") == "Kd"


def test_KC_Q5_a_king_may_not_take_an_empty_side_space_in_zone() -> None:
    state = position("Kd 2c", "2c", north="3c", south="4c", west="4s", rules=ZONE)
    assert refusal(state, "play Kd east").code == "king-needs-corner"
    assert "play Kd east" in legal(
        position("Kd 2c", "2c", north="3c", rules=options("zone", side_space_accepts_king=True))
    )


@EITHER
def test_KC_Q7_an_empty_side_space_may_be_left_for_anybody(rules: Options) -> None:
    state = position(
        "4h 4d", "9s 9c", north="8h", east="7s", south="2s", west="2c", stock="Jc Jd", rules=rules
    )
    state = follow(state, "carry east north", "end")
    assert pile(state, "east") == ""
    assert {"play 9s east", "play 9c east"} <= legal(state, "play")


@EITHER
def test_KC_Q9_a_pile_topped_by_an_ace_takes_nothing_but_can_still_move(rules: Options) -> None:
    assert on_any("west", "2d As", rules) == set()
    state = position("9c", "2c", north="3c", east="2d As", south="4c", west="4s", rules=rules)
    assert legal(state, "carry") == {"carry east north"}
    state = position("9c", "2c", north="2d", east="As", south="4c", west="4s", rules=rules)
    assert legal(state, "carry") == {"carry east north"}
    assert pile(follow(state, "carry east north"), "north") == "2d As"


@EITHER
def test_KC_Q10_neither_a_card_nor_a_king_has_to_be_played(rules: Options) -> None:
    state = position("Kd 9h", "2c 3c", north="Tc", stock="2d", rules=rules)
    assert "end" in legal(state)


@EITHER
def test_KC_Q27_every_card_of_every_pile_is_open_to_everybody(rules: Options) -> None:
    state = position("9h", "2c", north="Tc 9d 8s 7d", northeast="Ks Qh Jc", rules=rules, stock="2d")
    for seat in (0, 1, None):
        seen = {zone.name: zone.notation() for zone in seen_zones(GAME.zones(state), seat)}
        assert seen["north"] == ["Tc", "9d", "8s", "7d"]
        assert seen["northeast"] == ["Ks", "Qh", "Jc"]
        assert seen["stock"] == ["??"]
        assert (seen["hand-0"], seen["hand-1"]) == (
            ["9h"] if seat == 0 else ["??"],
            ["2c"] if seat == 1 else ["??"],
        )


def test_KC_V2_every_play_of_a_hand() -> None:
    state = position("9h 4s Jc Kh Ad 9s 7c", "2c", north="Tc", east="5h", south="Qd", west="2s")
    assert legal(state) == {
        "play 9h north",
        "play 4s east",
        "play Jc south",
        "play Ad west",
        "play Kh northeast",
        "play Kh southeast",
        "play Kh southwest",
        "play Kh northwest",
        "end",
    }
    assert refusal(state, "play 9s north").code == "needs"
    assert {refusal(state, f"play 7c {place}").code for place in SIDES} == {"needs"}


def test_KC_V11_nothing_fits_an_ace_and_its_pile_moves() -> None:
    assert on_any("north", "2h As", PAGAT) == set()
    state = position("9c", "9d", north="2h As", south="3c")
    assert legal(state, "carry") == {"carry north south"}
    assert pile(follow(state, "carry north south"), "south") == "3c 2h As"


# What other programs of this game got wrong.


@EITHER
def test_no_card_but_a_king_is_taken_by_a_kings_corner(rules: Options) -> None:
    empty = position("Qd 2c", "2c", rules=rules, rest=NO_FIT)
    assert {refusal(empty, f"play Qd {corner}").code for corner in CORNERS} == {"corner-needs-king"}
    crowned = position("Qs Jh 2c", "2c", northeast="Kc", rules=rules, rest=NO_FIT)
    assert refusal(crowned, "play Qs northeast").code == "needs"
    assert refusal(crowned, "play Jh northeast").code == "needs"


@EITHER
def test_no_king_is_taken_by_a_pile(rules: Options) -> None:
    for top in ("Ac", "Qc", "Ks", "Tc"):
        state = position("Kd 2c", "2c", north=top, northeast="Kc", rules=rules)
        assert refusal(state, "play Kd north").code == "king-needs-space"
        assert refusal(state, "play Kd northeast").code == "king-needs-space"


@EITHER
def test_an_empty_stock_deals_no_card_that_is_none(rules: Options) -> None:
    state = position("9h 8c", "2c", "3c 3d", rules=rules)
    for _ in range(2):
        before = state.hands
        state = follow(state, "end")
        assert (state.hands, state.stock) == (before, ())


@EITHER
def test_the_turn_ends_on_an_empty_stock(rules: Options) -> None:
    state = position("9h 8c", "2c", rules=rules, rest=NO_FIT)
    assert legal(state) == {"end"}
    assert follow(state, "end").turn == 1
