"""Positions of Klondike written as text, and lines of play from them."""

from __future__ import annotations

from kingscorners.cards import SUITS, Card, cards
from kingscorners.game import Game, IllegalMove, Reason
from kingscorners.games import GAMES
from kingscorners.games.klondike import COLUMNS, Klondike, Options, State
from kingscorners.options import Value, read
from kingscorners.record import Position, Setup

GAME: Game[State] = GAMES[Klondike.name]


def options(profile: str = "draw_one", **changed: Value) -> Options:
    """The options of a profile with some of them changed."""
    return read(Options, {"profile": profile, **changed})


HOUSE = options()
DAILY = options(undo=False)
THREE = options("draw_three")


def position(
    *columns: str,
    stock: str = "",
    waste: str = "",
    rules: Options = HOUSE,
    recycles: int = 0,
    **up: int,
) -> State:
    """A moment of a deal. Columns list the bottom card first, hidden cards in brackets: `(5d 2c) Th`.

    `up` is the highest card on the foundations by suit: `s=5`. Not every card of the pack need be there.
    """
    hidden = [column.partition(")")[0] if ")" in column else "" for column in columns]
    shown = [column.partition(")")[2] if ")" in column else column for column in columns]
    downs = [cards(text.strip("( ")) for text in hidden]
    piles = [down + cards(text) for down, text in zip(downs, shown, strict=True)]
    rest = len(COLUMNS) - len(columns)
    ranks = tuple(up.get(suit, 0) for suit in SUITS)
    return State(
        seed=b"a position",
        options=rules,
        deal=1,
        columns=(*piles, *((),) * rest),
        down=(*map(len, downs), *(0,) * rest),
        stock=cards(stock),
        waste=cards(waste),
        up=ranks,
        recycles=recycles,
        most=sum(ranks),
    )


def at(state: State) -> tuple[Setup[State], Position[State]]:
    """A match that stands at this moment, with nothing to take back."""
    setup = Setup(GAME, state.seed, 1, state.options)
    return setup, setup.position(0, state)


def follow(state: State, *lines: str) -> State:
    """The state after some moves, each of which must be legal."""
    setup, position = at(state)
    for line in lines:
        position = setup.advance(position, line)
    return position.state


def legal(state: State, verb: str = "play") -> set[str]:
    """The legal moves of one verb as text; all of them for an empty one."""
    return {str(move) for move in GAME.legal_moves(state) if verb in ("", move.verb)}


def refusal(state: State, line: str) -> Reason:
    """Why a move is refused."""
    try:
        follow(state, line)
    except IllegalMove as refused:
        return refused.reason
    raise AssertionError(f"{line} is legal")


def column(state: State, number: int) -> str:
    """A column as text, hidden cards in brackets."""
    pile, down = state.columns[number - 1], state.down[number - 1]
    return " ".join([f"({text(pile[:down])})", text(pile[down:])] if down else [text(pile)])


def text(some: tuple[Card, ...]) -> str:
    """Cards as text."""
    return " ".join(map(str, some))


def almost_won(rules: Options = HOUSE, stock: str = "", waste: str = "") -> State:
    """All cards up but the four Kings, which lie in columns unless they are in the stock or the waste."""
    kings = [king for king in ("Kc", "Kd", "Kh", "Ks") if king not in f"{stock} {waste}"]
    return position(*kings, stock=stock, waste=waste, rules=rules, c=12, d=12, h=12, s=12)
