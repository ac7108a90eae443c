"""Words: everything that the rules and the server can utter has them, and they come out right."""

import ast
import inspect
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kingscorners.cards import DECK, Card, cards
from kingscorners.game import NEXT_DEAL, Game, IllegalMove, Move, Reason, SeenZone
from kingscorners.games import GAMES
from kingscorners.games.kings_corners import Options
from kingscorners.options import describe
from kingscorners.players import PLAYERS
from kingscorners.record import Setup
from kingscorners.server.formats import PLACES
from kingscorners.server.languages import LANGUAGES
from kingscorners.server.live import COMPUTER_NAMES, Player
from kingscorners.server.phrases import PHRASES
from kingscorners.server.problems import STATUSES
from kingscorners.server.scene import reach
from kingscorners.server.words import LEVELS, PROBLEMS, words
from tests.laws import allowed

ROOT = Path(__file__).parents[2]
EN = words("en")
COLOURS = ("red", "black")


def states(game: Game[Any]) -> Iterator[tuple[Setup[Any], Any]]:
    """Positions of random matches, with all numbers of seats and many options."""
    lot = Random(7)
    for _ in range(12):
        options = game.options(
            **{
                item.name: lot.choice(item.values or (item.range.low, item.range.high))  # type: ignore[union-attr]
                for item in describe(game.options)
            }
        )
        seats = lot.choice([seats for seats in game.seats if allowed(game, seats, options)])
        setup = Setup(game, lot.randbytes(32), seats, options)
        position = setup.start()
        for _ in range(120):
            yield setup, position
            if not position.legal:
                break
            position = setup.play(position, lot.choice(position.legal))


