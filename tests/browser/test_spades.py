"""Spades in a browser: a deal from the bids to the score sheet, with a computer partner against two."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.playing import after, legal, ply, prefer, sit_down


def begin(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    sit_down(page, "spades", options={"match": "deals", "deals": 1})


def test_a_deal_is_bid_and_played_to_its_end(page: Page) -> None:
    begin(page)
    choices = page.locator(".choose .act")
    expect(choices).to_have_count(14)
    sizes = choices.evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
    assert all(size["height"] >= 44 and size["width"] >= 44 for size in sizes)
    assert max(size["right"] for size in sizes) <= 360
    expect(page.locator(".at-north .partner")).to_be_visible()
    before = ply(page)
    page.locator('.choose [value="bid 3"]').click()
    after(page, before)
    tricks = 0
    while page.locator(".sheet").count() == 0:
        before = ply(page)
        claim = page.locator('.act[value="claim"]')
        if claim.count():
            claim.click()
        else:
            word = next(word for word in legal(page) if len(word) == 2)
            if tricks == 0:
                page.locator(f'.fan [data-word="{word}"]').click()
                page.locator('[data-zone="trick-0"] [data-word]').last.click()
            else:
                page.locator(f'.fan [data-word="{word}"]').dblclick()
        after(page, before)
        tricks += 1
        if tricks == 3:
            expect(page.locator(".own .short")).to_contain_text("/3")
            page.locator('.looks [popovertarget="look-last"]').click()
            expect(page.locator("#look-last .card-box")).to_have_count(4)
            page.locator("#look-last .btn").click()
    assert tricks <= 13
    expect(page.locator(".sheet")).to_contain_text("Deal 1")
    assert page.locator(".sheet").get_attribute("data-result") in ("won", "lost")


def test_the_name_of_a_partner_can_be_read_on_a_small_phone(page: Page) -> None:
    begin(page)
    name = page.locator(".seat:has(.partner) bdi")
    expect(name).to_have_count(1)
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_rest_is_claimed_by_a_button_where_it_is_certain(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    options = {"match": "deals", "deals": 1}
    for _ in range(60):
        match = page.request.post("/api/v1/matches", data={"game": "spades", "options": options}).json()
        while match["legal"] and "claim" not in match["legal"]:
            move = "bid 3" if "bid 3" in match["legal"] else match["legal"][0]
            asked = {"move": move, "ply": match["ply"]}
            match = page.request.post(f"/api/v1/matches/{match['id']}/moves", data=asked).json()["match"]
        if match["legal"]:
            break
    prefer(page, speed="off", tips="false")
    page.goto(f"/en/play/{match['id']}")
    before = ply(page)
    claim = page.get_by_role("button", name="Claim the rest")
    box = claim.bounding_box()
    assert box
    assert box["height"] >= 44
    assert box["x"] + box["width"] <= 360
    claim.click()
    after(page, before)
    expect(page.locator(".sheet")).to_contain_text("Deal 1")
    assert page.request.get(f"/api/v1/matches/{match['id']}").json()["facts"]["ended"] == "claimed"
