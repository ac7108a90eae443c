"""Klondike in a browser: a match to its end by taps and drags, and a long column on a small phone."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import FloatRect, Page, Position, expect

from kingscorners.cards import DECK, cards
from kingscorners.games import GAMES
from kingscorners.games.klondike import Options
from kingscorners.record import Setup
from kingscorners.server.live import Live, Player
from tests.browser import stage
from tests.browser.pixels import read
from tests.browser.playing import after, legal, ply, sit_down

CORNER: Position = {"x": 12, "y": 5}
"""Where a card can be touched on which others lie."""


def begin(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    sit_down(page, "klondike")


def card(word: str) -> str:
    return f'.laid [data-word="{word}"]'


def gainful(page: Page) -> tuple[str, str] | None:
    """A card and its place: up to a foundation, else off the waste, else one that bares a hidden card."""
    moves = {word: list(places) for word, places in legal(page).items() if len(word) == 2}
    for word, places in moves.items():
        if places[0].startswith("foundation"):
            return word, places[0]
    for word, places in moves.items():
        if page.locator(f".kind-waste {card(word)}, .down + li > {card(word)[6:]}").count():
            return word, places[0]
    return None


def test_a_match_is_played_to_its_end(page: Page) -> None:
    begin(page)
    assert page.locator(".seats, .hand").count() == 0
    expect(page.locator(".tally")).to_contain_text("moves: 0")
    tried: set[str] = set()
    while page.locator(".sheet").count() == 0:
        before, move = ply(page), gainful(page)
        if move is None:
            draw = page.locator(".actions button[value=draw]")
            (
                draw if draw.count() else page.locator("#side button[value=resign], .act[value=resign]").first
            ).click()
            after(page, before)
            continue
        word, place = move
        picked = page.locator(card(word))
        top = page.locator(f'.spread[data-zone="{place}"] [data-word]').last
        if place.startswith("foundation"):
            tried.add("twice")
            picked.dblclick()
        elif len(tried) % 2:
            tried.add("drag")
            picked.drag_to(top, source_position=CORNER, target_position=CORNER)
        else:
            tried.add("taps")
            picked.click(position=CORNER)
            expect(picked).to_have_attribute("aria-pressed", "true")
            top.click(position=CORNER)
        after(page, before)
        expect(page.locator(f'.spread[data-zone="{place}"] {card(word)}')).to_have_count(1)
    assert {"twice", "taps"} <= tried
    expect(page.locator(".sheet")).to_contain_text("You gave up")


def test_one_tap_on_the_stock_turns_a_card_up(page: Page) -> None:
    """It ends no turn, so nothing has to be asked first; what is picked does not come in its way."""
    begin(page)
    stock = page.locator('.slot[data-word="stock"]')
    for count in (1, 2):
        before = ply(page)
        if count == 2:
            page.locator(".kind-waste .laid [data-word]").last.click()
        stock.click()
        after(page, before)
        expect(page.locator(".kind-waste .laid [data-word]")).to_have_count(count)


def test_a_phone_tells_how_far_one_is_too(page: Page) -> None:
    begin(page)
    page.set_viewport_size({"width": 360, "height": 640})
    told = page.locator(".tally .about").bounding_box()
    board = page.locator(".board").bounding_box()
    assert told
    assert board
    assert told["width"] > 100
    assert told["height"] > 10
    assert told["y"] + told["height"] <= board["y"] + 12
    assert told["x"] + told["width"] <= 360


def test_a_game_for_one_without_points_has_no_empty_list_of_scores(page: Page) -> None:
    begin(page)
    expect(page.locator("#side")).not_to_contain_text("Scores")


def staged() -> str:
    """A column of six hidden cards and a run from the King down to the Ace: the longest there can be."""
    run = cards("Ks Qh Js Th 9s 8h 7s 6h 5s 4h 3s 2h As")
    rest = [one for one in DECK if one not in run]
    setup = Setup(GAMES["klondike"], b"s" * 32, 1, Options())
    columns = ((), (), (), (), (), (), (*rest[:6], *run))
    state = setup.start().state._replace(columns=columns, down=(0,) * 6 + (6,), stock=tuple(rest[6:]))
    players = (Player(0, "Amber Heron 41", None, 1),)
    return stage.draw(
        Live("staged", setup, players, None, False, "c" * 64, 0, None, setup.position(3, state))
    )


def test_a_column_of_nineteen_cards_can_be_read_on_a_small_phone(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    stage.show(page, staged())
    column = page.locator('[data-zone="column-7"]')
    tops = column.locator("li").evaluate_all("all => all.map(one => one.getBoundingClientRect().y)")
    assert len(tops) == 19
    width = column.evaluate("one => one.getBoundingClientRect().width")
    # A rank and its suit reach down to a quarter of a card that is a third higher than wide.
    assert min(low - high for high, low in pairwise(tops[6:])) >= width / 3 - 1
    last = column.locator("li").last.bounding_box()
    board = page.locator(".board").bounding_box()
    assert last
    assert board
    assert last["y"] + last["height"] <= board["y"] + board["height"]
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)])
def test_a_replay_shows_the_columns_side_by_side(page: Page, size: tuple[int, int]) -> None:
    begin(page)
    before, match = ply(page), page.url.rsplit("/", 1)[-1]
    page.locator("#side button[value=resign]").click()
    after(page, before)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/en/replay/{match}?ply=1")
    columns = page.locator(".kind-column").evaluate_all("all => all.map(one => one.getBoundingClientRect())")
    cards = page.locator(".laid li").evaluate_all("all => all.map(one => one.getBoundingClientRect())")
    board = page.locator("#replay .board").bounding_box()
    assert board
    assert len(columns) == 7
    assert len(cards) == 28
    assert all(here["right"] <= there["left"] for here, there in pairwise(columns))
    assert max(card["bottom"] for card in cards) <= board["y"] + board["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_picked_card_has_a_dark_line_around_it_as_in_a_hand(page: Page) -> None:
    """A white frame alone would be lost on a white card."""
    begin(page)
    picked = page.locator(".laid button[data-word]").last
    picked.click()
    expect(picked).to_have_attribute("aria-pressed", "true")
    box = picked.bounding_box()
    assert box
    for x in (box["x"] - 2, box["x"] + box["width"]):
        clip = FloatRect(x=x, y=box["y"] + box["height"] / 2, width=2, height=8)
        assert read(page.screenshot(clip=clip)).lightness < 0.25
