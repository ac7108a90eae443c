"""Positions of Idiot written as text, and lines of play from them."""

from __future__ import annotations

from kingscorners.cards import Card, cards
from kingscorners.game import Game
from kingscorners.games import GAMES
from kingscorners.games.idiot import Idiot, Options, State
from kingscorners.options import Value, read
from kingscorners.record import Setup
from tests.games.lines import Lines

GAME: Game[State] = GAMES[Idiot.name]


def options(**changed: Value) -> Options:
    """The house rules with some of them changed."""
    return read(Options, changed)


HOUSE = options()


def position(
    *hands: str,
    pile: str = "",
    stock: str = "",
    ups: tuple[str, ...] = (),
    downs: tuple[str, ...] = (),
    burnt: str = "",
    turn: int = 0,
    out: tuple[int, ...] = (),
    swapping: bool = False,
    rules: Options = HOUSE,
    plays: int = 0,
) -> State:
    """A moment of a match: `hands`, `ups` and `downs` by seat, the next card of the `stock` first.

    Seats without `ups` and `downs` have none. The position need not hold every card.
    """
    seats = len(hands)

    def three(hidden: str) -> tuple[tuple[Card, ...], ...]:
        slots = [(card,) for card in cards(hidden)]
        return (*slots, *[()] * (3 - len(slots)))

    return State(
        seed=b"a position",
        options=rules,
        dealer=(turn - 1) % seats,
        hands=tuple(map(cards, hands)),
        ups=tuple(map(cards, (*ups, *[""] * (seats - len(ups))))),
        downs=tuple(map(three, (*downs, *[""] * (seats - len(downs))))),
        stock=cards(stock)[::-1],
        turn=turn,
        known=((),) * seats,
        pile=cards(pile),
        burnt=cards(burnt),
        ready=0 if swapping else seats,
        out=out,
        plays=plays,
    )


_LINES: Lines[State] = Lines(lambda state: Setup(GAME, state.seed, len(state.hands), state.options))
at, follow, refusal = _LINES.at, _LINES.follow, _LINES.refusal


def legal(state: State) -> list[str]:
    """The legal moves as text; plays without their verb and the pile."""
    return [str(move).removeprefix("play ").removesuffix(" pile") for move in GAME.legal_moves(state)]
