"""The pages of a match over HTTP: plain forms, what a script gets, and that neither tells a hidden card."""

import gzip
import html
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, cast

import pytest
from fastapi import FastAPI

from kingscorners.cards import Card
from kingscorners.game import Move, View
from kingscorners.server.assets import BUNDLES, VERSION
from kingscorners.server.phrases import PHRASES
from kingscorners.server.phrases.base import Did, Phrases
from kingscorners.server.scene import SORTS
from kingscorners.server.words import LEVELS
from tests.server.conftest import Guest, Server
from tests.tiny import Tiny, registered

pytestmark = pytest.mark.anyio

FORM = {"Accept": "text/html"}
SCRIPT = {"Accept": "application/json"}
BUTTON = re.compile(r"<button\b([^>]*)>", re.DOTALL)
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


def address(match: Any) -> str:
    return f"/en/play/{match['id']}"


async def table(guest: Guest, match: Any, **query: str) -> str:
    answer = await guest.get(address(match), params=query, headers=FORM)
    assert answer.status_code == 200, answer.text
    return answer.text


async def submit(guest: Guest, match: Any, move: str, ply: int | str, headers: Any = FORM) -> Any:
    return await guest.post(f"{address(match)}/move", data={"move": move, "ply": str(ply)}, headers=headers)


def buttons(page: str, form: str) -> list[str]:
    """The values of the buttons of one form that can be pressed."""
    found = []
    for attributes in BUTTON.findall(page):
        known = {name: html.unescape(value) for name, value in ATTRIBUTE.findall(attributes)}
        if known.get("form") == form and not re.search(
            r"\bdisabled\b(?!=)", re.sub(r'"[^"]*"', "", attributes)
        ):
            found.append(known["value"])
    return found


def ply_of(page: str) -> int:
    found = re.search(r'name="ply" value="(\d+)"', page)
    assert found
    return int(found[1])


def shown_cards(page: str) -> set[str]:
    """The faces that the page shows, and every card named in an attribute; the drawings left out."""
    page = re.sub(r'<svg class="sprite".*?</defs></svg>', "", page, flags=re.DOTALL)
    faces = set(re.findall(r'href="#([A23456789TJQK][cdhs])"', page))
    attributes = " ".join(value for name, value in ATTRIBUTE.findall(page) if name != "d")
    named = set(re.findall(r"\b([A23456789TJQK][cdhs])\b", attributes))
    return faces | named


def visible(match: Any) -> set[str]:
    return {card for zone in match["zones"] for card in zone["cards"]} - {"??"}


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


def legal(page: str) -> str:
    found = re.search(r"data-legal='([^']*)'", page)
    assert found
    return found[1].replace("\\u0027", "'")


async def test_the_score_sheet_says_what_the_facts_say(one_guest: Guest) -> None:
    match = await one_guest.begin()
    while match["legal"] != ["deal"]:
        match = (await one_guest.move(match, match["legal"][0])).json()["match"]
    page = await table(one_guest, match)
    rows = re.findall(r'<tr><th scope="row">([^<]*)</th>(.*?)</tr>', page)
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
    assert (await owner.get(f"/xx/play/{match['id']}", headers=FORM)).status_code == 404
    assert (await owner.look(match))["ply"] == match["ply"]


async def test_names_are_shown_as_text(one_guest: Guest) -> None:
    match = await one_guest.begin()
    renamed = await one_guest.patch("/api/v1/me", json={"name": "<b>&\"'</b>"})
    assert renamed.status_code == 200
    page = await table(one_guest, match)
    assert "<b>&" not in page
    assert 'title="<' not in page


# ---------------------------------------------------------------------- how one likes it


async def test_the_hand_is_sorted_as_one_likes_it(one_guest: Guest) -> None:
    match = await one_guest.begin()
    drawn = next(zone for zone in match["zones"] if zone["seat"] == 0)["cards"]
    ranks, suits = "A23456789TJQK", "cdhs"
    orders = {
        "rank": sorted(drawn, key=lambda card: (ranks.index(card[0]), suits.index(card[1]))),
        "suit": sorted(drawn, key=lambda card: (suits.index(card[1]), ranks.index(card[0]))),
        "drawn": drawn,
    }
    assert set(orders) == set(SORTS)
    for sort, order in orders.items():
        answer = await one_guest.get(address(match), params={"sort": sort}, headers=FORM)
        assert answer.status_code == 303
        for _ in range(2):
            page = await table(one_guest, match)
            assert re.findall(r'class="card" data-word="(\w\w)"', page) == order
        fragment = await one_guest.get(address(match), params={"fragment": "", "sort": sort}, headers=SCRIPT)
        assert re.findall(r'class="card" data-word="(\w\w)"', fragment.text) == order


