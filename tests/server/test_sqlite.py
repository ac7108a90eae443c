"""An SQLite file under group commit, and what becomes of it when something happens to the file."""

import asyncio
import os
import resource
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, insert, select

from kingscorners.server import sqlite
from kingscorners.server.db import Database, Unavailable, open_database
from kingscorners.server.migrate import migrate
from kingscorners.server.tables import Line, Site

pytestmark = pytest.mark.anyio

PATIENCE = 0.6
SOMEBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kings corners.db"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    async with opened(path) as database:
        yield database


@asynccontextmanager
async def opened(path: Path, patience: float = PATIENCE) -> AsyncIterator[Database]:
    migrate(f"sqlite:///{path}")
    database = open_database(f"sqlite:///{path}", patience)
    yield database
    await database.close()


def add(connection: Connection, name: str, size: int = 0) -> str:
    connection.execute(insert(Site).values(name=name, value=bytes(size)))
    return name


def names(connection: Connection) -> list[str]:
    return list(connection.execute(select(Site.name).order_by(Site.name)).scalars())


async def unavailable(database: Database, name: str) -> Unavailable:
    """How adding `name` fails, which must be soon."""
    begun = time.monotonic()
    with pytest.raises(Unavailable) as caught:
        await database.write(add, name)
    assert time.monotonic() - begun < PATIENCE + 3
    return caught.value


@asynccontextmanager
async def held(database: Database) -> AsyncIterator[None]:
    """The writer is busy during the block, so that whatever is written there comes into one group."""
    busy, free = Event(), Event()

    def wait(connection: Connection) -> None:
        busy.set()
        free.wait()

    first = asyncio.create_task(database.write(wait))
    await asyncio.to_thread(busy.wait)
    yield
    await asyncio.sleep(0)
    free.set()
    await first


def files(path: Path) -> set[str]:
    return {file.name for file in path.parent.iterdir()}


def spoil(path: Path) -> None:
    path.write_bytes(b"not a database" * 1000)


def commits(path: Path) -> int:
    """How many transactions the write-ahead log holds: the frames that say how large the file then is."""
    log = path.with_name(path.name + "-wal").read_bytes()
    page = int.from_bytes(log[8:12])
    return sum(1 for at in range(32, len(log), 24 + page) if any(log[at + 4 : at + 8]))


async def test_those_who_wait_share_one_commit_and_keep_their_order(database: Database, path: Path) -> None:
    await database.write(add, "first")
    before = commits(path)
    order: list[int] = []

    def add_next(connection: Connection, number: int) -> None:
        order.append(number)
        add(connection, f"{number}")

    async with held(database):
        writes = [asyncio.create_task(database.write(add_next, number)) for number in range(50)]
    await asyncio.gather(*writes)
    assert commits(path) == before + 1
    assert order == list(range(50))


async def test_where_the_commit_fails_nobody_is_told_that_it_went_well(database: Database) -> None:
    def break_the_commit(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        connection.execute(insert(Line).values(match="none", ply=0, seat=0, move="end", at=0))

    async with held(database):
        tasks = [
            asyncio.create_task(database.write(add, "a")),
            asyncio.create_task(database.write(break_the_commit)),
            asyncio.create_task(database.write(add, "b")),
        ]
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(result) for result in results} == {Unavailable}
    assert await database.read(names) == []
    assert await database.write(add, "c") == "c"


