"""Bring the database up to date.

Makes the database where there is none. An SQLite file that has to be changed is
copied beside itself first. KINGSCORNERS_DATABASE_URL says which database it is; more
about that in serve --help.
"""

from __future__ import annotations

import argparse

from kingscorners.commands import Failed, site
from kingscorners.server.db import Unavailable
from kingscorners.server.migrate import MigrationFailed, migrate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Takes none."""


def main(arguments: argparse.Namespace) -> int:
    """Says what it did. Raises `Failed`."""
    try:
        done = migrate(site.settings().database_url)
    except (Unavailable, MigrationFailed) as error:
        raise Failed(f"The database was not changed ({site.one_line(error)}).") from None
    if done.before == done.after:
        print(f"The database is up to date (revision {done.after}).")
    elif done.before is None:
        print(f"The database is ready (revision {done.after}).")
    else:
        copied = f"; a copy of what it was is in {done.copy}" if done.copy else ""
        print(f"The database went from revision {done.before} to {done.after}{copied}.")
    return 0
