"""The pages around the matches, on the real application."""

import contextlib
import io
import random
import re
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from fastapi import FastAPI

from kingscorners.cards import shuffled
from kingscorners.games import GAMES
from kingscorners.options import describe
from kingscorners.record import Record
from kingscorners.server import boards
from kingscorners.server.people import COOKIE
from kingscorners.server.words import words
from tests.markup import Page
from tests.server.conftest import GAME, Clock, Guest, Server

pytestmark = pytest.mark.anyio

PAGES = {
    "home": "/en/",
    "new": f"/en/new/{GAME}",
    "daily": f"/en/daily/{GAME}",
    "day": f"/en/leaderboard/{GAME}",
    "week": f"/en/leaderboard/{GAME}?span=week",
    "month": f"/en/leaderboard/{GAME}?span=month",
    "all": f"/en/leaderboard/{GAME}?span=all",
    "past": f"/en/leaderboard/{GAME}?date=2026-11-29",
    "rules": f"/en/rules/{GAME}",
    "me": "/en/me",
}
HOSTILE = "<script>alert(1)</script>"[:24]


async def page(guest: Guest, path: str, status: int = 200) -> Page:
    answer = await guest.get(path, headers={"Accept": "text/html"})
    return read(answer, status)


def read(answer: httpx.Response, status: int = 200) -> Page:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    found = Page(answer.text)
    assert found.faults == []
    assert found.one("html").attributes["lang"] == "en"
    return found


async def finish_daily(guest: Guest, seed: int = 1) -> None:
    await guest.play_to_end(await guest.daily(), random.Random(seed).choice)


async def crowd(app: FastAPI, day: date, margins: list[int]) -> None:
    """Results of guests who have deleted themselves, one for each margin."""
    record = app.state.services.database.write
    for number, margin in enumerate(margins):
        await record(
            lambda conn, number=number, margin=margin: boards.record_result(
                conn, game=GAME, day=day, guest=10_000 + number, match=f"m{number}",
                place=1, margin=margin, points=number % 30, deals=3, seconds=300,
            )
        )  # fmt: skip


# ---------------------------------------------------------------------- all pages


@pytest.mark.parametrize("name", PAGES)
async def test_every_page_is_there_for_a_stranger_and_makes_no_guest(
    one_server: Server, one_app: FastAPI, name: str
) -> None:
    stranger = await one_server.stranger(one_app)
    await page(stranger, PAGES[name])
    assert (await stranger.get("/api/v1/me")).json()["guest"] is False


async def test_every_page_is_there_for_somebody_who_has_played(
    one_app: FastAPI, one_guest: Guest, clock: Clock
) -> None:
    await crowd(one_app, date(2026, 11, 29), [5, 3])
    await one_guest.begin()
    await finish_daily(one_guest)
    for path in PAGES.values():
        await page(one_guest, path)


async def test_no_link_from_home_is_broken(one_app: FastAPI, one_guest: Guest) -> None:
    """Every page of the site, of other days, months and steps of a replay one, and every file they name."""
    await crowd(one_app, date(2026, 11, 30), list(range(70)))
    await one_guest.begin()
    await finish_daily(one_guest)
    seen, waiting = {"/en/"}, ["/en/"]
    while waiting:
        here = waiting.pop()
        answer = await one_guest.get(here, headers={"Accept": "text/html"})
        if answer.status_code == 303:
            answer = await one_guest.get(answer.headers["location"], headers={"Accept": "text/html"})
        assert answer.status_code == 200, here
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        found = Page(answer.text)
        files = [
            one.attributes[name]
            for tag, name in (("link", "href"), ("script", "src"))
            for one in found.all(tag)
        ]
        ids = {one.attributes.get("id") for one in found.elements}
        for link in (*found.links, *files):
            parts = urlsplit(urljoin(here, link.removeprefix("http://table.example")))
            assert not parts.netloc, link
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            if target == here and parts.fragment:
                assert parts.fragment in ids
            kind = re.sub(r"(date|month|ply)=[\d-]+", "", target)
            if kind not in seen:
                seen.add(kind)
                waiting.append(target)
    assert {path for path in PAGES.values() if "?" not in path} <= seen
    assert 100 < len(seen) < 300


