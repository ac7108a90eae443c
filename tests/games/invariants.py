"""What is true of every move of King's Corners, whatever the options."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from kingscorners.cards import DECK, KING
from kingscorners.game import NEXT_DEAL, Move
from kingscorners.games.kings_corners import CORNERS, END, SIDES, State, fits, hand_points
from tests.games.positions import GAME


def measure(state: State, seat: int) -> int:
    """What every move of a turn lowers (KC-Q28)."""
    return 2 * len(state.hands[seat]) + sum(bool(state.piles[side]) for side in SIDES)


def check_position(state: State) -> None:
    """What is true of every position."""
    decks = state.options.decks
    cards = Counter(card for zone in GAME.zones(state) for card in zone.cards)
    assert cards == dict.fromkeys(DECK, decks)
    for pile in state.piles.values():
        assert all(fits(upper, lower) for lower, upper in pairwise(pile))
    crowned = [state.piles[corner] for corner in CORNERS if state.piles[corner]]
    assert all(pile[0].rank == KING for pile in crowned)
    if decks == 1:
        kings_in_hands = sum(card.rank == KING for hand in state.hands for card in hand)
        assert not kings_in_hands or len(crowned) < len(CORNERS)
    if decks == 1 and not state.stock and not state.ended:
        assert any(can_play(state, seat) for seat, hand in enumerate(state.hands) if hand)


def can_play(state: State, seat: int) -> bool:
    """Whether the seat could play a card if it were on turn."""
    return any(move.verb == "play" for move in GAME.legal_moves(state._replace(turn=seat)))


def check_move(before: State, move: Move, after: State) -> None:
    """What is true of every move."""
    if move == NEXT_DEAL:
        assert before.ended
        assert (after.ended, after.deal, after.scores) == ("", before.deal + 1, before.scores)
        return
    if move == END:
        drawn = sum(map(len, after.hands)) - sum(map(len, before.hands))
        assert drawn == len(before.stock) - len(after.stock) <= 1
        assert after.piles == before.piles
    else:
        assert after.stock == before.stock
        assert measure(after, before.turn) < measure(before, before.turn)
    if after.ended:
        assert after.scores[:-1] == before.scores
        assert after.scores[-1] == tuple(map(hand_points, after.hands))
        assert (after.ended == "out") == (move != END) == (not after.hands[before.turn])
        assert sum(after.scores[-1]) > 0
    else:
        assert after.scores == before.scores
