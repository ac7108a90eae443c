"""What is true of every move, in random matches."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kingscorners.games.spades import LOOK, MOST_DEALS, State
from kingscorners.record import Setup
from tests.games.spades_positions import GAME, HOUSE
from tests.laws import Habit, Walk, walks


@given(walk=walks(GAME, plies=200))
@settings(max_examples=25)
def test_what_is_true_of_every_move_and_every_position(walk: Walk) -> None:
    for before, move, after in zip(walk.positions, walk.moves, walk.positions[1:], strict=False):
        old, new = before.state, after.state
        assert before.legal
        if move.verb == "play":
            card = move.cards[0]
            lead = len(old.trick) in (0, 4)
            if lead and card.suit == "s" and not old.broken:
                assert all(held.suit == "s" for held in old.hands[old.turn])
            if not lead and card.suit != old.trick[0].suit:
                assert all(held.suit != old.trick[0].suit for held in old.hands[old.turn])
        if move == LOOK:
            assert new.turn == old.turn
        if new.ended:
            assert sum(new.tricks) == 13
            assert len(new.scores) == new.deal
        check_counts(new)


def check_counts(state: State) -> None:
    """Cards in hands, on the table and put away belong together."""
    if state.ended != "claimed":
        finished = sum(state.tricks)
        on_table = len(state.trick)
        assert 4 * finished == len(state.played) + len(state.last) + (on_table if on_table == 4 else 0)
        assert len({len(hand) for hand in state.hands}) == (1 if on_table in (0, 4) else 2)


@given(seed=st.binary(min_size=32, max_size=32), lot=st.integers(0, 2**32), last=st.sampled_from([0.0, 0.3]))
@settings(max_examples=15)
def test_the_last_digit_of_a_score_is_the_number_of_bags_by_the_house_rules(
    seed: bytes, lot: int, last: float
) -> None:
    setup: Setup[State] = Setup(GAME, seed, 4, HOUSE)
    for position, move in Habit(lot, 0.3 - last, last).moves(setup):
        if move.verb == "deal":
            facts = GAME.facts(position.state)
            for seat in range(4):
                assert int(facts[f"points-{seat}"]) % 10 == facts[f"bags-{seat}"]
                assert 0 <= int(facts[f"bags-{seat}"]) <= 9
            points = [int(facts["points-0"]), int(facts["points-1"])]
            assert max(points) < 500 or points[0] == points[1]
            assert position.state.deal < MOST_DEALS
