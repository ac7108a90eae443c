"""One guest on several devices: codes that are right, wrong, used and late, and what joining does."""

import asyncio
import random
import sqlite3
from contextlib import closing
from datetime import timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import Connection, make_url, select

from kingscorners.game import NotFound
from kingscorners.server.coaching import learn
from kingscorners.server.code_words import WORDS
from kingscorners.server.devices import (
    CODE_WORDS,
    MOST_CLIENTS,
    MOST_WRONG,
    WAIT_SECONDS,
    BadCode,
    TooManyCodes,
    Tries,
    clean_code,
    client_of,
    new_code,
    offer_code,
)
from kingscorners.server.tables import Code
from tests.markup import Page
from tests.server.conftest import GAME, Clock, Guest, Server

anyio = pytest.mark.anyio
SHORT = {"match": "deals", "deals": 1}
HTML = {"Accept": "text/html"}
WRONG = "zebra zebra zebra zebra zebra acorn"


async def code_of(guest: Guest) -> str:
    answer = await guest.post("/api/v1/me/codes")
    assert answer.status_code == 201, answer.text
    assert answer.json()["seconds"] == 600
    return str(answer.json()["code"])


async def join(guest: Guest, code: str, bring: bool = False) -> httpx.Response:
    return await guest.post("/api/v1/me/devices", json={"code": code, "bring": bring})


async def ids(guest: Guest) -> set[str]:
    return {match["id"] for match in (await guest.get("/api/v1/me/matches")).json()["matches"]}


# ---------------------------------------------------------------------- codes by themselves


def test_there_are_256_words_that_nobody_mixes_up() -> None:
    assert len(WORDS) == len(set(WORDS)) == 256
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 8 for word in WORDS)


def test_a_code_is_known_however_it_is_typed() -> None:
    code = new_code()
    assert len(code.split()) == CODE_WORDS
    for typed in (code, code.upper(), code.replace(" ", "-"), f"  {code.replace(' ', ',  ')}.\n"):
        assert clean_code(typed) == code


@pytest.mark.parametrize(
    "typed", ["", "acorn", "acorn " * 5, "acorn " * 7, "acorn " * 5 + "nothing", "٣" * 6, "\0"]
)
def test_what_is_no_code_is_a_wrong_one(typed: str) -> None:
    with pytest.raises(BadCode):
        clean_code(typed)


def test_after_six_wrong_codes_one_waits_and_is_told_how_long() -> None:
    tries = Tries()
    for number in range(MOST_WRONG):
        tries.check("a", number)
        tries.wrong("a", number)
    with pytest.raises(TooManyCodes) as refused:
        tries.check("a", MOST_WRONG)
    assert refused.value.seconds == WAIT_SECONDS - 1
    tries.check("b", MOST_WRONG)
    tries.check("a", MOST_WRONG - 1 + WAIT_SECONDS)
    tries.wrong("a", MOST_WRONG - 1 + WAIT_SECONDS)
    tries.check("a", MOST_WRONG + WAIT_SECONDS)


def test_a_right_code_ends_the_row_of_wrong_ones() -> None:
    tries = Tries()
    for _ in range(3):
        for _ in range(MOST_WRONG - 1):
            tries.wrong("a", 0)
        tries.right("a")
    tries.check("a", 0)


def test_a_code_that_was_not_looked_at_does_not_count() -> None:
    tries = Tries()
    for _ in range(3 * MOST_WRONG):
        tries.wrong("a", 0)
        tries.undo("a")
    tries.check("a", 0)
    for _ in range(MOST_WRONG):
        tries.wrong("a", 0)
    tries.undo("a")
    tries.check("a", 0)


def test_what_is_remembered_of_wrong_codes_is_bounded() -> None:
    tries = Tries()
    for client in range(MOST_CLIENTS + 5):
        tries.wrong(str(client), 0)
    assert len(tries._wrong) == MOST_CLIENTS


