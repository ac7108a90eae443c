"""A PostgreSQL server under load, locks, kills and outages."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import psycopg
import pytest
from sqlalchemy import URL, Connection, func, insert, make_url, select, text, update

from kingscorners.server.db import Database, Unavailable, open_database
from kingscorners.server.migrate import migrate
from kingscorners.server.postgres import CONNECTIONS
from kingscorners.server.tables import Site, Tally

pytestmark = pytest.mark.anyio

PATIENCE = 1.5


class Cable:
    """Between a database and its server: can be cut and mended, and can hold up what it carries."""

    def __init__(self, server: URL) -> None:
        self._server = server
        self._ends: set[asyncio.StreamWriter] = set()
        self._listener: asyncio.Server | None = None
        self._flows = asyncio.Event()
        self._flows.set()
        self._port = 0

    @property
    def url(self) -> str:
        url = self._server.set(host="127.0.0.1", port=self._port, query={})
        return url.render_as_string(hide_password=False)

    async def mend(self) -> None:
        self._listener = await asyncio.start_server(self._carry, "127.0.0.1", self._port)
        self._port = self._listener.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        if self._listener:
            self._listener.close()
        while self._ends:
            self.jerk()
            await asyncio.sleep(0.01)

    def jerk(self) -> None:
        """Breaks what is connected now, with what was held up. Whoever connects again can."""
        self._flows.set()
        for end in self._ends:
            end.transport.abort()

    def hold_up(self) -> None:
        self._flows.clear()

    def flow(self) -> None:
        self._flows.set()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        folder, host = self._server.query.get("host"), self._server.host
        if isinstance(folder, str):
            far_reader, far_writer = await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.5432")
        else:
            far_reader, far_writer = await asyncio.open_connection(host, self._server.port or 5432)
        ends = {writer, far_writer}
        self._ends |= ends
        try:
            await asyncio.gather(self._pass_on(reader, far_writer), self._pass_on(far_reader, writer))
        finally:
            self._ends -= ends

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                await self._flows.wait()
                writer.write(data)
        writer.close()


@pytest.fixture
async def cable(postgres_url: str) -> AsyncIterator[Cable]:
    cable = Cable(make_url(postgres_url))
    await cable.mend()
    yield cable
    await cable.cut()


@pytest.fixture
async def database(postgres_url: str, cable: Cable) -> AsyncIterator[Database]:
    migrate(postgres_url)
    database = open_database(cable.url, PATIENCE)
    yield database
    await database.close()


def add(connection: Connection, name: str) -> str:
    connection.execute(insert(Site).values(name=name, value=b""))
    return name


def names(connection: Connection) -> list[str]:
    return list(connection.execute(select(Site.name).order_by(Site.name)).scalars())


def session(url: str) -> psycopg.Connection:
    """A connection of somebody else."""
    return psycopg.connect(make_url(url).set(drivername="postgresql").render_as_string(hide_password=False))


async def unavailable(run: Callable[[], Awaitable[object]], times: int = CONNECTIONS + 2) -> None:
    """Running it fails so many times at once, and soon."""
    begun = time.monotonic()
    results = await asyncio.gather(*(run() for _ in range(times)), return_exceptions=True)
    assert {type(result) for result in results} == {Unavailable}
    assert time.monotonic() - begun < PATIENCE + 3


async def test_what_the_server_ends_before_the_commit_is_done_again(database: Database) -> None:
    ended: list[int] = []

    def add_after_losing_the_first_connection(connection: Connection) -> None:
        add(connection, "a")
        if not ended:
            ended.append(1)
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    await database.write(add_after_losing_the_first_connection)
    assert await database.read(names) == ["a"]


async def test_connections_that_the_server_ended_are_replaced(database: Database, postgres_url: str) -> None:
    await asyncio.gather(*(database.write(add, f"{number}") for number in range(2 * CONNECTIONS)))
    with session(postgres_url) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    added = await asyncio.gather(*(database.write(add, f"again {n}") for n in range(2 * CONNECTIONS)))
    assert len(set(added)) == 2 * CONNECTIONS


async def test_a_server_that_is_gone_is_unavailable_until_it_is_back(
    database: Database, cable: Cable
) -> None:
    await database.write(add, "a")
    await cable.cut()
    await unavailable(lambda: database.write(add, "b"))
    await unavailable(lambda: database.read(names))

    await cable.mend()
    assert await database.read(names) == ["a"]
    assert await database.write(add, "c") == "c"


async def test_a_server_that_falls_silent_is_unavailable_until_it_answers(
    database: Database, cable: Cable
) -> None:
    await database.write(add, "a")
    cable.hold_up()
    await unavailable(lambda: database.write(add, "b"))
    await unavailable(lambda: database.read(names))

    cable.flow()
    assert await database.read(names) == ["a"]
    assert await database.write(add, "c") == "c"


async def test_a_connection_that_breaks_while_committing_is_not_tried_again(
    database: Database, cable: Cable
) -> None:
    runs: list[int] = []
    committing = asyncio.Event()

    def hold_up_the_commit(connection: Connection) -> None:
        runs.append(1)
        add(connection, "a")
        cable.hold_up()
        committing.set()

    writing = asyncio.create_task(database.write(hold_up_the_commit))
    await committing.wait()
    await asyncio.sleep(0.05)
    cable.jerk()
    with pytest.raises(Unavailable):
        await writing
    assert len(runs) == 1


async def test_a_locked_row_is_unavailable_until_it_is_free(database: Database, postgres_url: str) -> None:
    await database.write(add, "a")

    def change(connection: Connection) -> int:
        return connection.execute(update(Site).values(value=b"changed")).rowcount

    with session(postgres_url) as other:
        other.execute("UPDATE site SET value = 'theirs'")
        await unavailable(lambda: database.write(change))
        assert await database.read(names) == ["a"]
        other.rollback()
    assert await database.write(change) == 1


async def test_a_read_only_server_is_unavailable_until_it_can_be_written(
    database: Database, postgres_url: str
) -> None:
    name = make_url(postgres_url).database
    with session(postgres_url) as other:
        other.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'.encode())
        other.commit()
        await unavailable(lambda: database.write(add, "a"))
        assert await database.read(names) == []
        other.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE")
        other.commit()
        other.execute(f'ALTER DATABASE "{name}" RESET default_transaction_read_only'.encode())
        other.commit()
    assert await database.write(add, "b") == "b"


async def test_of_two_units_in_each_others_way_both_are_done(postgres_url: str) -> None:
    migrate(postgres_url)
    database = open_database(postgres_url)
    await database.write(
        lambda connection: connection.execute(
            insert(Tally), [{"board": "b", "what": "w", "value": value, "count": 0} for value in (0, 1)]
        ).close()
    )

    def count_up(connection: Connection, first: int) -> None:
        for value in (first, 1 - first):
            connection.execute(update(Tally).where(Tally.value == value).values(count=Tally.count + 1))
            connection.execute(select(func.pg_sleep(0.1)))

    await asyncio.gather(*(database.write(count_up, first) for first in (0, 1)))
    counts = await database.read(lambda connection: connection.execute(select(Tally.count)).scalars().all())
    assert counts == [2, 2]
    await database.close()


async def test_a_server_that_was_never_there_is_unavailable() -> None:
    database = open_database("postgresql://nobody@127.0.0.1:1/nothing", PATIENCE)
    await unavailable(lambda: database.write(names))
    await database.close()


async def test_closing_ends_every_connection(database: Database, postgres_url: str) -> None:
    def take_some_time(connection: Connection) -> None:
        connection.execute(select(func.pg_sleep(0.05)))

    reading = [asyncio.create_task(database.read(take_some_time)) for _ in range(20)]
    await asyncio.sleep(0)
    await database.close()
    await asyncio.gather(*reading)
    with session(postgres_url) as other:
        for _ in range(100):
            count = other.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            ).fetchone()
            other.rollback()
            if count == (1,):
                break
            await asyncio.sleep(0.05)
    assert count == (1,)
