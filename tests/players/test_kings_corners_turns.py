"""Finding all ends of a turn: the search against the readable rules, tried out one move after the other."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kingscorners.cards import Card
from kingscorners.games.kings_corners import CORNERS, END, SIDES, Options, State
from kingscorners.players.kings_corners_masks import SLOT
from kingscorners.players.kings_corners_turns import BOTTOM, FIXED, Rules, Table, ends, steps
from kingscorners.record import Setup
from tests.games.positions import GAME, follow, options, position
from tests.laws import Habit, habits, setups

MANY = 10**9
MOST_STATES = 3000


def rules_of(chosen: Options) -> Rules:
    return Rules(
        copies=2 * chosen.decks,
        kings_to_sides=chosen.side_space_accepts_king,
        kings_move=chosen.side_kings == "player_move",
        kings_first=chosen.kings_must_be_played,
    )


def table(state: State) -> Table:
    """A moment of a turn as the search knows it."""
    copies = 2 * state.options.decks
    counts = Counter(SLOT[card] for card in state.hands[state.turn])
    hand = sum(((1 << count) - 1) << slot * copies for slot, count in counts.items())
    sides = [SLOT[pile[0]] << BOTTOM | SLOT[pile[-1]] for side in SIDES if (pile := state.piles[side])]
    corners = [FIXED | SLOT[pile[-1]] for corner in CORNERS if (pile := state.piles[corner])]
    return hand, tuple(sorted(sides + corners))


def tried_out(start: State) -> set[Table] | None:
    """Every table on which the rules let this turn end, or the deal; nothing where they are too many."""
    found, seen, waiting = set(), {table(start)}, [start]
    while waiting:
        state = waiting.pop()
        moves = GAME.legal_moves(state)
        if END in moves or state.ended:
            found.add(table(state))
        for move in moves:
            if move != END and not state.ended:
                after = GAME.apply(state, move)
                if table(after) not in seen:
                    seen.add(table(after))
                    waiting.append(after)
        if len(seen) > MOST_STATES:
            return None
    return found


@given(setup=setups(GAME), habit=habits, skipped=st.integers(0, 150))
@settings(max_examples=150)
def test_the_search_finds_every_end_of_a_turn_and_no_other(
    setup: Setup[State], habit: Habit, skipped: int
) -> None:
    reached = next(islice(habit.moves(setup), skipped, None), None)
    assume(reached and not reached[0].state.ended)
    assert reached
    state = reached[0].state
    expected = tried_out(state)
    assume(expected)
    assert expected
    check_ends(state, expected)


FULL = {"northeast": "Kh Qs", "southeast": "Ks Qh", "southwest": "Kd Qc", "northwest": "Kc Qd"}
ALMOST = {**FULL, "northwest": "Kc Qd Js Th 9c 8d 7s 6h 5c 4d 3s 2h"}


@pytest.mark.parametrize("kings_first", [False, True])
@pytest.mark.parametrize("to_sides", [False, True])
@pytest.mark.parametrize("kings_move", ["player_move", "auto_at_deal"])
@pytest.mark.parametrize(
    ("hand", "decks", "piles"),
    [
        ("Kh 5c 9d", 1, {"north": "8s", "east": "3h"}),
        ("Kh Qc 9d", 1, {"north": "Kd", "east": "Kc Qh", "south": "Js", "west": "2c"}),
        ("Kh 5c 9d", 2, {"north": "8s", "east": "3h", **FULL}),
        ("Kh Qs 9d", 2, {"north": "Kd", "east": "3h", **FULL}),
        ("Kh As 9d", 2, {"north": "8s", "east": "3h", **ALMOST}),
        ("Kh Qs 9d", 2, {"north": "8s", "east": "As", "south": "Kh", "west": "2c", **ALMOST}),
    ],
)
def test_it_finds_them_where_kings_and_corners_are_special(
    hand: str, decks: int, piles: dict[str, str], to_sides: bool, kings_move: str, kings_first: bool
) -> None:
    rules = options(
        decks=decks,
        side_space_accepts_king=to_sides,
        side_kings=kings_move,
        kings_must_be_played=kings_first,
    )
    state = position(hand + " 2s", "3s 4c", rules=rules, rest=piles)
    expected = tried_out(state)
    assert expected
    check_ends(state, expected)


def check_ends(state: State, expected: set[Table]) -> None:
    tables = [end for end, _, _ in ends(table(state), rules_of(state.options), MANY)]
    if any(not hand for hand, _ in expected):
        assert len(tables) == 1
        assert not tables[0][0]
        assert tables[0] in expected
    else:
        assert len(tables) == len(set(tables))
        assert set(tables) == expected


@given(setup=setups(GAME), habit=habits, skipped=st.integers(0, 150))
@settings(max_examples=60)
def test_the_first_step_leads_to_its_end(setup: Setup[State], habit: Habit, skipped: int) -> None:
    reached = next(islice(habit.moves(setup), skipped, None), None)
    assume(reached and not reached[0].state.ended)
    assert reached
    start, rules = table(reached[0].state), rules_of(setup.options)
    found, following = ends(start, rules, 501), dict(steps(start, rules))
    assume(len(found) <= 500)
    for end, first, exhausted in Random(skipped).sample(found, min(5, len(found))):
        assert exhausted == (not end[0] or not steps(end, rules))
        if first is None:
            assert end == start
        elif following[first] != end:
            assert end in [later for later, _, _ in ends(following[first], rules, MANY)]


def test_no_more_ends_are_looked_at_than_wanted() -> None:
    state = position("2h 4h 6h 8h Th Qh 2c 4c 6c 8c Tc Qc", "3s", north="9d")
    everything = ends(table(state), rules_of(state.options), MANY)
    assert len(everything) > 900
    assert ends(table(state), rules_of(state.options), 100) == everything[:100]


def test_twins_and_places_make_no_difference() -> None:
    start = position("9h 9d 2c", "3s", north="Ts", east="Tc", south="5d", west="5h")
    turned = position("9d 9h 2c", "3s", north="5h", east="5d", south="Tc", west="Ts")
    assert table(start) == table(turned)
    assert table(follow(start, "play 9h north")) == table(follow(turned, "play 9d south"))
    assert len(tried_out(start) or ()) == 3


def test_slots_say_what_fits() -> None:
    for card, slot in SLOT.items():
        for other, above in SLOT.items():
            assert (slot + 1 == above) == (card.rank + 1 == other.rank and card.red != other.red)
    assert SLOT[Card.parse("9h")] == SLOT[Card.parse("9d")]
