"""Klondike on the pages: a game without hands, other players and, sometimes, without a winner."""

from __future__ import annotations

from datetime import timedelta

import pytest

from kingscorners.game import Outcome
from kingscorners.games import GAMES
from kingscorners.options import read
from kingscorners.record import UNDO, Setup
from kingscorners.server.live import ALONE, Live, Player
from kingscorners.server.phrases import PHRASES
from kingscorners.server.sharing import Score
from tests.server.conftest import Clock, Guest

anyio = pytest.mark.anyio


@anyio
async def test_a_deal_can_be_looked_at_played_taken_back_and_given_up(one_guest: Guest) -> None:
    begun = await one_guest.post("/api/v1/matches", json={"game": "klondike", "seats": 1, "players": []})
    match = begun.json()
    assert (begun.status_code, match["undo"], len(match["zones"])) == (201, False, 13)
    address = f"/api/v1/matches/{match['id']}"
    assert (await one_guest.get(f"/en/play/{match['id']}")).status_code == 200
    drawn = (await one_guest.post(f"{address}/moves", json={"move": "draw", "ply": 0})).json()
    assert drawn["steps"][0]["say"] == "You drew."
    assert [(m["from"], m["to"]) for m in drawn["steps"][0]["movements"]] == [("stock", "waste")]
    assert drawn["match"]["undo"]
    back = (await one_guest.post(f"{address}/undo", json={"ply": 1})).json()
    assert back["match"]["zones"] == match["zones"]
    await one_guest.post(f"{address}/moves", json={"move": "resign", "ply": 2})
    ended = await one_guest.get(f"/en/play/{match['id']}")
    assert ended.status_code == 200
    assert "You gave up" in ended.text


@anyio
async def test_what_was_taken_back_is_counted_and_shown(one_guest: Guest) -> None:
    match = await one_guest.begin(game="klondike", seats=1)
    address = f"/api/v1/matches/{match['id']}"
    assert "taken back" not in (await one_guest.get(f"/en/play/{match['id']}")).text
    for count in (1, 2):
        drawn = (await one_guest.move(match, "draw")).json()["match"]
        match = (await one_guest.post(f"{address}/undo", json={"ply": drawn["ply"]})).json()["match"]
        assert match["undone"] == count
    assert "taken back: 2" in (await one_guest.get(f"/en/play/{match['id']}")).text
    over = (await one_guest.move(match, "resign")).json()["match"]
    assert over["undone"] == 2
    assert "Taken back: 2" in (await one_guest.get(f"/en/play/{match['id']}")).text


@anyio
async def test_the_sheet_tells_the_parts_of_a_timed_score(one_guest: Guest, clock: Clock) -> None:
    options = {"scoring": "standard", "timed": True}
    match = await one_guest.begin(game="klondike", seats=1, options=options)
    while not (scored := [move for move in match["legal"] if move.startswith("play")]):
        match = (await one_guest.move(match, "draw")).json()["match"]
    while match["facts"]["score"] < 5:
        move = next((move for move in match["legal"] if "foundation" in move), None)
        move = move or (scored[0] if (scored := match["legal"]) else "resign")
        match = (await one_guest.move(match, move)).json()["match"]
    score = match["facts"]["score"]
    clock.now += timedelta(seconds=25)
    over = (await one_guest.move(match, "resign")).json()["match"]
    assert over["outcome"]["points"] == [score - 4]
    sheet = (await one_guest.get(f"/en/play/{match['id']}")).text
    assert f"Score: {score} · Time: −4" in sheet
    assert "Bonus" not in sheet
    assert f'<b class="total num"><span class="vh">Total</span>{score - 4}</b>' in sheet
    replayed = (await one_guest.get(f"/api/v1/matches/{match['id']}")).json()
    assert replayed["outcome"] == over["outcome"]


@anyio
async def test_a_card_of_a_column_is_picked_and_played_without_a_script(one_guest: Guest) -> None:
    match = (await one_guest.post("/api/v1/matches", json={"game": "klondike", "seats": 1})).json()
    plays = [move.split() for move in match["legal"] if move.startswith("play")]
    assert plays
    for _, word, place in plays:
        page = (await one_guest.get(f"/en/play/{match['id']}", params={"pick": word})).text
        assert f'value="play {word} {place}"' in page
        assert f'data-word="{word}" data-try="play" form="pick" name="pick" value=""' in page


def test_a_page_of_who_plays_alone_looks_at_the_last_lines_only() -> None:
    """Their one turn may have thousands of lines, and every page goes through what is recent."""
    setup = Setup(GAMES["klondike"], bytes(32), 1, read(GAMES["klondike"].options, {}))
    players = (Player(0, "Asha", None, 1),)
    live = Live("", setup, players, None, False, "", 0, None, setup.start())
    for line in ("draw", UNDO) * ALONE:
        live, happening = live.advance(line, 0)
    assert len(live.recent) == ALONE
    assert live.recent[-1] == happening


@pytest.mark.parametrize(("up", "moves"), [(0, 0), (3, 41), (51, 200), (52, 117)])
def test_a_board_tells_the_cards_and_the_moves_that_the_margin_was_made_of(up: int, moves: int) -> None:
    outcome = Outcome((up,), (1 if up == 52 else 2,), "", moves)
    done = Score(up, 1, GAMES["klondike"].margin(outcome, 0), ())
    assert {measure.of(done) for measure in PHRASES["klondike"].measures[1:]} == {up, moves}


@anyio
async def test_who_plays_alone_for_no_points_has_no_empty_list_of_scores(one_guest: Guest) -> None:
    for game, seats, lists in (("klondike", 1, 0), ("kings-corners", 4, 1)):
        match = await one_guest.begin(game=game, seats=seats)
        page = (await one_guest.get(f"/en/play/{match['id']}")).text
        assert page.count('<ol class="scores"') == lists
