"""Replays: who may see which, what they show, and playing on from them."""

import random
import re
from datetime import timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from kingscorners.game import NEXT_DEAL
from kingscorners.record import Record
from tests.markup import Page
from tests.server.conftest import GAME, Clock, Guest, Server
from tests.server.tables import shown_cards
from tests.server.test_pages_made import tiny_with_words
from tests.tiny import Tiny

pytestmark = pytest.mark.anyio
SHORT = {"match": "deals", "deals": 2}
HTML = {"Accept": "text/html"}


def read(answer: httpx.Response, status: int = 200) -> Page:
    assert answer.status_code == status, answer.text
    page = Page(answer.text)
    assert page.faults == []
    return page


async def finished(guest: Guest, seed: int = 1, **asked: Any) -> Any:
    asked = {"options": SHORT} | asked
    return await guest.play_to_end(await guest.begin(**asked), random.Random(seed).choice)


async def record_of(guest: Guest, match: Any) -> Record:
    return Record.parse((await guest.get(f"/api/v1/matches/{match['id']}/record")).text)


def address(match: Any, ply: int | None = None) -> str:
    return f"/en/replay/{match['id']}" + ("" if ply is None else f"?ply={ply}")


async def share(guest: Guest, match: Any, shared: str = "true") -> None:
    answer = await guest.post(f"{address(match)}/share", data={"shared": shared})
    assert answer.status_code == 303


# ---------------------------------------------------------------------- who may see it


async def test_a_replay_is_for_its_owner_until_it_is_shared(
    server: Server, app: FastAPI, guest: Guest
) -> None:
    match, other = await finished(guest), await server.guest(app)
    await other.begin()
    stranger = await server.stranger(app)
    read(await guest.get(address(match)))
    for somebody in (other, stranger):
        read(await somebody.get(address(match), headers=HTML), 404)
        assert (await somebody.get(f"/api/v1/matches/{match['id']}/record")).status_code == 404
        assert (await somebody.post(f"{address(match)}/share")).status_code == 404
        assert (await somebody.post(f"{address(match)}/play", data={"ply": 0})).status_code == 404
    await share(guest, match)
    for somebody in (other, stranger):
        page = await somebody.get(address(match, 5))
        read(page)
        fragment = re.compile(r'<div id="replay".*?<aside', re.DOTALL)
        assert fragment.findall(page.text) == fragment.findall((await guest.get(address(match, 5))).text)
        assert "Stop sharing" not in page.text
    await share(guest, match, "false")
    read(await stranger.get(address(match), headers=HTML), 404)


async def test_a_match_that_goes_on_has_no_replay_and_cannot_be_shared(guest: Guest) -> None:
    match = await guest.begin()
    read(await guest.get(address(match), headers=HTML), 404)
    answer = await guest.post(f"{address(match)}/share", headers=HTML)
    read(answer, 404)
    read(await guest.get("/en/replay/nothingthere", headers=HTML), 404)
    read(await guest.get("/en/replay/%00", headers=HTML), 404)


async def test_a_daily_is_for_its_owner_alone_until_nobody_can_play_it_any_more(
    server: Server, app: FastAPI, guest: Guest, clock: Clock
) -> None:
    match = await guest.play_to_end(await guest.daily(), random.Random(2).choice)
    practice = await guest.play_to_end(await guest.daily(), random.Random(3).choice)
    other = await server.guest(app)
    await other.begin()
    await share(guest, match)
    await share(guest, practice)
    for _ in range(2):
        for one in (match, practice):
            read(await guest.get(address(one)))
            assert (await other.get(address(one))).status_code == 404
            assert (await guest.post(f"{address(one)}/play", data={"ply": 0})).status_code == 404
        clock.now += timedelta(days=1)
    for one in (match, practice):
        read(await other.get(address(one)))
    await share(guest, practice, "false")
    await share(guest, match, "false")
    read(await other.get(address(match)))
    assert (await other.get(address(practice))).status_code == 404
    board = await other.get(f"/en/leaderboard/{GAME}?date={match['daily']}")
    assert f'href="{address(match)}"' in board.text


async def test_a_daily_that_ended_too_late_for_its_board_is_for_its_owner_alone(
    server: Server, app: FastAPI, guest: Guest, clock: Clock
) -> None:
    match = await guest.daily()
    clock.now += timedelta(days=2)
    match = await guest.play_to_end(match, random.Random(2).choice)
    assert match["ranked"]
    stranger = await server.stranger(app)
    assert (await stranger.get(address(match))).status_code == 404
    read(await guest.get(address(match)))
    await share(guest, match)
    read(await stranger.get(address(match)))


async def test_a_deleted_persons_replay_names_nobody(
    server: Server, app: FastAPI, guest: Guest, clock: Clock
) -> None:
    match = await guest.play_to_end(await guest.daily(), random.Random(2).choice)
    name = match["seats"][0]["name"]
    clock.now += timedelta(days=2)
    stranger = await server.stranger(app)
    assert name in (await stranger.get(address(match))).text
    await guest.patch("/api/v1/me", json={"name": "Other Name"})
    assert "Other Name" in (await stranger.get(address(match))).text
    await guest.delete("/api/v1/me")
    page = (await stranger.get(address(match))).text
    assert "Somebody" in page
    assert name not in page
    assert "Other Name" not in page


# ---------------------------------------------------------------------- what it shows


