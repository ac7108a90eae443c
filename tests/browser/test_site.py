"""The pages around the matches, in a real browser."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kingscorners.server.languages import LANGUAGES

GAME = "kings-corners"
PAGES = {
    "home": "/en/",
    "new": f"/en/new/{GAME}",
    "daily": f"/en/daily/{GAME}",
    "board": f"/en/leaderboard/{GAME}",
    "rules": f"/en/rules/{GAME}",
    "me": "/en/me",
    "settings": "/en/settings",
}
SIZES = [(320, 568), (360, 640), (768, 1024), (1440, 900)]
SMALL_TARGETS = """() => {
    const seven = (one) => innerWidth === 320 && one.closest(".calendar");  // seven columns have no more room
    return [...document.querySelectorAll("a, button, summary, select, label.choice, label.switch")]
    .filter(one => !one.matches(".skip, :disabled"))
    .filter(one => one.offsetParent && getComputedStyle(one).display !== "inline")
    .map(one => [one.textContent.trim().slice(0, 30), one.getBoundingClientRect(), seven(one)])
    .filter(([_, box, seven]) => box.width < (seven ? 37 : 44) || box.height < 44)
    .map(([text, box]) => `${text}: ${box.width} x ${box.height}`);
}"""
WIDTH = "document.documentElement.scrollWidth"
SHIFT = """new Promise(told => new PerformanceObserver(list => told(list.getEntries()))
    .observe({type: "layout-shift", buffered: true}) || setTimeout(() => told([]), 200))"""

Open = Callable[..., Page]


def finish_daily(page: Page) -> None:
    """Pass through today's deal to its end as this guest, by the API."""
    match: Any = page.request.post(f"/api/v1/daily/{GAME}").json()
    while match["legal"]:
        body = {"move": match["legal"][-1], "ply": match["ply"]}
        match = page.request.post(f"/api/v1/matches/{match['id']}/moves", data=body).json()["match"]


def test_from_home_to_a_new_game_and_its_table(page: Page) -> None:
    page.goto("/en/")
    page.locator(".hero").get_by_role("link", name="New match").click()
    nonce = page.get_by_label("Your own part of the shuffle")
    expect(nonce).to_have_value(re.compile(r"[0-9a-f]{32}"))
    page.get_by_text("Zone", exact=True).click()
    page.get_by_text("3", exact=True).click()
    page.get_by_label("How well do they play?").select_option("novice")
    page.get_by_role("button", name="Deal").click()
    page.wait_for_url("**/en/play/*")
    match = page.request.get(page.url.replace("/en/play/", "/api/v1/matches/")).json()
    assert match["options"] == {"profile": "zone"}
    assert [seat["level"] for seat in match["seats"]] == [None, "novice", "novice"]


def test_a_form_that_contradicts_itself_is_mended_and_dealt(page: Page, complaints: list[str]) -> None:
    page.goto(PAGES["new"])
    page.get_by_text("6", exact=True).click()
    page.get_by_text("Change individual rules").click()
    page.get_by_label("Decks of cards").select_option("1")
    page.get_by_role("button", name="Deal").click()
    expect(page.get_by_text("These rules are for 2 to 4 players.")).to_be_visible()
    assert complaints.pop().startswith("Failed to load resource: the server responded with a status of 422")
    # What is not chosen gives way to the number of players.
    page.get_by_label("Decks of cards").select_option("")
    page.get_by_role("button", name="Deal").click()
    page.wait_for_url("**/en/play/*")


def test_todays_deal_begins_from_home_and_is_gone_on_with(page: Page) -> None:
    page.goto("/en/")
    page.get_by_role("button", name="Play today’s deal").click()
    page.wait_for_url("**/en/play/*")
    table = page.url
    page.goto("/en/")
    page.get_by_role("button", name="Continue today’s deal").click()
    page.wait_for_url("**/en/play/*")
    assert page.url == table


def test_everything_works_without_javascript(open_page: Open) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/en/")
    page.locator(".hero").get_by_role("link", name="New match").click()
    page.get_by_role("button", name="Deal").click()
    page.wait_for_url("**/en/play/*")
    page.goto(PAGES["me"])
    page.get_by_label("Your name on leaderboards").fill("Noor <b>H.</b>")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your name has been saved.")).to_be_visible()
    page.get_by_text("Delete everything about me").click()
    page.get_by_role("button", name="Yes, delete it").click()
    expect(page.get_by_text("Everything about you has been deleted.")).to_be_visible()


