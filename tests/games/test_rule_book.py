"""No clause of a rule book without a test that bears its name, and no name that the book does not have."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from kingscorners.games import GAMES

ROOT = Path(__file__).parents[2]


def numbered(prefix: str, *numbers: int) -> set[str]:
    return {f"{prefix}{number}" for number in numbers}


@dataclass(frozen=True)
class Book:
    """A game's rule book: the way its clauses are numbered, and which there have to be."""

    game: str
    clause: re.Pattern[str]
    whole: frozenset[str]

    @property
    def text(self) -> str:
        return (ROOT / f"docs/rules/{self.game}.md").read_text("utf-8")

    def clauses(self) -> set[str]:
        """Every clause that the book states."""
        return set(re.findall(rf"^\* \*\*({self.clause.pattern})", self.text, re.MULTILINE))

    def unproven(self) -> set[str]:
        """The clauses that the book's last table says have no proof, and why."""
        rows = re.findall(r"^\|([^|]*)\|", self.text.partition("## Without proof")[2], re.MULTILINE)
        return set(self.clause.findall(" ".join(rows)))

    def proven(self) -> set[str]:
        """The clauses in the names of the tests of this game."""
        named = set()
        for file in (ROOT / "tests").rglob(f"test_{self.game.replace('-', '_')}_*.py"):
            for node in ast.parse(file.read_text("utf-8")).body:
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith(
                    "test_"
                ):
                    named |= set(self.clause.findall(re.sub(r"_([QV]\d)", r"-\1", node.name)))
        return named


BOOKS = (
    Book(
        "kings-corners",
        re.compile(r"KA\d+|KB\d+|KC-[QV]\d+"),
        frozenset(
            numbered("KA", *range(1, 22))
            | numbered("KB", *range(1, 19))
            | numbered("KC-Q", *range(1, 29))
            | numbered("KC-V", 1, 2, 3, 4, 5, 7, 8, 11, 12, 14, 15, 16, 18, 19, 20)
        ),
    ),
    Book(
        "klondike",
        re.compile(r"KL\d+|KL-[QV]\d+"),
        frozenset(
            numbered("KL", *range(1, 14))
            | numbered("KL-Q", *range(1, 21))
            | numbered("KL-V", 1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13, 14, 16)
        ),
    ),
    Book(
        "spades",
        re.compile(r"SP\d+|SP-[QV]\d+"),
        frozenset(
            numbered("SP", *range(1, 17))
            | numbered("SP-Q", *range(1, 21))
            | numbered("SP-V", 1, 2, 3, 4, 5, 7, 8, 10, 11, 13, 14, 15, 16, 18, 19)
        ),
    ),
    Book(
        "idiot",
        re.compile(r"ID\d+|ID-[QV]\d+"),
        frozenset(
            numbered("ID", *range(1, 14))
            | numbered("ID-Q", *range(1, 23))
            | numbered("ID-V", 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 13, 15, 17, 18, 19)
        ),
    ),
)
EVERY_BOOK = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)


def test_every_game_has_a_book() -> None:
    assert [book.game for book in BOOKS] == list(GAMES)


@EVERY_BOOK
def test_the_book_is_whole(book: Book) -> None:
    assert book.clauses() == book.whole


@EVERY_BOOK
def test_every_clause_is_proven(book: Book) -> None:
    assert book.proven() | book.unproven() == book.clauses()
    assert not book.proven() & book.unproven()


@EVERY_BOOK
def test_the_code_names_clauses_of_the_book_only(book: Book) -> None:
    for file in (ROOT / "kingscorners").rglob("*.py"):
        assert set(book.clause.findall(file.read_text("utf-8"))) <= book.clauses(), file
