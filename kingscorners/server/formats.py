"""The formats of a language: its messages, digits, numbers, dates, times and lists."""

from __future__ import annotations  # inside the class, `date` and `list` are its own

import unicodedata
from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Literal

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, get_minus_sign_symbol, get_plus_sign_symbol

from kingscorners.server.phrases.base import N_

_LOCALE = Path(__file__).parent / "locale"
_ZEROS = {"arab": "٠", "deva": "०"}
"""The first of the native digits, by the name of the system. Languages without any here count with 0 to 9."""

_REGIONS = {"en": "en_GB"}
"""Where a language is written as it is here, if its spelling, dates and lists differ from place to place."""

_RUNS = {"L", "R", "AL"}
"""What Unicode calls letters that run rightwards and leftwards."""

SMALL = 300
"""Numbers below this are written once: a table has many."""

KEPT_NAMES = 10_000
"""Names of players of which is kept how they stand in a sentence."""

PLACES = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th"), N_("6th"))


class Formats:
    """How one language writes what every product has, with the digits 0 to 9 or its `native` ones."""

    def __init__(self, language: str, native: bool = False) -> None:
        self.language = language
        self.locale = Locale.parse(_REGIONS.get(language, language))
        # Named: what a language counts with by default differs from one release of its data to the next.
        system = self.locale.other_numbering_systems["native"] if native else "latn"
        self._digits = system if system in _ZEROS else "latn"
        # Where lines run leftwards these come with a mark that says on which side of the number they stand.
        self._plus = get_plus_sign_symbol(self.locale, numbering_system=self._digits)
        self._minus = get_minus_sign_symbol(self.locale, numbering_system=self._digits).replace("-", "−")
        zero = _ZEROS.get(system, "0")
        self._numerals = {ord("0") + digit: chr(ord(zero) + digit) for digit in range(10)}
        self._own_runs = {"L"} if self.direction == "ltr" else {"R", "AL"}
        self.apart = lru_cache(KEPT_NAMES)(self._apart)
        self.catalogue = _catalogue(language)
        self.own_name = (Locale.parse(language).get_display_name() or language).capitalize()
        """What the language calls itself."""
        self.gettext = self.catalogue.gettext
        self.ngettext = self.catalogue.ngettext
        self._small = [self._formatted(value, "#,##0") for value in range(SMALL)]

    @property
    def direction(self) -> str:
        """`ltr` or `rtl`."""
        return str(self.locale.text_direction)

    def number(self, value: float, digits: int = 0) -> str:
        """A number with its separators, and so many digits after the point."""
        if value < 0:
            return self.signed(value, digits)
        if not digits and isinstance(value, int) and 0 <= value < SMALL:
            return self._small[value]
        return self._formatted(value, "#,##0" + ("." + "0" * digits if digits else ""))

    def _formatted(self, value: float, pattern: str) -> str:
        text = format_decimal(value, pattern, self.locale, numbering_system=self._digits)
        return text.translate(self._numerals)

    def signed(self, value: float, digits: int = 0) -> str:
        """A number with its sign, `+3`; 0 has none. Set apart where lines run leftwards."""
        sign = self._plus if value > 0 else self._minus if value < 0 else ""
        text = sign + self.number(abs(value), digits)
        return text if self.direction == "ltr" else f"\u2068{text}\u2069"

    def day(self, day: date) -> str:
        """A day without its year: `Thursday 12 June`."""
        pattern = str(self.locale.datetime_skeletons["MMMMEd"]).replace("E", "EEEE")
        return format_date(day, pattern, self.locale).translate(self._numerals)

    def month(self, day: date) -> str:
        """The month of a day: `June 2026`."""
        return format_skeleton("yMMMM", day, locale=self.locale).translate(self._numerals)

    def weekday(self, day: date, width: Literal["narrow", "abbreviated", "wide"] = "narrow") -> str:
        """The day of the week: `T`, `Thu` or `Thursday`."""
        return str(self.locale.days["stand-alone"][width][day.weekday()])

    def date(self, day: date) -> str:
        """A day with its year: `12 June 2026`."""
        return format_date(day, "long", self.locale).translate(self._numerals)

    def moment(self, milliseconds: int) -> str:
        """When something was, in UTC, with the same clock in every language: `30 November, 05:43 UTC`."""
        moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
        day = format_skeleton("MMMMd", moment, locale=self.locale).translate(self._numerals)
        clock = f"{moment:%H:%M}".translate(self._numerals)
        return self.gettext("%(day)s, %(clock)s UTC") % {"day": day, "clock": clock}

    def time(self, seconds: int) -> str:
        """A time needed, as on a stopwatch: `5:48`, `1:02:09`. Reads left to right in every language."""
        hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
        text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
        return text.translate(self._numerals)

    def duration(self, seconds: int) -> str:
        """A stretch of time in its two largest parts: `7 h 24 min`, `5 min 8 s`, `12 s`."""
        hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
        if hours:
            return self.gettext("%(hours)s h %(minutes)s min") % {
                "hours": self.number(hours),
                "minutes": self.number(minutes),
            }
        if minutes:
            return self.gettext("%(minutes)s min %(seconds)s s") % {
                "minutes": self.number(minutes),
                "seconds": self.number(rest),
            }
        return self.gettext("%(seconds)s s") % {"seconds": self.number(rest)}

    def list(self, items: Iterable[str]) -> str:
        """Several as a part of a sentence: `a, b and c`."""
        several = list(items)
        return several[0] if len(several) == 1 else format_list(several, "standard", self.locale)

    def place(self, place: int) -> str:
        """A place in the ranking of a table, from 1: `2nd`."""
        return self.gettext(PLACES[place - 1]).translate(self._numerals)

    def _apart(self, name: str) -> str:
        """A name as a part of a sentence: one whose letters run another way must not reorder the line."""
        runs = {unicodedata.bidirectional(letter) for letter in name}
        first = unicodedata.bidirectional(name[0]) if name else ""
        if first in self._own_runs and not runs & _RUNS - self._own_runs:
            return name
        return f"\u2068{name}\u2069"


@cache
def _catalogue(language: str) -> NullTranslations:
    """A language's messages, read from its text: there is nothing to compile. English has none."""
    source = _LOCALE / language / "LC_MESSAGES" / "messages.po"
    if not source.exists():
        return NullTranslations()
    compiled = BytesIO()
    with source.open("rb") as file:
        write_mo(compiled, read_po(file, language))
    compiled.seek(0)
    return GNUTranslations(compiled)
