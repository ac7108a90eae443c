"""The game in the terminal, played by the real program on piped input."""

import os
import pty
import re
import subprocess

import pytest

from kingscorners.__main__ import main
from tests.program import PATIENCE, PROGRAM, ROOT, environment, run


def play(typed: str | bytes, *words: str, **variables: str) -> str:
    """What is shown to somebody who types that, without complaints."""
    said = run("play", "--seed", "oak", *words, typed=typed)
    assert (said.returncode, said.stderr) == (0, "")
    return said.stdout


def screens(shown: str) -> list[str]:
    """What is shown between one prompt and the next."""
    return shown.split("\n> ")


def test_the_table_the_hand_and_the_moves_are_shown() -> None:
    first = screens(play(""))[0]
    for pile in ("North", "East", "South", "West", "Stock", "Northeast corner", "Southwest corner"):
        assert f"─ {pile} ─" in first
    assert re.search(r"Asha \d cards · Omar \d cards · Mei \d cards", first)
    assert re.search(r"^You hold (\S+ ){6}\S+$", first, re.MULTILINE)
    assert re.search(r"^ 1 \w+", first, re.MULTILINE)
    assert "end (Draw and end turn)" in first


@pytest.fixture(scope="module")
def first_moves() -> dict[str, str]:
    """The legal moves at the beginning, by their numbers."""
    shown = screens(play(""))[0]
    return dict(re.findall(r"(?:^| ) ?(\d+) ((?:play|carry) \S+ \S+|end)", shown, re.MULTILINE))


def test_a_move_is_taken_by_its_number_and_by_its_text_alike(first_moves: dict[str, str]) -> None:
    assert list(first_moves) == [str(number) for number in range(1, len(first_moves) + 1)]
    assert len(first_moves) > 1
    by_number = play("1\n")
    assert by_number == play(f"  {first_moves['1'].replace(' ', '   ')} \n")
    assert by_number != play("2\n")


def test_ending_the_turn_lets_the_others_play() -> None:
    ended = screens(play("end\n"))[1]
    assert re.match(r"You drew the \w+ of \w+\.\nAsha ", ended)
    assert re.search(r"^Omar .*^Mei ", ended, re.MULTILINE | re.DOTALL)


def test_undo_takes_a_move_back() -> None:
    before, _, after, again, _ = screens(play("1\nundo\nundo\n"))
    assert after.startswith("You took a move back.\n\n")
    assert after.split("\n\n")[1] == before.split("\n\n")[1]
    assert again.strip() == "There is nothing to take back in this turn."


WRONG = {
    "play Ks moon": "There is no such place on the table.",
    "play 9h": "There is no such move.",
    "dance": "There is no such move.",
    "carry northeast south": "Corner piles stay where they are.",
    "deal": "This deal is not over yet.",
    "0": "There is no move 0;",
    "99999999999999999999999": "There is no move 999999999;",
    "0000000019999": "There is no move 000000001;",
    "": "That is not a move.",
    "<script>": "That is not a move.",
    "play " + 10_000 * "x": "That is not a move.",
    "\x1b[2J": "That is not a move.",
    "\N{ARABIC-INDIC DIGIT NINE}\N{ARABIC-INDIC DIGIT NINE}": "There is no move",
}


def test_what_cannot_be_played_is_answered_with_the_reason() -> None:
    _, *answers, _ = screens(play("".join(f"{line}\n" for line in WRONG)))
    for answer, (typed, reason) in zip(answers, WRONG.items(), strict=True):
        assert answer.startswith(reason), typed
        assert len(answer) < 200


def test_it_begins_with_the_way_to_help_and_what_t_means() -> None:
    first = play("help\n")
    assert "type help to learn more. In moves T is the ten." in first.splitlines()[0]
    assert "So Td is the ten of diamonds." in first


def test_bytes_that_are_no_text_are_no_move() -> None:
    assert "That is not a move." in play(b"\xff\xfe\x00\n")


def test_help_is_given_at_the_table() -> None:
    assert "take back a move" in screens(play("help\n"))[1]


def test_quit_ends_at_once_and_says_how_to_play_these_cards_again() -> None:
    shown = screens(play("quit\n1\n1\n"))
    assert len(shown) == 2
    assert shown[1] == "To play with the same cards again: --seed oak\n"


def test_the_same_seed_deals_the_same_cards_and_none_others_every_time() -> None:
    assert play("end\n") == play("end\n")
    assert len({run("play").stdout for _ in range(2)}) == 2