async def test_targets_without_javascript_are_forms_and_links(one_guest: Guest) -> None:
    """The whole way from home to a table works with what a plain browser sends."""
    home = await page(one_guest, "/en/")
    action = home.one("form", action=PAGES["daily"]).attributes["action"]
    answer = await one_guest.post(action, data={}, headers={"Accept": "text/html"})
    assert answer.status_code == 303
    assert (await one_guest.get(answer.headers["location"])).status_code == 200


# ---------------------------------------------------------------------- home and the daily


async def test_the_first_page_speaks_the_language_that_the_browser_asks_for(one_guest: Guest) -> None:
    for wish in ("en", "de-CH,de;q=0.8", "", "*"):
        answer = await one_guest.get("/", headers={"Accept-Language": wish})
        assert (answer.status_code, answer.headers["location"]) == (302, "/en/")
        assert "Accept-Language" in answer.headers["vary"]


async def test_home_leads_through_a_day(one_server: Server, one_app: FastAPI, one_guest: Guest) -> None:
    """Play it, go on with it, see the result; and what the others did."""
    hero = (await page(one_guest, "/en/")).one("section", class_="hero").text
    assert "Play today’s deal" in hero
    assert "Nobody has finished it yet" in hero
    assert "Monday 30 November" in hero
    assert "Next deal in 12 h 0 min" in hero

    match = await one_guest.daily()
    found = await page(one_guest, "/en/")
    assert "Continue today’s deal" in found.one("section", class_="hero").text
    assert f"/en/play/{match['id']}" not in found.links

    await one_guest.play_to_end(match, random.Random(3).choice)
    found = await page(one_guest, "/en/")
    assert "See your result" in found.one("section", class_="hero").text
    assert "1 person has played" in found.text
    assert "1 day in a row" in found.text
    name = (await one_guest.get("/api/v1/me")).json()["name"]
    assert name in found.one("ol", class_="top3").text
    today = found.one("li", class_="today")
    assert {"won", "played"} & set(today.attributes["class"].split())

    stranger = await one_server.stranger(one_app)
    found = await page(stranger, "/en/")
    assert "Play today’s deal" in found.text
    assert "in a row" not in found.text


async def test_home_offers_the_latest_unfinished_matches(one_guest: Guest) -> None:
    matches = [await one_guest.begin() for _ in range(4)]
    found = await page(one_guest, "/en/")
    offered = [link for link in found.links if "/play/" in link]
    assert len(offered) == 3
    assert set(offered) <= {f"/en/play/{match['id']}" for match in matches}
    resume = found.one("ul", class_="resume").text
    assert "Deal 1, you have 0 points" in resume
    latest = next(match for match in matches if offered[0].endswith(match["id"]))
    names = [seat["name"] for seat in latest["seats"][1:]]
    assert f"against {names[0]}, {names[1]} and {names[2]}" in resume
    assert "Started 30 November, 12:00 UTC" in resume


async def test_unfinished_matches_say_by_which_rules_they_are(one_guest: Guest) -> None:
    await one_guest.begin(seats=2, options={"profile": "zone", "deals": 5}, players=["sharp"])
    resume = (await page(one_guest, "/en/")).one("ul", class_="resume").text
    assert "Rules: Zone · Number of deals: 5" in resume


async def test_an_unfinished_match_is_deleted_from_home_after_a_question(
    one_guest: Guest, clock: Clock
) -> None:
    kept, gone = await one_guest.begin(), await one_guest.begin()
    found = await page(one_guest, "/en/")
    assert found.text.count("Do you want to delete this match for good?") == 2
    path = f"/en/games/{gone['id']}/delete"
    assert path in [form.attributes["action"] for form in found.all("form")]
    assert (await one_guest.post(path)).status_code == 303
    assert [link for link in (await page(one_guest, "/en/")).links if "/play/" in link] == [
        f"/en/play/{kept['id']}"
    ]

    clock.now += timedelta(hours=11, minutes=59)
    await one_guest.daily()
    clock.now += timedelta(minutes=2)
    assert "you will not get a second one" in (await page(one_guest, "/en/")).text


