"""What a result changes on the boards: one by one, many at random, many at once."""

import re
import threading
from collections import defaultdict
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, create_engine, event

from kingscorners.game import Outcome
from kingscorners.games import GAMES
from kingscorners.server import boards
from kingscorners.server.boards import Span
from kingscorners.server.tables import Base
from tests.server.boards.results import (
    DAY,
    GAME,
    TODAY,
    Played,
    assert_tallies_are_a_recount,
    everything,
    fill,
    record,
)

# ---------------------------------------------------------------------- names and results


@pytest.mark.parametrize(
    ("day", "week", "month"),
    [
        (date(2026, 11, 30), "2026-W49", "2026-11"),
        (date(2026, 12, 31), "2026-W53", "2026-12"),
        (date(2027, 1, 1), "2026-W53", "2027-01"),
        (date(2027, 1, 3), "2026-W53", "2027-01"),
        (date(2027, 1, 4), "2027-W01", "2027-01"),
        (date(2028, 2, 29), "2028-W09", "2028-02"),
        (date(2030, 12, 30), "2031-W01", "2030-12"),
    ],
)
def test_a_day_counts_on_its_iso_week_and_its_month(day: date, week: str, month: str) -> None:
    names = [boards.board_name(GAME, span, day) for span in Span]
    assert names == [f"{GAME}/{day}", f"{GAME}/{week}", f"{GAME}/{month}", f"{GAME}/all"]


def test_a_finished_match_becomes_a_result() -> None:
    outcome = Outcome(points=(8, 26, 17, 17), places=(1, 4, 2, 2), reason="target")
    game, facts = GAMES["kings-corners"], {"deal": 6, "dealer": 1}
    won = boards.result(game, outcome, facts, seat=0, begun=1_000, finished=181_999)
    assert won == {"place": 1, "margin": 26 + 17 + 17 - 3 * 8, "points": 8, "deals": 6, "seconds": 180}
    assert boards.result(game, outcome, facts, seat=1, begun=0, finished=0)["margin"] == 8 + 17 + 17 - 3 * 26


@pytest.mark.parametrize(("finished", "seconds"), [(-5_000, 0), (86_400_999, 86_400), (10**15, 86_400)])
def test_the_time_of_a_result_is_between_nothing_and_a_day(finished: int, seconds: int) -> None:
    outcome = Outcome((0, 25, 25, 25), (1, 2, 2, 2), "target")
    assert boards.result(GAMES[GAME], outcome, {"deal": 1}, 0, 0, finished)["seconds"] == seconds


@given(
    st.tuples(st.integers(1, 6), st.integers(-9999, 9999)),
    st.tuples(st.integers(1, 6), st.integers(-9999, 9999)),
)
def test_keys_of_a_day_order_by_place_then_margin(one: tuple[int, int], other: tuple[int, int]) -> None:
    better = (one[0], -one[1]) < (other[0], -other[1])
    assert (boards.day_key(*one) < boards.day_key(*other)) is better


# ---------------------------------------------------------------------- recording


def test_a_result_is_on_the_boards_of_its_day_week_month_and_all_time(conn: Connection) -> None:
    record(conn, Played(1, DAY, place=2, margin=-7, seconds=300, points=12), match="k3v9")
    for span in Span:
        [row] = boards.board(conn, boards.board_name(GAME, span, DAY), 1).rows
        assert (row.rank, row.place, row.margin, row.points, row.deals) == (1, 2, -7, 12, 5)
        assert (row.seconds, row.days, row.wins) == (300, 1, 0)
        assert row.match == ("k3v9" if span is Span.DAY else None)
    assert_tallies_are_a_recount(conn)


def test_week_month_and_all_time_sum_the_margins_of_the_days(conn: Connection) -> None:
    record(conn, Played(1, date(2026, 12, 31), place=1, margin=20, seconds=100, points=3))
    record(conn, Played(1, date(2027, 1, 1), place=3, margin=-5, seconds=200, points=20))
    record(conn, Played(1, date(2027, 1, 4), place=1, margin=9, seconds=50, points=4))
    sums = {}
    for day in (date(2026, 12, 31), date(2027, 1, 1), date(2027, 1, 4)):
        for span in (Span.WEEK, Span.MONTH, Span.ALL):
            name = boards.board_name(GAME, span, day)
            own = boards.board(conn, name, 1).own
            assert own
            sums[name] = (own.margin, own.days, own.wins, own.place, own.points, own.deals, own.seconds)
    assert sums == {
        "kings-corners/2026-W53": (15, 2, 1, 4, 23, 10, 300),
        "kings-corners/2027-W01": (9, 1, 1, 1, 4, 5, 50),
        "kings-corners/2026-12": (20, 1, 1, 1, 3, 5, 100),
        "kings-corners/2027-01": (4, 2, 1, 4, 24, 10, 250),
        "kings-corners/all": (24, 3, 2, 5, 27, 15, 350),
    }
    assert_tallies_are_a_recount(conn)


def test_recording_a_match_again_changes_nothing(conn: Connection) -> None:
    record(conn, Played(1, margin=4))
    record(conn, Played(2, margin=6))
    before = everything(conn)
    record(conn, Played(1, margin=4))
    assert everything(conn) == before


def test_a_guest_has_one_result_a_day_the_first(conn: Connection) -> None:
    record(conn, Played(1, margin=4), match="first")
    before = everything(conn)
    record(conn, Played(1, margin=400), match="second")
    assert everything(conn) == before


def test_a_result_that_is_rolled_back_leaves_nothing(conn: Connection) -> None:
    record(conn, Played(1))
    conn.rollback()
    assert everything(conn) == (set(), set())


