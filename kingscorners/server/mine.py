"""The pages of one's own record: every match, and what became of it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from kingscorners.game import NotFound
from kingscorners.games import GAMES
from kingscorners.server.asking import Asking
from kingscorners.server.history import history
from kingscorners.server.typed import Whole

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
