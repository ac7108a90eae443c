"""What is preferred, in a real browser: it holds at once and from the first paint, and can be seen."""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from kingscorners.server.people import COOKIE
from kingscorners.server.preferences import values
from tests.browser import pixels, stage
from tests.browser.pixels import Picture
from tests.browser.playing import begin, rest
from tests.browser.test_layout import EVERY_SIZE, HITTABLE, SCROLLS, resized

Open = Callable[..., Page]

LIGHT, DARK = "rgb(246, 244, 239)", "rgb(15, 18, 38)"
STYLE = "(one, what) => getComputedStyle(one)[what]"


def paper(page: Page) -> str:
    colour: str = page.locator("body").evaluate(STYLE, "backgroundColor")
    return colour


def picture(one: Locator) -> Picture:
    return pixels.read(one.screenshot(animations="disabled"))


def prefer(page: Page, **preferences: str) -> None:
    """As a page looks with other preferences: nothing but the root's attributes says what they are."""
    page.evaluate("preferences => Object.assign(document.documentElement.dataset, preferences)", preferences)


def settings(page: Page, back: str = "/en/me") -> None:
    page.goto(back)
    page.locator("header").get_by_role("link", name="Settings").click()
    page.wait_for_url("**/settings")


# ---------------------------------------------------------------------- changing them


def test_a_theme_holds_at_once_survives_reloading_and_does_not_flash(open_page: Open) -> None:
    """Check 34. Without scripts it is the same, so no script can have changed it after the first paint."""
    page = open_page(color_scheme="light")
    settings(page)
    assert paper(page) == LIGHT
    page.evaluate("window.stayed = true")
    with page.expect_response("**/settings") as saved:
        page.get_by_text("Dark", exact=True).click()
    assert saved.value.ok
    expect(page.locator("body")).to_have_css("background-color", DARK)
    assert page.evaluate("window.stayed")
    page.reload()
    assert paper(page) == DARK
    expect(page.get_by_role("radio", name="Dark", exact=True)).to_be_checked()

    (guest,) = (one["value"] for one in page.context.cookies() if one["name"] == COOKIE)
    still = open_page(color_scheme="light", java_script_enabled=False)
    still.context.add_cookies([{"name": COOKIE, "value": guest, "url": page.url.split("/en/")[0]}])
    still.goto("/en/rules/kings-corners")
    assert paper(still) == DARK

    with page.expect_response("**/settings"):
        page.get_by_text("Like my device").click()
    schemes: tuple[tuple[Literal["dark", "light"], Any], ...] = (("dark", DARK), ("light", LIGHT))
    for scheme, seen in schemes:
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("body")).to_have_css("background-color", seen)


def test_every_setting_can_be_changed_and_done_leads_back(page: Page) -> None:
    page.goto("/en/")
    settings(page)
    chosen: dict[str, Any] = page.request.get("/api/v1/me/settings").json()
    for name, before in list(chosen.items()):
        value: str | bool
        inputs = page.locator(f"input[name={name}]:not([type=hidden])")
        if isinstance(before, bool):
            control, value = inputs, not before
        else:
            value = next(one for one in values(name) if one != before)
            control = inputs.and_(page.locator(f"[value={value}]"))
        with page.expect_response("**/settings"):
            control.click()
        expected = chosen | {name: value}
        chosen = page.request.get("/api/v1/me/settings").json()
        assert chosen == expected
    page.get_by_role("button", name="Done").click()
    page.wait_for_url("**/en/me")


def test_one_change_leaves_the_defaults_of_the_others_alone(page: Page) -> None:
    """A beginner's defaults change later: opening the settings does not choose them for ever."""
    settings(page)
    with page.expect_request("**/settings") as sent:
        page.get_by_text("Four colours").click()
    assert sent.value.post_data == "deck=colours"


def test_without_a_script_one_button_saves_all_and_leads_back(open_page: Open) -> None:
    page = open_page(java_script_enabled=False, color_scheme="light")
    settings(page, "/en/rules/kings-corners")
    page.get_by_role("radio", name="Dark", exact=True).check()
    page.get_by_role("switch", name=re.compile("Single-letter")).uncheck()
    page.get_by_role("button", name="Done").click()
    page.wait_for_url("**/en/rules/kings-corners")
    assert paper(page) == DARK
    assert page.locator("html").get_attribute("data-letters") == "false"
    assert page.locator("html").get_attribute("data-double-tap") == "true"


def test_a_change_that_cannot_be_saved_is_taken_back_and_says_so(page: Page, complaints: list[str]) -> None:
    settings(page)
    page.route("**/settings", lambda route: route.abort())
    page.get_by_role("radio", name="Dark", exact=True).click()
    expect(page.get_by_text("The change could not be saved.")).to_be_visible()
    expect(page.get_by_role("radio", name="Like my device")).to_be_checked()
    assert page.locator("html").get_attribute("data-theme") == "auto"
    complaints.clear()


def test_the_table_leads_to_the_settings_and_back(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    begin(page)
    table = page.url
    page.locator("header").get_by_role("link", name="Settings").click()
    page.wait_for_url("**/settings")
    page.get_by_text("Large", exact=True).click()
    page.get_by_role("button", name="Done").click()
    page.wait_for_url(table)
    assert page.locator("html").get_attribute("data-cards") == "large"
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".menu").click()
    page.locator("#side").get_by_role("link", name="Settings").click()
    page.wait_for_url("**/settings")


