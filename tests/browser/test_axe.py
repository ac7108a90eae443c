"""Check 29: axe has nothing to say about any page, nor about the table at the moments that matter.

In every language, in light and dark, on a phone and on a large screen: of the table and the home page every
combination, of the other pages every pair.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from kingscorners.server.languages import LANGUAGES
from tests.browser import stage
from tests.browser.playing import AT_REST, begin
from tests.browser.test_record import pages as record_pages
from tests.browser.test_site import PAGES, Open

Look = tuple[tuple[int, int], Literal["light", "dark"]]

PHONE, SCREEN = (360, 640), (1440, 900)
EVERY_LOOK: list[Look] = [(PHONE, "light"), (PHONE, "dark"), (SCREEN, "dark"), (SCREEN, "light")]
LOOKS: dict[str, list[Look]] = {
    "en": [(PHONE, "light"), (SCREEN, "dark")],
    "hi": [(SCREEN, "light"), (PHONE, "dark")],
    "ar": [(PHONE, "dark"), (SCREEN, "light")],
}
OTHERS = (
    "/en/offline",
    "/en/nothing",
    f"{PAGES['board']}?span=month",
    f"{PAGES['rules']}?profile=zone",
    f"{PAGES['new']}?target=1000&level=best",
)
AXE = Axe().axe_script
COLOURS = ["color-contrast", "link-in-text-block"]
"""All that another theme can change."""
RUN = "options => axe.run(options).then(results => results.violations)"


def faults(page: Page, looks: Iterable[Look]) -> Iterator[str]:
    """What axe finds on the page that is open: each screen with all rules, then only other colours."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    tried = set()
    for size, theme in looks:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(AT_REST)
        options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False, "selectors": False}
        for fault in page.evaluate(RUN, options | ({"runOnly": COLOURS} if size in tried else {})):
            for node in fault["nodes"]:
                yield f"{page.url} {size} {theme} {fault['id']}: {node['html'][:200]} {node['any'][:1]}"
        tried.add(size)


def test_every_pair_of_language_screen_and_theme_is_tried() -> None:
    assert LOOKS.keys() == set(LANGUAGES)
    tried = {(language, *look) for language, looks in LOOKS.items() for look in looks}
    every = [(language, *look) for language, look in product(LANGUAGES, EVERY_LOOK)]
    for i, j in ((0, 1), (0, 2), (1, 2)):
        assert {(one[i], one[j]) for one in tried} == {(one[i], one[j]) for one in every}


def test_every_page(open_page: Open, complaints: list[str]) -> None:
    page, found = open_page(), list[str]()
    for path in (*PAGES.values(), *OTHERS, *record_pages(page)):
        for language in LANGUAGES:
            page.goto(path.replace("/en/", f"/{language}/", 1))
            page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
            found += faults(page, EVERY_LOOK if path == PAGES["home"] else LOOKS[language])
    assert found == []
    complaints[:] = [one for one in complaints if "Failed to load resource" not in one]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_at_the_moments_that_matter(open_page: Open, language: str) -> None:
    page, here = open_page(), f"/{language}/play/staged"
    stage.show(page, stage.table(language=language), here)
    found = [f"at rest: {fault}" for fault in faults(page, EVERY_LOOK)]
    page.locator('.fan [data-word="7d"]').click()
    found += [f"picked: {fault}" for fault in faults(page, EVERY_LOOK)]
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for opened in ("side", "languages", "look-south"):
        page.locator(f"#{opened}").evaluate("one => one.showPopover()")
        found += [f"{opened}: {fault}" for fault in faults(page, LOOKS[language])]
        page.locator(f"#{opened}").evaluate("one => one.matches(':popover-open') && one.hidePopover()")
    page.locator("#keys").evaluate("one => one.showModal()")
    found += [f"keys: {fault}" for fault in faults(page, LOOKS[language])]
    stage.show(page, stage.deal_over(language=language), here)
    found += [f"sheet: {fault}" for fault in faults(page, EVERY_LOOK)]
    assert found == []


def test_the_table_while_a_computer_plays(open_page: Open) -> None:
    page = open_page()
    begin(page, speed="slow")
    page.locator("button[value=end]").click()
    page.locator("#table.busy").wait_for()
    found = list(faults(page, LOOKS["en"]))
    assert page.locator("#table.busy").count() == 1
    assert found == []


@pytest.mark.parametrize("deck", ["colours", "marked"])
def test_the_other_decks(open_page: Open, deck: str) -> None:
    page = open_page()
    stage.show(page, stage.table())
    page.evaluate("deck => { document.documentElement.dataset.deck = deck; }", deck)
    assert list(faults(page, LOOKS["en"])) == []
