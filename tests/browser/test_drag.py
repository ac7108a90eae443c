"""Dragging cards and piles, with the mouse and with a finger, and what must not come of it."""

import pytest
from playwright.sync_api import CDPSession, Locator, Page, Request, expect

from tests.browser.playing import (
    Open,
    after,
    begin,
    card,
    has_play,
    look,
    outlined,
    pile,
    playable,
    ply,
    zone,
)

NEAR = 10
"""How far beside a place a card may be dropped, in px, a little less than the page allows."""


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def index_of(thing: Locator) -> tuple[float, float]:
    """The upper left of a card: in a fan the next one covers the rest."""
    box = thing.bounding_box()
    assert box
    return box["x"] + 14, box["y"] + 20


def drag(page: Page, source: tuple[float, float], *way: tuple[float, float]) -> None:
    """Press there and go that way, without letting go."""
    page.mouse.move(*source)
    page.mouse.down()
    for x, y in way:
        page.mouse.move(x, y, steps=4)


@pytest.fixture
def posted(page: Page) -> list[str]:
    moves: list[str] = []

    def note(asked: Request) -> None:
        if asked.method == "POST":
            moves.append(asked.post_data or "")

    page.on("request", note)
    return moves


def nothing_held(page: Page) -> None:
    expect(page.locator(".flying")).to_have_count(0)
    assert page.locator(".dragged, .away").count() == 0


def test_a_card_is_dragged_to_its_place(page: Page) -> None:
    """Check 15: the same as two taps."""
    match = begin(page, has_play)
    word, place = playable(page)
    drag(page, index_of(card(page, word)), middle(pile(page, place)))
    assert page.locator(".flying").count() == 1
    assert outlined(page) == {move.split()[2] for move in match["legal"] if move.startswith(f"play {word} ")}
    page.mouse.up()
    after(page, match["ply"])
    nothing_held(page)
    assert ply(page) == match["ply"] + 1
    assert zone(look(page, match), place)[-1] == word
    expect(pile(page, place).locator(".top use")).to_have_attribute("href", f"#{word}")


def test_a_drop_beside_a_place_goes_to_the_nearest_one(page: Page) -> None:
    match = begin(page, has_play)
    word, place = playable(page)
    box = pile(page, place).bounding_box()
    assert box
    drag(page, index_of(card(page, word)), (box["x"] - NEAR, box["y"] + box["height"] / 2))
    page.mouse.up()
    after(page, match["ply"])
    assert zone(look(page, match), place)[-1] == word


def test_a_pile_is_dragged_whole(page: Page) -> None:
    match = begin(page, lambda moves: any(move.startswith("carry") for move in moves))
    source, place = next(move.split()[1:] for move in match["legal"] if move.startswith("carry"))
    drag(page, middle(pile(page, source)), middle(pile(page, place)))
    page.mouse.up()
    after(page, match["ply"])
    nothing_held(page)
    assert zone(look(page, match), place) == zone(match, place) + zone(match, source)


def test_a_drop_elsewhere_returns_the_card(page: Page, posted: list[str]) -> None:
    begin(page, has_play)
    word, place = playable(page)
    posted.clear()
    drag(page, index_of(card(page, word)), middle(pile(page, place)), (4, 400))
    page.mouse.up()
    nothing_held(page)
    assert outlined(page) == set()
    expect(card(page, word)).to_have_attribute("aria-pressed", "false")
    assert posted == []


def test_escape_and_a_lost_window_end_a_drag(page: Page, posted: list[str]) -> None:
    begin(page, has_play)
    word, place = playable(page)
    posted.clear()
    for end in ("escape", "blur"):
        drag(page, index_of(card(page, word)), middle(pile(page, place)))
        if end == "escape":
            page.keyboard.press("Escape")
        else:
            page.evaluate("dispatchEvent(new Event('blur'))")
        nothing_held(page)
        page.mouse.up()
        assert outlined(page) == set()
    assert posted == []


def test_a_drop_on_a_wrong_pile_says_why(page: Page, complaints: list[str]) -> None:
    match = begin(page, has_play)
    corner = next(name for name in ("southeast", "southwest", "northwest") if not zone(match, name))
    word = next(word for word in zone(match, "hand-0") if word[0] != "K")
    drag(page, index_of(card(page, word)), middle(pile(page, corner)))
    page.mouse.up()
    expect(page.locator(".prompt")).to_contain_text("Only a King can start a corner.")
    nothing_held(page)
    assert ply(page) == look(page, match)["ply"] == match["ply"]
    complaints.clear()  # the browser notes every 400


def test_a_press_that_trembles_is_a_tap(page: Page) -> None:
    begin(page, has_play)
    word, _ = playable(page)
    x, y = index_of(card(page, word))
    drag(page, (x, y), (x + 5, y + 3))
    page.mouse.up()
    expect(card(page, word)).to_have_attribute("aria-pressed", "true")
    assert page.locator(".flying").count() == 0


# ---------------------------------------------------------------------- with a finger


class Finger:
    """One finger on a touch screen."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        self.session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    def drag(self, source: tuple[float, float], target: tuple[float, float]) -> None:
        self._touch("touchStart", source)
        for step in range(1, 6):
            x, y = (a + (b - a) * step / 5 for a, b in zip(source, target, strict=True))
            self._touch("touchMove", (x, y))

    def up(self) -> None:
        self._touch("touchEnd")

    def cancel(self) -> None:
        self._touch("touchCancel")


@pytest.fixture
def phone(open_page: Open) -> Page:
    return open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)


def test_a_finger_drags_a_card_and_the_page_stays(phone: Page) -> None:
    """Check 15."""
    match = begin(phone, has_play)
    word, place = playable(phone)
    finger = Finger(phone)
    finger.drag(index_of(card(phone, word)), middle(pile(phone, place)))
    assert phone.locator(".flying").count() == 1
    assert phone.evaluate("[scrollX, scrollY]") == [0, 0]
    finger.up()
    after(phone, match["ply"])
    nothing_held(phone)
    assert zone(look(phone, match), place)[-1] == word


def test_a_call_in_mid_drag_leaves_no_ghost(phone: Page) -> None:
    """Check 15: pointercancel. The next tap is a tap again."""
    match = begin(phone, has_play)
    word, place = playable(phone)
    finger = Finger(phone)
    finger.drag(index_of(card(phone, word)), middle(pile(phone, place)))
    finger.cancel()
    nothing_held(phone)
    assert outlined(phone) == set()
    assert look(phone, match)["ply"] == match["ply"]
    phone.touchscreen.tap(*index_of(card(phone, word)))
    expect(card(phone, word)).to_have_attribute("aria-pressed", "true")
    phone.touchscreen.tap(*middle(pile(phone, place)))
    after(phone, match["ply"])
    assert zone(look(phone, match), place)[-1] == word
