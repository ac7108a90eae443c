"""My games: every match of one's own with its result, on a page and for programs."""

import random
from datetime import timedelta

import httpx
import pytest
from fastapi import FastAPI

from kingscorners.server import history
from tests.markup import Page
from tests.server.conftest import GAME, Clock, Guest, Server
from tests.server.test_pages_made import tiny_with_words
from tests.tiny import Tiny

pytestmark = pytest.mark.anyio
SHORT = {"match": "deals", "deals": 1}


def read(answer: httpx.Response, status: int = 200) -> Page:
    assert answer.status_code == status, answer.text
    page = Page(answer.text)
    assert page.faults == []
    return page


async def listed(guest: Guest, **query: object) -> list[str]:
    """The ids on one page, in their order."""
    page = read(await guest.get("/en/games", params={key: str(value) for key, value in query.items()}))
    forms = [form.attributes["action"] for form in page.all("form") if "/delete" in form.attributes["action"]]
    return [action.split("/")[3] for action in forms]


async def test_results_and_opponents_are_listed_the_latest_first(guest: Guest, clock: Clock) -> None:
    over = await guest.play_to_end(await guest.begin(options=SHORT, seats=3), random.Random(3).choice)
    clock.now = clock.now.replace(hour=13)
    going_on = await guest.begin(options={"profile": "zone"})
    found = (await guest.get("/api/v1/me/matches")).json()
    assert [match["id"] for match in found["matches"]] == [going_on["id"], over["id"]]
    first, second = found["matches"]
    assert (first["finished"], first["points"], first["place"]) == (None, None, None)
    assert first["options"] == {"profile": "zone"}
    outcome = over["outcome"]
    assert (second["points"], second["place"]) == (outcome["points"][0], outcome["places"][0])
    assert [other["name"] for other in second["others"]] == [seat["name"] for seat in over["seats"][1:]]
    assert {other["level"] for other in second["others"]} == {"steady"}
    assert found["counts"] == {GAME: 2}
    page = await guest.get("/en/games")
    assert await listed(guest) == [going_on["id"], over["id"]]
    for text in (f"/en/play/{going_on['id']}", over["seats"][1]["name"], "Rules: Zone", "Unfinished"):
        assert text in page.text


async def test_the_date_of_a_daily_is_told_once(one_guest: Guest, clock: Clock) -> None:
    async def told() -> int:
        about = (await one_guest.get("/en/games")).text.partition('<div class="about">')[2]
        return about.partition('<div class="ways">')[0].count("2026")

    daily = await one_guest.daily()
    assert await told() == 1
    clock.now += timedelta(hours=13)
    await one_guest.move(daily, daily["legal"][0])
    assert await told() == 2, "it was played on another day"


async def test_other_peoples_matches_are_not_listed(server: Server, app: FastAPI, guest: Guest) -> None:
    await guest.begin()
    other, stranger = await server.guest(app), await server.stranger(app)
    await other.begin()
    assert len(await listed(guest)) == len(await listed(other)) == 1
    assert await listed(stranger) == []
    assert (await stranger.get("/api/v1/me/matches")).json()["matches"] == []


async def test_a_deletion_is_asked_for_and_says_what_it_does(one_guest: Guest) -> None:
    match, daily = await one_guest.begin(), await one_guest.daily()
    page = read(await one_guest.get("/en/games"))
    assert sum(form.attributes.get("method") == "post" for form in page.all("form")) >= 2
    assert (await one_guest.get("/en/games")).text.count("will not get a second one") == 1
    answer = await one_guest.post(f"/en/games/{daily['id']}/delete")
    assert (answer.status_code, answer.headers["location"]) == (303, "/en/games?done=deleted")
    assert "has been deleted" in (await one_guest.get(answer.headers["location"])).text
    assert await listed(one_guest) == [match["id"]]
    answer = await one_guest.post(f"/en/games/{daily['id']}/delete", headers={"Accept": "text/html"})
    read(answer, 404)


async def test_many_matches_come_in_pages(
    one_guest: Guest, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "PAGE", 2)
    ids: list[str] = []
    for minute in range(5):
        clock.now = clock.now.replace(minute=minute)
        ids.insert(0, (await one_guest.begin(options=SHORT))["id"])
    assert [await listed(one_guest, page=page) for page in (1, 2, 3, 9)] == [
        ids[:2],
        ids[2:4],
        ids[4:],
        ids[4:],
    ]
    assert (await one_guest.get("/api/v1/me/matches?page=3")).json()["pages"] == 3
    assert (await one_guest.get("/en/games?page=0")).status_code == 422


async def test_matches_of_one_game_can_be_asked_for(one_guest: Guest) -> None:
    with tiny_with_words():
        match = await one_guest.begin()
        tiny = await one_guest.begin(game=Tiny.name, seats=2, players=["careful"])
        found = (await one_guest.get("/api/v1/me/matches", params={"game": Tiny.name})).json()
        assert [one["id"] for one in found["matches"]] == [tiny["id"]]
        assert found["counts"] == {GAME: 1, Tiny.name: 1}
        assert await listed(one_guest, game=GAME) == [match["id"]]
        assert set(await listed(one_guest)) == {match["id"], tiny["id"]}
    assert (await one_guest.get("/en/games?game=nothing")).status_code == 404


async def test_the_games_to_choose_from_stand_in_the_order_of_all_pages(one_guest: Guest) -> None:
    for game, seats in (("idiot", 4), ("klondike", 1), (GAME, 4)):
        await one_guest.begin(game=game, seats=seats)
    links = read(await one_guest.get("/en/games")).links
    chosen = [link.partition("?game=")[2] for link in links if "?game=" in link]
    assert chosen == [GAME, "klondike", "idiot"]


async def test_who_plays_alone_and_does_not_win_gets_no_medal(one_guest: Guest) -> None:
    match = await one_guest.begin(game="klondike", seats=1)
    await one_guest.move(match, "resign")
    page = read(await one_guest.get("/en/games"))
    assert [
        medal.attributes["class"]
        for medal in page.all("span", aria_hidden="true")
        if "medal" in medal.attributes.get("class", "")
    ] == ["medal"]
