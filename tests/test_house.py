"""Who may know whom: the house keeps its rooms apart, read from the syntax trees of all modules."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
PACKAGE = "kingscorners"

PURE = {
    "cards": set(),
    "options": set(),
    "game": {"cards"},
    "movement": {"cards", "game"},
    "record": {"cards", "game", "games", "options"},
    "games": {"game", "games.*"},
    "games.*": {"cards", "game", "options"},
    "players": {"game", "players.*"},
    "players.*": {"cards", "game", "options", "players.*"},
}
"""The rules, the framework and the players: which modules of the package each of them may import."""

IMPURE = {
    *("datetime", "time", "random", "secrets", "uuid"),
    *("io", "logging", "os", "pathlib", "sqlite3", "sys", "tempfile", "socket", "urllib"),
    *("asyncio", "concurrent", "multiprocessing", "signal", "subprocess", "threading"),
}
"""Clocks, chance, and the world outside."""

ONLY_HERE = {
    "fastapi": ("server.", "commands."),
    "starlette": ("server.", "commands."),
    "pydantic": ("server.", "commands."),
    "jinja2": ("server.",),
    "babel": ("server.",),
    "alembic": ("server.migrate",),
    "sqlalchemy": (
        *("server.db", "server.sqlite", "server.postgres", "server.tables", "server.migrate"),
        *("server.secret", "server.people", "server.matches", "server.boards", "server.daily"),
        *(
            "server.preferences",
            "server.history",
            "server.stored",
            "server.owned",
            "server.statistics",
            "server.devices",
            "server.export",
            "server.joining",
        ),
        "server.coaching",
        "server.winnable",
    ),
}
"""Which modules may know a library, by the beginning of their names."""


def modules() -> list[str]:
    """All modules of the package, named from its top."""
    files = sorted((HOUSE / PACKAGE).rglob("*.py"))
    return [".".join(file.relative_to(HOUSE / PACKAGE).with_suffix("").parts) for file in files]


@cache
def tree(module: str) -> ast.Module:
    return ast.parse((HOUSE / PACKAGE / Path(*module.split("."))).with_suffix(".py").read_text("utf-8"))


def imported(module: str) -> Iterator[str]:
    """The full names of everything that a module imports, wherever in it."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module} imports from a place without a name"
            assert node.module
            whole = (HOUSE / Path(*node.module.split("."))).is_dir()
            for name in node.names:
                deeper = f"{node.module}.{name.name}"
                is_module = whole and (HOUSE / Path(*deeper.split("."))).with_suffix(".py").exists()
                yield deeper if is_module else node.module


def kind(module: str) -> str:
    """`games.*` for any module in the folder `games`, `games` for the folder itself."""
    module = module.removesuffix(".__init__")
    folder, _, name = module.partition(".")
    return f"{folder}.*" if name else folder


PURE_MODULES = [module for module in modules() if kind(module) in PURE]


def test_the_modules_are_found() -> None:
    assert {"cards", "game", "games.__init__", "games.kings_corners", "players.kings_corners"} <= set(
        PURE_MODULES
    )


@pytest.mark.parametrize("module", PURE_MODULES)
def test_rules_framework_and_players_know_only_what_is_below_them(module: str) -> None:
    inside = {name.removeprefix(f"{PACKAGE}.") for name in imported(module) if name.startswith(PACKAGE)}
    assert {kind(name) for name in inside} <= PURE[kind(module)]


@pytest.mark.parametrize("module", PURE_MODULES)
def test_rules_framework_and_players_use_the_standard_library_without_clock_chance_or_outside(
    module: str,
) -> None:
    outside = {name.split(".")[0] for name in imported(module)} - {PACKAGE}
    assert outside <= sys.stdlib_module_names
    assert not outside & IMPURE
    called = {getattr(node.func, "id", "") for node in ast.walk(tree(module)) if isinstance(node, ast.Call)}
    # The hash of a text is another one in every process.
    assert not called & {"open", "print", "input", "hash", "id", "eval", "exec", "__import__"}


@pytest.mark.parametrize("module", [module for module in modules() if not module.startswith("games.")])
def test_nobody_else_knows_the_inside_of_a_game(module: str) -> None:
    assert not [name for name in imported(module) if name.startswith(f"{PACKAGE}.games.")]


@pytest.mark.parametrize("module", ["cards", "game", "options", "record", "movement"])
def test_the_framework_names_no_game(module: str) -> None:
    nodes = list(ast.walk(tree(module)))
    docstrings = [node.value for node in nodes if isinstance(node, ast.Expr)]  # which may give examples
    said = {
        str(getattr(node, field, ""))
        for node in nodes
        if node not in docstrings
        for field in ("id", "attr", "name", "value")
    }
    assert not [word for word in said if "corner" in word.lower() or "kings" in word.lower()]


@pytest.mark.parametrize("library", ONLY_HERE)
def test_a_library_is_known_where_it_belongs_only(library: str) -> None:
    knowing = [module for module in modules() if library in {name.split(".")[0] for name in imported(module)}]
    assert [module for module in knowing if not module.startswith(ONLY_HERE[library])] == []


def test_a_forbidden_import_is_found() -> None:
    found = set(imported("games.kings_corners"))
    assert found >= {"kingscorners.cards", "kingscorners.game", "kingscorners.options", "dataclasses"}
    assert "kingscorners.options" in set(imported("record"))
