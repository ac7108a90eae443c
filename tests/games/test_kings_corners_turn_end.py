"""Drawing, the end of a turn, taking back, and how a deal ends."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest

from kingscorners.cards import Card
from kingscorners.game import NEXT_DEAL, IllegalMove, Move
from kingscorners.games.kings_corners import SIDES, Options, State
from tests.games.positions import GAME, PAGAT, ZONE, at, follow, hand, legal, options, pile, position, refusal

WHEN_STUCK = options(draw="when_stuck")
ANY_DRAW = pytest.mark.parametrize("rules", [PAGAT, ZONE, WHEN_STUCK], ids=["end", "start", "when-stuck"])
NO_FIT = {"north": "2c", "east": "2s", "south": "4c", "west": "4s"}


# ---------------------------------------------------------------------- drawing


def test_KA10_the_turn_ends_with_a_draw_from_the_stock() -> None:
    state = follow(position("9h 2d", "3h", north="Tc", stock="Jc Qd"), "play 9h north", "end")
    assert hand(state, 0) == "2d Jc"
    assert (state.turn, hand(state, 1)) == (1, "3h")
    assert [str(card) for card in state.stock] == ["Qd"]


def test_KA10_who_cannot_or_will_not_play_simply_draws() -> None:
    state = position("9h 2d", "3h", stock="Jc Qd", north="Tc", east="2s", south="4c", west="4s")
    assert hand(follow(state, "end"), 0) == "9h 2d Jc"
    assert legal(position("9c 2c", "3h", stock="Jc Qd", rest=NO_FIT)) == {"end"}


def test_KA20_after_the_end_of_a_turn_the_next_seat_is_on_turn() -> None:
    state = position("9h", "3h", "3d", "3c", turn=2, stock="Jc Qd Qc Qs", rest=NO_FIT)
    assert [state.turn, (state := follow(state, "end")).turn, follow(state, "end").turn] == [2, 3, 0]


def test_KB5_a_turn_starts_with_a_draw() -> None:
    state = follow(position("9h 2d", "3h", stock="Jc Qd", rules=ZONE, rest=NO_FIT), "end")
    assert (hand(state, 0), hand(state, 1)) == ("9h 2d", "3h Jc")
    state = follow(state, "end")
    assert (hand(state, 0), hand(state, 1)) == ("9h 2d Qd", "3h Jc")


def test_KC_Q11_pagat_the_drawn_card_waits_for_the_next_turn() -> None:
    state = follow(position("9h", "3h", north="Tc", east="9d", stock="8c 2d"), "end")
    assert hand(state, 0) == "9h 8c"
    assert state.turn == 1
    assert "play 8c east" not in legal(state)
    assert "play 8c east" in legal(follow(state, "end"))


def test_KC_Q11_pagat_no_turn_ends_without_a_draw_while_the_stock_has_cards() -> None:
    state = position("9h 7s", "3h", north="Tc", stock="8c 2d")
    assert len(follow(state, "end").stock) == 1
    assert len(follow(state, "play 9h north", "end").stock) == 1


def test_KC_Q11_zone_the_drawn_card_may_be_played_at_once() -> None:
    state = follow(position("2d", "3h", east="9d", stock="8c 2d", rules=ZONE), "end")
    assert "play 8c east" in legal(state)


def test_KC_Q12_no_draw_after_the_last_card() -> None:
    state = follow(position("9h", "3h", north="Tc", stock="8c 2d"), "play 9h north")
    assert (state.ended, hand(state, 0), len(state.stock)) == ("out", "", 2)


def test_KC_Q12_zone_with_one_card_left_one_has_to_get_rid_of_two() -> None:
    state = follow(position("2d", "9h", north="Tc", stock="8c 2d", rules=ZONE), "end")
    assert hand(state, 1) == "9h 8c"
    state = follow(state, "play 9h north")
    assert state.ended == ""
    assert follow(state, "play 8c north").ended == "out"


@ANY_DRAW
def test_KC_Q13_the_turn_ends_without_a_draw_when_the_stock_is_used_up(rules: Options) -> None:
    state = position("9h 2d", "9d 3h", north="Tc", rules=rules)
    state = follow(state, "play 9h north", "end")
    assert (state.turn, state.hands, state.stock) == (1, ((Card(2, "d"),), state.hands[1]), ())


def test_KB12_play_goes_on_without_drawing_when_the_stock_is_empty() -> None:
    state = position("9h 2d", "8c 3h", north="Tc", rules=ZONE)
    state = follow(state, "play 9h north", "end", "play 8c north", "end")
    assert (hand(state, 0), hand(state, 1), state.turn, state.ended) == ("2d", "3h", 0, "")


def test_KC_Q22_when_stuck_draws_for_who_can_play_nothing() -> None:
    state = follow(position("9h", "9s 3h", rules=WHEN_STUCK, stock="8d 7d", rest=NO_FIT), "end")
    assert (hand(state, 1), len(state.stock)) == ("9s 3h", 2)  # the three of hearts fits
    state = follow(position("9h", "9s 5c", rules=WHEN_STUCK, stock="3d 7d", rest=NO_FIT), "end")
    assert (hand(state, 1), len(state.stock)) == ("9s 5c 3d", 1)
    assert legal(state) == {"play 3d south", "play 3d west", "end"}
    assert len(follow(state, "play 3d south", "end").hands[1]) == 2


def test_KC_Q22_when_stuck_a_pile_move_is_enough_not_to_draw() -> None:
    state = position(
        "9h", "9s", rules=WHEN_STUCK, stock="8d 7d", north="3c", east="2d", south="4c", west="4s"
    )
    state = follow(state, "end")
    assert (hand(state, 1), legal(state)) == ("9s", {"carry east north", "end"})


def test_KC_Q22_when_stuck_nothing_is_drawn_at_the_end_of_a_turn() -> None:
    # The nine can be played, and then nothing: the turn ends with no draw.
    state = position("9h 5c", "3h 5s", rules=WHEN_STUCK, stock="8d 7d", north="Tc", rest=NO_FIT)
    state = follow(state, "play 9h north", "end")
    assert (hand(state, 0), state.turn, len(state.stock)) == ("5c", 1, 2)
    # Who could play and does not draws nothing either.
    assert hand(follow(state, "end"), 1) == "3h 5s"


def test_KC_Q22_when_stuck_the_first_player_of_a_deal_may_draw_too() -> None:
    drew = 0
    for number in range(100):
        state = GAME.deal(bytes([number]), 4, WHEN_STUCK)
        moves = legal(state)
        drew += len(state.stock) == 19
        assert (len(state.stock) == 19) == (len(state.hands[state.turn]) == 8)
        if len(state.stock) == 20:
            assert moves > {"end"}
    assert 0 < drew < 50


# ---------------------------------------------------------------------- taking back


@ANY_DRAW
def test_KC_Q25_moves_of_ones_own_turn_can_be_taken_back_to_its_start(rules: Options) -> None:
    start = position("9h 4c 2d", "3h", rules=rules, north="Tc", east="8s", south="9d", west="2s", stock="7c")
    setup, position0 = at(start)
    first = setup.play(position0, Move.parse("play 9h north"))
    second = setup.play(first, Move.parse("carry east south"))
    third = setup.play(second, Move.parse("play 4c east"))
    back = setup.undo(third)
    assert (back.state, back.ply) == (second.state, 4)
    back = setup.undo(setup.undo(back))
    assert (back.state, back.ply, back.legal) == (start, 6, position0.legal)
    with pytest.raises(IllegalMove) as refused:
        setup.undo(back)
    assert refused.value.reason.code == "nothing-to-undo"


@ANY_DRAW
def test_KC_Q25_a_turn_that_is_over_is_not_taken_back(rules: Options) -> None:
    setup, position0 = at(position("9h 2d", "3h", rules=rules, north="Tc", stock="7c 8c"))
    ended = setup.play(setup.play(position0, Move.parse("play 9h north")), Move.parse("end"))
    assert setup.why_no_undo(ended) is not None


def test_KC_Q25_the_move_that_shows_the_hands_is_not_taken_back() -> None:
    # Seat 0 goes out and is the next to deal, so it is on turn before and after.
    setup, position0 = at(position("9h", "3h", dealer=1, north="Tc", stock="7c 8c"))
    out = setup.play(position0, Move.parse("play 9h north"))
    assert (out.state.ended, GAME.turn(out.state)) == ("out", 0)
    reason = setup.why_no_undo(out)
    assert reason is not None
    assert reason.code == "card-was-shown"


def test_KC_Q25_taking_back_has_an_end() -> None:
    setup, now = at(position("9h 2d", "3h", north="Tc", stock="7c"))
    move = Move.parse("play 9h north")
    for _ in range(100):
        now = setup.undo(setup.play(now, move))
    now = setup.play(now, move)
    reason = setup.why_no_undo(now)
    assert reason is not None
    assert reason.code == "undone-enough"
    following = setup.play(now, Move.parse("end"))
    assert following.undone == 0


# ---------------------------------------------------------------------- going out


@ANY_DRAW
def test_KA11_the_deal_ends_the_moment_somebody_plays_the_last_card(rules: Options) -> None:
    state = follow(position("9h", "Ks 3d", "4c", north="Tc", rules=rules, stock="2d"), "play 9h north")
    assert state.ended == "out"
    assert legal(state) == {"deal"}
    assert state.scores == ((0, 11, 1),)
    assert GAME.facts(state)["out"] == 0


def test_a_pile_move_does_not_end_a_deal() -> None:
    state = follow(position("9h", "3d", north="Tc", east="9d"), "carry east north")
    assert (state.ended, hand(state, 0)) == ("", "9h")


def test_all_hands_lie_open_until_the_next_deal() -> None:
    own = [frozenset({0}), frozenset({1})]
    state = position("9h", "3d 4d", north="Tc", stock="2d")
    assert [zone.seen_by for zone in GAME.zones(state) if zone.kind == "hand"] == own
    state = follow(state, "play 9h north")
    assert [zone.seen_by for zone in GAME.zones(state) if zone.kind == "hand"] == [None, None]
    state = follow(state, "deal")
    assert [zone.seen_by for zone in GAME.zones(state) if zone.kind == "hand"] == own


def test_KC_V3_going_out() -> None:
    state = position(
        "9h 8s 7d",
        "Ks 3d 4c",
        "Kd Kh",
        "As 2s 3s 4h 5h",
        north="Tc",
        east="2c",
        south="4s",
        west="4d",
        stock="5c 5d 6c 6d Jc",
    )
    state = follow(state, "play 9h north", "play 8s north", "play 7d north")
    assert state.ended == "out"
    assert len(state.stock) == 5
    assert hand(state, 0) == ""
    assert state.scores == ((0, 12, 20, 5),)


# ---------------------------------------------------------------------- stalemate


@ANY_DRAW
def test_KA12_the_deal_ends_when_the_stock_is_used_up_and_nobody_moves(rules: Options) -> None:
    state = position("9c", "9s", "5c Kd", rules=rules, rest=NO_FIT)
    state = follow(state, "end", "end")
    assert state.ended == ""
    state = follow(state, "end")
    assert state.ended == "stalemate"
    assert legal(state) == {"deal"}


def test_KB13_zone_ends_too_when_the_stock_is_empty_and_nobody_places() -> None:
    state = follow(position("9c", "9s", rules=ZONE, rest=NO_FIT), "end", "end")
    assert (state.ended, state.scores) == ("stalemate", ((1, 1),))


@ANY_DRAW
def test_KC_Q14_any_move_starts_the_count_again(rules: Options) -> None:
    start = position("9h 4h", "5c", "5s", north="Tc", east="7d", south="8c", west="2s", rules=rules, turn=1)
    state = follow(start, "end", "end")
    assert state.passes == 2
    for line in ("play 9h north", "carry east south"):
        assert GAME.facts(follow(state, line))["passes"] == 0
        later = follow(state, line, "end", "end", "end")
        assert (later.ended, later.passes) == ("", 2)
        assert follow(later, "end").ended == "stalemate"
    assert follow(state, "end").ended == "stalemate"


def test_KC_Q14_the_turn_that_draws_the_last_card_is_no_pass() -> None:
    state = position("9c", "9s", "5c", stock="7c", rest=NO_FIT)
    state = follow(state, "end")
    assert (state.stock, state.passes) == ((), 0)
    state = follow(state, "end", "end")
    assert (state.ended, state.passes) == ("", 2)
    assert follow(state, "end").ended == "stalemate"


def test_KC_Q14_zone_the_turn_that_draws_the_last_card_is_no_pass() -> None:
    state = follow(position("9c", "9s", "5c", stock="7c", rules=ZONE, passes=1, rest=NO_FIT), "end")
    assert (hand(state, 1), state.passes) == ("9s 7c", 2)
    state = follow(state, "end")
    assert (state.ended, state.passes) == ("", 0)


def test_KC_Q14_when_stuck_a_turn_without_draw_and_move_is_a_pass_though_the_stock_has_cards() -> None:
    # Everybody can play and nobody does: the stock stays as it is, so only passes can end the deal.
    state = position("3h 9c", "3d 9s", rules=WHEN_STUCK, stock="7c 7d", rest=NO_FIT)
    state = follow(state, "end", "end")
    assert (state.ended, len(state.stock), state.scores) == ("stalemate", 2, ((2, 2),))


@pytest.mark.parametrize("seats", [2, 3, 4])
@ANY_DRAW
def test_a_match_in_which_everybody_only_passes_ends(rules: Options, seats: int) -> None:
    state = GAME.deal(b"", seats, rules)
    moves = 0
    while legal_now := GAME.legal_moves(state):
        state, moves = GAME.apply(state, legal_now[-1]), moves + 1
        assert moves <= 1000
    assert GAME.outcome(state) is not None


def test_KC_Q14_with_one_deck_and_no_stock_somebody_can_always_play() -> None:
    checked = 0
    for number in range(30):
        rng = Random(number)
        rules = [PAGAT, ZONE, WHEN_STUCK][number % 3]
        state = GAME.deal(bytes([number]), 2 + number % 3, rules)
        while not state.ended:
            if not state.stock:
                checked += 1
                assert any(can_play(state, seat) for seat in range(len(state.hands)))
            moves = GAME.legal_moves(state)
            state = GAME.apply(state, moves[-1] if rng.random() < 0.7 else rng.choice(moves))
    assert checked > 100


def can_play(state: State, seat: int) -> bool:
    """Whether the seat could play a card if it were on turn."""
    while state.turn != seat:
        state = GAME.apply(state, Move("end"))
        if state.ended:
            return False
    return bool(legal(state, "play"))


def test_KC_V12_stalemate_by_passing() -> None:
    state = position("Qs", "5c", "9d Kh", north="2c", east="2s", south="4c", west="4s")
    state = follow(state, "end", "end")
    assert "play Kh northeast" in legal(state)
    state = follow(state, "end")
    assert (state.ended, state.scores) == ("stalemate", ((1, 1, 11),))
    assert "out" not in GAME.facts(state)


# ---------------------------------------------------------------------- whole turns and deals


def test_KC_V1_and_KB17_the_worked_turn_of_zone() -> None:
    before = position(
        "2c", "Td 4c", north="9s", east="7c", south="2d", west="Qc", stock="8h 3c", rules=ZONE, turn=0
    )
    state = follow(before, "end")
    assert hand(state, 1) == "Td 4c 8h"
    assert legal(state, "play") == {"play 8h north"}
    assert legal(state, "carry") == set()
    state = follow(state, "play 8h north")
    assert legal(state, "carry") == {"carry east north"}
    state = follow(state, "carry east north")
    assert (pile(state, "north"), pile(state, "east")) == ("9s 8h 7c", "")
    state = follow(state, "play Td east")
    assert (hand(state, 1), legal(state, "play")) == ("4c", set())
    state = follow(state, "end")
    assert hand(state, 1) == "4c"
    assert hand(state, 0) == "2c 3c"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", [PAGAT, ZONE], ids=["pagat", "zone"])
def test_KC_V20_who_always_plays_when_able_ends_every_deal_with_a_winner(rules: Options, seats: int) -> None:
    rng, turns = Random(20), []
    for number in range(40):
        state, count = GAME.deal(bytes([number]), seats, rules), 1
        while not state.ended:
            moves = [move for move in GAME.legal_moves(state) if move != Move("end")]
            move = rng.choice(moves) if moves else Move("end")
            state = GAME.apply(state, move)
            count += move == Move("end")
        assert state.ended == "out"
        turns.append(count)
    assert 8 <= median(turns) <= 30


def test_no_move_but_deal_is_legal_between_deals() -> None:
    state = follow(position("9h", "3d 4d", north="Tc", stock="2d"), "play 9h north")
    assert GAME.legal_moves(state) == (NEXT_DEAL,)
    assert refusal(state, "end").code == "deal-over"
    assert all(len(follow(state, "deal").piles[side]) == 1 for side in SIDES)
