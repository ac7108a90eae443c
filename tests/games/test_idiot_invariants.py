"""What is true of every move, in random matches."""

from __future__ import annotations

from hypothesis import given, settings

from kingscorners.games.idiot import BURN, State
from tests.games.idiot_positions import GAME
from tests.laws import Walk, walks


@given(walk=walks(GAME, plies=300))
@settings(max_examples=25)
def test_what_is_true_of_every_move_and_every_position(walk: Walk) -> None:
    for before, move, after in zip(walk.positions, walk.moves, walk.positions[1:], strict=False):
        old, new = before.state, after.state
        seat = old.turn
        if move.verb == "play" and set(move.cards) <= set(old.ups[seat]):
            assert not old.hands[seat]
            assert not old.stock
        if move.verb == "flip":
            assert not old.hands[seat]
            assert not old.ups[seat]
        if move.verb not in ("swap", "ready") and new.turn == seat and not new.matching and not new.ended:
            assert not new.pile
        check(new)


def check(state: State) -> None:
    """The pile, the hands, who is in, and what is known."""
    assert BURN not in {card.rank for card in state.pile}
    assert len(state.pile) < 4 or len({card.rank for card in state.pile[-4:]}) > 1
    left = [seat for seat in range(len(state.hands)) if seat not in state.out]
    if state.ended != "limit":
        assert (len(left) == 1) == bool(state.ended)
    for seat, hand in enumerate(state.hands):
        if state.stock and seat in left:
            assert len(hand) >= 3
        assert set(state.known[seat]) <= set(map(str, hand))
        assert len(set(state.known[seat])) == len(state.known[seat])
        if seat not in left:
            assert (hand, state.ups[seat], any(state.downs[seat])) == ((), (), False)
