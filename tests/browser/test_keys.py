"""The table by keyboard: walking it, the keys of `?`, and a focus that is never lost."""

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser import stage
from tests.browser.playing import (
    Open,
    after,
    begin,
    card,
    has_play,
    in_sheet,
    legal,
    pile,
    playable,
    ply,
    prefer,
)

ON_TABLE = "document.activeElement.matches('.slot, .fan .card')"
WORD = "document.activeElement.dataset.word"
CYAN = "rgb(141, 235, 255) solid 4px"
NUMPAD = {
    "northwest": 7,
    "north": 8,
    "northeast": 9,
    "west": 4,
    "east": 6,
    "southwest": 1,
    "south": 2,
    "southeast": 3,
}


def test_a_turn_with_the_keyboard_alone(page: Page) -> None:
    """Check 24."""
    begin(page, has_play)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.fan .card')"):
            break
    words = page.locator(".fan .card").evaluate_all("all => all.map(one => one.dataset.word)")
    word, _ = playable(page)
    page.keyboard.press("Home")
    for _ in range(words.index(word)):
        page.keyboard.press("ArrowRight")
    expect(card(page, word)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('.slot.legal')")
    before = ply(page)
    page.keyboard.press("Enter")
    after(page, before)
    following = words[words.index(word) + 1 :] or words[:-1][-1:]
    assert page.evaluate(WORD) == following[0]
    page.keyboard.press("u")
    after(page, before + 1)
    assert page.evaluate(WORD) == word
    held = set(words)
    before = ply(page)
    page.keyboard.press("d")
    after(page, before)
    if not in_sheet(page):
        assert page.evaluate(WORD) not in held
        assert page.evaluate("document.activeElement.matches('.fan .card')")


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_arrows_walk_the_table_as_it_lies(page: Page, direction: str) -> None:
    """Check 25: two tab stops, and left is left in every language. Check 24: a cyan ring."""
    stage.show(page, stage.table().replace('dir="ltr"', f'dir="{direction}"', 1))
    pile(page, "north").focus()
    for key, name in (
        ("ArrowRight", "northeast"),
        ("ArrowDown", "east"),
        ("ArrowLeft", "stock"),
        ("ArrowLeft", "west"),
        ("ArrowDown", "southwest"),
        ("ArrowRight", "south"),
    ):
        page.keyboard.press(key)
        expect(pile(page, name)).to_be_focused()
        expect(pile(page, name).locator(".stack")).to_have_css("outline", CYAN)
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('.fan .card')")
    expect(page.locator(".fan .card:focus")).to_have_css("outline", CYAN)
    page.keyboard.press("Home")
    first = page.evaluate("document.activeElement.getBoundingClientRect().x")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getBoundingClientRect().x") > first
    stops = page.locator(".slot, .fan .card").evaluate_all(
        "all => all.filter(one => one.tabIndex === 0).length"
    )
    assert stops == 2


def test_ranks_and_the_number_pad_jump(page: Page) -> None:
    """Check 26."""
    stage.show(page, stage.table(20))
    words = page.locator(".fan .card").evaluate_all("all => all.map(one => one.dataset.word)")
    page.locator(".fan .card").first.focus()
    for key, rank in (("7", "7"), ("7", "7"), ("k", "K"), ("a", "A"), ("A", "A"), ("q", "Q")):
        now = page.evaluate(WORD)
        order = [*words[words.index(now) + 1 :], *words]
        page.keyboard.press(key)
        assert page.evaluate(WORD) == next(word for word in order if word[0] == rank)
    for name, number in NUMPAD.items():
        page.keyboard.press(f"Numpad{number}")
        expect(pile(page, name)).to_be_focused()
        expect(pile(page, name)).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")
    page.keyboard.press("Numpad5")
    expect(page.locator(".prompt")).to_contain_text("Draw and end turn")


def test_the_number_pad_plays_where_it_may(page: Page) -> None:
    match = begin(page, has_play)
    word, place = playable(page)
    card(page, word).focus()
    page.keyboard.press("Space")
    page.keyboard.press(f"Numpad{NUMPAD[place]}")
    after(page, match["ply"])
    expect(pile(page, place).locator(".top use")).to_have_attribute("href", f"#{word}")


def test_letters_tell_what_is_asked_for(page: Page) -> None:
    """Check 26: where something can go, the table, the log, the scores."""
    stage.show(page, stage.table())
    said = page.locator("#say p")

    def hear(key: str, *parts: str) -> None:
        page.keyboard.press(key)
        for part in parts:
            expect(said.last).to_contain_text(part)

    card(page, "7d").focus()
    hear("m", "7 of diamonds can go to North and East.")
    hear("o", "North pile, 3 cards. Top 8 of clubs, bottom 10 of spades.", "Stock, 12 cards.")
    hear("l", "Asha played 9 of hearts and 8 of clubs on North and drew.", "Mei")
    hear("s", "Asha: 6 cards, 14 points.", "9 cards, 9 points.")
    page.keyboard.press("Enter")
    pile(page, "northeast").focus()
    hear("m", "7 of diamonds can go to North and East.")


def test_letters_can_be_switched_off_and_belong_to_the_table_alone(page: Page) -> None:
    """Check 26, WCAG 2.1.4."""
    match = begin(page, has_play)
    prefer(page, letters="false")
    page.locator(".fan .card").first.focus()
    first = page.evaluate(WORD)
    for key in "dumols?k7":
        page.keyboard.press(key)
    page.keyboard.press("Numpad5")
    assert page.evaluate(WORD) == first
    assert page.locator("dialog[open], .picked").count() == 0
    assert ply(page) == match["ply"]
    page.keyboard.press("ArrowRight")
    assert page.evaluate(WORD) != first
    prefer(page, letters="true")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("d")
    page.locator(".fan .card").first.focus()
    page.keyboard.press("Control+d")
    page.evaluate("document.querySelector('.felt').append(document.createElement('input'))")
    page.locator(".felt > input").focus()
    page.keyboard.type("dumols?k7")
    expect(page.locator(".felt > input")).to_have_value("dumols?k7")
    page.wait_for_timeout(200)
    assert page.locator("dialog[open], .picked").count() == 0
    assert ply(page) == match["ply"]


def test_the_list_of_keys_opens_by_one_and_gives_the_focus_back(page: Page) -> None:
    stage.show(page, stage.table())
    card(page, "7d").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("d")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    expect(card(page, "7d")).to_be_focused()


@pytest.mark.parametrize("key", ["d", "Enter", "Space"])
def test_a_key_that_is_held_down_plays_once(page: Page, key: str) -> None:
    match = begin(page, has_play)
    posted: list[Request] = []
    page.on("request", lambda asked: posted.append(asked) if asked.method == "POST" else None)
    (page.locator("button[value=end]") if key != "d" else page.locator(".fan .card").first).focus()
    for _ in range(12):
        page.keyboard.down(key)
    page.keyboard.up(key)
    after(page, match["ply"])
    page.wait_for_timeout(300)
    assert len(posted) == 1


def test_after_a_pile_move_the_focus_is_where_the_pile_is(page: Page) -> None:
    match = begin(page, lambda moves: any(move.startswith("carry") for move in moves))
    source, place = next(move.split()[1:] for move in match["legal"] if move.startswith("carry"))
    pile(page, source).focus()
    page.keyboard.press("Enter")
    pile(page, place).focus()
    page.keyboard.press("Enter")
    after(page, match["ply"])
    expect(pile(page, place)).to_be_focused()


def test_space_skips_one_turn_and_shift_space_all(open_page: Open) -> None:
    page = open_page(reduced_motion="no-preference", viewport={"width": 1440, "height": 900})
    match = begin(page, speed="slow")
    page.locator(".fan .card").first.focus()
    page.keyboard.press("d")
    names = [seat["name"] for seat in match["seats"]]
    for name in names[1:3]:
        expect(page.locator(".prompt")).to_contain_text(f"{name} is playing")
        page.keyboard.press("Space")
    expect(page.locator(".prompt")).to_contain_text(f"{names[3]} is playing", timeout=1000)
    page.keyboard.press("Shift+Space")
    page.locator(f'#table:not([data-ply="{match["ply"]}"], .busy)').wait_for(timeout=1500)


def test_the_focus_is_on_skip_while_the_pressed_button_is_away(open_page: Open) -> None:
    page = open_page(viewport={"width": 1440, "height": 900})
    match = begin(page, speed="slow", players=["novice"], seats=2)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value === 'end'"):
            break
    page.keyboard.press("Enter")
    page.locator("#table.busy").wait_for()
    assert page.evaluate("document.activeElement !== document.body")
    page.keyboard.press("Shift+Space")
    after(page, match["ply"])
    assert page.evaluate("document.activeElement !== document.body")


def test_the_score_sheet_takes_the_focus_and_gives_it_back(page: Page) -> None:
    """Check 30."""
    begin(page, players=["novice"], seats=2, options={"match": "deals", "deals": 2})
    page.locator(".fan .card").first.focus()
    for _ in range(150):
        before = ply(page)
        moves = [move for places in legal(page).values() for move in places.values() if move != "end"]
        if moves:
            verb, source, place = moves[0].split()
            (card if verb == "play" else pile)(page, source).focus()
            page.keyboard.press("Enter")
            pile(page, place).focus()
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("d")
        after(page, before)
        if in_sheet(page):
            break
        assert page.evaluate(ON_TABLE), moves
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    expect(page.locator("#sheet-title")).to_be_focused()
    for _ in range(12):
        page.keyboard.press("Tab")
        assert not page.evaluate("Boolean(document.activeElement.closest('.felt, .side'))")
    rows = page.locator(".sheet .vh tbody tr")
    totals = [sum(map(int, row.locator("td").all_inner_texts()[:1])) for row in rows.all()]
    assert totals == [int(row.locator("td").nth(1).inner_text()) for row in rows.all()]
    page.locator("#sheet-title").focus()
    before = ply(page)
    page.keyboard.press("d")
    after(page, before)
    assert page.evaluate("document.activeElement.matches('.fan .card')")
