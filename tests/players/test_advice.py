"""Every game advises its players: with a legal move, the best level's, and a reason that has words."""

from random import Random
from typing import Any

import pytest

from kingscorners.game import NEXT_DEAL, Game
from kingscorners.games import GAMES
from kingscorners.players import ADVISERS, PLAYERS
from kingscorners.record import Setup
from kingscorners.server.phrases import PHRASES
from kingscorners.server.words import words


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
