"""Who touched a pile last, as the page shows it, and whose seat has a frame."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.server.conftest import Guest
from tests.server.tables import SCRIPT, submit, table

pytestmark = pytest.mark.anyio

MARKED = re.compile(r'data-zone="(\w+)"(?:(?!</button>).)*?class="mark of-(\d)"', re.DOTALL)


async def play(guest: Guest, match: Any, move: str) -> tuple[Any, list[tuple[int, str]]]:
    """The match after a move, and who did what in it."""
    answer = (await submit(guest, match, move, match["ply"], SCRIPT)).json()
    return await guest.look(match), [(step["seat"], step["move"]) for step in answer["steps"]]


async def test_a_pile_bears_the_mark_of_who_touched_it_since_ones_last_turn(one_guest: Guest) -> None:
    """None where that was oneself, and none where nothing lies any more."""
    match = await one_guest.begin()
    seen: set[str] = set()
    last: dict[str, int] = {}
    for turn in range(60):
        carries = [move for move in match["legal"] if move.startswith("carry")]
        plays = [move for move in match["legal"] if move.split()[-1] in last]
        if "end" not in match["legal"]:
            break
        move = [*carries, *plays, "end"][0] if turn % 2 else "end"
        match, did = await play(one_guest, match, move)
        for seat, line in did:
            if line == "end" and seat == 0:
                last = {}
            if len(line.split()) == 3:
                last[line.split()[2]] = seat
                seen.add(f"{line.split()[0]} {'mine' if seat == 0 else 'theirs'}")
        lying = {zone["name"] for zone in match["zones"] if zone["cards"]}
        expected = {name: seat for name, seat in last.items() if seat and name in lying}
        marks = {name: int(seat) for name, seat in MARKED.findall(await table(one_guest, match))}
        assert marks == expected
    assert seen >= {"play mine", "play theirs", "carry theirs"}


async def test_no_seat_is_on_turn_once_the_deal_is_over(one_guest: Guest) -> None:
    match = await one_guest.begin()
    assert re.search(r'class="seat [^"]*\bon"', await table(one_guest, match)) is None
    while match["legal"] != ["deal"]:
        match, _ = await play(one_guest, match, match["legal"][0])
    assert re.search(r'class="seat [^"]*\bon"', await table(one_guest, match)) is None
