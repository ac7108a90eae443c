"""Every game advises its players: with legal moves, the best level's, and a reason that has words.

That advice can be followed to its end and rests on what is seen is a law (`tests/test_laws.py`); King's
Corners has a file of its own.
"""

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingscorners.game import NEXT_DEAL, Game
from kingscorners.games import GAMES
from kingscorners.players import ADVISERS, PLAYERS
from kingscorners.players.klondike_line import after
from kingscorners.record import Setup
from kingscorners.server.phrases import PHRASES
from kingscorners.server.words import words
from tests.games import idiot_positions, klondike_positions, spades_positions
from tests.laws import Habit, habits, setups


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_advice_is_the_best_level_s_move_and_every_reason_is_met(game: Game[Any]) -> None:
    lot, met = Random(5), set()
    best = list(PLAYERS[game.name].values())[-1]
    for _ in range(4):
        setup = Setup(game, lot.randbytes(32), game.daily_seats, game.options())
        here = setup.start()
        for _ in range(90):
            if not here.legal:
                break
            if here.legal == (NEXT_DEAL,):
                here = setup.play(here, NEXT_DEAL)
                continue
            seen = setup.view(here, game.turn(here.state))
            advice = ADVISERS[game.name](seen)
            assert advice.move == best(seen)
            met.add(advice.why.code)
            text = words("en").advice(game.name, advice.why)
            assert text.endswith(".")
            assert "%" not in text
            here = setup.play(here, advice.move if lot.random() < 0.7 else lot.choice(here.legal))
    assert set(ADVISERS) == set(GAMES)
    assert len(met) >= len(PHRASES[game.name].advice) // 2, met


@pytest.mark.parametrize(
    ("game", "state", "moves", "why"),
    [
        (
            klondike_positions,
            klondike_positions.position("(2c) 6s 5d", "8s", "(9c) Td", stock="4h", waste="Ks 7h"),
            "play 7h column-2, play 6s column-2",
            "That turns a hidden card up.",
        ),
        (
            klondike_positions,
            klondike_positions.position("(2c) 6s", "7d", "(9c) 5h", stock="4h", waste="Ks"),
            "play 6s column-2",
            "That turns a hidden card up.",
        ),
        (
            klondike_positions,
            klondike_positions.position("(2c) 9s", "3s", stock="4h", waste="2s", s=1, h=3, d=3),
            "play 2s foundation-s, play 3s foundation-s",
            "No card in the columns needs it any more.",
        ),
        (
            klondike_positions,
            klondike_positions.position("(2c) 9d", "3s", s=2),
            "play 3s foundation-s",
            "That makes room in the columns.",
        ),
        (
            idiot_positions,
            idiot_positions.position("As 2h 4d", "5c 6c 7c", ups=("3c 4c Ks", "Jc Jd Jh"), swapping=True),
            "swap 2h 3c, swap As 4c",
            "Keep strong cards visible. They come last.",
        ),
        (
            idiot_positions,
            idiot_positions.position("9c 9h Kd", "5c 6c 7c", pile="4d 8s"),
            "play 9c 9h pile",
            "You get rid of several cards at once.",
        ),
        (
            idiot_positions,
            idiot_positions.position("5h Kd", "5c 6c 7c", pile="4d"),
            "play 5h pile",
            "It fits, and you keep your better cards.",
        ),
        (
            idiot_positions,
            idiot_positions.position("5h Kd", "5c 6c 7c", pile="4d Js"),
            "play Kd pile",
            "Nothing else that you hold fits.",
        ),
        (
            spades_positions,
            spades_positions.position(
                "Ah 2d", "3h 3d", "5h 4d", "7h 5d", trick="Jc 7c 8s 6c", leader=2, tricks=(1, 3, 2, 5)
            ),
            "play Ah",
            "Your side still needs 3 tricks.",
        ),
        (
            spades_positions,
            spades_positions.position(
                "2h 9s", "3h 4h", "5h 6h", "7h 8h", trick="5h 6h 7h", tricks=(0, 3, 2, 6)
            ),
            "play 2h",
            "It is the only card that you may play.",
        ),
    ],
)
def test_moves_that_belong_together_are_advised_together(game: Any, state: Any, moves: str, why: str) -> None:
    setup, here = game.at(state)
    advice = ADVISERS[game.GAME.name](setup.view(here, game.GAME.turn(state)))
    assert [*map(str, advice.moves)] == moves.split(", ")
    assert words("en").advice(game.GAME.name, advice.why) == why


@given(setup=setups(GAMES["klondike"]), habit=habits, skipped=st.integers(0, 150))
@settings(max_examples=60)
def test_what_lies_after_a_move_in_klondike_is_seen_as_the_rules_have_it(
    setup: Setup[Any], habit: Habit, skipped: int
) -> None:
    """Where nothing is turned up. What comes back from foundations is no business of a line."""
    for here, move in islice(habit.moves(setup), skipped, skipped + 20):
        if (foreseen := after(setup.view(here, 0), move)) is None:
            continue
        seen = setup.view(setup.play(here, move), 0)
        assert foreseen.zones == seen.zones
        if seen.legal[:-1]:
            up = {str(card) for zone in seen.zones if zone.kind == "foundation" for card in zone.cards}
            played = [legal for legal in seen.legal if legal.verb == "play" and legal.words[0] not in up]
            assert [legal for legal in foreseen.legal if legal.verb == "play"] == played
