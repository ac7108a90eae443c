"""Check 29: axe has nothing to say about any page, nor about the table at the moments that matter.

In every language, on a phone and on a large screen, with all rules. Another theme changes colours alone: in
English both are looked at at both sizes, in the other languages each at one of them.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from kingscorners.games import GAMES
from kingscorners.server.languages import LANGUAGES
from tests.browser import stage
from tests.browser.playing import GAME, begin, prefer, rest
from tests.browser.test_record import pages as record_pages
from tests.browser.test_site import PAGES, Open

Look = tuple[tuple[int, int], Literal["light", "dark"]]

PHONE, SCREEN = (360, 640), (1440, 900)
LOOKS: dict[str, list[Look]] = {
    "en": [(PHONE, "light"), (PHONE, "dark"), (SCREEN, "dark"), (SCREEN, "light")],
    "hi": [(SCREEN, "light"), (PHONE, "dark")],
    "ar": [(PHONE, "light"), (SCREEN, "dark")],
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
RUN = "([within, options]) => axe.run(within, options).then(results => results.violations)"


def faults(page: Page, looks: Iterable[Look], within: str = "html") -> Iterator[str]:
    """What axe finds on the page that is open: each screen with all rules, then only other colours."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    tried = set()
    for size, theme in looks:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=theme)
        rest(page)
        options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False, "selectors": False}
        options |= {"runOnly": COLOURS} if size in tried else {}
        for fault in page.evaluate(RUN, [within, options]):
            for node in fault["nodes"]:
                yield f"{page.url} {size} {theme} {fault['id']}: {node['html'][:200]} {node['any'][:1]}"
        tried.add(size)


def tables(page: Page) -> Iterator[str]:
    """A match of every other game."""
    for game in GAMES.keys() - {GAME}:
        yield f"/en/play/{page.request.post('/api/v1/matches', data={'game': game}).json()['id']}"


def test_every_language_is_seen_at_every_size_and_in_every_theme() -> None:
    assert LOOKS.keys() == set(LANGUAGES)
    for looks in LOOKS.values():
        assert {size for size, _ in looks} == {PHONE, SCREEN}
        assert {theme for _, theme in looks} == {"light", "dark"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page(open_page: Open, complaints: list[str], language: str) -> None:
    page, found = open_page(), list[str]()
    rules = (f"/en/rules/{game}" for game in GAMES.keys() - {GAME})
    for path in (*PAGES.values(), *OTHERS, *rules, *record_pages(page), *tables(page)):
        page.goto(path.replace("/en/", f"/{language}/", 1))
        page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
        found += faults(page, LOOKS[language])
    assert found == []
    complaints[:] = [one for one in complaints if "Failed to load resource" not in one]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_at_the_moments_that_matter(open_page: Open, language: str) -> None:
    page, here = open_page(), f"/{language}/play/staged"
    stage.show(page, stage.table(language=language), here)
    found = [f"at rest: {fault}" for fault in faults(page, LOOKS[language])]
    page.locator('.fan [data-word="7d"]').click()
    found += [f"picked: {fault}" for fault in faults(page, LOOKS[language])]
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for opened in ("side", "languages", "look-south"):
        page.locator(f"#{opened}").evaluate("one => one.showPopover()")
        found += [f"{opened}: {fault}" for fault in faults(page, LOOKS[language], f"#{opened}")]
        page.locator(f"#{opened}").evaluate("one => one.matches(':popover-open') && one.hidePopover()")
    page.locator("#keys").evaluate("one => one.showModal()")
    found += [f"keys: {fault}" for fault in faults(page, LOOKS[language], "#keys")]
    stage.show(page, stage.deal_over(language=language), here)
    found += [f"sheet: {fault}" for fault in faults(page, LOOKS[language])]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_while_a_computer_plays(open_page: Open, language: str) -> None:
    page, found = open_page(), list[str]()
    for look in LOOKS[language]:
        match = begin(page)
        page.goto(f"/{language}/play/{match['id']}")
        prefer(page, speed="slow")
        page.locator("button[value=end]").click()
        page.locator("#table.busy").wait_for()
        found += faults(page, [look])
        assert page.locator("#table.busy").count() == 1
    assert found == []


@pytest.mark.parametrize("deck", ["colours", "marked"])
def test_the_other_decks(open_page: Open, deck: str) -> None:
    page = open_page()
    stage.show(page, stage.table())
    page.evaluate("deck => { document.documentElement.dataset.deck = deck; }", deck)
    assert list(faults(page, LOOKS["en"])) == []