def test_ones_own_row_is_in_sight_wherever_the_board_is_scrolled(open_page: Open) -> None:
    page = open_page(viewport={"width": 360, "height": 640})
    for _ in range(7):
        finish_daily(open_page())
    finish_daily(page)
    page.goto(PAGES["board"])
    own = page.locator("tr.you th")
    table = page.locator(".board table").bounding_box()
    assert table
    for scroll in range(0, int(table["y"] + table["height"]) - 100, 60):
        page.evaluate(f"scrollTo(0, {scroll})")
        box, seen = own.bounding_box(), page.locator(".board table").bounding_box()
        assert box
        assert seen
        if seen["y"] < 640 - 60 - 52 and seen["y"] + seen["height"] > 52:
            assert box["y"] >= -1
            assert box["y"] + box["height"] <= 640 - 60 + 1


def test_no_page_scrolls_sideways_jumps_or_has_small_targets(page: Page) -> None:
    """For somebody who has played, so that there is something to see."""
    page.request.post("/api/v1/matches", data={"game": GAME})
    finish_daily(page)
    others = (f"{PAGES['board']}?span=week", f"{PAGES['rules']}?decks=2&draw=when_stuck")
    for (width, height), path in product(SIZES, (*PAGES.values(), *others)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(path)
        assert page.evaluate(SHIFT) == [], (path, width)
        assert page.evaluate(WIDTH) == width, path
        page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
        assert page.evaluate(WIDTH) == width, path
        assert page.evaluate(SMALL_TARGETS) == [], (path, width)


def test_a_slow_phone_never_paints_half_a_page(open_page: Open) -> None:
    """What arrives later would push aside what is painted already: the page is painted whole."""
    page = open_page(viewport={"width": 360, "height": 640})
    finish_daily(page)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 10})
    for _ in range(3):
        page.goto(PAGES["board"])
        assert page.evaluate(SHIFT) == []


OUTSIDE = """() => [...document.querySelectorAll(".game .fan")].map(fan => {
    const box = fan.getBoundingClientRect();
    return [...fan.children].map(card => card.getBoundingClientRect())
        .some(card => card.x < box.x || card.right > box.right || card.bottom > box.bottom);
})"""


def test_the_tiles_of_the_games_stand_in_even_rows_and_cut_no_card(page: Page) -> None:
    page.goto("/en/")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert not any(page.evaluate(OUTSIDE)), width
    tops = page.locator(".game h3").evaluate_all("all => all.map(one => one.getBoundingClientRect().y)")
    assert [tops.count(top) for top in sorted(set(tops))] == [2, 2]


CUT = """() => [...document.querySelectorAll(".board th, .board small, .board bdi")]
    .filter(one => one.checkVisibility() && !one.closest(".vh"))
    .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
    .map(one => one.textContent)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_whole_results_on_the_leaderboard(page: Page, language: str) -> None:
    """Klondike's column has the longest title, and below a name stand the most figures."""
    page.set_viewport_size({"width": 360, "height": 640})
    for _ in range(60):
        daily = page.request.post("/api/v1/daily/klondike")
        if daily.status != 503:  # a new site still looks for a deal that can be won
            break
        page.wait_for_timeout(500)
    match: Any = daily.json()
    assert page.request.post(
        f"/api/v1/matches/{match['id']}/moves", data={"move": "resign", "ply": match["ply"]}
    ).ok
    page.goto(f"/{language}/leaderboard/klondike")
    expect(page.locator("tr.you small")).to_be_visible()
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_stands_beside_its_button(page: Page, language: str) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"/{language}/settings")
    below = page.locator(".choice:has(input)").evaluate_all(
        """all => all.filter(one => one.querySelector("input + span").getBoundingClientRect().y
            > one.querySelector("input").getBoundingClientRect().bottom).map(one => one.textContent)"""
    )
    assert below == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_between_boards_that_stand_one_above_the_other_the_arrow_points_down(
    page: Page, language: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"/{language}/rules/{GAME}")
    arrow = page.locator(".pair > .icon").first
    assert arrow.evaluate("one => getComputedStyle(one).transform") == "matrix(0, 1, -1, 0, 0, 0)"
