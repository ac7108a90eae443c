"""Spades over HTTP: a match with a computer partner from its first bid to its end, and its day."""

from __future__ import annotations

from typing import Any

import pytest

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