def test_a_household_is_one_client() -> None:
    assert client_of("2001:db8:1:2:3::4") == client_of("2001:db8:1:2:ffff::1") != client_of("2001:db8:1:3::1")
    assert client_of("192.0.2.1") != client_of("192.0.2.2")
    assert client_of(None) == ""


# ---------------------------------------------------------------------- joining


@anyio
async def test_two_devices_play_as_one_guest(server: Server, app: FastAPI, guest: Guest) -> None:
    match = await guest.begin()
    await guest.patch("/api/v1/me", json={"name": "Bea"})
    other = await server.stranger(app)
    answer = await join(other, await code_of(guest))
    assert (answer.status_code, answer.json()["name"]) == (200, "Bea")
    assert (await other.look(match))["seat"] == 0
    played = await other.move(match, match["legal"][0])
    assert played.status_code == 200
    assert (await guest.look(match))["ply"] == played.json()["match"]["ply"]
    new = await other.begin()
    assert await ids(guest) == await ids(other) == {match["id"], new["id"]}
    await other.patch("/api/v1/me", json={"name": "Bo"})
    assert (await guest.get("/api/v1/me")).json()["name"] == "Bo"
    assert not {one.value for one in guest.cookies.jar} & {one.value for one in other.cookies.jar}


@anyio
async def test_a_code_works_once_and_for_ten_minutes(
    server: Server, app: FastAPI, guest: Guest, clock: Clock
) -> None:
    await guest.begin()
    first, second = await server.stranger(app), await server.stranger(app)
    code = await code_of(guest)
    clock.now += timedelta(seconds=599)
    assert (await join(first, code)).status_code == 200
    used = await join(second, code)
    assert (used.status_code, used.json()["code"]) == (422, "bad-code")
    code = await code_of(guest)
    clock.now += timedelta(seconds=600)
    late = await join(second, code)
    assert (late.status_code, late.json()["detail"]) == (422, used.json()["detail"])
    old, new = await code_of(guest), await code_of(guest)
    assert (await join(second, old)).status_code == 422
    assert (await join(second, new)).status_code == 200


@anyio
async def test_six_wrong_codes_in_a_row_make_wait(
    server: Server, app: FastAPI, guest: Guest, clock: Clock
) -> None:
    await guest.begin()
    code, other = await code_of(guest), await server.stranger(app)
    for _ in range(6):
        assert (await join(other, WRONG)).status_code == 422
    answer = await join(other, code)
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "600")
    assert "10 min" in answer.json()["detail"]
    page = await other.post("/en/me/move", data={"words": code}, headers=HTML)
    assert page.status_code == 429
    assert Page(page.text).faults == []
    assert "Please try again in 10 min." in page.text
    clock.now += timedelta(seconds=595)
    assert "in 1 min" in (await join(other, code)).json()["detail"]
    clock.now += timedelta(seconds=5)
    assert (await join(other, await code_of(guest))).status_code == 200


@anyio
async def test_who_sends_forty_wrong_codes_at_once_has_six_tries_too(
    server: Server, app: FastAPI, guest: Guest
) -> None:
    await guest.begin()
    other = await server.stranger(app)
    answers = await asyncio.gather(*(join(other, new_code()) for _ in range(40)))
    assert sorted(answer.status_code for answer in answers) == [422] * 6 + [429] * 34


@anyio
async def test_a_right_code_is_good_again_once_the_database_is(
    one_server: Server, one_app: FastAPI, one_guest: Guest
) -> None:
    await one_guest.begin()
    code, other = await code_of(one_guest), await one_server.stranger(one_app)
    with closing(sqlite3.connect(str(make_url(one_server.url).database))) as locking:
        locking.execute("BEGIN IMMEDIATE")
        answers = await asyncio.gather(*(join(other, code) for _ in range(MOST_WRONG)))
        assert {answer.status_code for answer in answers} == {503}
    assert (await join(other, code)).status_code == 200


