"""The command line: `python -m kingscorners --help`.

A command is a module with `add_arguments(parser)` and `main(arguments)`, which returns the exit status or
raises `Failed`; its docstring is its help. Only the one that is asked for is imported.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from kingscorners import __version__
from kingscorners.commands import Failed

COMMANDS = {
    "serve": ("kingscorners.commands.serve", "serve the game to browsers"),
    "migrate": ("kingscorners.commands.migrate", "bring the database up to date"),
    "play": ("kingscorners.commands.play", "play in the terminal, against computer players"),
    "arena": ("kingscorners.commands.arena", "measure the levels of the computer players"),
    "daily": ("kingscorners.commands.daily", "tell the match of the day and its commitment"),
    "verify": ("kingscorners.commands.verify", "check a match's record, and that its cards were fair"),
    "solve": ("kingscorners.commands.solve", "look for a win in a record, all cards known"),
    "clean": ("kingscorners.commands.clean", "delete matches that were abandoned"),
    "backup": ("kingscorners.commands.backup", "copy an SQLite database while it is in use"),
}
"""By a command's name: its module, and what it does."""

DESCRIPTION = """\
King's Corners and other card games, in the browser and in the terminal.

To host it, bring the database up to date and start the server:

  python -m kingscorners migrate
  python -m kingscorners serve
"""


def parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The command line, in full for the command that `words` begin with."""
    whole = argparse.ArgumentParser(
        prog="python -m kingscorners",
        description=DESCRIPTION,
        epilog="Each command has its own --help.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=__version__)
    commands = whole.add_subparsers(title="commands", metavar="command", required=True)
    for name, (module, summary) in COMMANDS.items():
        one = commands.add_parser(name, help=summary, formatter_class=argparse.RawDescriptionHelpFormatter)
        if name in words[:1]:
            command = import_module(module)
            one.description = command.__doc__
            one.set_defaults(main=command.main)
            command.add_arguments(one)
    return whole


def main(words: Sequence[str]) -> int:
    """Run one command; its exit status."""
    arguments = parser(words).parse_args(words or ["--help"])
    try:
        status: int = arguments.main(arguments)
        sys.stdout.flush()
        return status
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python must not complain when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
