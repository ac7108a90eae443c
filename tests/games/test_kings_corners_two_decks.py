"""Two decks (KC-Q24): eight kings and four corners."""

from __future__ import annotations

from collections import Counter

import pytest

from kingscorners.cards import DECK
from kingscorners.games import kings_corners
from kingscorners.games.kings_corners import CORNERS, SIDES, Options
from tests.games.positions import GAME, follow, hand, legal, options, pile, position, refusal

PAGAT_2, ZONE_2 = options(decks=2), options("zone", decks=2)
EITHER = pytest.mark.parametrize("rules", [PAGAT_2, ZONE_2], ids=["pagat", "zone"])
DOWN_TO_2 = "Ks Qh Jc Td 9s 8h 7c 6d 5s 4h 3c 2d"
FULL = dict.fromkeys(CORNERS, "Kc Qh")
NO_FIT = {"north": "2c", "east": "2s", "south": "4c", "west": "4s"}


@EITHER
def test_KC_Q24_all_104_cards_are_dealt(rules: Options) -> None:
    state = GAME.deal(b"", 6, rules)
    table = Counter(card for zone in GAME.zones(state) for card in zone.cards)
    assert table == dict.fromkeys(DECK, 2)


@EITHER
def test_KC_Q24_a_corner_from_king_to_ace_is_cleared_and_free_again(rules: Options) -> None:
    state = position("As Kd 9c", "2h", rules=rules, southeast=DOWN_TO_2, rest={**FULL, **NO_FIT})
    state = follow(state, "play As southeast")
    assert pile(state, "southeast") == ""
    assert " ".join(map(str, state.cleared)) == f"{DOWN_TO_2} As"
    assert "play Kd southeast" in legal(state)
    cleared = next(zone for zone in GAME.zones(state) if zone.name == "cleared")
    assert (cleared.seen_by, len(cleared.cards)) == (None, 13)


@EITHER
def test_KC_Q24_a_pile_move_that_completes_a_corner_clears_it_too(rules: Options) -> None:
    state = position("9c", "2h", rules=rules, north="2d As", southeast=DOWN_TO_2.removesuffix(" 2d"))
    state = follow(state, "carry north southeast")
    assert (pile(state, "southeast"), pile(state, "north"), len(state.cleared)) == ("", "", 13)


def test_KC_Q24_a_whole_run_on_a_side_is_cleared_when_it_gets_to_a_corner() -> None:
    state = position("As 9c", "2h", rules=PAGAT_2, north=DOWN_TO_2)
    state = follow(state, "play As north")
    assert (len(state.piles["north"]), len(state.cleared)) == (13, 0)
    state = follow(state, "carry north northwest")
    assert (pile(state, "north"), pile(state, "northwest"), len(state.cleared)) == ("", "", 13)


def test_KC_Q24_with_one_deck_a_full_corner_stays() -> None:
    state = follow(position("As 9c", "2h", southeast=DOWN_TO_2), "play As southeast")
    assert (len(state.piles["southeast"]), state.cleared) == (13, ())
    assert "cleared" not in {zone.name for zone in GAME.zones(state)}


def test_KC_Q24_the_last_card_may_be_the_one_that_clears() -> None:
    state = follow(position("As", "2h", rules=PAGAT_2, southeast=DOWN_TO_2), "play As southeast")
    assert (state.ended, len(state.cleared), state.scores) == ("out", 13, ((0, 1),))


@EITHER
def test_KC_Q24_a_king_takes_an_empty_side_space_when_no_corner_is_free(rules: Options) -> None:
    state = position("Kd 9c", "2h", rules=rules, rest=FULL, north="2c", east="2s", south="4c")
    assert "play Kd west" in legal(state)
    assert pile(follow(state, "play Kd west"), "west") == "Kd"


def test_KC_Q24_in_zone_a_king_takes_no_side_space_while_a_corner_is_free() -> None:
    state = position("Kd 9c", "2h", rules=ZONE_2, northeast="Ks", north="2c", east="2s", south="4c")
    assert refusal(state, "play Kd west").code == "king-needs-corner"


def test_KC_Q24_pagat_moves_such_a_king_to_a_corner_as_soon_as_one_is_free() -> None:
    state = position("As 9c", "2h", rules=PAGAT_2, west="Kd Qs", southeast=DOWN_TO_2, rest=FULL, north="2c")
    assert refusal(state, "carry west southeast").code == "king-needs-space"
    state = follow(state, "play As southeast", "carry west southeast")
    assert pile(state, "southeast") == "Kd Qs"


def test_KC_Q24_zone_leaves_such_a_king_where_it_is() -> None:
    state = position("As 9c", "2h", rules=ZONE_2, west="Kd Qs", southeast=DOWN_TO_2, rest=FULL, north="2c")
    state = follow(state, "play As southeast")
    assert legal(state, "carry") == set()
    assert refusal(state, "carry west southeast").code == "pile-needs-pile"


def test_KC_Q24_a_fifth_king_of_the_cross_finds_no_corner_and_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    low = [card for card in DECK if card.rank < 13] * 2
    kings = [card for card in DECK if card.rank == 13] * 2
    deck = (*low[:14], *kings[:6], *low[14:], *kings[6:])
    monkeypatch.setattr(kings_corners, "shuffled", lambda seed, deal, decks: deck)
    state = GAME.deal(b"", 2, options("zone", decks=2, draw="end"))
    assert [pile(state, corner) for corner in CORNERS] == ["Kc", "Kc", "Kd", "Kd"]
    assert [pile(state, side) for side in SIDES] == ["3d", "4d", "Kh", "Ks"]
    assert len(state.stock) == 104 - 14 - 8


def test_KC_Q24_two_equal_cards_are_one_move_and_two_cards() -> None:
    state = position("9h 9h", "2h", rules=PAGAT_2, north="Tc", east="Ts", south="2c", west="2s")
    assert [str(move) for move in GAME.legal_moves(state)] == ["play 9h north", "play 9h east", "end"]
    state = follow(state, "play 9h north")
    assert (hand(state, 0), legal(state)) == ("9h", {"play 9h east", "end"})


@EITHER
def test_KC_Q14_with_two_decks_a_deal_in_which_nobody_can_move_ends(rules: Options) -> None:
    state = position("Kd 9c", "Kh", "Ks 9s", rules=rules, rest={**FULL, **NO_FIT})
    for _ in range(3):
        assert legal(state) == {"end"}
        state = follow(state, "end")
    assert (state.ended, state.scores) == ("stalemate", ((11, 10, 11),))
