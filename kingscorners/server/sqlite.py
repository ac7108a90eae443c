"""SQLite behind the interface of `db`: one writer with group commit, and a few readers beside it.

The writer is one thread with one connection. It takes all that is queued, runs each unit in a savepoint of
its own, commits once, and only then answers: under load many writes share one fsync. Only the writer's
connection writes and checkpoints; WAL lets the readers go on beside it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from kingscorners.server.db import PATIENCE, Database, Unavailable

T = TypeVar("T")

LARGEST_GROUP = 100
"""Units a commit. More would keep other processes waiting for the lock and save little."""
LONGEST_QUEUE = 10_000
READERS = 4

_WRITING = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")
_READING = ("PRAGMA query_only = ON", "PRAGMA wal_autocheckpoint = 0")

# What SQLite says when it is the database that fails and not the statement.
_FAILURES = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOTADB,
}


class SqliteDatabase(Database):
    """A database in one file, which other processes may use as well."""

    def __init__(self, url: URL) -> None:
        super().__init__(url)
        self._path = Path(str(url.database)).absolute()
        self._open = True
        self._writes: _Queue = SimpleQueue()
        self._reads: _Queue = SimpleQueue()
        self._writer = _engine(self._path, 1, "BEGIN IMMEDIATE", _WRITING)
        self._readers = _engine(self._path, READERS, "BEGIN", _READING)
        targets = [self._serve_writes] + READERS * [self._serve_reads]
        self._threads = [Thread(target=target, name=target.__name__, daemon=True) for target in targets]
        for thread in self._threads:
            thread.start()

    @property
    def dialect(self) -> Literal["sqlite"]:
        return "sqlite"

    async def close(self) -> None:
        if self._open:
            self._open = False
            self._writes.put(None)
            for _ in range(READERS):
                self._reads.put(None)
            for thread in self._threads:
                await asyncio.to_thread(thread.join)
            # Whoever is the last to close checkpoints: the writer.
            self._readers.dispose()
            self._writer.dispose()

    async def _write(self, unit: Callable[[Connection], T]) -> T:
        return await self._result(self._writes, unit)

    async def _read(self, unit: Callable[[Connection], T]) -> T:
        return await self._result(self._reads, unit)

    async def _result(self, queue: _Queue, unit: Callable[[Connection], T]) -> T:
        if not self._open:
            raise Unavailable("the database is closed")
        if queue.qsize() >= LONGEST_QUEUE:
            raise Unavailable("too many wait for the database")
        job = _Job(unit)
        queue.put(job)
        await job.answered
        return job.result()

    def _serve_writes(self) -> None:
        while (first := self._writes.get()) is not None:
            group = [first]
            try:
                self._commit(group)
            except Exception as error:  # noqa: BLE001  (who waits is told, the writer goes on)
                group += self._waiting(LONGEST_QUEUE)
                for job in group:
                    job.fail(error)
            _answer(group)

    def _commit(self, group: list[_Job[Any]]) -> None:
        """Runs `group`, and whoever else waits once the lock is ours, in one transaction."""
        with _connected(self._writer) as connection:
            with connection.begin():
                group += self._waiting(LARGEST_GROUP - len(group))
                for job in group:
                    job.run_in_savepoint(connection)
            if connection.info["file"] != _identity(self._path):
                raise OSError("the database's file was removed or replaced while it was written")

    def _waiting(self, most: int) -> Iterator[_Job[Any]]:
        """Takes up to `most` writes off the queue."""
        with suppress(Empty):
            for _ in range(most):
                job = self._writes.get_nowait()
                if job is None:
                    self._writes.put(None)
                    return
                yield job

    def _serve_reads(self) -> None:
        while (job := self._reads.get()) is not None:
            try:
                with _connected(self._readers) as connection, connection.begin():
                    job.run(connection)
            except Exception as error:  # noqa: BLE001  (who waits is told, the reader goes on)
                job.fail(error)
            _answer([job])


class _Job(Generic[T]):
    """A unit of work, who waits for it, and how it went. The unit runs in another thread than the rest."""

    def __init__(self, unit: Callable[[Connection], T]) -> None:
        self.loop = asyncio.get_running_loop()
        self.answered: asyncio.Future[None] = self.loop.create_future()
        self._unit = unit
        self._value: T
        self._error: BaseException | None = None

    def result(self) -> T:
        """What the unit returned or raised."""
        if self._error is not None:
            raise self._error
        return self._value

    def run(self, connection: Connection) -> None:
        """Runs the unit. Raises only where the database failed."""
        try:
            self._value = self._unit(connection)
        except BaseException as error:
            if _failed(error):
                raise
            self._error = error

    def run_in_savepoint(self, connection: Connection) -> None:
        """Runs the unit so that its failing leaves the rest of the transaction alone."""
        with connection.begin_nested() as savepoint:
            self.run(connection)
            if self._error is not None:
                savepoint.rollback()

    def fail(self, error: Exception) -> None:
        """The database failed with `error`: whatever the unit did was rolled back."""
        self._error = Unavailable(str(error))
        self._error.__cause__ = error


_Queue = SimpleQueue[_Job[Any] | None]
"""Jobs in their order; `None` ends the thread that takes it."""


def _answer(jobs: list[_Job[Any]]) -> None:
    """Wakes those who wait for `jobs`."""
    for loop in {job.loop for job in jobs}:
        # On a loop that was closed nobody waits any more.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, [job.answered for job in jobs if job.loop is loop])


def _settle(answers: list[asyncio.Future[None]]) -> None:
    for answer in answers:
        if not answer.done():
            answer.set_result(None)


def _failed(error: BaseException) -> bool:
    """Whether it was the database that failed, and not the unit."""
    code = getattr(error.orig, "sqlite_errorcode", 0) if isinstance(error, DBAPIError) else 0
    return code & 0xFF in _FAILURES


@contextmanager
def _connected(engine: Engine) -> Iterator[Connection]:
    """A connection; after a failure it is not used again, for only a new one sees what the file is now."""
    with engine.connect() as connection:
        try:
            yield connection
        except BaseException:
            connection.invalidate()
            raise


def _engine(path: Path, connections: int, begin: str, pragmas: tuple[str, ...]) -> Engine:
    def connect() -> sqlite3.Connection:
        # mode=rw: a file that is gone must not come back as an empty database.
        connection = sqlite3.connect(
            f"file:{quote(str(path))}?mode=rw",
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            for pragma in pragmas:
                connection.execute(pragma)
        except BaseException:
            connection.close()
            raise
        return connection

    engine = create_engine(
        "sqlite://", creator=connect, poolclass=QueuePool, pool_size=connections, max_overflow=0
    )

    @event.listens_for(engine, "connect")
    def remember_file(_: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        record.info["file"] = _identity(path)

    @event.listens_for(engine, "checkout")
    def see_that_it_is_the_same_file(_: sqlite3.Connection, record: ConnectionPoolEntry, __: object) -> None:
        if record.info["file"] != _identity(path):
            raise DisconnectionError("the database's file was removed or replaced")

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells the file at `path` from another that takes its place; None where there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
