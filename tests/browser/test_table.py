"""Playing at the table in a real browser against the real server: picking, moving, whole deals."""

import re
from typing import Any

from playwright.sync_api import Page, Request, Route, expect

from tests.browser import stage
from tests.browser.playing import (
    IDLE,
    TWICE,
    Open,
    after,
    begin,
    card,
    end_turn,
    has_play,
    in_sheet,
    legal,
    look,
    outlined,
    pile,
    playable,
    ply,
    rest,
    zone,
)

# Piles with a gold edge and a notch above them.
GOLDEN = """() => [...document.querySelectorAll(".slot")]
    .filter(slot => getComputedStyle(slot.querySelector(".stack")).boxShadow.startsWith("rgb(255, 194, 46)"))
    .filter(slot => getComputedStyle(slot, "::after").content !== "none")
    .map(slot => slot.dataset.word)"""
COUNTS = """() => Object.fromEntries([...document.querySelectorAll(".slot")]
    .map(slot => [slot.dataset.word, Number(slot.querySelector(".count")?.textContent ?? 0)]))"""

# ---------------------------------------------------------------------- picking


def test_tapping_a_card_outlines_exactly_what_the_server_allows(page: Page) -> None:
    """Check 9."""
    match = begin(page, has_play)
    for word in zone(match, "hand-0"):
        card(page, word).click()
        allowed = {move.split()[2] for move in match["legal"] if move.startswith(f"play {word} ")}
        assert outlined(page) == allowed
        rest(page)
        assert set(page.evaluate(GOLDEN)) == allowed
        expect(card(page, word)).to_have_attribute("aria-pressed", "true")
        count = len(allowed)
        words = "No place to play" if not count else f"{count} place{'s' * (count > 1)} to play"
        expect(page.locator(".prompt")).to_contain_text(words)
        for name in allowed:
            expect(pile(page, name)).to_have_attribute("aria-label", re.compile(r"Legal move\.$"))
    assert page.locator(".fan [aria-pressed=true]").count() == 1


def test_tapping_again_escape_and_the_empty_table_deselect(page: Page) -> None:
    """Check 11."""
    begin(page, has_play)
    word, _ = playable(page)
    chosen = card(page, word)

    def put_down() -> None:
        expect(chosen).to_have_attribute("aria-pressed", "false")
        assert outlined(page) == set()
        expect(page.locator(".prompt")).to_contain_text("Your turn")

    for how in ("again", "escape", "table"):
        page.wait_for_timeout(TWICE)
        chosen.click()
        expect(chosen).to_have_attribute("aria-pressed", "true")
        page.wait_for_timeout(TWICE)
        if how == "again":
            chosen.click()
        elif how == "escape":
            page.keyboard.press("Escape")
        else:
            page.locator(".board").click(position={"x": 3, "y": 3})
        put_down()


def test_a_king_may_go_to_every_empty_corner_and_space(page: Page) -> None:
    """Check 12."""
    stage.show(page, stage.table(9, piles={"west": ""}))
    card(page, "Kd").click()
    assert outlined(page) == {"northwest", "southeast", "west"}


def test_the_prompt_of_a_pile_says_why_it_stays(page: Page) -> None:
    stage.show(page, stage.table())
    pile(page, "northeast").click()
    expect(page.locator(".prompt")).to_contain_text("Corner piles stay where they are.")
    assert outlined(page) == set()


def test_a_pile_can_be_looked_through(page: Page) -> None:
    """KC-Q27: by its button, and by pressing long or with the right button."""
    stage.show(page, stage.table())
    pile(page, "south").click()
    page.get_by_role("button", name="Look through the pile").click()
    sheet = page.locator("#look-south")
    expect(sheet).to_be_visible()
    assert sheet.locator("li .vh").all_inner_texts() == [
        "Jack of clubs",
        "10 of diamonds",
        "9 of spades",
        "8 of hearts",
    ]
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    pile(page, "north").click(button="right")
    expect(page.locator("#look-north")).to_be_visible()


# ---------------------------------------------------------------------- playing


