"""`serve`, and the help of every command: the real program, or in this process where much is tried."""

import json
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kingscorners.__main__ import COMMANDS
from kingscorners.server.settings import Settings, variable
from tests.commands.conftest import RunHere
from tests.program import run, serving

# ---------------------------------------------------------------------- help


def test_without_a_word_it_says_what_it_can_do() -> None:
    said = run()
    assert said.returncode == 0
    assert said.stdout == run("--help").stdout
    for name, (_, summary) in COMMANDS.items():
        assert name in said.stdout
        assert summary in said.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, run_here: RunHere) -> None:
    said = run_here(command, "--help")
    assert (said.returncode, said.stderr) == (0, "")
    assert len(said.stdout.splitlines()) > 5
    assert max(map(len, said.stdout.splitlines())) <= 100


def test_the_help_of_serve_documents_every_setting(run_here: RunHere) -> None:
    said = run_here("serve", "--help").stdout
    for name, field in Settings.model_fields.items():
        assert variable(name) in said
        assert (field.description or "-").split()[0] in said


@pytest.mark.parametrize(
    "words",
    [
        ["dance"],
        ["serve", "--port", "eighty"],
        ["serve", "--port", "65536"],
        ["serve", "--workers", "0"],
        ["clean", "--days", "0"],
        ["daily", "--date", "2026-02-30"],
        ["daily", "--game", "chess"],
        ["play", "--option", "decks"],
        ["verify"],
        ["solve"],
        ["solve", "-", "--bound", "0"],
    ],
    ids=" ".join,
)
def test_a_slip_of_the_keyboard_is_told_in_a_line(words: list[str], run_here: RunHere) -> None:
    said = run_here(*words)
    assert said.returncode == 2
    assert "error: " in said.stderr.splitlines()[-1]


# ---------------------------------------------------------------------- serve


def test_serve_says_where_answers_and_ends_quietly(site: str) -> None:
    with serving(database_url=site) as server:
        assert server.get("/healthz")[::2] == (200, '{"status":"ok"}')
        status, out, errors = server.end()
    assert (status, errors) == (0, "")
    logged = json.loads(out)
    assert (logged["path"], logged["status"]) == ("/healthz", 200)


def test_serve_ends_when_it_is_told_to(site: str) -> None:
    with serving(database_url=site) as server:
        server.get("/healthz")
        status, _, errors = server.end(signal.SIGTERM)
    assert (status, errors) == (-signal.SIGTERM, "")


def test_several_processes_share_an_address(site: str) -> None:
    with serving("--workers", "2", database_url=site) as server:
        assert server.get("/readyz")[0] == 200
        status, _, errors = server.end()
    assert (status, errors) == (0, "")


def test_a_proxy_on_this_machine_may_say_that_the_visitor_came_by_https(site: str) -> None:
    with serving(database_url=site) as server:
        assert "Secure" in server.get("/api/v1/me", X_Forwarded_Proto="https")[1]["set-cookie"]
        assert "Secure" not in server.get("/api/v1/me")[1]["set-cookie"]


def test_a_port_that_is_taken_is_told_and_how_to_take_another(site: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        said = run("serve", "--port", port, database_url=site)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.startswith(f"Port {port} of 127.0.0.1 is taken.")
    assert "--port" in said.stderr
    assert said.stderr.count("\n") == 1


@pytest.mark.parametrize("host", ["198.51.100.7", "nowhere.invalid"])
def test_an_address_that_is_not_ours_is_told(host: str, site: str, run_here: RunHere) -> None:
    said = run_here("serve", "--host", host, "--port", "0", database_url=site)
    assert (said.returncode, said.stdout) == (1, "")
    assert f"of {host} cannot be had" in said.stderr
    assert said.stderr.count("\n") == 1


def test_a_database_in_a_folder_that_is_not_there_is_told_in_a_line(
    tmp_path: Path, run_here: RunHere
) -> None:
    url = f"sqlite:///{tmp_path / 'missing' / 'kingscorners.db'}"
    refused = [run("serve", "--port", "0", database_url=url)]
    refused += [run_here(command, database_url=url) for command in ("migrate", "daily", "clean")]
    for said in refused:
        assert (said.returncode, said.stdout) == (1, "")
        assert said.stderr.startswith("The database")
        assert said.stderr.count("\n") == 1


def test_a_server_that_is_gone_is_told_without_its_password(run_here: RunHere) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"postgresql://me:hush-hush@127.0.0.1:{closed.getsockname()[1]}/cards"
        said = run_here("serve", "--port", "0", database_url=url)
    assert said.returncode == 1
    assert said.stderr.startswith("The database cannot be used")
    assert said.stderr.count("\n") == 1
    assert "hush-hush" not in said.stderr


def test_a_database_that_is_not_up_to_date_is_not_served(tmp_path: Path, run_here: RunHere) -> None:
    path = tmp_path / "empty.db"
    sqlite3.connect(path).close()
    path.touch()
    said = run_here("serve", "--port", "0", database_url=f"sqlite:///{path}")
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr == "The database is not up to date. Mend that with: python -m kingscorners migrate\n"


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("daily",), ("clean",)], ids=" ".join)
def test_a_program_that_is_older_than_the_database_is_told_so(
    command: tuple[str, ...], site: str, run_here: RunHere
) -> None:
    """And is not sent to `migrate`, which could not help."""
    with closing(sqlite3.connect(site.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    said = run_here(*command, database_url=site)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr == "The program is older than the database. Start the version that used it last.\n"


def test_settings_that_cannot_be_used_are_told_a_line_each_without_their_values() -> None:
    said = run("serve", database_url="mysql://me:hush-hush@host/cards", secret="short", log_level="loud")
    assert (said.returncode, said.stdout) == (1, "")
    told = [line.split(":")[0] for line in said.stderr.splitlines()]
    assert told == [variable(name) for name in ("database_url", "secret", "log_level")]
    assert "hush-hush" not in said.stderr