async def test_home_shows_a_tile_for_every_game_and_no_other(one_guest: Guest) -> None:
    found = await page(one_guest, "/en/")
    titles = [tile.text.split("\n")[0] for tile in found.all("h3")]
    assert titles == [words("en").game(game) for game in GAMES]


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_has_its_pages(one_guest: Guest, game: str) -> None:
    for path in ("new", "daily", "leaderboard", "rules"):
        found = await page(one_guest, f"/en/{path}/{game}")
        assert words("en").game(game) in found.one("title").text
        assert words("en").game(game) in found.one("h1").text


async def test_the_daily_page_begins_resumes_and_practises(one_guest: Guest) -> None:
    path = PAGES["daily"]
    assert "Play today’s deal" in (await page(one_guest, path)).text
    first = (await one_guest.post(path)).headers["location"]
    assert "Continue today’s deal" in (await page(one_guest, path)).text
    assert (await one_guest.post(path)).headers["location"] == first
    await finish_daily(one_guest)
    found = await page(one_guest, path)
    assert "Play it again for practice" in found.text
    assert "Your rank among 1 player" in found.text
    again = (await one_guest.post(path)).headers["location"]
    assert again != first
    assert "Continue your practice match" in (await page(one_guest, path)).text
    assert again in (await page(one_guest, "/en/")).links


async def test_a_daily_begun_before_midnight_is_offered_after_it(one_guest: Guest, clock: Clock) -> None:
    clock.now = datetime(2026, 12, 31, 23, 59, tzinfo=UTC)
    match = await one_guest.daily()
    clock.now += timedelta(minutes=2)
    found = await page(one_guest, "/en/")
    assert f"/en/play/{match['id']}" in found.links
    assert "King's Corners, daily deal of Thursday 31 December" in found.text
    assert "Friday 1 January" in found.one("section", class_="hero").text
    assert "Play today’s deal" in found.text


async def test_the_promises_of_the_daily_are_kept(one_guest: Guest, clock: Clock) -> None:
    """What was shown as tomorrow's is shown as today's, and the seed is told a day after it is over."""
    today, tomorrow = (one.text for one in (await page(one_guest, PAGES["daily"])).all("output"))
    assert "The seed of this deal" not in (await page(one_guest, PAGES["day"])).text
    clock.now += timedelta(days=1)
    assert (await page(one_guest, PAGES["daily"])).all("output")[0].text == tomorrow
    yesterday = f"{PAGES['day']}?date=2026-11-30"
    assert "The seed of this deal" not in (await page(one_guest, yesterday)).text
    clock.now += timedelta(days=1)
    seed, commitment = (one.text for one in (await page(one_guest, yesterday)).all("output"))
    assert commitment == today
    answer = (await one_guest.get(f"/api/v1/daily/{GAME}?date=2026-11-30")).json()
    assert answer["seed"] == seed


# ---------------------------------------------------------------------- the leaderboard


def ranks(found: Page) -> list[str]:
    return [cell.text for cell in found.all("span", class_="medal")]


async def test_ones_own_row_and_its_neighbours_are_always_there(one_app: FastAPI, one_guest: Guest) -> None:
    day = date(2026, 11, 30)
    await finish_daily(one_guest)
    await crowd(one_app, day, [1_000 + 10 * number for number in range(60)])
    found = await page(one_guest, PAGES["day"])
    assert ranks(found) == [*map(str, range(1, 11)), "59", "60", "61"]
    own = found.one("tr", class_="you")
    assert "You" in own.text
    assert len(found.all("tr", class_="gap")) == 1
    assert "61 players · " in found.text
    assert "You did better than 0% of the other players." in found.text

    more = next(link for link in found.links if "after=" in link)
    found = await page(one_guest, more)
    assert ranks(found) == [*map(str, range(11, 61)), "61"]
    assert len(found.all("tr", class_="you")) == 1
    last = next(link for link in found.links if "after=" in link)
    found = await page(one_guest, last)
    assert ranks(found) == ["61"]
    assert not [link for link in found.links if "after=" in link]


