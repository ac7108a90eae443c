"""Dailies that can be won: found ahead, in a process of their own, and never while somebody waits.

Which of a day's candidates can be won is a pure function of the site's secret, so all processes find the
same. What one of them has found is kept in the database, with the winning line, so that a later version of a
solver changes no day that has been promised.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import date, datetime, timedelta
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import sqlalchemy as sa
import structlog

from kingscorners import options as option_fields
from kingscorners.games import GAMES
from kingscorners.players import SOLVERS
from kingscorners.server import daily
from kingscorners.server.daily import Dealt
from kingscorners.server.db import Database, Unavailable
from kingscorners.server.tables import Site

BOUND = 10_000
"""Positions looked at in one candidate. Within that a quarter of all Klondikes are won, in half a second."""
DAYS_AHEAD = 2
EVERY = timedelta(minutes=10)

_log = structlog.get_logger()
_ADD = sa.text("INSERT INTO site (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")


def find(secret: bytes, game: str, day: date) -> Dealt:
    """The first candidate that the solver wins within its bound. Takes seconds of CPU."""
    rules, solver = GAMES[game], SOLVERS[game]
    options: Any = option_fields.read(rules.options, rules.daily_options)
    for number in count(1):
        seed = daily.candidate(secret, game, day, number)
        state = rules.deal(seed, rules.daily_seats, options)
        solution = solver(rules.zones(state), rules.facts(state), options, BOUND)
        if solution.verdict == "won":
            return Dealt(number, tuple(map(str, solution.line)))
    raise AssertionError("there is no end of candidates")


def load(conn: sa.Connection, secret: bytes) -> None:
    """A unit to read with: know every day's deal that was found and kept before."""
    kept = sa.select(Site.name, Site.value).where(Site.name.startswith("daily "))
    for name, value in conn.execute(kept):
        _, game, day = name.split(" ")
        found = json.loads(value)
        daily.keep(secret, game, date.fromisoformat(day), Dealt(found["candidate"], tuple(found["line"])))


def save(conn: sa.Connection, game: str, day: date, found: Dealt) -> None:
    """A unit to write with: keep a day's deal. What is there already stays."""
    value = json.dumps({"candidate": found.candidate, "line": found.line}).encode()
    conn.execute(_ADD, {"name": f"daily {game} {day}", "value": value})


async def prepare(database: Database, secret: bytes, today: date) -> None:
    """Find and keep the deals of this day and the next ones, as far as they are missing."""
    for ahead in range(DAYS_AHEAD + 1):
        day = today + timedelta(days=ahead)
        for game in SOLVERS:
            if not is_known(secret, game, day):
                await database.read(load, secret)
            if not is_known(secret, game, day):
                found = await _found_elsewhere(secret, game, day)
                await database.write(save, game, day, found)
                await database.read(load, secret)


def is_known(secret: bytes, game: str, day: date) -> bool:
    """Whether the day's deal is known in this process."""
    with suppress(Unavailable):
        daily.dealt(secret, game, day)
        return True
    return False


async def _found_elsewhere(secret: bytes, game: str, day: date) -> Dealt:
    """`find` in a process that gives way to all others: in this one it would hold up every answer.

    It ends with whoever waits for it. Raises `EOFError` if it ends by itself.
    """
    spawn = get_context("spawn")
    answer, sender = spawn.Pipe(duplex=False)
    process = spawn.Process(target=_send, args=(sender, secret, game, day), daemon=True)
    process.start()
    sender.close()
    try:
        found: Dealt = await asyncio.to_thread(answer.recv)
        return found
    finally:
        process.terminate()


def _send(sender: Connection, secret: bytes, game: str, day: date) -> None:
    os.nice(10)
    sender.send(find(secret, game, day))


@asynccontextmanager
async def prepared(
    database: Database, secret: bytes, clock: Callable[[], datetime], *, ahead: bool
) -> AsyncIterator[None]:
    """Know what was kept; with `ahead`, go on looking for the next days' deals in the block."""
    with suppress(Unavailable):
        await database.read(load, secret)
    looking = asyncio.create_task(_go_on(database, secret, clock)) if ahead else None
    try:
        yield
    finally:
        if looking:
            looking.cancel()
            with suppress(asyncio.CancelledError):
                await looking


async def _go_on(database: Database, secret: bytes, clock: Callable[[], datetime]) -> None:
    while True:
        try:
            await prepare(database, secret, daily.day_of(clock()))
        except (Unavailable, EOFError, OSError) as error:
            _log.warning("dailies are not prepared", error=str(error))
        await asyncio.sleep(EVERY.total_seconds())
