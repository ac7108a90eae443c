"""Matches over the JSON API: whole ones, on both databases, with everything that may go wrong on the way."""

import asyncio
import hashlib
import random
from typing import Any

import pytest
from fastapi import FastAPI

from kingscorners.cards import shuffled
from kingscorners.record import Record, seed_from
from kingscorners.server.models import MatchOut, PlayedOut
from tests.server.conftest import Guest, Server

pytestmark = pytest.mark.anyio


def first(legal: list[str]) -> str:
    return legal[0]


def zone(match: Any, name: str) -> list[str]:
    cards: list[str] = next(zone["cards"] for zone in match["zones"] if zone["name"] == name)
    return cards


async def test_a_match_is_played_to_its_end_and_its_record_replays_to_the_same(guest: Guest) -> None:
    match = await guest.begin()
    assert match["seats"][0]["person"]
    assert [seat["level"] for seat in match["seats"][1:]] == ["steady"] * 3
    match = await guest.play_to_end(match, random.Random(7).choice)
    assert match["status"] == "finished"
    assert match["finished"] == "2026-11-30T12:00:00.000Z"
    assert max(match["outcome"]["points"]) >= 25
    record = Record.parse((await guest.get(f"/api/v1/matches/{match['id']}/record")).text)
    assert record.honest()
    assert len(record.moves) == match["ply"]
    outcome = record.setup.game.outcome(record.replay().state)
    assert outcome
    assert list(outcome.points) == match["outcome"]["points"]


async def test_answers_are_what_the_documentation_says(guest: Guest) -> None:
    match = await guest.begin(options={"profile": "zone"}, seats=3, players=["novice", "steady"])
    MatchOut.model_validate(match)
    while not (play := first(match["legal"])).startswith("play"):
        match = (await guest.move(match, play)).json()["match"]
    answer = await guest.move(match, play)
    played = PlayedOut.model_validate(answer.json())
    assert played.steps[0].move == play
    assert played.steps[0].movements[0].source == "hand-0"
    assert played.steps[0].say.startswith("You ")


async def test_no_answer_holds_a_card_that_may_not_be_seen(guest: Guest) -> None:
    """The hands of the others and the stock, as the true cards of the deal tell them."""
    rng = random.Random(3)
    for _ in range(2):
        match = await guest.begin(nonce="x")
        texts = []
        while match["deal"] == 1 and match["legal"] and match["legal"] != ["deal"]:
            texts.append((match, (await guest.get(f"/api/v1/matches/{match['id']}")).text))
            match = (await guest.move(match, rng.choice(match["legal"]))).json()["match"]
        match = await guest.play_to_end(match, rng.choice)
        record = Record.parse((await guest.get(f"/api/v1/matches/{match['id']}/record")).text)
        deck = shuffled(record.setup.seed, 1)
        for seen, text in texts:
            shown = {card for zone in seen["zones"] for card in zone["cards"] if card != "??"}
            hidden = {str(card) for card in deck} - shown
            assert hidden
            for card in hidden:
                assert f'"{card}"' not in text
            assert record.setup.seed.hex() not in text
            assert record.secret.hex() not in text


async def test_the_cards_come_from_the_committed_secret_and_the_nonce(guest: Guest) -> None:
    commitment = (await guest.get("/api/v1/me")).json()["next_commitment"]
    match = await guest.begin(nonce="my own words")
    assert match["commitment"] == commitment
    assert (await guest.get("/api/v1/me")).json()["next_commitment"] != commitment
    match = await guest.play_to_end(match, first)
    record = Record.parse((await guest.get(f"/api/v1/matches/{match['id']}/record")).text)
    assert hashlib.sha256(record.secret).hexdigest() == commitment
    assert record.setup.seed == seed_from(record.secret, b"my own words")


async def test_without_a_nonce_the_commitment_still_tells_nothing(guest: Guest) -> None:
    match = await guest.begin()
    ended = await guest.play_to_end(match, first)
    record = Record.parse((await guest.get(f"/api/v1/matches/{ended['id']}/record")).text)
    assert record.setup.seed.hex() != match["commitment"]


