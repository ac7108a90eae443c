"""What a host runs beside the server: `migrate`, `daily`, `clean`, `backup`."""

import asyncio
import hashlib
import sqlite3
import stat
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from kingscorners.server import daily
from kingscorners.server.db import open_database
from kingscorners.server.matches import Matches
from tests.commands.conftest import RunHere
from tests.program import run, serving

SECRET = "a secret that only this test knows"


# ---------------------------------------------------------------------- migrate


def test_migrate_makes_a_database_and_then_leaves_it_alone(database_url: str) -> None:
    first = run("migrate", database_url=database_url)
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.startswith("The database is ready (revision ")
    again = run("migrate", database_url=database_url)
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.startswith("The database is up to date (revision ")


# ---------------------------------------------------------------------- daily


def on_one_day(ask: Callable[[date], subprocess.CompletedProcess[str]]) -> tuple[date, dict[str, str]]:
    """Today, and what is told on it: asked again where midnight came in between."""
    while True:
        today = datetime.now(UTC).date()
        said = ask(today)
        if datetime.now(UTC).date() == today:
            return today, read_daily(said.stdout)


def read_daily(text: str) -> dict[str, str]:
    lines = [line.partition("  ") for line in text.splitlines()]
    return {name: value.strip() for name, _, value in lines}


def test_today_is_told_with_both_commitments_and_without_its_seed(site: str) -> None:
    today, told = on_one_day(lambda _: run("daily", database_url=site, secret=SECRET))
    seeds = [daily.seed(SECRET.encode(), "kings-corners", today + timedelta(days=day)) for day in (0, 1)]
    assert told["date"] == today.isoformat()
    assert told["commitment"] == hashlib.sha256(seeds[0]).hexdigest()
    assert told["next commitment"] == hashlib.sha256(seeds[1]).hexdigest()
    assert told["played by"] == "0, and won by 0"
    assert not any(seed.hex() in text for seed in seeds for text in told.values())


def test_a_day_that_can_still_be_finished_is_told_without_its_seed(site: str, run_here: RunHere) -> None:
    def yesterday(today: date) -> subprocess.CompletedProcess[str]:
        return run_here("daily", "--date", f"{today - timedelta(days=1)}", database_url=site, secret=SECRET)

    assert set(on_one_day(yesterday)[1]) == {"game", "date", "commitment", "played by"}


def test_a_past_day_is_told_with_the_seed_that_it_was_committed_to(site: str, run_here: RunHere) -> None:
    told = read_daily(run("daily", "--date", "2024-02-29", database_url=site, secret=SECRET).stdout)
    assert told["seed"] == daily.seed(SECRET.encode(), "kings-corners", date(2024, 2, 29)).hex()
    assert told["commitment"] == hashlib.sha256(bytes.fromhex(told["seed"])).hexdigest()


def test_without_a_setting_the_days_come_from_the_secret_in_the_database(site: str) -> None:
    told = [run("daily", "--date", "2024-02-29", database_url=site).stdout for _ in range(2)]
    assert told[0] == told[1]
    [(secret,)] = sqlite3.connect(site.removeprefix("sqlite:///")).execute("SELECT value FROM site")
    assert daily.seed(secret, "kings-corners", date(2024, 2, 29)).hex() in told[0]


def test_a_day_to_come_is_not_told(site: str, run_here: RunHere) -> None:
    tomorrow = datetime.now(UTC).date() + timedelta(days=2)
    said = run_here("daily", "--date", tomorrow.isoformat(), database_url=site, secret=SECRET)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.startswith(f"{tomorrow} is still to come")


# ---------------------------------------------------------------------- clean


def begin_matches(url: str, *days_ago: int) -> None:
    """Begins a match so many days ago each."""

    async def begin() -> None:
        database = open_database(url)
        try:
            for days in days_ago:
                clock = partial(datetime.fromtimestamp, time.time() - days * 24 * 60 * 60, UTC)
                matches = Matches(database, clock, b"x" * 32)
                await matches.begin("ab" * 32, "kings-corners", {}, ["steady"], b"")
        finally:
            await database.close()

    asyncio.run(begin())


def test_matches_that_were_abandoned_are_deleted_and_others_kept(site: str) -> None:
    begin_matches(site, 31, 29, 3)
    assert run("clean", database_url=site).stdout == "1 abandoned match was deleted.\n"
    assert run("clean", database_url=site).stdout == "0 abandoned matches were deleted.\n"
    assert run("clean", "--days", "3", database_url=site).stdout == "2 abandoned matches were deleted.\n"


# ---------------------------------------------------------------------- backup


def test_a_copy_is_complete_while_the_database_is_in_use_and_for_its_owner_only(
    site: str, tmp_path: Path
) -> None:
    path, copy = site.removeprefix("sqlite:///"), tmp_path / "copy.db"
    begin_matches(site, 1)
    used = sqlite3.connect(path, isolation_level=None)
    used.execute("BEGIN IMMEDIATE")
    said = run("backup", str(copy), database_url=site)
    assert (said.returncode, said.stdout, said.stderr) == (0, f"{path} was copied to {copy}.\n", "")
    used.close()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    copied = sqlite3.connect(copy)
    assert copied.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    copied.close()
    with serving(database_url=f"sqlite:///{copy}") as server:
        assert server.get("/readyz")[0] == 200


def test_a_copy_never_takes_the_place_of_a_file(site: str, tmp_path: Path, run_here: RunHere) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("dear")
    said = run_here("backup", str(copy), database_url=site)
    assert (said.returncode, said.stdout) == (1, "")
    assert copy.read_text() == "dear"


@pytest.mark.parametrize("url", ["sqlite:////nowhere/kingscorners.db", "postgresql://me@host/cards"])
def test_what_cannot_be_copied_leaves_no_file(url: str, tmp_path: Path, run_here: RunHere) -> None:
    copy = tmp_path / "copy.db"
    said = run_here("backup", str(copy), database_url=url)
    assert (said.returncode, said.stdout) == (1, "")
    assert not copy.exists()
