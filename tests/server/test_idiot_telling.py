"""How a match of Idiot is told: what was played, drawn, risked, taken."""

from __future__ import annotations

import pytest

from kingscorners.cards import cards
from kingscorners.games.idiot import MOST_PLAYS, State
from kingscorners.movement import Movement
from kingscorners.record import Setup
from kingscorners.server.live import Happening, Live, Player, Step, steps_for, table_for
from kingscorners.server.phrases import PHRASES
from kingscorners.server.score import Sheet, sheet
from kingscorners.server.telling import Teller, turns
from kingscorners.server.words import words
from tests.games.idiot_positions import GAME, HOUSE, at, follow, position

PLAYERS = [Player(0, "Guest 1", None, 1), *(Player(seat, "Asha", "steady", None) for seat in (1, 2))]
TELLER = Teller(words("en"), GAME.name, PLAYERS, 0)


def step(state: State, line: str, seat: int = 0) -> Step:
    """The step that a move of the seat on turn makes, as `seat` sees it."""
    happening = Happening(1, state.turn, line, at(state)[1], at(follow(state, line))[1])
    return steps_for([happening], GAME, seat)[0]


def told(state: State, line: str) -> str:
    return TELLER.step(step(state, line))


def test_a_card_played_comes_from_the_hand_though_another_is_drawn() -> None:
    state = position("5c 6c 7c", "8c 8d 9s", turn=1, pile="4c", stock="As Ah Ad")
    assert set(step(state, "play 8c 8d pile").movements) == {
        Movement(cards("8c 8d"), "hand-1", "pile"),
        Movement((None, None), "stock", "hand-1"),
    }
    assert set(step(state, "play 8c 8d pile", seat=1).movements) == {
        Movement(cards("8c 8d"), "hand-1", "pile"),
        Movement(cards("As Ah"), "stock", "hand-1"),
    }
    assert told(state, "play 8c 8d pile") == "Asha played 8 of clubs and 8 of diamonds and drew."


def test_a_swap_is_seen_by_all() -> None:
    state = position("5c 6c 7c", "8c 8d 9s", ups=("", "2c 3d 3h"), turn=1, swapping=True)
    assert set(step(state, "swap 8c 2c").movements) == {
        Movement(cards("8c"), "hand-1", "up-1"),
        Movement(cards("2c"), "up-1", "hand-1"),
    }


@pytest.mark.parametrize(
    ("top", "sentence"),
    [
        ("As", "Asha took a chance and played Ace of spades."),
        ("Ts", "Asha took a chance and burnt the pile with 10 of spades."),
        ("4s", "Asha took the pile after a failed chance and drew."),
    ],
)
def test_what_came_of_a_chance_is_told(top: str, sentence: str) -> None:
    state = position("5c 6c 7c", "3c 3d 3h", turn=1, pile="Kc", stock=f"{top} Ah")
    assert told(state, "chance") == sentence


@pytest.mark.parametrize(
    ("top", "sentence"),
    [
        ("As", "Asha turned over and played Ace of spades."),
        ("Ts", "Asha turned over 10 of spades and burnt the pile."),
        ("4s", "Asha turned over a card that did not fit, and took the pile."),
    ],
)
def test_what_came_of_a_hidden_card_is_told(top: str, sentence: str) -> None:
    state = position("5c 6c 7c", "", downs=("", f"{top} 4d"), turn=1, pile="Kc")
    assert told(state, "flip down-1-1 pile") == sentence


def test_a_burn_is_told_and_a_turn_goes_on_after_it() -> None:
    state = position("5c 6c 7c", "Th 8d 9s", turn=1, pile="4c")
    burn = step(state, "play Th pile")
    assert TELLER.step(burn) == "Asha played 10 of hearts and burnt the pile."
    after = follow(state, "play Th pile")
    (turn,) = turns(GAME.name, [burn, step(after, "play 8d pile")])
    assert TELLER.turn(turn) == (
        "Asha played 10 of hearts and burnt the pile and played 8 of diamonds. 1 card."
    )


def test_every_result_has_words() -> None:
    phrases = PHRASES[GAME.name]
    for what in phrases.results:
        assert all(phrases.words(what))


def score(state: State) -> Sheet:
    """The score sheet, for seat 0."""
    setup = Setup(GAME, b"", len(state.hands), HOUSE)
    live = Live("", setup, tuple(PLAYERS), None, False, "", 0, None, setup.position(0, state))
    shown = sheet(table_for(live, 1), words("en"))
    assert shown is not None
    return shown


def test_the_score_sheet_names_the_idiot() -> None:
    state = position("5c", "8c 8d 9s", "", out=(2,), pile="4c")
    assert score(follow(state, "play 5c pile")).note == "The Idiot: Asha. Your place: 2nd."
    late = position("5c Kc", "8c 8d 9s", "3c 4d", pile="4c", plays=MOST_PLAYS - 1)
    over = score(follow(late, "play 5c pile"))
    assert over.note == "The match took too long and was stopped. Your place: 1st."


def test_the_score_sheet_says_who_is_out() -> None:
    over = score(follow(position("5c", "8c 8d 9s", "", out=(2,), pile="4c"), "play 5c pile"))
    assert [(row.seat, row.out) for row in over.rows] == [(2, True), (0, True), (1, False)]