async def test_a_queue_that_is_too_long_turns_away(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LONGEST_QUEUE", 10)
    async with held(database):
        writes = [asyncio.create_task(database.write(add, f"{number:02}")) for number in range(15)]
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert results[:10] == [f"{number:02}" for number in range(10)]
    assert {type(result) for result in results[10:]} == {Unavailable}
    assert await database.read(names) == results[:10]


async def test_a_locked_file_is_unavailable_for_writing_until_it_is_free(
    database: Database, path: Path
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "locked" in str(await unavailable(database, "a"))
        assert await database.read(names) == []

        waiting = asyncio.create_task(database.write(add, "b"))
        await asyncio.sleep(PATIENCE / 3)
        other.execute("ROLLBACK")
    assert await waiting == "b"
    assert await database.read(names) == ["b"]


async def test_a_busy_process_has_no_second_turn_while_another_waits(database: Database, path: Path) -> None:
    order: list[str] = []

    def write(connection: Connection, name: str) -> None:
        order.append(add(connection, name))

    async with opened(path) as busy:
        async with held(busy):
            other = asyncio.create_task(database.write(write, "other"))
            more = [asyncio.create_task(busy.write(write, f"busy {number}")) for number in range(3)]
            await asyncio.sleep(PATIENCE / 3)
        await asyncio.gather(other, *more)
    assert order == ["other", "busy 0", "busy 1", "busy 2"]


async def test_a_stopped_process_that_has_its_turn_makes_others_unavailable(
    database: Database, path: Path
) -> None:
    async with opened(path) as other:
        async with held(other):
            assert "another process" in str(await unavailable(database, "a"))
        assert await database.write(add, "b") == "b"


async def test_a_full_database_is_unavailable_and_nothing_of_the_group_is_in_it(database: Database) -> None:
    def fill(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # takes it for the size of now
        add(connection, "large", 100_000)

    async with held(database):
        writes = [asyncio.create_task(database.write(add, "a")), asyncio.create_task(database.write(fill))]
    for result in await asyncio.gather(*writes, return_exceptions=True):
        assert isinstance(result, Unavailable)
        assert "full" in str(result)
    assert await database.read(names) == []
    assert await database.write(add, "b", 100_000) == "b"


async def test_a_disk_that_takes_no_more_is_unavailable_until_it_does(database: Database, path: Path) -> None:
    with limited(200_000):
        await database.write(add, "small")
        with pytest.raises(Unavailable):
            await database.write(add, "large", 1_000_000)
        assert await database.read(names) == ["small"]
        with pytest.raises(Unavailable):
            await database.write(add, "large", 1_000_000)
    assert await database.write(add, "large", 1_000_000) == "large"
    assert await database.read(names) == ["large", "small"]


@contextmanager
def limited(size: int) -> Iterator[None]:
    """No file of this process can grow beyond `size` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_read_only_file_is_unavailable_until_it_can_be_written() -> None:
    # The folders that pytest makes are closed to others, whom we become here if we are root.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kingscorners.db"
        path.parent.chmod(0o777)
        async with opened(path) as database:
            path.chmod(0o444)
            with without_power():
                assert "readonly" in str(await unavailable(database, "a"))
            path.chmod(0o666)
            assert await database.write(add, "b") == "b"
            assert await database.read(names) == ["b"]


@contextmanager
def without_power() -> Iterator[None]:
    """To root no file is read-only: root becomes somebody else for the block."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(SOMEBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


async def test_a_file_that_is_gone_is_unavailable_and_never_made_anew(database: Database, path: Path) -> None:
    await database.write(add, "a")
    away = path.parent / "away"
    away.mkdir()
    for file in path.parent.glob(f"{path.name}*"):
        file.rename(away / file.name)
    await unavailable(database, "b")
    with pytest.raises(Unavailable):
        await database.read(names)
    assert path.name not in files(path)

    for file in away.iterdir():
        file.rename(path.parent / file.name)
    assert await database.read(names) == ["a"]
    assert await database.write(add, "c") == "c"
    assert await database.read(names) == ["a", "c"]


async def test_a_file_that_vanishes_while_it_is_written_takes_no_answered_move_with_it(
    database: Database, path: Path
) -> None:
    def vanish(connection: Connection) -> None:
        add(connection, "a")
        path.unlink()

    with pytest.raises(Unavailable, match="removed or replaced"):
        await database.write(vanish)


async def test_another_file_in_its_place_is_used_from_then_on(database: Database, path: Path) -> None:
    await database.write(add, "old")
    await database.read(names)
    backup = path.with_name("backup.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM INTO ?", (str(backup),))
    await database.write(add, "newer")
    await database.read(names)

    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink()
    backup.rename(path)
    assert await database.read(names) == ["old"]
    assert await database.write(add, "newest") == "newest"
    assert await database.read(names) == ["newest", "old"]


async def test_what_is_no_database_is_unavailable(path: Path) -> None:
    spoil(path)
    database = open_database(f"sqlite:///{path}", PATIENCE)
    await unavailable(database, "a")
    with pytest.raises(Unavailable):
        await database.read(names)
    await database.close()


async def test_writes_are_in_the_write_ahead_log_and_synced_in_full(database: Database) -> None:
    def settings(connection: Connection) -> list[object]:
        asked = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked]

    assert await database.write(settings) == ["wal", 2, 1]


async def test_closing_leaves_one_file_and_the_locks(database: Database, path: Path) -> None:
    await database.write(add, "a")
    await database.read(names)
    await database.close()
    assert files(path) == {path.name, f"{path.name}-next", f"{path.name}-turn"}
