"""What reads a record: `verify` and `solve`."""

import hashlib
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from kingscorners.game import NEXT_DEAL
from kingscorners.games import GAMES
from kingscorners.players import PLAYERS
from kingscorners.record import Record, Setup, seed_from
from tests.commands.conftest import RunHere
from tests.program import PROGRAM, ROOT, environment, run

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
