"""What each level of King's Corners does, and never does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingscorners.game import NEXT_DEAL, Move, View
from kingscorners.games.kings_corners import END, Options, State
from kingscorners.players import PLAYERS
from kingscorners.players import kings_corners as levels
from kingscorners.players.kings_corners_outlook import outlook
from kingscorners.players.kings_corners_turns import Rules
from kingscorners.record import Setup
from tests.games.positions import GAME, at, follow, options, pile, position
from tests.laws import setups
from tests.players.test_kings_corners_turns import table

LEVELS = PLAYERS[GAME.name]
DRAWS = get_args(get_type_hints(Options)["draw"])
WAITING = ("novice", "when_stuck")
"""Whoever could move a pile draws nothing: novices among themselves may wait for each other."""
LEVEL_BY_SEAT = st.lists(st.sampled_from(list(LEVELS)), min_size=6, max_size=6)


def chosen(level: str, state: State) -> str:
    setup, here = at(state)
    return str(LEVELS[level](setup.view(here, state.turn)))


def turn(level: str, state: State) -> tuple[list[str], State]:
    """The moves of a level's turn, and the state after them: before `end`, or where the deal is over."""
    moves: list[str] = []
    while not state.ended and (move := chosen(level, state)) != "end":
        moves.append(move)
        state = follow(state, move)
    return moves, state


def played(setup: Setup[State], seating: Sequence[str]) -> Iterator[tuple[State, str, View, Move]]:
    """A whole match: each state with the level on turn, what it sees, and what it does. It ends in time."""
    here = setup.start()
    for _ in range(GAME.longest(setup.seats, setup.options) + 1):
        if not here.legal:
            return
        seat = here.state.turn
        seen = setup.view(here, seat)
        move = NEXT_DEAL if here.legal == (NEXT_DEAL,) else LEVELS[seating[seat]](seen)
        yield here.state, seating[seat], seen, move
        here = setup.play(here, move)
    raise AssertionError("the match goes on and on")


# ---------------------------------------------------------------------- any match


@given(setup=setups(GAME), seating=LEVEL_BY_SEAT)
@settings(max_examples=25)
def test_matches_of_all_levels_keep_to_what_each_level_is(setup: Setup[State], seating: list[str]) -> None:
    for _, level, seen, move in played(setup, seating):
        assert move in seen.legal
        others = [other for other in seen.legal if other != END]
        if level == "novice":
            assert move.verb != "carry" or seen.legal == (move,)
            if any(other.verb == "play" for other in others):
                assert move.verb == "play"
        elif move == END and (
            level == "steady" or not seen.cards("stock") or setup.options.draw == "when_stuck"
        ):
            assert not others


@given(seed=st.binary(min_size=8, max_size=8), seating=LEVEL_BY_SEAT, draw=st.sampled_from(["end", "start"]))
@settings(max_examples=10)
def test_nobody_above_novice_ever_holds_a_king(seed: bytes, seating: list[str], draw: str) -> None:
    for _, level, seen, move in played(Setup(GAME, seed, 4, options(draw=draw)), seating):
        if move == END and level != "novice":
            hand = [card for card in seen.cards(f"hand-{seen.seat}") if card]
            assert not any(card.rank == 13 for card in hand)


@pytest.mark.parametrize(
    ("level", "draw"), [(level, draw) for level in LEVELS for draw in DRAWS if (level, draw) != WAITING]
)
def test_with_one_deck_equals_never_end_in_a_stalemate(level: str, draw: str) -> None:
    """Some seat can always play when the stock is empty (KC-Q14), and all of them do."""
    setup = Setup(GAME, b"no stalemate", 3, options(draw=draw, target=80))
    ends = [state.ended for state, _, _, move in played(setup, [level] * 3) if move == NEXT_DEAL]
    assert len(ends) > 3
    assert set(ends) == {"out"}


# ---------------------------------------------------------------------- novice and steady

LONELY = {"south": "2h", "west": "2d"}


def test_novice_plays_the_first_card_that_fits() -> None:
    state = position("4c 9h 7d", "3s", north="Ts", east="8s", rest=LONELY)
    assert chosen("novice", state) == "play 9h north"


def test_novice_would_rather_end_than_move_a_pile() -> None:
    state = position("4c", "3s", north="9h", east="8s", rest=LONELY)
    assert chosen("steady", state) == "carry east north"
    assert chosen("novice", state) == "end"


