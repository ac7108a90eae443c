"""PostgreSQL behind the interface of `db`: a few connections, a transaction for each unit.

Many connections would be slower than few. A unit that ran into another one (deadlock, serialization) or lost
its connection before the commit is run again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from kingscorners.server.db import PATIENCE, Database, Unavailable

T = TypeVar("T")

CONNECTIONS = 6
ATTEMPTS = 5

_COLLISIONS = {"40001", "40P01"}
# Connection, resources, operator, system; locked; read-only.
_FAILURES = ("08", "53", "57", "58", "55P03", "25006")


class PostgresDatabase(Database):
    """A database on a server, which other processes use as well."""

    def __init__(self, url: URL) -> None:
        super().__init__(url)
        self._open = True
        self._engine = create_async_engine(
            url,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=PATIENCE,
            connect_args={"connect_timeout": int(PATIENCE)},
        )
        self._snapshots = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )

    @property
    def dialect(self) -> Literal["postgresql"]:
        return "postgresql"

    async def close(self) -> None:
        self._open = False
        await self._engine.dispose()

    async def _write(self, unit: Callable[[Connection], T]) -> T:
        return await self._patiently(self._engine, unit)

    async def _read(self, unit: Callable[[Connection], T]) -> T:
        return await self._patiently(self._snapshots, unit)

    async def _patiently(self, engine: AsyncEngine, unit: Callable[[Connection], T]) -> T:
        if not self._open:
            raise Unavailable("the database is closed")
        try:
            async with asyncio.timeout(PATIENCE) as limit:
                return await _run(engine, unit)
        except PoolTimeout as error:
            raise Unavailable("too many wait for the database") from error
        except TimeoutError as error:
            if limit.expired():
                raise Unavailable("the database takes too long") from error
            raise


async def _run(engine: AsyncEngine, unit: Callable[[Connection], T]) -> T:
    attempt = 1
    while True:
        connected = committing = False
        try:
            async with engine.connect() as connection:
                connected = True
                value = await connection.run_sync(unit)
                committing = True
                await connection.commit()
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
