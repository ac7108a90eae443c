"""The site that the environment names: its settings and its database, for the commands that work on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kingscorners.commands import Failed
from kingscorners.server.db import Database, Unavailable, open_database
from kingscorners.server.migrate import is_current, is_newer
from kingscorners.server.settings import BadSettings, Settings


def settings() -> Settings:
    """The settings in force. Raises `Failed`."""
    try:
        return Settings.from_environment()
    except BadSettings as bad:
        raise Failed(str(bad)) from None


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """The database at `url`, which has to be up to date. Raises `Failed`, also when it fails in the block."""
    database = open_database(url)
    try:
        if not await database.read(is_current):
            if await database.read(is_newer):
                raise Failed("The program is older than the database. Start the version that used it last.")
            raise Failed("The database is not up to date. Mend that with: python -m kingscorners migrate")
        yield database
    except Unavailable as unavailable:
        raise Failed(
            f"The database cannot be used ({one_line(unavailable)})."
            " Is KINGSCORNERS_DATABASE_URL right? If so, make it with: python -m kingscorners migrate"
        ) from None
    finally:
        await database.close()


def one_line(error: Exception) -> str:
    """What the database said, in one line, without a stop."""
    said = getattr(error.__cause__, "orig", None) or error
    return " ".join(str(said).split()).rstrip(".")
