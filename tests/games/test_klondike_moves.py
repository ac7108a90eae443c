"""The deal, and which card may go where."""

from __future__ import annotations

import pytest

from kingscorners.cards import DECK, cards, shuffled
from kingscorners.game import view
from kingscorners.games.klondike import COLUMNS, FOUNDATIONS, Klondike, State
from kingscorners.movement import movements
from tests.games.klondike_positions import (
    DAILY,
    GAME,
    HOUSE,
    THREE,
    at,
    column,
    follow,
    legal,
    options,
    position,
    refusal,
)

SEED = bytes(32)


def test_KL1_one_plays_with_one_pack() -> None:
    assert list(GAME.seats) == [1]
    state = GAME.deal(SEED, 1, HOUSE)
    assert sorted(card for zone in GAME.zones(state) for card in zone.cards) == sorted(DECK)


def test_KL2_KL3_KL_V1_seven_columns_of_one_to_seven_with_the_last_open() -> None:
    state = GAME.deal(SEED, 1, HOUSE)
    assert [len(cards) for cards in state.columns] == [1, 2, 3, 4, 5, 6, 7]
    assert state.down == (0, 1, 2, 3, 4, 5, 6)
    assert (len(state.stock), state.waste, state.up) == (24, (), (0, 0, 0, 0))


def test_KL_Q2_KL_V1_cards_are_dealt_row_by_row() -> None:
    deck = shuffled(SEED, 1)
    state = GAME.deal(SEED, 1, HOUSE)
    assert [cards[-1] for cards in state.columns] == [deck[at] for at in (0, 7, 13, 18, 22, 25, 27)]
    assert [cards[0] for cards in state.columns] == list(deck[:7])
    assert state.stock == deck[28:]


def test_KL4_KL_V5_a_foundation_is_built_up_from_its_ace() -> None:
    table = position("2s", "As", "3s", "2h")
    assert legal(table) >= {"play As foundation-s"}
    assert refusal(table, "play 2s foundation-s").gaps == {"card": "2s", "rank": 1}
    table = follow(table, "play As foundation-s")
    assert refusal(table, "play 3s foundation-s").code == "goes-up-after"
    assert refusal(table, "play 2h foundation-s").code == "wrong-foundation"
    table = follow(table, "play 2s foundation-s", "play 3s foundation-s")
    assert table.up == (0, 0, 0, 3)


def test_KL_Q1_nothing_has_to_go_up() -> None:
    table = position("As", "8h", "7s", stock="5d 6d")
    assert legal(table, "") == {"play As foundation-s", "play 7s column-2", "draw", "resign"}
    assert column(follow(table, "draw", "draw"), 1) == "As"


def test_KL_Q16_the_rules_send_no_card_up_unasked() -> None:
    table = follow(position("(2s) 9h", "As", "Tc", stock="5d"), "play 9h column-3", "draw")
    assert table.up == (0, 0, 0, 0)
    assert legal(table) >= {"play As foundation-s"}


def test_KL6_KL_V3_columns_are_built_down_in_alternating_colours() -> None:
    assert legal(position("5c", "6h")) == {"play 5c column-2"}
    assert legal(position("6c", "7d")) == {"play 6c column-2"}
    assert legal(position("6c", "6h")) == set()
    assert refusal(position("6c", "6h"), "play 6c column-2").gaps == {
        "card": "6c",
        "colour": "red",
        "rank": 7,
    }
    assert refusal(position("5h", "6d"), "play 5h column-2").gaps["colour"] == "black"


def test_KL7_KL_V2_the_hidden_card_under_what_leaves_is_turned_up() -> None:
    table = position("Jc", "(5d) Th", "Js", "Jd", "Qc")
    assert legal(table) == {"play Th column-1", "play Th column-3", "play Jd column-5"}
    assert {refusal(table, f"play Th column-{n}").code for n in (4, 5)} == {"needs"}
    table = follow(table, "play Th column-1")
    assert (column(table, 1), column(table, 2)) == ("Jc Th", "5d")
    assert legal(position("(9s) 5d", "6c")) == {"play 5d column-2"}


