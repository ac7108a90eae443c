"""The table when things go wrong, and without a script."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import stage
from tests.browser.playing import Open, after, begin, card, has_play, look, pile, playable, ply, zone

# ---------------------------------------------------------------------- what can go wrong


def test_a_stale_tab_says_so_and_shows_the_game_as_it_is(page: Page, complaints: list[str]) -> None:
    match = begin(page)
    page.request.post(f"/api/v1/matches/{match['id']}/moves", data={"move": "end", "ply": match["ply"]})
    page.locator("button[value=end]").click()
    expect(page.locator(".prompt")).to_contain_text("The game has moved on.")
    assert ply(page) == look(page, match)["ply"]
    complaints.clear()


@pytest.mark.parametrize("broken", ["refused", "nonsense"])
def test_nothing_is_lost_without_a_connection(page: Page, complaints: list[str], broken: str) -> None:
    match = begin(page, has_play, speed="normal")
    word, place = playable(page)

    def spoil(route: Route) -> None:
        if broken == "refused":
            route.abort("connectionrefused")
        else:
            route.fulfill(status=502, body="<h1>Bad gateway</h1>")

    page.route("**/play/**", spoil)
    card(page, word).click()
    pile(page, place).click()
    bar = page.get_by_text("Your match is saved, and you can continue when you are back online.").first
    expect(bar).to_be_visible()
    expect(page.locator("#alert")).to_contain_text("You are offline.")
    expect(page.locator(".flying")).to_have_count(0)
    assert page.locator(".away").count() == 0
    expect(card(page, word)).to_have_attribute("aria-pressed", "true")
    end = page.locator("button[value=end]")
    expect(end).to_have_attribute("aria-disabled", "true")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    end.click(force=True)
    expect(page.locator(".prompt")).to_contain_text("You are offline.")
    assert "POST" not in asked
    page.unroute("**/play/**")
    expect(bar).to_be_hidden()
    expect(page.locator("#say")).to_contain_text("You are connected again.")
    expect(end).not_to_have_attribute("aria-disabled", "true")
    card(page, word).click()
    pile(page, place).click()
    after(page, match["ply"])
    assert zone(look(page, match), place)[-1] == word
    complaints.clear()


def test_a_move_whose_answer_was_lost_is_not_played_twice(page: Page, complaints: list[str]) -> None:
    match = begin(page, has_play)
    word, place = playable(page)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    page.route("**/move", lose)
    card(page, word).click()
    pile(page, place).click()
    expect(page.locator("#offline")).to_be_visible()
    page.unroute("**/move")
    after(page, match["ply"])
    assert ply(page) == match["ply"] + 1 == look(page, match)["ply"]
    expect(pile(page, place).locator(".top use")).to_have_attribute("href", f"#{word}")
    complaints.clear()


def test_a_tab_that_slept_while_another_played_says_so_when_it_wakes(
    page: Page, complaints: list[str]
) -> None:
    match = begin(page)
    wake = """hidden => { Object.defineProperty(document, "hidden", {configurable: true, value: hidden});
        document.dispatchEvent(new Event("visibilitychange")); }"""
    page.evaluate(wake, True)
    page.request.post(f"/api/v1/matches/{match['id']}/moves", data={"move": "end", "ply": match["ply"]})
    page.evaluate(wake, False)
    after(page, match["ply"])
    expect(page.locator(".prompt")).to_contain_text("The game has moved on.")
    assert ply(page) == look(page, match)["ply"]
    page.request.delete("/api/v1/me")
    page.evaluate(wake, False)
    expect(page.locator(".prompt")).to_contain_text("you may not see it")
    complaints.clear()


def test_a_slow_server_is_waited_for(page: Page) -> None:
    begin(page)

    def delay(route: Route) -> None:
        page.wait_for_timeout(1500)
        route.continue_()

    page.route("**/move", delay)
    before = ply(page)
    page.locator("button[value=end]").click()
    expect(page.locator(".prompt")).to_contain_text("One moment", timeout=1450)
    after(page, before)


# ---------------------------------------------------------------------- without a script


def test_a_pile_is_looked_through_without_javascript(open_page: Open) -> None:
    page = open_page(java_script_enabled=False)
    stage.show(page, stage.table(picked="south"))
    page.get_by_role("button", name="Look through the pile").click()
    expect(page.locator("#look-south li")).to_have_count(4)
    expect(page.locator("#look-south")).to_be_visible()


def test_a_whole_deal_without_javascript(open_page: Open) -> None:
    page = open_page(java_script_enabled=False)
    match = begin(page, players=["novice"], seats=2)
    for _ in range(150):
        if page.locator(".sheet").count():
            break
        now = look(page, match)["legal"]
        _, *words = now[0].split()
        if words:
            page.locator(f'.felt [name=pick][value="{words[0]}"]').first.click()
        page.locator(f'.felt [name=move][value="{now[0]}"]').first.click()
    expect(page.locator("#sheet-title")).to_be_visible()
    page.get_by_role("button", name="Next deal").click()
    expect(page.locator(".fan .card")).not_to_have_count(0)
    assert not page.locator(".sheet").count()


def test_a_turn_without_javascript(open_page: Open) -> None:
    page = open_page(java_script_enabled=False)
    match = begin(page, has_play)
    word, place = match["legal"][0].split()[1:]
    page.locator(f'.fan [value="{word}"]').click()
    expect(page.locator(".slot.legal")).not_to_have_count(0)
    page.locator(f'.slot[value="play {word} {place}"]').click()
    expect(page.locator(f".slot.zone-{place} .top use")).to_have_attribute("href", f"#{word}")
    page.get_by_role("button", name="Take back").click()
    assert look(page, match)["zones"] == match["zones"]
    page.locator(".slot.zone-stock").click()
    page.locator(".slot.zone-stock").click()
    assert look(page, match)["ply"] > match["ply"] + 2
    for hidden in ("[data-replay]", ".speed"):
        assert page.locator(f"{hidden}:visible").count() == 0
