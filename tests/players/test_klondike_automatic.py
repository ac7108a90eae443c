"""What goes up by itself in Klondike, for whoever wants that."""

from __future__ import annotations

from typing import Any

import pytest

from kingscorners.games.klondike import State
from kingscorners.players import AUTOMATIC
from tests.games.klondike_positions import THREE, at, follow, options, position

TAKING_BACK = options(foundation_take_back=True)


def unasked(state: State) -> str | None:
    setup, here = at(state)
    move = AUTOMATIC["klondike"](setup.view(here, 0))
    return str(move) if move else None


@pytest.mark.parametrize(
    ("card", "up"),
    [
        ("Ah", {}),
        ("2h", {"h": 1}),
        ("5h", {"h": 4, "c": 4, "s": 4}),
        ("Kh", {"h": 12, "c": 12, "s": 13}),
    ],
)
def test_KL_Q16_a_card_that_nothing_can_need_goes_up(card: str, up: Any) -> None:
    assert unasked(position(card, **up)) == f"play {card} foundation-h"
    assert unasked(position("Kc", waste=card, **up)) == f"play {card} foundation-h"


@pytest.mark.parametrize(
    ("card", "up"), [("3h", {"h": 2}), ("5h", {"h": 4, "c": 3, "s": 12}), ("5h", {"h": 4, "c": 4})]
)
def test_KL_Q16_a_card_that_may_be_needed_stays(card: str, up: Any) -> None:
    assert f"play {card} foundation-h" in map(str, at(position(card, **up))[1].legal)
    assert unasked(position(card, **up)) is None


def test_KL_Q16_nothing_but_a_card_that_goes_up_plays_itself() -> None:
    assert unasked(position("6s", "(2d) 5h", stock="Ks")) is None
    assert unasked(position("6s 5d 4s", "6c 5h 4c", c=3, s=3, h=4, d=2, stock="Ks")) is None


def test_KL_Q16_where_three_are_drawn_the_waste_is_left_alone() -> None:
    """Without the card on top the next pass would show other ones."""
    table = position("Kc", waste="9c 8d Ah", rules=THREE)
    assert unasked(table) is None
    assert unasked(position("Ah", waste="9c 8d 5d", rules=THREE)) == "play Ah foundation-h"


def test_KL_Q10_a_card_taken_back_goes_up_only_by_hand() -> None:
    table = position("6h", "Ad", c=4, d=0, h=4, s=5, rules=TAKING_BACK)
    back = follow(table._replace(up=(4, 4, 4, 5)), "play 5s column-1")
    assert unasked(back) is None
    assert unasked(back._replace(up=(4, 0, 4, 4))) == "play Ad foundation-d"
    again = follow(back, "play 5s foundation-s")
    assert not again.back
    once_more = follow(again, "play 5s column-1")
    assert once_more.back == back.back
