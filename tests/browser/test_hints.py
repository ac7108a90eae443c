"""The best moves of a turn, followed in a browser from the first to the end of the turn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from kingscorners.server.live import Live, Player
from kingscorners.server.preferences import Preferences
from tests.browser import stage
from tests.browser.pixels import read
from tests.browser.playing import after, begin, card, end_turn, in_sheet, legal, ply, prefer
from tests.games import klondike_positions

PHONE: ViewportSize = {"width": 360, "height": 640}
SCREEN: ViewportSize = {"width": 1440, "height": 900}


def numbered(page: Page) -> int:
    """How many moves are marked: the highest number in the labels, or one without a number."""
    labels = page.locator(".advised[aria-label]").evaluate_all("all => all.map(one => one.ariaLabel)")
    numbers = [int(number) for label in labels for number in re.findall(r"\d+", label.rpartition("Hint")[2])]
    return max(numbers, default=int(bool(labels)))


def best_now(page: Page) -> list[str]:
    """What is marked for now, and what its label begins with: the words of the first move."""
    words: list[str] = page.locator("button.advised:not(.later)[data-word]").evaluate_all(
        "all => all.map(one => one.dataset.word)"
    )
    return words


def follow(page: Page) -> None:
    """Play the first of the marked moves by two taps: what is marked for now, and where it may go."""
    before, words = ply(page), best_now(page)
    what, where = next((one, other) for one in words for other in words if other in legal(page).get(one, {}))
    (card(page, what) if len(what) == 2 else page.locator(f'.slot[data-word="{what}"]')).click()
    arrows = """all => all.filter(one => getComputedStyle(one, "::after").display !== "none").length"""
    assert page.locator(".slot.advised.legal").evaluate_all(arrows) == 0  # where the number stands
    page.locator(f'.slot[data-word="{where}"].legal').click()
    after(page, before)


def test_a_group_of_moves_is_followed_and_each_next_hint_is_shorter(page: Page) -> None:
    page.set_viewport_size(SCREEN)
    for _ in range(30):
        begin(page)
        prefer(page, hints="best")
        page.reload()
        if numbered(page) >= 3:
            break
    left = numbered(page)
    assert left >= 3
    while left:
        expect(page.locator(".message.advice .vh").first).to_have_text(re.compile(r"^Hint: .+\. .+\.$"))
        follow(page)
        if in_sheet(page):
            return
        now = numbered(page)
        assert now == left - 1
        left = now
    expect(page.locator(".act.advised")).to_have_attribute("value", "end")
    end_turn(page)


ADVISED = Preferences(hints="best", tips=False)
INDEX = (0.06, 0.04, 0.62, 0.27)
"""Where a card's rank and suit are: shares of its width and height."""
TOUCHED = 0.04
"""How far an outline at the edge of that may change it; a number in it changes far more."""


def klondike() -> str:
    """A Ten with a Nine on it goes to a Jack that comes from the waste."""
    state = klondike_positions.position("(2c) Ts 9h", "Qs", "(9c) 5d", stock="4h", waste="Ks Jh")
    setup, position = klondike_positions.at(state)
    players = (Player(0, stage.NAMES[0], None, 1),)
    live = Live("staged", setup, players, None, False, "c" * 64, 0, None, position)
    return stage.draw(live, preferred=ADVISED)


@pytest.mark.parametrize("size", [PHONE, SCREEN], ids=["phone", "screen"])
@pytest.mark.parametrize(
    ("body", "numbers"), [(stage.table(14, preferred=ADVISED), 10), (klondike(), 3)], ids=["hand", "columns"]
)
def test_numbers_hide_no_rank_and_no_suit(page: Page, size: ViewportSize, body: str, numbers: int) -> None:
    page.set_viewport_size(size)
    stage.show(page, body)
    assert page.locator("[data-order]").count() >= numbers
    marked = read(page.screenshot())
    page.evaluate("document.documentElement.dataset.hints = 'off'")
    plain = read(page.screenshot())
    assert marked.differs_from(plain)
    boxes = page.locator(".board .card:not(.down .card), .fan .card").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.x, box.y, box.width, box.height])"
    )
    for x, y, width, height in boxes:
        left, top, right, bottom = INDEX
        part = (
            (x + left * width) / size["width"],
            (y + top * height) / size["height"],
            (x + right * width) / size["width"],
            (y + bottom * height) / size["height"],
        )
        assert marked.part(*part).differs_from(plain.part(*part)) < TOUCHED, (x, y)
