"""The table's six layouts in a real browser: everything in sight, nothing covered, nothing that shifts."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kingscorners.server.languages import LANGUAGES
from tests.browser import stage
from tests.browser.playing import rest

Open = Callable[..., Page]
Size = tuple[int, int]

SIZES = {
    "A": [(1200, 750), (1280, 720), (1366, 650), (1440, 900), (1920, 1080)],
    "B": [(1024, 768)],
    "C": [(768, 1024)],
    "D": [(320, 568), (360, 640), (390, 844), (412, 915)],
    "E": [(740, 360)],
}
EVERY_SIZE = [size for sizes in SIZES.values() for size in sizes]
HANDS = [1, 7, 8, 9, 12, 14, 20]

BOXES = """selectors => selectors.map(selector => [...document.querySelectorAll(selector)]
    .filter(one => one.checkVisibility({visibilityProperty: true}))
    .map(one => { const box = one.getBoundingClientRect();
                  return {selector, x: box.x, y: box.y, right: box.right, bottom: box.bottom}; })).flat()"""
SCROLLS = """() => { const page = document.documentElement;
    return [page.scrollWidth > innerWidth, page.scrollHeight > innerHeight]; }"""
# How much of each card of the hand can be hit, in px, along the row through its index.
HITTABLE = """() => [...document.querySelectorAll(".fan .card")].map(card => {
    const box = card.getBoundingClientRect();
    let hit = 0;
    for (let x = box.x + .5; x < box.right; x += 1)
        if (document.elementFromPoint(x, box.y + box.height * .14)?.closest(".card") === card) hit += 1;
    return hit;
})"""
# Cards of the hand whose rank or suit is covered, or beyond the edge of the page.
UNREADABLE = """() => [...document.querySelectorAll(".fan .card")].filter(card => {
    const box = card.getBoundingClientRect();
    return [.09, .2, .3, .4, .54].some(x => [.07, .18, .28].some(y => document.elementFromPoint(
        box.x + box.width * x, box.y + box.height * y)?.closest(".card") !== card));
}).map(card => card.dataset.word)"""
SMALL = """() => [...document.querySelectorAll("button, a, summary")]
    .filter(one => one.checkVisibility({visibilityProperty: true}) && !one.matches(".skip, .fan .card"))
    .map(one => [one.getAttribute("aria-label") || one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([_, box]) => box.width < 44 || box.height < 44)
    .map(([name, box]) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""


def at(open_page: Open, size: tuple[int, int], body: str, **options: Any) -> Page:
    page = open_page(viewport={"width": size[0], "height": size[1]}, **options)
    stage.show(page, body)
    return page


# A busy browser takes its time.
OF_SIZE = "([width, height]) => innerWidth === width && innerHeight === height"


def resized(page: Page, sizes: Iterable[Size]) -> Iterator[Size]:
    """The page at each of these sizes: all of its layout is CSS, so it need not be loaded anew."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(OF_SIZE, arg=[width, height])
        rest(page)
        yield width, height


def boxes(page: Page, *selectors: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(BOXES, list(selectors))
    return found


def apart(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two boxes do not overlap by more than a pixel."""
    return bool(
        one["right"] <= other["x"] + 1
        or other["right"] <= one["x"] + 1
        or one["bottom"] <= other["y"] + 1
        or other["bottom"] <= one["y"] + 1
    )


def check_apart(page: Page) -> None:
    """Fails when parts of the table overlap; only the cards of a hand may."""
    parts = boxes(page, ".logo", ".seat", ".slot", ".prompt", ".actions", ".fan .card", ".side")
    for i, one in enumerate(parts):
        for other in parts[i + 1 :]:
            assert one["selector"] == other["selector"] == ".fan .card" or apart(one, other), (one, other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_fourteen_cards_on_a_small_phone(open_page: Open, language: str) -> None:
    """Check 1: nothing scrolls or overlaps, each rank and suit is in sight, and so is the button to draw."""
    page = open_page(viewport={"width": 360, "height": 640})
    stage.show(page, stage.table(14, language=language), f"/{language}/play/staged")
    for picked in (None, '.fan [data-word="7d"]', ".slot[data-word=south]"):
        if picked:
            page.locator(picked).click()
        assert page.evaluate(SCROLLS) == [False, False]
        check_apart(page)
        end = page.locator("button[value=end]").bounding_box()
        assert end
        assert 0 <= end["x"] < end["x"] + end["width"] <= 360
        assert end["y"] + end["height"] <= 640
        assert page.locator(".fan .card").count() == 14
        page.keyboard.press("Escape")
        if picked != '.fan [data-word="7d"]':  # what has the focus lies in front
            assert page.evaluate(UNREADABLE) == []


@pytest.mark.parametrize("held", HANDS)
def test_everything_is_in_sight_and_every_card_can_be_hit(page: Page, held: int) -> None:
    """Checks 1 to 3 and 5: no scrolling, nothing over the edge, at least 24 px of every card free."""
    stage.show(page, stage.table(held))
    for size in resized(page, EVERY_SIZE):
        assert page.evaluate(SCROLLS) == [False, False]
        for box in boxes(page, ".slot", ".fan .card", ".actions > *", ".prompt", ".seat"):
            assert min(box["x"], box["y"]) >= 0, box
            assert box["right"] <= size[0] + 0.5, box
            assert box["bottom"] <= size[1] + 0.5, box
        assert min(page.evaluate(HITTABLE)) >= 24

        cards = boxes(page, ".fan .card")
        assert len(cards) == held
        hand = page.locator(".hand").bounding_box()
        assert hand
        left, right = min(card["x"] for card in cards), max(card["right"] for card in cards)
        assert (left + right) / 2 == pytest.approx(hand["x"] + hand["width"] / 2, abs=2)
        tops = [card["y"] for card in cards]
        two_rows = size in SIZES["E"] and held > 1
        two_rows = two_rows or (size in SIZES["D"] and held >= 9) or (size in SIZES["C"] and held >= 15)
        assert (max(tops) - min(tops) > 0.4 * (cards[0]["bottom"] - tops[0])) == two_rows


def test_nothing_covers_anything_else_and_targets_are_large(page: Page) -> None:
    """Check 1, with a pile picked that can be looked through; every control has 44 px each way."""
    stage.show(page, stage.table(14))
    page.locator(".slot[data-word=south]").click()
    for size in resized(page, EVERY_SIZE):
        check_apart(page)
        assert page.evaluate(SMALL) == [], size
        page.locator("#side").evaluate("side => side.checkVisibility() || side.showPopover()")
        assert page.evaluate(SMALL) == [], size
        page.locator("#side").evaluate("side => side.matches(':popover-open') && side.hidePopover()")


def test_while_others_play_there_is_one_control_of_their_speed(page: Page) -> None:
    stage.show(page, stage.table())
    page.locator("#table").evaluate("table => table.classList.add('busy')")
    for size in resized(page, EVERY_SIZE):
        expect(page.locator(".speed").locator("visible=true")).to_have_count(1)
        for box in boxes(page, ".speed", ".skip-turns"):
            assert 0 <= box["x"] < box["right"] <= size[0], (size, box)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bar_of_a_lost_connection_has_its_own_place(page: Page, language: str) -> None:
    stage.show(page, stage.table(14, language=language), f"/{language}/play/staged")
    page.locator("#offline").evaluate("bar => { bar.hidden = false; }")
    for size in resized(page, EVERY_SIZE):
        assert page.evaluate(SCROLLS) == [False, False]
        bar, *others = boxes(page, ".adrift", ".menu", ".logo", ".seat", ".slot", ".side", ".fan .card")
        assert [other for other in others if not apart(bar, other)] == [], size
        assert page.locator("#offline").evaluate("bar => bar.scrollHeight <= bar.clientHeight"), size
        check_apart(page)


def test_a_pile_shows_its_lowest_card_and_tops_line_up(page: Page) -> None:
    """Checks 6 and 7."""
    stage.show(page, stage.table())
    for _ in resized(page, EVERY_SIZE):
        check_piles(page)


def check_piles(page: Page) -> None:
    shown = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".slot")].map(slot => {
            const faces = [...slot.querySelectorAll(".card")];
            const boxes = faces.map(face => face.getBoundingClientRect());
            return [slot.dataset.word, {
                cards: faces.map(face => face.querySelector("use").getAttribute("href").slice(1)),
                tops: boxes.map(box => box.y), height: boxes.at(-1)?.height,
                count: slot.querySelector(".count")?.textContent.trim(),
            }];
        }))"""
    )
    for name, text in stage.PILES.items():
        pile = text.split()
        assert shown[name]["cards"] == ([pile[0]] if len(pile) > 1 else []) + pile[-1:]
        assert shown[name].get("count") == (str(len(pile)) if pile else None)
        if len(pile) > 1:
            peek = shown[name]["tops"][1] - shown[name]["tops"][0]
            assert peek / shown[name]["height"] == pytest.approx(0.3, abs=0.02)
    assert shown["stock"]["count"] == "12"
    for row in (("north", "northeast"), ("west", "stock", "east"), ("southwest", "south")):
        tops = [shown[name]["tops"][-1] for name in row]
        assert max(tops) - min(tops) < 0.5


@pytest.mark.parametrize(("width", "height"), [(320, 180), (427, 240), (360, 400)])
def test_a_zoomed_page_scrolls_and_hides_nothing(open_page: Open, width: int, height: int) -> None:
    """Check 4: 1280 x 720 at 400 and at 300 %, and a phone at 200 % with its keyboard open."""
    page = at(open_page, (width, height), stage.table(12))
    assert page.evaluate(SCROLLS) == [False, True]
    for control in (".slot[data-word=southeast]", '.fan [data-word="Kd"]', "button[value=end]", ".menu"):
        page.locator(control).scroll_into_view_if_needed()
        page.locator(control).click(trial=True)


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_two_to_six_seats_fit(page: Page, seats: int) -> None:
    stage.show(page, stage.table(9, seats))
    for size in resized(page, [(360, 640), (740, 360), (768, 1024), (1366, 650)]):
        assert page.evaluate(SCROLLS) == [False, False]
        placed = boxes(page, ".seat")
        assert len(placed) == seats - 1
        others = placed + boxes(page, ".slot:not(.zone-cleared)", ".prompt", ".fan .card")
        for i, one in enumerate(placed):
            for other in others[i + 1 :]:
                assert apart(one, other), (size, one, other)


def test_the_score_sheet_fits_and_its_bars_end_where_the_totals_say(page: Page) -> None:
    stage.show(page, stage.deal_over())
    expect(page.get_by_role("heading", name="Omar went out")).to_be_visible()
    for _ in resized(page, [(320, 568), (360, 640), (740, 360), (768, 1024), (1440, 900)]):
        check_sheet(page)


def check_sheet(page: Page) -> None:
    assert page.evaluate(SCROLLS)[0] is False
    bars = page.evaluate(
        """() => [...document.querySelectorAll(".race")].map(race => {
            const box = race.getBoundingClientRect();
            const ends = [...race.querySelectorAll("rect")].map(part => part.getBoundingClientRect().right);
            return 25 * (Math.max(...ends) - box.x) / box.width;
        })"""
    )
    totals = [
        int(text) for text in page.locator(".rows .total").all_inner_texts() for text in [text.split()[-1]]
    ]
    assert totals == [6, 17, 20, 24]
    for bar, total in zip(bars, totals, strict=True):
        assert bar == pytest.approx(total, abs=0.4)
    assert page.locator(".costly").count() == 1
    page.get_by_role("button", name="Next deal").click(trial=True)


MOVED = {"en": "West to East", "hi": "पश्चिम का ढेर पूर्व पर", "ar": "كومة الغرب إلى الشرق"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_the_seat_at_the_top_has_done_is_in_sight(page: Page, language: str) -> None:
    """Four piles moved, after more that are left out: in every language two lines, none above the page."""
    stage.show(page, stage.table(language=language), f"/{language}/play/staged")
    page.locator(".at-north .did").evaluate(
        """(did, said) => {
            const told = did.querySelector(".told");
            told.textContent = "…";
            for (let i = 0; i < 4; i += 1) did.append(Object.assign(told.cloneNode(), {textContent: said}));
        }""",
        MOVED[language],
    )
    for size in resized(page, SIZES["A"]):
        (did,) = boxes(page, ".at-north .did")
        assert did["y"] >= 0, size
        assert [part for part in boxes(page, ".slot", ".help", ".logo") if not apart(did, part)] == [], size
