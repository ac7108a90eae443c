"""Words: what ids, cards, numbers, times and problems are called in a language.

English is written here, in the templates and in `phrases/`; other languages are catalogues in `locale/`.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Literal

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal
from starlette.requests import Request

from kingscorners.cards import DECK, Card
from kingscorners.game import Move, Reason, SeenZone, View
from kingscorners.server.phrases import PHRASES
from kingscorners.server.phrases.base import N_

LANGUAGES = ("en",)
"""The languages the pages come in, by the first part of their address; the first is for who asks for none."""

_LOCALE = Path(__file__).parent / "locale"
_DIGITS = "latn"
"""Named, since what a language counts with by default differs from one release of its data to the next."""

SMALL = 300
"""Numbers below this are written once: a table has many."""

RANKS = {1: N_("Ace"), 11: N_("Jack"), 12: N_("Queen"), 13: N_("King")}
SUITS = {"c": N_("clubs"), "d": N_("diamonds"), "h": N_("hearts"), "s": N_("spades")}
LEVELS = {"novice": N_("Novice"), "steady": N_("Steady"), "sharp": N_("Sharp")}
PLACES = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th"), N_("6th"))

PROBLEMS = {
    "nothing-to-undo": N_("There is nothing to take back in this turn."),
    "undo-never": N_("Nothing can be taken back in this match."),
    "undone-enough": N_("Enough has been taken back in this turn."),
    "card-was-shown": N_("A card was turned up: that cannot be taken back."),
    "bad-notation": N_("That is not a move."),
    "not-your-turn": N_("It is not your turn."),
    "stale": N_("The game has moved on. This is how it stands now."),
    "finished": N_("This match is over."),
    "not-found": N_("There is no such page, or it is not yours to see."),
    "bad-option": N_("%(field)s: allowed is %(allowed)s."),
    "invalid": N_("%(field)s: %(allowed)s."),
    "bad-json": N_("The request is not valid JSON."),
    "bad-request": N_("The request cannot be understood."),
    "bad-method": N_("That cannot be done at this address."),
    "bad-origin": N_("The request came from another site and was not carried out."),
    "too-large": N_("The request is too large."),
    "bad-content": N_("The request has to be JSON or a plain form, in UTF-8."),
    "unavailable": N_("The server cannot save just now. Nothing is lost: please try again in a moment."),
    "name-empty": N_("A name needs a letter or a digit."),
    "name-long": N_("A name may have %(most)s characters at most."),
    "name-characters": N_("The name has characters that cannot be shown."),
}
"""By the code of a `Reason` that no game gives."""


class Words:
    """The words of one language: get it with `words`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.locale = Locale.parse(language)
        self.catalogue = gettext.translation("messages", _LOCALE, [language], fallback=True)
        self.gettext = self.catalogue.gettext
        self.ngettext = self.catalogue.ngettext
        self._cards = {card: self._named(card) for card in DECK}
        self._small = [self._formatted(value, "#,##0") for value in range(SMALL)]

    @property
    def direction(self) -> str:
        """`ltr` or `rtl`."""
        return str(self.locale.text_direction)

    @property
    def own_name(self) -> str:
        """What the language calls itself."""
        return (self.locale.get_display_name() or self.language).capitalize()

    # ------------------------------------------------------------------ numbers, days, lists

    def number(self, value: float, digits: int = 0) -> str:
        """A number with its separators, and so many digits after the point."""
        if not digits and isinstance(value, int) and 0 <= value < SMALL:
            return self._small[value]
        return self._formatted(value, "#,##0" + ("." + "0" * digits if digits else ""))

    def _formatted(self, value: float, pattern: str) -> str:
        return format_decimal(value, pattern, self.locale, numbering_system=_DIGITS)

    def signed(self, value: int) -> str:
        """A number with its sign, `+3`; 0 has none. Typographic minus."""
        return f"{'+' if value > 0 else '−' if value < 0 else ''}{self.number(abs(value))}"

    def day(self, day: date) -> str:
        """A day without its year: `Thursday, June 12`."""
        return format_date(day, "EEEE, MMMM d" if self.language == "en" else "EEEE d MMMM", self.locale)

    def month(self, day: date) -> str:
        """The month of a day: `June 2026`."""
        return format_skeleton("yMMMM", day, locale=self.locale)

    def weekday(self, day: date, width: Literal["narrow", "wide"] = "narrow") -> str:
        """The day of the week: `T`, or `Thursday`."""
        return str(self.locale.days["stand-alone"][width][day.weekday()])

    def date(self, day: date) -> str:
        """A day with its year: `June 12, 2026`."""
        return format_date(day, "long", self.locale)

    def time(self, seconds: int) -> str:
        """A time needed, as on a stopwatch: `5:48`, `1:02:09`. Reads left to right in every language."""
        hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

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
        """Several as a part of a sentence: `a, b, and c`."""
        several = list(items)
        return several[0] if len(several) == 1 else format_list(several, "standard", self.locale)

    def place(self, place: int) -> str:
        """A place in the ranking of a table, from 1: `2nd`."""
        return self.gettext(PLACES[place - 1])

    def cards_left(self, count: int) -> str:
        """`6 cards`."""
        return self.ngettext("%(num)d card", "%(num)d cards", count) % {"num": count}

    def points(self, count: int) -> str:
        """`14 points`."""
        return self.ngettext("%(num)d point", "%(num)d points", count) % {"num": count}

    # ------------------------------------------------------------------ cards, zones, options

    def card(self, card: Card | None) -> str:
        """A card's name, `9 of hearts`; a back is `a card`."""
        return self.gettext("a card") if card is None else self._cards[card]

    def _named(self, card: Card) -> str:
        rank, suit = self.rank(card.rank), self.gettext(SUITS[card.suit])
        return self.gettext("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit}

    def rank(self, rank: int) -> str:
        """A rank's name: `Queen`, `9`."""
        return self.gettext(RANKS[rank]) if rank in RANKS else self._formatted(rank, "0")

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
            text = self.ngettext("%(zone)s, %(num)d card.", "%(zone)s, %(num)d cards.", count)
            return text % {"zone": name, "num": count}
        if count == 1:
            return self.gettext("%(zone)s pile, 1 card: %(top)s.") % {"zone": name, "top": self.card(top)}
        text = self.ngettext(
            "%(zone)s pile, %(num)d card. Top %(top)s, bottom %(bottom)s.",
            "%(zone)s pile, %(num)d cards. Top %(top)s, bottom %(bottom)s.",
            count,
        )
        return text % {"zone": name, "num": count, "top": self.card(top), "bottom": self.card(bottom)}

    # ------------------------------------------------------------------ problems

    def about(self, view: View, seat: int) -> str:
        """What has to be known of a seat beside its cards and points; often nothing."""
        known = PHRASES[view.game].about(view, seat)
        if known is None:
            return ""
        text, gaps = known
        return self.gettext(text) % {gap: self.number(number) for gap, number in gaps.items()}

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

    def _gap(self, gap: str, value: str | int) -> str:
        if gap == "card":
            return self.card(Card.parse(str(value)))
        if gap == "rank":
            return self.rank(int(value))
        if gap == "zone":
            return next(self.zone(game, str(value)) for game in PHRASES if value in PHRASES[game].zones)
        return self.number(value) if isinstance(value, int) else value


@cache
def words(language: str) -> Words:
    """The words of one of `LANGUAGES`."""
    return Words(language)


def words_of(request: Request) -> Words:
    """The words in the language of a page's address; for a program, in the one that it accepts best."""
    asked = request.scope["path"].split("/", 2)[1]
    if asked in LANGUAGES:
        return words(asked)
    for wish in request.headers.get("accept-language", "").split(","):
        language = wish.split(";")[0].split("-")[0].strip().lower()
        if language in LANGUAGES:
            return words(language)
    return words(LANGUAGES[0])
