"""Check 29: axe has nothing to say about any page, nor about the table at the moments that matter.

In every language, in light and dark, on a phone and on a large screen.
"""

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from kingscorners.server.languages import LANGUAGES
from tests.browser import stage
from tests.browser.playing import begin
from tests.browser.test_record import pages as record_pages
from tests.browser.test_site import PAGES, Open

PHONE, SCREEN = (360, 640), (1440, 900)
LOOKS: dict[str, list[tuple[tuple[int, int], Literal["light", "dark"]]]] = {
    "en": [(PHONE, "light"), (SCREEN, "dark")],
    "hi": [(PHONE, "dark")],
    "ar": [(SCREEN, "light")],
}
"""Every page in every language, every theme on every screen."""
OTHERS = (
    "/en/offline",
    "/en/nothing",
    f"{PAGES['board']}?span=month",
    f"{PAGES['rules']}?profile=zone",
    f"{PAGES['new']}?target=1000&level=best",
)


def faults(page: Page, language: str) -> Iterator[str]:
    """What axe finds on the page that is open, as it looks to readers of this language."""
    for size, theme in LOOKS[language]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=theme)
        page.wait_for_function("() => document.getAnimations().length === 0")
        found: Any = Axe().run(page, options={"resultTypes": ["violations"]})
        for fault in found.response["violations"]:
            for node in fault["nodes"]:
                yield f"{page.url} {size} {theme} {fault['id']}: {node['html'][:200]} {node['any'][:1]}"


def test_all_languages_are_tried() -> None:
    assert LOOKS.keys() == set(LANGUAGES)


def test_every_page(open_page: Open, complaints: list[str]) -> None:
    page, found = open_page(), list[str]()
    for path in (*PAGES.values(), *OTHERS, *record_pages(page)):
        for language in LANGUAGES:
            page.goto(path.replace("/en/", f"/{language}/", 1))
            page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
            found += faults(page, language)
    assert found == []
    complaints[:] = [one for one in complaints if "Failed to load resource" not in one]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_at_the_moments_that_matter(open_page: Open, language: str) -> None:
    page, here = open_page(), f"/{language}/play/staged"
    stage.show(page, stage.table(language=language), here)
    found = [f"at rest: {fault}" for fault in faults(page, language)]
    page.locator('.fan [data-word="7d"]').click()
    found += [f"picked: {fault}" for fault in faults(page, language)]
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for opened in ("side", "languages", "look-south"):
        page.locator(f"#{opened}").evaluate("one => one.showPopover()")
        found += [f"{opened}: {fault}" for fault in faults(page, language)]
        page.locator(f"#{opened}").evaluate("one => one.matches(':popover-open') && one.hidePopover()")
    page.locator("#keys").evaluate("one => one.showModal()")
    found += [f"keys: {fault}" for fault in faults(page, language)]
    stage.show(page, stage.deal_over(language=language), here)
    found += [f"sheet: {fault}" for fault in faults(page, language)]
    assert found == []


def test_the_table_while_a_computer_plays(open_page: Open) -> None:
    page = open_page()
    begin(page, speed="slow")
    page.locator("button[value=end]").click()
    page.locator("#table.busy").wait_for()
    found = list(faults(page, "en"))
    assert page.locator("#table.busy").count() == 1
    assert found == []


@pytest.mark.parametrize("deck", ["colours", "marked"])
def test_the_other_decks(open_page: Open, deck: str) -> None:
    page = open_page()
    stage.show(page, stage.table())
    page.evaluate("deck => { document.documentElement.dataset.deck = deck; }", deck)
    assert list(faults(page, "en")) == []