@pytest.fixture(scope="module")
def whole_match() -> str:
    """A match of two deals, in which the person plays the first legal move every time."""
    return play(
        "1\n" * 2000, "--option", "match=deals", "--option", "deals=2", "--seats", "3", "--level", "novice"
    )


def test_a_score_table_follows_each_deal(whole_match: str) -> None:
    sheets = [screen for screen in screens(whole_match) if "Total" in screen]
    assert len(sheets) == 2
    row = re.compile(r"(1st|2nd|3rd) +(You|Asha \(Novice\)|Omar \(Novice\)) .* \d+ +\d+ *$", re.MULTILINE)
    for sheet, end in zip(sheets, ("1 deal (Next deal)", "To play with the same cards"), strict=True):
        assert len(row.findall(sheet)) == 3
        assert end in sheet


def test_the_points_are_in_sight_from_the_second_deal_on(whole_match: str) -> None:
    shown = re.findall(r"^You \d+ points? · Asha \d+ points? · Omar \d+ points?$", whole_match, re.MULTILINE)
    tables = [screen for screen in screens(whole_match) if "You hold" in screen]
    assert 0 < len(shown) < len(tables)
    assert "points" not in tables[0]


def test_a_match_ends_with_places(whole_match: str) -> None:
    last = screens(whole_match)[-1]
    assert re.search("won the match|share first place", last)
    assert re.search(r"Your place: (1st|2nd|3rd)\.", last)


def test_options_seats_and_level_are_taken() -> None:
    shown = play(
        "1\n", "--seats", "6", "--option", "decks=2", "--option", "profile=zone", "--level", "novice"
    )
    assert shown.count("Lena") >= 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--seats", "5"], "seats: allowed is 2 to 4 with decks 1."),
        (["--option", "decks=3"], "decks: allowed is 1, 2."),
        (["--option", "target=999"], "target: allowed is 5 to 200."),
        (["--option", "jokers=2"], "jokers: allowed is one of profile, "),
        (["--level", "grandmaster"], "There is no level 'grandmaster': novice, "),
    ],
)
def test_choices_that_the_rules_do_not_leave_are_refused(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(reason)
    assert said.err.count("\n") == 1


def test_a_terminal_of_letters_only_gets_letters_only() -> None:
    program = subprocess.run(
        [*PROGRAM, "play", "--seed", "oak"],
        cwd=ROOT,
        env=environment() | {"PYTHONIOENCODING": "ascii"},
        input=b"1\n",
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    assert program.stdout.isascii()
    assert re.search(rb"You hold (\w+[cdhs] ){6}\w+[cdhs]\n", program.stdout)


@pytest.mark.parametrize("colours", [True, False])
def test_there_are_colours_on_a_terminal_unless_they_are_not_wanted(colours: bool) -> None:
    ours, theirs = pty.openpty()
    variables = {"TERM": "xterm-256color", "COLUMNS": "80"} | ({} if colours else {"NO_COLOR": "1"})
    with subprocess.Popen(
        [*PROGRAM, "play", "--seed", "oak"],
        cwd=ROOT,
        env=environment() | variables,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as program:
        os.close(theirs)
        os.write(ours, b"quit\n")
        shown = b""
        try:
            while part := os.read(ours, 10_000):
                shown += part
        except OSError:  # which is how the end of a terminal looks
            pass
        os.close(ours)
        assert program.wait(PATIENCE) == 0
    assert b"You hold" in shown
    assert (b"\x1b[1;31m" in shown) == colours


def test_where_partners_bid_the_bids_and_tricks_are_in_sight_and_the_hand_is_in_suits() -> None:
    bid, played = screens(play("bid 3\n1\n", "--game", "spades"))[1:3]
    assert "You bid 3." in bid
    assert len(re.findall(r"bid\s+(?:\d+|Nil),\s+took\s+\d", bid)) == 4
    held = re.search(r"^You hold (.*)$", played, re.MULTILINE)
    assert held
    suits = [card[-1] for card in held[1].split()]
    assert suits == sorted(suits, key=suits.index)


def test_of_cards_that_lie_face_down_it_is_told_how_many_they_are() -> None:
    shown = screens(play("", "--game", "klondike"))[0]
    assert re.search(r"^Stock: 24 cards$", shown, re.MULTILINE)
    assert re.search(r"^Column 3: \?\? \?\? \S+$", shown, re.MULTILINE)
