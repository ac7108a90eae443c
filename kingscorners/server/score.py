"""The score sheet: what a deal added, how the totals grew, and at the end of a match who has which place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kingscorners.cards import Card
from kingscorners.game import Outcome
from kingscorners.games import GAMES
from kingscorners.server.live import Table
from kingscorners.server.phrases import PHRASES
from kingscorners.server.phrases.base import WON
from kingscorners.server.sharing import Score
from kingscorners.server.telling import Teller
from kingscorners.server.words import Words

_NEAR = 5
"""From how many points before the goal on the sheet points out who is nearest to it."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One deal's part of a bar, in percent of its width: where it begins, its length, what is left after
    it."""

    deal: int
    points: int
    start: float
    length: float
    rest: float
    now: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A side on the sheet, `seat` its first. `left` are the cards it still held, `costly` those that count
    more; `out` means that it has none and is done; `facts` say what else there is to say of its deal, instead
    of them."""

    seat: int
    name: str
    level: str | None
    place: str
    first: bool
    facts: tuple[str, ...]
    left: tuple[Card, ...]
    costly: frozenset[Card]
    out: bool
    added: int
    by_deal: tuple[int, ...]
    segments: tuple[Segment, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet after a deal, the best first. `goal_at` is where the goal's line stands, in percent.
    With `gains` the highest points win: the goal is to be reached, and no points are nothing good.

    `told` and `own` are said aloud: that the deal is over and how, and what that means for oneself.
    """

    title: str
    told: str
    own: str
    aim: str
    note: str
    over: bool
    scored: bool
    deal: int
    winner: int | None
    winner_initial: str
    won: bool
    rows: tuple[Row, ...]
    goal: int | None
    goal_at: float
    gains: bool


def sheet(table: Table, words: Words) -> Sheet | None:
    """The sheet of the deal on the table; `None` while it is played."""
    view = table.view
    if view.outcome is None and not view.between_deals:
        return None
    return _Scorer(table, words).sheet()


def how_it_ended(table: Table, words: Words) -> str:
    """How the deal on the table ended, or with it the match: the title of its sheet."""
    return _Scorer(table, words).title()[0]


class _Scorer:
    def __init__(self, table: Table, words: Words) -> None:
        self.table = table
        self.view = table.view
        self.words = words
        self.phrases = PHRASES[table.view.game]
        self.teller = Teller(words, table.view.game, table.players, table.seat)
        self.goal = self.phrases.goal(table.view)
        self.outcome = outcome = self.view.outcome
        added_up = [int(self.view.facts[f"points-{player.seat}"]) for player in table.players]
        self.totals = list(outcome.points) if outcome else added_up
        self.scale = max(self.goal or 1, *self.totals, *added_up)
        self.game = GAMES[table.view.game]
        self.places = outcome.places if outcome else self.game.places(self.totals)
        self.sides = self.game.sides(len(self.totals))

    def sheet(self) -> Sheet:
        seats = sorted(range(len(self.totals)), key=lambda seat: (seat != self.table.seat, seat))
        sides = {
            self.sides[seat]: [other for other in seats if self.sides[other] == self.sides[seat]]
            for seat in seats
        }
        rows = sorted(
            map(self._row, sides.values()),
            key=lambda row: (self.places[row.seat], row.total, row.seat),
        )
        title, hero = self.title()
        return Sheet(
            title,
            self.words.gettext("The deal is over. %(how)s.") % {"how": title},
            self._own(),
            self._aim(),
            self._note(),
            self.view.outcome is not None,
            self.phrases.scored,
            int(self.view.facts["deal"]),
            hero,
            "" if hero is None else self.teller.initial(hero),
            self.places[self.table.seat] == 1,
            tuple(rows),
            self.goal,
            100 * self.goal / self.scale if self.goal else 100,
            self.game.more_is_better,
        )

    def title(self) -> tuple[str, int | None]:
        """What happened, and whose picture goes with it."""
        w, outcome = self.words, self.view.outcome
        if outcome is None or not outcome.winners:
            text, seat = self.phrases.deal_over(self.view)
            hero = self.view.facts.get("out")
            name = "" if seat is None else self.teller.named(seat)
            return w.gettext(text) % {"name": name}, None if hero is None else int(hero)
        winners = outcome.winners
        names = w.list(self.teller.named(seat) for seat in winners)
        if len({self.sides[seat] for seat in winners}) > 1:
            return w.gettext("%(names)s share first place") % {"names": names}, winners[0]
        if len(winners) > 1:
            hero = self.table.seat if self.table.seat in winners else winners[0]
            return w.gettext("%(names)s won the match together") % {"names": names}, hero
        if winners[0] == self.table.seat:
            return w.gettext("You won the match"), winners[0]
        return w.gettext("%(name)s won the match") % {"name": names}, winners[0]

    def _own(self) -> str:
        w, seat = self.words, self.table.seat
        if self.outcome and not (self.phrases.scored and len(self.totals) > 1):
            return w.gettext("%(what)s.") % {
                "what": w.finished(self.view.game, self._done(self.outcome, seat))
            }
        return w.gettext("You: %(added)s in this deal, %(total)s in all. Your place: %(place)s.") % {
            "added": w.points((self._by_deal(seat) or (0,))[-1]),
            "total": w.points(self.totals[seat]),
            "place": w.place(self.places[seat]),
        }

    def _done(self, outcome: Outcome, seat: int) -> Score:
        margin = self.game.margin(outcome, seat)
        return Score(outcome.points[seat], outcome.places[seat], margin, self._by_deal(seat))

    def _aim(self) -> str:
        w = self.words
        if not self.phrases.scored:
            return ""
        deal = w.gettext("Deal %(number)s") % {"number": w.number(int(self.view.facts["deal"]))}
        aim = self.phrases.aim(self.view)
        return f"{deal} · {w.gettext(aim[0]) % {'number': w.number(aim[1])}}" if aim else deal

    def _note(self) -> str:
        """Who is close to the end, and one's own place."""
        w, own = self.words, self.table.seat
        place = w.gettext("Your place: %(place)s.") % {"place": w.place(self.places[own])}
        if len(self.totals) == 1:
            place = ""
        nearest = max(range(len(self.totals)), key=self.totals.__getitem__)
        away = (self.goal or 0) - self.totals[nearest]
        if self.view.outcome is not None:
            return f"{self._ending()} {place or self._own()}".lstrip()
        if not self.goal or not 0 < away <= _NEAR:
            return place
        if nearest == own:
            text = w.ngettext(
                "You are %(num)s point from %(goal)s.", "You are %(num)s points from %(goal)s.", away
            )
        else:
            text = w.ngettext(
                "%(name)s is %(num)s point from %(goal)s.", "%(name)s is %(num)s points from %(goal)s.", away
            )
        gaps = {"name": self.teller.named(nearest), "num": w.number(away), "goal": w.number(self.goal)}
        return f"{text % gaps} {place}"

    def _ending(self) -> str:
        if (ending := self.phrases.ending(self.view)) is None:
            return ""
        text, seat = ending
        name = "" if seat is None else self.teller.named(seat)
        return self.words.gettext(text) % {"name": name}

    def _row(self, seats: Sequence[int]) -> Row:
        w, seat = self.words, seats[0]
        level = self.table.players[seat].level
        held = (card for zone in self.view.zones if zone.seat == seat for card in zone.cards if card)
        left = sorted(held, key=lambda card: (card.rank, card.suit))
        by_deal = self._by_deal(seat)
        return Row(
            seat,
            w.list(map(self.teller.name, seats)),
            w.level(level) if level else None,
            self._place(seat),
            self.places[seat] == 1,
            tuple(self._facts(seats)),
            tuple(left),
            frozenset(card for card in left if self.phrases.costly(card)),
            self.phrases.goes_out and not left,
            by_deal[-1] if by_deal else 0,
            by_deal,
            self._segments(by_deal),
            self.totals[seat],
        )

    def _place(self, seat: int) -> str:
        if len(self.totals) > 1:
            return self.words.place(self.places[seat])
        return self.words.measured(WON, self._done(self.outcome, seat)) if self.outcome else ""

    def _facts(self, seats: Sequence[int]) -> Iterator[str]:
        w = self.words
        for text, numbers in self.phrases.sheet(self.view, seats):
            yield w.gettext(text) % {gap: w.number(number) for gap, number in numbers.items()}
        if self.table.seat in seats and self.table.undone:
            yield w.gettext("Taken back: %(number)s") % {"number": w.number(self.table.undone)}

    def _by_deal(self, seat: int) -> tuple[int, ...]:
        deals = range(1, int(self.view.facts["deal"]) + 1)
        return tuple(int(self.view.facts[f"points-{seat}-{deal}"]) for deal in deals)

    def _segments(self, by_deal: tuple[int, ...]) -> tuple[Segment, ...]:
        if min(by_deal, default=0) < 0:
            by_deal = (max(sum(by_deal), 0),)
        segments, before = [], 0
        for deal, points in enumerate(by_deal, 1):
            if points:
                start, length = round(100 * before / self.scale, 2), round(100 * points / self.scale, 2)
                rest, now = round(100 - start - length, 2), deal == len(by_deal)
                segments.append(Segment(deal, points, start, length, rest, now))
            before += points
        return tuple(segments)
