"""The command line: run as the real program, and in this process where there are many ways to be wrong."""

import asyncio
import hashlib
import json
import re
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from kingscorners.__main__ import COMMANDS, main
from kingscorners.game import NEXT_DEAL
from kingscorners.games import GAMES
from kingscorners.players import PLAYERS
from kingscorners.record import Record, Setup, seed_from
from kingscorners.server import daily
from kingscorners.server.db import open_database
from kingscorners.server.matches import Matches
from kingscorners.server.settings import Settings, variable
from tests.program import PROGRAM, ROOT, environment, run, serving

RunHere = Callable[..., subprocess.CompletedProcess[str]]
SECRET = "a secret that only this test knows"


@pytest.fixture(scope="module")
def up_to_date(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that `migrate` has made."""
    path = tmp_path_factory.mktemp("made") / "kingscorners.db"
    assert run("migrate", database_url=f"sqlite:///{path}").returncode == 0
    return path


@pytest.fixture
def site(up_to_date: Path, sqlite_url: str) -> str:
    """A database of the test's own that is up to date."""
    shutil.copy(up_to_date, sqlite_url.removeprefix("sqlite:///"))
    return sqlite_url


@pytest.fixture
def run_here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> RunHere:
    """As `run`, but in this process, which is quicker. What would be a trace fails the test."""

    def run_one(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
        for name in Settings.model_fields:
            monkeypatch.delenv(variable(name), raising=False)
        for name, value in settings.items():
            monkeypatch.setenv(variable(name), value)
        try:
            status = main(words)
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        return subprocess.CompletedProcess(words, status, said.out, said.err)

    return run_one


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


# ---------------------------------------------------------------------- verify


@pytest.fixture(scope="module")
def record() -> str:
    """The record of a whole match."""
    game = GAMES["kings-corners"]
    secret, nonce = b"s" * 32, b"n"
    setup = Setup(game, seed_from(secret, nonce), 3, game.options())
    position, moves = setup.start(), []
    while position.legal:
        seat = game.turn(position.state)
        view = setup.view(position, seat)
        moves.append(NEXT_DEAL if view.between_deals else PLAYERS[game.name]["steady"](view))
        position = setup.play(position, moves[-1])
    players, commitment = ("person", "steady", "steady"), hashlib.sha256(secret).hexdigest()
    return str(Record(setup, players, tuple(map(str, moves)), commitment, secret, nonce))


def test_a_true_record_is_said_to_be_one(record: str, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(record)
    said = run("verify", str(file))
    assert (said.returncode, said.stderr) == (0, "")
    assert "\nOK: " in said.stdout
    assert said.stdout.count("1st") >= 1
    assert Record.parse(record).commitment in said.stdout


def test_a_record_is_read_from_another_program_with_any_ends_of_lines(record: str) -> None:
    said = run("verify", "-", typed=record.replace("\n", "\r\n"))
    assert said.returncode == 0
    assert "OK: " in said.stdout


def test_a_match_that_goes_on_is_said_to_go_on(record: str) -> None:
    said = run("verify", "-", typed="\n".join(record.split("\n")[:20]))
    assert said.returncode == 0
    assert "The match is not over." in said.stdout


def test_the_line_that_is_not_legal_is_named_with_the_reason(
    record: str, tmp_path: Path, run_here: RunHere
) -> None:
    lines = record.split("\n")
    at = lines.index("end")
    lines[at] = "play Ks moon"
    file = tmp_path / "match.txt"
    file.write_text("\n".join(lines))
    said = run_here("verify", str(file))
    assert (said.returncode, said.stdout) == (1, "")
    expected = f"Line {at + 1}, 'play Ks moon', is not legal: There is no such place on the table.\n"
    assert said.stderr == expected


WRONG: dict[str, tuple[Callable[[str], str | bytes], str]] = {
    "commitment": (
        lambda text: text.replace("commitment: ", "commitment: 0"),
        "not the one that was committed to",
    ),
    "nonce": (lambda text: text.replace("nonce: 6e", "nonce: 6f"), "not the one that was committed to"),
    "no seed": (lambda text: text.replace("seed: ", "weed: "), "The seed is not in it"),
    "version": (lambda text: text.replace("version: 1", "version: 999"), "version"),
    "game": (lambda text: text.replace("kings-corners", "chess"), "not a record"),
    "options": (lambda text: text.replace("options: {}", "options: " + 90_000 * "["), "not a record"),
    "list of options": (lambda text: text.replace("options: {}", "options: []"), "options '[]' are not like"),
    "no JSON": (lambda text: text.replace("options: {}", "options: {"), "options '{' are not like"),
    "strange option": (lambda text: text.replace("{}", '{"decks": 3}'), "decks: allowed is 1, 2"),
    "two seeds": (lambda text: text.replace("\nseed: ", "\nseed: 00\nseed: "), "'seed' is there twice"),
    "empty seed": (lambda text: re.sub("seed: .*", "seed: ", text), "the seed is missing"),
    "bare seed": (lambda text: re.sub("seed: .*", "seed:", text), "The seed is not in it"),
    "seed": (lambda text: text.replace("seed: ", "seed: x"), "the seed is not hexadecimal"),
    "player": (lambda text: text.replace("steady steady", "steady \x1b[2J"), "There is no player"),
    "more": (lambda text: text + "end\n", "after the end"),
    "no move": (lambda text: text.replace("\nend\n", "\n\x1b[2J\n", 1), "is not a move"),
    "binary": (lambda _: bytes(range(256)) * 9, "not text"),
    "zeros": (lambda _: bytes(5000), "is not like `name: value`"),
    "empty": (lambda _: b"", "is not like `name: value`"),
    "ten megabytes": (lambda _: bytes(10_000_000), "too large"),
    "many lines": (lambda text: text + 1_000_000 * "x\n", "after the end"),
}


def test_the_mark_that_some_editors_put_before_a_text_is_passed_over(
    record: str, tmp_path: Path, run_here: RunHere
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(record, "utf-8-sig")
    assert run_here("verify", str(file)).returncode == 0


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_with_a_record_is_said_in_a_line(
    wrong: str, record: str, tmp_path: Path, run_here: RunHere
) -> None:
    change, expected = WRONG[wrong]
    changed = change(record)
    assert changed != record
    file = tmp_path / "match.txt"
    file.write_bytes(changed.encode() if isinstance(changed, str) else changed)
    said = run_here("verify", str(file))
    assert (said.returncode, said.stdout) == (1, "")
    assert expected in said.stderr
    assert said.stderr.count("\n") == 1
    assert "\x1b" not in said.stderr
    assert len(said.stderr) < 200


@pytest.mark.parametrize("path", ["/", "/nowhere/match.txt"])
def test_a_file_that_cannot_be_read_is_named(path: str, run_here: RunHere) -> None:
    said = run_here("verify", path)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.startswith(f"{path} cannot be read")


def test_a_reader_that_has_seen_enough_is_no_error(record: str) -> None:
    program = subprocess.Popen(
        [*PROGRAM, "verify", "-"],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdin
    assert program.stdout
    assert program.stderr
    program.stdout.close()
    program.stdin.write(record.encode())
    program.stdin.close()
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait(60) == 0


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


# ---------------------------------------------------------------------- solve


def klondike(number: int, *moves: str) -> str:
    """A record of Klondike that stops after these moves."""
    game = GAMES["klondike"]
    seed = hashlib.sha256(f"klondike {number}".encode()).digest()
    return str(Record(Setup(game, seed, 1, game.options(passes="unlimited")), ("person",), moves, "00"))


def test_a_winning_line_is_printed_and_wins(run_here: RunHere, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(klondike(1, "draw", "draw"))
    said = run_here("solve", str(file))
    assert (said.returncode, said.stderr) == (0, "")
    record = Record.parse(klondike(1, "draw", "draw", *said.stdout.split("\n")))
    outcome = record.setup.game.outcome(record.replay().state)
    assert outcome is not None
    assert outcome.reason == "won"


def test_no_win_is_said_to_be_one_of_two_things(run_here: RunHere, tmp_path: Path) -> None:
    said = {}
    for number in range(12):
        file = tmp_path / f"{number}.txt"
        file.write_text(klondike(number))
        for bound in ("1", "1000"):
            one = run_here("solve", str(file), "--bound", bound)
            said[one.stderr.split(" ")[0]] = (one.returncode, one.stdout)
    assert said["This"] == said["No"] == (1, "")


def test_what_cannot_be_solved_is_told(run_here: RunHere, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(klondike(0, "draw", "resign"))
    assert "Nothing is left to play" in run_here("solve", str(file)).stderr
    assert run_here("solve", str(file), "--from", "1", "--bound", "1").stderr.startswith("No win was found")
    file.write_text(klondike(0, "play Kh column-9"))
    assert "Line" in run_here("solve", str(file)).stderr
    other = Setup(GAMES["kings-corners"], bytes(32), 4, GAMES["kings-corners"].options())
    file.write_text(str(Record(other, ("person",) * 4, (), "00")))
    assert run_here("solve", str(file)).stderr.strip() == "Only these games can be solved: klondike."