def test_KL_Q3_also_when_it_goes_to_a_foundation() -> None:
    table = follow(position("(5d 8c) As"), "play As foundation-s")
    assert column(table, 1) == "(5d) 8c"


def test_KL_Q3_a_column_of_one_card_is_empty_after_it() -> None:
    assert column(follow(position("As"), "play As foundation-s"), 1) == ""


def test_KL8_KL_V4_a_king_takes_an_empty_column_with_all_that_lies_on_it() -> None:
    table = position("(2d) Ks Qh Jc", "(3c) Qs", "", "As", "9c", "8c", "7c", waste="4d Kd")
    assert legal(table) == {"play Kd column-3", "play Ks column-3", "play As foundation-s"}
    moved = follow(table, "play Ks column-3")
    assert (column(moved, 1), column(moved, 3)) == ("2d", "Ks Qh Jc")
    assert refusal(table, "play Qh column-3").code == "column-needs-king"
    assert refusal(table, "play As column-3").code == "column-needs-king"


@pytest.mark.parametrize("empty", range(1, 8))
def test_KL_Q5_every_empty_column_takes_kings_only_or_any_card(empty: int) -> None:
    columns = ["9s", "9c", "7s", "7c", "5s", "5c", "3s"]
    columns[empty - 1] = ""
    table = position(*columns, waste="Kd")
    assert legal(table) == {f"play Kd column-{empty}"}
    loose = position(*columns, waste="Qd", rules=options(empty_column="any"))
    others = {f"play {card} column-{empty}" for card in columns if card}
    assert legal(loose) == {f"play Qd column-{empty}"} | others


def test_KL_Q6_KL_V16_a_king_may_change_columns_in_vain() -> None:
    table = position("Ks", "", "2d", "4d", "6d", "8d", "Td")
    assert legal(table) == {"play Ks column-2"}
    assert follow(table, "play Ks column-2").idle == 1


def test_KL_Q4_KL_V6_any_end_of_a_run_moves_or_only_all_of_it() -> None:
    table = position("9s 8h 7c", "9c")
    assert legal(table) == {"play 8h column-2"}
    assert column(follow(table, "play 8h column-2"), 2) == "9c 8h 7c"
    whole = position("9s 8h 7c", "9c", "Td", rules=options(whole_run_only=True))
    assert legal(whole) == {"play 9s column-3", "play 9c column-3"}
    assert refusal(whole, "play 8h column-2").code == "whole-runs"
    assert legal(position("2s Ah", rules=options(whole_run_only=True))) == {"play Ah foundation-h"}


def test_KL_Q13_foundations_take_one_card_and_only_from_the_top() -> None:
    table = position("2s Ah", "(3d) 3c", "4h", waste="As Ad")
    assert legal(table) == {"play Ad foundation-d", "play Ah foundation-h", "play 3c column-3"}
    assert refusal(table, "play 2s foundation-s").code == "one-at-a-time"
    assert refusal(table, "play As foundation-s").code == "waste-top-only"
    assert refusal(table, "play 3d foundation-d").code == "card-hidden"


@pytest.mark.parametrize("suit", "cdhs")
def test_KL_Q11_every_suit_has_its_own_foundation(suit: str) -> None:
    assert legal(position(f"A{suit}")) == {f"play A{suit} foundation-{suit}"}
    for name, other in FOUNDATIONS.items():
        if other != suit:
            assert refusal(position(f"A{suit}"), f"play A{suit} {name}").code == "wrong-foundation"


