"""How quick a board of a million players is: rank and neighbours, and what one more result costs.

Fills databases of its own with a day and an all-time board of a million standings each, then asks and writes
through the server's `Database`, so that the figures hold all that a request pays for it.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from pathlib import Path

from sqlalchemy import Connection, create_engine, text

from kingscorners.server import boards
from kingscorners.server.boards import BLOCK, PLACE, Span
from kingscorners.server.db import open_database
from kingscorners.server.tables import Base
from tests.services import postgres

PLAYERS = 1_000_000
TIMES = 500
AT_ONCE = 32
GAME = "kings-corners"
DAY = date(2026, 11, 30)
TODAY, ALL_TIME = (boards.board_name(GAME, span, DAY) for span in (Span.DAY, Span.ALL))

# Both databases make the million rows themselves, with numbers that look random: margins of a day from -75 to
# 75, sums of them from -20,000 to 20,000, each as often as the next.
FILL = (
    "CREATE TEMPORARY TABLE numbers (n BIGINT, margin INT, sum INT)",
    """INSERT INTO numbers
    WITH RECURSIVE up(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM up WHERE n < :players)
    SELECT n, n * 7919 % 151 - 75, n * 7919 % 40009 - 20004 FROM up""",
    """INSERT INTO guests (id, name, settings, begun, created)
    SELECT n, 'Guest ' || n, '{}', 1, 0 FROM numbers""",
    """INSERT INTO standings (board, guest, key, seconds, days, wins, place, margin, points, deals, match)
    SELECT :today, n, (1 + n % 4) * :place - margin, n * 13 % 3600, 1, 0, 1 + n % 4, margin, n % 40, 5,
        'm' || n
    FROM numbers""",
    """INSERT INTO standings (board, guest, key, seconds, days, wins, place, margin, points, deals, match)
    SELECT :all_time, n, -sum, n * 13 % 360000, 100, 25, 250, sum, 1500, 490, NULL FROM numbers""",
    """INSERT INTO tallies (board, what, value, count)
    SELECT board, 'key', key, count(*) FROM standings GROUP BY board, key""",
    """INSERT INTO tallies (board, what, value, count)
    SELECT board, 'block', block, sum(count) FROM (
        SELECT board, count, (value - (value % :block + :block) % :block) / :block AS block FROM tallies
    ) AS keys GROUP BY board, block""",
    """INSERT INTO tallies (board, what, value, count)
    SELECT board, 'points', points, count(*) FROM standings WHERE board = :today GROUP BY board, points""",
    """INSERT INTO tallies (board, what, value, count)
    SELECT board, 'place', place, count(*) FROM standings WHERE board = :today GROUP BY board, place""",
)
VALUES = {"players": PLAYERS, "today": TODAY, "all_time": ALL_TIME, "place": PLACE, "block": BLOCK}


def run() -> str:
    """The section of the results, in Markdown. Takes about a minute and leaves nothing behind."""
    columns = {}
    with tempfile.TemporaryDirectory() as folder:
        columns["SQLite"] = _measure(f"sqlite:///{Path(folder) / 'boards.db'}")
    with postgres.running() as server:
        url = server.create()
        try:
            columns["PostgreSQL"] = _measure(url)
        finally:
            server.drop(url)
    rows = [
        f"| {what} | {' | '.join(column[what] for column in columns.values())} |"
        for what in columns["SQLite"]
    ]
    return f"""## (e) A board of {PLAYERS:,} players

Median / 99 % of {TIMES:,} and CPU of the server's process, through its `Database`; a result is answered when
it is on disk (on PostgreSQL here without fsync). To reach: rank and neighbours under 5 ms.

| | {" | ".join(columns)} |
|---|{"---|" * len(columns)}
{chr(10).join(rows)}
"""


def _measure(url: str) -> dict[str, str]:
    engine = create_engine(url)
    Base.metadata.create_all(engine)
    with engine.begin() as connection:
        indexes = Base.metadata.tables["standings"].indexes
        for index in indexes:  # Much quicker made once than kept for each row.
            index.drop(connection)
        for statement in FILL:
            connection.execute(text(statement), VALUES)
        for index in indexes:
            index.create(connection)
        connection.execute(text("ANALYZE"))
    engine.dispose()
    return asyncio.run(_ask(url))


async def _ask(url: str) -> dict[str, str]:
    chance, database = random.Random(7), open_database(url, patience=60)
    players = iter(chance.sample(range(1, PLAYERS + 1), 2 * TIMES))

    async def board(name: str, top: int) -> None:
        found = await database.read(boards.board, name, chance.randint(1, PLAYERS), top)
        assert found.own
        assert found.players >= PLAYERS

    async def page() -> None:
        rows = await database.read(boards.page, ALL_TIME, f"{chance.randint(-20_000, 19_000)}.0.0", 50)
        assert len(rows) == 50

    async def result() -> None:
        await database.write(_record, next(players), chance.randint(1, 4), chance.randint(-75, 75))

    async def share_of_results() -> None:
        for _ in range(TIMES // AT_ONCE):
            await result()

    try:
        figures = {
            "rank, neighbours and distribution of a day": await _times(lambda: board(TODAY, 0)),
            "the same and the top ten": await _times(lambda: board(TODAY, 10)),
            "rank and neighbours of all time": await _times(lambda: board(ALL_TIME, 0)),
            "the same and the top ten of all time": await _times(lambda: board(ALL_TIME, 10)),
            "a page of fifty from anywhere in all time": await _times(page),
            "one more result, on its four boards": await _times(result),
        }
        begun = time.perf_counter()
        await asyncio.gather(*(share_of_results() for _ in range(AT_ONCE)))
        rate = TIMES // AT_ONCE * AT_ONCE / (time.perf_counter() - begun)
        return figures | {f"results written by {AT_ONCE} at once": f"{rate:,.0f}/s"}
    finally:
        await database.close()


def _record(conn: Connection, guest: int, place: int, margin: int) -> None:
    """A result of the next day: new on its day, week and month, one more of many on all time."""
    day, match = DAY + timedelta(days=1), f"n{guest}"
    won = boards.Result(place=place, margin=margin, points=guest % 40, deals=5, seconds=guest % 3600)
    boards.record_result(conn, game=GAME, day=day, guest=guest, match=match, **won)


async def _times(ask: Callable[[], Awaitable[None]]) -> str:
    spent, cpu = [], time.process_time()
    for _ in range(TIMES):
        begun = time.perf_counter()
        await ask()
        spent.append(1000 * (time.perf_counter() - begun))
    spent.sort()
    cpu = 1000 * (time.process_time() - cpu) / TIMES
    return f"{spent[TIMES // 2]:.1f} / {spent[TIMES * 99 // 100]:.1f} ms, CPU {cpu:.1f}"
