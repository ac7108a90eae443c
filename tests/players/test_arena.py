"""The arena: fair seats, common deals, honest intervals, the same shares every time."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import pairwise
from statistics import fmean

import pytest

from kingscorners import arena
from kingscorners.__main__ import main
from kingscorners.arena import Pairing, Share, Times
from kingscorners.game import Game
from kingscorners.games import GAMES
from kingscorners.games.kings_corners import KingsCorners, Options
from kingscorners.players import PLAYERS
from kingscorners.record import Setup

NAME = KingsCorners.name
SHORT = Options(match="deals", deals=1)


def run(
    *pairings: Pairing, matches: int = 4, seats: int = 3, workers: int = 2, seed: str = "a"
) -> arena.Report:
    return arena.run(NAME, pairings, matches, options=SHORT, seats=seats, workers=workers, seed=seed)


def winners(seed: bytes, seating: list[str]) -> tuple[int, ...]:
    """Who wins a match between these levels."""
    setup = Setup(GAMES[NAME], seed, len(seating), SHORT)
    here = setup.start()
    while here.legal:
        seat = here.state.turn
        here = setup.play(here, PLAYERS[NAME][seating[seat]](setup.view(here, seat)))
    outcome = setup.game.outcome(here.state)
    assert outcome
    return outcome.winners


def test_the_candidate_plays_every_match_from_every_seat() -> None:
    (share,) = run(Pairing("sharp", "novice"), matches=6, seats=2).shares
    for number, measured in enumerate(share.by_match):
        seed = sha256(f"a {number}".encode()).digest()
        first, second = winners(seed, ["sharp", "novice"]), winners(seed, ["novice", "sharp"])
        assert measured == ((0 in first) / len(first) + (1 in second) / len(second)) / 2


def test_among_equals_every_seat_is_had_once_and_the_shares_add_up_to_one() -> None:
    (share,) = run(Pairing("steady", "steady"), matches=8).shares
    assert share.by_match == pytest.approx([1 / 3] * 8)
    assert share.par == share.mean == pytest.approx(1 / 3)
    assert share.half_width == pytest.approx(0)


def test_the_same_seed_gives_the_same_shares_with_any_number_of_processes() -> None:
    pairing = Pairing("sharp", "novice")
    one, two = run(pairing, workers=1), run(pairing, workers=2)
    assert one.shares == two.shares
    assert run(pairing, seed="b").shares != one.shares


def test_all_pairings_play_the_same_matches() -> None:
    first, second = Pairing("novice", "steady"), Pairing("sharp", "novice")
    both = run(first, second)
    assert both.shares == (*run(first).shares, *run(second).shares)


def test_every_finished_match_is_told_and_every_turn_timed() -> None:
    told: list[None] = []
    report = arena.run(
        NAME,
        [Pairing("novice", "steady")],
        3,
        options=SHORT,
        seats=2,
        workers=1,
        progress=lambda: told.append(None),
    )
    assert len(told) == 3
    assert set(report.times) == {"novice", "steady"}
    for times in report.times.values():
        assert times.turns.total() > 10
        assert 0 < times.mean <= times.most
        assert times.within(0.5) <= times.within(0.99) <= times.most


def test_levels_earn_their_place() -> None:
    """Too few matches to prove it, but the same ones every time, and far from the edge."""
    novice = run(Pairing("novice", "steady"), matches=12, seats=4).shares[0]
    sharp = arena.run(NAME, [Pairing("sharp", "steady")], 40, options=Options(), seats=4).shares[0]
    assert novice.mean < novice.par / 2
    assert sharp.mean - sharp.half_width > sharp.par
    assert list(PLAYERS[NAME]) == ["novice", "steady", "sharp"]


def test_the_interval_is_that_of_the_matches_not_of_the_seats() -> None:
    share = Share(Pairing("sharp", "steady"), 2, (0.0, 1.0, 0.5, 0.5))
    assert share.mean == 0.5
    assert share.half_width == pytest.approx(1.96 * (0.5 / 3) ** 0.5 / 2)
    wider = Share(share.pairing, 2, share.by_match * 100)
    assert wider.half_width < share.half_width / 9


def test_times_are_of_turns_in_seconds() -> None:
    times = Times(Counter({1000: 98, 3000: 1, 50_000: 1}))
    assert times.mean == pytest.approx(fmean([0.001] * 98 + [0.003, 0.05]))
    assert (times.within(0.98), times.within(0.99), times.most) == (0.001, 0.003, 0.05)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_usually_every_level_meets_the_dailys_and_the_one_below_it(game: Game[object]) -> None:
    levels = list(PLAYERS[game.name])
    pairings = arena.usual_pairings(game.name)
    assert len(set(pairings)) == len(pairings)
    for below, level in pairwise(levels):
        assert Pairing(level, below) in pairings
    assert {one.candidate for one in pairings if one.others == game.daily_level} == {*levels} - {
        game.daily_level
    }


# ---------------------------------------------------------------------- the command

QUICK = ["arena", "--deals", "2", "--seats", "2", "--option", "match=deals", "--option", "deals=1"]


def test_the_command_prints_shares_and_times_and_no_progress(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, "--levels", "sharp", "novice"]) == 0
    said, progress = capfd.readouterr()
    assert not progress
    rows = [line for line in said.splitlines() if "│" in line]
    words = [row.replace("│", " ").split() for row in rows]
    assert [row[:4] for row in words[:2]] == [["sharp", "1", "steady", "4"], ["novice", "1", "steady", "4"]]
    assert [row[0] for row in words[2:]] == ["novice", "steady", "sharp"]
    assert "kings-corners, 2 seats, match deals, deals 1" in said
    assert "par 50.0%" in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--levels", "godlike"], "There is no level 'godlike': novice, steady, sharp."),
        (["--against", "godlike"], "There is no level 'godlike': novice, steady, sharp."),
        (["--option", "target=4"], "target: allowed is 5 to 200."),
        (["--seats", "6"], "seats: allowed is 2 to 4 with decks 1."),
    ],
)
def test_what_cannot_be_measured_is_told(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *words]) == 1
    assert capsys.readouterr().err.strip() == told