async def test_of_twenty_simultaneous_posts_of_one_ply_one_counts(guest: Guest) -> None:
    match = await guest.begin()
    answers = await asyncio.gather(*(guest.move(match, first(match["legal"])) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 19
    played = next(answer.json()["match"] for answer in answers if answer.status_code == 200)
    for answer in answers:
        if answer.status_code == 409:
            assert answer.json()["code"] == "stale"
            assert answer.json()["ply"] == played["ply"]
    assert await guest.look(match) == played


async def test_a_new_guest_may_begin_twice_at_one_moment(server: Server, app: FastAPI) -> None:
    for _ in range(4):
        guest = await server.guest(app)
        matches = await asyncio.gather(*(guest.begin() for _ in range(4)))
        assert len({match["commitment"] for match in matches}) == 4


async def test_a_repeat_of_the_last_post_changes_nothing(guest: Guest) -> None:
    match = await guest.begin()
    played = (await guest.move(match, "end")).json()["match"]
    again = await guest.move(match, "end")
    assert (again.status_code, again.json()["code"], again.json()["ply"]) == (409, "stale", played["ply"])
    assert await guest.look(match) == played


async def test_a_match_goes_on_in_any_process_after_any_restart(server: Server, app: FastAPI) -> None:
    one, other = await server.guest(app), await server.guest(await server.start())
    match = await one.begin()
    other.cookies = one.cookies
    rng, hands = random.Random(5), [one, other]
    while match["legal"]:
        assert await hands[1].look(match) == await hands[0].look(match) == match
        match = (await hands[0].move(match, rng.choice(match["legal"]))).json()["match"]
        hands.reverse()
    late = await server.guest(await server.start())
    late.cookies = one.cookies
    assert await late.look(match) == match


async def test_of_two_processes_one_plays_the_ply(server: Server, app: FastAPI) -> None:
    one, other = await server.guest(app), await server.guest(await server.start())
    match = await one.begin()
    other.cookies = one.cookies
    for _ in range(5):
        answers = await asyncio.gather(one.move(match, "end"), other.move(match, "end"))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        match = await one.look(match)
        assert match == await other.look(match)
        if match["legal"] != ["end"] and "end" not in match["legal"]:
            break


async def test_somebody_elses_match_is_not_there(server: Server, app: FastAPI, guest: Guest) -> None:
    match = await guest.begin()
    stranger = await server.guest(app)
    for _ in range(2):
        for answer in (
            await stranger.get(f"/api/v1/matches/{match['id']}"),
            await stranger.get(f"/api/v1/matches/{match['id']}/record"),
            await stranger.move(match, "end"),
            await stranger.post(f"/api/v1/matches/{match['id']}/undo", json={"ply": match["ply"]}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
        await stranger.begin()
    assert await guest.look(match) == match


async def test_undo_takes_back_ones_own_moves_of_this_turn(guest: Guest) -> None:
    match = await guest.begin()
    while not first(match["legal"]).startswith("play"):
        match = (await guest.move(match, first(match["legal"]))).json()["match"]
    before = match
    assert not before["undo"]
    match = (await guest.move(match, first(match["legal"]))).json()["match"]
    assert match["undo"]
    answer = await guest.post(f"/api/v1/matches/{match['id']}/undo", json={"ply": match["ply"]})
    assert answer.json()["steps"][0]["move"] == "undo"
    after = answer.json()["match"]
    assert after["ply"] == before["ply"] + 2
    assert {**after, "ply": 0} == {**before, "ply": 0}
    refused = await guest.post(f"/api/v1/matches/{match['id']}/undo", json={"ply": after["ply"]})
    assert (refused.status_code, refused.json()["code"]) == (400, "nothing-to-undo")


async def test_a_finished_deal_stays_on_the_table_until_the_person_goes_on(guest: Guest) -> None:
    match = await guest.begin()
    while match["legal"] != ["deal"]:
        match = (await guest.move(match, first(match["legal"]))).json()["match"]
    assert all("??" not in zone(match, f"hand-{seat}") for seat in range(4))
    assert await guest.look(match) == match
    following = (await guest.move(match, "deal")).json()["match"]
    assert following["deal"] == 2
    # The computer players may have ended the second deal already: then its hands are shown, too.
    assert ("??" in zone(following, "hand-1")) == (following["legal"] != ["deal"])


@pytest.mark.parametrize(
    ("move", "status", "code"),
    [
        ("play 2h north", 400, None),
        ("play ?? north", 400, "bad-notation"),
        ("carry northeast north", 400, "corners-stay"),
        ("carry 9h north", 400, "whole-piles"),
        ("carry nowhere north", 400, "no-such-place"),
        ("play Xx north", 400, "no-such-card"),
        ("jump north", 400, "no-such-move"),
        ("end now", 400, "no-such-move"),
        ("deal", 400, "deal-not-over"),
        ("", 400, "bad-notation"),
        ("end ", 400, "bad-notation"),
        ("end\n", 400, "bad-notation"),
        ("END", 400, "no-such-move"),
        ("__proto__", 400, "bad-notation"),
        ("play\u202e9h north", 400, "bad-notation"),
        ("play 9h north\x00", 400, "bad-notation"),
        ("a" * 10_000, 400, "bad-notation"),
        ("a" * 20_000, 422, "invalid"),
    ],
)
async def test_what_is_no_legal_move_has_its_reason_and_changes_nothing(
    one_guest: Guest, move: str, status: int, code: str | None
) -> None:
    match = await one_guest.begin()
    if move == "play 2h north":
        unheld = [f"{rank}{suit}" for rank in "23456" for suit in "cdhs"]
        move = f"play {next(card for card in unheld if card not in zone(match, 'hand-0'))} north"
        code = "not-in-hand"
    answer = await one_guest.move(match, move)
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["detail"]
    assert await one_guest.look(match) == match


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"game": "poker"}, "game"),
        ({"game": "kings-corners", "seats": 6}, "seats"),
        ({"game": "kings-corners", "seats": 1}, "seats"),
        ({"game": "kings-corners", "seats": True}, "seats"),
        ({"game": "kings-corners", "seats": "4"}, "seats"),
        ({"game": "kings-corners", "seats": -5}, "seats"),
        ({"game": "kings-corners", "seats": 10**12}, "seats"),
        ({"game": "kings-corners", "options": {"draw": "never"}}, "draw"),
        ({"game": "kings-corners", "options": {"draw": ["end"]}}, "draw"),
        ({"game": "kings-corners", "options": {"target": None}}, "target"),
        ({"game": "kings-corners", "options": {"profile": {}}}, "profile"),
        ({"game": "kings-corners", "options": {"target": 4}}, "target"),
        ({"game": "kings-corners", "options": {"target": 201}}, "target"),
        ({"game": "kings-corners", "options": {"decks": True}}, "decks"),
        ({"game": "kings-corners", "options": {"colour": "red"}}, "colour"),
        ({"game": "kings-corners", "players": ["steady"]}, "players"),
        ({"game": "kings-corners", "players": ["steady", "steady", "genius"]}, "players"),
        ({"game": "kings-corners", "score": 0}, "score"),
        ({}, "game"),
    ],
)
async def test_what_cannot_be_played_names_the_field_and_what_is_allowed(
    one_guest: Guest, body: Any, field: str
) -> None:
    answer = await one_guest.post("/api/v1/matches", json=body)
    assert answer.status_code == 422
    assert answer.json()["field"] == field
    assert answer.json()["allowed"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"seats": 9}, "seats: the allowed values are 2 to 6."),
        ({"seats": 5, "options": {"decks": 1}}, "seats: the allowed values are 2 to 4 with decks 1."),
        ({"options": {"target": [25]}}, "target: the allowed values are 5 to 200."),
        ({"options": {"decks": None}}, "decks: the allowed values are 1, 2."),
    ],
)
async def test_what_is_allowed_is_told_in_words(one_guest: Guest, body: Any, told: str) -> None:
    answer = await one_guest.post("/api/v1/matches", json={"game": "kings-corners"} | body)
    assert (answer.status_code, answer.json()["detail"]) == (422, told)