async def test_one_player_alone_makes_no_chart(one_app: FastAPI, one_guest: Guest) -> None:
    await crowd(one_app, date(2026, 11, 30), [7])
    assert "How everybody did" not in (await page(one_guest, PAGES["day"])).text
    await finish_daily(one_guest)
    assert "How everybody did" in (await page(one_guest, PAGES["day"])).text


async def test_a_deleted_players_row_stays_without_a_name(one_app: FastAPI, one_guest: Guest) -> None:
    await crowd(one_app, date(2026, 11, 30), [7])
    found = await page(one_guest, PAGES["day"])
    assert "Somebody" in found.one("tbody").text
    assert "You are not on this leaderboard yet." in found.text


async def test_the_distribution_counts_everybody_and_marks_ones_own_bar(
    one_app: FastAPI, one_guest: Guest
) -> None:
    await finish_daily(one_guest)
    await crowd(one_app, date(2026, 11, 30), list(range(40)))
    found = await page(one_guest, PAGES["day"])
    bars = [bar.text for bar in found.all("span", class_="vh") if "player" in bar.text]
    counts = [int(count) for bar in bars for count in re.findall(r"\d+ to \d+: (\d+) player", bar)]
    assert len(counts) == len(bars)
    assert sum(counts) == 41
    heights = [float(svg.attributes["height"][:-1]) for svg in found.all("svg", width="100%")]
    assert len(heights) == len(bars)
    assert max(heights) == 84
    (own,) = [bar for bar in bars if "You are one of them." in bar]
    assert own in found.one("li", class_="own").text
    points = (await one_guest.get(f"/api/v1/boards/{GAME}")).json()["own"]["points"]
    low, high = map(int, re.findall(r"\d+", own)[:2])
    assert low <= points <= high


async def test_days_are_reached_from_each_other_and_the_future_is_not(one_guest: Guest, clock: Clock) -> None:
    clock.now = datetime(2024, 3, 1, tzinfo=UTC)
    found = await page(one_guest, PAGES["day"])
    assert "Friday 1 March" in found.text
    assert not found.all("a", rel="next nofollow")
    back = found.one("a", rel="prev nofollow").attributes["href"]
    found = await page(one_guest, back)
    assert "Thursday 29 February" in found.text
    assert "date=2024-03-01" in found.one("a", rel="next nofollow").attributes["href"]
    for span, name in (("week", "Week of 26 February 2024"), ("month", "March 2024"), ("all", "All time")):
        assert name in (await page(one_guest, f"{PAGES['day']}?span={span}")).text
    found = await page(one_guest, f"{PAGES['day']}?date=2000-01-03")
    assert not found.all("a", rel="prev nofollow")


async def test_a_row_leads_to_its_replay_once_the_cards_are_public(one_guest: Guest, clock: Clock) -> None:
    await finish_daily(one_guest)
    for _ in range(2):
        found = await page(one_guest, f"{PAGES['day']}?date=2026-11-30")
        assert not found.all("a", class_="replay")
        clock.now += timedelta(days=1)
    found = await page(one_guest, f"{PAGES['day']}?date=2026-11-30")
    (link,) = {link.attributes["href"] for link in found.all("a", class_="replay")}
    assert "Replay" in (await page(one_guest, link)).text


async def test_equal_names_are_told_apart_by_tags_and_others_have_none(
    one_server: Server, one_app: FastAPI
) -> None:
    tags = []
    for name in ("Noor", "NOOR", "N\u200door", "Bea"):
        guest = await one_server.guest(one_app)
        await finish_daily(guest)
        await guest.patch("/api/v1/me", json={"name": name})
        found = re.search(r"your tag (\w{3})", (await page(guest, "/en/me")).text)
        assert found
        tags.append(found[1])
    for path in (PAGES["day"], PAGES["all"]):
        shown = [tag.text for tag in (await page(guest, path)).all("bdi", class_="tag")]
        assert sorted(shown) == sorted(tags[:3])
    rows = (await guest.get(f"/api/v1/boards/{GAME}")).json()["rows"]
    assert sorted(row["tag"] for row in rows) == sorted(tags)


