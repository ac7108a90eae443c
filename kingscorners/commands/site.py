"""The site that the environment names: its settings and its database, for the commands that work on it."""

from __future__ import annotations

import asyncio
from typing import ParamSpec, TypeVar

from kingscorners.commands import Failed
from kingscorners.server.db import Unavailable, Unit, open_database
from kingscorners.server.migrate import is_current
from kingscorners.server.settings import BadSettings, Settings

P = ParamSpec("P")
T = TypeVar("T")


def settings() -> Settings:
    """The settings in force. Raises `Failed`."""
    try:
        return Settings.from_environment()
    except BadSettings as bad:
        raise Failed(str(bad)) from None


def check_database(url: str) -> None:
    """Raises `Failed` unless the database can be reached and has the tables of this version."""
    if not _run(url, is_current):
        raise Failed("The database is not up to date. Bring it there with: python -m kingscorners migrate")


def write(url: str, unit: Unit[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the unit of work returns, once its changes are in the database at `url`. Raises `Failed`."""
    check_database(url)
    return _run(url, unit, *args, **kwargs)


def _run(url: str, unit: Unit[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    async def run() -> T:
        database = open_database(url)
        try:
            return await database.write(unit, *args, **kwargs)
        finally:
            await database.close()

    try:
        return asyncio.run(run())
    except Unavailable as why:
        raise Failed(
            f"The database cannot be used: {why}\n"
            "KINGSCORNERS_DATABASE_URL says where it is; python -m kingscorners migrate makes it."
        ) from None
