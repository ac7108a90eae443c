"""What is true of every move and every position, in random matches over all combinations of the options."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings

from kingscorners.cards import DECK, KING
from kingscorners.game import NEXT_DEAL, RESIGN, Move
from kingscorners.games.klondike import DRAW, FINISH, IDLE_MOVES, RECYCLE, State, fits
from tests.games.klondike_positions import GAME
from tests.laws import Walk, walks


def check_position(state: State) -> None:
    cards = [card for zone in GAME.zones(state) for card in zone.cards]
    assert sorted(cards) == sorted(DECK)
    for column, down in zip(state.columns, state.down, strict=True):
        assert down < len(column) or (not column and not down)
        assert all(fits(upper, lower) for lower, upper in pairwise(column[down:]))
    assert all(0 <= rank <= KING for rank in state.up)
    assert state.idle <= IDLE_MOVES
    if state.options.passes != "unlimited":
        assert state.recycles < state.options.passes
    if not state.ended and FINISH in GAME.legal_moves(state):
        assert GAME.apply(state, FINISH).ended == "won"


def check_move(before: State, move: Move, after: State) -> None:
    if move == NEXT_DEAL:
        assert (after.deal, after.results) == (before.deal + 1, before.results)
        return
    if move == RESIGN:
        assert after == before._replace(ended=after.ended, results=after.results)
        return
    assert sum(after.down) <= sum(before.down)
    assert after.moves > before.moves
    talon, left = before.waste + before.stock, after.waste + after.stock
    assert left == tuple(card for card in talon if card in left)  # never shuffled, never more
    if before.options.passes == 1:
        assert len(after.stock) <= len(before.stock)
    if move == DRAW:
        assert len(before.stock) - len(after.stock) in range(1, before.options.draw + 1)
    if move == RECYCLE:
        assert (before.stock, after.waste, after.stock) == ((), (), before.waste)
    if not before.options.foundation_take_back:
        assert all(old <= new for old, new in zip(before.up, after.up, strict=True))


@given(walk=walks(GAME, plies=300))
@settings(max_examples=30)
def test_what_is_true_of_every_move_and_every_position(walk: Walk) -> None:
    check_position(walk.positions[0].state)
    for before, move, after in zip(walk.positions, walk.moves, walk.positions[1:], strict=False):
        check_move(before.state, move, after.state)
        check_position(after.state)