async def test_the_speed_is_remembered_and_a_wrong_one_is_not(one_guest: Guest) -> None:
    match = await one_guest.begin()
    for kept, speed in (("fast", "fast"), ("off", "off"), ("'><script>", "normal")):
        one_guest.cookies.set("speed", kept)
        page = await table(one_guest, match)
        assert f'data-pace="{speed}"' in page
        assert f'data-speed="{speed}" aria-pressed="true"' in page


# ---------------------------------------------------------------------- weight and safety


async def test_the_page_has_no_inline_script_style_or_handler(one_guest: Guest) -> None:
    match = await one_guest.begin()
    pages = [await table(one_guest, match, pick="north")]
    while match["legal"] != ["deal"]:
        match = (await one_guest.move(match, match["legal"][0])).json()["match"]
    pages.append(await table(one_guest, match))
    for page in pages:
        assert not re.search(r"\sstyle=|<style|\son\w+=", page)
        assert all(
            re.match(r'<script type="module" src="', tag) for tag in re.findall(r"<script[^>]*>", page)
        )


async def test_what_a_first_load_weighs(one_guest: Guest) -> None:
    """Compressed: the page at most 12 KB, scripts 20 KB, everything 60 KB; and files are kept for a year."""
    match = await one_guest.begin()
    for _ in range(4):
        match = (await one_guest.move(match, "end")).json()["match"]
        if match["legal"] == ["deal"]:
            break
    page = await table(one_guest, match)
    sizes = {"page": len(gzip.compress(page.encode(), 6))}
    files = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    for file in files:
        answer = await one_guest.get(file)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        sizes[file] = len(gzip.compress(answer.content, 6))
    assert sizes["page"] <= 12_000
    assert sum(size for file, size in sizes.items() if file.endswith(".js")) <= 20_000
    assert sum(sizes.values()) <= 60_000


async def test_files_of_an_older_version_are_served_but_not_kept(one_guest: Guest) -> None:
    answer = await one_guest.get(f"/static/{VERSION}/js/play.js")
    older = await one_guest.get("/static/000000000000/js/play.js")
    assert older.content == answer.content
    assert older.headers["cache-control"] == "no-cache"
    for bundle in BUNDLES:
        assert (
            (await one_guest.get(f"/static/{VERSION}/{bundle}"))
            .headers["content-type"]
            .startswith("text/css")
        )
    assert (await one_guest.get(f"/static/{VERSION}/js/none.js")).status_code == 404
    assert (await one_guest.get(f"/static/{VERSION}/../app.py")).status_code == 404


# ---------------------------------------------------------------------- any game


class TinyPhrases(Phrases):
    """The words of the tiny game: all that its table needs."""

    name = "Tiny"
    zones: ClassVar = {
        "table": ("Table", "Table"),
        "pocket": ("Pocket", "Pocket"),
        "stock": ("Stock", "Stock"),
    }
    did: ClassVar = {"lay": Did("laid %(cards)s", "laid", "%(cards)s laid")}
    buttons: ClassVar = {"take": "Take a card", "end": "End turn"}

    def button(self, move: Move, view: View) -> str:
        return f"Hide the {Card.parse(move.words[0])}" if move.verb == "hide" else super().button(move, view)


@contextmanager
def tiny_with_words() -> Iterator[None]:
    with registered(), pytest.MonkeyPatch.context() as patch:
        patch.setitem(cast(dict[str, Phrases], PHRASES), Tiny.name, TinyPhrases())
        patch.setitem(LEVELS, "careful", "Careful")
        yield


async def test_the_table_of_another_game_needs_its_words_only(one_guest: Guest) -> None:
    with tiny_with_words():
        match = await one_guest.begin(game=Tiny.name, seats=2, players=["careful"])
        for _ in range(40):
            page = await table(one_guest, match)
            moves = set(buttons(page, "move"))
            for pick in buttons(page, "pick"):
                moves |= set(buttons(await table(one_guest, match, pick=pick), "move"))
            assert moves - {"undo"} == set(match["legal"])
            if not match["legal"]:
                break
            answer = await submit(one_guest, match, match["legal"][-1], match["ply"], SCRIPT)
            assert answer.status_code == 200
            match = await one_guest.look(match)
        assert match["status"] == "finished"
        assert "won the match" in page or "share the first place" in page
