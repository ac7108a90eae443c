"""Play in the terminal, against computer players.

Type a move as it is listed, or its number; undo takes a move back, help tells more,
and quit ends the game. Nothing is saved.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import secrets
import shlex
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any, cast

from rich.console import Console

from kingscorners import options as option_fields
from kingscorners.cards import BadNotation
from kingscorners.commands import Failed, add_options, whole_number
from kingscorners.commands.drawing import Drawing
from kingscorners.game import Game, IllegalMove, Move, Reason
from kingscorners.games import GAMES
from kingscorners.options import BadOption
from kingscorners.players import PLAYERS
from kingscorners.record import Setup
from kingscorners.server.languages import LANGUAGES
from kingscorners.server.live import COMPUTER_NAMES, Live, Player, Table, play_on, steps_for, table_for
from kingscorners.server.telling import Teller, turns
from kingscorners.server.words import words

ME = 0
"""The seat of the person at the terminal, and the number that stands for them."""

WELCOME = "Type a move or its number; type help to learn more. In moves T is the ten."

HELP = """
Type a move as it is listed, or its number. In moves a card is written as its rank,
A 2 3 4 5 6 7 8 9 T J Q K (T is ten), and its suit, c d h s: clubs, diamonds, hearts,
spades. So Td is the ten of diamonds.

  undo  take back a move of this turn
  help  this
  quit  end the game
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to play, and against whom."""
    parser.add_argument("--game", choices=GAMES, default=next(iter(GAMES)), help="default: %(default)s")
    parser.add_argument("--seats", type=whole_number(1, 20), help="how many play (default: as in the daily)")
    parser.add_argument("--level", help="of the computer players (default: as in the daily)")
    add_options(parser)
    parser.add_argument(
        "--seed", metavar="TEXT", help="the same text deals the same cards (default: by chance)"
    )
    parser.epilog = "\n".join(_choices(game) for game in GAMES.values())


def _choices(game: Game[Any]) -> str:
    fields = option_fields.describe(game.options)
    width = max(len(field.name) for field in fields)
    lines = [
        f"  {field.name:{width}}  {field.allowed} (default: {field.default})".lower() for field in fields
    ]
    return "\n".join([f"levels for {game.name}: {', '.join(PLAYERS[game.name])}; options:", *lines])


def main(arguments: argparse.Namespace) -> int:
    """Raises `Failed`."""
    game: Game[Any] = GAMES[arguments.game]
    level = arguments.level or game.daily_level
    if level not in PLAYERS[game.name]:
        raise Failed(f"There is no level {level!a}: {', '.join(PLAYERS[game.name])}.")
    seats = arguments.seats or game.daily_seats
    seed = arguments.seed or secrets.token_hex(8)
    try:
        options: Any = option_fields.read_text(game.options, dict(arguments.options))
        game.check(seats, options)
    except BadOption as bad:
        raise Failed(f"{bad}.") from None
    setup = Setup(game, hashlib.sha256(os.fsencode(seed)).digest(), seats, options)
    for stream in (sys.stdin, sys.stdout):
        cast(TextIOWrapper, stream).reconfigure(errors="replace")
    console = Console(markup=False, highlight=False, emoji=False)
    _Match(setup, level, console).play()
    console.print(f"To play with the same cards again: --seed {shlex.quote(seed)}")
    return 0


class _Match:
    """A match between the person at the terminal and computer players of one level."""

    def __init__(self, setup: Setup[Any], level: str, console: Console) -> None:
        self._words = words(LANGUAGES[0])
        self._drawing = Drawing(console, self._words)
        computers = enumerate(COMPUTER_NAMES[: setup.seats - 1], 1)
        players = (
            Player(ME, self._words.gettext("You"), None, ME),
            *(Player(seat, name, level, None) for seat, name in computers),
        )
        self._teller = Teller(self._words, setup.game.name, players, ME)
        self._live = Live("", setup, players, None, False, "", 0, None, setup.start())

    def play(self) -> None:
        """To the end of the match, or until the person has had enough."""
        self._drawing.say(WELCOME)
        self._let_computers_play()
        table = self._show()
        while table.view.outcome is None:
            try:
                line = input("> ").strip()
            except EOFError:
                self._drawing.say()
                return
            if line == "quit":
                return
            if line == "help":
                self._drawing.say(HELP)
            elif problem := self._do(line, table.view.legal):
                self._drawing.say(problem)
            else:
                table = self._show()

    def _do(self, line: str, legal: Sequence[Move]) -> str:
        """Play what was typed, and the computer players' turns after it; or say why it cannot be."""
        if line.isdecimal():
            if len(line) > 9 or not 1 <= int(line) <= len(legal):
                return f"There is no move {line[:9]}; help tells what can be typed."
            line = str(legal[int(line) - 1])
        try:
            self._live, happening = self._live.advance(" ".join(line.split()), ME)
        except BadNotation:
            return self._words.reason(Reason("bad-notation")) + " Type help to see what can be typed."
        except IllegalMove as illegal:
            return self._words.reason(illegal.reason)
        for step in steps_for([happening], self._live.setup.game, ME):
            self._drawing.say(self._teller.step(step))
        self._let_computers_play()
        return ""

    def _let_computers_play(self) -> None:
        self._live, happenings = play_on(self._live)
        game = self._live.setup.game
        for turn in turns(game.name, steps_for(happenings, game, ME)):
            self._drawing.say(self._teller.turn(turn))

    def _show(self) -> Table:
        table = table_for(self._live, ME)
        self._drawing.say()
        self._drawing.table(table)
        self._drawing.moves(table)
        return table
