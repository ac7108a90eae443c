"""The bench runs, in small, and says what it measured."""

import re

import pytest

from bench import http, page


def test_moves_are_counted_beside_a_bare_endpoint(monkeypatch: pytest.MonkeyPatch, sqlite_url: str) -> None:
    monkeypatch.setattr(http, "ROUNDS", 1)
    monkeypatch.setattr(http, "SECONDS", 1.0)
    monkeypatch.setattr(http, "CONNECTIONS", 4)
    monkeypatch.setattr(http, "PAIRS", 3)
    monkeypatch.setattr(http, "LATE", 40)
    with http.started("bench.bare") as bare, http.game(sqlite_url) as port:
        told = http.moves_a_second({"bare": bare, "SQLite": port}) + http.late_moves(port)
        sizes = page.first_load(f"http://127.0.0.1:{port}")
    rates = [
        float(rate.replace(",", ""))
        for rate in re.findall(r"^\| (?:a bare|moves).*?\| ([\d,]+) \|", told, re.MULTILINE)
    ]
    assert len(rates) == 2
    assert all(rate > 0 for rate in rates)
    assert [int(errors) for errors in re.findall(r"\| (\d+) \|$", told, re.MULTILINE)] == [0, 0]
    assert re.search(r"^\| [\d.]+ \| [\d.]+ \| [\d.]+ \|$", told, re.MULTILINE)
    assert 0 < sum(sizes.values()) < 1024 * page.MOST
    assert sum(path.endswith(".js") for path in sizes) >= 5
