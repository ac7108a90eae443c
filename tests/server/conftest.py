"""A server of the test's own, on either kind of database, with a clock that can be set."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from pydantic import SecretStr

from kingscorners.players import SOLVERS
from kingscorners.server import daily
from kingscorners.server.app import create_app
from kingscorners.server.migrate import migrate
from kingscorners.server.people import COOKIE, Identity
from kingscorners.server.settings import Settings

GAME = "kings-corners"
SECRET = "the secret of the tests' site"


class Clock:
    """Tells the time it was set to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


class Guest(httpx.AsyncClient):
    """A browser of its own: keeps its cookie, and posts from the site's own pages."""

    def __init__(self, app: FastAPI) -> None:
        super().__init__(transport=httpx.ASGITransport(app=app), base_url="http://table.example")

    async def begin(self, **asked: Any) -> Any:
        answer = await self.post("/api/v1/matches", json={"game": GAME} | asked)
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def daily(self) -> Any:
        answer = await self.post(f"/api/v1/daily/{GAME}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def move(self, match: Any, move: str, ply: int | None = None) -> httpx.Response:
        body = {"move": move, "ply": match["ply"] if ply is None else ply}
        return await self.post(f"/api/v1/matches/{match['id']}/moves", json=body)

    async def look(self, match: Any) -> Any:
        answer = await self.get(f"/api/v1/matches/{match['id']}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def play_to_end(self, match: Any, choose: Callable[[list[str]], str]) -> Any:
        while match["legal"]:
            answer = await self.move(match, choose(match["legal"]))
            assert answer.status_code == 200, answer.text
            match = answer.json()["match"]
        return match


class Server:
    """Makes applications on one database, and guests of them."""

    def __init__(self, url: str, clock: Clock, stack: AsyncExitStack) -> None:
        self.url, self.clock, self._stack = url, clock, stack
        self._guests = 0

    async def start(self) -> FastAPI:
        """Another process' application, as it were, which finds today's deals and the next ones prepared."""
        today = daily.day_of(self.clock())
        for game, ahead in product(SOLVERS, range(3)):
            daily.keep(SECRET.encode(), game, today + timedelta(days=ahead), daily.Dealt())
        app = create_app(Settings(database_url=self.url, secret=SecretStr(SECRET)), self.clock)
        await self._stack.enter_async_context(app.router.lifespan_context(app))
        return app

    async def guest(self, app: FastAPI) -> Guest:
        """Another guest of this server: always the same ones, so that they always get the same cards."""
        self._guests += 1
        guest = await self._stack.enter_async_context(Guest(app))
        guest.cookies.set(COOKIE, Identity(SECRET.encode()).token(bytes([self._guests]) * 16))
        return guest

    async def stranger(self, app: FastAPI) -> Guest:
        """Somebody without a cookie."""
        return await self._stack.enter_async_context(Guest(app))


@asynccontextmanager
async def serving(url: str, clock: Clock) -> AsyncIterator[Server]:
    migrate(url)
    async with AsyncExitStack() as stack:
        yield Server(url, clock, stack)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def server(database_url: str, clock: Clock) -> AsyncIterator[Server]:
    """On SQLite, and again on PostgreSQL."""
    async with serving(database_url, clock) as server:
        yield server


@pytest.fixture
async def app(server: Server) -> FastAPI:
    return await server.start()


@pytest.fixture
async def guest(server: Server, app: FastAPI) -> Guest:
    return await server.guest(app)


@pytest.fixture
async def one_server(sqlite_url: str, clock: Clock) -> AsyncIterator[Server]:
    """On SQLite alone, for what does not depend on the database."""
    async with serving(sqlite_url, clock) as server:
        yield server


@pytest.fixture
async def one_app(one_server: Server) -> FastAPI:
    return await one_server.start()


@pytest.fixture
async def one_guest(one_server: Server, one_app: FastAPI) -> Guest:
    return await one_server.guest(one_app)
