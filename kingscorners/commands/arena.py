"""Measure the levels of the computer players against each other.

One player of a level sits among players of another and plays every match once from every seat;
where partners play together, a side of them does.
The share is the part of the matches that it won, a shared win counting in part, with the
interval that holds the true share 95 times in 100. The same seed gives the same shares.
"""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from kingscorners import arena
from kingscorners import options as option_fields
from kingscorners.commands import Failed, add_options, whole_number
from kingscorners.game import Game
from kingscorners.games import GAMES
from kingscorners.options import BadOption
from kingscorners.players import PLAYERS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game and levels, and how long."""
    parser.add_argument("--game", choices=GAMES, default=next(iter(GAMES)), help="default: %(default)s")
    parser.add_argument(
        "--deals",
        metavar="N",
        type=whole_number(2, 1_000_000),
        default=200,
        help="how many different matches are dealt, each played from every side (default: %(default)s)",
    )
    parser.add_argument("--seats", type=whole_number(2, 20), help="how many play (default: as in the daily)")
    add_options(parser)
    parser.add_argument(
        "--levels", nargs="+", metavar="LEVEL", help="only these, each against the level of --against"
    )
    parser.add_argument("--against", metavar="LEVEL", help="the others' level (default: as in the daily)")
    parser.add_argument("--seed", metavar="TEXT", default="arena", help="default: %(default)s")
    parser.add_argument(
        "--workers", type=whole_number(1, 1000), help="how many processes (default: as many as cores)"
    )


def main(arguments: argparse.Namespace) -> int:
    """Raises `Failed`."""
    game: Game[Any] = GAMES[arguments.game]
    pairings = _pairings(game, arguments.levels, arguments.against)
    seats = arguments.seats or game.daily_seats
    try:
        options: Any = option_fields.read_text(game.options, dict(arguments.options))
        game.check(seats, options)
    except BadOption as bad:
        raise Failed(f"{bad}.") from None
    console = Console(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        sides = len(set(game.sides(seats)))
        playing = progress.add_task("matches", total=len(pairings) * arguments.deals * sides)
        report = arena.run(
            game.name,
            pairings,
            arguments.deals,
            options=options,
            seats=seats,
            seed=arguments.seed,
            workers=arguments.workers,
            progress=lambda: progress.advance(playing, sides),
        )
    _print(report, game, options, seats)
    return 0


def _pairings(game: Game[Any], levels: list[str] | None, against: str | None) -> tuple[arena.Pairing, ...]:
    for level in [*(levels or []), *([against] if against else [])]:
        if level not in PLAYERS[game.name]:
            raise Failed(f"There is no level {level!a}: {', '.join(PLAYERS[game.name])}.")
    if not (levels or against):
        return arena.usual_pairings(game.name)
    others = against or game.daily_level
    candidates = levels or [level for level in PLAYERS[game.name] if level != others]
    return tuple(arena.Pairing(level, others) for level in dict.fromkeys(candidates))


def _print(report: arena.Report, game: Game[Any], options: Any, seats: int) -> None:
    console = Console(markup=False, highlight=False, emoji=False)
    sides = report.shares[0].sides
    given = "".join(f", {name} {value}" for name, value in option_fields.as_given(options).items())
    shares = Table(title=f"{game.name}, {seats} seats{given}", caption=f"par {report.shares[0].par:.1%}")
    for column in ("one", "against", "matches", "wins", "95 %"):
        shares.add_column(column, justify="left" if column in ("one", "against") else "right")
    for share in report.shares:
        others = f"{seats - seats // sides} {share.pairing.others}"
        matches = f"{len(share.by_match) * sides:,}"
        shares.add_row(
            share.pairing.candidate, others, matches, f"{share.mean:.1%}", f"± {share.half_width:.1%}"
        )
    times = Table(title="CPU a turn, in ms")
    for column in ("level", "turns", "mean", "99 %", "most"):
        times.add_column(column, justify="left" if column == "level" else "right")
    for level in PLAYERS[game.name]:
        if level in report.times:
            spent = report.times[level]
            figures = (f"{1000 * value:.2f}" for value in (spent.mean, spent.within(0.99), spent.most))
            times.add_row(level, f"{spent.turns.total():,}", *figures)
    console.print(shares)
    console.print(times)