def test_tapping_an_outlined_pile_plays_the_card(page: Page) -> None:
    """Check 10."""
    match = begin(page, has_play)
    word, place = playable(page)
    held, lying = len(zone(match, "hand-0")), len(zone(match, place))
    before = ply(page)
    card(page, word).click()
    pile(page, place).click()
    after(page, before)
    assert ply(page) == before + 1
    assert page.locator(".fan .card").count() == held - 1
    expect(pile(page, place).locator(".count")).to_have_text(str(lying + 1))
    expect(pile(page, place).locator(".top use")).to_have_attribute("href", f"#{word}")
    assert outlined(page) == set()
    assert zone(look(page, match), place)[-1] == word


def test_a_played_card_lies_there_before_the_server_has_answered(open_page: Open) -> None:
    """Check 10: it moves at once, however slow the network is."""
    page = open_page(reduced_motion="no-preference")
    match = begin(page, has_play, speed="normal")
    word, place = playable(page)
    waiting: list[Route] = []
    page.route("**/move", lambda route: waiting.append(route))
    card(page, word).click()
    pile(page, place).click()
    assert outlined(page) == set()
    page.wait_for_function(
        """place => {
            const card = document.querySelector(".flying")?.getBoundingClientRect();
            const pile = document.querySelector(`.slot[data-word="${place}"]`).getBoundingClientRect();
            return card && Math.abs(card.x - pile.x) < 3 && Math.abs(card.bottom - pile.bottom) < 3;
        }""",
        arg=place,
    )
    assert len(waiting) == 1
    assert look(page, match)["ply"] == ply(page) == match["ply"]
    waiting[0].continue_()
    after(page, match["ply"])
    expect(pile(page, place).locator(".top use")).to_have_attribute("href", f"#{word}")
    expect(page.locator(".flying")).to_have_count(0)


def test_a_double_tap_plays_the_only_place(page: Page) -> None:
    def one_place(moves: list[str]) -> bool:
        words = [move.split()[1] for move in moves if move.startswith("play")]
        return any(words.count(word) == 1 for word in words)

    match = begin(page, one_place)
    word, places = next(
        (word, places) for word, places in legal(page).items() if len(word) == 2 and len(places) == 1
    )
    before = ply(page)
    card(page, word).dblclick()
    after(page, before)
    assert zone(look(page, match), next(iter(places)))[-1] == word


def test_a_pile_is_moved_whole_and_leaves_an_empty_space(page: Page) -> None:
    """Check 13."""
    match = begin(page, lambda moves: any(move.startswith("carry") for move in moves))
    source = next(word for word in legal(page) if len(word) > 2 and word != "stock")
    places = legal(page)[source]
    pile(page, source).click()
    assert outlined(page) == set(places)
    place = next(iter(places))
    moved, onto = zone(match, source), zone(match, place)
    before = ply(page)
    pile(page, place).click()
    after(page, before)
    assert zone(look(page, match), place) == onto + moved
    expect(pile(page, source)).to_contain_text("Any card")
    expect(pile(page, source)).to_have_attribute("aria-label", re.compile("empty. Any card.$"))


def test_an_illegal_tap_moves_nothing_and_says_why(page: Page, complaints: list[str]) -> None:
    """Check 14."""
    match = begin(page, has_play)
    corner = next(
        name for name in ("southeast", "southwest", "northwest", "northeast") if not zone(match, name)
    )
    word = next(word for word in zone(match, "hand-0") if word[0] != "K")
    card(page, word).click()
    pile(page, corner).click()
    expect(page.locator(".prompt")).to_contain_text("Only a King can start a corner.")
    expect(page.locator("#say")).to_contain_text("Only a King can start a corner.")
    assert ply(page) == match["ply"] == look(page, match)["ply"]
    complaints.clear()  # the browser notes every 400


def test_undo_restores_the_table_and_ends_with_the_turn(page: Page) -> None:
    """Check 16."""
    match = begin(page, has_play)
    undo = page.get_by_role("button", name="Take back")
    expect(undo).to_be_disabled()
    zones = page.locator(".felt").inner_html()
    word, place = playable(page)
    card(page, word).click()
    pile(page, place).click()
    after(page, match["ply"])
    expect(undo).to_be_enabled()
    undo.click()
    after(page, match["ply"] + 1)
    expect(undo).to_be_disabled()
    assert look(page, match)["zones"] == match["zones"]
    changed = re.sub(r'value="\d+"|tabindex="-?\d"', "", page.locator(".felt").inner_html())
    assert changed == re.sub(r'value="\d+"|tabindex="-?\d"', "", zones)
    end_turn(page)
    if not in_sheet(page):
        expect(undo).to_be_disabled()


