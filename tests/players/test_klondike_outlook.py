"""That no useful move is left is said only where a search of everything by the rules says so."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kingscorners.cards import DECK, SUITS
from kingscorners.games.klondike import Options, State
from kingscorners.players import OUTLOOKS
from kingscorners.players.klondike_outlook import hopeless
from tests.games.klondike_positions import GAME, HOUSE, THREE, almost_won, at, options, position

MANY = 4_000
RULES = {
    "house": HOUSE,
    "three": THREE,
    "endless": options(passes="unlimited"),
    "endless-three": options("draw_three", passes="unlimited"),
    "back": options(foundation_take_back=True),
    "whole": options(whole_run_only=True, passes=3),
    "any": options(empty_column="any"),
}


def told(state: State, bound: int = 20 * MANY) -> bool:
    setup, here = at(state)
    return hopeless(setup.view(here, 0), bound)


def by_the_rules(state: State) -> bool | None:
    """Whether moves of the rules ever turn a card up or make a foundation higher; `None` if too many."""
    seen, left = {_board(state)}, [state]
    while left:
        here = left.pop()._replace(idle=0)
        for move in GAME.legal_moves(here):
            if move.verb == "resign":
                continue
            after = GAME.apply(here, move)
            higher = any(now > before for now, before in zip(after.up, state.up, strict=True))
            if higher or sum(after.down) < sum(state.down):
                return True
            if (board := _board(after)) not in seen:
                seen.add(board)
                left.append(after)
        if len(seen) > MANY:
            return None
    return False


def _board(state: State) -> Any:
    begun = 0 if state.options.passes == "unlimited" else state.recycles
    return state.columns, state.stock, state.waste, state.up, begun


def late(lot: Random, rules: Options) -> State:
    """A position with an empty stock, in which few cards fit: most open ones have even ranks."""
    up = [lot.randrange(3) for _ in SUITS]
    rest = [card for card in DECK if card.rank > up[SUITS.index(card.suit)]]
    lot.shuffle(rest)
    rest.sort(key=lambda card: card.rank % 2 == 0 and lot.random() < 0.9)
    columns, downs = [], []
    for _ in range(7):
        down = lot.choice((0, 1, 2, 3, 3))
        hidden = tuple(rest.pop(0) for _ in range(min(down, len(rest))))
        run = [rest.pop()] if rest else []
        while run and (fit := next((c for c in rest if _fits(c, run[-1])), None)) and lot.random() < 0.5:
            rest.remove(fit)
            run.append(fit)
        columns.append(hidden + tuple(run))
        downs.append(len(hidden) if run else 0)
    waste = tuple(rest.pop() for _ in range(min(lot.choice((0, 1, 3, 4)), len(rest))))
    # What lies nowhere else is hidden too: the lowest of a column.
    columns[0], downs[0] = tuple(rest) + columns[0], downs[0] + len(rest)
    if downs[0] == len(columns[0]):
        downs[0] = max(downs[0] - 1, 0)
    empty = position(rules=rules)
    recycles = 0 if rules.passes == "unlimited" else lot.randrange(rules.passes)
    return empty._replace(
        columns=tuple(columns), down=tuple(downs), waste=waste, up=tuple(up), recycles=recycles
    )


def _fits(card: Any, on: Any) -> bool:
    return bool(card.rank == on.rank - 1 and card.red != on.red)


@pytest.mark.parametrize("name", RULES)
def test_KL_Q14_nothing_useful_is_left_where_a_search_by_the_rules_finds_nothing(name: str) -> None:
    lot, verdicts = Random(name), {True: 0, False: 0}
    for _ in range(150):
        state = late(lot, RULES[name])
        if not any(move.verb != "resign" for move in GAME.legal_moves(state)):
            continue
        expected = by_the_rules(state)
        assert expected is not None or not told(state)
        if expected is not None:
            assert told(state) is not expected, state
            verdicts[expected] += 1
    assert min(verdicts.values()) >= 3, verdicts


def test_KL_Q14_KL_V13_a_card_that_goes_to_and_fro_is_of_no_use() -> None:
    shuttle = ("(2c) Kh", "(2d) Ks", "(2s) 8h 7s", "(3d) 8d", "(3s) 5s", "(3c) 5c", "(3h) 2h")
    table = position(*shuttle, waste="Tc")
    assert {str(move) for move in GAME.legal_moves(table)} == {"play 7s column-4", "resign"}
    assert told(table)
    assert not told(table, bound=1)


def test_KL_Q14_while_cards_can_be_drawn_nothing_is_certain() -> None:
    table = position("(2c) Kh", "(2d) Ks", "(2s) 8h 7s", "(3d) 8d", stock="9c", waste="Tc")
    assert not told(table)


def test_KL_Q14_KL_V16_a_king_that_only_changes_columns_is_of_no_use() -> None:
    assert told(position("Ks", "Kd", "(2d) 4h"))
    assert not told(position("Ks", "Kd", "(2d) Qh"))


def test_KL_Q14_it_is_not_said_of_what_is_over_or_almost_won() -> None:
    assert not told(almost_won())
    table = position("Ks", "Kd", "(2d) 4h")
    for ended in (table._replace(halt="stuck"), table._replace(ended="resigned", results=((0,),))):
        assert not told(ended)


def test_only_what_is_seen_is_known() -> None:
    """The same open cards over other hidden ones."""
    one = position("Ks", "Kd", "(2d) 4h")
    other = position("Ks", "Kd", "(As) 4h")
    (setup, here), (_, there) = at(one), at(other)
    assert setup.view(here, 0) == setup.view(there, 0)
    assert OUTLOOKS["klondike"] is hopeless
