"""What one tells others: a plain text that the server writes, with an address where it leads on."""

import html
import random
import re
from datetime import date, timedelta

import pytest

from kingscorners.server.sharing import Score, share_text
from kingscorners.server.words import words
from tests.server.conftest import GAME, Clock, Guest

anyio = pytest.mark.anyio


def shared(page: str) -> list[str]:
    """The lines of the text that the page offers."""
    found = re.search(r"<textarea readonly[^>]*>([^<]*)</textarea>", page)
    return html.unescape(found[1]).split("\n") if found else []


def test_each_fact_has_a_line() -> None:
    score = Score(9, 1, (3, 0, 6, 0, 0))
    text = share_text(words("en"), GAME, date(2026, 6, 12), score, 78, "https://table.example/d")
    assert text.split("\n") == [
        "King's Corners, daily deal of 12 June 2026",
        "9 points in 5 deals, 1st place. Better than 78% of the players.",
        "Points by deal: 3, 0, 6, 0, 0",
        "https://table.example/d",
    ]
    text = share_text(words("en"), GAME, None, Score(1, 2, (1,)), None, "https://table.example/r")
    assert text.split("\n")[:2] == ["A match of King's Corners", "1 point in 1 deal, 2nd place."]


@anyio
async def test_the_sheet_of_a_daily_can_be_shared_with_the_way_to_its_board(one_guest: Guest) -> None:
    match = await one_guest.play_to_end(await one_guest.daily(), random.Random(2).choice)
    sheet = (await one_guest.get(f"/en/play/{match['id']}")).text
    lines = shared(sheet)
    own, board = match["outcome"]["points"][0], f"/en/leaderboard/{GAME}?date=2026-11-30"
    assert lines[0] == "King's Corners, daily deal of 30 November 2026"
    assert lines[1].startswith(f"{own} points in {match['deal']} deals")
    row = re.search(r'<th scope="row"><bdi>You</bdi></th>(.*?)</tr>', sheet)
    assert row
    *by_deal, total, _ = re.findall(r"<td>([^<]*)</td>", row[1])
    assert lines[2] == f"Points by deal: {', '.join(by_deal)}"
    assert int(total) == own == sum(map(int, by_deal))
    assert lines[3] == f"http://table.example{board}"
    assert len(lines) == 4
    assert all(line.isprintable() and "<" not in line for line in lines)
    assert (await one_guest.get(board)).status_code == 200


@anyio
async def test_of_an_ordinary_match_the_replay_is_shared_once_everybody_may_see_it(
    one_guest: Guest, clock: Clock
) -> None:
    match = await one_guest.play_to_end(await one_guest.begin(), random.Random(2).choice)
    replay = f"/en/replay/{match['id']}"
    assert shared((await one_guest.get(f"/en/play/{match['id']}")).text) == []
    assert shared((await one_guest.get(replay)).text) == []
    await one_guest.post(f"{replay}/share")
    lines = shared((await one_guest.get(f"{replay}?ply=3")).text)
    assert lines[0] == "A match of King's Corners"
    assert lines[-1] == f"http://table.example{replay}"
    daily = await one_guest.play_to_end(await one_guest.daily(), random.Random(2).choice)
    assert shared((await one_guest.get(f"/en/replay/{daily['id']}")).text) == []
    clock.now += timedelta(days=2)
    assert shared((await one_guest.get(f"/en/replay/{daily['id']}")).text)[0].startswith(
        "King's Corners, daily"
    )
