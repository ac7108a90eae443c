"""What both kinds of database promise to units of work."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, delete, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from kingscorners.server.db import Database, Unavailable, open_database, parse_url
from kingscorners.server.migrate import migrate
from kingscorners.server.secret import site_secret
from kingscorners.server.tables import Site, Tally

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    migrate(database_url)
    database = open_database(database_url)
    yield database
    await database.close()


def add(connection: Connection, name: str) -> str:
    connection.execute(insert(Site).values(name=name, value=b""))
    return name


def names(connection: Connection) -> list[str]:
    return list(connection.execute(select(Site.name).order_by(Site.name)).scalars())


def count_up(connection: Connection) -> None:
    connection.execute(update(Tally).values(count=Tally.count + 1))


def start_count(connection: Connection) -> None:
    connection.execute(insert(Tally).values(board="b", what="w", value=0, count=0))


def counted(connection: Connection) -> int:
    return connection.execute(select(Tally.count)).scalar_one()


class OutOfCards(Exception):
    """A unit's own complaint."""


async def test_a_unit_gets_its_arguments_and_its_value_comes_back(database: Database) -> None:
    assert await database.write(add, "north") == "north"
    assert await database.write(add, name="south") == "south"
    assert await database.read(names) == ["north", "south"]


async def test_every_one_of_many_writers_counts(database: Database) -> None:
    await database.write(start_count)
    await asyncio.gather(*(database.write(count_up) for _ in range(200)))
    assert await database.read(counted) == 200


async def test_a_failing_unit_is_rolled_back_alone_and_its_error_comes_back_as_it_was(
    database: Database,
) -> None:
    complaint = OutOfCards("none left")

    def add_and_fail(connection: Connection, name: str) -> None:
        add(connection, name)
        raise complaint

    await database.write(add, "taken")
    writes = (
        database.write(add, "a"),
        database.write(add_and_fail, "b"),
        database.write(add, "taken"),
        database.write(add, "c"),
    )
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert results[0] == "a"
    assert results[1] is complaint
    assert isinstance(results[2], IntegrityError)
    assert results[3] == "c"
    assert "parameters hidden" in str(results[2])
    assert await database.read(names) == ["a", "c", "taken"]


async def test_a_unit_may_have_savepoints_of_its_own(database: Database) -> None:
    def add_if_free(connection: Connection, name: str) -> bool:
        try:
            with connection.begin_nested():
                add(connection, name)
        except IntegrityError:
            add(connection, f"{name}, again")
            return False
        return True

    results = await asyncio.gather(*(database.write(add_if_free, "a") for _ in range(2)))
    assert sorted(results) == [False, True]
    assert await database.read(names) == ["a", "a, again"]


@pytest.mark.parametrize("error", [StopIteration(), asyncio.CancelledError()])
async def test_no_exception_of_a_unit_ends_the_executor(database: Database, error: BaseException) -> None:
    def fail(connection: Connection) -> None:
        raise error

    for run in (database.write, database.read):
        with pytest.raises((RuntimeError, asyncio.CancelledError)):
            await run(fail)
    assert await database.write(add, "north") == "north"
    assert await database.read(names) == ["north"]


async def test_a_read_cannot_write(database: Database) -> None:
    with pytest.raises(Unavailable, match=r"read-only|readonly"):
        await database.read(add, "north")
    assert await database.read(names) == []
    assert await database.write(add, "south") == "south"


async def test_a_read_sees_one_moment(database: Database, database_url: str) -> None:
    def look_twice(connection: Connection) -> tuple[list[str], list[str]]:
        before = names(connection)
        other = create_engine(parse_url(database_url))
        with other.begin() as elsewhere:
            add(elsewhere, "meanwhile")
        other.dispose()
        return before, names(connection)

    assert await database.read(look_twice) == ([], [])
    assert await database.read(names) == ["meanwhile"]


async def test_of_two_processes_that_write_the_same_key_one_wins(
    database: Database, database_url: str
) -> None:
    other = open_database(database_url)
    for number in range(20):
        writes = [each.write(add, f"{number}") for each in (database, other)]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(result) for result in results].count(IntegrityError) == 1
    await other.close()
    assert len(await database.read(names)) == 20


async def test_who_stops_waiting_does_not_stop_the_others(database: Database) -> None:
    await database.write(start_count)
    waiting = [asyncio.create_task(database.write(count_up)) for _ in range(50)]
    await asyncio.sleep(0)
    for task in waiting[::2]:
        task.cancel()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert results[1::2] == [None] * 25
    assert 25 <= await database.read(counted) <= 50
    await database.write(count_up)


async def test_closing_finishes_what_was_asked_and_refuses_what_comes_after(
    database: Database, database_url: str
) -> None:
    await database.write(start_count)
    waiting = [asyncio.create_task(database.write(count_up)) for _ in range(20)]
    await asyncio.sleep(0)
    await database.close()
    assert await asyncio.gather(*waiting) == [None] * 20
    for run in (database.write, database.read):
        with pytest.raises(Unavailable):
            await run(counted)
    await database.close()

    again = open_database(database_url)
    assert await again.read(counted) == 20
    await again.close()


async def test_a_wrong_statement_is_an_error_and_not_an_outage(database: Database) -> None:
    for run in (database.write, database.read):
        with pytest.raises(DBAPIError):
            await run(lambda connection: connection.exec_driver_sql("SELECT * FROM nothing"))
    assert await database.read(names) == []


WRITER = """
import asyncio, sys
from sqlalchemy import insert
from kingscorners.server.db import open_database
from kingscorners.server.tables import Site

def add(connection, name):
    connection.execute(insert(Site).values(name=name, value=b""))
    return name

async def main(url, round):
    database = open_database(url)

    async def write_on(writer):
        for number in range(100_000):
            print(await database.write(add, f"{round}-{writer}-{number}"), flush=True)

    await asyncio.gather(*map(write_on, range(8)))

asyncio.run(main(*sys.argv[1:]))
"""


async def test_what_was_answered_outlives_a_kill(database: Database, database_url: str) -> None:
    answered: set[str] = set()
    for round_ in range(2):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", WRITER, database_url, str(round_)),
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
        )
        assert process.stdout is not None
        for _ in range(50):
            answered.add((await process.stdout.readline()).decode().strip())
        os.kill(process.pid, signal.SIGKILL)
        answered |= set((await process.stdout.read()).decode().split("\n")[:-1])
        await process.wait()
    assert len(answered) >= 100
    assert answered <= set(await database.read(names))
    assert await database.write(add, "after") == "after"


async def test_the_sites_secret_is_made_once_by_whoever_asks_first(
    database: Database, database_url: str
) -> None:
    others = [open_database(database_url) for _ in range(3)]
    everybody = [database, *others]
    secrets = await asyncio.gather(*(each.write(site_secret) for each in everybody for _ in range(4)))
    for other in others:
        await other.close()
    assert len(secrets[0]) == 32
    assert set(secrets) == {secrets[0]}

    await database.write(lambda connection: connection.execute(delete(Site)).close())
    assert await database.write(site_secret) != secrets[0]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "kingscorners.db",
        "sqlite://",
        "sqlite:///:memory:",
        "mysql://host/db",
        "postgresql+asyncpg://host/db",
    ],
)
def test_a_url_that_cannot_be_used_says_what_can(url: str) -> None:
    with pytest.raises(ValueError, match=re.escape("sqlite:///kingscorners.db")):
        parse_url(url)
