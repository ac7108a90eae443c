"""The JSON API about one's own record."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from kingscorners.game import NotFound
from kingscorners.games import GAMES
from kingscorners.server import almanac, daily
from kingscorners.server.api import EVERYWHERE, Json, instant, me_json
from kingscorners.server.devices import CODE_SECONDS
from kingscorners.server.export import everything
from kingscorners.server.history import Played, history
from kingscorners.server.joining import offer, redeem
from kingscorners.server.models import CodeOut, HistoryOut, MeOut, NewDevice, OwnStatisticsOut
from kingscorners.server.services import guest_visitor, remember, services, visitor
from kingscorners.server.statistics import dailies, ended, key_of, places, statistics
from kingscorners.server.typed import Whole

router = APIRouter(**EVERYWHERE)


@router.get("/me/matches", responses={200: {"model": HistoryOut}})
async def matches(
    request: Request, game: str | None = None, page: Annotated[Whole, Query(ge=1, le=10_000)] = 1
) -> Response:
    """One's own matches, of one game or of all, the one played last first."""
    if game is not None and game not in GAMES:
        raise NotFound
    asking = await guest_visitor(request)
    found = await services(request).database.read(history, asking.guest_id, game, page)
    return Json(
        {
            "matches": [played_json(played) for played in found.matches],
            "counts": dict(found.counts),
            "page": found.page,
            "pages": found.pages,
        }
    )


@router.get("/me/statistics/{game}", responses={200: {"model": OwnStatisticsOut}})
async def own_statistics(request: Request, game: str, options: str | None = None) -> Response:
    """One's own numbers of a game; `options` as JSON, for matches with just these."""
    if game not in GAMES:
        raise NotFound
    known, guest = services(request), (await guest_visitor(request)).guest_id
    matches = await known.database.read(ended, guest, game)
    days = places(await known.database.read(dailies, guest), game)
    streaks = almanac.streaks(daily.day_of(known.clock()), days)
    chosen = [match for match in matches if options is None or key_of(match.options) == options]
    return Json({"statistics": statistics(chosen), "streaks": asdict(streaks)})


def played_json(played: Played) -> dict[str, object]:
    """A match as `OwnMatchOut`."""
    times = {name: instant(getattr(played, name)) for name in ("created", "updated", "finished")}
    return asdict(played) | times


@router.post("/me/codes", status_code=201, responses={201: {"model": CodeOut}})
async def new_code(request: Request) -> Response:
    """A code by which another device joins this guest; the one before is void."""
    code = await offer(services(request), await guest_visitor(request))
    return Json({"code": code, "seconds": CODE_SECONDS}, 201)


@router.post("/me/devices", responses={200: {"model": MeOut}})
async def join(request: Request, body: NewDevice) -> Response:
    """Play as the guest whose code it is; what this device has played comes along, if it is said to."""
    asking = await guest_visitor(request)
    joined = await redeem(request, services(request), asking, body.code, body.bring)
    remember(request, joined)
    return Json(me_json(request, joined))


@router.get("/me/export", response_class=JSONResponse)
async def export(request: Request) -> Response:
    """All that is kept about oneself: settings, matches with their records, results."""
    known = services(request)
    found = await known.database.read(everything, visitor(request).key, known.clock())
    if found is None:
        raise NotFound
    return Json(found)
