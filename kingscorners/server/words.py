"""Words: what ids, cards, numbers, times and problems are called in a language.

English is written here, in the templates and in `phrases/`; other languages are catalogues in `locale/`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, Protocol

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, get_minus_sign_symbol, get_plus_sign_symbol
from starlette.requests import Request

from kingscorners.cards import DECK, Card
from kingscorners.game import Move, Reason, SeenZone, View
from kingscorners.server.languages import language_of
from kingscorners.server.phrases import PHRASES
from kingscorners.server.phrases.base import N_, Done, Measure

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

RANKS = {1: N_("Ace"), 11: N_("Jack"), 12: N_("Queen"), 13: N_("King")}
NAMED = {
    1: N_("Ace of %(suit)s"),
    11: N_("Jack of %(suit)s"),
    12: N_("Queen of %(suit)s"),
    13: N_("King of %(suit)s"),
}
"""Whole, since in some languages a word between the two depends on the first."""
SUITS = {"c": N_("clubs"), "d": N_("diamonds"), "h": N_("hearts"), "s": N_("spades")}
LEVELS = {"novice": N_("Novice"), "steady": N_("Steady"), "sharp": N_("Sharp")}
PLACES = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th"), N_("6th"))

PROBLEMS = {
    "nothing-to-undo": N_("There is nothing to take back in this turn."),
    "undo-never": N_("Nothing can be taken back in this match."),
    "undone-enough": N_("You cannot take back any more moves in this turn."),
    "card-was-shown": N_("A card has been turned up. This cannot be taken back."),
    "bad-notation": N_("That is not a move."),
    "bad-cursor": N_("There is no such place on this leaderboard."),
    "not-your-turn": N_("It is not your turn."),
    "stale": N_("The game has moved on. This is how it stands now."),
    "finished": N_("This match is over."),
    "promise-used": N_(
        "Another match has used this secret in the meantime. Nothing has been dealt. You can see the SHA-256"
        " of the next secret below."
    ),
    "not-found": N_("This page does not exist, or you may not see it."),
    "bad-option": N_("%(field)s: the allowed values are %(allowed)s."),
    "invalid": N_("%(field)s: %(allowed)s."),
    "unknown-field": N_("There is no field %(field)s here."),
    "bad-json": N_("The request is not valid JSON."),
    "bad-request": N_("The request cannot be understood."),
    "bad-method": N_("This cannot be done at this address."),
    "bad-origin": N_("The request came from another site and was not carried out."),
    "too-large": N_("The request is too large."),
    "bad-content": N_("The request has to be JSON or a plain form in UTF-8."),
    "unavailable": N_(
        "The server cannot save anything at the moment. Nothing is lost. Please try again soon."
    ),
    "unprepared": N_("Today’s deal of this game is being prepared. Please try again in a minute."),
    "unexpected": N_("Something went wrong on the server. It was not your fault. Please try again."),
    "name-empty": N_("A name needs at least one letter or digit."),
    "name-long": N_("A name can have at most %(most)s characters."),
    "bad-code": N_("This code is wrong, used up, or more than ten minutes old."),
    "own-matches": N_("This device has matches of its own: %(matches)s. They have to be brought along."),
    "too-many-codes": N_("There were six wrong codes in a row. Please try again in %(minutes)s min."),
    "name-characters": N_("The name contains characters that cannot be shown."),
}
"""By the code of a `Reason` that no game gives."""


class Named(Protocol):
    """Somebody at a table; computer players have a level."""

    @property
    def name(self) -> str: ...

    @property
    def level(self) -> str | None: ...


class Words:
    """The words of one language, with the digits 0 to 9 or its `native` ones: get it with `words`.

    Ranks of cards are numbered with 0 to 9 whatever the digits are.
    """

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
        self._cards = {card: self._named(card) for card in DECK}
        self._small = [self._formatted(value, "#,##0") for value in range(SMALL)]

    @property
    def direction(self) -> str:
        """`ltr` or `rtl`."""
        return str(self.locale.text_direction)

    # ------------------------------------------------------------------ numbers, days, lists

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

    def weekday(self, day: date, width: Literal["narrow", "wide"] = "narrow") -> str:
        """The day of the week: `T`, or `Thursday`."""
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

    def cards_left(self, count: int) -> str:
        """`6 cards`."""
        return self.ngettext("%(num)s card", "%(num)s cards", count) % {"num": self.number(count)}

    def points(self, count: int) -> str:
        """`14 points`."""
        return self.ngettext("%(num)s point", "%(num)s points", count) % {"num": self.number(count)}

    def measured(self, measure: Measure, done: Done) -> str:
        """What a result reached, as a board shows it: `+12`, `2nd`, `Won`."""
        value = measure.of(done)
        match measure.form:
            case "place":
                return self.place(value)
            case "won":
                return self.gettext("Won") if value == 1 else self.gettext("Not won")
            case "signed":
                return self.signed(value)
            case "number":
                return self.number(value)

    def written(self, measure: Measure, done: Done) -> str:
        """The same with its heading: `Points: 14`."""
        gaps = {"what": self.gettext(measure.title), "value": self.measured(measure, done)}
        return self.gettext("%(what)s: %(value)s") % gaps

    def finished(self, game: str, done: Done) -> str:
        """How a match ended for somebody: `2nd place with 14 points`."""
        text, numbers = PHRASES[game].finished(done)
        gaps = {"points": self.points(done.points), "margin": self.signed(done.margin)}
        numbered = {gap: self.number(number) for gap, number in numbers.items()}
        return self.gettext(text) % {"place": self.place(done.place), **gaps, **numbered}

    def aims(self, view: View) -> bool:
        """Whether a match has several deals whose points are added up."""
        return PHRASES[view.game].aim(view) is not None

    # ------------------------------------------------------------------ players

    def called(self, player: Named) -> str:
        """What somebody is called: computer players in this language, people as they call themselves."""
        return self.gettext(player.name) if player.level else player.name

    def _apart(self, name: str) -> str:
        """A name as a part of a sentence: one whose letters run another way must not reorder the line."""
        runs = {unicodedata.bidirectional(letter) for letter in name}
        first = unicodedata.bidirectional(name[0]) if name else ""
        if first in self._own_runs and not runs & _RUNS - self._own_runs:
            return name
        return f"\u2068{name}\u2069"

    def names(self, players: Iterable[Named]) -> str:
        """Several players as a part of a sentence: `Asha, Omar and Mei`."""
        return self.list(self.apart(self.called(player)) for player in players)

    # ------------------------------------------------------------------ cards, zones, options

    def card(self, card: Card | None) -> str:
        """A card's name, `9 of hearts`; a back is `a card`."""
        return self.gettext("a card") if card is None else self._cards[card]

    def _named(self, card: Card) -> str:
        suit = self.gettext(SUITS[card.suit])
        if card.rank in NAMED:
            return self.gettext(NAMED[card.rank]) % {"suit": suit}
        return self.gettext("%(rank)s of %(suit)s") % {"rank": card.rank, "suit": suit}

    def rank(self, rank: int) -> str:
        """A rank's name: `Queen`, `9`."""
        return self.gettext(RANKS[rank]) if rank in RANKS else str(rank)

    def index(self, card: Card) -> str:
        """The rank as it is printed on the card, the same in every language: `10`, `Q`."""
        return "10" if card.rank == 10 else str(card)[0]

    def game(self, game: str) -> str:
        """A game's name."""
        return self.gettext(PHRASES[game].name)

    def level(self, level: str) -> str:
        """A level of the computer players."""
        return self.gettext(LEVELS[level])

    def option(self, game: str, option: str) -> str:
        """An option's name."""
        return self.gettext(PHRASES[game].options[option])

    def value(self, game: str, option: str, value: Any) -> str:
        """An option's value; numbers of a range speak for themselves."""
        named = PHRASES[game].values.get(option, {})
        return self.gettext(named[value]) if value in named else self.number(value)

    def zone(self, game: str, zone: str) -> str:
        """A zone's name in full: `Northeast corner`."""
        return self.gettext(PHRASES[game].zones[zone][0])

    def zone_short(self, game: str, zone: str) -> str:
        """A zone's name in few letters: `NE`."""
        return self.gettext(PHRASES[game].zones[zone][1])

    def counted(self, game: str, zone: SeenZone) -> str:
        """How many cards lie in a zone, read out: `Stock, 12 cards.`"""
        count = len(zone.cards)
        text = self.ngettext("%(zone)s, %(num)s card.", "%(zone)s, %(num)s cards.", count)
        return text % {"zone": self.zone(game, zone.name), "num": self.number(count)}

    def spread(self, game: str, zone: SeenZone, options: Any) -> str:
        """A zone whose cards lie spread, read out: the open ones, the top one first."""
        shown = [self.card(card) for card in reversed(zone.cards) if card is not None]
        if not shown:
            return self.pile(game, zone, options)
        hidden = len(zone.cards) - len(shown)
        gaps = {"zone": self.zone(game, zone.name), "cards": self.list(shown), "num": self.number(hidden)}
        if not hidden:
            return self.gettext("%(zone)s: %(cards)s.") % gaps
        text = self.ngettext(
            "%(zone)s: %(cards)s, and %(num)s card face down.",
            "%(zone)s: %(cards)s, and %(num)s cards face down.",
            hidden,
        )
        return text % gaps

    def pile(self, game: str, zone: SeenZone, options: Any) -> str:
        """A zone on the table, read out: what lies there, or what an empty one takes."""
        name, count = self.zone(game, zone.name), len(zone.cards)
        if not count:
            note = PHRASES[game].takes(zone, options)[0]
            if not note:
                return self.gettext("%(zone)s, empty.") % {"zone": name}
            return self.gettext("%(zone)s, empty. %(note)s") % {"zone": name, "note": self.gettext(note)}
        bottom, top = zone.cards[0], zone.cards[-1]
        if bottom is None or top is None:
            return self.counted(game, zone)
        if count == 1:
            return self.gettext("%(zone)s pile, 1 card: %(top)s.") % {"zone": name, "top": self.card(top)}
        text = self.ngettext(
            "%(zone)s pile, %(num)s card. Top %(top)s, bottom %(bottom)s.",
            "%(zone)s pile, %(num)s cards. Top %(top)s, bottom %(bottom)s.",
            count,
        )
        gaps = {"zone": name, "num": self.number(count), "top": self.card(top), "bottom": self.card(bottom)}
        return text % gaps

    # ------------------------------------------------------------------ problems

    def about(self, view: View, seat: int) -> tuple[str, str]:
        """What has to be known of a seat beside its cards and points, and in few letters; often nothing."""
        texts, shorts = [], []
        for known in PHRASES[view.game].about(view, seat):
            gaps = {gap: self.number(number) for gap, number in known.gaps.items()}
            texts.append(self.gettext(known.text) % gaps)
            if known.short:
                shorts.append(self.gettext(known.short) % gaps)
        return " · ".join(texts), " ".join(shorts)

    def button(self, move: Move, view: View) -> str:
        """What the button of a move says."""
        text = self.gettext(PHRASES[view.game].button(move, view))
        number = next((self.number(int(word)) for word in move.words if word.isdecimal()), "")
        return text % {"number": number, "cards": self.list(map(self.card, move.cards))}

    def reason(self, reason: Reason) -> str:
        """Why something cannot be, as a sentence. Gaps that are cards, ranks or zones come as their names."""
        code, gaps = reason.code, {gap: self._gap(gap, value) for gap, value in reason.gaps.items()}
        if "colour" in gaps:
            code = f"{code}-{gaps.pop('colour')}"
        known = (game.reasons[code] for game in PHRASES.values() if code in game.reasons)
        return self.gettext(PROBLEMS[code] if code in PROBLEMS else next(known)) % gaps

    def advice(self, game: str, reason: Reason) -> str:
        """What advice in a game is good for, as a sentence."""
        gaps = {gap: self._gap(gap, value) for gap, value in reason.gaps.items()}
        return self.gettext(PHRASES[game].advice[reason.code]) % gaps

    def _gap(self, gap: str, value: str | int) -> str:
        if gap == "card":
            return self.card(Card.parse(str(value)))
        if gap == "rank":
            return self.rank(int(value))
        if gap == "zone":
            return next(self.zone(game, str(value)) for game in PHRASES if value in PHRASES[game].zones)
        return self.number(value) if isinstance(value, int) else value


def words(language: str, native: bool = False) -> Words:
    """The words of a language, with the digits 0 to 9 or the language's `native` ones."""
    return _words(language, native)


_words = cache(Words)


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


def words_of(request: Request) -> Words:
    """The words that a request is answered in.

    Whether their digits are native is `request.state.native_digits`: who knows the visitor's preferences sets
    it before.
    """
    return words(language_of(request), getattr(request.state, "native_digits", False))
