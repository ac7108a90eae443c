"""Positions of Spades written as text, and lines of play from them."""

from __future__ import annotations

from kingscorners.cards import cards
from kingscorners.game import Game
from kingscorners.games import GAMES
from kingscorners.games.spades import SEATS, Added, Options, Spades, State, added
from kingscorners.options import Value, read
from kingscorners.record import Setup
from tests.games.lines import Lines

GAME: Game[State] = GAMES[Spades.name]


def options(**changed: Value) -> Options:
    """The house rules with some of them changed."""
    return read(Options, changed)


HOUSE = options()


def totals(points: int, others: int = 0, bags: int = 0, others_bags: int = 0) -> tuple[Added, Added]:
    """A deal after which the two sides had so many points and bags."""
    return Added(points, 0, 0, 0, bags), Added(others, 0, 0, 0, others_bags)


def position(
    *hands: str,
    bids: tuple[int | None, ...] = (3, 3, 3, 3),
    turn: int = 0,
    trick: str = "",
    leader: int | None = None,
    last: str = "",
    played: str = "",
    tricks: tuple[int, ...] = (0, 0, 0, 0),
    broken: bool = False,
    before: tuple[Added, Added] | None = None,
    blind: frozenset[int] = frozenset(),
    rules: Options = HOUSE,
) -> State:
    """A moment of a match: `hands` by seat, `before` what earlier deals made of it (see `totals`).

    Without `leader` it is who led so that `turn` is on turn. The position need not hold every card.
    """
    on_table = cards(trick)
    return State(
        seed=b"a position",
        options=rules,
        deal=1 if before is None else 2,
        dealer=(turn - 1) % SEATS,
        hands=tuple(map(cards, hands)),
        turn=turn,
        bids=bids,
        blind=blind,
        leader=(turn - len(on_table)) % SEATS if leader is None else leader,
        trick=on_table,
        last=cards(last),
        played=cards(played),
        tricks=tricks,
        broken=broken,
        scores=() if before is None else (before,),
    )


_LINES: Lines[State] = Lines(lambda state: Setup(GAME, state.seed, SEATS, state.options))
at, follow, refusal = _LINES.at, _LINES.follow, _LINES.refusal


def legal(state: State) -> set[str]:
    """The legal moves as text; cards without their verb."""
    return {str(move).removeprefix("play ") for move in GAME.legal_moves(state)}


def result(
    bids: tuple[int, int],
    tricks: tuple[int, int],
    points: int = 0,
    bags: int = 0,
    rules: Options = HOUSE,
    blind: tuple[bool, bool] = (False, False),
) -> tuple[int, int]:
    """The score and bags of a side after a deal, from what both partners bid and took."""
    deal = added(rules, bids, blind, tricks, bags)
    return points + deal.points, deal.bags


def played_out(
    bids: tuple[int, int, int, int],
    tricks: tuple[int, int, int, int],
    before: tuple[Added, Added] | None = None,
    rules: Options = HOUSE,
) -> State:
    """A deal at its end, in which each seat took so many tricks, reached by playing its last one.

    Every seat has one spade left; who took it is already counted in `tricks`.
    """
    seat = next(seat for seat in range(SEATS) if tricks[seat])
    hands = ["As" if at == seat else low for at, low in enumerate(("2s", "3s", "4s", "5s"))]
    so_far = tuple(took - (at == seat) for at, took in enumerate(tricks))
    state = position(*hands, bids=bids, tricks=so_far, broken=True, before=before, rules=rules)
    return follow(state, *(f"play {hand}" for hand in hands))


def score(state: State, side: int = 0) -> tuple[int, int]:
    """The points and bags of a side."""
    facts = GAME.facts(state)
    return int(facts[f"points-{side}"]), int(facts[f"bags-{side}"])
