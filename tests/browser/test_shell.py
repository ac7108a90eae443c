"""The site as an installed program: what is kept on the device, and what it shows without a network."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kingscorners.server.languages import LANGUAGES
from tests.browser.playing import begin

# Until the worker has the page, as it has from the second page on.
TAKEN_OVER = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
KEPT = """async () => {
  const urls = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) urls.push(new URL(request.url).pathname);
  return urls;
}"""


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """One that keeps a worker."""
    return open_page(service_workers="allow")


def install(page: Page) -> None:
    page.goto("/en/")
    page.wait_for_function(TAKEN_OVER)


def test_without_a_network_a_page_says_so_and_comes_back_by_itself(page: Page) -> None:
    install(page)
    page.context.set_offline(True)
    page.goto("/en/leaderboard/kings-corners")
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    assert page.evaluate("document.styleSheets.length") >= 3
    page.context.set_offline(False)
    expect(page).to_have_title(re.compile("Leaderboard"))


def test_nothing_is_kept_but_files_of_the_build_and_the_pages_for_being_offline(page: Page) -> None:
    install(page)
    begin(page)
    page.goto("/en/daily/kings-corners")
    page.goto("/en/leaderboard/kings-corners")
    kept = page.evaluate(KEPT)
    assert any(path.endswith("/play.css") for path in kept)
    assert {path for path in kept if not path.startswith("/static/")} == {
        f"/{language}/offline" for language in LANGUAGES
    }


def test_a_new_build_takes_the_place_of_an_older_one_at_the_next_visit(page: Page) -> None:
    page.goto("/robots.txt")
    page.evaluate("caches.open('build-older').then((cache) => cache.put('/en/', new Response('old')))")
    install(page)
    page.wait_for_function("caches.has('build-older').then((there) => !there)")
    page.reload()
    expect(page).not_to_have_title("You are offline")
    assert len(page.evaluate("caches.keys()")) == 1
