"""The solver against the rules: every line wins, and what it calls lost a search of everything cannot win."""

from __future__ import annotations

from random import Random

import pytest

from kingscorners.cards import DECK, KING, SUITS, Card
from kingscorners.game import RESIGN
from kingscorners.games.klondike import FINISH, Options, State
from kingscorners.options import read
from kingscorners.players.klondike_solver import Solution, solve
from kingscorners.record import Setup
from tests.games.klondike_positions import (
    GAME,
    HOUSE,
    almost_won,
    at,
    follow,
    options,
    position,
)

RULES = {
    "house": HOUSE,
    "three": options("draw_three"),
    "three-passes": options(passes=3),
    "unlimited": options(passes="unlimited"),
    "three-unlimited": options("draw_three", passes="unlimited"),
    "three-once": options(draw=3),
    "whole": options(whole_run_only=True),
    "any": options(empty_column="any"),
    "whole-any": options("draw_three", empty_column="any", whole_run_only=True),
    "back": options(foundation_take_back=True, passes=3),
}

OFTEN_LOST = ("house", "three", "three-once", "whole")


def solved(state: State, bound: int = 20_000) -> Solution:
    return solve(GAME.zones(state), GAME.facts(state), state.options, bound)


def dealt(number: int, rules: Options) -> State:
    return GAME.deal(number.to_bytes(32, "big"), 1, rules)


def late(lot: Random, rules: Options) -> State:
    """Some late position: two suits are up or almost, and what is left of the others lies about as it may."""
    up = {suit: lot.choice((11, 13) if at < 2 else (5, 6, 7)) for at, suit in enumerate(lot.sample(SUITS, 4))}
    rest = [card for card in DECK if card.rank > up[card.suit]]
    lot.shuffle(rest)
    drawn = lot.randrange(4, 11)
    talon, others = rest[:drawn], rest[drawn:]
    columns: list[list[Card]] = [[] for _ in range(7)]
    width = lot.randrange(3, 8)
    for number, card in enumerate(others):
        columns[number % width].append(card)
    texts = []
    for column in columns:
        names = [str(card) for card in column]
        hidden, shown = names[:-1], names[-1:]
        texts.append(f"({' '.join(hidden)}) {shown[0]}" if hidden else " ".join(shown))
    waste = lot.randrange(drawn // 2, drawn + 1)
    return position(
        *texts,
        waste=" ".join(map(str, talon[:waste])),
        stock=" ".join(map(str, talon[waste:])),
        rules=rules,
        **up,
    )


def can_be_won(state: State, most: int = 1_500) -> bool | None:
    """By trying every move of the rules in every position; `None` where there are too many."""
    seen, waiting = set(), [state]
    while waiting:
        here = waiting.pop()
        for move in GAME.legal_moves(here):
            if move == FINISH:
                return True
            if move == RESIGN:
                continue
            after = GAME.apply(here, move)
            if after.ended == "won":
                return True
            columns = tuple(sorted(zip(after.columns, after.down, strict=True)))  # their places do not matter
            recycles = 0 if after.options.passes == "unlimited" else after.recycles
            if (key := (columns, after.stock, after.waste, after.up, recycles)) not in seen:
                seen.add(key)
                waiting.append(after._replace(idle=0, halt="", recycles=min(after.recycles, 5)))
        if len(seen) > most:
            return None
    return False


@pytest.mark.parametrize("name", RULES)
def test_KL_Q20_it_says_of_late_positions_what_a_search_of_everything_says(name: str) -> None:
    lot, found = Random(name), set()
    for _ in range(6 if RULES[name].foundation_take_back else 20):
        state = late(lot, RULES[name])
        truth = can_be_won(state)
        if truth is None or state.ended:
            continue
        solution = solved(state)
        assert solution.verdict == ("won" if truth else "lost"), state
        found.add(truth)
        if truth:
            assert follow(state, *map(str, solution.line)).ended == "won"
    assert found == {True, False} or (found == {True} and name not in OFTEN_LOST)


@pytest.mark.parametrize(
    ("profile", "passes"),
    [("draw_one", 1), ("draw_one", 3), ("draw_one", "unlimited"), ("draw_three", 3)],
)
def test_KL_Q20_its_lines_are_legal_and_win_and_its_passes_are_counted(
    profile: str, passes: int | str
) -> None:
    rules = read(Options, {"profile": profile, "passes": passes, "undo": False})
    won = 0
    for number in range(6):
        solution = solved(dealt(number, rules), 2_000)
        if solution.verdict == "won":
            won += 1
            setup = Setup(GAME, number.to_bytes(32, "big"), 1, rules)
            outcome = GAME.outcome(setup.replay(map(str, solution.line)).state)
            assert outcome is not None
            assert outcome.places == (1,)
    assert won


def test_fewer_passes_win_no_more() -> None:
    better = {"won": 1, "unknown": 0, "lost": -1}
    for number in range(4):
        verdicts = [
            better[solved(dealt(number, read(Options, {"passes": passes})), 2_000).verdict]
            for passes in (1, 3, "unlimited")
        ]
        assert verdicts[0] < 1 or verdicts[1] > -1
        assert verdicts[1] < 1 or verdicts[2] > -1


def test_what_cannot_be_won_and_what_was_not_found_are_two_things() -> None:
    # The two of spades lies under the cards that need it first.
    buried = position("(As) 2s", "(Ad) Ks", "(Ah) Kh", "(Ac) Kd", "(4d) Kc", "(2d) 2h", "(4h) 2c")
    assert solved(buried).verdict == "lost"
    deal = dealt(0, HOUSE)
    assert solved(deal, 1) == Solution("unknown", (), 1)


def test_a_position_that_is_won_already_has_its_line() -> None:
    assert [str(move) for move in solved(almost_won()).line] == ["finish"]
    done = position(c=KING, d=KING, h=KING, s=KING)
    assert solved(done) == Solution("won", (), 0)


def test_the_same_position_gives_the_same_line() -> None:
    rules = options(passes="unlimited")
    assert solved(dealt(3, rules)) == solved(dealt(3, rules))
    setup, there = at(dealt(3, rules))
    assert solve(there.zones, GAME.facts(there.state), setup.options) == solved(dealt(3, rules))
