"""The database: one interface, and two ways to run units of work behind it.

A unit is a plain function whose first argument is a SQLAlchemy `Connection`. It runs in one transaction,
which is durable before its value is returned. `sqlite.py` and `postgres.py` say how each kind of database
runs it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, cast

from sqlalchemy import URL, ClauseElement, Connection, CursorResult, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.sql.compiler import SQLCompiler

P = ParamSpec("P")
T = TypeVar("T")
Unit = Callable[Concatenate[Connection, P], T]


class Unavailable(Exception):
    """The database cannot be used now: locked, read-only, full, overloaded or gone, as `__cause__` has it.

    It may work again any moment, without a restart. A write was most likely not applied. It can only have
    been where the connection broke while committing, so whoever tries again must be able to meet their own
    write.
    """


class Database(ABC):
    """Runs units of work. Made by `open_database`, used from coroutines, closed by `close`.

    Whatever a unit raises is raised again after rolling back just this unit, except that a database that
    cannot be used raises `Unavailable`. A unit may be run again when its first run was rolled back: it must
    change nothing but the database. On PostgreSQL units run beside each other (READ COMMITTED), so two may
    read the same before either writes: let a primary key, a condition in the `UPDATE` or a row's lock decide
    who wins.
    """

    def __init__(self, url: URL) -> None:
        self.url = url

    @property
    @abstractmethod
    def dialect(self) -> Literal["sqlite", "postgresql"]:
        """The kind of database."""

    async def write(self, unit: Unit[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `unit(connection, *args)` returns, once its changes are on disk."""
        return await self._write(_bound(unit, *args, **kwargs))

    async def read(self, unit: Unit[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `unit(connection, *args)` returns. It sees one moment of the database and changes nothing."""
        return await self._read(_bound(unit, *args, **kwargs))

    @abstractmethod
    async def close(self) -> None:
        """Finishes what was begun and closes every connection. Later units are `Unavailable`."""

    @abstractmethod
    async def _write(self, unit: Callable[[Connection], T]) -> T: ...

    @abstractmethod
    async def _read(self, unit: Callable[[Connection], T]) -> T: ...


def parse_url(text: str) -> URL:
    """The URL of a database that we can use. Raises `ValueError` with words for whoever set it."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        url = None
    if url is not None and url.drivername in ("sqlite", "sqlite+pysqlite"):
        if url.database in (None, "", ":memory:") or url.query:
            raise ValueError("an SQLite database is a file and nothing else: sqlite:///kingscorners.db")
        return url.set(drivername="sqlite")
    if url is not None and url.drivername in ("postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    raise ValueError("must be like sqlite:///kingscorners.db or postgresql://user:password@host/database")


def open_database(url: str, patience: float = 3) -> Database:
    """The database at `url`, which need not be reachable yet. `migrate` makes it; this never does.

    A unit that cannot have a lock, a connection or an answer is `Unavailable` after `patience` seconds.
    """
    parsed = parse_url(url)
    if parsed.drivername == "sqlite":
        from kingscorners.server.sqlite import SqliteDatabase

        return SqliteDatabase(parsed, patience)
    from kingscorners.server.postgres import PostgresDatabase

    return PostgresDatabase(parsed, patience)


class Prepared:
    """A statement that is asked often: put into the SQL of each kind of database once.

    SQLAlchemy's own way, with its cache, takes twice as long as the whole rest of a unit. What comes back is
    as the driver gives it, so this is for statements whose columns are numbers and texts.
    """

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._compiled: dict[str, SQLCompiler] = {}

    def execute(self, conn: Connection, *rows: Mapping[str, Any]) -> CursorResult[*tuple[Any, ...]]:
        """As `conn.execute`, with the parameters of one row, or of several."""
        compiled = self._compiled.get(conn.dialect.name) or self._compile(conn)
        names = compiled.positiontup
        parameters = rows if names is None else [tuple([row[name] for name in names]) for row in rows]
        return conn.exec_driver_sql(compiled.string, list(parameters))

    def _compile(self, conn: Connection) -> SQLCompiler:
        compiled = cast(SQLCompiler, self._statement.compile(dialect=conn.dialect))
        self._compiled[conn.dialect.name] = compiled
        return compiled


def _bound(unit: Callable[..., T], *args: Any, **kwargs: Any) -> Callable[[Connection], T]:
    return lambda connection: unit(connection, *args, **kwargs)
