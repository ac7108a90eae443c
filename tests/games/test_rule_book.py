"""No clause of the rule book without a test that bears its name, and no name that the book does not have."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
BOOK = (ROOT / "docs/rules/kings-corners.md").read_text("utf-8")
CLAUSE = re.compile(r"KA\d+|KB\d+|KC-[QV]\d+")


def clauses() -> set[str]:
    """Every clause that the book states."""
    return set(re.findall(rf"^\* \*\*({CLAUSE.pattern})", BOOK, re.MULTILINE))


def unproven() -> set[str]:
    """The clauses that the book's last table says have no proof, and why."""
    rows = re.findall(r"^\|([^|]*)\|", BOOK.partition("## Without proof")[2], re.MULTILINE)
    return set(CLAUSE.findall(" ".join(rows)))


def proven() -> set[str]:
    """The clauses in the names of the tests of this game."""
    named = set()
    for file in (ROOT / "tests").rglob("test_kings_corners_*.py"):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
                named |= set(CLAUSE.findall(node.name.replace("KC_", "KC-")))
    return named


def numbered(prefix: str, *numbers: int) -> set[str]:
    return {f"{prefix}{number}" for number in numbers}


def test_the_book_is_whole() -> None:
    assert clauses() == (
        numbered("KA", *range(1, 22))
        | numbered("KB", *range(1, 19))
        | numbered("KC-Q", *range(1, 29))
        | numbered("KC-V", 1, 2, 3, 4, 5, 7, 8, 11, 12, 14, 15, 16, 18, 19, 20)
    )


def test_every_clause_is_proven() -> None:
    assert proven() | unproven() == clauses()
    assert not proven() & unproven()


def test_the_code_names_clauses_of_the_book_only() -> None:
    for file in (ROOT / "kingscorners").rglob("*.py"):
        assert set(CLAUSE.findall(file.read_text("utf-8"))) <= clauses(), file
