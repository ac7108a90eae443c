"""What one does at the table in a browser: begin, look, tap, wait."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

Open = Callable[..., Page]
Legal = dict[str, dict[str, str]]

GAME = "kings-corners"
IDLE = re.compile("Your turn|No moves left")
"""What the prompt says while nothing is picked."""
AT_REST = "() => document.getAnimations().length === 0"
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
PATIENCE = 40_000
TWICE = 450
"""Milliseconds, after which a second tap is no double tap."""


def begin(
    page: Page, wanted: Callable[[list[str]], bool] = lambda moves: True, speed: str = "off", **asked: Any
) -> Any:
    """A new match on the page, and its API twin: one's own turn, with such legal moves as are wanted.

    Others may play first, and even go out before one's own first turn. Their turns take no time unless a
    `speed` is given; what they did before one's own first turn is not shown. There are no tips.
    """
    for _ in range(60):
        answer = page.request.post("/api/v1/matches", data={"game": GAME} | asked)
        assert answer.status == 201, answer.text()
        match = answer.json()
        if "end" in match["legal"] and wanted(match["legal"]):
            prefer(page, speed="off", tips="false")
            page.goto(f"/en/play/{match['id']}")
            prefer(page, speed=speed)
            return match
    raise AssertionError("no such deal in sixty")


def sit_down(page: Page, game: str, **asked: Any) -> None:
    """A new match of any game on the page, without tips; the others' turns take no time."""
    answer = page.request.post("/api/v1/matches", data={"game": game} | asked)
    assert answer.status == 201, answer.text()
    prefer(page, speed="off", tips="false")
    page.goto(f"/en/play/{answer.json()['id']}")


def prefer(page: Page, **preferences: str) -> None:
    """Change preferences, on the page that is open too."""
    page.request.post("/en/settings", form=dict[str, str | float | bool](preferences), max_redirects=0)
    page.evaluate("preferences => Object.assign(document.documentElement.dataset, preferences)", preferences)


def rest(page: Page) -> None:
    """Wait until everything has reached its place: even where motion is reduced, a change takes frames."""
    page.evaluate(TWO_FRAMES)
    page.wait_for_function(AT_REST)


def legal(page: Page) -> Legal:
    found: Legal = json.loads(page.locator("#table").get_attribute("data-legal") or "{}")
    return found


def ply(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-ply") or -1)


def after(page: Page, before: int) -> None:
    """Wait for the table after a move that answered `before`, with all turns shown."""
    page.locator(f'#table:not([data-ply="{before}"], .busy)').wait_for(timeout=PATIENCE)


def card(page: Page, word: str) -> Locator:
    return page.locator(f'.fan [data-word="{word}"]').first


def pile(page: Page, word: str) -> Locator:
    return page.locator(f'.slot[data-word="{word}"]')


def outlined(page: Page) -> set[str]:
    return set(page.locator(".slot.legal").evaluate_all("all => all.map(one => one.dataset.word)"))


def look(page: Page, match: Any) -> Any:
    return page.request.get(f"/api/v1/matches/{match['id']}").json()


def zone(match: Any, name: str) -> list[str]:
    cards: list[str] = next(zone["cards"] for zone in match["zones"] if zone["name"] == name)
    return cards


def playable(page: Page) -> tuple[str, str]:
    """A card of one's own and a place for it."""
    for word, places in legal(page).items():
        if len(word) == 2:
            return word, next(iter(places))
    raise AssertionError("nothing to play")


def has_play(moves: list[str]) -> bool:
    return any(move.startswith("play") for move in moves)


def end_turn(page: Page) -> None:
    before = ply(page)
    page.locator("button[value=end]").click()
    after(page, before)


def in_sheet(page: Page) -> bool:
    return page.locator(".sheet").count() > 0