@anyio
async def test_two_devices_that_join_each_other_at_once_are_one_guest_or_two(
    server: Server, app: FastAPI
) -> None:
    for _ in range(4):
        two = await server.guest(app), await server.guest(app)
        matches = {(await one.begin())["id"] for one in two}
        codes = [await code_of(one) for one in two]
        answers = await asyncio.gather(
            *(join(*both, bring=True) for both in zip(two, codes[::-1], strict=True))
        )
        assert {answer.status_code for answer in answers} <= {200, 422}
        assert await ids(two[0]) | await ids(two[1]) == matches


@anyio
async def test_a_device_that_joins_while_it_begins_a_match_loses_neither(
    server: Server, app: FastAPI, guest: Guest
) -> None:
    await guest.begin()
    for _ in range(4):
        new = await server.guest(app)
        joining = join(new, await code_of(guest), bring=True)
        joined, match = await asyncio.gather(joining, new.post("/api/v1/matches", json={"game": GAME}))
        assert (joined.status_code, match.status_code) == (200, 201)
        assert match.json()["id"] in await ids(new)
        assert await ids(new) == await ids(guest)


@anyio
async def test_of_a_guest_who_was_just_deleted_nothing_is_written(app: FastAPI) -> None:
    database = app.state.services.database
    with pytest.raises(NotFound):
        await database.write(offer_code, "f" * 64, "a" * 64, 0)
    await database.write(learn, 1, GAME, "draw")


@anyio
async def test_of_two_attempts_at_one_day_that_of_the_guest_who_stays_ranks(
    server: Server, app: FastAPI, guest: Guest
) -> None:
    other = await server.guest(app)
    mine, theirs = await guest.daily(), await other.daily()
    assert mine["ranked"]
    assert theirs["ranked"]
    assert (await join(other, await code_of(guest), bring=True)).status_code == 200
    assert (await guest.look(mine))["ranked"]
    assert not (await guest.look(theirs))["ranked"]
    assert (await other.daily())["id"] == mine["id"]


@anyio
async def test_a_device_with_matches_is_asked_and_brings_them(
    server: Server, app: FastAPI, guest: Guest, clock: Clock
) -> None:
    mine = await guest.begin()
    other, third = await server.guest(app), await server.stranger(app)
    daily = await other.play_to_end(await other.daily(), random.Random(1).choice)
    going_on = await other.begin()
    assert (await join(third, await code_of(other))).status_code == 200
    code = await code_of(guest)
    asked = await join(other, code)
    assert (asked.status_code, asked.json()["code"], asked.json()["matches"]) == (409, "own-matches", 2)
    assert await ids(other) == {daily["id"], going_on["id"]}
    assert (await join(other, code, bring=True)).status_code == 200
    for one in (guest, other, third):
        assert await ids(one) == {mine["id"], daily["id"], going_on["id"]}
        assert (await one.look(going_on))["seats"][0]["name"] == (await guest.get("/api/v1/me")).json()[
            "name"
        ]
    assert (await other.move(going_on, going_on["legal"][0])).status_code == 200
    assert not (await guest.daily())["ranked"]
    board = (await guest.get(f"/api/v1/boards/{GAME}")).json()
    assert [row["name"] for row in board["rows"]] == [None]


@anyio
async def test_no_secret_of_a_deal_comes_twice_after_joining(
    server: Server, app: FastAPI, guest: Guest
) -> None:
    other = await server.guest(app)
    await guest.begin()
    commitments = [(await other.begin())["commitment"] for _ in range(3)]
    assert (await join(other, await code_of(guest), bring=True)).status_code == 200
    for one in (other, guest, other):
        promised = (await one.get("/api/v1/me")).json()["next_commitment"]
        commitments.append((await one.begin())["commitment"])
        assert commitments[-1] == promised
    assert len(set(commitments)) == 6


@anyio
async def test_ones_own_code_changes_nothing(guest: Guest) -> None:
    match = await guest.begin()
    assert (await join(guest, await code_of(guest))).status_code == 200
    assert await ids(guest) == {match["id"]}


