"""Moves that need no thought: a setting, and what it does to a deal of Spades and to one of Klondike."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.playing import after, legal, ply, prefer, sit_down


def test_the_setting_is_a_switch_that_holds_at_once(page: Page) -> None:
    page.goto("/en/settings")
    switch = page.get_by_role("switch", name="Moves that need no thought")
    expect(switch).not_to_be_checked()
    with page.expect_response("**/settings"):
        switch.check()
    page.reload()
    expect(switch).to_be_checked()
    assert page.locator("html").get_attribute("data-automatic") == "true"


def test_the_last_trick_of_a_deal_plays_itself(page: Page) -> None:
    prefer_before(page)
    sit_down(page, "spades", options={"match": "deals", "deals": 1})
    taps = 0
    while page.locator(".sheet").count() == 0:
        before = ply(page)
        pressed = page.locator('.choose [value="bid 3"], .act[value="claim"]')
        if pressed.count():
            pressed.first.click()
        else:
            words = [word for word in legal(page) if len(word) == 2]
            assert len(words) > 1
            page.locator(f'.fan [data-word="{words[0]}"]').dblclick()
            taps += 1
        after(page, before)
    assert taps < 13


def prefer_before(page: Page) -> None:
    page.goto("/en/settings")
    prefer(page, automatic="true")


def test_aces_go_up_after_one_s_own_move_and_come_down_with_it(page: Page) -> None:
    prefer_before(page)
    for _ in range(20):
        sit_down(page, "klondike")
        while True:
            draw = page.locator(".actions button[value=draw]")
            if not draw.count():
                break
            before = ply(page)
            draw.click()
            after(page, before)
            if ply(page) > before + 1:
                up = page.locator(".kind-foundation .card").count()
                assert up
                before = ply(page)
                page.locator('.actions [value="undo"]').click()
                after(page, before)
                expect(page.locator(".kind-foundation .card")).to_have_count(0)
                return
    raise AssertionError("no Ace came in twenty deals")
