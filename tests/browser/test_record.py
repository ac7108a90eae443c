"""One's own record, in a real browser: my games, replays."""

import re
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.test_layout import resized
from tests.browser.test_site import GAME, SIZES, SMALL_TARGETS, WIDTH, Open, finish_daily

SHORT = {"match": "deals", "deals": 2}


def finish(page: Page, **asked: Any) -> str:
    """Pass through a match to its end as this guest, by the API; its id."""
    body = {"game": GAME, "options": SHORT} | asked
    match = page.request.post("/api/v1/matches", data=body).json()
    while match["legal"]:
        move = {"move": match["legal"][-1], "ply": match["ply"]}
        match = page.request.post(f"/api/v1/matches/{match['id']}/moves", data=move).json()["match"]
    return str(match["id"])


def pages(page: Page) -> list[str]:
    """All pages of somebody's record, with something on them, and with a name as wide as can be."""
    match = finish(page)
    wide = "\N{FULLWIDTH LATIN CAPITAL LETTER W}" * 24
    assert page.request.patch("/api/v1/me", data={"name": wide}).ok
    finish_daily(page)
    page.request.post("/api/v1/matches", data={"game": GAME})
    page.request.post(f"/en/replay/{match}/share", form={"shared": "true"})
    return [
        "/en/games",
        f"/en/statistics/{GAME}",
        "/en/calendar",
        f"/en/replay/{match}",
        f"/en/replay/{match}?ply=30",
        f"/en/replay/{match}?ply=999",
    ]


# ---------------------------------------------------------------------- my games


def test_a_match_is_deleted_after_being_asked(open_page: Open) -> None:
    page = open_page(java_script_enabled=False)
    finish(page)
    page.goto("/en/games")
    page.locator("summary", has=page.locator("svg")).last.click()
    page.get_by_role("button", name="Yes, delete it").click()
    expect(page.get_by_text("The match has been deleted.")).to_be_visible()
    expect(page.get_by_text("You have no matches yet.")).to_be_visible()


# ---------------------------------------------------------------------- replays


def step(page: Page) -> int:
    return int(page.locator("#replay").get_attribute("data-ply") or "")


def test_a_replay_steps_without_loading_the_page(page: Page) -> None:
    match = finish(page)
    page.goto(f"/en/replay/{match}")
    page.evaluate("window.same = true")
    page.get_by_role("link", name="One step forward").click()
    expect(page.locator("#replay")).to_have_attribute("data-ply", "1")
    expect(page.locator("#say")).to_have_text(page.locator(".said").inner_text())
    expect(page.get_by_role("link", name="One step forward")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_have_attribute("data-ply", "2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#replay")).to_have_attribute("data-ply", "1")
    page.get_by_role("link", name="Deal 2").click()
    expect(page.locator("#replay")).not_to_have_attribute("data-ply", "1")
    expect(page.get_by_role("link", name="Deal 2")).to_be_focused()
    assert page.url.endswith(f"?ply={step(page)}")
    assert page.evaluate("window.same")


def test_a_replay_plays_to_its_end_and_pauses(page: Page) -> None:
    match = finish(page)
    page.goto(f"/en/replay/{match}?ply=999")
    last = step(page)
    page.goto(f"/en/replay/{match}?ply={last - 6}")
    page.get_by_text("Fast", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#replay")).not_to_have_attribute("data-ply", str(last - 6))
    page.get_by_role("button", name="Pause").click()
    here = step(page)
    page.wait_for_timeout(700)
    assert step(page) in (here, here + 1)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#replay")).to_have_attribute("data-ply", str(last))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_replay_is_stepped_shared_and_played_on_from_without_javascript(open_page: Open) -> None:
    page, other = open_page(java_script_enabled=False), open_page(java_script_enabled=False)
    match = finish(page)
    page.goto(f"/en/replay/{match}")
    page.get_by_role("link", name="One step forward").click()
    expect(page.locator("#replay")).to_have_attribute("data-ply", "1")
    page.get_by_role("button", name="Share with others").click()
    address = page.locator("output.code").inner_text()
    other.goto(address)
    other.get_by_role("link", name="Deal 2").click()
    other.get_by_role("button", name="Play from here").click()
    other.wait_for_url("**/en/play/*")
    expect(other.get_by_role("heading", name=re.compile("Deal 2"))).to_have_count(1)


# ---------------------------------------------------------------------- another device


def test_a_scanned_code_joins_another_device_and_leaves_the_address(open_page: Open) -> None:
    page, other = open_page(), open_page()
    match = finish(page)
    page.goto("/en/me")
    page.get_by_role("button", name="Add another device").click()
    code = page.locator(".six").inner_text()
    assert Axe().run(page).violations_count == 0
    other.goto(f"/en/me/move#{code.replace(' ', '-')}")
    expect(other.get_by_label("The six words")).to_have_value(code)
    assert other.url.endswith("/en/me/move")
    other.get_by_role("button", name="Join").click()
    expect(other.get_by_text("You now play as one guest")).to_be_visible()
    other.goto("/en/games")
    assert other.locator(f'a[href="/en/replay/{match}"]').count() == 1


# ---------------------------------------------------------------------- all of these pages


def test_no_page_scrolls_sideways_or_has_small_targets(page: Page) -> None:
    for path in pages(page):
        page.goto(path)
        for size in resized(page, SIZES):
            assert page.evaluate(WIDTH) == size[0], (path, size)
        for fold in page.locator("details summary").all():
            fold.click()
        for size in resized(page, SIZES):
            assert page.evaluate(WIDTH) == size[0], (path, size)
            assert page.evaluate(SMALL_TARGETS) == [], (path, size)


# ---------------------------------------------------------------------- sharing

SHARED = "() => { navigator.share = async what => { window.shared = what.text; }; }"
NO_CLIPBOARD = """() => {
    delete Navigator.prototype.share;
    Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined });
}"""


def test_a_text_is_shared_by_the_system_else_copied_else_selected(open_page: Open) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    finish_daily(page)
    daily = page.request.get("/api/v1/me/matches").json()["matches"][0]["id"]
    page.goto(f"/en/play/{daily}")
    share, text = page.locator("[data-share] summary"), page.get_by_label("Text to share")
    page.evaluate(SHARED)
    share.click()
    page.wait_for_function("window.shared")
    assert str(page.evaluate("window.shared")).startswith("King's Corners, daily deal")
    expect(text).to_be_hidden()

    page.reload()
    page.evaluate("() => { delete Navigator.prototype.share; }")
    share.click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == text.input_value()

    page.set_viewport_size({"width": 360, "height": 640})
    page.reload()
    page.evaluate("() => { delete Navigator.prototype.share; }")
    share.click()
    told, foot = page.get_by_text("Copied").bounding_box(), page.get_by_text("New match").last.bounding_box()
    assert told
    assert foot
    assert told["y"] + told["height"] <= foot["y"]

    page.reload()
    page.evaluate(NO_CLIPBOARD)
    share.click()
    expect(text).to_be_focused()
    assert page.evaluate("getSelection().toString()") == text.input_value()
    expect(page.get_by_text("Copied")).to_have_count(0)


def test_without_javascript_the_text_unfolds(open_page: Open) -> None:
    page = open_page(java_script_enabled=False)
    finish_daily(page)
    daily = page.request.get("/api/v1/me/matches").json()["matches"][0]["id"]
    page.goto(f"/en/play/{daily}")
    page.locator("[data-share] summary").click()
    expect(page.get_by_label("Text to share")).to_be_visible()
