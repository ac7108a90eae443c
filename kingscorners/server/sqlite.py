"""SQLite behind the interface of `db`: one writer with group commit, and a few readers beside it.

The writer is one thread with one connection. It takes all that is queued, runs each unit in a savepoint of
its own, commits once, and only then answers: under load many writes share one fsync. Only the writer's
connection writes and checkpoints; WAL lets the readers go on beside it. Where several processes share the
file, their writers take turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, Literal, TypeVar

from sqlalchemy import URL, Connection

from kingscorners.server.db import Database, Unavailable
from kingscorners.server.sqlite_file import Reader, Writer, failed

T = TypeVar("T")

LARGEST_GROUP = 100
"""Units a commit. More would keep other processes waiting for the lock and save little."""
LONGEST_QUEUE = 10_000
READERS = 4


class SqliteDatabase(Database):
    """A database in one file, which other processes may use as well."""

    def __init__(self, url: URL, patience: float) -> None:
        super().__init__(url)
        path = Path(str(url.database)).absolute()
        self._open = True
        self._writes: _Queue = SimpleQueue()
        self._reads: _Queue = SimpleQueue()
        self._writer = Thread(target=self._serve_writes, args=[Writer(path, patience)], daemon=True)
        self._readers = [
            Thread(target=self._serve_reads, args=[Reader(path, patience)], daemon=True)
            for _ in range(READERS)
        ]
        for thread in (self._writer, *self._readers):
            thread.start()

    @property
    def dialect(self) -> Literal["sqlite"]:
        return "sqlite"

    async def close(self) -> None:
        if self._open:
            self._open = False
            for _ in self._readers:
                self._reads.put(None)
            for thread in self._readers:
                await asyncio.to_thread(thread.join)
            # The last connection to close checkpoints, so the writer's is the last.
            self._writes.put(None)
            await asyncio.to_thread(self._writer.join)

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

    def _serve_writes(self, writer: Writer) -> None:
        with closing(writer):
            while (first := self._writes.get()) is not None:
                group = [first]
                try:
                    with writer.transaction() as connection:
                        # By now the lock is ours, and others may have come.
                        group += self._waiting(LARGEST_GROUP - 1)
                        for job in group:
                            job.run_in_savepoint(connection)
                except Exception as error:  # noqa: BLE001  (who waits is told, the writer goes on)
                    group += self._waiting(LONGEST_QUEUE)
                    for job in group:
                        job.fail(error)
                _answer(group)

    def _waiting(self, most: int) -> Iterator[_Job[Any]]:
        """Takes up to `most` writes off the queue."""
        with suppress(Empty):
            for _ in range(most):
                job = self._writes.get_nowait()
                if job is None:
                    self._writes.put(None)
                    return
                yield job

    def _serve_reads(self, reader: Reader) -> None:
        with closing(reader):
            while (job := self._reads.get()) is not None:
                try:
                    with reader.transaction() as connection:
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
            if failed(error):
                raise
            self._error = error

    def run_in_savepoint(self, connection: Connection) -> None:
        """Runs the unit so that its failing leaves the rest of the transaction alone."""
        # SQLAlchemy's own savepoints cost as much as a whole unit.
        driver: Any = connection.connection.driver_connection
        driver.execute("SAVEPOINT unit")
        self.run(connection)
        if self._error is not None:
            driver.execute("ROLLBACK TO unit")
        driver.execute("RELEASE unit")

    def fail(self, error: Exception) -> None:
        """The database failed with `error`: whatever the unit did was rolled back."""
        self._error = Unavailable(str(getattr(error, "orig", error)))
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
