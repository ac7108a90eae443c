"""Every registered game on every page: nothing here knows one of them."""

import random
from datetime import timedelta
from itertools import product
from typing import NamedTuple

import pytest
from fastapi import FastAPI

from kingscorners.cards import DECK
from kingscorners.games import GAMES
from kingscorners.players import SOLVERS
from kingscorners.record import Record
from kingscorners.server import daily
from kingscorners.server.languages import LANGUAGES
from kingscorners.server.phrases import PHRASES
from kingscorners.server.words import words
from tests.markup import Page
from tests.server.conftest import SECRET, Clock, Guest, Server

pytestmark = pytest.mark.anyio

AROUND = (
    "/",
    "/games",
    "/games?game={game}",
    "/new/{game}",
    "/daily/{game}",
    "/leaderboard/{game}",
    "/leaderboard/{game}?span=week",
    "/leaderboard/{game}?span=all",
    "/rules/{game}",
    "/statistics/{game}",
    "/me",
)


class Reached(NamedTuple):
    """What a match was worth."""

    place: int
    margin: int
    points: int


NOISE = (
    "",
    "play",
    "xyzzy",
    "play 9h nowhere",
    "bid 14",
    "bid -1",
    "bid 1.5",
    "flip 99",
    "undo undo",
    "deal deal",
)


async def read(guest: Guest, path: str, status: int = 200) -> Page:
    answer = await guest.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == status, (path, answer.text[-500:])
    found = Page(answer.text)
    assert found.faults == [], path
    return found


