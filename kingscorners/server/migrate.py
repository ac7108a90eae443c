"""Brings a database to the tables of this version, and says whether it has them.

All changes are one transaction, which one process at a time can have. So a failed or interrupted change
leaves the database as it was, and many servers may start at once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, NullPool, create_engine
from sqlalchemy.exc import DBAPIError

from kingscorners.server.db import Unavailable, parse_url

_FOLDER = Path(__file__).parents[2] / "migrations"
_PATIENCE = 60
_ADVISORY_LOCK = 5_464_277_267  # "KINGSCORN" on a telephone; no other program should use the same


class MigrationFailed(Exception):
    """The database stays as it was; the text says why."""


@dataclass(frozen=True, slots=True)
class Migration:
    """What `migrate` did: the revision before (`None`: no tables), the one after, the copy of the file."""

    before: str | None
    after: str
    copy: Path | None


def migrate(url: str) -> Migration:
    """Brings the database at `url` up to the newest revision. Does nothing where it is.

    An SQLite file that is not there is made; one that has tables is first copied beside itself. Raises
    `Unavailable` and `MigrationFailed`.
    """
    with changing(url) as connection:
        before, after, copy = _revision(connection), newest(), None
        if before != after:
            if is_newer(connection):
                raise MigrationFailed(f"A newer version has used this database: its revision is {before}.")
            if connection.dialect.name == "sqlite" and before is not None:
                copy = _copy(Path(str(connection.engine.url.database)), before)
            try:
                command.upgrade(configuration(connection), after)
            except CommandError as error:
                raise MigrationFailed(f"{error}") from error
            except DBAPIError as error:
                raise MigrationFailed(f"{error.orig}") from error
        return Migration(before, after, copy)


def is_current(connection: Connection) -> bool:
    """Whether the database has the tables that this version needs: a unit to read with."""
    return _revision(connection) == newest()


def is_newer(connection: Connection) -> bool:
    """Whether a later version than this one has used the database: a unit to read with."""
    revision = _revision(connection)
    return revision is not None and revision not in _known()


@cache
def _known() -> frozenset[str]:
    return frozenset(script.revision for script in ScriptDirectory(str(_FOLDER)).walk_revisions())


@cache
def newest() -> str:
    """The revision that this version needs."""
    return str(ScriptDirectory(str(_FOLDER)).get_current_head())


def configuration(connection: Connection) -> Config:
    """For Alembic's commands, which then work in this connection's transaction."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    return config


@contextmanager
def changing(url: str) -> Iterator[Connection]:
    """A connection in the one transaction that may change the tables; committed at the end of the block."""
    parsed = parse_url(url)
    begin = _begin_sqlite if parsed.drivername == "sqlite" else _begin_postgres
    try:
        connection = begin(parsed)
    except (DBAPIError, OSError) as error:
        raise Unavailable(str(getattr(error, "orig", error))) from error
    with connection:
        yield connection
        connection.commit()


def _begin_sqlite(url: URL) -> Connection:
    path = Path(str(url.database))
    # The file holds the site's secret: it is for its owner's eyes.
    path.touch(mode=0o600)
    # Foreign keys stay off: a table is changed by making a new one and dropping the old.
    options = {"isolation_level": None, "timeout": _PATIENCE}
    connection = create_engine(url, poolclass=NullPool, connect_args=options).connect()
    connection.exec_driver_sql("PRAGMA journal_mode = WAL")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    return connection


def _begin_postgres(url: URL) -> Connection:
    connection = create_engine(url, poolclass=NullPool).connect()
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (_ADVISORY_LOCK,))
    return connection


def _copy(path: Path, revision: str) -> Path:
    """Copies the database at `path`, whoever else uses it, to a new file that names its revision."""
    number = 1
    while (copy := path.with_name(f"{path.stem}.{revision}-{number}{path.suffix}")).exists():
        number += 1
    copy.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("VACUUM INTO ?", (str(copy),))
    except sqlite3.Error as error:
        copy.unlink()
        raise MigrationFailed(f"no copy could be made before the change: {error}") from error
    return copy


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()
