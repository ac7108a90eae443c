"""Look for a win from where a record stops, with all cards known.

It prints a winning line, or says which it is: that the deal cannot be won any more, or that
no win was found. The exit status is 0 for a win, 1 for none.
"""

from __future__ import annotations

import argparse

from kingscorners.commands import Failed, whole_number
from kingscorners.commands.verify import parsed, read, replayed
from kingscorners.game import NEXT_DEAL, RESIGN
from kingscorners.players import SOLVERS

BOUND = 60_000
"""Positions to look at: some seconds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the record is, and how long to look."""
    parser.add_argument("record", metavar="RECORD", help="a file, or - for the standard input")
    parser.add_argument(
        "--from", dest="ply", metavar="N", type=whole_number(0, 1_000_000), help="stop after N moves"
    )
    parser.add_argument(
        "--bound",
        metavar="N",
        type=whole_number(1, 10_000_000),
        default=BOUND,
        help="how many positions to look at (default: %(default)s)",
    )


def main(arguments: argparse.Namespace) -> int:
    """Raises `Failed`."""
    text = read(arguments.record)
    record = parsed(text)
    setup = record.setup
    if setup.game.name not in SOLVERS:
        raise Failed(f"Only these games can be solved: {', '.join(SOLVERS)}.")
    position = replayed(record, text, arguments.ply)
    if position.legal in ((), (NEXT_DEAL,), (RESIGN,)):
        raise Failed("Nothing is left to play there. With --from N only the first N moves are made.")
    facts = setup.game.facts(position.state)
    solution = SOLVERS[setup.game.name](position.zones, facts, setup.options, arguments.bound)
    print("\n".join(map(str, solution.line)), end="\n" if solution.line else "")
    if solution.verdict == "won":
        return 0
    if solution.verdict == "lost":
        raise Failed(f"This cannot be won any more: nothing was left after {solution.looked:,} positions.")
    raise Failed(f"No win was found in {solution.looked:,} positions. There may be one.")
