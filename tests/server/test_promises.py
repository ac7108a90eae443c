"""The secret that a form promises is the one that is dealt from, or nothing is dealt."""

import re

import pytest

from tests.server.conftest import GAME, Guest

pytestmark = pytest.mark.anyio

NEW = f"/en/new/{GAME}"
PAGE = {"Accept": "text/html"}


def promised(page: str) -> str:
    """The commitment that a form carries, which is also the one that is shown."""
    carried = re.findall(r'name="commitment" value="([0-9a-f]{64})"', page)
    shown = re.findall(r"<output[^>]*>([0-9a-f]{64})</output>", page)
    assert len(carried) == 1
    assert shown == carried
    return str(carried[0])


async def over(guest: Guest) -> str:
    """The sheet of a match that is over, as a page."""
    match = await guest.begin(seats=2, players=["novice"], options={"match": "deals", "deals": 1})
    match = await guest.play_to_end(match, lambda legal: legal[-1])
    return f"/en/play/{match['id']}"


async def count(guest: Guest) -> int:
    return (await guest.get("/en/games")).text.count("/delete")


async def test_a_new_match_has_the_secret_that_its_form_promised(one_guest: Guest) -> None:
    commitment = promised((await one_guest.get(NEW)).text)
    began = await one_guest.post(NEW, data={"commitment": commitment})
    assert began.status_code == 303
    match = await one_guest.get(f"/api/v1/matches/{began.headers['location'].rpartition('/')[2]}")
    assert match.json()["commitment"] == commitment


async def test_nothing_is_dealt_when_another_tab_has_used_the_promise(one_guest: Guest) -> None:
    first = promised((await one_guest.get(NEW)).text)
    await one_guest.post(NEW, data={"commitment": first})
    late = await one_guest.post(NEW, data={"commitment": first, "profile": "zone", "seats": "3"})
    assert late.status_code == 409
    assert "Nothing has been dealt." in late.text
    assert re.search(r'value="zone" checked', late.text)
    assert await count(one_guest) == 1
    second = promised(late.text)
    assert second != first
    assert (await one_guest.post(NEW, data={"commitment": second})).status_code == 303


async def test_playing_again_keeps_the_promise_of_the_sheet(one_guest: Guest) -> None:
    table = await over(one_guest)
    sheet = (await one_guest.get(table, headers=PAGE)).text
    assert "Play again" in sheet
    commitment = promised(sheet)
    began = await one_guest.post(f"{table}/again", data={"commitment": commitment}, headers=PAGE)
    match = await one_guest.get(f"/api/v1/matches/{began.headers['location'].rpartition('/')[2]}")
    assert match.json()["commitment"] == commitment

    late = await one_guest.post(f"{table}/again", data={"commitment": commitment}, headers=PAGE)
    assert late.status_code == 409
    assert "Nothing has been dealt." in late.text
    assert await count(one_guest) == 2
    assert promised(late.text) != commitment


async def test_a_script_is_told_the_next_promise_with_the_last_move(one_guest: Guest) -> None:
    match = await one_guest.begin(seats=2, players=["novice"], options={"match": "deals", "deals": 1})
    while len(match["legal"]) > 0:
        path, data = f"/en/play/{match['id']}/move", {"move": match["legal"][-1], "ply": match["ply"]}
        answer = (await one_guest.post(path, data=data, headers={"Accept": "application/json"})).json()
        match = await one_guest.look(match)
    assert promised(answer["table"]) == promised((await one_guest.get(NEW)).text)


async def test_the_sheet_of_a_daily_tells_the_rank_and_leads_to_a_new_match(one_guest: Guest) -> None:
    match = await one_guest.play_to_end(await one_guest.daily(), lambda legal: legal[-1])
    sheet = (await one_guest.get(f"/en/play/{match['id']}", headers=PAGE)).text
    assert "In the daily deal you are number 1 of 1 player so far." in sheet
    assert "You are the first to finish." in sheet
    assert "New match" in sheet
    assert "Play again" not in sheet
    practice = await one_guest.play_to_end(await one_guest.daily(), lambda legal: legal[-1])
    assert "you are number" not in (await one_guest.get(f"/en/play/{practice['id']}", headers=PAGE)).text


async def test_the_first_match_suggests_the_weakest_level(one_guest: Guest) -> None:
    first = (await one_guest.get(NEW)).text
    assert "For your first match we suggest Novice." in first
    assert '<option value="novice" selected>' in first
    await one_guest.begin()
    later = (await one_guest.get(NEW)).text
    assert "we suggest" not in later
    assert '<option value="steady" selected>' in later
