"""PostgreSQL behind the interface of `db`: a few connections, a transaction for each unit.

Many connections would be slower than few. A unit that ran into another one (deadlock, serialization) or lost
its connection before the commit is run again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Literal, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from kingscorners.server.db import Database, Unavailable

T = TypeVar("T")

CONNECTIONS = 6
ATTEMPTS = 5

_COLLISIONS = {"40001", "40P01"}
# Connection, resources, operator, system; locked; read-only.
_FAILURES = ("08", "53", "57", "58", "55P03", "25006")


class PostgresDatabase(Database):
    """A database on a server, which other processes use as well."""

    def __init__(self, url: URL, patience: float) -> None:
        super().__init__(url)
        self._patience = patience
        self._open = True
        self._running: set[asyncio.Task[Any]] = set()
        self._engine = create_async_engine(
            url,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=None,
            hide_parameters=True,
        )
        self._snapshots = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )

    @property
    def dialect(self) -> Literal["postgresql"]:
        return "postgresql"

    async def close(self) -> None:
        self._open = False
        if self._running:
            await asyncio.wait(self._running)
        await self._engine.dispose()

    async def _write(self, unit: Callable[[Connection], T]) -> T:
        return await self._patiently(self._engine, unit)

    async def _read(self, unit: Callable[[Connection], T]) -> T:
        return await self._patiently(self._snapshots, unit)

    async def _patiently(self, engine: AsyncEngine, unit: Callable[[Connection], T]) -> T:
        if not self._open:
            raise Unavailable("the database is closed")
        # A task of its own: cancelling waits for the server, and who asked shall not wait for a dead one.
        task = asyncio.create_task(_run(engine, unit))
        self._running.add(task)
        task.add_done_callback(self._done)
        try:
            await asyncio.wait({task}, timeout=self._patience)
            if task.done():
                return task.result()
            raise Unavailable("the database takes too long")
        finally:
            task.cancel()

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # seen, even if nobody waits any more


async def _run(engine: AsyncEngine, unit: Callable[[Connection], T]) -> T:
    attempt = 1
    while True:
        connected = committing = False
        try:
            async with engine.connect() as connection:
                connected = True
                try:
                    value = await connection.run_sync(unit)
                    committing = True
                    await connection.commit()
                except DBAPIError as error:
                    if _failed(error):
                        # Only a new connection is sure to see what the server is now.
                        await connection.invalidate()
                    raise
                return value
        except DBAPIError as error:
            collided = _code(error) in _COLLISIONS
            lost = error.connection_invalidated and connected and not committing
            if (collided or lost) and attempt < ATTEMPTS:
                attempt += 1
            elif collided or _failed(error):
                raise Unavailable(str(error.orig)) from error
            else:
                raise


def _failed(error: DBAPIError) -> bool:
    """Whether it was the database that failed, and not the unit."""
    code = _code(error)
    if code is None:
        # Nothing that the server said: there was no server.
        return isinstance(error, OperationalError | InterfaceError)
    return error.connection_invalidated or code.startswith(_FAILURES)


def _code(error: DBAPIError) -> str | None:
    """The server's five characters for what went wrong."""
    return getattr(error.orig, "sqlstate", None)