@pytest.mark.parametrize(
    "query",
    ["date=2026-12-01", "date=9999-12-31", "date=1999-12-31", "date=0001-01-01", "date=2026-02-30",
     "date=20261130", "date=yesterday", "date=2026-11-30T00:00", "date=%00", "span=year", "span=DAY"],
)  # fmt: skip
async def test_what_is_no_day_and_no_span_is_not_there(one_guest: Guest, query: str) -> None:
    found = await page(one_guest, f"{PAGES['day']}?{query}", 404)
    assert "There is nothing here" in found.text


async def test_a_broken_cursor_is_refused(one_guest: Guest) -> None:
    await page(one_guest, f"{PAGES['day']}?after=1.2", 400)


# ---------------------------------------------------------------------- a new match


async def test_a_filled_in_form_deals_the_match_it_describes(one_guest: Guest) -> None:
    await page(one_guest, PAGES["new"])
    sent = {
        "profile": "zone",
        "seats": "5",
        "decks": "2",
        "deals": "5",
        "level": "novice",
        "level-3": "steady",
    }
    answer = await one_guest.post(PAGES["new"], data=sent)
    assert answer.status_code == 303
    match = (await one_guest.get(answer.headers["location"].replace("/en/play/", "/api/v1/matches/"))).json()
    assert match["options"] == {"profile": "zone", "deals": 5, "decks": 2}
    assert [seat["level"] for seat in match["seats"]] == [None, "novice", "novice", "steady", "novice"]


async def test_the_promise_on_the_form_is_the_matchs_and_five_lines_check_it(
    one_server: Server, one_app: FastAPI
) -> None:
    """The lines on the rules page, run as they stand there, print the promise and then the cards."""
    guest = await one_server.stranger(one_app)
    promised = (await page(guest, PAGES["new"])).one("output").text
    answer = await guest.post(PAGES["new"], data={"nonce": "my own words ♥", "match": "deals", "deals": "1"})
    path = answer.headers["location"].replace("/en/play/", "/api/v1/matches/")
    match = (await guest.get(path)).json()
    assert match["commitment"] == promised
    await guest.play_to_end(match, random.Random(4).choice)
    record = Record.parse((await guest.get(f"{path}/record")).text)
    assert record.nonce == "my own words ♥".encode()

    lines = (await page(guest, f"/en/rules/{GAME}")).one("pre").text.strip()
    assert len(lines.splitlines()) == 5
    for told in (record.secret, record.nonce):
        lines = lines.replace('"…"', f'"{told.hex()}"', 1)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(lines, {})  # noqa: S102
    commitment, *cards = printed.getvalue().split()
    assert commitment == promised
    assert cards == [str(card) for card in shuffled(record.setup.seed, 1)]


async def test_a_form_that_contradicts_itself_comes_back_as_it_was(one_guest: Guest) -> None:
    sent = {"profile": "zone", "seats": "6", "decks": "1", "target": "4", "draw": "when_stuck",
            "level-2": "novice", "nonce": "' \"><b>"}  # fmt: skip
    found = read(await one_guest.post(PAGES["new"], data=sent), 422)
    assert "These rules are for 2 to 4 players." in found.text
    assert "Enter a number from 5 to 200." in found.text
    target = found.one("input", name="target")
    assert (target.attributes["value"], target.attributes["aria-invalid"]) == ("4", "true")
    assert found.one("input", name="nonce").attributes["value"] == "' \"><b>"
    checked = {one.attributes["name"]: one.attributes["value"] for one in found.all("input", checked="")}
    assert checked == {"profile": "zone", "seats": "6"}
    selected = [
        option.attributes["value"]
        for option in found.all("option", selected="")
        if option.attributes["value"]
    ]
    assert sorted(selected) == ["1", "novice", "novice", "when_stuck"]
    assert all("open" in one.attributes for one in found.all("details"))
    assert (await one_guest.get("/api/v1/me")).json()["guest"] is False


