"""Following the cards from zone to zone, as an animation shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingscorners.cards import Card, cards
from kingscorners.game import NEXT_DEAL, SeenZone, seen_zones
from kingscorners.games import GAMES
from kingscorners.games.kings_corners import State
from kingscorners.movement import Movement, movements, movements_of
from tests import tiny
from tests.games.positions import GAME, ZONE, follow, options, position
from tests.laws import walks


@pytest.fixture(scope="module", autouse=True)
def _tiny_is_a_game() -> Iterator[None]:
    with tiny.registered():
        yield


def moved(state: State, line: str, seat: int | None) -> tuple[Movement, ...]:
    """What a seat sees moving."""
    return movements(seen_zones(GAME.zones(state), seat), seen_zones(GAME.zones(follow(state, line)), seat))


NINE, TEN = cards("9h Ts")
START = position("9h 2c", "3c 4c", "5c", north="Ts", east="9d 8s", stock="7c 7d")


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_card_that_is_played_is_seen_by_everybody(seat: int | None) -> None:
    assert moved(START, "play 9h north", seat) == (Movement((NINE,), "hand-0", "north"),)


def test_a_pile_moves_as_one() -> None:
    assert moved(START, "carry east north", 1) == (Movement(cards("9d 8s"), "east", "north"),)


def test_a_card_that_is_drawn_is_seen_by_who_draws_it() -> None:
    assert moved(START, "end", 0) == (Movement(cards("7c"), "stock", "hand-0"),)
    assert moved(START, "end", 1) == (Movement((None,), "stock", "hand-0"),)
    in_zone = position("9h", "3c", stock="7c", rules=ZONE)
    assert moved(in_zone, "end", 1) == (Movement(cards("7c"), "stock", "hand-1"),)


def test_the_last_card_moves_and_the_hands_turn_over_where_they_are() -> None:
    state = position("9h", "3c 4c", "5c", "6c", north="Ts")
    for seat in (0, 1, 3, None):
        assert moved(state, "play 9h north", seat) == (Movement((NINE,), "hand-0", "north"),)


def test_hands_that_turn_over_at_a_stalemate_do_not_move() -> None:
    state = position("9h", "3c 4c", "5c", passes=2)
    assert moved(state, "end", 0) == ()


def test_a_full_corner_moves_away_with_the_card_that_fills_it() -> None:
    corner = "Ks Qh Jc Td 9s 8h 7c 6d 5s 4h 3c 2d"
    state = position("As 9c", "2h", rules=options(decks=2), southeast=corner)
    assert set(moved(state, "play As southeast", 1)) == {
        Movement(cards(corner), "southeast", "cleared"),
        Movement(cards("As"), "hand-0", "cleared"),
    }


def test_of_two_equal_cards_one_moves() -> None:
    state = position("9h 9h", "2h", rules=options(decks=2), north="Tc", east="Ts", south="9h")
    assert moved(state, "play 9h north", 0) == (Movement((NINE,), "hand-0", "north"),)


def test_what_is_taken_back_moves_back() -> None:
    after, before = (seen_zones(GAME.zones(state), 1) for state in (START, follow(START, "play 9h north")))
    (movement,) = movements(before, after)
    assert (movement.source, movement.target) == ("north", "hand-0")


def test_nothing_moves_between_equal_zones() -> None:
    zones = seen_zones(GAME.zones(START), 0)
    assert movements(zones, zones) == ()


@pytest.mark.parametrize("name", [*GAMES, tiny.Tiny.name])
@given(data=st.data())
@settings(max_examples=20)
def test_the_movements_of_a_whole_match_explain_every_zone(name: str, data: st.DataObject) -> None:
    """Carrying out what `movements_of` says, on the backs and faces that a seat saw, gives what it sees."""
    walk = data.draw(walks(GAMES[name]))
    setup = walk.setup
    seats = [None, *range(setup.seats)]
    for before, move, after in zip(walk.positions, walk.moves, walk.positions[1:], strict=False):
        if move == NEXT_DEAL:
            continue
        seat = Random(before.ply).choice(seats)
        old, new = (seen_zones(position.zones, seat) for position in (before, after))
        mover = setup.game.turn(before.state)
        assert mover is not None
        moving = movements_of(before.zones, after.zones, seat, mover, move.cards)
        table = carried_out(old, moving)
        for zone in new:
            missing, surplus = Counter(zone.cards), Counter(table[zone.name])
            missing, surplus = missing - surplus, surplus - missing
            assert missing.total() == surplus.total()
            # What is not as carried was turned over: all of it was a back, or is one now.
            assert {None} in (set(missing), set(surplus)) or not missing


def carried_out(zones: Sequence[SeenZone], moving: Sequence[Movement]) -> dict[str, list[Card | None]]:
    table = {zone.name: list(zone.cards) for zone in zones}
    for movement in moving:
        for card in movement.cards:
            source = table[movement.source]
            source.remove(card if card in source else None)
            table[movement.target].append(card)
    return table
