"""Klondike on the pages: a game without hands, other players and, sometimes, without a winner."""

from __future__ import annotations

import pytest

from tests.server.conftest import Guest

pytestmark = pytest.mark.anyio


async def test_a_deal_can_be_looked_at_played_taken_back_and_given_up(one_guest: Guest) -> None:
    begun = await one_guest.post("/api/v1/matches", json={"game": "klondike", "seats": 1, "players": []})
    match = begun.json()
    assert (begun.status_code, match["undo"], len(match["zones"])) == (201, False, 13)
    address = f"/api/v1/matches/{match['id']}"
    assert (await one_guest.get(f"/en/play/{match['id']}")).status_code == 200
    drawn = (await one_guest.post(f"{address}/moves", json={"move": "draw", "ply": 0})).json()
    assert drawn["steps"][0]["say"] == "You drew."
    assert [(m["from"], m["to"]) for m in drawn["steps"][0]["movements"]] == [("stock", "waste")]
    assert drawn["match"]["undo"]
    back = (await one_guest.post(f"{address}/undo", json={"ply": 1})).json()
    assert back["match"]["zones"] == match["zones"]
    await one_guest.post(f"{address}/moves", json={"move": "resign", "ply": 2})
    ended = await one_guest.get(f"/en/play/{match['id']}")
    assert ended.status_code == 200
    assert "You gave up" in ended.text


async def test_a_card_of_a_column_is_picked_and_played_without_a_script(one_guest: Guest) -> None:
    match = (await one_guest.post("/api/v1/matches", json={"game": "klondike", "seats": 1})).json()
    plays = [move.split() for move in match["legal"] if move.startswith("play")]
    assert plays
    for _, word, place in plays:
        page = (await one_guest.get(f"/en/play/{match['id']}", params={"pick": word})).text
        assert f'value="play {word} {place}"' in page
        assert f'data-word="{word}" data-try="play" form="pick" name="pick" value=""' in page
