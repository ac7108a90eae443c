"""The pages around the matches, on the real application."""

import random
import re
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urljoin, urlsplit

import pytest
from fastapi import FastAPI

from kingscorners.games import GAMES
from kingscorners.server.words import words
from tests.markup import Page
from tests.server.conftest import GAME, Clock, Guest, Server
from tests.server.pages import PAGES, crowd, finish_daily, page, read

pytestmark = pytest.mark.anyio


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
