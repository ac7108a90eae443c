"""The pages of replays: stepping through a match that is over, sharing it, playing on from any position.

And stepping through a line that wins the deal of a past day.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response

from kingscorners.game import NotFound
from kingscorners.server import daily
from kingscorners.server.asking import Asking, Rules
from kingscorners.server.daily import Unprepared
from kingscorners.server.replay import frame, winning_frame
from kingscorners.server.services import remember
from kingscorners.server.sharing import share_text
from kingscorners.server.typed import Day, Whole

router = APIRouter(include_in_schema=False)

Ply = Annotated[Whole, Query(ge=0, le=1_000_000)]


@router.get("/{language}/replay/{match}")
async def replay(asking: Asking, request: Request, match: str, ply: Ply = 0) -> Response:
    """A match after `ply` lines of its log. `?fragment` gives the table alone, for a page with the rest."""
    source = await asking.known.matches.replayed(asking.visitor.key, match)
    template = "_replay.html" if "fragment" in request.query_params else "replay.html"
    address, start = str(request.url.replace(query="")), source.beginning
    share = ""
    if source.open_to_all:
        share = share_text(asking.words, start.setup.game.name, start.daily, source.score, None, address)
    return asking.page(
        template,
        frame=frame(source, ply, asking.words, asking.preferences),
        match=match,
        own=source.own is not None,
        shared=source.shared,
        open_to_all=source.open_to_all,
        address=address,
        share=share,
    )


@router.get("/{language}/daily/{game}/{day}")
async def win(asking: Asking, rules: Rules, request: Request, day: Day, ply: Ply = 0) -> Response:
    """A line that wins the deal of a day, once its cards are public, after `ply` moves of it."""
    secret = asking.known.secret
    if not daily.published(asking.now, day):
        raise NotFound
    try:
        line = daily.dealt(secret, rules.name, day).line
    except Unprepared:
        raise NotFound from None
    if not line:
        raise NotFound
    setup = daily.setup(secret, rules, day)
    template = "_replay.html" if "fragment" in request.query_params else "replay.html"
    return asking.page(
        template,
        frame=winning_frame(setup, day, line, ply, asking.words, asking.preferences),
        match=None,
    )


@router.post("/{language}/replay/{match}/share")
async def share(asking: Asking, match: str, shared: Annotated[bool, Form()] = True) -> Response:
    """Let everybody see one's own match, or nobody any more."""
    await asking.known.matches.share(asking.visitor.key, match, shared)
    return asking.to(f"/replay/{match}")


@router.post("/{language}/replay/{match}/play")
async def play(asking: Asking, match: str, ply: Annotated[Whole, Form(ge=0)]) -> Response:
    """Go on from here with a match of one's own."""
    table = await asking.known.matches.begin_from(asking.visitor.key, match, ply)
    remember(asking.request, asking.visitor)
    return asking.to(f"/play/{table.id}")