@pytest.mark.parametrize(
    ("name", "value"),
    [("profile", "house"), ("draw", "never"), ("kings_must_be_played", "maybe"), ("deals", "0"),
     ("target", "1e2"), ("decks", "3"), ("seats", "9"), ("level", "god"), ("level-1", "god"),
     ("nonce", "x" * 101)],
)  # fmt: skip
async def test_a_wrong_field_is_told_at_the_field(one_guest: Guest, name: str, value: str) -> None:
    found = read(await one_guest.post(PAGES["new"], data={name: value}), 422)
    assert found.one("p", id=f"{name}-error").text.strip()
    assert [one for one in found.elements if one.attributes.get("aria-describedby") == f"{name}-error"]


async def test_the_form_can_be_asked_for_with_options(one_guest: Guest) -> None:
    found = await page(one_guest, f"{PAGES['new']}?profile=zone&decks=2&seats=6")
    checked = {one.attributes["name"]: one.attributes["value"] for one in found.all("input", checked="")}
    assert checked == {"profile": "zone", "seats": "6"}


async def test_every_option_has_a_field_and_every_value_words(one_guest: Guest) -> None:
    found = await page(one_guest, PAGES["new"])
    for field in describe(GAMES[GAME].options):
        named = [one for one in found.elements if one.attributes.get("name") == field.name]
        assert named, field.name
        if named[0].tag == "select":
            texts = [one.text for one in found.all("option") if one.attributes["value"]]
            assert all(words("en").value(GAME, field.name, value) in texts for value in field.values)
    assert all(meaning.text.strip() for meaning in (*found.all("dd"), *found.all("small")))


# ---------------------------------------------------------------------- the rules


async def test_the_rules_say_something_about_every_value_of_every_option(one_guest: Guest) -> None:
    """No two values of an option give the same page, and each is named on its own."""
    for field in describe(GAMES[GAME].options):
        values = (field.range.low, field.range.high) if field.range else field.values
        needed = "match=deals&" if field.name == "deals" else ""
        texts = []
        for value in values:
            found = await page(one_guest, f"{PAGES['rules']}?{needed}{field.name}={str(value).lower()}")
            force = found.one("aside").text
            assert words("en").option(GAME, field.name) in force
            assert words("en").value(GAME, field.name, value) in force
            assert all(meaning.text.strip() for meaning in found.all("small"))
            texts.append(found.text)
        assert all(one != other for one, other in pairwise(texts))


async def test_the_rules_in_the_text_are_those_in_force(one_guest: Guest) -> None:
    classic = (await page(one_guest, PAGES["rules"])).text
    zone = (await page(one_guest, f"{PAGES['rules']}?profile=zone&deals=5")).text
    assert "somebody has 25 points or more" in classic
    assert "25 points or more" not in zone
    assert "The match ends after 5 deals" in zone
    assert "You begin your turn by drawing a card from the stock" in zone
    assert "You begin your turn by drawing a card from the stock" not in classic
    assert "any card except a King may go" in zone


async def test_rules_lead_to_a_new_match_with_the_same_options(one_guest: Guest) -> None:
    found = await page(one_guest, f"{PAGES['rules']}?profile=zone&kings_must_be_played=true&deals=5")
    link = next(link for link in found.links if "/new/" in link)
    form = await page(one_guest, link)
    assert form.one("input", name="deals").attributes["value"] == "5"
    assert "checked" in form.one("input", type="radio", value="zone").attributes


async def test_a_table_leads_to_the_rules_of_its_match(one_guest: Guest) -> None:
    given = {"profile": "zone", "kings_must_be_played": True, "decks": 2}
    match = await one_guest.begin(options=given)
    table = await page(one_guest, f"/en/play/{match['id']}")
    (link,) = {link for link in table.links if "/rules/" in link}
    force = (await page(one_guest, link)).one("aside").text
    for name, value in given.items():
        assert words("en").value(GAME, name, value) in force


async def test_rules_of_options_that_do_not_exist_are_refused(one_guest: Guest) -> None:
    found = await page(one_guest, f"{PAGES['rules']}?draw=never", 422)
    assert "the allowed values are end, start, when_stuck" in found.text


# ---------------------------------------------------------------------- oneself


