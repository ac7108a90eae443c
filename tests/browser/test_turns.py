"""The others' turns as they are shown, skipped, told and shown again."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.playing import (
    GAME,
    IDLE,
    Open,
    after,
    begin,
    card,
    end_turn,
    has_play,
    in_sheet,
    pile,
    playable,
    ply,
    prefer,
)
from tests.browser.test_speech import name

SHIFTS = """() => { window.shifts = [];
    new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(entry => entry.value)))
        .observe({type: "layout-shift", buffered: true}); }"""

SHORT = {"north": "North", "east": "East", "south": "South", "west": "West"}
SHORT |= {"northeast": "NE", "southeast": "SE", "southwest": "SW", "northwest": "NW"}

# ---------------------------------------------------------------------- the others' turns


def test_every_card_they_play_flies_from_the_seat_and_is_told(open_page: Open) -> None:
    """Checks 19 and 20, and 8: nothing shifts from the first paint to the end of the round."""
    page = open_page(reduced_motion="no-preference", viewport={"width": 1440, "height": 900})
    page.add_init_script(f"({SHIFTS})()")
    match = begin(page, speed="normal", players=["novice"] * 3)
    page.evaluate(
        """() => { window.flown = []; window.prompts = [];
            new MutationObserver(changes => {
                for (const change of changes) for (const one of change.addedNodes) {
                    if (one.matches?.(".flying")) window.flown.push(one.querySelector("use").href.baseVal);
                    if (one.matches?.(".trail")) window.flown.push([...one.classList].at(-1));
                    if (one.matches?.(".message")) window.prompts.push(one.textContent);
                }
            }).observe(document.body, {childList: true, subtree: true}); }"""
    )
    with page.expect_response("**/move") as answered:
        page.locator("button[value=end]").click()
    after(page, match["ply"])
    steps = answered.value.json()["steps"]
    theirs = [step for step in steps if step["seat"]]
    flown = page.evaluate("window.flown")
    for step in theirs:
        for movement in step["movements"]:
            if movement["from"].startswith("hand-"):
                assert f"#{movement['cards'][-1]}" in flown
                assert f"of-{step['seat']}" in flown
    names = {seat["seat"]: seat["name"] for seat in match["seats"]}
    for step in theirs:
        _, *words = step["move"].split()
        said = [f"{names[step['seat']]} is playing"]
        if words:
            said += [name(words[0]) if len(words[0]) == 2 else words[0].capitalize(), SHORT[words[-1]]]
        assert any(all(word in prompt for word in said) for prompt in page.evaluate("window.prompts")), said
    assert not in_sheet(page)
    check_told(page, theirs)
    assert sum(page.evaluate("window.shifts")) == 0


def check_told(page: Page, theirs: list[Any]) -> None:
    """Fails unless the tokens of the piles, the seats' bubbles and the log all say what these steps did."""
    touched: dict[str, int] = {}
    for step in theirs:
        move = step["move"].split()
        touched |= {move[-1]: step["seat"]} if len(move) == 3 else {}
    marks = page.locator(".slot:has(.mark)").evaluate_all(
        "all => Object.fromEntries(all.map(one => [one.dataset.word, one.children[1].className]))"
    )
    assert touched
    assert marks == {where: f"mark of-{seat}" for where, seat in touched.items()}
    seats = list(dict.fromkeys(step["seat"] for step in theirs))
    sentences = [step["tell"] for step in theirs if step["tell"]]
    assert page.locator(".log li p.vh").all_inner_texts() == sentences
    assert page.locator(".seat .did").count() == len(seats) == len(sentences)
    for seat in seats:
        moves = [step["move"].split() for step in theirs if step["seat"] == seat]
        played = [name(move[1]) for move in moves if move[0] == "play"]
        assert page.locator(f".log .of-{seat} .chip .vh").all_inner_texts() == played
        bubble = page.locator(f".seat.of-{seat} .did .chip .vh").all_inner_texts()
        assert bubble == played[len(played) - len(bubble) :]
        assert bool(bubble) == bool(played)


