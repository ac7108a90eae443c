"""The bench runs, in small, and says what it measured: how quick, no test can say."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from bench import __main__ as bench
from bench import boards, games, http, late, longest, page, paint, rules, solver
from bench.serving import bare, game
from kingscorners.games import GAMES
from kingscorners.players import PLAYERS
from tests.services.postgres import VARIABLE


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything as short as it can be."""
    sizes: dict[ModuleType, dict[str, float]] = {
        rules: {"SECONDS": 0.05, "ROUNDS": 1, "MATCHES": 1},
        http: {"SECONDS": 3.0, "ROUNDS": 1, "CONNECTIONS": 2},
        late: {"LATE": 25, "TIMES": 2, "MATCHES": 2},
        boards: {"PLAYERS": 4_000, "TIMES": 32},
        paint: {"ROUNDS": 1},
        longest: {"MATCHES": 1},
        games: {"RANDOM_MATCHES": 2, "MATCHES": 1},
        solver: {"DEALS": 3, "BOUND": 200},
    }
    for part, values in sizes.items():
        for name, value in values.items():
            monkeypatch.setattr(part, name, value)
    monkeypatch.setitem(boards.VALUES, "players", boards.PLAYERS)


def figures(section: str) -> dict[str, list[float]]:
    """The rows of a section's tables by what they are about; what else a cell says is left out."""
    rows = re.findall(r"^\| ([^\s|][^|]*) \|(.*\d.*)\|$", section, re.MULTILINE)
    return {
        name: [float(cell) for cell in re.findall(r"[\d.]+", cells.replace(",", ""))] for name, cells in rows
    }


@pytest.mark.usefixtures("small")
def test_moves_are_counted_beside_a_bare_endpoint(sqlite_url: str) -> None:
    with bare() as endpoint, game(sqlite_url) as server:
        asked = {"bare": ("bare", endpoint), "api": ("api", server), "page": ("page", server)}
        rows = figures(http.measured(asked))
    assert set(rows) == set(asked)
    assert rows["bare"][1] == 1
    for rate, share, _, p50, p99, errors in rows.values():
        assert rate > 0
        assert share <= 1
        assert 0 < p50 <= p99
        assert errors == 0


@pytest.mark.usefixtures("small")
def test_a_server_that_answers_no_move_is_no_result() -> None:
    with bare() as endpoint, pytest.raises(RuntimeError, match="no answer"):
        http.loaded("api", endpoint, 0)


@pytest.mark.usefixtures("small")
def test_moves_early_and_late_are_compared(sqlite_url: str) -> None:
    rows = figures(late.measured(sqlite_url))
    assert len(rows) == 3
    for early, later, times in rows.values():
        assert times == pytest.approx(later / early, abs=0.02)


@pytest.mark.usefixtures("small")
def test_the_end_of_long_matches_is_compared_with_the_beginning_of_a_short_one() -> None:
    rows = figures(longest.run())
    assert set(rows) == set(GAMES)
    for moves, taken, times in rows.values():
        assert moves > 10
        assert taken > 0
        assert times > 0


@pytest.mark.usefixtures("small")
def test_every_game_and_every_level_is_measured() -> None:
    rows = figures(games.run())
    levels = {f"{game} {level}" for game in GAMES for level in PLAYERS[game]}
    assert set(rows) == {*GAMES, *levels}
    for name in GAMES:
        moves, deals, most, replay = rows[name]
        assert moves > deals > 0
        assert most > 10
        assert replay > 0
    for level in levels:
        decisions, mean, most, worst, moves, replay = rows[level][:6]
        assert decisions <= moves
        assert mean <= worst
        assert most <= worst
        assert replay > 0


@pytest.mark.usefixtures("small")
def test_the_rules_the_players_and_the_boards_are_measured(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, postgres_url)
    assert {"novice", "steady", "sharp"} <= set(figures(rules.run()))
    assert all(spent[0] > 0 for spent in figures(boards.run()).values())


@pytest.mark.usefixtures("small")
def test_deals_of_klondike_are_decided() -> None:
    rows = figures(solver.run())
    assert len(rows) == len(solver.RULES)
    for won, lost, unknown, *_ in rows.values():
        assert won + lost + unknown == solver.DEALS


def test_a_first_load_follows_every_link_and_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "RESULTS", tmp_path / "results.md")
    monkeypatch.setattr(bench, "PARTS", {"page": page.run})
    assert bench.main([]) == 0
    told = (tmp_path / "results.md").read_text()
    assert told.startswith("# ")
    rows = figures(told)
    assert {"HTML", "CSS", "JavaScript", "pictures", "all"} <= set(rows)
    assert rows["JavaScript"][0] >= 5
    assert 0 < rows["all"][1] < page.MOST


@pytest.mark.usefixtures("small")
def test_paints_on_a_slow_network_are_measured() -> None:
    rows = figures(paint.run())
    for median, most, _, nodes in rows.values():
        assert 150 < median == most
        assert nodes > 100
    assert len(rows) == 2
