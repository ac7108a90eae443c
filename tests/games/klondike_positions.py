"""Positions of Klondike written as text, and lines of play from them."""

from __future__ import annotations

from kingscorners.cards import SUITS, cards
from kingscorners.game import Game
from kingscorners.games import GAMES
from kingscorners.games.klondike import COLUMNS, Klondike, Options, State
from kingscorners.options import Value, read
from kingscorners.record import Setup
from tests.games.lines import Lines, text

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


_LINES: Lines[State] = Lines(lambda state: Setup(GAME, state.seed, 1, state.options))
at, follow, refusal = _LINES.at, _LINES.follow, _LINES.refusal


def legal(state: State, verb: str = "play") -> set[str]:
    """The legal moves of one verb as text; all of them for an empty one."""
    return {str(move) for move in GAME.legal_moves(state) if verb in ("", move.verb)}


def column(state: State, number: int) -> str:
    """A column as text, hidden cards in brackets."""
    pile, down = state.columns[number - 1], state.down[number - 1]
    return " ".join([f"({text(pile[:down])})", text(pile[down:])] if down else [text(pile)])


def almost_won(rules: Options = HOUSE, stock: str = "", waste: str = "") -> State:
    """All cards up but the four Kings, which lie in columns unless they are in the stock or the waste."""
    kings = [king for king in ("Kc", "Kd", "Kh", "Ks") if king not in f"{stock} {waste}"]
    return position(*kings, stock=stock, waste=waste, rules=rules, c=12, d=12, h=12, s=12)
