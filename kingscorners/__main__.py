"""The command line: `python -m kingscorners --help`.

Every command is a module with `SUMMARY` (a line for the list of commands), `add_arguments(parser)` and
`main(arguments)`, which returns the exit status. What a command needs is imported when it runs.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from types import ModuleType

from kingscorners import __version__
from kingscorners.commands import Failed, migrate, serve

COMMANDS: dict[str, ModuleType] = {
    "serve": serve,
    "migrate": migrate,
}

DESCRIPTION = """\
King's Corners and other card games, in the browser and in the terminal.

To host it, bring the database up to date and start the server:

  python -m kingscorners migrate
  python -m kingscorners serve
"""


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    whole = argparse.ArgumentParser(
        prog="python -m kingscorners",
        description=DESCRIPTION,
        epilog="Each command has its own --help.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=__version__)
    commands = whole.add_subparsers(title="commands", metavar="command", dest="command", required=True)
    for name, command in COMMANDS.items():
        one = commands.add_parser(
            name,
            help=command.SUMMARY,
            description=command.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(one)
        one.set_defaults(main=command.main)
    return whole


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    arguments = parser().parse_args(words)
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
    sys.exit(main())
