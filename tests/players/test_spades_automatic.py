"""What plays itself in Spades, for whoever wants that."""

from __future__ import annotations

from kingscorners.games.spades import State
from kingscorners.players import AUTOMATIC
from tests.games.spades_positions import at, position


def unasked(state: State) -> str | None:
    setup, here = at(state)
    move = AUTOMATIC["spades"](setup.view(here, state.turn))
    return str(move) if move else None


def test_SP_Q17_the_only_card_that_may_be_played_plays_itself() -> None:
    assert unasked(position("4h Ks", "2h 3c", "5h 3d", "6h 3s", turn=0, trick="7h")) == "play 4h"
    assert unasked(position("Ks", "2h", "5h", "6h", turn=0)) == "play Ks"


def test_SP_Q17_where_there_is_a_choice_nothing_plays_itself() -> None:
    assert unasked(position("4h 5h", "2h 3c", "5d 3d", "6h 3s", turn=0, trick="7h")) is None
    claimable = position("Ah 2s", "2c 3c", "2d 3d", "4c 4d", turn=0)
    assert {str(move) for move in at(claimable)[1].legal} == {"play Ah", "claim"}
    assert unasked(claimable) is None
    assert unasked(position("4h", "2h", "5h", "6h", bids=(None, 3, 3, 3), turn=0)) is None
