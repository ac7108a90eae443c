"""Hints and a beginner's tips on the page of a table."""

import re
from html import unescape
from typing import Any

import pytest

from kingscorners.server.phrases import PHRASES
from tests.markup import Page
from tests.server.conftest import GAME, Guest
from tests.server.tables import FORM, SCRIPT

pytestmark = pytest.mark.anyio
EASY = ["novice"] * 3


async def page(guest: Guest, match: Any) -> str:
    return (await guest.get(f"/en/play/{match['id']}", headers=FORM)).text


def tip(text: str) -> str:
    """What a beginner is told while nothing is picked."""
    shown = re.search(r'<span class="message tip".*?<span class="more">(.*?)</span>', text, re.DOTALL)
    return unescape(shown[1]) if shown else ""


async def move(guest: Guest, match: Any, text: str) -> Any:
    data = {"move": text, "ply": str(match["ply"])}
    answer = await guest.post(f"/en/play/{match['id']}/move", data=data, headers=SCRIPT)
    assert answer.status_code == 200, answer.text
    return await guest.look(match)


async def beginning(guest: Guest, wanted: str) -> Any:
    """A match whose first turn has a move that starts so."""
    for _ in range(40):
        match = await guest.begin(players=EASY)
        if any(legal.startswith(wanted) for legal in match["legal"]):
            return match
    raise AssertionError("no such deal in forty")


async def turn_over(guest: Guest, match: Any) -> Any:
    match = await move(guest, match, "end")
    assert "end" in match["legal"]
    return match


LESSONS = PHRASES[GAME].lessons
CARD = LESSONS["card"]


async def test_a_beginner_is_told_of_each_kind_of_move_in_two_turns(one_guest: Guest) -> None:
    told: list[str] = []
    match = await one_guest.begin(players=EASY)
    for _ in range(400):
        if match["legal"] == ["deal"] or not match["legal"]:
            match = await one_guest.begin(players=EASY)
            continue
        shown = tip(await page(one_guest, match))
        if not shown and told:
            break
        told.append(shown)
        choices = match["legal"]
        match = await move(one_guest, match, next((one for one in choices if one != "end"), "end"))
    for lines in (LESSONS["card"], LESSONS["end"]):
        assert [told.index(line) for line in lines] == sorted(told.index(line) for line in lines)
    assert set(told) <= {"", *(line for lines in LESSONS.values() for line in lines)}


async def test_a_tip_leaves_with_its_move_and_comes_back_in_another_turn(one_guest: Guest) -> None:
    match = await beginning(one_guest, "play")
    while tip(await page(one_guest, match)) != CARD[0]:
        match = await beginning(one_guest, "play")
    plays = [legal for legal in match["legal"] if legal.startswith("play")]
    for play in plays:
        after = await move(one_guest, match, play)
        if tip(await page(one_guest, after)) not in CARD:
            return
        match = await move(one_guest, after, "undo")
    raise AssertionError("the tip stays")


async def test_tips_can_be_closed_and_brought_back(one_guest: Guest) -> None:
    match = await one_guest.begin(players=EASY)
    there = await page(one_guest, match)
    assert tip(there)
    close = Page(there).all("button", name="tips", value="false")[0]
    assert close.attributes["form"] == "settings"
    await one_guest.post("/en/settings", data={"tips": "false"}, headers=FORM)
    assert not tip(await page(one_guest, match))
    await one_guest.post("/en/settings", data={"tips": "true"}, headers=FORM)
    assert tip(await page(one_guest, match))


async def test_what_can_be_played_is_marked_and_what_is_best_with_a_reason(one_guest: Guest) -> None:
    match = await beginning(one_guest, "play")
    settings = {"tips": "false", "hints": "best"}
    await one_guest.post("/en/settings", data=settings, headers=FORM)
    drawn = Page(await page(one_guest, match))
    movable = {element.attributes["data-word"] for element in drawn.all("button", class_="movable")}
    first_words = {legal.split()[1] for legal in match["legal"] if " " in legal}
    assert movable == first_words | {"stock"}
    advised = drawn.all("button", class_="advised")
    later = drawn.all("button", class_="later")
    now = [element.attributes["data-word"] for element in advised if element not in later]
    assert f"play {now[1]} {now[0]}" in match["legal"]
    assert all(re.search(r"Hint( [\d, and]+)?\.$", element.attributes["aria-label"]) for element in advised)
    assert re.search(r"Hint: [^.]+ on [^.]+\. [A-Z][^.]*\.", drawn.text)


async def test_nobody_is_advised_in_a_daily_that_ranks(one_guest: Guest) -> None:
    await one_guest.post("/en/settings", data={"tips": "false", "hints": "best"}, headers=FORM)
    ranked = await one_guest.daily()
    assert "advised" not in await page(one_guest, ranked)
    while ranked["legal"]:
        ranked = (await one_guest.move(ranked, ranked["legal"][0])).json()["match"]
    practice = await one_guest.daily()
    assert "advised" in await page(one_guest, practice)


async def test_settings_and_lessons_leave_each_other_alone(guest: Guest) -> None:
    match = await guest.begin(players=EASY)
    first = tip(await page(guest, match))
    match = await move(guest, match, next(iter(match["legal"])))
    await guest.post("/en/settings", data={"theme": "dark"}, headers=FORM)
    later = await page(guest, await guest.look(match))
    assert 'data-theme="dark"' in later
    assert tip(later) != first
    assert (await guest.get("/api/v1/me/settings")).json()["theme"] == "dark"
    assert GAME in str(match)
