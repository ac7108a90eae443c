"""Days as the pages show them: the week, a month's calendar, streaks, and the way from span to span.

Weeks are ISO weeks, as on the boards: they begin on Monday in every language.
"""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Container, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from kingscorners.server.boards import Span

FIRST = date(2000, 1, 3)
"""No page speaks of days before this Monday, so that ways to the past end somewhere."""
ONE_DAY = timedelta(days=1)
WEEK = timedelta(days=7)

Places = Mapping[date, int]
"""The days that a guest played, with the place reached."""


@dataclass(frozen=True, slots=True)
class Day:
    """One day of a guest: `kind` is `won`, `played`, `frozen` or empty; an `open` one is not to come."""

    date: date
    kind: str
    open: bool
    inside: bool = True
    """Whether it belongs to the month shown."""


@dataclass(frozen=True, slots=True)
class Month:
    """A month in whole weeks."""

    first: date
    weeks: tuple[tuple[Day, ...], ...]


def week(today: date, places: Places) -> tuple[Day, ...]:
    """The seven days of the week of `today`."""
    monday = start(Span.WEEK, today)
    return tuple(_day(monday + timedelta(days=after), today, places) for after in range(7))


def month(shown: date, today: date, places: Places, frozen: Container[date] = ()) -> Month:
    """The month of `shown`."""
    weeks = Calendar().monthdatescalendar(shown.year, shown.month)
    return Month(
        start(Span.MONTH, shown),
        tuple(
            tuple(_day(day, today, places, day.month == shown.month, frozen) for day in days)
            for days in weeks
        ),
    )


def days_of(shown: date, since: date, today: date) -> tuple[date, ...]:
    """The days of the month of `shown` from `since` to `today`, the latest first."""
    days = Calendar().itermonthdates(shown.year, shown.month)
    return tuple(day for day in days if day.month == shown.month and since <= day <= today)[::-1]


State = Literal["won", "played", "begun", "today", "missed"]


def state(day: date, today: date, place: int | None, *, begun: bool) -> State:
    """How far somebody is with a day's deal of a game: finished in a `place`, or at least `begun`, or not."""
    if place:
        return "won" if place == 1 else "played"
    if begun:
        return "begun"
    return "today" if day == today else "missed"


def _day(day: date, today: date, places: Places, inside: bool = True, frozen: Container[date] = ()) -> Day:
    place = places.get(day)
    kind = "played" if place else "frozen" if day in frozen else ""
    kind = "won" if place == 1 else kind
    return Day(day, kind, FIRST <= day <= today, inside)


@dataclass(frozen=True, slots=True)
class Streaks:
    """How many days in a row were played, up to now and at most. `frozen` days were missed without harm."""

    current: int
    longest: int
    frozen: frozenset[date]


def streaks(today: date, places: Places) -> Streaks:
    """The streaks of these days. Today may still be played.

    A day that is missed is frozen, and the streak goes on without it, unless one was in the week before it.
    """
    current = longest = 0
    frozen: set[date] = set()
    if not places:
        return Streaks(0, 0, frozenset())
    day, thaws = min(places), FIRST
    while day <= today:
        if day in places:
            current += 1
            longest = max(longest, current)
        elif day < today and current and day >= thaws:
            frozen.add(day)
            thaws = day + WEEK
        elif day < today:
            current = 0
        day += ONE_DAY
    return Streaks(current, longest, frozenset(frozen))


def start(span: Span, day: date) -> date:
    """The first day of the span that `day` is in; of all time it is `FIRST`."""
    match span:
        case Span.DAY:
            return day
        case Span.WEEK:
            return day - timedelta(days=day.weekday())
        case Span.MONTH:
            return day.replace(day=1)
        case Span.ALL:
            return FIRST


def previous(span: Span, day: date) -> date | None:
    """The first day of the span before the one that `day` is in; `None` where there is none."""
    if span is Span.ALL or start(span, day) <= FIRST:
        return None
    return max(start(span, start(span, day) - ONE_DAY), FIRST)


def following(span: Span, day: date, today: date) -> date | None:
    """The first day of the span after the one that `day` is in; `None` while that is in the future."""
    if span is Span.ALL:
        return None
    length = {Span.DAY: 1, Span.WEEK: 7, Span.MONTH: 31}[span]
    first = start(span, start(span, day) + timedelta(days=length))
    return first if first <= today else None
