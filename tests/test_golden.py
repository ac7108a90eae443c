"""Whole matches that were played once and are replayed ever after.

A change of the rules, the shuffle or the notation that would give a stored match another course goes red
here. Then raise the `version` of the game and make the matches anew, as these were made, with what
`tests.laws` has:

    setup = Setup(GAMES[game], sha256(name.encode()).digest(), seats, read(GAMES[game].options, given))
    moves = tuple(str(move) for _, move in Habit(seed=2026, first=0.1, last=0.05).moves(setup))

In `taken-back` all moves are by lot, and an `undo` follows every seventh of those that can be taken back. In
`spades-target` four players of the level `steady` chose them, in `klondike-won` the solver did, in
`idiot-two` and `idiot-levels` several levels.
All seats are persons, the commitment is the SHA-256 of the seed. `outcomes.json` holds how each match
ended, and the fingerprint of all that was legal on the way.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from kingscorners.record import Record

GOLDEN = Path(__file__).parent / "golden"
OUTCOMES: dict[str, Any] = json.loads((GOLDEN / "outcomes.json").read_text("utf-8"))


def fingerprint(record: Record) -> str:
    """The legal moves of every position, in no order, as one short text."""
    position, seen = record.setup.start(), sha256()
    for line in record.moves:
        seen.update("\n".join(sorted(map(str, position.legal))).encode())
        position = record.setup.advance(position, line)
    return seen.hexdigest()[:16]


def test_every_match_has_its_outcome() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(OUTCOMES)


@pytest.mark.parametrize("name", OUTCOMES)
def test_a_stored_match_takes_the_same_course(name: str) -> None:
    text = (GOLDEN / f"{name}.txt").read_text("utf-8")
    record = Record.parse(text)
    assert str(record) == text
    assert record.honest()
    position = record.replay()
    outcome = record.setup.game.outcome(position.state)
    assert outcome is not None
    facts = record.setup.game.facts(position.state)
    assert {
        "deals": facts["deal"],
        "points": list(outcome.points),
        "places": list(outcome.places),
        "reason": outcome.reason,
        "legal": fingerprint(record),
    } == OUTCOMES[name]
