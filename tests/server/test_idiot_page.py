"""Idiot over HTTP: a match from the exchange to the Idiot, by what the page offers, and its day."""

from __future__ import annotations

import html
from typing import Any

import pytest

from kingscorners.game import view
from kingscorners.games.idiot import State
from kingscorners.server.scene import reach
from kingscorners.server.words import words
from tests.games.idiot_positions import GAME, HOUSE, position
from tests.server.conftest import Guest

pytestmark = pytest.mark.anyio


async def page_of(guest: Guest, match: Any) -> str:
    answer = await guest.get(f"/en/play/{match['id']}", headers={"Accept": "text/html"})
    assert answer.status_code == 200
    return html.unescape(answer.text)


def sensible(legal: list[str]) -> str:
    return "ready" if "ready" in legal else legal[0]


async def test_a_match_is_played_to_its_end_and_the_page_offers_every_move(one_guest: Guest) -> None:
    match = await one_guest.begin(game="idiot", seats=5, players=["sharp", "steady", "novice", "steady"])
    assert [zone["name"] for zone in match["zones"]][:4] == ["pile", "stock", "burnt", "hand-0"]
    assert "Visible cards: " in await page_of(one_guest, match)
    offered: set[str] = set()
    while match["legal"]:
        verbs = {move.partition(" ")[0] for move in match["legal"]}
        if verbs - offered:
            page = await page_of(one_guest, match)
            assert [move for move in match["legal"] if f'"{move}"' not in page] == []
            offered |= verbs
        answer = await one_guest.move(match, sensible(match["legal"]))
        assert answer.status_code == 200, answer.text
        match = answer.json()["match"]
    assert {"swap", "ready", "play"} <= offered
    assert sorted(match["outcome"]["places"]) == [1, 2, 3, 4, 5]
    assert sorted(match["outcome"]["points"]) == [0, 1, 2, 3, 4]
    assert "The Idiot: " in await page_of(one_guest, match)


async def test_why_a_move_is_refused_is_told(one_guest: Guest) -> None:
    match = await one_guest.begin(game="idiot")
    hidden = next(zone for zone in match["zones"] if zone["name"] == "down-0-1")
    assert hidden["cards"] == ["??"]

    async def told(move: str) -> str:
        return str((await one_guest.move(match, move)).json()["detail"])

    assert await told("take") == (
        "First you may exchange cards of your hand for your visible ones. Say when you are ready."
    )
    match = (await one_guest.move(match, "ready")).json()["match"]
    assert await told("swap 3c 2h") == "Cards can only be exchanged before the first one is played."
    assert await told("flip down-0-1 pile") == "Your hidden cards come when you have no others left."
    assert await told("play 3c stock") == "Cards are played on the pile and nowhere else."


async def test_the_day_has_four_seats_and_ranks_by_place(one_guest: Guest) -> None:
    answer = await one_guest.post("/api/v1/daily/idiot")
    assert answer.status_code == 200
    end = await one_guest.play_to_end(answer.json(), sensible)
    assert len(end["outcome"]["places"]) == 4
    (row,) = (await one_guest.get("/api/v1/boards/idiot?around=me")).json()["rows"]
    assert row["margin"] == end["outcome"]["points"][0] == 4 - end["outcome"]["places"][0]


def offered(state: State) -> tuple[dict[str, dict[str, str]], list[str]]:
    """What can be picked and where it may go, and what the buttons say, for seat 0."""
    seen = view(GAME, state, HOUSE, len(state.hands), 0)
    targets, pressed = reach(seen)
    return targets, [words("en").button(move, seen) for move in pressed]


def test_what_lies_before_oneself_can_be_picked_and_the_rest_has_a_button() -> None:
    other = "5c 6c 7c"
    targets, buttons = offered(position("8h 8s", other, pile="7d"))
    assert targets == {"8h": {"pile": "play 8h pile"}, "8s": {"pile": "play 8s pile"}}
    assert buttons == ["Play 8 of hearts and 8 of spades"]
    targets, buttons = offered(position("", other, ups=("8h 3c",), pile="7d"))
    assert (targets, buttons) == ({"8h": {"pile": "play 8h pile"}}, [])
    targets, buttons = offered(position("", other, downs=("8h 3c",), pile="7d"))
    assert targets == {f"down-0-{at}": {"pile": f"flip down-0-{at} pile"} for at in (1, 2)}
    assert buttons == []
    targets, buttons = offered(position("3c 4c 5c", other, pile="7d", stock="Kc"))
    assert targets == {"pile": {"pile": "take"}, "stock": {"stock": "chance"}}
    assert buttons == ["Take a chance", "Take the pile"]