def test_another_speed_holds_from_the_next_card(open_page: Open) -> None:
    """Check 21."""
    page = open_page(reduced_motion="no-preference", viewport={"width": 1440, "height": 900})
    match = begin(page, speed="slow", players=["novice"] * 3)
    page.evaluate(
        """() => { window.flights = []; const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, how) {
                if (this.matches(".flying")) window.flights.push(how.duration);
                return animate.call(this, frames, how);
            }; }"""
    )
    page.locator("button[value=end]").click()
    page.wait_for_function("() => window.flights.length > 0")
    page.locator(".side [name=speed][value=fast]").click()
    begun = page.evaluate("window.flights")
    after(page, match["ply"])
    flights = page.evaluate("window.flights")
    assert set(begun) == {900}
    assert set(flights[len(begun) :]) == {180}


def test_no_dot_tells_what_they_will_play(open_page: Open) -> None:
    """One's hand is drawn as it will be after their turns: what can be played then would give these away."""
    page = open_page(reduced_motion="no-preference", viewport={"width": 1440, "height": 900})
    dotted = """() => [...document.querySelectorAll(".fan .movable")].filter(
        one => getComputedStyle(one, "::before").display !== "none").length"""
    for _ in range(20):
        match = begin(page, speed="slow", players=["novice"] * 3)
        page.locator("button[value=end]").click()
        page.locator("#table.busy").wait_for()
        assert page.evaluate(dotted) == 0
        prefer(page, speed="off")
        after(page, match["ply"])
        if not in_sheet(page) and page.evaluate(dotted):
            return
    raise AssertionError("nothing to play in twenty deals")


def test_nothing_flies_where_motion_is_not_wanted(page: Page) -> None:
    """Check 23: still, tokens, bubbles and the log tell everything."""
    match = begin(page, speed="normal", players=["novice"] * 3)
    page.evaluate(
        """() => { window.flown = 0; new MutationObserver(changes => { for (const change of changes)
            window.flown += [...change.addedNodes].filter(one => one.matches?.(".flying")).length;
        }).observe(document.body, {childList: true}); }"""
    )
    with page.expect_response("**/move") as answered:
        page.locator("button[value=end]").click()
    after(page, match["ply"])
    assert page.evaluate("window.flown") == 0
    assert not in_sheet(page)
    check_told(page, [step for step in answered.value.json()["steps"] if step["seat"]])


def test_skipping_jumps_to_the_end_and_the_speed_is_remembered(open_page: Open) -> None:
    """Check 21."""
    page = open_page(reduced_motion="no-preference", viewport={"width": 1440, "height": 900})
    match = begin(page, speed="normal")
    page.locator(".side [name=speed][value=slow]").click()
    page.locator("button[value=end]").click()
    skip = page.get_by_role("button", name="Skip")
    expect(skip).to_be_visible()
    skip.click()
    page.locator(f'#table:not([data-ply="{match["ply"]}"], .busy)').wait_for(timeout=1500)
    page.reload()
    expect(page.locator(".side [name=speed][value=slow]")).to_have_attribute("aria-pressed", "true")
    page.locator(".side [name=speed][value=off]").click()
    if not in_sheet(page):
        before = ply(page)
        page.locator("button[value=end]").click()
        page.locator(f'#table:not([data-ply="{before}"], .busy)').wait_for(timeout=2500)


def test_their_turns_are_shown_again_without_the_network(open_page: Open) -> None:
    """Check 22; after a reload it takes one request."""
    page = open_page(viewport={"width": 1440, "height": 900})
    for _ in range(10):
        begin(page, speed="normal")
        end_turn(page)
        if not in_sheet(page):
            break
    page.locator(".side [name=speed][value=fast]").click()
    table = "document.querySelector('.felt').innerText + document.querySelector('.log').innerText"
    now = page.evaluate(table)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    prompts: set[str] = set()
    page.locator("[data-replay]").click()
    while page.locator("#table.busy").count():
        prompts.add(page.locator(".prompt").inner_text())
    assert sum("is playing" in prompt for prompt in prompts) >= 1
    expect(page.locator(".prompt")).to_contain_text(IDLE)
    assert page.evaluate(table) == now
    assert asked == []
    page.reload()
    asked.clear()
    page.locator("[data-replay]").click()
    page.locator("#table.busy").wait_for()
    page.get_by_role("button", name="Skip").click()
    page.locator("#table:not(.busy)").wait_for()
    assert page.evaluate(table) == now
    assert [url for url in asked if "/play/" in url] == [page.url + "/turns"]


