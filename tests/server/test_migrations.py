"""Databases come to this version's tables, and back, on both kinds."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, delete, insert, inspect, select, text

from kingscorners.server.db import Unavailable, parse_url
from kingscorners.server.migrate import (
    Migration,
    MigrationFailed,
    changing,
    configuration,
    is_current,
    migrate,
    newest,
)
from kingscorners.server.tables import Base, Line, Match, Site

ROOT = Path(__file__).parents[2]


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    engine = create_engine(parse_url(url))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def tables(url: str) -> set[str]:
    with connected(url) as connection:
        return set(inspect(connection).get_table_names())


def definitions(connection: Connection) -> set[str]:
    """All that the database says of its tables and indices, without regard to the order of constraints."""
    return {
        " ".join(sorted(re.findall(r"[\w']+", row)))
        for row in connection.execute(text(DEFINITIONS[connection.dialect.name])).scalars()
        if "alembic" not in row
    }


DEFINITIONS = {
    "sqlite": "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL",
    "postgresql": """
        SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL
        SELECT concat_ws(' ', table_name, column_name, data_type, character_maximum_length, is_nullable,
            column_default)
        FROM information_schema.columns WHERE table_schema = 'public'
        UNION ALL
        SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    """,
}


def put(connection: Connection, revision: str) -> None:
    connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})


def test_a_new_database_gets_every_table(database_url: str) -> None:
    assert migrate(database_url) == Migration(before=None, after=newest(), copy=None)
    assert tables(database_url) == {*Base.metadata.tables, "alembic_version"}
    with connected(database_url) as connection:
        assert is_current(connection)


def test_migrating_again_changes_nothing(database_url: str) -> None:
    migrate(database_url)
    with connected(database_url) as connection:
        connection.execute(insert(Site).values(name="kept", value=b"1"))
    assert migrate(database_url) == Migration(before=newest(), after=newest(), copy=None)
    with connected(database_url) as connection:
        assert connection.execute(select(Site.name)).scalars().all() == ["kept"]


def test_every_migration_can_be_taken_back_and_made_again(database_url: str) -> None:
    migrate(database_url)
    with changing(database_url) as connection:
        command.downgrade(configuration(connection), "base")
    assert tables(database_url) == {"alembic_version"}
    with connected(database_url) as connection:
        assert not is_current(connection)
    migrate(database_url)
    assert tables(database_url) == {*Base.metadata.tables, "alembic_version"}


def test_the_migrations_make_exactly_the_declared_tables(database_url: str) -> None:
    with connected(database_url) as connection:
        Base.metadata.create_all(connection)
        declared = definitions(connection)
        Base.metadata.drop_all(connection)
    migrate(database_url)
    with connected(database_url) as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
        assert definitions(connection) == declared


def test_an_empty_database_is_not_current(database_url: str) -> None:
    with connected(database_url) as connection:
        assert not is_current(connection)


def test_servers_that_migrate_at_once_wait_for_each_other(database_url: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        results = list(threads.map(migrate, [database_url] * 4))
    assert sorted(result.before or "" for result in results) == ["", *[newest()] * 3]


def test_a_database_of_a_newer_version_is_refused_and_left_alone(database_url: str) -> None:
    migrate(database_url)
    with connected(database_url) as connection:
        put(connection, "9999")
    with pytest.raises(MigrationFailed, match=r"newer.*9999"):
        migrate(database_url)
    with connected(database_url) as connection:
        assert not is_current(connection)
        assert set(Base.metadata.tables) < set(inspect(connection).get_table_names())


def test_a_file_of_a_newer_version_is_not_copied(sqlite_url: str, tmp_path: Path) -> None:
    migrate(sqlite_url)
    with connected(sqlite_url) as connection:
        put(connection, "9999")
    with pytest.raises(MigrationFailed):
        migrate(sqlite_url)
    assert {path.name.removeprefix("kingscorners.db") for path in tmp_path.iterdir()} <= {"", "-wal", "-shm"}


def test_a_failing_migration_leaves_the_database_as_it_was(database_url: str) -> None:
    with connected(database_url) as connection:
        connection.execute(text("CREATE TABLE tallies (mine integer)"))
    with pytest.raises(MigrationFailed, match="tallies"):
        migrate(database_url)
    assert tables(database_url) == {"tallies"}


LAST = newest()
NEXT = f"{int(LAST) + 1:04}"
FOLLOWING = f"""
import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{LAST}"


def upgrade() -> None:
    with op.batch_alter_table("matches") as matches:
        matches.alter_column("game", type_=sa.String(50))
        matches.add_column(sa.Column("mood", sa.String(10), nullable=False, server_default="calm"))


def downgrade() -> None:
    with op.batch_alter_table("matches") as matches:
        matches.drop_column("mood")
        matches.alter_column("game", type_=sa.String(40))
