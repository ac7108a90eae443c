"""Replay a match's record, and check that its cards were decided before it began.

A record is the text that the page of a finished match offers. Every line of it has
to be a legal move, and the seed, from which all cards follow, has to be the one that
was committed to. The exit status is 0 where all is well, 1 where something is wrong.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from kingscorners.cards import BadNotation
from kingscorners.commands import Failed
from kingscorners.game import Finished, IllegalMove
from kingscorners.players import PLAYERS
from kingscorners.record import Position, Record
from kingscorners.server.languages import LANGUAGES
from kingscorners.server.words import Words, words

PERSON = "person"
LARGEST = 4 * 1024 * 1024
"""Bytes. A long match has some thousand."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the record is."""
    parser.add_argument("record", metavar="RECORD", help="a file, or - for the standard input")


def main(arguments: argparse.Namespace) -> int:
    """Raises `Failed` where something is wrong."""
    text = read(arguments.record)
    record = parsed(text)
    position = replayed(record, text)
    if not record.honest():
        raise Failed("The moves are legal, but the seed is not the one that was committed to.")
    _tell(record, position, words(LANGUAGES[0]))
    return 0


def parsed(text: str) -> Record:
    """The record that is written in a file. Raises `Failed`."""
    try:
        record = Record.parse(text)
    except BadNotation as bad:
        if "\nseed: " not in text and "\ncommitment: " in text:
            raise Failed(
                "The seed is not in it. That of a daily is told a day after its day is over."
            ) from None
        raise Failed(f"It is {bad}.") from None
    for player in record.players:
        if player != PERSON and player not in PLAYERS[record.setup.game.name]:
            raise Failed(f"There is no player {player[:20]!a}.")
    return record


def replayed(record: Record, text: str, most: int | None = None) -> Position[Any]:
    """Where its first moves, all or so many, lead to. Raises `Failed` with the line that is wrong."""
    position = record.setup.start()
    for number, line in _moves(text)[:most]:
        try:
            position = record.setup.advance(position, line)
        except BadNotation:
            raise Failed(f"Line {number}, {line[:40]!a}, is not a move.") from None
        except IllegalMove as illegal:
            reason = words(LANGUAGES[0]).reason(illegal.reason)
            raise Failed(f"Line {number}, {line!a}, is not legal: {reason}") from None
        except Finished:
            raise Failed(f"Line {number}, {line!a}, comes after the end of the match.") from None
    return position


def read(path: str) -> str:
    """What is written in a file that may be a record. Raises `Failed`."""
    try:
        with sys.stdin.buffer if path == "-" else Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise Failed(f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > LARGEST:
        raise Failed("That is too large for a record.")
    try:
        # Some editors put a mark at the head of a text.
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise Failed("That is not a record: it is not text.") from None


def _moves(text: str) -> list[tuple[int, str]]:
    """The lines that are moves, numbered as an editor does."""
    head = text.partition("\n\n")[0].count("\n") + 1
    return [(number, line) for number, line in enumerate(text.split("\n"), 1) if number > head and line]


def _tell(record: Record, position: Position[Any], spoken: Words) -> None:
    game = record.setup.game
    facts, outcome = game.facts(position.state), game.outcome(position.state)
    print(f"{spoken.game(game.name)}: {len(record.moves)} moves, deals: {facts['deal']}")
    for seat, player in enumerate(record.players):
        place = f", {spoken.place(outcome.places[seat])}" if outcome else ""
        print(f"  seat {seat}, {player}: {spoken.points(int(facts[f'points-{seat}']))}{place}")
    if outcome is None:
        print("The match is not over.")
    print(f"Commitment: {record.commitment}")
    print("OK: every move is legal, and the seed is the one that was committed to.")
    print("That it was so before the match, you know if you saw this commitment then.")
