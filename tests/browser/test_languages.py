"""Hindi and Arabic in a real browser: what mirrors and what never does, that nothing is cut off."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import stage

GAME = "kings-corners"
PAGES = [
    "",
    f"new/{GAME}",
    f"daily/{GAME}",
    f"leaderboard/{GAME}",
    f"rules/{GAME}",
    "me",
    "games",
    "settings",
]
WIDTH = "document.documentElement.scrollWidth"
CUT = """() => [...document.querySelectorAll(".btn, .chip, h1, h2, h3, .nav a, .prompt, .name, .choice span")]
    .filter(one => one.checkVisibility() && !one.matches(".vh") && getComputedStyle(one).display !== "inline")
    .filter(one => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== "visible"
        || one.scrollWidth > one.clientWidth + 1)
    .map(one => one.textContent.trim().slice(0, 40))"""
PLACES = """selector => [...document.querySelectorAll(selector)]
    .map(one => [one.dataset.zone ?? one.dataset.word, one.getBoundingClientRect()])
    .sort(([, a], [, b]) => a.x - b.x || a.y - b.y).map(([name]) => name)"""

# How far each bar of the score sheet is from the left and the right end of its chart, in percent.
BARS = """() => [...document.querySelectorAll(".race rect")].map(bar => {
    const [box, chart] = [bar, bar.closest(".race")].map(one => one.getBoundingClientRect());
    return [box.x - chart.x, chart.right - box.right].map(pixels => 100 * pixels / chart.width);
})"""

Open = Callable[..., Page]


def begin(page: Page) -> str:
    """A match whose table does not move by itself."""
    match: Any = page.request.post("/api/v1/matches", data={"game": GAME}).json()
    page.request.post("/en/settings", form={"speed": "off"}, headers={"Accept": "text/html"})
    return str(match["id"])


@pytest.mark.parametrize("language", ["hi", "ar"])
@pytest.mark.parametrize(
    "size", [(320, 568), (360, 640), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_no_page_scrolls_sideways_and_no_word_is_cut_off(
    open_page: Open, language: str, size: tuple[int, int]
) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    match = begin(page)
    for path in (*PAGES, f"play/{match}", f"play/{match}?pick=stock"):
        page.goto(f"/{language}/{path}")
        assert page.evaluate(WIDTH) == size[0], path
        assert page.evaluate(CUT) == [], path


@pytest.mark.parametrize(
    "size", [(360, 640), (800, 1100), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_arabic_mirrors_all_but_the_table(open_page: Open, size: tuple[int, int]) -> None:
    """The compass, the seats' order and the hand's lie as in English; the page around them is mirrored."""
    page = open_page(viewport={"width": size[0], "height": size[1]})
    match = begin(page)
    seen = {}
    for language in ("en", "ar"):
        page.goto(f"/{language}/play/{match}")
        seen[language] = [page.evaluate(PLACES, one) for one in (".slot", ".seat .anchor", ".fan .card")]
        start = page.locator(".menu" if size[0] < 600 else ".bar .logo").bounding_box()
        assert start
        assert (start["x"] > size[0] / 2) == (language == "ar")
        page.locator("[data-key=u]").wait_for()
        undo, sort = (
            page.locator("[data-key=u]").bounding_box(),
            page.locator("[data-key=sort]").bounding_box(),
        )
        assert undo
        assert sort
        assert (undo["x"] > sort["x"]) == (language == "ar")
    assert seen["en"] == seen["ar"]
    assert page.locator(".chip").evaluate_all(
        "all => all.every(one => getComputedStyle(one).direction == 'ltr')"
    )


def test_arabic_mirrors_the_chart_of_a_deal_but_no_chip(open_page: Open) -> None:
    """Check 35: points grow from the right; a rank stands to the left of its suit."""
    page = open_page(viewport={"width": 1440, "height": 900})
    bars = {}
    for language in ("en", "ar"):
        stage.show(page, stage.deal_over(language=language), f"/{language}/play/staged")
        bars[language] = page.evaluate(BARS)
    assert len(bars["en"]) > 4
    assert [end for _, end in bars["ar"]] == pytest.approx([start for start, _ in bars["en"]], abs=1)
    stage.show(page, stage.table(language="ar"), "/ar/play/staged")
    chips = page.locator(".log .chip").evaluate_all(
        """all => all.map(one => [...one.querySelectorAll(":scope > :not(.vh)")]
            .map(part => part.getBoundingClientRect().x))"""
    )
    assert chips
    assert all(rank < suit for rank, suit in chips)


def test_another_language_is_two_clicks_away_and_keeps_the_page(open_page: Open) -> None:
    """Without JavaScript too."""
    for scripts in (True, False):
        page = open_page(java_script_enabled=scripts)
        page.goto(f"/en/rules/{GAME}?draw=start")
        page.get_by_role("button", name="Language: English").click()
        page.get_by_role("button", name="العربية").click()
        expect(page).to_have_url(re.compile(rf"/ar/rules/{GAME}\?draw=start$"))
        expect(page.locator("html")).to_have_attribute("dir", "rtl")
        page.goto("/")
        expect(page).to_have_url(re.compile("/ar/$"))


def test_native_digits_count_everything_but_the_cards(open_page: Open) -> None:
    page = open_page()
    match = begin(page)
    page.request.post("/ar/settings", form={"digits": "native"}, headers={"Accept": "text/html"})
    page.goto(f"/ar/play/{match}")
    expect(page.locator(".zone-stock .count")).to_have_text(re.compile("^[٠-٩]+$"))
    page.goto(f"/ar/rules/{GAME}")
    labels = page.locator(".mini b").all_inner_texts()
    assert labels
    assert all(re.fullmatch("[٠-٩]+", label) for label in labels)
    page.goto(f"/hi/play/{match}")
    expect(page.locator(".zone-stock .count")).to_have_text(re.compile("^[०-९]+$"))
    cards = page.locator(".fan .card").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert not re.search("[०-९]", " ".join(cards))


def test_names_of_another_script_do_not_turn_a_row_round(open_page: Open) -> None:
    """Rank, name and margin of every row lie in one order, whatever script a name is in."""
    for name in ("عمر 41", "आशा", "!!! Mei"):
        page = open_page()
        match: Any = page.request.post(f"/api/v1/daily/{GAME}").json()
        while match["legal"]:
            body = {"move": match["legal"][-1], "ply": match["ply"]}
            match = page.request.post(f"/api/v1/matches/{match['id']}/moves", data=body).json()["match"]
        page.request.post("/en/me", form={"name": name}, headers={"Accept": "text/html"})
    for language in ("en", "ar"):
        page.goto(f"/{language}/leaderboard/{GAME}")
        rows = page.locator(".board tbody tr").evaluate_all(
            """all => all.map(row => [...row.cells].map(cell => cell.getBoundingClientRect().x))"""
        )
        assert len(rows) >= 3
        assert all(row == sorted(row, reverse=language == "ar") for row in rows)
        assert len({tuple(row) for row in rows}) == 1