def test_one_tap_on_the_stock_does_not_end_the_turn_and_two_do(page: Page) -> None:
    """Check 17."""
    match = begin(page)
    pile(page, "stock").click()
    expect(page.locator(".prompt")).to_contain_text("Again: Draw and end turn")
    page.wait_for_timeout(TWICE)
    assert ply(page) == look(page, match)["ply"] == match["ply"]
    pile(page, "stock").click()
    after(page, match["ply"])
    assert look(page, match)["ply"] > match["ply"]


def test_an_armed_stock_is_put_down_again(page: Page) -> None:
    begin(page)
    pile(page, "stock").click()
    expect(page.locator(".prompt")).to_contain_text("Again:")
    expect(page.locator(".prompt")).to_contain_text(IDLE, timeout=5000)
    assert outlined(page) == set()


def test_pressing_the_button_twice_sends_one_move(page: Page) -> None:
    """Check 17."""
    begin(page)
    posted: list[Request] = []
    page.on("request", lambda request: posted.append(request) if request.method == "POST" else None)
    before = ply(page)
    page.locator("button[value=end]").dblclick()
    after(page, before)
    assert len(posted) == 1


def test_reloading_in_mid_turn_changes_nothing(page: Page) -> None:
    """Check 18."""
    match = begin(page, has_play)
    word, place = playable(page)
    card(page, word).click()
    pile(page, place).click()
    after(page, match["ply"])
    order = page.locator(".fan .card").evaluate_all("all => all.map(one => one.dataset.word)")
    felt = page.locator(".felt").inner_text()
    page.reload()
    assert page.locator(".fan .card").evaluate_all("all => all.map(one => one.dataset.word)") == order
    assert page.locator(".felt").inner_text() == felt
    expect(page.get_by_role("button", name="Take back")).to_be_enabled()


def test_a_whole_deal_by_tapping_then_the_next(page: Page) -> None:
    """Check 6: the count of each pile is right after every move."""
    match = begin(page, players=["novice", "novice"], seats=3)
    for _ in range(150):
        if in_sheet(page):
            break
        before = ply(page)
        cards_ = [word for word in legal(page) if len(word) == 2]
        if cards_:
            card(page, cards_[0]).click()
            pile(page, next(iter(legal(page)[cards_[0]]))).click()
        else:
            page.locator("button[value=end]").click()
        after(page, before)
        now = look(page, match)
        counts = page.evaluate(COUNTS)
        assert counts == {name: len(zone(now, name)) for name in counts}
    expect(page.locator("#sheet-title")).to_be_focused()
    expect(page.locator(".rows > li:not(.head)")).to_have_count(3)
    assert page.locator(".felt").get_attribute("inert") is not None
    before = ply(page)
    page.get_by_role("button", name="Next deal").click()
    after(page, before)
    assert not in_sheet(page)
    expect(page.locator("h1")).to_contain_text("Deal 2")
    assert page.locator(".fan .card").count() >= 7


def test_the_end_of_a_match_leads_to_the_next_with_one_tap(page: Page) -> None:
    match: Any = begin(page, options={"match": "deals", "deals": 1}, players=["novice"], seats=2)
    while match["legal"]:
        body = {"move": match["legal"][0], "ply": match["ply"]}
        match = page.request.post(f"/api/v1/matches/{match['id']}/moves", data=body).json()["match"]
    page.reload()
    expect(page.locator("#sheet-title")).to_have_text(re.compile("won the match|share first place"))
    with page.expect_request("**/again") as asked:
        page.get_by_role("button", name="Play again").click()
    assert re.fullmatch("nonce=[0-9a-f]{32}&commitment=[0-9a-f]{64}", asked.value.post_data or "")
    page.wait_for_url(lambda url: "/en/play/" in url and match["id"] not in url)
    assert page.locator(".fan .card").count() == 7
