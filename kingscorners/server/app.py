"""The application: services at start and stop, routes, and errors turned into answers."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from kingscorners import __version__
from kingscorners.server import (
    api,
    api_me,
    device_pages,
    mine,
    pages,
    preferences_page,
    replay_pages,
    shell,
    site,
    winnable,
)
from kingscorners.server.asking import preferences_here
from kingscorners.server.assets import Assets
from kingscorners.server.db import Unavailable, open_database
from kingscorners.server.devices import Tries
from kingscorners.server.edge import Edge
from kingscorners.server.languages import UnknownLanguage
from kingscorners.server.matches import Matches
from kingscorners.server.migrate import is_current, is_newer
from kingscorners.server.people import Identity
from kingscorners.server.preferences import Preferences
from kingscorners.server.problems import STATUSES, problem_of
from kingscorners.server.secret import site_secret
from kingscorners.server.services import Services, guest_visitor, services
from kingscorners.server.settings import Settings
from kingscorners.server.validator import Validator
from kingscorners.server.words import words_of


def utc_now() -> datetime:
    """The time, aware and in UTC."""
    return datetime.now(UTC)


def application() -> FastAPI:
    """The application as the environment sets it, for uvicorn. Raises `BadSettings`."""
    settings = Settings.from_environment()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(settings.log_level),
        cache_logger_on_first_use=True,
    )
    # What is here now stays, and what a request makes is seldom garbage that only a collection finds.
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    return create_app(settings, ahead=True)


def create_app(
    settings: Settings, clock: Callable[[], datetime] = utc_now, *, ahead: bool = False
) -> FastAPI:
    """An application of its own, with its own database connections; tests set the `clock`.

    With `ahead` it looks for the next days' deals while it runs, as far as that takes long.
    """

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        database = open_database(settings.database_url)
        try:
            secret = settings.site_secret()
            if secret is None:
                secret = await database.write(site_secret)
            matches = Matches(database, clock, secret)
            app.state.services = Services(database, matches, Identity(secret), clock, secret, Tries())
            async with winnable.prepared(database, secret, clock, ahead=ahead):
                yield
        finally:
            await database.close()

    app = FastAPI(
        title="King's Corners",
        version=__version__,
        summary="King's Corners and other card games: matches, dailies and boards.",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},
        lifespan=running,
        # In the order in which they are tried. Routers that are included would be gone through twice.
        routes=[
            *api.moves.routes,
            *api.router.routes,
            *api_me.router.routes,
            *pages.router.routes,
            *preferences_page.router.routes,
            *device_pages.router.routes,
            *mine.router.routes,
            *replay_pages.router.routes,
            *shell.router.routes,
            *site.router.routes,
        ],
    )
    app.mount("/static", Assets())
    app.add_api_route("/healthz", alive, include_in_schema=False)
    app.add_api_route("/readyz", ready, include_in_schema=False)
    for kind in (*STATUSES, RequestValidationError, HTTPException, UnknownLanguage):
        app.add_exception_handler(kind, answer_error)
    app.add_middleware(Validator)
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=4)
    app.add_middleware(Edge, refuse=refuse)
    return app


async def alive() -> Response:
    """Whether the process answers."""
    return JSONResponse({"status": "ok"})


async def ready(request: Request) -> Response:
    """Whether the database can be reached and has the tables of this version."""
    try:
        current = await services(request).database.read(is_current)
        newer = not current and await services(request).database.read(is_newer)
    except Unavailable:
        return JSONResponse({"status": "database unavailable"}, 503)
    if newer:
        return JSONResponse({"status": "database newer than the program"}, 503)
    if not current:
        return JSONResponse({"status": "database not migrated"}, 503)
    return JSONResponse({"status": "ok"})


async def answer_error(request: Request, error: Exception) -> Response:
    """A problem as JSON for programs, as a page for people; a page in no language, in one that there is."""
    if isinstance(error, UnknownLanguage):
        return RedirectResponse(error.address, 307, {"Vary": "Accept-Language, Cookie"})
    problem, preferred = problem_of(error), Preferences()
    if problem.status < 500:
        with suppress(Unavailable):
            preferred = await preferences_here(request, await guest_visitor(request))
    if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
        return problem.response(words_of(request))
    return site.error_page(request, problem, preferred)


async def refuse(scope: Scope, receive: Receive, send: Send, error: Exception) -> None:
    """Answer what the edge does not let in, or what goes wrong."""
    response = await answer_error(Request(scope, receive), error)
    await response(scope, receive, send)
