"""What a screen reader hears: a whole deal by keyboard alone, each announcement of it, and the table mode."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import stage
from tests.browser.playing import Open, after, begin, in_sheet, legal, look, ply, prefer, zone

# Sentences come 1.2 s apart; here they come at once, in the same order.
QUICK = """() => { const wait = window.setTimeout;
    window.setTimeout = (what, time, ...more) => wait(what, time === 1200 ? 1 : time, ...more); }"""
LISTEN = """() => { window.said = [];
    for (const region of ["say", "alert"])
        new MutationObserver(changes => { for (const change of changes) for (const line of change.addedNodes)
            window.said.push([region, line.textContent]);
        }).observe(document.getElementById(region), {childList: true}); }"""

RANKS = {"A": "Ace", "T": "10", "J": "Jack", "Q": "Queen", "K": "King"}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def name(card: str) -> str:
    return f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"


def place(zone: str) -> str:
    return zone.capitalize() + (
        " corner" if zone in ("northeast", "southeast", "southwest", "northwest") else ""
    )


def cards(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"


def to_hand(page: Page) -> None:
    """From wherever the focus is, by Tab."""
    for _ in range(60):
        if page.evaluate("document.activeElement.matches('.fan .card')"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("there is no way to the hand")


def to_card(page: Page, card: str) -> None:
    for _ in range(5):
        page.keyboard.press({"T": "0"}.get(card[0], card[0].lower()))
        if page.evaluate("document.activeElement.dataset.word") == card:
            return
    raise AssertionError(f"{card} is not found by its rank")


def to_place(page: Page, zone: str) -> None:
    """From the hand up, and over the table to an outlined pile."""
    page.keyboard.press("ArrowUp")
    for _ in range(12):
        here = page.evaluate("document.activeElement.dataset.word")
        if here == zone:
            return
        for key in ways(here, zone):
            page.keyboard.press(key)
    raise AssertionError(f"no way to {zone}")


def ways(here: str, there: str) -> list[str]:
    rows = (
        ("northwest", "north", "northeast"),
        ("west", "stock", "east"),
        ("southwest", "south", "southeast"),
    )
    at = {name: (x, y) for y, row in enumerate(rows) for x, name in enumerate(row)}
    (x, y), (to_x, to_y) = at[here], at[there]
    across = ["ArrowRight" if to_x > x else "ArrowLeft"] * abs(to_x - x)
    return across + ["ArrowDown" if to_y > y else "ArrowUp"] * abs(to_y - y)


def test_a_whole_deal_by_keyboard_alone_and_every_word_of_it(page: Page) -> None:
    """Checks 24 and 28: nothing is lost, nothing is said twice, one sentence for each computer player."""
    page.add_init_script(f"({QUICK})()")
    match = begin(page, players=["novice", "novice"], seats=3)
    page.evaluate(LISTEN)
    expected: list[list[str]] = []
    to_hand(page)
    while not in_sheet(page):
        now, before = look(page, match), ply(page)
        playable = {card: to for card, to in legal(page).items() if len(card) == 2}
        if playable:
            card, to = next(iter(playable.items()))
            target = next(iter(to))
            count = f"{len(to)} place{'s' * (len(to) > 1)} to play"
            expected.append(["say", f"{name(card)} selected. {count}."])
            to_card(page, card)
            page.keyboard.press("Enter")
            to_place(page, target)
            page.keyboard.press("Enter")
        else:
            with page.expect_response("**/move") as answered:
                page.keyboard.press("d")
        after(page, before)
        then = look(page, match)
        if playable:
            onto, held = len(zone(then, target)), len(zone(now, "hand-0")) - 1
            told = f"{name(card)} on {place(target)}. {place(target)}, {cards(onto)}. {cards(held)} in hand."
            expected.append(["say", told])
        else:
            expected += told_of_turns(answered.value.json(), now, then)
        if then["legal"] == ["deal"]:
            if playable:
                expected.append(["alert", "The deal is over. You went out."])
            break
        assert page.evaluate("document.activeElement.matches('.fan .card')")
    page.wait_for_function("count => window.said.length >= count", arg=len(expected))
    said = page.evaluate("window.said")
    polite, urgent = ([line for line in said if line[0] == region] for region in ("say", "alert"))
    assert polite == [line for line in expected if line[0] == "say"]
    assert urgent == [line for line in expected if line[0] == "alert"]
    assert len(urgent) == 1
    expect(page.locator("#sheet-title")).to_be_focused()
    sheet = page.get_by_role("dialog", name=re.compile("went out|go on"))
    expect(sheet).to_have_accessible_description(
        re.compile(r"You: \d+ points? in this deal, \d+ points? in all\. Your place: \w+\.")
    )
    before = ply(page)
    page.keyboard.press("d")
    after(page, before)
    assert page.evaluate("document.activeElement.matches('.fan .card')")


def told_of_turns(answer: Any, now: Any, then: Any) -> list[list[str]]:
    """What has to be heard of an end of turn: the own draw, each other player, how it goes on."""
    held, after_draw = zone(now, "hand-0"), zone(then, "hand-0")
    drawn = [card for card in after_draw if card not in held]
    own = f"You drew the {name(drawn[0])}. {cards(len(after_draw))}." if drawn else None
    lines = [step["tell"] for step in answer["steps"] if step["tell"]]
    if own:
        assert lines[0] == own
    others = lines[1:]
    players = [seat["name"] for seat in then["seats"][1:]]
    assert [line.split()[0] for line in others] == players[: len(others)]
    if then["legal"] == ["deal"]:
        assert answer["say"].startswith("The deal is over. ")
        return [*(["say", line] for line in lines), ["alert", answer["say"]]]
    assert len(others) == len(players)
    stock = f"Stock, {cards(len(zone(then, 'stock')))}." if zone(then, "stock") else "Stock, empty."
    turn = f"Your turn. {cards(len(after_draw))}. {stock}"
    return [*(["say", line] for line in lines), ["say", turn]]


def test_the_same_words_twice_are_said_twice_and_go_away(page: Page) -> None:
    """2.4: lines are appended, 1.2 s apart, and never rewritten."""
    stage.show(page, stage.table())
    page.evaluate(
        """() => { window.times = []; new MutationObserver(changes => { for (const change of changes)
            for (const line of change.addedNodes) window.times.push([line.textContent, performance.now()]);
        }).observe(document.getElementById("say"), {childList: true}); }"""
    )
    page.locator(".fan .card").first.focus()
    page.keyboard.press("s")
    page.keyboard.press("s")
    page.wait_for_function("() => window.times.length === 2")
    (one, at), (other, later) = page.evaluate("window.times")
    assert one == other
    assert later - at >= 1190


def test_table_mode_leaves_the_keys_to_the_table_and_is_remembered(open_page: Open) -> None:
    page = open_page()
    match = begin(page)
    assert page.locator("[role=application]").count() == 0
    switch = page.get_by_role("switch", name="Table mode for screen readers")
    for _ in range(8):
        page.keyboard.press("Tab")
        if switch.evaluate("one => one === document.activeElement"):
            break
    expect(switch).to_be_focused()
    expect(switch).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(switch).to_be_checked()
    expect(page.locator("[role=application]")).to_have_count(2)
    before = ply(page)
    page.locator("button[value=end]").click()
    after(page, before)
    expect(page.locator("[role=application]")).to_have_count(2)
    page.goto(f"/en/play/{match['id']}")
    expect(page.locator("[role=application]")).to_have_count(2)
    expect(switch).to_be_checked()
    switch.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[role=application]")).to_have_count(0)


# ---------------------------------------------------------------------- sound

NOISES = """() => { window.noises = 0;
    for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
        const start = kind.prototype.start;
        kind.prototype.start = function (...when) { window.noises += 1; return start.apply(this, when); };
    } }"""


def test_sounds_are_off_until_they_are_wanted(page: Page) -> None:
    begin(page)
    page.evaluate(NOISES)
    before = ply(page)
    page.locator(".fan .card").first.click()
    assert page.evaluate("window.noises") == 0
    prefer(page, sound="true")
    page.locator("button[value=end]").click()
    after(page, before)
    assert page.evaluate("window.noises") >= 2  # the own draw, and that one is on turn again