def test_a_result_after_midnight_counts_for_the_day_its_match_began(conn: Connection) -> None:
    record(conn, Played(1, date(2026, 11, 30), seconds=4 * 60))  # from 23:58 to 00:02
    record(conn, Played(2, date(2026, 12, 1), seconds=60))  # from 00:01 to 00:02
    assert [row.guest for row in boards.board(conn, "kings-corners/2026-11-30", None).rows] == [1]
    assert [row.guest for row in boards.board(conn, "kings-corners/2026-12-01", None).rows] == [2]
    assert boards.board(conn, "kings-corners/2026-11", None).players == 1
    assert boards.board(conn, "kings-corners/2026-W49", None).players == 2


def test_games_have_boards_of_their_own(conn: Connection) -> None:
    record(conn, Played(1), game="kings-corners")
    record(conn, Played(2), game="spades")
    assert [row.guest for row in boards.board(conn, "kings-corners/all", None).rows] == [1]
    assert [row.guest for row in boards.board(conn, "spades/all", None).rows] == [2]


# ---------------------------------------------------------------------- random results

MARGINS = st.integers(-3, 3) | st.sampled_from([step * boards.BLOCK + 1 for step in range(-2, 3)])
DAYS = [date(2026, 12, 30), date(2026, 12, 31), date(2027, 1, 1), date(2027, 1, 3), date(2027, 1, 4)]
RESULTS = st.builds(
    Played,
    st.integers(1, 8),
    st.sampled_from(DAYS),
    st.integers(1, 4),
    MARGINS,
    st.integers(0, 2),
    st.integers(0, 30),
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(RESULTS, min_size=1, max_size=16), st.integers(0, 3))
def test_random_results_give_what_counting_by_hand_gives(
    engine: Engine, results: list[Played], top: int
) -> None:
    expected: defaultdict[str, dict[int, list[Played]]] = defaultdict(lambda: defaultdict(list))
    for played in {(played.guest, played.day): played for played in reversed(results)}.values():
        for span in Span:
            expected[boards.board_name(GAME, span, played.day)][played.guest].append(played)
    with engine.connect() as conn:
        for played in results:
            record(conn, played)
        for name, guests in expected.items():
            assert_board_is(conn, name, guests, top)
        assert_tallies_are_a_recount(conn)


def assert_board_is(conn: Connection, name: str, guests: dict[int, list[Played]], top: int) -> None:
    a_day = name.count("-") > 2
    order = []
    for guest, played in guests.items():
        margin = sum(one.margin for one in played)
        key = (played[0].place, -margin) if a_day else (0, -margin)
        order.append((key, sum(one.seconds for one in played), guest))
    order.sort()
    keys = [key for key, _, _ in order]
    rank = {guest: 1 + keys.index(key) for key, _, guest in order}
    position = {guest: where for where, (_, _, guest) in enumerate(order)}
    for asking in [None, *guests]:
        board = boards.board(conn, name, asking, top)
        assert board.players == len(guests)
        around: set[int] = set()
        if asking is not None:
            where = position[asking]
            around = set(range(max(where - 2, 0), min(where + 3, len(order))))
            worse = sum(key > order[where][0] for key in keys)
            others = len(guests) - 1
            assert board.better_than == (worse * 100 // others if others else None)
            assert board.own
            assert board.own.guest == asking
        shown = sorted({*range(min(top, len(order))), *around})
        assert [row.guest for row in board.rows] == [order[where][2] for where in shown]
        for row in board.rows:
            assert row.rank == rank[row.guest]
            assert row.margin == sum(one.margin for one in guests[row.guest])
            assert (row.days, row.wins) == (
                len(guests[row.guest]),
                sum(one.place == 1 for one in guests[row.guest]),
            )
        if a_day:
            assert board.won == sum(played[0].place == 1 for played in guests.values())
            assert sum(bin_.count for bin_ in board.points) == len(guests)


# ---------------------------------------------------------------------- many at once, and plans


def test_results_that_come_at_the_same_time_are_all_counted(postgres_url: str) -> None:
    engine = create_engine(postgres_url, pool_size=8)
    Base.metadata.create_all(engine)
    failures: list[BaseException] = []
    start = threading.Barrier(8)

    def play(number: int) -> None:
        """All 25 guests, in an order of its own: each of their three days comes from two threads or more."""
        try:
            start.wait()
            for step in range(25):
                guest = 1 + (7 * number + 3 * step) % 25
                day = DAYS[(number + guest) % 3]
                played = Played(guest, day, place=1 + guest % 4, margin=guest % 5 - 2, points=guest)
                with engine.begin() as connection:
                    record(connection, played)
        except BaseException as error:  # noqa: BLE001  (told by the test)
            failures.append(error)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failures
    with engine.begin() as connection:
        assert_tallies_are_a_recount(connection)
        board = boards.board(connection, "kings-corners/all", None, top=25)
        assert board.players == 25
        assert {row.guest: (row.days, row.margin) for row in board.rows} == {
            guest: (3, 3 * (guest % 5 - 2)) for guest in range(1, 26)
        }
    engine.dispose()


def test_sqlite_finds_rows_along_the_index_without_sorting_or_scanning(sqlite_url: str) -> None:
    engine = create_engine(sqlite_url)
    Base.metadata.create_all(engine)
    seen: list[tuple[str, Any]] = []
    with engine.begin() as connection:
        fill(connection, 30)

        @event.listens_for(connection, "before_cursor_execute")
        def note(_c: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
            seen.append((statement, parameters))

        boards.board(connection, TODAY, 20)
        boards.page(connection, TODAY, "900.0.3")
    assert seen
    with engine.connect() as connection:
        for statement, parameters in seen:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            slow = [step for *_, step in plan if re.match(r"SCAN (standings|tallies|guests)|.*TEMP", step)]
            assert not slow, statement
    engine.dispose()
