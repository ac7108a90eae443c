"""Copy the SQLite database of this site to a new file, while it is in use.

The copy is complete, and of one moment. To restore it, stop the server, put it in
the place of the database, and delete what lies beside that with the endings -wal
and -shm. A PostgreSQL server has a tool of its own for this, pg_dump.
"""

from __future__ import annotations

import argparse
import sqlite3
from contextlib import closing
from pathlib import Path

from kingscorners.commands import Failed, site
from kingscorners.server.db import parse_url


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the copy, which must not be there yet")


def main(arguments: argparse.Namespace) -> int:
    """Says what it made. Raises `Failed`."""
    url = parse_url(site.settings().database_url)
    if url.drivername != "sqlite":
        raise Failed("Only an SQLite database is copied by this; pg_dump copies a PostgreSQL one.")
    path, copy = Path(str(url.database)), arguments.file
    if not path.is_file():
        raise Failed(f"There is no database at {path}.")
    try:
        # The file holds the site's secret: it is for its owner's eyes.
        copy.touch(mode=0o600, exist_ok=False)
    except OSError as error:
        raise Failed(f"{copy} cannot be made: {error.strerror}.") from None
    try:
        with closing(sqlite3.connect(path)) as database:
            database.execute("VACUUM INTO ?", (str(copy),))
    except sqlite3.Error as error:
        copy.unlink()
        raise Failed(f"No copy was made: {error}.") from None
    print(f"{path} was copied to {copy}.")
    return 0
