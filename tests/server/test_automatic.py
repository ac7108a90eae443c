"""Moves that need no thought, played unasked for whoever wants that: with one's move, and back with it."""

from __future__ import annotations

from typing import Any

import pytest

from kingscorners.games import GAMES
from kingscorners.players import AUTOMATIC
from kingscorners.record import UNDO, Record
from tests.server.conftest import Guest
from tests.server.tables import FORM, SCRIPT, submit

pytestmark = pytest.mark.anyio
SEARCHED = 40


async def played(guest: Guest, match: Any, move: str, *, automatic: bool = True) -> tuple[list[Any], Any]:
    body = {"move": move, "ply": match["ply"], "automatic": automatic}
    answer = await guest.post(f"/api/v1/matches/{match['id']}/moves", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()["steps"], answer.json()["match"]


async def klondike(guest: Guest, **options: Any) -> Any:
    return await guest.begin(game="klondike", seats=1, players=[], options=options)


async def lifted(guest: Guest) -> tuple[Any, str, list[Any], Any]:
    """A match before a move that goes up by nothing but the person's will, the move, its steps, and after."""
    for _ in range(SEARCHED):
        match = await klondike(guest)
        for _ in range(20):
            move = match["legal"][0]
            if move == "resign":
                break
            steps, after = await played(guest, match, move)
            if len(steps) > 2:
                return match, move, steps, after
            match = after
    raise AssertionError("no card went up by itself in forty matches")


async def test_cards_go_up_by_themselves_with_one_s_own_move_and_come_back_with_it(one_guest: Guest) -> None:
    before, move, steps, after = await lifted(one_guest)
    assert steps[0]["move"] == move
    assert all(step["move"].split()[2].startswith("foundation") for step in steps[1:])
    assert [step["ply"] for step in steps] == list(range(before["ply"] + 1, after["ply"] + 1))
    body = {"ply": after["ply"], "automatic": True}
    undone = (await one_guest.post(f"/api/v1/matches/{after['id']}/undo", json=body)).json()
    assert [step["move"] for step in undone["steps"]] == [UNDO] * len(steps)
    assert undone["match"]["zones"] == before["zones"]
    assert undone["match"]["facts"]["moves"] == before["facts"]["moves"]


async def test_without_the_setting_one_move_is_played_and_one_taken_back(one_guest: Guest) -> None:
    before, move, _, after = await lifted(one_guest)
    body = {"ply": after["ply"]}
    undone = (await one_guest.post(f"/api/v1/matches/{after['id']}/undo", json=body)).json()
    assert len(undone["steps"]) == 1
    body["ply"] += 1
    while undone["match"]["zones"] != before["zones"]:
        undone = (await one_guest.post(f"/api/v1/matches/{after['id']}/undo", json=body)).json()
        body["ply"] += 1
    once, _ = await played(one_guest, undone["match"], move, automatic=False)
    assert [step["move"] for step in once] == [move]


async def test_what_plays_itself_is_in_the_record_as_any_other_move(one_guest: Guest) -> None:
    *_, after = await lifted(one_guest)
    _, over = await played(one_guest, after, "resign")
    text = (await one_guest.get(f"/api/v1/matches/{over['id']}/record")).text
    record = Record.parse(text)
    assert len(record.moves) == over["ply"]
    assert record.replay().legal == ()


async def test_the_only_card_is_played_and_everybody_s_turns_follow(one_guest: Guest) -> None:
    options = {"match": "deals", "deals": 1}
    match = await one_guest.begin(game="spades", options=options)
    own, asked = 0, 0
    while match["legal"]:
        move = "bid 3" if "bid 3" in match["legal"] else match["legal"][0]
        assert len(match["legal"]) > 1
        steps, match = await played(one_guest, match, move)
        asked += 1
        own += sum(step["seat"] == 0 for step in steps)
    assert match["status"] == "finished"
    assert own == 14 or any(step["move"] == "claim" for step in steps)
    assert asked < own


async def test_the_pages_ask_the_setting_and_programs_ask_themselves(one_guest: Guest) -> None:
    before, move, steps, after = await lifted(one_guest)
    page = f"/en/play/{after['id']}/move"
    await submit(one_guest, after, UNDO, after["ply"])
    match = await one_guest.look(after)
    assert match["ply"] == after["ply"] + 1
    await one_guest.post("/en/settings", data={"automatic": "true"}, headers=FORM)
    sent = {"move": UNDO, "ply": str(match["ply"])}
    shown = (await one_guest.post(page, data=sent, headers=SCRIPT)).json()
    assert len(shown["steps"]) == len(steps) - 1
    assert (await one_guest.look(after))["zones"] == before["zones"]
    sent = {"move": move, "ply": str(shown["ply"])}
    shown = (await one_guest.post(page, data=sent, headers=SCRIPT)).json()
    assert [step["move"] for step in shown["steps"]] == [step["move"] for step in steps]


async def test_a_trick_that_played_itself_is_shown_with_what_the_others_did_before(one_guest: Guest) -> None:
    """The bubble of a seat says what it did also in steps that came before one's own last one."""
    await one_guest.post("/en/settings", data={"automatic": "true", "tips": "false"}, headers=FORM)
    for _ in range(SEARCHED):
        match = await one_guest.begin(game="spades", options={"match": "deals", "deals": 1})
        while match["legal"]:
            move = "bid 3" if "bid 3" in match["legal"] else match["legal"][0]
            address = f"/en/play/{match['id']}/move"
            sent = {"move": move, "ply": str(match["ply"])}
            shown = (await one_guest.post(address, data=sent, headers=SCRIPT)).json()
            match = await one_guest.look(match)
            own = [at for at, step in enumerate(shown["steps"]) if step["seat"] == 0]
            between = shown["steps"][1 : own[-1]]
            for step in between:
                if step["seat"] and step["move"].startswith("play"):
                    assert "<span>played</span>" in step["parts"][f"seat-{step['seat']}"]
            if len(between) > 2 and shown["steps"][-1]["seat"]:
                return
    raise AssertionError("nothing played itself")


def test_games_that_play_something_unasked_are_games() -> None:
    assert set(AUTOMATIC) <= set(GAMES)
