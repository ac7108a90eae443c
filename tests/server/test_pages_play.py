"""The pages of a match over HTTP: plain forms, what a script gets, and that neither tells a hidden card."""

import json
import re

import pytest
from fastapi import FastAPI

from tests.server.conftest import Guest, Server
from tests.server.tables import (
    FORM,
    SCRIPT,
    address,
    buttons,
    legal,
    ply_of,
    shown_cards,
    submit,
    table,
    visible,
)

pytestmark = pytest.mark.anyio


# ---------------------------------------------------------------------- without a script


async def test_every_legal_move_can_be_made_with_forms_alone(one_guest: Guest) -> None:
    match = await one_guest.begin()
    first = await table(one_guest, match)
    moves = set(buttons(first, "move"))
    for pick in buttons(first, "pick"):
        moves |= set(buttons(await table(one_guest, match, pick=pick), "move"))
    assert moves == set(match["legal"])


async def test_a_picked_card_outlines_exactly_the_legal_places(one_guest: Guest) -> None:
    match = await one_guest.begin()
    for _ in range(6):
        for card in next(zone for zone in match["zones"] if zone["seat"] == 0)["cards"]:
            page = await table(one_guest, match, pick=card)
            outlined = set(re.findall(r'class="slot zone-(\w+)[^"]* legal', page))
            assert outlined == {
                move.split()[2] for move in match["legal"] if move.startswith(f"play {card} ")
            }
            assert (
                page.count(" Legal move.") == len(outlined) + page.count('data-legal-move="Legal move."') - 1
            )
            assert f"{len(outlined)} place" in page or not outlined
        answer = await one_guest.move(match, match["legal"][0])
        match = answer.json()["match"]


async def test_a_form_plays_a_move_and_comes_back_to_the_table(one_guest: Guest) -> None:
    match = await one_guest.begin()
    answer = await submit(one_guest, match, match["legal"][0], match["ply"])
    assert (answer.status_code, answer.headers["location"]) == (303, address(match))
    assert ply_of(await table(one_guest, match)) == match["ply"] + 1


async def test_a_move_is_taken_back_with_a_form(one_guest: Guest) -> None:
    match = await one_guest.begin()
    before = await table(one_guest, match)
    assert "undo" not in buttons(before, "move")
    await submit(one_guest, match, match["legal"][0], match["ply"])
    assert "undo" in buttons(await table(one_guest, match), "move")
    await submit(one_guest, match, "undo", match["ply"] + 1)
    after = await table(one_guest, match)
    assert "undo" not in buttons(after, "move")
    assert (await one_guest.look(match))["zones"] == match["zones"]


async def test_an_illegal_move_is_answered_with_the_reason_on_the_table(one_guest: Guest) -> None:
    match = await one_guest.begin()
    answer = await submit(one_guest, match, "carry northeast north", match["ply"])
    assert answer.status_code == 400
    assert "Corner piles stay where they are." in answer.text
    assert ply_of(answer.text) == match["ply"]


async def test_a_stale_form_gets_a_plain_message_and_the_table_as_it_is(one_guest: Guest) -> None:
    match = await one_guest.begin()
    await submit(one_guest, match, match["legal"][0], match["ply"])
    answer = await submit(one_guest, match, match["legal"][0], match["ply"])
    assert answer.status_code == 409
    assert "The game has moved on. This is how it stands now." in answer.text
    assert ply_of(answer.text) == match["ply"] + 1


