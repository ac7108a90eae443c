"""Plays whole matches of every game, over options drawn from all combinations, until the time is up.

    python -m bench.endurance --seconds 600

Moves are chosen by lot, by lot but never the last of the list while there is another (in King's Corners:
whoever can play plays), always the last (everybody passes), or by computer players of any level. Every match
has to end within its stated bound with every card conserved; of King's Corners every move, and every fourth
position, is checked against the invariants, and with one deck whoever plays when able ends every deal
with a winner (KC-V20).
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from kingscorners.game import NEXT_DEAL, Game, Move
from kingscorners.games import GAMES
from kingscorners.games.kings_corners import State
from kingscorners.options import Value, describe, read
from kingscorners.players import PLAYERS
from kingscorners.record import Position, Setup
from tests.games.invariants import check_move, check_position
from tests.laws import all_cards, allowed

Chooser = Callable[[Setup[Any], Position[Any], Random], Move]


def by_lot(setup: Setup[Any], position: Position[Any], lot: Random) -> Move:
    """Any legal move."""
    return lot.choice(position.legal)


def eager(setup: Setup[Any], position: Position[Any], lot: Random) -> Move:
    """Any legal move but the last, if there is another."""
    return lot.choice(position.legal[:-1] or position.legal)


def passing(setup: Setup[Any], position: Position[Any], lot: Random) -> Move:
    """The last legal move."""
    return position.legal[-1]


def computers(setup: Setup[Any], position: Position[Any], lot: Random) -> Move:
    """A computer player of any level."""
    if position.legal == (NEXT_DEAL,):
        return NEXT_DEAL
    player = lot.choice(list(PLAYERS[setup.game.name].values()))
    return player(setup.view(position, setup.game.turn(position.state)))


CHOOSERS: dict[str, Chooser] = {"by lot": by_lot, "eager": eager, "passing": passing, "computers": computers}


def any_setup(game: Game[Any], lot: Random) -> Setup[Any]:
    """Any options, any number of seats that they allow, any seed."""
    given: dict[str, Value] = {}
    for item in describe(game.options):
        if item.range:  # every number, small ones more often: they make short matches
            given[item.name] = lot.randint(item.range.low, lot.randint(item.range.low, item.range.high))
        else:
            given[item.name] = lot.choice(item.values)
    options: Any = read(game.options, given)
    seats = lot.choice([seats for seats in game.seats if allowed(game, seats, options)])
    return Setup(game, lot.randbytes(32), seats, options)


def play(setup: Setup[Any], choose: Chooser, lot: Random) -> Position[Any]:
    """A whole match, checked; its last position."""
    position = setup.start()
    cards, bound = all_cards(setup.game, position.state), setup.game.longest(setup.seats, setup.options)
    while position.legal:
        move = choose(setup, position, lot)
        before, position = position, setup.play(position, move)
        assert position.ply <= bound
        if isinstance(position.state, State):
            check_move(before.state, move, position.state)
            if position.ply % 4 == 0:
                check_position(position.state)
            if choose is eager and setup.options.decks == 1 and position.state.ended:
                assert position.state.ended == "out"
    assert setup.game.outcome(position.state) is not None
    assert setup.game.turn(position.state) is None
    assert all_cards(setup.game, position.state) == cards
    return position


def main() -> None:
    """Plays until the time is up, then says how much was played."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="how long to play (60)")
    parser.add_argument("--seed", type=int, default=1, help="another seed plays other matches (1)")
    arguments = parser.parse_args()
    began, number = time.monotonic(), 0
    matches: Counter[tuple[str, str]] = Counter()
    moves: Counter[tuple[str, str]] = Counter()
    longest: Counter[tuple[str, str]] = Counter()
    while time.monotonic() - began < arguments.seconds:
        number += 1
        lot = Random(f"{arguments.seed} {number}")
        setup = any_setup(lot.choice(list(GAMES.values())), lot)
        name = lot.choice(list(CHOOSERS))
        try:
            last = play(setup, CHOOSERS[name], lot)
        except Exception:
            print(f"match {number} of seed {arguments.seed}, {name}: {setup}")
            raise
        row = setup.game.name, name
        matches[row] += 1
        moves[row] += last.ply
        longest[row] = max(longest[row], last.ply)
    for row in sorted(matches):
        game, name = row
        print(
            f"{game:15} {name:10} {matches[row]:7} matches {moves[row]:9} moves, the longest {longest[row]}"
        )
    seconds = time.monotonic() - began
    print(f"{number} matches and {moves.total()} moves in {seconds:.0f} s: all ended, no rule was broken")


if __name__ == "__main__":
    main()