def test_KL5_KL_V9_what_is_up_stays_up_unless_the_rules_let_it_back() -> None:
    assert legal(position("6h", s=5)) == set()
    assert refusal(position("6h", s=5), "play 5s column-1").code == "foundations-stay"
    back = position("6h", s=5, rules=options(foundation_take_back=True, scoring="standard"))
    back = back._replace(score=40)
    assert legal(back) == {"play 5s column-1"}
    after = follow(back, "play 5s column-1")
    assert (after.up, column(after, 1), after.score) == ((0, 0, 0, 4), "6h 5s", 25)
    vegas = position("6h", s=5, rules=options(foundation_take_back=True, scoring="vegas"))
    assert scores(vegas, follow(vegas, "play 5s column-1")) == [-27, -32]


def scores(*states: State) -> list[int]:
    return [int(GAME.facts(state)["score"]) for state in states]


def test_KL_Q10_only_the_top_card_comes_back_and_only_where_it_fits() -> None:
    table = position("6h", "7d", "", s=5, h=13, rules=options(foundation_take_back=True))
    assert legal(table) == {"play 5s column-1", *(f"play Kh column-{n}" for n in range(3, 8))}
    assert refusal(table, "play 4s column-1").code == "one-at-a-time"
    assert refusal(table, "play 5s column-3").code == "column-needs-king"
    assert follow(table, "play Kh column-3").up == (0, 0, 12, 5)


def test_KL_Q12_no_other_way_from_place_to_place() -> None:
    table = position("5d", "6s", waste="9c 8h", s=5, h=7, rules=options(foundation_take_back=True))
    assert refusal(table, "play 5s foundation-h").code == "foundations-stay"
    assert refusal(table, "play 5d waste").code == "comes-from-stock"
    assert refusal(table, "play 8h stock").code == "comes-from-stock"
    assert refusal(table, "play 5s waste").code == "comes-from-stock"


# ---------------------------------------------------------------------- what can be seen


def test_hidden_cards_are_hidden_and_the_rest_is_open() -> None:
    setup, there = at(position("(2d 3d) Ks Qh", stock="4c 5c", waste="6c 7c", s=2))
    seen = {zone.name: " ".join(zone.notation()) for zone in setup.view(there, 0).zones}
    assert seen["column-1"] == "?? ?? Ks Qh"
    assert (seen["stock"], seen["waste"], seen["foundation-s"]) == ("?? ??", "6c 7c", "As 2s")
    assert set(seen) == {"stock", "waste", *FOUNDATIONS, *COLUMNS}


def test_KL_Q18_the_stock_shows_its_number_and_the_passes_left() -> None:
    state = GAME.deal(SEED, 1, THREE)
    shown = view(GAME, state, THREE, 1, 0)
    assert shown.cards("stock") == (None,) * 24
    assert shown.facts["passes"] == 2
    assert GAME.facts(GAME.deal(SEED, 1, HOUSE))["passes"] == 0
    assert "passes" not in GAME.facts(GAME.deal(SEED, 1, options(passes="unlimited")))


def test_cards_stay_hidden_when_the_deal_is_over() -> None:
    setup, there = at(position("(2d 3d) Ks Qh", stock="4c 5c", rules=DAILY))
    after = setup.play(there, GAME.legal_moves(there.state)[-1])
    assert not after.legal
    assert [zone.cards for zone in setup.view(after, 0).zones if zone.name == "stock"] == [(None, None)]


def test_runs_and_turned_cards_move_as_one_sees_it() -> None:
    setup, there = at(position("(2d) Ks Qh Jc"))
    after = setup.advance(there, "play Ks column-2")
    moved = movements(setup.view(there, 0).zones, setup.view(after, 0).zones)
    assert [(move.cards, move.source, move.target) for move in moved] == [
        (cards("Ks Qh Jc"), "column-1", "column-2")
    ]


def test_the_house_rules_are_draw_one_once() -> None:
    assert (HOUSE.draw, HOUSE.passes, THREE.draw, THREE.passes) == (1, 1, 3, 3)
    assert Klondike.daily_seats == 1
