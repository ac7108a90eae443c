"""Positions of King's Corners written as text, and lines of play from them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kingscorners.cards import cards
from kingscorners.game import Game
from kingscorners.games import GAMES
from kingscorners.games.kings_corners import PLACES, KingsCorners, Options, Scores, State
from kingscorners.options import Value, read
from kingscorners.record import Setup
from tests.games.lines import Lines, text

GAME: Game[State] = GAMES[KingsCorners.name]


def options(profile: str = "pagat", **changed: Value) -> Options:
    """The options of a profile with some of them changed."""
    return read(Options, {"profile": profile, **changed})


PAGAT = options()
ZONE = options("zone")


def position(
    *hands: str,
    stock: str = "",
    turn: int = 0,
    dealer: int | None = None,
    rules: Options = PAGAT,
    scores: Scores = (),
    passes: int = 0,
    rest: Mapping[str, str] = MappingProxyType({}),
    **piles: str,
) -> State:
    """A moment of a match: `hands` by seat, piles by place, the bottom card and the next of the stock first.

    `rest` fills the places that `piles` does not name. Without `dealer` the seat on turn began.
    The position need not hold every card of the deck.
    """
    piles = {**rest, **piles}
    assert set(piles) <= set(PLACES)
    return State(
        seed=b"a position",
        options=rules,
        deal=len(scores) + 1,
        dealer=(turn - 1) % len(hands) if dealer is None else dealer,
        hands=tuple(map(cards, hands)),
        piles={place: cards(piles.get(place, "")) for place in PLACES},
        stock=cards(stock),
        turn=turn,
        passes=passes,
        scores=scores,
    )


_LINES: Lines[State] = Lines(lambda state: Setup(GAME, state.seed, len(state.hands), state.options))
at, follow, refusal = _LINES.at, _LINES.follow, _LINES.refusal


def legal(state: State, verb: str = "") -> set[str]:
    """The legal moves as text; those of one verb, where one is given."""
    return {str(move) for move in GAME.legal_moves(state) if verb in ("", move.verb)}


def pile(state: State, place: str) -> str:
    """A pile as text, the bottom card first."""
    return text(state.piles[place])


def hand(state: State, seat: int) -> str:
    """A hand as text."""
    return text(state.hands[seat])