def test_each_turn_is_said_once_in_a_sentence(page: Page) -> None:
    match = begin(page)
    page.evaluate(
        """() => { window.said = []; new MutationObserver(changes => { for (const change of changes)
            window.said.push(...[...change.addedNodes].map(one => one.textContent));
        }).observe(document.getElementById("say"), {childList: true}); }"""
    )
    with page.expect_response("**/move") as answered:
        page.locator("button[value=end]").click()
    after(page, match["ply"])
    answer = answered.value.json()
    expected = [step["tell"] for step in answer["steps"] if step["tell"]] + [answer["say"]]
    expected = [sentence for sentence in expected if sentence]
    page.wait_for_timeout(1250 * len(expected))
    assert page.evaluate("window.said") == expected


# ---------------------------------------------------------------------- before one's own first turn


def others_began(page: Page) -> str:
    """The address of a new match in which others have played, and one is on turn."""
    for _ in range(60):
        match = page.request.post("/api/v1/matches", data={"game": GAME}).json()
        if match["ply"] > 0 and "end" in match["legal"] and has_play(match["legal"]):
            return f"/en/play/{match['id']}"
    raise AssertionError("no such match in sixty")


PROMPTS = """() => { window.prompts = []; new MutationObserver(changes => { for (const change of changes)
    for (const one of change.addedNodes) if (one.matches?.(".message")) window.prompts.push(one.textContent);
}).observe(document, {childList: true, subtree: true}); }"""
SETTLED = "() => document.querySelector('#table:not(.busy, [data-opening])') !== null"


def shown(page: Page) -> bool:
    """Whether the turn of anybody else has been shown since the page was opened."""
    page.wait_for_function(SETTLED)
    page.wait_for_timeout(300)
    page.wait_for_function(SETTLED)
    return any("is playing" in prompt for prompt in page.evaluate("window.prompts"))


def test_what_they_did_before_ones_first_turn_is_shown_once(open_page: Open) -> None:
    page = open_page(viewport={"width": 1440, "height": 900})
    prefer(page, speed="fast", tips="false")
    page.add_init_script(f"({PROMPTS})()")
    page.goto(others_began(page))
    assert shown(page)
    expect(page.locator(".prompt")).to_contain_text(IDLE)
    assert page.locator(".log p.vh").count() > 0
    assert page.locator(".seat .did").count() > 0
    page.reload()
    assert not shown(page)


def test_no_pile_hides_while_one_plays_ones_first_turn(page: Page) -> None:
    """The piles wait for the others' turns when the page is opened, never when the table is put in anew."""
    prefer(page, speed="off", tips="false")
    page.goto(others_began(page))
    page.wait_for_function(SETTLED)
    for step in ("sort", "play"):
        if step == "sort":
            with page.expect_response("**?fragment"):
                page.locator("[name=sort]").click()
        else:
            before = ply(page)
            word, place = playable(page)
            card(page, word).click()
            pile(page, place).click()
            after(page, before)
        page.wait_for_timeout(100)
        assert page.locator(".slot .stack").evaluate_all(
            "all => all.every(one => getComputedStyle(one).opacity === '1')"
        ), step


def test_a_tab_in_the_background_shows_what_came_of_it(page: Page) -> None:
    prefer(page, speed="slow")
    page.add_init_script(f"({PROMPTS})(); Object.defineProperty(document, 'hidden', {{value: true}})")
    page.goto(others_began(page))
    assert not shown(page)
    assert page.locator(".seat .did").count() > 0


def test_their_turns_are_shown_again_on_a_phone(open_page: Open) -> None:
    """Nothing shifts there either, from the first paint to the end of the round: check 8."""
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.add_init_script(f"({SHIFTS})()")
    begin(page, speed="normal", players=["novice", "novice"], seats=3)
    end_turn(page)
    assert not in_sheet(page)
    prefer(page, speed="fast")
    now = page.locator(".felt").inner_text()
    page.locator(".menu").tap()
    page.locator("[data-replay]").tap()
    page.locator("#table.busy").wait_for()
    expect(page.locator("#side")).to_be_hidden()
    page.locator("#table:not(.busy)").wait_for()
    assert sum(page.evaluate("window.shifts")) == 0
    assert page.locator(".felt").inner_text() == now