async def test_a_whole_match_with_forms_alone(one_guest: Guest) -> None:
    """Deals, score sheets, the end of the match and the next one, all by pressing what the pages offer."""
    match = await one_guest.begin(options={"match": "deals", "deals": 2}, players=["novice"], seats=2)
    sheets = 0
    for _ in range(400):
        page = await table(one_guest, match)
        moves = buttons(page, "move")
        sheets += 'class="sheet"' in page
        if "deal" in moves:
            move = "deal"
        elif not moves:
            break
        else:
            picks = [pick for pick in buttons(page, "pick") if json.loads(legal(page)).get(pick)]
            page = await table(one_guest, match, pick=picks[0]) if picks else page
            move = next((move for move in buttons(page, "move") if move not in ("undo", "end")), "end")
        answer = await submit(one_guest, match, move, ply_of(page))
        assert answer.status_code == 303, answer.text
    assert sheets == 2
    assert (await one_guest.look(match))["status"] == "finished"
    assert "Play again" in page
    again = await one_guest.post(f"{address(match)}/again", headers=FORM)
    assert again.status_code == 303
    following = await one_guest.get(again.headers["location"], headers=FORM)
    assert following.status_code == 200
    new = await one_guest.look({"id": again.headers["location"].rsplit("/", 1)[1]})
    assert new["options"] == {"match": "deals", "deals": 2}
    assert [seat["level"] for seat in new["seats"]] == [None, "novice"]


async def test_the_score_sheet_says_what_the_facts_say(one_guest: Guest) -> None:
    match = await one_guest.begin()
    while match["legal"] != ["deal"]:
        match = (await one_guest.move(match, match["legal"][0])).json()["match"]
    page = await table(one_guest, match)
    rows = re.findall(r'<tr><th scope="row"><bdi>([^<]*)</bdi></th>(.*?)</tr>', page)
    names = ["You", *(seat["name"] for seat in match["seats"][1:])]
    for name, cells in rows:
        seat = names.index(name)
        added, total, _ = re.findall(r"<td>([^<]*)</td>", cells)
        assert int(total) == int(added) == match["facts"][f"points-{seat}"]
    assert len(rows) == 4
    kings = [
        card
        for zone in match["zones"]
        if zone["seat"] is not None
        for card in zone["cards"]
        if card[0] == "K"
    ]
    assert page.count('<i class="costly">') == len(kings)
    assert 'class="felt" inert' in page
    without = await table(one_guest, match, table="")
    assert 'class="sheet"' not in without
    assert "Score sheet" in without


# ---------------------------------------------------------------------- for a script


async def test_a_script_gets_steps_to_show_and_the_whole_table(one_guest: Guest) -> None:
    match = await one_guest.begin()
    answer = await submit(one_guest, match, "end", match["ply"], SCRIPT)
    assert answer.status_code == 200
    shown = answer.json()
    now = await one_guest.look(match)
    assert shown["ply"] == now["ply"]
    assert [step["ply"] for step in shown["steps"]] == list(range(match["ply"] + 1, now["ply"] + 1))
    first = shown["steps"][0]
    assert (first["seat"], first["move"]) == (0, "end")
    assert [(movement["from"], movement["to"]) for movement in first["movements"]] == [("stock", "hand-0")]
    assert first["tell"].startswith("You drew the ")
    assert set(first["parts"]) >= {"north", "stock", "hand-0", "seat-1", "seat-2", "seat-3", "prompt", "log"}
    whole = await one_guest.get(f"{address(match)}?fragment", headers=SCRIPT)
    assert shown["table"] == whole.text
    assert shown["table"].startswith('<div id="table"')


async def test_each_others_turn_is_told_once_and_the_log_says_the_same(one_guest: Guest) -> None:
    match = await one_guest.begin()
    for _ in range(3):
        shown = (await submit(one_guest, match, "end", match["ply"], SCRIPT)).json()
        match = await one_guest.look(match)
        if match["legal"] == ["deal"]:
            break
        sentences = [step["tell"] for step in shown["steps"] if step["seat"] != 0 and step["tell"]]
        names = [match["seats"][seat]["name"] for seat in (1, 2, 3)]
        assert [sentence.split()[0] for sentence in sentences] == names
        log = re.findall(r'<p class="vh">([^<]*)</p>', shown["table"])
        assert log == sentences
        for step in shown["steps"][1:]:
            assert step["say"].startswith(match["seats"][step["seat"]]["name"])
            assert f'data-seat="{step["seat"]}"' in "".join(step["parts"].values()) or step["seat"] == 0


