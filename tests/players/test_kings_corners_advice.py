"""What a person is advised to do in King's Corners, and why."""

import pytest
from hypothesis import given, settings

from kingscorners.games.kings_corners import State
from kingscorners.players import ADVISERS, PLAYERS
from kingscorners.record import Setup
from kingscorners.server.phrases import PHRASES
from kingscorners.server.words import words
from tests.games.positions import GAME, at, position
from tests.laws import setups

LONELY = {"north": "5h", "east": "5d", "south": "5c", "west": "5s"}
"""Piles that nothing here fits on."""
CORNERS = {"northeast": "Kh 5h", "southeast": "Kd 5d", "southwest": "Ks 5s", "northwest": "Kc 5c"}


def advised(state: State) -> tuple[list[str], str]:
    setup, here = at(state)
    advice = ADVISERS[GAME.name](setup.view(here, state.turn))
    return [*map(str, advice.moves)], words("en").advice(GAME.name, advice.why)


@pytest.mark.parametrize(
    ("state", "moves", "why"),
    [
        (position("2s", "3s", rest=LONELY), "end", "There is nothing else to do."),
        (position("4s", "3s", rest=LONELY), "play 4s north", "It is your last card, so you go out."),
        (
            position("Ks 2s", "3s", rest=LONELY),
            "play Ks northeast",
            "A King left in your hand costs 10 points.",
        ),
        (
            position("4s 3d 2c 8c", "3s", rest=LONELY),
            "play 4s north, play 3d north, play 2c north",
            "Each of them fits on the one before.",
        ),
        (
            position("4s 3d 2c", "3s", rest=LONELY),
            "play 4s north, play 3d north, play 2c north",
            "That empties your hand, and you go out.",
        ),
        (
            position("Ks Qd 2s", "3s", rest=LONELY),
            "play Ks northeast, play Qd northeast",
            "A King left in your hand costs 10 points.",
        ),
        (
            position("4s 4c 8c", "3s", rest=LONELY),
            "play 4s north, play 4c east",
            "Every card left in your hand costs a point.",
        ),
        (
            position("Qs Jc", "3s", stock="2c", north="5h", east="6s", south="9d", west="9h", rest=CORNERS),
            "carry north east, play Qs north",
            "That opens an empty place for your Queen of spades.",
        ),
        (
            position("4s 8c", "3s", rest=LONELY),
            "play 4s north",
            "Every card left in your hand costs a point.",
        ),
        (
            position("Qs 8c", "3s", north="", east="5d", south="5c", west="5s", rest=CORNERS),
            "play 8c north",
            "No other card needs the empty place more.",
        ),
    ],
)
def test_advice_names_what_it_is_good_for(state: State, moves: str, why: str) -> None:
    assert advised(state) == (moves.split(", "), why)


@given(match=setups(GAME))
@settings(max_examples=15, deadline=None)
def test_advice_is_the_best_level_s_move_with_words_for_its_reason(match: Setup[State]) -> None:
    here = match.start()
    for _ in range(40):
        if len(here.legal) == 1 and str(here.legal[0]) == "deal":
            break
        seen = match.view(here, here.state.turn)
        advice = ADVISERS[GAME.name](seen)
        assert advice.move == PLAYERS[GAME.name]["sharp"](seen)
        assert advice.why.code in PHRASES[GAME.name].advice
        assert words("en").advice(GAME.name, advice.why).endswith(".")
        here = match.play(here, advice.move)
