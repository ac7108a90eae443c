"""The commands of the command line, one module each, and what they share."""

from __future__ import annotations

import argparse
from collections.abc import Callable


class Failed(Exception):
    """A command cannot do what it was asked to; the text says why to whoever typed it."""


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """What argparse calls a type: whole numbers from `low` to `high`, both included."""

    def number(text: str) -> int:
        if not (text.isdecimal() and len(text) < 20 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"a whole number from {low} to {high} is needed")
        return int(text)

    return number


def add_options(parser: argparse.ArgumentParser) -> None:
    """`--option NAME=VALUE`, as often as wanted: `arguments.options` is a list of pairs."""
    parser.add_argument(
        "--option",
        dest="options",
        metavar="NAME=VALUE",
        type=_named_value,
        action="append",
        default=[],
        help="a choice that the rules leave open; may be given several times",
    )


def _named_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError("NAME=VALUE is needed, such as target=50")
    return name, value