"""


@pytest.fixture
def following(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of a following migration, which changes a table that others refer to."""
    folder = tmp_path / "migrations"
    shutil.copytree(ROOT / "migrations", folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(sys.modules[migrate.__module__], "_FOLDER", folder)
    file = folder / "versions" / f"{NEXT}_following.py"
    file.write_text(FOLLOWING)
    newest.cache_clear()
    yield file
    newest.cache_clear()


@pytest.fixture
def played_url(database_url: str) -> str:
    """A database of the last revision in which a match was played."""
    migrate(database_url)
    with connected(database_url) as connection:
        connection.execute(insert(Match).values(MATCH))
        connection.execute(insert(Line).values(match="m", ply=0, seat=0, move="end", at=0))
    return database_url


MATCH = {
    "id": "m",
    "game": "g",
    "version": 1,
    "options": {},
    "seed": b"",
    "secret": b"",
    "nonce": b"",
    "commitment": "",
    "daily": None,
    "ranked": False,
    "ply": 1,
    "created": 0,
    "updated": 0,
    "finished": None,
}


def test_a_later_change_keeps_what_was_played_and_can_be_taken_back(played_url: str, following: Path) -> None:
    assert migrate(played_url).after == NEXT
    with connected(played_url) as connection:
        assert connection.execute(text("SELECT mood FROM matches")).scalars().all() == ["calm"]
        assert connection.execute(select(Line.move)).scalars().all() == ["end"]
    with changing(played_url) as connection:
        command.downgrade(configuration(connection), LAST)
    with connected(played_url) as connection:
        assert connection.execute(select(Match.game)).scalars().all() == ["g"]
        assert connection.execute(select(Line.move)).scalars().all() == ["end"]
        connection.execute(delete(Match))


def test_a_file_is_copied_before_it_is_changed(sqlite_url: str, tmp_path: Path, following: Path) -> None:
    with changing(sqlite_url) as connection:
        command.upgrade(configuration(connection), LAST)
        connection.execute(insert(Site).values(name="kept", value=b"1"))
    for number in (1, 2):
        copy = tmp_path / f"kingscorners.{LAST}-{number}.db"
        assert migrate(sqlite_url) == Migration(LAST, NEXT, copy)
        assert copy.stat().st_mode & 0o777 == 0o600
        with connected(f"sqlite:///{copy}") as connection:
            assert connection.execute(select(Site.name)).scalars().all() == ["kept"]
            assert MigrationContext.configure(connection).get_current_revision() == LAST
        with changing(sqlite_url) as connection:
            command.downgrade(configuration(connection), LAST)


def test_a_change_that_fails_half_way_changes_nothing(played_url: str, following: Path) -> None:
    following.write_text(
        FOLLOWING.replace("\n\ndef downgrade", "    op.drop_table('nothing')\n\n\ndef downgrade")
    )
    with connected(played_url) as connection:
        before = definitions(connection)
    with pytest.raises(MigrationFailed, match="nothing"):
        migrate(played_url)
    with connected(played_url) as connection:
        assert definitions(connection) == before
        assert connection.execute(select(Line.move)).scalars().all() == ["end"]


def test_only_its_owner_may_read_a_new_file(sqlite_url: str, tmp_path: Path) -> None:
    migrate(sqlite_url)
    assert (tmp_path / "kingscorners.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "url", ["sqlite:////nowhere/at/all/kingscorners.db", "postgresql://nobody@127.0.0.1:1/nothing"]
)
def test_where_no_database_can_be_it_is_unavailable(url: str) -> None:
    with pytest.raises(Unavailable):
        migrate(url)


def test_alembics_own_command_finds_nothing_to_add(sqlite_url: str) -> None:
    migrate(sqlite_url)
    run = [sys.executable, "-m", "alembic", "check"]
    environment = os.environ | {"KINGSCORNERS_DATABASE_URL": sqlite_url}
    done = subprocess.run(run, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    assert "No new upgrade operations" in done.stdout


def test_guests_keep_their_tokens_and_ids_when_devices_come_and_go(database_url: str) -> None:
    def revise(revision: str, move: object) -> None:
        with changing(database_url) as connection:
            move(configuration(connection), revision)  # type: ignore[operator]

    new = "INSERT INTO guests ({} name, settings, begun, created) VALUES ({} 'N', '{{}}', 0, 7) RETURNING id"
    revise("0002", command.upgrade)
    with connected(database_url) as connection:
        for token in ("a", "b", "c"):
            connection.execute(text(new.format("token_hash,", f"'{token}',")))
        connection.execute(text("DELETE FROM guests WHERE token_hash = 'c'"))
        connection.execute(insert(Match).values(MATCH))
        connection.execute(text("INSERT INTO seats (match, seat, guest, name) VALUES ('m', 0, 2, 'N')"))
    revise("0003", command.upgrade)
    with connected(database_url) as connection:
        rows = connection.execute(text("SELECT token_hash, guest, created FROM devices ORDER BY guest")).all()
        assert rows == [("a", 1, 7), ("b", 2, 7)]
        assert connection.scalar(text(new.format("", ""))) == 4
        connection.execute(text("DELETE FROM guests WHERE id = 4"))
        connection.execute(text("INSERT INTO devices (token_hash, guest, created) VALUES ('d', 2, 8)"))
    revise("0002", command.downgrade)
    with connected(database_url) as connection:
        assert connection.execute(text("SELECT id, token_hash FROM guests ORDER BY id")).all() == [
            (1, "a"),
            (2, "b"),
        ]
        assert connection.scalar(text("SELECT guest FROM seats")) == 2
        assert connection.scalar(text(new.format("token_hash,", "'e',"))) == 5