@anyio
async def test_who_deletes_everything_does_it_for_all_devices(
    server: Server, app: FastAPI, guest: Guest
) -> None:
    await guest.begin()
    other, late = await server.stranger(app), await server.stranger(app)
    await join(other, await code_of(guest))
    code = await code_of(guest)
    assert (await other.delete("/api/v1/me")).status_code == 204
    for one in (guest, other):
        assert not (await one.get("/api/v1/me")).json()["guest"]
    assert (await join(late, code)).status_code == 422


@anyio
async def test_no_code_without_a_guest(server: Server, app: FastAPI) -> None:
    stranger = await server.stranger(app)
    assert (await stranger.post("/api/v1/me/codes")).status_code == 404
    assert (await stranger.post("/en/me/code", headers=HTML)).status_code == 404


# ---------------------------------------------------------------------- pages, secrecy


@anyio
async def test_pages_move_a_guest_without_javascript(server: Server, app: FastAPI, guest: Guest) -> None:
    await guest.begin()
    page = await guest.post("/en/me/code", headers=HTML)
    found = Page(page.text)
    assert (page.status_code, found.faults) == (200, [])
    code = found.one("output", class_="six").text
    assert found.all("svg", class_="qr")
    assert (await guest.get("/en/me/code")).headers["location"] == "/en/me"
    other = await server.guest(app)
    await other.begin()
    wrong = await other.post("/en/me/move", data={"words": WRONG}, headers=HTML)
    assert (wrong.status_code, Page(wrong.text).faults) == (422, [])
    assert "wrong, used up, or more than ten minutes old" in wrong.text
    asked = Page((await other.post("/en/me/move", data={"words": code}, headers=HTML)).text)
    assert asked.faults == []
    assert "This device already has 1 match of its own." in asked.text
    sent = {
        field.attributes["name"]: field.attributes["value"] for field in asked.all("input", type="hidden")
    }
    answer = await other.post("/en/me/move", data=sent, headers=HTML)
    assert (answer.status_code, answer.headers["location"]) == (303, "/en/me?done=moved")
    page = await other.get("/en/me?done=moved")
    assert Page(page.text).faults == []
    assert "You play on 2 devices." in page.text


def codes(conn: Connection) -> list[str]:
    return list(conn.execute(select(Code.code_hash)).scalars())


@anyio
async def test_a_code_is_in_no_log_and_not_in_the_database(
    app: FastAPI, guest: Guest, capsys: pytest.CaptureFixture[str]
) -> None:
    await guest.begin()
    code = await code_of(guest)
    await guest.post("/en/me/move", data={"words": code})
    (kept,) = await app.state.services.database.read(codes) or [app.state.services.identity.code_hash(code)]
    assert kept == app.state.services.identity.code_hash(code)
    said = capsys.readouterr()
    assert not any(word in (said.out + said.err).split() for word in code.split())
    assert code.replace(" ", "-") not in said.out + said.err


# ---------------------------------------------------------------------- export


@anyio
async def test_everything_is_exported_and_nothing_of_others(
    server: Server, app: FastAPI, guest: Guest
) -> None:
    over = await guest.play_to_end(await guest.begin(options=SHORT), random.Random(1).choice)
    daily = await guest.play_to_end(await guest.daily(), random.Random(2).choice)
    going_on = await guest.begin()
    other, stranger = await server.guest(app), await server.stranger(app)
    foreign = await other.begin()
    answer = await guest.get("/api/v1/me/export")
    found: Any = answer.json()
    assert found["name"] == (await guest.get("/api/v1/me")).json()["name"]
    matches = {match["id"]: match for match in found["matches"]}
    assert set(matches) == {over["id"], daily["id"], going_on["id"]}
    record = (await guest.get(f"/api/v1/matches/{over['id']}/record")).text
    assert matches[over["id"]]["record"] == record
    assert "seed:" not in matches[daily["id"]]["record"]
    assert set(matches[going_on["id"]]) >= {"moves"}
    assert "record" not in matches[going_on["id"]]
    assert {row["board"] for row in found["standings"]} >= {f"{GAME}/2026-11-30", f"{GAME}/all"}
    assert foreign["id"] not in answer.text
    assert (await stranger.get("/api/v1/me/export")).status_code == 404
