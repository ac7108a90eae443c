"""The pages of one's own record: every match and what became of it, the numbers, the calendar of days."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query, Response

from kingscorners.game import NotFound
from kingscorners.games import GAMES
from kingscorners.server import almanac, charts
from kingscorners.server.asking import Asking, Rules
from kingscorners.server.boards import Span
from kingscorners.server.history import history
from kingscorners.server.phrases import PHRASES
from kingscorners.server.statistics import (
    attempts,
    dailies,
    ended,
    key_of,
    option_sets,
    places,
    statistics,
)
from kingscorners.server.typed import Day, Whole

MOST_OPTIONS = 2_000
"""Characters of an address."""

router = APIRouter(include_in_schema=False)

PageNumber = Annotated[Whole, Query(ge=1, le=10_000)]


@router.get("/{language}/games")
async def games(asking: Asking, game: str = "", page: PageNumber = 1, done: str = "") -> Response:
    """One's own matches, of one game or of all: to go on with, to replay, to delete."""
    if game and game not in GAMES:
        raise NotFound
    found = await asking.known.database.read(history, asking.guest, game or None, page)
    return asking.page("games.html", page="me", chosen=game, history=found, done=done)


@router.post("/{language}/games/{match}/delete")
async def delete(asking: Asking, match: str) -> Response:
    """Delete one's own match: the page has asked whether that is meant."""
    await asking.known.matches.remove(asking.visitor.key, match)
    return asking.to("/games?done=deleted")


@router.get("/{language}/calendar")
async def calendar(asking: Asking, month: Day | None = None) -> Response:
    """One's days' deals of all games, a month at a time, since the first that one has begun."""
    today, begun = asking.today, await asking.known.database.read(attempts, asking.guest)
    done = {(one.game, one.day): one for one in await asking.dailies()}
    since = min((day for _, day in begun), default=today)
    shown = min(max(month or today, since), today)

    def state(game: str, day: date) -> almanac.State:
        place = done[game, day].place if (game, day) in done else None
        return almanac.state(day, today, place, begun=(game, day) in begun)

    return asking.page(
        "calendar.html",
        page="me",
        games=tuple(GAMES),
        shown=shown,
        today=today,
        days=[
            (day, [(game, state(game, day)) for game in GAMES])
            for day in almanac.days_of(shown, since, today)
        ],
        streaks=almanac.streaks(today, places(done.values())),
        previous=almanac.previous(Span.MONTH, shown) if since < almanac.start(Span.MONTH, shown) else None,
        following=almanac.following(Span.MONTH, shown, today),
    )


@router.get("/{language}/statistics")
async def first_statistics(asking: Asking) -> Response:
    """One's own numbers of the game played most."""
    found = await asking.known.database.read(history, asking.guest)
    most = max(found.counts, key=lambda game: found.counts[game], default=next(iter(GAMES)))
    return await game_statistics(asking, GAMES[most])


@router.get("/{language}/statistics/{game}")
async def game_statistics(
    asking: Asking,
    rules: Rules,
    options: Annotated[str, Query(max_length=MOST_OPTIONS)] = "",
    month: Day | None = None,
) -> Response:
    """One's own numbers of a game, with all options or some; dailies in a calendar."""
    known, game, guest, today = asking.known, rules.name, asking.guest, asking.today
    matches = await known.database.read(ended, guest, game)
    days = places(await known.database.read(dailies, guest), game)
    streaks = almanac.streaks(today, days)
    shown = min(max(month or today, almanac.FIRST), today)
    chosen = [match for match in matches if not options or key_of(match.options) == options]
    found, words = statistics(chosen), PHRASES[game]
    averaged = dict.fromkeys((words.distribution, words.main))
    return asking.page(
        "statistics.html",
        page="me",
        game=game,
        games=tuple(GAMES),
        sets=option_sets(matches),
        options=options,
        found=found,
        form=charts.bars(list(map(words.main.of, found.form)), asking.words.direction) if found else None,
        phrases=words,
        averages=[(one, sum(map(one.of, chosen)) / len(chosen)) for one in averaged] if chosen else [],
        alone=rules.daily_seats == 1,
        streaks=streaks,
        days=len(days),
        won_days=sum(place == 1 for place in days.values()),
        today=today,
        calendar=almanac.month(shown, today, days, streaks.frozen),
        previous=almanac.previous(Span.MONTH, shown),
        following=almanac.following(Span.MONTH, shown, today),
    )