def test_the_hand_is_sorted_in_three_ways_and_keeps_its_order(page: Page) -> None:
    begin(page)
    cards = page.locator(".fan .card")
    words = "all => all.map(one => one.dataset.word)"
    seen = set()
    for _ in range(3):
        before = cards.evaluate_all(words)
        page.locator("button[name=sort]").click()
        page.wait_for_function(
            f"before => before !== ({words})([...document.querySelectorAll('.fan .card')]).join()",
            arg=",".join(before),
        )
        order = cards.evaluate_all(words)
        assert sorted(order) == sorted(before)
        seen.add(",".join(order))
        page.reload()
        assert cards.evaluate_all(words) == order
    assert len(seen) == 3


# ---------------------------------------------------------------------- seeing them


def corner(page: Page, word: str) -> Picture:
    return picture(page.locator(f'.fan [data-word="{word}"]')).part(0.08, 0.06, 0.58, 0.3)


def test_the_decks_look_as_they_say(page: Page) -> None:
    """Checks 31 and 32: four colours by hue, the marked deck without any."""
    stage.show(page, stage.table(6))
    assert corner(page, "7c").share("#1a1c30") > 0.1 < corner(page, "5d").share("#cf1f3a")
    prefer(page, deck="colours")
    assert corner(page, "5d").share("#b85300") > 0.1 < corner(page, "7c").share("#0b6e78")
    assert corner(page, "2h").share("#cf1f3a") > 0.1 < corner(page, "As").share("#1a1c30")
    prefer(page, deck="marked")
    for red, black in (("5d", "7c"), ("7d", "4s"), ("2h", "As")):
        assert corner(page, red).lightness > 0.6
        assert corner(page, black).lightness < 0.45


def test_without_any_hue_it_is_seen_what_is_legal_picked_and_in_focus(open_page: Open) -> None:
    """Check 31, on the picture with its colours taken away."""
    page = open_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    stage.show(page, stage.table())
    piles = {name: page.locator(f'.slot[data-word="{name}"]') for name in stage.PILES}
    before = {name: picture(pile) for name, pile in piles.items()}
    page.locator('.fan [data-word="7d"]').click()
    page.mouse.move(2, 2)
    legal = set(page.locator(".slot.legal").evaluate_all("all => all.map(one => one.dataset.word)"))
    assert legal == {"north", "east"}
    changed = {name: picture(pile).differs_from(before[name]) for name, pile in piles.items()}
    others = set(piles) - legal
    assert min(changed[name] for name in legal) > 2 * max(changed[name] for name in others), changed

    hand = page.locator(".hand")
    picked = picture(hand)
    page.keyboard.press("Escape")
    page.locator(".fan .card").first.blur()
    rest = picture(hand)
    assert picked.differs_from(rest) > 0.01
    page.locator(".fan .card").first.focus()
    page.keyboard.press("ArrowRight")
    assert picture(hand).differs_from(rest) > 0.003


def test_seats_differ_by_their_shapes(open_page: Open) -> None:
    """Check 31, without hue and without initials."""
    page = open_page(viewport={"width": 1440, "height": 900})
    stage.show(page, stage.table())
    page.locator(".token b, .machine").evaluate_all("all => all.forEach(one => { one.style.opacity = 0; })")
    shapes = []
    while page.locator(".seat .token").count():
        seat = page.locator(".seat .token").first
        seat.evaluate("one => Object.assign(one.style, {position: 'fixed', left: '20px', top: '20px'})")
        shapes.append(picture(seat))
        seat.evaluate("one => one.remove()")
    assert len(shapes) == 3
    for one, other in combinations(shapes, 2):
        assert one.differs_from(other) > 0.03


def test_where_the_system_sets_the_colours_outlines_tell(open_page: Open) -> None:
    """Check 33: legal is dashed, picked is solid, focus is double; and the switches tell on from off."""
    page = open_page(viewport={"width": 1280, "height": 720}, forced_colors="active")
    stage.show(page, stage.table())
    page.locator('.fan [data-word="7d"]').click()
    assert page.locator(".slot.legal .stack").first.evaluate(STYLE, "outlineStyle") == "dashed"
    assert page.locator('.fan [aria-pressed="true"]').evaluate(STYLE, "outlineStyle") == "solid"
    page.keyboard.press("ArrowRight")
    assert page.locator(".fan .card:focus-visible").evaluate(STYLE, "outlineStyle") == "double"
    page.goto("/en/settings")
    on, off = (picture(page.locator(f"input[type=checkbox][name={name}]")) for name in ("letters", "sound"))
    assert on.differs_from(off) > 0.1


def test_who_asks_for_more_contrast_gets_edges(open_page: Open) -> None:
    page = open_page(contrast="more", viewport={"width": 1280, "height": 720})
    stage.show(page, stage.table())
    assert page.locator(".fan .card").first.evaluate(STYLE, "outlineStyle") == "solid"
    assert (
        page.locator("html").evaluate("root => getComputedStyle(root).getPropertyValue('--slot-line')")
        == "#fff"
    )


@pytest.mark.parametrize("held", [9, 14])
def test_large_cards_are_larger_by_15_percent_and_fit(page: Page, held: int) -> None:
    stage.show(page, stage.table(held))
    for _ in resized(page, EVERY_SIZE):
        prefer(page, cards="normal")
        rest(page)
        normal = page.locator(".fan .card").first.evaluate("one => one.offsetWidth")
        prefer(page, cards="large")
        rest(page)
        large = page.locator(".fan .card").first.evaluate("one => one.offsetWidth")
        assert large == pytest.approx(1.15 * normal, abs=1.5)
        assert page.locator(".slot .card").first.evaluate("one => one.offsetWidth") >= 40
        assert page.evaluate(SCROLLS) == [False, False]
        assert min(page.evaluate(HITTABLE)) >= 24
