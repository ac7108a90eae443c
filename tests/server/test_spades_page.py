"""Spades over HTTP: a match with a computer partner from its first bid to its end, and its day."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kingscorners.record import Setup
from kingscorners.server.live import Live, Player, table_for
from kingscorners.server.score import Sheet, sheet
from kingscorners.server.words import words
from tests.games.spades_positions import GAME, HOUSE, position, totals
from tests.server.conftest import Guest

pytestmark = pytest.mark.anyio


async def page_of(guest: Guest, match: Any) -> str:
    answer = await guest.get(f"/en/play/{match['id']}", headers={"Accept": "text/html"})
    assert answer.status_code == 200
    return answer.text


def sensible(legal: list[str]) -> str:
    return "bid 3" if "bid 3" in legal else legal[0]


async def test_a_match_is_played_to_its_end_and_partners_share_the_result(one_guest: Guest) -> None:
    options = {"match": "deals", "deals": 1}
    match = await one_guest.begin(game="spades", options=options, players=["sharp", "steady", "novice"])
    assert match["legal"][0] == "bid 0"
    bidding = await page_of(one_guest, match)
    assert bidding.count('class="btn act"') == bidding.count('value="bid ') == 14
    assert "Choose a card." not in bidding.partition("data-prompt")[0]
    assert "Your partner" in bidding
    match = (await one_guest.move(match, "bid 3")).json()["match"]
    assert {f"bid-{seat}" for seat in range(4)} <= set(match["facts"])
    assert "Your card" in await page_of(one_guest, match)
    match = await one_guest.play_to_end(match, sensible)
    one, other, partner, fourth = match["outcome"]["points"]
    assert (one, other) == (partner, fourth)
    assert match["outcome"]["places"][0] == match["outcome"]["places"][2]
    assert "won the match together" in await page_of(one_guest, match)


async def test_why_a_card_or_a_bid_is_refused_is_told(one_guest: Guest) -> None:
    match = await one_guest.begin(game="spades")
    told = {move: (await one_guest.move(match, move)).json()["detail"] for move in ("bid 14", "play 9h")}
    assert told["bid 14"] == "A bid is a number of tricks from 0 to 13."
    assert told["play 9h"] == "Bid first: cards are played when everybody has bid."
    for strange in ("bid -1", "bid 1.5"):
        assert (await one_guest.move(match, strange)).status_code in (400, 422)
    assert (await one_guest.look(match))["ply"] == match["ply"]


async def test_the_day_is_four_deals(one_guest: Guest) -> None:
    answer = await one_guest.post("/api/v1/daily/spades")
    assert answer.status_code == 200
    match = answer.json()
    assert match["options"] == {"match": "deals"}
    end = await one_guest.play_to_end(match, sensible)
    assert end["deal"] == 4
    one, other = end["outcome"]["points"][:2]
    rows = (await one_guest.get("/api/v1/boards/spades?around=me")).json()["rows"]
    assert [row["margin"] for row in rows] == [one - other]


def near(parts: dict[str, str], seat: int) -> str:
    """What a step shows of what is known of a seat, if it shows the seat at all."""
    found = re.search(r'class="about">([^<]*)<', parts.get(f"seat-{seat}" if seat else "own", ""))
    return found[1] if found else ""


async def test_bids_and_tricks_grow_with_the_steps_that_are_shown(one_guest: Guest) -> None:
    match = await one_guest.begin(game="spades")
    while match["facts"]["dealer"] != 0:
        match = await one_guest.begin(game="spades")
    answer = await one_guest.get(f"/en/play/{match['id']}/turns", headers={"Accept": "application/json"})
    known, have_bid = answer.json()["before"], []
    assert "Nothing has happened yet" not in known["log"]
    for step in [{"parts": {}}, *answer.json()["steps"]]:
        known |= step["parts"]
        have_bid.append([seat for seat in (1, 2, 3) if "bid" in near(known, seat)])
    assert have_bid == [[], [1], [1, 2], [1, 2, 3]]

    match = (await one_guest.move(match, "bid 3")).json()["match"]
    taken = dict.fromkeys(range(4), 0)
    while match["facts"]["deal"] == 1 and len(match["legal"]) and "deal" not in match["legal"]:
        answer = await one_guest.post(
            f"/en/play/{match['id']}/move",
            data={"move": match["legal"][0], "ply": str(match["ply"])},
            headers={"Accept": "application/json"},
        )
        for step in answer.json()["steps"]:
            for seat in taken:
                if found := re.search(r"took (\d+)", near(step["parts"], seat)):
                    assert int(found[1]) - taken[seat] in (0, 1)
                    taken[seat] = int(found[1])
        match = (await one_guest.get(f"/api/v1/matches/{match['id']}")).json()
    assert [taken[seat] for seat in range(4)] == [match["facts"][f"tricks-{seat}"] for seat in range(4)]
    assert sum(taken.values()) == 13


def sheet_after(bids: tuple[int, int, int, int]) -> Sheet:
    """The score sheet of a deal that was played with these bids."""
    state = position("", "", "", "", bids=bids, tricks=(0, 3, 0, 10))
    state = state._replace(ended="played", scores=(totals(0, 130),))
    setup = Setup(GAME, b"", 4, HOUSE)
    players = tuple(
        Player(seat, "Asha", "steady" if seat else None, None if seat else 1) for seat in range(4)
    )
    live = Live("", setup, players, None, False, "", 0, None, setup.position(60, state))
    shown = sheet(table_for(live, 1), words("en"))
    assert shown
    return shown


def test_nobody_is_out_whose_cards_are_all_played() -> None:
    assert [(row.left, row.out) for row in sheet_after((0, 3, 0, 10)).rows] == [((), False)] * 2


def test_a_bid_of_nothing_is_called_nil_on_the_sheet() -> None:
    told = str(sheet_after((0, 3, 4, 10)).rows)
    assert "Bids: Nil and 4" in told
    assert "Bids: 3 and 10" in told
    assert "Bids: Nil and Nil" in str(sheet_after((0, 3, 0, 10)).rows)
    assert "Bids: 2 and Nil" in str(sheet_after((2, 3, 0, 10)).rows)