async def whole_daily(guest: Guest, game: str) -> str:
    """Today's deal, played by lot without giving up; the match's id."""
    choose = random.Random(4)
    answer = await guest.post(f"/api/v1/daily/{game}")
    assert answer.status_code == 200, answer.text
    match = await guest.play_to_end(
        answer.json(), lambda legal: choose.choice([move for move in legal if move != "resign"] or legal)
    )
    return str(match["id"])


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_day_of_a_game_is_on_every_page_in_every_language(
    one_app: FastAPI, one_guest: Guest, clock: Clock, game: str
) -> None:
    unplayed = [path.format(game=game) for path in AROUND]
    for language in LANGUAGES:
        for path in unplayed:
            await read(one_guest, f"/{language}{path}")
    begun = (await one_guest.post(f"/api/v1/daily/{game}")).json()["id"]
    assert "you have started it" in (await read(one_guest, "/en/")).text
    match = await whole_daily(one_guest, game)
    assert match == begun
    sheet = (await one_guest.get(f"/en/play/{match}", headers={"Accept": "text/html"})).text
    assert ('class="sheet gains"' in sheet) == GAMES[game].more_is_better
    for language in LANGUAGES:
        for path in (*unplayed, f"/play/{match}", f"/play/{match}?table", f"/replay/{match}"):
            await read(one_guest, f"/{language}{path}")

    w, phrases = words("en"), PHRASES[game]
    (row,) = (await one_guest.get(f"/api/v1/boards/{game}")).json()["rows"]
    (mine,) = (await one_guest.get(f"/api/v1/me/matches?game={game}")).json()["matches"]
    reached = Reached(row["place"], row["margin"], row["points"])
    assert reached == Reached(mine["place"], mine["margin"], mine["points"])
    own = (await read(one_guest, f"/en/leaderboard/{game}")).one("tr", class_="you").text
    assert all(w.measured(measure, reached) in own for measure in phrases.measures)
    for path in ("/en/", "/en/games", f"/en/leaderboard/{game}", f"/en/statistics/{game}"):
        assert w.finished(game, reached) in (await read(one_guest, path)).text, path
    found = (await one_guest.get(f"/api/v1/me/statistics/{game}")).json()
    counted = found["statistics"]
    assert (counted["played"], counted["won"]) == (1, int(reached.place == 1))
    assert (counted["points"], counted["margin"]) == (reached.points, reached.margin)
    assert set(counted["counted"]) == set(phrases.counted)
    assert found["streaks"]["current"] == 1

    clock.now += timedelta(days=2)
    record = Record.parse((await one_guest.get(f"/api/v1/matches/{match}/record")).text)
    assert record.honest()
    for ply in {0, 1, len(record.moves) // 2, len(record.moves)}:
        await read(one_guest, f"/en/replay/{match}?ply={ply}")
    assert w.game(game) in (await read(one_guest, f"/en/replay/{match}")).one("textarea").text


@pytest.mark.parametrize("game", GAMES)
async def test_a_replay_hides_no_card(one_guest: Guest, clock: Clock, game: str) -> None:
    """At its beginning every hand lies open, and what else lay face down before a seat."""
    match = await whole_daily(one_guest, game)
    shown = Page((await one_guest.get(f"/en/replay/{match}?ply=0")).text)
    faces = {use.attributes["href"][1:] for use in shown.all("use")}
    faces |= {str(card) for card in DECK if words("en").card(card) in shown.text}
    clock.now += timedelta(days=2)
    record = Record.parse((await one_guest.get(f"/api/v1/matches/{match}/record")).text)
    held = {str(card) for zone in record.setup.start().zones if zone.seat is not None for card in zone.cards}
    assert held <= faces


@pytest.mark.parametrize("game", GAMES)
async def test_any_text_as_a_move_leaves_the_match_untouched_unless_it_is_legal(
    one_guest: Guest, game: str
) -> None:
    choose = random.Random(8)
    answer = await one_guest.post(f"/api/v1/daily/{game}")
    match = answer.json()
    seen: set[str] = set()
    for _ in range(12):
        seen.update(match["legal"])
        for text in (
            *NOISE,
            choose.choice(sorted(seen)),
            " ".join(choose.choice(sorted(seen)).split()[::-1]),
        ):
            if text in match["legal"]:
                continue
            refused = await one_guest.move(match, text)
            assert refused.status_code in (400, 409, 422), (text, refused.text)
            assert refused.json()["detail"]
            now = await one_guest.look(match)
            assert (now["ply"], now["legal"], now["zones"]) == (match["ply"], match["legal"], match["zones"])
        moves = [move for move in match["legal"] if move != "resign"]
        if not moves:
            break
        match = (await one_guest.move(match, choose.choice(moves))).json()["match"]


@pytest.mark.parametrize("game", [game for game in GAMES if game in SOLVERS])
async def test_while_a_daily_is_being_prepared_the_pages_say_so_and_nothing_else_breaks(
    one_server: Server, one_app: FastAPI, one_guest: Guest, clock: Clock, game: str
) -> None:
    """Three days later nothing has been looked for yet, as in the first seconds of a new site."""
    clock.now += timedelta(days=30)
    secret, today = SECRET.encode(), daily.day_of(clock.now)
    assert daily.promised(secret, game, today) is None
    for language in LANGUAGES:
        for path in ("/", f"/daily/{game}", f"/leaderboard/{game}", f"/leaderboard/{game}?span=week"):
            await read(one_guest, f"/{language}{path}")
    assert "Today’s deal is being prepared" in (await read(one_guest, "/en/")).text
    found = await read(one_guest, f"/en/daily/{game}")
    assert "is being prepared" in found.text
    assert not found.all("form", action=f"/en/daily/{game}")
    answer = await one_guest.post(f"/en/daily/{game}", headers={"Accept": "text/html"})
    assert answer.status_code == 503
    assert "is being prepared" in Page(answer.text).text
    api = await one_guest.post(f"/api/v1/daily/{game}")
    assert (api.status_code, api.json()["code"]) == (503, "unprepared")


async def test_one_calendar_goes_over_all_games(one_guest: Guest, clock: Clock) -> None:
    """Another game every day: each has played one day, and home counts them all in a row."""
    for game in GAMES:
        clock.now += timedelta(days=1)
        for ahead, solved in product(range(3), SOLVERS):
            day = daily.day_of(clock.now) + timedelta(days=ahead)
            daily.keep(SECRET.encode(), solved, day, daily.Dealt())
        await whole_daily(one_guest, game)
    assert f"{len(GAMES)} days in a row" in (await read(one_guest, "/en/")).text
    for game in GAMES:
        found = (await one_guest.get(f"/api/v1/me/statistics/{game}")).json()
        assert found["streaks"]["longest"] == 1


@pytest.mark.parametrize("game", GAMES)
async def test_the_form_asks_for_players_only_where_there_are_others(one_guest: Guest, game: str) -> None:
    rules = GAMES[game]
    found = await read(one_guest, f"/en/new/{game}")
    assert bool(found.all("select", id="level")) == (max(rules.seats) > 1)
    assert len(found.all("input", name="seats")) == (len(rules.seats) if len(rules.seats) > 1 else 0)
    sides = rules.sides(max(rules.seats))
    partners = len(set(sides)) < len(sides)
    assert ("your partner" in found.text) == partners
    answer = await one_guest.post(f"/en/new/{game}", data={})
    assert answer.status_code == 303
    again = await read(one_guest, answer.headers["location"])
    assert words("en").game(game) in again.one("title").text
