"""What is read from boards: ranks, neighbours, the day in figures, pages."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, delete

from kingscorners.server import boards
from kingscorners.server.boards import Bin
from kingscorners.server.tables import Guest
from tests.server.boards.results import TODAY, Played, add_guest, fill, record

# ---------------------------------------------------------------------- ranks


def ranks(rows: Sequence[boards.Row]) -> list[tuple[int, int]]:
    return [(row.rank, row.guest) for row in rows]


def test_a_day_is_ordered_by_place_then_margin_and_ties_share_a_rank(conn: Connection) -> None:
    for played in (
        Played(1, place=2, margin=90),
        Played(2, place=1, margin=5, seconds=500),
        Played(3, place=1, margin=5, seconds=100),
        Played(4, place=1, margin=30),
        Played(5, place=4, margin=-80),
        Played(6, place=1, margin=-2),
    ):
        record(conn, played)
    rows = boards.board(conn, TODAY, None).rows
    assert ranks(rows) == [(1, 4), (2, 3), (2, 2), (4, 6), (5, 1), (6, 5)]


def test_the_other_boards_are_ordered_by_the_sum_of_margins_whatever_the_places(conn: Connection) -> None:
    record(conn, Played(1, place=1, margin=3))
    record(conn, Played(2, place=2, margin=10))
    record(conn, Played(3, date(2026, 12, 1), place=1, margin=4))
    record(conn, Played(3, date(2026, 12, 2), place=2, margin=6))
    assert ranks(boards.board(conn, "kings-corners/2026-W49", None).rows) == [(1, 2), (1, 3), (3, 1)]


def guests_and_gaps(board: boards.Board) -> list[int | str]:
    """The guests of the rows, with a dot where rows are left out."""
    return [what for row in board.rows for what in ((".", row.guest) if row.gap else (row.guest,))]


@pytest.mark.parametrize(
    ("guest", "shown"),
    [
        (1, [1, 2, 3, 4, 5]),
        (4, [1, 2, 3, 4, 5, 6]),
        (5, [1, 2, 3, 4, 5, 6, 7]),
        (7, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (8, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        (9, [1, 2, 3, 4, 5, ".", 7, 8, 9, 10, 11]),
        (15, [1, 2, 3, 4, 5, ".", 13, 14, 15, 16, 17]),
        (20, [1, 2, 3, 4, 5, ".", 18, 19, 20]),
        (99, [1, 2, 3, 4, 5]),
        (None, [1, 2, 3, 4, 5]),
    ],
)
def test_the_own_row_is_always_there_with_its_neighbours(
    conn: Connection, guest: int | None, shown: list[int | str]
) -> None:
    fill(conn, 20)
    board = boards.board(conn, TODAY, guest, top=5)
    assert guests_and_gaps(board) == shown
    assert all(row.rank == row.guest for row in board.rows)
    assert (board.own.guest if board.own else None) == (guest if guest in range(1, 21) else None)
    assert board.players == 20


def test_the_only_player_is_first_and_better_than_nobody(conn: Connection) -> None:
    record(conn, Played(7))
    board = boards.board(conn, TODAY, 7)
    assert ranks(board.rows) == [(1, 7)]
    assert (board.players, board.won, board.better_than) == (1, 1, None)


def test_a_board_that_nobody_is_on_is_empty(conn: Connection) -> None:
    assert boards.board(conn, TODAY, 1) == boards.Board(TODAY, (), None, 0, None, 0, ())
    assert boards.page(conn, TODAY) == ()


@pytest.mark.parametrize(
    ("margins", "better_than"),
    [
        ({1: 5, 2: 4}, {1: 100, 2: 0}),
        ({1: 5, 2: 5}, {1: 0, 2: 0}),
        ({1: 5, 2: 5, 3: 1}, {1: 50, 2: 50, 3: 0}),
        ({1: 9, 2: 5, 3: 5, 4: 1}, {1: 100, 2: 33, 3: 33, 4: 0}),
    ],
)
def test_better_than_counts_the_others_that_are_strictly_worse(
    conn: Connection, margins: dict[int, int], better_than: dict[int, int]
) -> None:
    for guest, margin in margins.items():
        record(conn, Played(guest, margin=margin))
    assert {guest: boards.board(conn, TODAY, guest).better_than for guest in margins} == better_than


def test_a_deleted_guest_keeps_the_row_without_the_name(conn: Connection) -> None:
    amber, ruby = add_guest(conn, "Amber Heron 41"), add_guest(conn, "Ruby Fox 12")
    record(conn, Played(amber, margin=5))
    record(conn, Played(ruby, margin=9))
    assert [row.name for row in boards.board(conn, TODAY, amber).rows] == ["Ruby Fox 12", "Amber Heron 41"]
    conn.execute(delete(Guest).where(Guest.id == ruby))
    rows = boards.board(conn, TODAY, amber).rows
    assert [(row.rank, row.name) for row in rows] == [(1, None), (2, "Amber Heron 41")]


def test_a_new_guest_never_inherits_the_row_of_a_deleted_one(conn: Connection) -> None:
    last = add_guest(conn, "Ruby Fox 12")
    record(conn, Played(last))
    conn.execute(delete(Guest).where(Guest.id == last))
    new = add_guest(conn, "Jade Otter 77")
    assert boards.board(conn, TODAY, new).own is None


# ---------------------------------------------------------------------- the day in figures


def test_a_day_tells_how_many_won_and_how_the_points_are_spread(conn: Connection) -> None:
    for guest, (place, points) in enumerate([(1, 3), (1, 4), (2, 17), (2, 17), (4, 31)], 1):
        record(conn, Played(guest, place=place, points=points))
    board = boards.board(conn, TODAY, 3)
    assert (board.players, board.won) == (5, 2)
    assert board.points == (
        Bin(0, 4, 2, own=False),
        Bin(5, 9, 0, own=False),
        Bin(10, 14, 0, own=False),
        Bin(15, 19, 2, own=True),
        Bin(20, 24, 0, own=False),
        Bin(25, 29, 0, own=False),
        Bin(30, 34, 1, own=False),
    )
    week = boards.board(conn, "kings-corners/2026-W49", 3)
    assert (week.won, week.points) == (0, ())


@given(st.dictionaries(st.integers(-600, 600), st.integers(1, 9), min_size=1), st.integers(-600, 600))
def test_a_histogram_holds_everybody_once_in_up_to_twelve_equal_bins(
    counts: dict[int, int], own: int
) -> None:
    bins = boards.histogram(counts, own)
    assert 1 <= len(bins) <= 12
    assert [left.high + 1 for left in bins[:-1]] == [right.low for right in bins[1:]]
    assert len({bin_.high - bin_.low for bin_ in bins}) == 1
    for bin_ in bins:
        assert bin_.count == sum(many for points, many in counts.items() if bin_.low <= points <= bin_.high)
        assert bin_.own is (bin_.low <= own <= bin_.high)
    assert sum(bin_.count for bin_ in bins) == sum(counts.values())


# ---------------------------------------------------------------------- pages


def test_pages_go_through_a_whole_board_once_in_order(conn: Connection) -> None:
    for guest in range(1, 24):
        record(conn, Played(guest, margin=guest // 4, seconds=guest % 3))
    whole = boards.page(conn, TODAY)
    assert len(whole) == 23
    rows: list[boards.Row] = []
    while page := boards.page(conn, TODAY, rows[-1].cursor if rows else None, limit=5):
        rows += page
    assert tuple(rows) == whole
    keys = sorted(row.key for row in whole)
    assert [row.rank for row in whole] == [1 + bisect_left(keys, row.key) for row in whole]


def test_a_page_has_at_most_a_hundred_rows(conn: Connection) -> None:
    fill(conn, 103)
    first = boards.page(conn, TODAY, limit=10**9)
    assert len(first) == 100
    assert len(boards.page(conn, TODAY, first[0].cursor, limit=10**9)) == 100
    assert len(boards.board(conn, TODAY, None, top=10**9).rows) == 100


@pytest.mark.parametrize(
    "text", ["", "1", "1.2", "1.2.3.4", "a.b.c", "1.2.-3", "1.2.3\n", "9" * 19 + ".1.1", "٣.1.1"]
)
def test_what_is_no_cursor_is_refused(conn: Connection, text: str) -> None:
    with pytest.raises(boards.BadCursor):
        boards.page(conn, TODAY, text)


@pytest.mark.parametrize(
    "text", ["-999999999999999999.0.0", "999999999999999999.999999999.999999999999999999"]
)
def test_a_cursor_that_points_nowhere_does_no_harm(conn: Connection, text: str) -> None:
    fill(conn, 3)
    assert len(boards.page(conn, TODAY, text)) == (3 if text.startswith("-") else 0)