async def test_hostile_names_are_text_everywhere(one_guest: Guest, clock: Clock) -> None:
    await one_guest.begin()
    answer = await one_guest.post("/en/me", data={"name": HOSTILE})
    assert answer.headers["location"] == "/en/me?done=name"
    await finish_daily(one_guest)
    clock.now += timedelta(days=1)
    for path in (*PAGES.values(), f"{PAGES['day']}?date=2026-11-30"):
        answer = await one_guest.get(path)
        assert HOSTILE not in answer.text
    board = await page(one_guest, f"{PAGES['day']}?date=2026-11-30")
    assert board.one("th", class_="who", scope="row").text.startswith(HOSTILE)
    assert board.all("bdi")[0].text == HOSTILE


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "A name needs at least one letter or digit."),
        ("x" * 25, "A name can have at most 24 characters."),
        ("\u202egnik", "The name contains characters that cannot be shown."),
    ],
)
async def test_a_name_that_cannot_be_shown_is_refused_at_its_field(
    one_guest: Guest, name: str, said: str
) -> None:
    await one_guest.begin()
    found = read(await one_guest.post("/en/me", data={"name": name}), 422)
    assert said in found.one("p", id="name-error").text
    assert found.one("input", id="name").attributes["value"] == name


async def test_deleting_oneself_leaves_a_nameless_row_and_no_cookie(
    one_server: Server, one_app: FastAPI
) -> None:
    guest = await one_server.stranger(one_app)
    await finish_daily(guest)
    name = (await guest.get("/api/v1/me")).json()["name"]
    assert name in (await page(guest, PAGES["day"])).text
    answer = await guest.post("/en/me/delete")
    assert COOKIE not in guest.cookies
    found = await page(guest, answer.headers["location"])
    assert "Everything about you has been deleted." in found.text
    assert "Nothing about you is stored yet." in found.text
    board = (await page(guest, PAGES["day"])).one("tbody").text
    assert name not in board
    assert "Somebody" in board


# ---------------------------------------------------------------------- what went wrong, and small files


@pytest.mark.parametrize(
    "path",
    ["/en/nothing", "/xx/nothing", "/en/daily/hearts", "/en/leaderboard/hearts", "/en/new/hearts",
     "/en/rules/hearts", "/en/rules/..%2Fbase", "/en/play/nobodys", "/nothing"],
)  # fmt: skip
async def test_what_is_not_there_is_said_on_a_page(one_guest: Guest, path: str) -> None:
    answer = await one_guest.get(path, headers={"Accept": "text/html"}, follow_redirects=True)
    found = read(answer, 404)
    assert "There is nothing here" in found.one("h1").text
    assert "/en/" in found.links
    assert path not in found.links
    answer = await one_guest.get(path, headers={"Accept": "application/json"}, follow_redirects=True)
    assert answer.headers["content-type"] == "application/problem+json"


async def test_a_post_from_another_site_is_refused_on_a_page(one_guest: Guest) -> None:
    headers = {"Origin": "https://elsewhere.example", "Accept": "text/html"}
    found = read(await one_guest.post(PAGES["daily"], headers=headers), 403)
    assert "was not carried out" in found.text
    assert (await one_guest.get("/api/v1/me")).json()["guest"] is False


async def test_a_form_of_megabytes_is_refused_on_a_page(one_guest: Guest) -> None:
    answer = await one_guest.post(
        PAGES["new"], data={"nonce": "x" * 100_000}, headers={"Accept": "text/html"}
    )
    assert "This is too large" in read(answer, 413).text


async def test_a_database_that_is_gone_is_said_with_a_way_to_try_again(
    one_app: FastAPI, one_guest: Guest
) -> None:
    await one_guest.begin()
    await one_app.state.services.database.close()
    found = await page(one_guest, PAGES["daily"], 503)
    assert "Nothing is lost" in found.text
    assert PAGES["daily"] in found.links


async def test_robots_are_kept_from_what_is_private_or_endless(one_guest: Guest) -> None:
    text = (await one_guest.get("/robots.txt")).text
    assert text.startswith("User-agent: *\nDisallow: /api/\n")
    assert "Disallow: /*?" in text


async def test_there_is_an_icon(one_guest: Guest) -> None:
    answer = await one_guest.get("/favicon.ico", follow_redirects=True)
    assert answer.headers["content-type"].startswith("image/svg+xml")
