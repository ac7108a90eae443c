"""Idiot in a browser: five seats and hands of forty cards on every screen, and a whole match."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kingscorners.cards import DECK, cards
from kingscorners.games import GAMES
from kingscorners.record import Setup
from kingscorners.server.languages import LANGUAGES
from kingscorners.server.live import Live, Player
from tests.browser import stage
from tests.browser.playing import after, legal, ply, prefer, sit_down
from tests.browser.test_layout import SCROLLS, apart, boxes, resized
from tests.games.idiot_positions import HOUSE, position

Open = Callable[..., Page]

SIZES = [(320, 568), (360, 640), (390, 844), (740, 360), (768, 1024), (1024, 768), (1366, 650), (1440, 900)]
MINE, PILE = "Ah 2h Th", "4h 7d 8s 8c"
UPS = ("Kc Kd Ac", "Qs Jh Td", "9c 9d 2s", "As Ks Qh")
SEVERAL = "4c 4d 4h 4s 5c 5d 5h 6c 6d 9c 9d"

# Cards of the hand of which less than a square of 24 px can be hit.
HARD_TO_HIT = """() => [...document.querySelectorAll(".fan .card")].filter(card => {
    const box = card.getBoundingClientRect();
    const hit = (x, y) => document.elementFromPoint(x, y)?.closest(".card") === card;
    return ![1, 12, 23].every(x => [2, 12, 23].every(y => hit(box.x + x, box.y + y)));
}).map(card => card.dataset.word)"""
# Cards on the pile whose rank cannot be read: it lies in the upper left corner.
PILE_UNREADABLE = """() => [...document.querySelectorAll(".kind-pile .card")].filter(card => {
    const box = card.getBoundingClientRect();
    return [.09, .2, .32].some(x => [.07, .18, .28].some(y => document.elementFromPoint(
        box.x + box.width * x, box.y + box.height * y)?.closest(".card") !== card));
}).map(card => card.dataset.word)"""
# Elements whose words or pictures need more room than they have.
CLIPPED = """selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility())
    .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    .map(one => one.textContent.trim())"""


def staged(held: int = 40, seats: int = 5, hand: str = "", language: str = "en", **state: Any) -> str:
    """A table where everybody has three visible and three hidden cards, and oneself so many in the hand.

    Forty cards leave too few for five seats: some of the others' are drawn twice.
    """
    rest = [card for card in DECK if card not in cards(f"{MINE} {PILE}")]
    laid = {"pile": PILE, "stock": "3c", "ups": (MINE, *UPS[: seats - 1]), "downs": ("3c 4d 5h",) * seats}
    shown = position(
        hand or " ".join(map(str, rest[:held])), *["3c 4d 5h"] * (seats - 1), **{**laid, **state}
    )
    setup = Setup(GAMES["idiot"], b"s" * 32, seats, HOUSE)
    players = tuple(
        Player(seat, stage.NAMES[seat], "steady" if seat else None, None if seat else 1)
        for seat in range(seats)
    )
    live = Live("staged", setup, players, None, False, "c" * 64, 0, None, setup.position(30, shown))
    return stage.draw(live, language=language)


def check_apart(page: Page) -> None:
    """Fails when parts of the table lie over each other; only cards of one hand or pile may."""
    parts = [
        *boxes(page, ".seat", ".zone-stock", ".kind-pile .card", ".sets .act", ".prompt"),
        *boxes(page, ".mine .card", ".fan .card", ".actions > *", ".side"),
    ]
    heaps = {".kind-pile .card", ".fan .card"}
    for i, one in enumerate(parts):
        for other in parts[i + 1 :]:
            assert one["selector"] == other["selector"] in heaps or apart(one, other), (one, other)


@pytest.mark.parametrize("held", [21, 27, 40, 46])
def test_a_large_hand_and_five_seats_fit_every_screen(page: Page, held: int) -> None:
    """Nothing scrolls, lies over anything else or beyond the edge; cards can be hit, the pile can be read."""
    stage.show(page, staged(held))
    for size in resized(page, SIZES):
        assert page.evaluate(SCROLLS) == [False, False], size
        check_apart(page)
        found = boxes(page, ".seat", ".before .chip", ".kind-pile .card", ".mine .card", ".fan .card")
        assert len([one for one in found if one["selector"] == ".fan .card"]) == min(held, 45)
        for box in found:
            assert min(box["x"], box["y"]) >= 0, (size, box)
            assert box["right"] <= size[0] + 0.5, (size, box)
            assert box["bottom"] <= size[1] + 0.5, (size, box)
        assert page.evaluate(HARD_TO_HIT) == [], size
        assert page.locator(".kind-pile .card").count() == 4
        assert page.evaluate(PILE_UNREADABLE) == [], size
        assert page.evaluate(CLIPPED, ".before, .before .chip") == [], size


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_seat_shows_its_visible_cards_and_how_many_are_hidden(page: Page, seats: int) -> None:
    stage.show(page, staged(5, seats))
    for size in resized(page, SIZES):
        check_apart(page)
        assert page.locator(".mine .card").count() == 6
        for seat in range(1, seats):
            before = page.locator(f".seat.of-{seat} .before")
            assert before.locator(".chip:visible").count() == 3
            expect(before.locator(".mini")).to_be_visible()
            assert page.evaluate(CLIPPED, f".of-{seat} .before, .of-{seat} .before .chip") == [], size


@pytest.mark.parametrize("language", LANGUAGES)
def test_plays_of_several_cards_wait_for_a_card_and_hide_nothing(page: Page, language: str) -> None:
    stage.show(page, staged(hand=SEVERAL, pile="3h 3d", language=language), f"/{language}/play/staged")
    sets = page.locator(".sets .act")
    assert sets.count() == 7
    for size in resized(page, SIZES):
        expect(sets.locator("visible=true")).to_have_count(0)
        page.locator('.fan [data-word="4h"]').click(position={"x": 6, "y": 12})
        shown = sets.locator("visible=true").evaluate_all("all => all.map(one => one.value)")
        assert shown == [f"play {some} pile" for some in ("4c 4d", "4c 4d 4h", "4c 4d 4h 4s")]
        assert page.evaluate(CLIPPED, ".sets .act, .sets .chip") == [], size
        check_apart(page)
        for box in boxes(page, ".sets .act"):
            assert box["bottom"] - box["y"] >= 44
            assert 0 <= box["x"] < box["right"] <= size[0], (size, box)
        page.keyboard.press("Escape")


def test_a_few_plays_of_several_cards_are_offered_at_once(page: Page) -> None:
    stage.show(page, staged(hand="4d 4h 9c", pile="3h"))
    page.set_viewport_size({"width": 320, "height": 568})
    button = page.get_by_role("button", name="Play 4 of diamonds and 4 of hearts")
    expect(button).to_be_visible()
    page.locator('.fan [data-word="9c"]').click()
    expect(button).to_be_visible()
    notch = "one => getComputedStyle(one, '::after')[%r]"
    top = page.locator(".kind-pile .card")
    assert top.evaluate(notch % "top") == "-15px", "the mark of a legal place is above the top card"
    assert page.locator(".kind-pile > .slot").evaluate(notch % "display") == "none"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tip_lies_over_no_card(page: Page, language: str) -> None:
    """The longest tips of a beginner's first turns, on phones."""
    prefer(page, tips="true", speed="off")
    answer = page.request.post("/api/v1/matches", data={"game": "idiot", "seats": 5})
    page.goto(f"/{language}/play/{answer.json()['id']}")
    expect(page.locator(".message.tip")).to_be_visible()
    for _ in resized(page, [(320, 568), (360, 640)]):
        found = boxes(page, ".message.tip", ".mine .card", ".kind-pile .slot", ".zone-stock")
        tips = [one for one in found if one["selector"] == ".message.tip"]
        assert all(apart(tip, other) for tip in tips for other in found if other not in tips), found
        mine = min(one["y"] for one in found if one["selector"] == ".mine .card")
        assert mine - max(tip["bottom"] for tip in tips) >= 4
        assert page.evaluate(CLIPPED, ".message.tip") == []