def test_steady_plays_a_king_first() -> None:
    state = position("9h 4c Kd", "3s", north="Ts", east="9d", south="8s", west="2d")
    assert chosen("steady", state) == "play Kd northeast"


def test_steady_plays_the_card_that_more_of_its_cards_follow() -> None:
    state = position("Jh 9h 8c", "3s", north="Ts", east="Qs", rest=LONELY)
    assert turn("steady", state)[0] == [
        "play 9h north",
        "play Jh east",
        "carry north east",
        "play 8c east",
    ]


def test_steady_fills_a_space_with_a_card_that_a_pile_fits_on() -> None:
    """So that it gets the space back."""
    state = position("Qd 9d 5c 4c", "3s", north="8s", south="2h", west="2d")
    moves, after = turn("steady", state)
    assert moves[:2] == ["play 9d east", "carry north east"]
    assert pile(after, "east") == "9d 8s"


# ---------------------------------------------------------------------- sharp


def test_sharp_finds_the_way_out_through_a_pile_move() -> None:
    state = position("5c 6d", "3s 4c", stock="2s 3c", north="9h", east="8s", rest=LONELY)
    moves, after = turn("sharp", state)
    assert "carry east north" in moves
    assert after.ended == "out"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param({"hand": "5c"}, {"hand": "5c 3d"}, id="fewer cards"),
        pytest.param({"hand": "5c 7d"}, {"hand": "5c Kd"}, id="no King"),
        pytest.param({"hand": "5c Qd"}, {"hand": "5c 2d"}, id="a high card"),
        pytest.param({"west": "Ah"}, {"west": ""}, id="no space"),
        pytest.param({"east": "8s", "north": "9s"}, {"east": "8s", "north": "9h"}, id="no pile to be moved"),
        pytest.param({"west": "Ah"}, {"west": "7d"}, id="no opening"),
        pytest.param({"west": "Ah"}, {"west": "2h"}, id="no opening for an ace"),
        pytest.param({"hand": "5c 6s"}, {"hand": "5c 6d"}, id="no card that waits for another"),
        pytest.param({"south": "6h 4s"}, {"south": "6h 5s"}, id="two cards to wait for"),
        pytest.param({"east": "4h"}, {"east": "Td"}, id="a pile that follows its own card"),
        pytest.param(
            {"east": "9d", "northeast": "Kh 7h 7d Ac"},
            {"east": "9d", "northeast": "Kh 3c 3s Ac"},
            id="no opening for two cards",
        ),
        pytest.param({"northeast": "Kh Kd Ac"}, {"northeast": "Ks Kc Ac"}, id="no pile that follows others'"),
    ],
)
def test_sharp_would_rather_leave(better: dict[str, str], worse: dict[str, str]) -> None:
    """Two tables that differ in one thing."""
    rules = Rules(copies=2, kings_to_sides=True, kings_move=True, kings_first=False)

    def worth(hand: str = "5c", **changed: str) -> float:
        piles = {"north": "9s", "east": "Qc", "south": "As", "west": "Ah", **changed}
        setup, here = at(position(hand, "3s 4s 6s", "7s Ts", "2s 3h 4h 6h", stock="Jc", rest=piles))
        return outlook(setup.view(here, 0), rules)(table(here.state))

    assert worth(**better) > worth(**worse)


def test_sharp_may_hold_a_card_back_but_never_once_the_stock_is_empty() -> None:
    held = 0
    for number in range(3):
        setup = Setup(GAME, bytes([number]), 4, options())
        for _, level, seen, move in played(setup, ["sharp", "steady"] * 2):
            if level == "sharp" and move == END and len(seen.legal) > 1:
                held += 1
                assert seen.cards("stock")
    assert held


def test_sharp_plays_on_where_it_may_look_at_few_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "MOST_ENDS", 2)
    for _, _, seen, move in played(Setup(GAME, b"hasty", 4, options()), ["sharp"] * 4):
        assert move in seen.legal


def test_choices_do_not_depend_on_what_was_asked_before() -> None:
    """The search remembers what it worked out: that may change nothing but its speed."""
    match = played(Setup(GAME, b"memory", 4, options()), ["sharp"] * 4)
    asked = [(seen, move) for _, _, seen, move in match if move != NEXT_DEAL]
    for seen, move in Random(3).sample(asked, 60):
        assert LEVELS["sharp"](seen) == move
