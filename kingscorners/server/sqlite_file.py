"""Connections to an SQLite file, which outlive whatever happens to the file."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, NullPool, create_engine
from sqlalchemy.exc import DBAPIError

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


def failed(error: BaseException) -> bool:
    """Whether the database failed, rather than a statement that it was given."""
    code = getattr(error.orig, "sqlite_errorcode", 0) if isinstance(error, DBAPIError) else 0
    return code & 0xFF in _FAILURES


class Reader:
    """A connection of one thread that only reads: opened when needed, anew after a failure or for a new file.

    SQLAlchemy takes it for one endless transaction: its own connecting and beginning cost as much as a unit.
    """

    _BEGIN = "BEGIN"
    _PRAGMAS: tuple[str, ...] = ("PRAGMA query_only = ON", "PRAGMA wal_autocheckpoint = 0")

    def __init__(self, path: Path, patience: float) -> None:
        self._path = path
        self._patience = patience
        self._engine = create_engine(
            "sqlite://", creator=self._connect, poolclass=NullPool, hide_parameters=True
        )
        self._connection: Connection | None = None
        self._identity: tuple[int, int] | None = None

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction for the block, committed to the file that is at the path now, or rolled back."""
        try:
            if self._connection is None or self._identity != self._present():
                self.close()
                self._connection = self._engine.connect()
                self._identity = self._present()
            driver: Any = self._connection.connection.driver_connection
            driver.execute(self._BEGIN)
            yield self._connection
            driver.execute("COMMIT")
            if self._identity != self._present():
                raise OSError("the database's file was removed or replaced")
        except BaseException:
            # Only a new connection is sure to see what the file is now.
            self.close()
            raise

    def close(self) -> None:
        """Closes the connection; the next transaction opens another."""
        connection, self._connection = self._connection, None
        if connection:
            connection.close()

    def _connect(self) -> sqlite3.Connection:
        # mode=rw: a file that is gone must not come back as an empty database.
        connection = sqlite3.connect(
            f"file:{quote(str(self._path))}?mode=rw",
            uri=True,
            timeout=self._patience,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            for pragma in self._PRAGMAS:
                connection.execute(pragma)
        except BaseException:
            connection.close()
            raise
        return connection

    def _present(self) -> tuple[int, int] | None:
        """What tells the file that is at the path now from others; None where there is none."""
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino


class Writer(Reader):
    """A connection that writes. The writers of all processes take turns, also at checkpoints.

    SQLite's own waiting is so unfair that a busy process starves the others, and before version 3.51.3 two
    connections that write and checkpoint at the same instant can break the file.
    """

    _BEGIN = "BEGIN IMMEDIATE"
    _PRAGMAS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        deadline = monotonic() + self._patience
        # Whoever has the first lock is the next to have the second: nobody has two turns while another waits.
        with ExitStack() as turn:
            with self._lock("next", deadline):
                turn.enter_context(self._lock("turn", deadline))
            yield turn.enter_context(super().transaction())

    @contextmanager
    def _lock(self, name: str, deadline: float) -> Iterator[None]:
        """Holds a lock that one connection can have. It ends with the block, or with the process."""
        file = os.open(f"{self._path}-{name}", os.O_CREAT | os.O_WRONLY, 0o600)
        try:
            while not _locked(file):
                if monotonic() > deadline:
                    raise TimeoutError("another process is writing")
                sleep(0.001)
            yield
        finally:
            os.close(file)


def _locked(file: int) -> bool:
    """Locks an open file if nobody else has."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
