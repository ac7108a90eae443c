"""The catalogues: every message of the sources in every language, with the same gaps and all plural forms."""

import re
import shutil
import subprocess
import sys
import unicodedata
from functools import cache
from gettext import c2py
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from babel.plural import to_gettext

from kingscorners.cards import DECK
from kingscorners.server.formats import PLACES
from kingscorners.server.languages import LANGUAGES
from kingscorners.server.phrases import PHRASES
from kingscorners.server.words import LEVELS, NAMED, PROBLEMS, RANKS, SUITS, words

ROOT = Path(__file__).parents[1]
LOCALE = Path("kingscorners") / "server" / "locale"
TRANSLATED = LANGUAGES[1:]
GAP = re.compile(r"%\((\w+)\)s|%%|%(?!\(\w+\)s)")


@cache
def catalogue(language: str) -> Catalog:
    with (ROOT / LOCALE / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, language, abort_invalid=True)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def sources(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def gaps(text: str) -> set[str]:
    return {found[0] for found in GAP.finditer(text)}


def numbers(language: str) -> dict[int, set[int]]:
    """Which numbers each plural form stands for."""
    plural = c2py(catalogue(language).plural_expr)
    found: dict[int, set[int]] = {}
    for number in range(1_000):
        found.setdefault(plural(number), set()).add(number)
    return found


def test_the_catalogues_are_as_the_sources_are() -> None:
    """No message is missing, none is left over: `make words` would change nothing."""
    checked = subprocess.run(
        [sys.executable, "tools/words", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_language_but_the_first_has_a_catalogue_and_there_are_no_others() -> None:
    assert {file.parts[-3] for file in (ROOT / LOCALE).glob("*/LC_MESSAGES/messages.po")} == set(TRANSLATED)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated_and_none_is_fuzzy(language: str) -> None:
    assert [sources(message) for message in messages(language) if message.fuzzy] == []
    assert [sources(message) for message in messages(language) if not all(forms(message))] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_has_the_gaps_of_its_message(language: str) -> None:
    """A form for one number alone may say it with a word; nothing else may be left out, nothing added."""
    meant = numbers(language)
    for message in messages(language):
        wanted = gaps(sources(message)[-1])
        for form, text in enumerate(forms(message)):
            if message.pluralizable and len(meant[form]) == 1:
                assert gaps(text) <= wanted, text
                assert len(wanted - gaps(text)) <= 1, text
            elif message.pluralizable and meant[form] == {0, 1}:
                assert gaps(text) in (wanted, gaps(sources(message)[0])), text
            else:
                assert gaps(text) == wanted, text


@pytest.mark.parametrize("language", TRANSLATED)
def test_plurals_are_those_of_the_language(language: str) -> None:
    wanted = to_gettext(Locale.parse(language).plural_form)
    assert catalogue(language).plural_forms == wanted
    count = catalogue(language).num_plurals
    assert {len(forms(message)) for message in messages(language) if message.pluralizable} == {count}


@pytest.mark.parametrize("language", TRANSLATED)
def test_texts_are_composed_and_whole(language: str) -> None:
    for message in messages(language):
        for text in forms(message):
            assert text == unicodedata.normalize("NFC", text)
            assert text == text.strip()
            bare = GAP.sub("", text)
            assert not re.search(r"[\u202a-\u202e\u2066-\u2069]", bare), "directions are the markup's matter"
            assert bare != GAP.sub("", sources(message)[0]) or not re.search(r"[a-z]{3}", bare), text


@pytest.mark.parametrize("language", TRANSLATED)
def test_everything_that_games_and_the_server_can_utter_is_in_the_catalogue(language: str) -> None:
    said = {*PROBLEMS.values(), *RANKS.values(), *NAMED.values(), *SUITS.values(), *LEVELS.values(), *PLACES}
    for phrases in PHRASES.values():
        said |= {phrases.name, phrases.hint, *phrases.stuck.values(), *phrases.buttons.values()}
        said |= {*phrases.reasons.values(), *phrases.options.values()}
        for several in (*phrases.zones.values(), *phrases.empty.values(), *phrases.did.values()):
            said |= set(several)
        for values in phrases.values.values():
            said |= set(values.values())
    assert said <= {text for message in messages(language) for text in sources(message)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cards_have_one_name(language: str) -> None:
    assert len({words(language).card(card) for card in DECK}) == len(DECK)


def test_arabic_counts_with_six_forms_and_the_dual_has_no_digit() -> None:
    ar = words("ar")
    assert [ar.cards_left(count) for count in (0, 1, 2, 3, 11, 100, 103)] == [
        "بلا أوراق",
        "ورقة واحدة",
        "ورقتان",
        "3 أوراق",
        "11 ورقة",
        "100 ورقة",
        "103 أوراق",
    ]
    assert words("ar", native=True).cards_left(11) == "١١ ورقة"


def test_hindi_counts_with_two_forms() -> None:
    hi = words("hi")
    assert [hi.cards_left(count) for count in (0, 1, 2)] == ["0 पत्ता", "1 पत्ता", "2 पत्ते"]
    assert words("hi", native=True).cards_left(12) == "१२ पत्ते"


def test_courts_are_named_as_people_name_them() -> None:
    hearts = [card for card in DECK if card.suit == "h" and card.rank in NAMED]
    assert [words("hi").card(card) for card in hearts] == [
        "पान का इक्का",
        "पान का ग़ुलाम",
        "पान की बेगम",
        "पान का बादशाह",
    ]
    assert [words("ar").card(card) for card in hearts] == [
        "آص القلوب",
        "ولد القلوب",
        "بنت القلوب",
        "ملك القلوب",
    ]


def test_another_language_is_one_catalogue_and_one_word(tmp_path: Path) -> None:
    """As CONTRIBUTING.md says: begin a catalogue, translate it, name the language; its pages are there."""
    ignored = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(ROOT / "kingscorners", tmp_path / "kingscorners", ignore=ignored)
    (tmp_path / "kingscorners/server/static").symlink_to(ROOT / "kingscorners/server/static")
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools/words", tmp_path / "tools")
    shutil.copy(ROOT / "babel.cfg", tmp_path)

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert re.search(r"fa: \d+ messages, \d+ to translate", run("tools/words", "fa"))
    file = tmp_path / LOCALE / "fa/LC_MESSAGES/messages.po"
    file.write_text(
        file.read_text().replace(
            'msgid "Queen of %(suit)s"\nmsgstr ""', 'msgid "Queen of %(suit)s"\nmsgstr "«%(suit)s»"'
        )
    )
    source = tmp_path / "kingscorners/server/languages.py"
    source.write_text(source.read_text().replace('LANGUAGES = ("en", ', 'LANGUAGES = ("en", "fa", '))
    drawn = run(
        "-c",
        "from kingscorners.cards import Card; from kingscorners.server.rendering import render;"
        "from kingscorners.server.words import words; print(words('fa').card(Card.parse('Qs')));"
        "print(render(words('fa'), 'error.html', status=404, title='', detail='', again=None))",
    )
    assert drawn.startswith("«spades»")
    assert '<html lang="fa" dir="rtl"' in drawn
    assert 'lang="fa" dir="rtl" aria-current="true">فارسی' in drawn
