"""The scene of a table, of any game: made from positions of the real rules, without a server."""

from random import Random
from typing import Any

import pytest

from kingscorners.game import NEXT_DEAL, Game
from kingscorners.games import GAMES
from kingscorners.record import Position, Setup
from kingscorners.server.live import Live, Player, table_for
from kingscorners.server.painter import Painter
from kingscorners.server.preferences import Preferences
from kingscorners.server.words import words
from tests.games import klondike_positions, spades_positions
from tests.games.spades_positions import position, totals

ADVISED = Preferences(hints="best", tips=False)


def painter(setup: Setup[Any], position: Position[Any], preferred: Preferences = ADVISED) -> Painter:
    """For a person on the seat that is on turn; all others are computer players."""
    own = setup.game.turn(position.state) or 0
    players = tuple(
        Player(seat, f"Player {seat}", None if seat == own else "steady", 1 if seat == own else None)
        for seat in range(setup.seats)
    )
    live = Live("painted", setup, players, None, False, "c" * 64, 0, None, position)
    return Painter(table_for(live, 1), words("en"), preferred)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_advice_is_a_whole_sentence_with_every_gap_filled(game: Game[Any]) -> None:
    lot, setup = Random(9), Setup(game, bytes(range(32)), game.daily_seats, game.options())
    here = setup.start()
    for _ in range(25):
        if here.legal in ((), (NEXT_DEAL,)):
            break
        drawn = painter(setup, here)
        told = drawn.waiting()
        assert drawn.advice
        assert told.kind == "advice"
        assert "%" not in told.text
        assert told.text.endswith(".")
        if not drawn.advice.move.cards:
            assert all(
                word in told.text for word in drawn.advice.move.words if word.isdecimal() and int(word)
            )
        here = setup.play(here, lot.choice(here.legal))


def test_the_scores_beside_the_table_begin_with_the_best() -> None:
    """Which is the higher total in Spades, and the same place for both partners."""
    setup, here = spades_positions.at(position("As", "2s", "3s", "4s", before=totals(40, 120)))
    standings = painter(setup, here).scene().standings
    assert [(seat.seat, seat.points) for seat in standings] == [(1, 120), (3, 120), (0, 40), (2, 40)]


def test_that_nothing_useful_is_left_is_said_instead_of_advice_and_ends_nothing() -> None:
    hopeless = klondike_positions.position("Ks", "Kd", "(2d) 4h")
    drawn = painter(*klondike_positions.at(hopeless))
    assert drawn.waiting().text.startswith("No useful move is left")
    assert drawn.waiting().text in drawn.waiting().spoken
    assert [button.move for button in drawn.scene().buttons] == ["resign"]
    useful = klondike_positions.position("Ks", "Kd", "(2d) Qh")
    drawn = painter(*klondike_positions.at(useful))
    assert drawn.waiting().kind == "advice"
    assert drawn.scene().buttons == ()


def test_who_has_only_one_card_to_play_has_a_move_left() -> None:
    setup, here = spades_positions.at(position("As", "2s", "3s", "4s"))
    assert len(here.legal) == 1
    told = painter(setup, here, Preferences(hints="off", tips=False)).waiting()
    assert told.text != ""
    assert told.title == "Your turn"
