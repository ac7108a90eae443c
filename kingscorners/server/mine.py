"""The pages of one's own record: every match with what became of it, and the numbers of all together."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from kingscorners.game import NotFound
from kingscorners.games import GAMES
from kingscorners.server import almanac, charts
from kingscorners.server.asking import Asking, Rules
from kingscorners.server.boards import Span
from kingscorners.server.history import history
from kingscorners.server.phrases import PHRASES
from kingscorners.server.statistics import daily_places, ended, key_of, option_sets, statistics
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
    places = await known.database.read(daily_places, guest, game)
    streaks = almanac.streaks(today, places)
    shown = min(max(month or today, almanac.FIRST), today)
    chosen = [match for match in matches if not options or key_of(match.options) == options]
    found = statistics(chosen)
    return asking.page(
        "statistics.html",
        page="me",
        game=game,
        games=tuple(GAMES),
        sets=option_sets(matches),
        options=options,
        found=found,
        form=charts.bars([match.margin for match in found.form], asking.words.direction) if found else None,
        counted=PHRASES[game].counted,
        streaks=streaks,
        days=len(places),
        won_days=sum(place == 1 for place in places.values()),
        today=today,
        calendar=almanac.month(shown, today, places, streaks.frozen),
        previous=almanac.previous(Span.MONTH, shown),
        following=almanac.following(Span.MONTH, shown, today),
    )
