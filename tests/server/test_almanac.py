"""Days as the pages show them."""

from datetime import date, timedelta

import pytest

from kingscorners.server.almanac import (
    FIRST,
    days_of,
    following,
    month,
    previous,
    start,
    state,
    streaks,
    week,
)
from kingscorners.server.boards import Span, board_name

TODAY = date(2024, 2, 29)


def test_the_week_begins_on_monday_and_the_future_is_closed() -> None:
    days = week(TODAY, {date(2024, 2, 26): 1, date(2024, 2, 27): 3})
    assert [day.date.day for day in days] == [26, 27, 28, 29, 1, 2, 3]
    assert [day.kind for day in days] == ["won", "played", "", "", "", "", ""]
    assert [day.open for day in days] == [True] * 4 + [False] * 3


def test_a_month_has_whole_weeks_and_says_which_days_are_its_own() -> None:
    shown = month(TODAY, TODAY, {})
    assert shown.first == date(2024, 2, 1)
    assert all(len(days) == 7 for days in shown.weeks)
    inside = [day.date for days in shown.weeks for day in days if day.inside]
    assert inside == [date(2024, 2, 1) + timedelta(days=after) for after in range(29)]


@pytest.mark.parametrize(
    ("ago", "current", "longest", "frozen"),
    [
        ((), 0, 0, ()),
        ((0,), 1, 1, ()),
        ((1,), 1, 1, ()),
        ((2,), 1, 1, (1,)),
        ((3,), 0, 1, (2,)),
        ((0, 1, 2), 3, 3, ()),
        ((0, 1, 2, 4), 4, 4, (3,)),
        ((0, 1, 4, 5, 6), 2, 3, (3,)),
        ((0, 2, 4, 5), 1, 3, (3,)),
        ((0, 2, 3, 4, 5, 6, 7, 8, 9, 11), 10, 10, (1, 10)),
        ((0, 2, 3, 4, 5, 6, 8), 1, 6, (7,)),
        ((0, 2, 3, 4, 5, 6, 7, 9), 8, 8, (1, 8)),
    ],
)
def test_one_missed_day_a_week_is_frozen_and_another_ends_the_streak(
    ago: tuple[int, ...], current: int, longest: int, frozen: tuple[int, ...]
) -> None:
    found = streaks(TODAY, {TODAY - timedelta(days=back): 2 for back in ago})
    assert (found.current, found.longest) == (current, longest)
    assert found.frozen == {TODAY - timedelta(days=back) for back in frozen}


@pytest.mark.parametrize("span", [Span.DAY, Span.WEEK, Span.MONTH])
def test_every_day_of_five_years_is_reached_from_span_to_span_and_back(span: Span) -> None:
    last = date(2026, 11, 30)
    day, boards = date(2021, 11, 28), []
    while (after := following(span, day, last)) is not None:
        assert board_name("g", span, after) != board_name("g", span, day)
        back = previous(span, after)
        assert back == start(span, day)
        boards.append(board_name("g", span, after))
        day = after
    assert board_name("g", span, day) == board_name("g", span, last)
    assert len(set(boards)) == len(boards) == {Span.DAY: 1828, Span.WEEK: 262, Span.MONTH: 60}[span]


@pytest.mark.parametrize("span", list(Span))
def test_the_way_to_the_past_ends(span: Span) -> None:
    assert previous(span, FIRST) is None
    assert following(Span.ALL, FIRST, TODAY) is None


def test_the_days_of_a_month_are_those_that_have_come_the_latest_first() -> None:
    assert days_of(TODAY, FIRST, TODAY)[0] == TODAY
    assert days_of(TODAY, FIRST, TODAY)[-1] == TODAY.replace(day=1)
    assert days_of(TODAY, TODAY, TODAY) == (TODAY,)
    assert len(days_of(date(2024, 2, 10), FIRST, date(2024, 2, 20))) == 20


def test_a_day_is_finished_begun_to_be_played_or_missed() -> None:
    yesterday = TODAY - timedelta(days=1)
    assert state(TODAY, TODAY, None, begun=False) == "today"
    assert state(yesterday, TODAY, None, begun=False) == "missed"
    assert state(TODAY, TODAY, None, begun=True) == state(yesterday, TODAY, None, begun=True) == "begun"
    assert state(TODAY, TODAY, 1, begun=True) == "won"
    assert state(yesterday, TODAY, 2, begun=True) == "played"