def codes(*files: str) -> set[str]:
    """The codes of all reasons that the source files can give."""
    found: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse((ROOT / "kingscorners" / file).read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason":
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    code, coloured = first.value, "'colour'" in ast.unparse(node)
                    found |= {f"{code}-{colour}" for colour in COLOURS} if coloured else {code}
    return found


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_zone_move_and_button_of_a_game_has_words(game: Game[Any]) -> None:
    phrases = PHRASES[game.name]
    kinds, verbs = set(), set()
    for setup, position in states(game):
        view = setup.view(position, game.turn(position.state) or 0)
        for zone in view.zones:
            kinds.add(zone.kind)
            if zone.seat is None:
                assert EN.zone(game.name, zone.name)
                assert EN.zone_short(game.name, zone.name)
                assert EN.pile(game.name, zone, setup.options)
        for move in position.legal:
            verbs |= {move.verb, str(move)}
            if move.words:
                assert all(phrases.did[move.verb])
        for move in reach(view)[1]:
            assert phrases.button(move, view)
    # Some moves are seldom legal: the rules name them all.
    source = Path(inspect.getfile(type(game))).read_text("utf-8")
    verbs |= set(re.findall(r'Move\("(\w+)"', source))
    assert {*phrases.empty, *phrases.stuck, *phrases.attempts} <= kinds
    assert set(phrases.did) <= verbs
    assert set(phrases.buttons) <= verbs


def test_every_reason_of_the_rules_and_the_server_has_words() -> None:
    games = [f"games/{path.name}" for path in (ROOT / "kingscorners/games").glob("*.py")]
    given = {code for game in PHRASES.values() for code in game.reasons}
    assert codes(*games) == given
    server = [f"server/{path.name}" for path in (ROOT / "kingscorners/server").glob("*.py")]
    coded = {code for _, code in STATUSES.values()} - {"illegal-move", "bad-name"}
    assert codes("record.py", *server) | coded <= set(PROBLEMS)


def test_all_advice_has_words() -> None:
    advisers = [f"players/{path.name}" for path in (ROOT / "kingscorners/players").glob("*_advice.py")]
    assert codes(*advisers) == {code for game in PHRASES.values() for code in game.advice}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_everything_that_statistics_count_has_words(game: Game[Any]) -> None:
    lot, setup = Random(3), Setup(game, bytes(32), game.daily_seats, game.options())
    position = setup.start()
    while position.legal not in ((), (NEXT_DEAL,)):
        position = setup.play(position, lot.choice(position.legal))
    assert set(game.counts(position.state)) == set(PHRASES[game.name].counted)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_lesson_is_met_in_play(game: Game[Any]) -> None:
    phrases, met = PHRASES[game.name], set()
    for setup, position in states(game):
        zones = setup.view(position, game.turn(position.state) or 0).zones
        met |= {phrases.practises(move, zones) for move in position.legal if move != NEXT_DEAL}
    assert set(phrases.lessons) <= met


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_illegal_move_is_refused_with_a_whole_sentence(game: Game[Any]) -> None:
    seen: set[str] = set()
    verbs = list(PHRASES[game.name].did)
    lot = Random(11)
    for setup, position in states(game):
        view = setup.view(position, None)
        all_words = [zone.name for zone in view.zones] + [str(card) for card in DECK]
        for count in (0, 1, 1, 1, 2, 2, 2, 2):
            move = Move(lot.choice(verbs), (lot.choice(all_words), lot.choice(all_words[:9]))[:count])
            if position.legal and move not in position.legal:
                with pytest.raises(IllegalMove) as refused:
                    setup.play(position, move)
                text = EN.reason(refused.value.reason)
                seen.add(refused.value.reason.code)
                assert text.endswith(".")
                assert "%" not in text
    assert len(seen) > len(PHRASES[game.name].reasons) // 4


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_option_and_value_has_words(game: Game[Any]) -> None:
    for item in describe(game.options):
        assert EN.option(game.name, item.name)
        for value in item.values:
            assert EN.value(game.name, item.name, value)
        if item.values:
            assert len({EN.value(game.name, item.name, value) for value in item.values}) == len(item.values)
    assert set(PHRASES[game.name].options) == {item.name for item in describe(game.options)}


def test_every_game_level_card_and_place_has_words() -> None:
    assert set(PHRASES) == set(GAMES)
    assert all(set(levels) <= set(LEVELS) for levels in PLAYERS.values())
    assert len({EN.card(card) for card in DECK}) == len(DECK)
    assert max(max(game.seats) for game in GAMES.values()) <= len(PLACES)


def test_reasons_name_cards_ranks_and_zones() -> None:
    assert EN.reason(Reason("needs", {"card": "9h", "colour": "black", "rank": 10})) == (
        "The 9 of hearts goes on a black 10."
    )
    assert EN.reason(Reason("needs", {"card": "Js", "colour": "red", "rank": 12})) == (
        "The Jack of spades goes on a red Queen."
    )
    assert EN.reason(Reason("nothing-there", {"zone": "west"})) == "West is empty. There is nothing to move."
    assert EN.reason(Reason("name-long", {"most": 24})) == "A name can have at most 24 characters."


@pytest.mark.parametrize(
    ("kind", "shown", "label"),
    [
        ("side", "Ts 9h 8c", "North pile, 3 cards. Top 8 of clubs, bottom 10 of spades."),
        ("side", "8c", "North pile, 1 card: 8 of clubs."),
        ("side", "", "North, empty. Any card."),
        ("corner", "", "North, empty. Kings only."),
    ],
)
def test_piles_are_read_out(kind: str, shown: str, label: str) -> None:
    zone = SeenZone("north", kind, cards(shown))
    assert EN.pile("kings-corners", zone, Options()) == label


def test_face_down_piles_are_counted_and_an_empty_stock_takes_nothing() -> None:
    assert EN.pile("kings-corners", SeenZone("stock", "stock", (None,) * 12), Options()) == "Stock, 12 cards."
    assert EN.pile("kings-corners", SeenZone("stock", "stock", (None,)), Options()) == "Stock, 1 card."
    assert EN.pile("kings-corners", SeenZone("stock", "stock", ()), Options()) == "Stock, empty."


def test_an_empty_side_says_where_no_king_may_go() -> None:
    closed = Options(side_space_accepts_king=False)
    empty = SeenZone("west", "side", ())
    assert EN.pile("kings-corners", empty, closed) == "West, empty. Any card but a King."


def test_numbers_times_and_lists() -> None:
    assert [EN.number(1234567), EN.number(0), EN.number(2.345, 1)] == ["1,234,567", "0", "2.3"]
    assert [EN.signed(3), EN.signed(0), EN.signed(-1200)] == ["+3", "0", "−1,200"]
    assert [EN.cards_left(count) for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [EN.points(1), EN.points(14)] == ["1 point", "14 points"]
    assert [EN.duration(seconds) for seconds in (26640, 308, 12)] == ["7 h 24 min", "5 min 8 s", "12 s"]
    assert [EN.list(["a"]), EN.list(["a", "b"]), EN.list(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    day = date(2025, 6, 12)
    assert [words(language).day(day) for language in LANGUAGES] == [
        "Thursday 12 June",
        "गुरुवार, 12 जून",
        "الخميس، 12 يونيو",
    ]
    assert words("ar", native=True).day(day) == "الخميس، ١٢ يونيو"


def test_digits_are_0_to_9_or_native_but_never_what_a_language_counts_with_by_default() -> None:
    assert words("ar").number(1250) == "1,250"
    assert words("ar").direction == "rtl"
    assert [EN.own_name, words("hi").own_name] == ["English", "हिन्दी"]
    ar, hi = words("ar", native=True), words("hi", native=True)
    assert [ar.number(1250), hi.number(1250), words("en", native=True).number(1250)] == [
        "١٬٢٥٠",
        "१,२५०",
        "1,250",
    ]
    assert [ar.time(3729), hi.date(date(2026, 6, 12))] == ["١:٠٢:٠٩", "१२ जून २०२६"]
    assert "٦" in ar.cards_left(6)
    assert "6" not in ar.points(6)


def test_ranks_of_cards_are_latin_whatever_the_digits() -> None:
    ar = words("ar", native=True)
    assert ar.rank(10) == "10"
    assert "10" in ar.card(Card.parse("Td"))


def test_a_name_that_runs_another_way_is_set_apart_in_a_sentence() -> None:
    ar = words("ar")
    assert [EN.apart(name) for name in ("Asha", "Amber Heron 41", "आशा")] == ["Asha", "Amber Heron 41", "आशा"]
    assert [EN.apart(name) for name in ("عمر", "41 Heron", "Mei مي")] == [
        "\u2068عمر\u2069",
        "\u206841 Heron\u2069",
        "\u2068Mei مي\u2069",
    ]
    assert [ar.apart("عمر 41"), ar.apart("Asha")] == ["عمر 41", "\u2068Asha\u2069"]


def test_computer_players_are_called_as_the_reader_writes_and_people_as_they_do() -> None:
    computer, person = Player(1, "Omar", "steady", None), Player(0, "Omar", None, 1)
    assert [words(language).called(computer) for language in LANGUAGES] == ["Omar", "ओमर", "عمر"]
    assert words("ar").called(person) == "Omar"
    assert words("ar").names([computer, person]) == "عمر و\u2068Omar\u2069"
    assert len({words("ar").gettext(name) for name in COMPUTER_NAMES} - set(COMPUTER_NAMES)) == len(
        COMPUTER_NAMES
    )


def test_a_sign_stands_before_its_number_where_lines_run_leftwards() -> None:
    assert [words("ar").signed(-46), words("ar").signed(3)] == [
        "\u2068\u200e−46\u2069",
        "\u2068\u200e+3\u2069",
    ]
    assert [words("hi").signed(-46), words("hi", native=True).signed(7)] == ["−46", "+७"]


def test_the_same_words_are_made_once() -> None:
    assert words("en") is words("en", native=False)


def test_a_back_is_a_card() -> None:
    assert EN.card(None) == "a card"
    assert EN.card(Card.parse("Qs")) == "Queen of spades"
    assert EN.index(Card.parse("Td")) == "10"