async def test_every_step_shows_every_hand_and_says_what_happened(one_guest: Guest) -> None:
    match = await finished(one_guest)
    record = await record_of(one_guest, match)
    position = record.setup.start()
    for ply, line in enumerate((*record.moves, None)):
        if ply % 7 == 0 or line is None or line == str(NEXT_DEAL):
            page = await one_guest.get(address(match, ply))
            found = read(page)
            held = {str(card) for zone in position.zones if zone.seat is not None for card in zone.cards}
            chips = re.findall(r'class="chip suit-.*?<span class="vh">([^<]*)</span>', page.text)
            assert len(chips) == len(held)
            hidden = {str(card) for zone in position.zones if zone.kind == "stock" for card in zone.cards}
            assert not shown_cards(page.text) & hidden
            assert found.one("div", id="replay").attributes["data-ply"] == str(ply)
        if line is not None:
            position = record.setup.advance(position, line)
    assert "won the match" in found.text or "share the first place" in found.text


async def test_steps_and_deals_are_links(one_guest: Guest) -> None:
    match = await finished(one_guest)
    record = await record_of(one_guest, match)
    second, last = record.moves.index(str(NEXT_DEAL)) + 1, len(record.moves)

    async def steps(ply: int) -> dict[str, str]:
        page = read(await one_guest.get(address(match, ply)))
        return {
            link.attributes["data-step"]: link.attributes["href"].partition("=")[2]
            for link in page.all("a")
            if "data-step" in link.attributes
        }

    assert await steps(0) == {"next": "1", "last": str(second)}
    middle = {"first": "0", "previous": "2", "next": "4", "last": str(second)}
    assert await steps(3) == middle
    assert (await steps(second))["first"] == "0"
    assert (await steps(second + 1))["first"] == str(second)
    assert await steps(last) == {"first": str(second), "previous": str(last - 1)}
    assert await steps(last + 5) == await steps(last)
    page = read(await one_guest.get(address(match)))
    deals = [link for link in page.links if link == address(match, second)]
    assert len(deals) == 2
    assert (await one_guest.get(address(match, -1), headers=HTML)).status_code == 422


async def test_positions_are_written_in_digits(one_guest: Guest) -> None:
    match = await finished(one_guest)
    for ply in ("1_0", "+1", "-1", " 1", "1.0", "", "9" * 20):
        read(await one_guest.get(address(match), params={"ply": ply}, headers=HTML), 422)
        assert (await one_guest.post(f"{address(match)}/play", data={"ply": ply})).status_code == 422


async def test_a_script_gets_the_table_alone(one_guest: Guest) -> None:
    match = await finished(one_guest)
    fragment = (await one_guest.get(address(match, 4) + "&fragment")).text
    assert fragment.lstrip().startswith('<div id="replay" data-ply="4"')
    assert "<html" not in fragment


async def test_any_game_has_replays(one_guest: Guest) -> None:
    with tiny_with_words():
        match = await finished(one_guest, game=Tiny.name, seats=2, players=["careful"], options={})
        read(await one_guest.get(address(match, 1)))


async def test_points_are_told_only_where_a_game_has_them(one_guest: Guest) -> None:
    for game, told in ((GAME, True), ("idiot", False)):
        match = await finished(one_guest, game=game, options={})
        page = read(await one_guest.get(address(match, 1)))
        assert ("0 points" in page.text) == told


# ---------------------------------------------------------------------- playing on


async def test_a_match_goes_on_from_any_position_and_its_log_replays(app: FastAPI, guest: Guest) -> None:
    match = await finished(guest, options={"profile": "zone", "match": "deals", "deals": 2}, seats=3)
    source = await record_of(guest, match)
    for ply in (0, len(source.moves) // 3, source.moves.index(str(NEXT_DEAL)) + 1):
        answer = await guest.post(f"{address(match)}/play", data={"ply": ply})
        assert answer.status_code == 303, answer.text
        new = (await guest.get(f"/api/v1/matches/{answer.headers['location'].split('/')[-1]}")).json()
        assert (new["options"], new["daily"], new["ranked"]) == (match["options"], None, False)
        table = await guest.get(f"/en/play/{new['id']}", headers=HTML)
        assert "<b>Match from a replay</b>" in table.text
        assert [seat["level"] for seat in new["seats"]] == [seat["level"] for seat in match["seats"]]
        hidden = [zone for zone in new["zones"] if zone["seat"] not in (None, new["seat"])]
        if new["legal"] != ["deal"]:
            assert {card for zone in hidden for card in zone["cards"]} == {"??"}
        over = await guest.play_to_end(new, random.Random(9).choice)
        record = await record_of(guest, over)
        assert record.moves[:ply] == source.moves[:ply]
        assert record.setup == source.setup
        assert record.honest()
        assert record.replay().legal == ()
        listed = (await guest.get("/api/v1/me/matches")).json()["matches"]
        assert next(one["copied"] for one in listed if one["id"] == new["id"]) == ply
        assert "Match from a replay, " in (await guest.get(address(new))).text


async def test_one_plays_on_from_somebody_elses_shared_match_in_their_seat(
    server: Server, app: FastAPI, guest: Guest
) -> None:
    match = await finished(guest)
    await share(guest, match)
    stranger = await server.stranger(app)
    answer = await stranger.post(f"{address(match)}/play", data={"ply": 3})
    assert answer.status_code == 303
    new = await stranger.get(f"/api/v1/matches/{answer.headers['location'].split('/')[-1]}")
    assert new.json()["seat"] == match["seat"]
    assert new.json()["seats"][0]["name"] != match["seats"][0]["name"]


async def test_nothing_goes_on_from_the_end(one_guest: Guest) -> None:
    match = await finished(one_guest)
    assert "Play from here" in (await one_guest.get(address(match))).text
    last = len((await record_of(one_guest, match)).moves)
    assert "Play from here" not in (await one_guest.get(address(match, last))).text
    answer = await one_guest.post(f"{address(match)}/play", data={"ply": last}, headers=HTML)
    read(answer, 409)