async def test_only_what_a_step_changes_is_sent(one_guest: Guest) -> None:
    match = await one_guest.begin()
    steps = (await submit(one_guest, match, "end", match["ply"], SCRIPT)).json()["steps"]
    for step in steps[1:]:
        touched = {movement[end] for movement in step["movements"] for end in ("from", "to")}
        piles = {name for name in step["parts"] if not name.startswith(("seat-", "hand-", "prompt", "log"))}
        assert piles <= touched
        assert "hand-0" not in step["parts"]


async def test_a_script_gets_problems_in_the_players_words(one_guest: Guest) -> None:
    match = await one_guest.begin()
    answer = await submit(one_guest, match, "carry northeast north", match["ply"], SCRIPT)
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"] == "Corner piles stay where they are."
    answer = await submit(one_guest, match, "end", match["ply"] + 1, SCRIPT)
    assert (answer.status_code, answer.json()["ply"]) == (409, match["ply"])


@pytest.mark.parametrize(
    "move", ["", "x" * 10_001, "play 9h north; drop", "__proto__", "play 9h\x00north", "end end"]
)
async def test_nonsense_changes_nothing(one_guest: Guest, move: str) -> None:
    match = await one_guest.begin()
    for headers in (FORM, SCRIPT):
        assert (await submit(one_guest, match, move, match["ply"], headers)).status_code in (400, 422)
    assert (await submit(one_guest, match, "end", "one", FORM)).status_code == 422
    assert (await one_guest.look(match))["ply"] == match["ply"]


async def test_their_turns_can_be_shown_again_from_before_they_began(one_guest: Guest) -> None:
    match = await one_guest.begin()
    shown = (await submit(one_guest, match, "end", match["ply"], SCRIPT)).json()
    again = (await one_guest.get(f"{address(match)}/turns", headers=SCRIPT)).json()
    theirs = [step for step in shown["steps"] if step["seat"] != 0]
    same = ("ply", "seat", "move", "tell", "movements")
    assert [[step[key] for key in same] for step in again["steps"]] == [
        [step[key] for key in same] for step in theirs
    ]
    assert again["before"]["north"] == shown["steps"][0]["parts"]["north"]
    assert again["before"]["hand-0"] == shown["steps"][0]["parts"]["hand-0"]


# ---------------------------------------------------------------------- what is hidden, whose it is


async def test_no_page_and_no_answer_names_a_card_that_is_hidden(one_guest: Guest) -> None:
    match = await one_guest.begin()
    for turn in range(6):
        seen = visible(match)
        assert shown_cards(await table(one_guest, match)) <= seen
        move = "end" if turn % 2 else match["legal"][0]
        answer = await submit(one_guest, match, move, match["ply"], SCRIPT)
        match = await one_guest.look(match)
        if match["legal"] == ["deal"]:
            break
        played = {
            card
            for step in answer.json()["steps"]
            for card in re.findall(r"\b[A23456789TJQK][cdhs]\b", step["move"])
        }
        assert shown_cards(json.dumps(answer.json()).replace('\\"', '"')) <= visible(match) | seen | played


async def test_the_page_of_somebody_elses_match_is_not_there(one_server: Server, one_app: FastAPI) -> None:
    owner, other = await one_server.guest(one_app), await one_server.guest(one_app)
    match = await owner.begin()
    for path in ("", "?fragment", "/turns"):
        assert (await other.get(address(match) + path, headers=FORM)).status_code == 404
    assert (await submit(other, match, "end", match["ply"])).status_code == 404
    assert (await other.post(f"{address(match)}/again", headers=FORM)).status_code == 404
    assert (await owner.look(match))["ply"] == match["ply"]


async def test_names_are_shown_as_text(one_guest: Guest) -> None:
    match = await one_guest.begin()
    renamed = await one_guest.patch("/api/v1/me", json={"name": "<b>&\"'</b>"})
    assert renamed.status_code == 200
    page = await table(one_guest, match)
    assert "<b>&" not in page
    assert 'title="<' not in page
