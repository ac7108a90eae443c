"""Pages zoomed to 400 % and text twice as large: all is there, nothing pushes the page sideways."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from kingscorners.server.languages import LANGUAGES
from tests.browser import stage
from tests.browser.test_record import pages as record_pages
from tests.browser.test_site import PAGES

Open = Callable[..., Page]

ZOOMED = {"width": 320, "height": 180}
"""What is left of 1280 x 720 at 400 %."""
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
COVERED = """() => [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden])")]
    .filter(one => one.checkVisibility({visibilityProperty: true}) && !one.disabled && !one.matches(".skip"))
    .filter(one => !one.closest("[inert], [popover]:not(:popover-open), dialog:not([open])"))
    .filter(one => one.closest(".sheet") || !document.querySelector(".sheet"))
    .filter(one => {
        one.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
        const target = one.closest("label") ?? one;
        return ![...target.getClientRects()].some(box => [.1, .5, .9].some(x => [.1, .5, .9].some(y => {
            const hit = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
            return target.contains(hit);
        })));
    })
    .map(one => {
        const box = one.getBoundingClientRect();
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return `${one.outerHTML.slice(0, 99)} at ${box.y} + ${box.height}: ${hit?.outerHTML.slice(0, 99)}`;
    })"""
CUT = """() => [...document.querySelectorAll("button, a, h1, h2, h3, p, label, th, td, dt, dd, summary, li")]
    .filter(one => one.checkVisibility({visibilityProperty: true}) && one.matches(":not(.vh, .vh *, .skip)"))
    .filter(one => ["hidden", "clip"].some(how => getComputedStyle(one).overflow.includes(how)))
    .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    .map(one => one.outerHTML.slice(0, 160))"""


def everything(page: Page) -> list[str]:
    return [*PAGES.values(), "/en/nothing", *record_pages(page)]


def enlarge(page: Page) -> None:
    """As a browser whose text is set to twice the size."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")


def test_every_page_reflows_at_400_percent_and_everything_on_it_can_be_reached(
    open_page: Open, complaints: list[str]
) -> None:
    """Check 4, for the pages around the table."""
    page = open_page(viewport=ZOOMED)
    faults = []
    for path in everything(page):
        for language in LANGUAGES:
            page.goto(path.replace("/en/", f"/{language}/", 1))
            page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
            if (wide := page.evaluate(SIDEWAYS)) > 0:
                faults.append(f"{page.url} is {wide} px too wide")
            faults += [f"{page.url} hides {one}" for one in page.evaluate(COVERED)]
    complaints[:] = [one for one in complaints if "404" not in one]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_can_be_played_at_400_percent(open_page: Open, language: str) -> None:
    page = open_page(viewport=ZOOMED)
    for body in (stage.table(12, language=language), stage.deal_over(language=language)):
        stage.show(page, body, f"/{language}/play/staged")
        assert page.evaluate(SIDEWAYS) <= 0
        assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("size", [(1280, 720), (360, 640)], ids=str)
def test_text_of_twice_the_size_is_all_there(
    open_page: Open, size: tuple[int, int], complaints: list[str]
) -> None:
    """Check 36, and the same for the other languages."""
    page = open_page(viewport={"width": size[0], "height": size[1]})
    faults = []
    for path in everything(page):
        for language in LANGUAGES:
            page.goto(path.replace("/en/", f"/{language}/", 1))
            enlarge(page)
            if (wide := page.evaluate(SIDEWAYS)) > 0:
                faults.append(f"{page.url} is {wide} px too wide")
            faults += [f"{page.url} cuts {one}" for one in page.evaluate(CUT)]
    complaints[:] = [one for one in complaints if "404" not in one]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_with_text_of_twice_the_size(open_page: Open, language: str) -> None:
    page = open_page(viewport={"width": 1280, "height": 720})
    for body in (stage.table(9, language=language), stage.deal_over(language=language)):
        stage.show(page, body, f"/{language}/play/staged")
        enlarge(page)
        assert page.evaluate(SIDEWAYS) <= 0
        assert page.evaluate(CUT) == []
        assert page.evaluate(COVERED) == []
