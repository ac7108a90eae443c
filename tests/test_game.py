"""Moves and their text, zones and who sees them, views and outcomes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingscorners.cards import BadNotation, cards
from kingscorners.game import NEXT_DEAL, Move, Outcome, View, seen_zones, view
from kingscorners.games.kings_corners import State
from tests import tiny
from tests.games.positions import GAME, PAGAT, follow, position

TABLE = position("9h 2c", "3c 4c", "5c", north="Ts 9d", stock="7c 7d")


def look(seat: int | None, state: State = TABLE) -> View:
    return view(GAME, state, PAGAT, 3, seat)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("end", Move("end")),
        ("play 9h north", Move("play", ("9h", "north"))),
        ("bid 4", Move("bid", ("4",))),
        ("play 7h column-3", Move("play", ("7h", "column-3"))),
        ("play As foundation-s", Move("play", ("As", "foundation-s"))),
    ],
)
def test_a_move_is_a_verb_and_its_words(text: str, move: Move) -> None:
    assert Move.parse(text) == move
    assert str(move) == text


def test_the_cards_of_a_move() -> None:
    assert Move.parse("swap 3c 2h").cards == cards("3c 2h")
    assert Move.parse("play 9h north").cards == cards("9h")
    assert Move.parse("end").cards == ()


NO_MOVES = """
end-|-end|play 9h, north|play 9h -north|play  9h|play\t9h|end\r|__proto__|é|play ٩h|\x00|\u202eend|<b>|??
"""


@pytest.mark.parametrize("text", ["", " ", " end", "end ", "end\n", *NO_MOVES.strip().split("|")])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation):
        Move.parse(text)


def test_a_long_text_is_no_move() -> None:
    assert str(Move.parse("a" * 200)) == "a" * 200
    for text in ("a" * 201, "a " * 5000 + "a"):
        with pytest.raises(BadNotation):
            Move.parse(text)


@given(st.text() | st.text("abKQ9- \n", max_size=20))
def test_any_text_is_bad_notation_or_says_what_it_is(text: str) -> None:
    try:
        move = Move.parse(text)
    except BadNotation:
        return
    assert str(move) == text


def test_a_seat_sees_its_own_hand_and_backs_of_the_others() -> None:
    assert look(1).cards("hand-1") == cards("3c 4c")
    assert look(1).cards("hand-0") == (None, None)
    assert look(1).cards("stock") == (None, None)
    assert look(1).cards("north") == cards("Ts 9d")
    assert look(None).cards("hand-1") == (None, None)


def test_backs_are_written_with_question_marks() -> None:
    zones = {zone.name: zone.notation() for zone in look(0).zones}
    assert (zones["hand-0"], zones["hand-2"], zones["east"]) == (["9h", "2c"], ["??"], [])


def test_a_zone_of_no_such_name_is_no_zone() -> None:
    with pytest.raises(KeyError):
        look(0).cards("hand-9")


def test_only_the_seat_on_turn_has_legal_moves() -> None:
    assert look(0).legal == GAME.legal_moves(TABLE)
    assert look(1).legal == look(None).legal == ()
    assert {look(seat).turn for seat in (0, 1, None)} == {0}


def test_between_deals_every_seat_may_go_on_and_who_watches_may_not() -> None:
    state = follow(position("9h", "3c 4c", "5c", north="Ts"), "play 9h north")
    for seat in (0, 1, 2):
        assert look(seat, state).legal == (NEXT_DEAL,)
        assert look(seat, state).between_deals
        assert look(seat, state).cards("hand-1") == cards("3c 4c")
    assert look(None, state).legal == ()
    assert not look(0).between_deals


def test_a_view_says_whose_it_is() -> None:
    seen = look(1)
    assert (seen.game, seen.seats, seen.seat, seen.options, seen.outcome) == (
        "kings-corners",
        3,
        1,
        PAGAT,
        None,
    )


def test_what_no_zone_shows_is_masked_for_every_game() -> None:
    state = tiny.Tiny().deal(bytes(32), 3, tiny.Options())
    for seat in (None, 0, 1, 2):
        for zone in seen_zones(tiny.Tiny().zones(state), seat):
            assert (None in zone.cards) == bool(zone.cards and (zone.seat is None or zone.seat != seat))


def test_the_winners_are_all_in_the_first_place() -> None:
    assert Outcome((3, 9, 3), (1, 3, 1), "target").winners == (0, 2)
