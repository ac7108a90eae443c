"""Playing at the table in a real browser against the real server: taps, keys, others' turns, bad networks."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.browser import stage

Open = Callable[..., Page]
Legal = dict[str, dict[str, str]]

GAME = "kings-corners"
SHIFTS = """() => { window.shifts = [];
    new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(entry => entry.value)))
        .observe({type: "layout-shift", buffered: true}); }"""
QUICK = 400
IDLE = re.compile("Your turn|No moves left")
PATIENCE = 40_000


def begin(
    page: Page, wanted: Callable[[list[str]], bool] = lambda moves: True, speed: str = "off", **asked: Any
) -> Any:
    """A new match on the page, and its API twin: one's own turn, with such legal moves as are wanted.

    Others may play first, and even go out before one's own first turn. Their turns take no time unless a
    `speed` is given.
    """
    for _ in range(60):
        answer = page.request.post("/api/v1/matches", data={"game": GAME} | asked)
        assert answer.status == 201, answer.text()
        match = answer.json()
        if "end" in match["legal"] and wanted(match["legal"]):
            site = answer.url.split("/api/")[0]
            page.context.add_cookies([{"name": "speed", "value": speed, "url": site}])
            page.goto(f"/en/play/{match['id']}")
            return match
    raise AssertionError("no such deal in sixty")


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


# ---------------------------------------------------------------------- picking


def test_tapping_a_card_outlines_exactly_what_the_server_allows(page: Page) -> None:
    """Check 9."""
    match = begin(page, has_play)
    for word in zone(match, "hand-0"):
        card(page, word).click()
        allowed = {move.split()[2] for move in match["legal"] if move.startswith(f"play {word} ")}
        assert outlined(page) == allowed
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
        page.wait_for_timeout(QUICK + 50)
        chosen.click()
        expect(chosen).to_have_attribute("aria-pressed", "true")
        page.wait_for_timeout(QUICK + 50)
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
    match = begin(page, lambda moves: not any(move.split()[-1] == "southeast" for move in moves))
    word = next(word for word in zone(match, "hand-0") if word[0] != "K")
    card(page, word).click()
    pile(page, "southeast").click()
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
    page.wait_for_timeout(QUICK + 50)
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
    begin(page, players=["novice", "novice"], seats=3)
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
    expect(page.locator("#sheet-title")).to_have_text(re.compile("won the match|share the first place"))
    with page.expect_request("**/again") as asked:
        page.get_by_role("button", name="Play again").click()
    assert re.fullmatch("nonce=[0-9a-f]{32}", asked.value.post_data or "")
    page.wait_for_url(lambda url: "/en/play/" in url and match["id"] not in url)
    assert page.locator(".fan .card").count() == 7


# ---------------------------------------------------------------------- the others' turns


def test_every_card_they_play_flies_from_the_seat_and_is_told(open_page: Open) -> None:
    """Checks 19 and 20, and 8: nothing shifts from the first paint to the end of the round."""
    page = open_page(reduced_motion="no-preference", viewport={"width": 1440, "height": 900})
    page.add_init_script(f"({SHIFTS})()")
    match = begin(page, speed="normal")
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
    prompts = " | ".join(page.evaluate("window.prompts"))
    names = {seat["seat"]: seat["name"] for seat in match["seats"]}
    for step in theirs:
        assert f"{names[step['seat']]} is playing" in prompts
    if not in_sheet(page):
        log = page.locator(".log li")
        assert log.locator("p.vh").all_inner_texts()[-1] == theirs[-1]["tell"]
        touched: dict[str, int] = {}
        for step in theirs:
            move = step["move"].split()
            touched |= {move[-1]: step["seat"]} if len(move) == 3 else {}
        marks = page.locator(".slot:has(.mark)").evaluate_all(
            "all => Object.fromEntries(all.map(one => [one.dataset.word, one.children[1].className]))"
        )
        assert marks == {name: f"mark of-{seat}" for name, seat in touched.items()}
        assert page.locator(".seat .did").count() == len({step["seat"] for step in theirs})
    assert sum(page.evaluate("window.shifts")) == 0


def test_nothing_flies_where_motion_is_not_wanted(page: Page) -> None:
    """Check 23: still, the log tells everything."""
    begin(page, speed="normal")
    page.evaluate(
        """() => { window.flown = 0; new MutationObserver(changes => { for (const change of changes)
            window.flown += [...change.addedNodes].filter(one => one.matches?.(".flying")).length;
        }).observe(document.body, {childList: true}); }"""
    )
    end_turn(page)
    assert page.evaluate("window.flown") == 0
    if not in_sheet(page):
        assert page.locator(".log li").count() == 3


def test_skipping_jumps_to_the_end_and_the_speed_is_remembered(open_page: Open) -> None:
    """Check 21."""
    page = open_page(reduced_motion="no-preference", viewport={"width": 1440, "height": 900})
    match = begin(page, speed="normal")
    page.locator(".side [data-speed=slow]").click()
    page.locator("button[value=end]").click()
    skip = page.get_by_role("button", name="Skip")
    expect(skip).to_be_visible()
    skip.click()
    page.locator(f'#table:not([data-ply="{match["ply"]}"], .busy)').wait_for(timeout=1500)
    page.reload()
    expect(page.locator(".side [data-speed=slow]")).to_have_attribute("aria-pressed", "true")
    page.locator(".side [data-speed=off]").click()
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
    page.locator(".side [data-speed=fast]").click()
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


# ---------------------------------------------------------------------- keys


def test_a_turn_with_the_keyboard_alone(page: Page) -> None:
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
    assert page.evaluate("document.activeElement.matches('.slot, .fan .card')")
    page.keyboard.press("u")
    after(page, before + 1)
    assert page.evaluate("document.activeElement !== document.body")
    before = ply(page)
    page.keyboard.press("d")
    after(page, before)
    assert page.evaluate("document.activeElement !== document.body")


def test_arrows_walk_the_table_as_it_lies(page: Page) -> None:
    stage.show(page, stage.table())
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
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('.fan .card')")
    stops = page.locator(".slot, .fan .card").evaluate_all(
        "all => all.filter(one => one.tabIndex === 0).length"
    )
    assert stops == 2


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

    page.route("**/move", spoil)
    card(page, word).click()
    pile(page, place).click()
    expect(page.locator(".prompt")).to_contain_text("No connection. Nothing is lost")
    expect(page.locator("#alert")).to_contain_text("No connection.")
    assert page.locator(".away").count() == 0
    page.unroute("**/move")
    pile(page, place).click()
    after(page, match["ply"])
    assert zone(look(page, match), place)[-1] == word
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
