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


async def test_a_bubble_holds_four_cards_and_moved_piles_at_most(one_guest: Guest) -> None:
    """More would not fit beside the seat at the top; what is left out is said to be."""
    longest = 0
    while longest < 5:
        match = await one_guest.begin(players=["sharp"] * 3)
        for _ in range(12):
            if "end" not in match["legal"]:
                break
            match, did = await play(one_guest, match, "end")
            page = await table(one_guest, match)
            for seat in (1, 2, 3):
                moves = sum(who == seat and len(line.split()) == 3 for who, line in did)
                longest = max(longest, moves)
                found = re.search(
                    rf'data-seat="{seat}">.*?(?:</li>|<span class="did">(.*?)</li>)', page, re.DOTALL
                )
                shown = found[1] or "" if found else ""
                lines = [
                    line for line in shown.split('<span class="told">') if "chip" in line or " to " in line
                ]
                assert sum(max(1, line.count('class="chip')) for line in lines) <= 4
                assert ("…" in shown) == (moves > 4)
