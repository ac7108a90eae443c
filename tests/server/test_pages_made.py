"""How the pages of a match are made: as one likes them, light and safe, and for any game."""

import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, cast

import pytest

from kingscorners.cards import Card
from kingscorners.game import Move, View
from kingscorners.server.assets import BUNDLES, VERSION
from kingscorners.server.phrases import PHRASES
from kingscorners.server.phrases.base import Did, Phrases
from kingscorners.server.preferences import values
from kingscorners.server.words import LEVELS
from tests.server.conftest import Guest
from tests.server.tables import FORM, SCRIPT, address, buttons, submit, table
from tests.tiny import Tiny, registered

pytestmark = pytest.mark.anyio


# ---------------------------------------------------------------------- how one likes it


async def test_the_hand_is_sorted_as_one_likes_it(one_guest: Guest) -> None:
    match = await one_guest.begin()
    drawn = next(zone for zone in match["zones"] if zone["seat"] == 0)["cards"]
    ranks, suits = "A23456789TJQK", "cdhs"
    orders = {
        "rank": sorted(drawn, key=lambda card: (ranks.index(card[0]), suits.index(card[1]))),
        "colour": sorted(
            drawn, key=lambda card: (card[1] in "cs", suits.index(card[1]), ranks.index(card[0]))
        ),
        "drawn": drawn,
    }
    assert set(orders) == set(values("sort"))
    for sort, order in orders.items():
        changed = {"sort": sort, "back": address(match)}
        answer = await one_guest.post("/en/settings", data=changed, headers=FORM)
        assert answer.status_code == 303
        assert answer.headers["location"] == address(match)
        for query in ({}, {}, {"fragment": ""}):
            page = await table(one_guest, match, **query)
            assert re.findall(r'class="card[^"]*" data-word="(\w\w)"', page) == order


async def test_the_speed_is_remembered(one_guest: Guest) -> None:
    match = await one_guest.begin()
    for speed in values("speed"):
        await one_guest.post("/en/settings", data={"speed": speed})
        page = await table(one_guest, match)
        assert f'data-speed="{speed}"' in page
        assert f'name="speed" value="{speed}" aria-pressed="true"' in page


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
    """Compressed: the page at most 12 KB, scripts 20 KB, everything 60 KB; few nodes; files stay a year."""
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
    assert len(re.findall("<[a-z]", page)) < 1_500
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
        assert "won the match" in page or "share first place" in page