def test_a_match_is_played_to_its_end(page: Page) -> None:
    """By taps on cards, on the pile and on the stock, and by buttons."""
    page.set_viewport_size({"width": 360, "height": 640})
    sit_down(page, "idiot", seats=3)
    tried: set[str] = set()
    while page.locator(".sheet").count() == 0:
        before = ply(page)
        tried.add(one_move(page, tried))
        after(page, before)
    assert {"exchange", "button", "taps"} <= tried
    expect(page.locator("#sheet-title")).to_be_focused()
    expect(page.locator(".sheet")).to_contain_text("The Idiot: ")
    expect(page.locator(".rows > li:not(.head)")).to_have_count(3)


def one_move(page: Page, tried: set[str]) -> str:
    """Something that is allowed, in a way that has not been tried yet if there is one; which way that was."""
    moves = legal(page)
    word = next((word for word in moves if len(word) == 2), next(iter(moves), ""))
    buttons = page.locator(".board .act:visible, .actions .act:visible")
    if page.locator('.act[value="ready"]').count():
        if "exchange" not in tried:
            page.locator(f'.fan [data-word="{word}"]').click()
            page.locator(f'.mine [data-word="{next(iter(moves[word]))}"]').click()
            return "exchange"
        page.locator('.act[value="ready"]').click()
        return "ready"
    if buttons.count():
        buttons.last.click()
        return "button"
    picked = page.locator(f'[data-word="{word}"]').first
    picked.click(position={"x": 6, "y": 12})
    target = next(iter(moves[word]))
    page.locator(f'[data-zone="{target}"] [data-word], [data-zone="{target}"][data-word]').last.click()
    return "twice" if target == word else "taps"


def test_the_pile_of_four_lies_in_the_order_of_play(page: Page) -> None:
    stage.show(page, staged(5))
    lying = page.locator(".kind-pile .card").evaluate_all(
        "all => all.map(one => [one.dataset.word, one.getBoundingClientRect().x])"
    )
    assert [word for word, _ in lying] == PILE.split()
    assert all(left < right for (_, left), (_, right) in pairwise(lying))
