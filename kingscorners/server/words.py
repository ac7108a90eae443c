"""Words: what cards, zones, moves, results and problems are called in a language.

English is written here, in the templates and in `phrases/`; other languages are catalogues in `locale/`.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, Protocol

from starlette.requests import Request

from kingscorners.cards import DECK, Card
from kingscorners.game import Move, Reason, SeenZone, View
from kingscorners.server.formats import Formats
from kingscorners.server.languages import language_of
from kingscorners.server.phrases import PHRASES
from kingscorners.server.phrases.base import N_, Done, Measure

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
    "wrong-value": N_("%(field)s: there is no such value."),
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


class Words(Formats):
    """The words of one language, with the digits 0 to 9 or its `native` ones: get it with `words`.

    Ranks of cards are numbered with 0 to 9 whatever the digits are.
    """

    def __init__(self, language: str, native: bool = False) -> None:
        super().__init__(language, native)
        self._cards = {card: self._named(card) for card in DECK}

    # ------------------------------------------------------------------ counts and results

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

    # ------------------------------------------------------------------ tables

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

    def around(self, move: Move, view: View) -> tuple[str, str]:
        """What a button says before the cards that its move plays, and after them."""
        before, _, after = self.gettext(PHRASES[view.game].button(move, view)).partition("%(cards)s")
        return before.strip(), after.strip()

    # ------------------------------------------------------------------ problems

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


def words_of(request: Request) -> Words:
    """The words that a request is answered in.

    Whether their digits are native is `request.state.native_digits`: who knows the visitor's preferences sets
    it before.
    """
    return words(language_of(request), getattr(request.state, "native_digits", False))