async def test_three_seats_are_fine_and_six_with_two_decks(one_guest: Guest) -> None:
    assert len((await one_guest.begin(seats=3, options={"decks": 1}))["seats"]) == 3
    assert len((await one_guest.begin(seats=6, options={"decks": 2}))["seats"]) == 6


async def test_when_a_match_is_over_nothing_can_be_played(one_guest: Guest) -> None:
    match = await one_guest.play_to_end(await one_guest.begin(), first)
    answer = await one_guest.move(match, "end")
    assert (answer.status_code, answer.json()["code"]) == (409, "finished")


async def test_a_match_that_ends_before_the_persons_first_turn_is_over(one_guest: Guest) -> None:
    """Three computer players go out in their first turns now and then; with one deal that is the match."""
    for number in range(1_000):
        match = await one_guest.begin(options={"match": "deals", "deals": 1}, nonce=str(number))
        if match["status"] == "finished":
            break
    assert not match["legal"]
    assert match["outcome"]["winners"] != [0]
    assert match["finished"] == "2026-11-30T12:00:00.000Z"
    assert await one_guest.look(match) == match
    record = Record.parse((await one_guest.get(f"/api/v1/matches/{match['id']}/record")).text)
    assert record.replay().legal == ()


async def test_games_are_listed_with_what_they_allow(one_guest: Guest) -> None:
    listed = (await one_guest.get("/api/v1/games")).json()["games"][0]
    assert listed["name"] == "kings-corners"
    assert listed["levels"][:2] == ["novice", "steady"]
    options = {option["name"]: option for option in listed["options"]}
    assert (options["target"]["least"], options["target"]["most"]) == (5, 200)
    assert options["draw"]["values"] == ["end", "start", "when_stuck"]
