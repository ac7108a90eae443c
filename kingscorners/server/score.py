"""The score sheet: what a deal added, how the totals grew, and at the end of a match who has which place."""

from __future__ import annotations

from dataclasses import dataclass

from kingscorners.cards import Card
from kingscorners.games import GAMES
from kingscorners.server.live import Table
from kingscorners.server.phrases import PHRASES
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
    """One seat on the sheet. `left` are the cards it still held; `costly` those that count more."""

    seat: int
    name: str
    level: str | None
    place: str
    first: bool
    left: tuple[Card, ...]
    costly: frozenset[Card]
    added: int
    by_deal: tuple[int, ...]
    segments: tuple[Segment, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet after a deal, the best first. `goal_at` is where the goal's line stands, in percent.

    `told` and `own` are said aloud: that the deal is over and how, and what that means for oneself.
    """

    title: str
    told: str
    own: str
    aim: str
    note: str
    over: bool
    deal: int
    winner: int | None
    winner_initial: str
    won: bool
    rows: tuple[Row, ...]
    goal: int | None
    goal_at: float


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
        self.totals = [int(self.view.facts[f"points-{player.seat}"]) for player in table.players]
        self.scale = max(self.goal or 1, *self.totals)
        outcome = self.view.outcome
        self.game = GAMES[table.view.game]
        self.places = outcome.places if outcome else self.game.places(self.totals)

    def sheet(self) -> Sheet:
        rows = sorted(
            (self._row(player.seat) for player in self.table.players),
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
            int(self.view.facts["deal"]),
            hero,
            "" if hero is None else self.teller.initial(hero),
            self.places[self.table.seat] == 1,
            tuple(rows),
            self.goal,
            100 * self.goal / self.scale if self.goal else 100,
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
        sides = self.game.sides(len(self.totals))
        if len({sides[seat] for seat in winners}) > 1:
            return w.gettext("%(names)s share first place") % {"names": names}, winners[0]
        if len(winners) > 1:
            hero = self.table.seat if self.table.seat in winners else winners[0]
            return w.gettext("%(names)s won the match together") % {"names": names}, hero
        if winners[0] == self.table.seat:
            return w.gettext("You won the match"), winners[0]
        return w.gettext("%(name)s won the match") % {"name": names}, winners[0]

    def _own(self) -> str:
        w, seat = self.words, self.table.seat
        return w.gettext("You: %(added)s in this deal, %(total)s in all. Your place: %(place)s.") % {
            "added": w.points((self._by_deal(seat) or (0,))[-1]),
            "total": w.points(self.totals[seat]),
            "place": w.place(self.places[seat]),
        }

    def _aim(self) -> str:
        w = self.words
        deal = w.gettext("Deal %(number)s") % {"number": w.number(int(self.view.facts["deal"]))}
        aim = self.phrases.aim(self.view)
        return f"{deal} · {w.gettext(aim[0]) % {'number': w.number(aim[1])}}" if aim else deal

    def _note(self) -> str:
        """Who is close to the end, and one's own place."""
        w, own = self.words, self.table.seat
        place = w.gettext("Your place: %(place)s.") % {"place": w.place(self.places[own])}
        nearest = max(range(len(self.totals)), key=self.totals.__getitem__)
        away = (self.goal or 0) - self.totals[nearest]
        if self.view.outcome is not None:
            return f"{self._ending()} {place}".lstrip()
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
        name = "" if seat is None else self.teller.name(seat)
        return self.words.gettext(text) % {"name": name}

    def _row(self, seat: int) -> Row:
        player = self.table.players[seat]
        held = (card for zone in self.view.zones if zone.seat == seat for card in zone.cards if card)
        left = sorted(held, key=lambda card: (card.rank, card.suit))
        by_deal = self._by_deal(seat)
        return Row(
            seat,
            self.teller.name(seat),
            self.words.level(player.level) if player.level else None,
            self.words.place(self.places[seat]),
            self.places[seat] == 1,
            tuple(left),
            frozenset(card for card in left if self.phrases.costly(card)),
            by_deal[-1] if by_deal else 0,
            by_deal,
            self._segments(by_deal),
            self.totals[seat],
        )

    def _by_deal(self, seat: int) -> tuple[int, ...]:
        deals = range(1, int(self.view.facts["deal"]) + 1)
        return tuple(int(self.view.facts[f"points-{seat}-{deal}"]) for deal in deals)

    def _segments(self, by_deal: tuple[int, ...]) -> tuple[Segment, ...]:
        segments, before = [], 0
        for deal, points in enumerate(by_deal, 1):
            if points:
                start, length = round(100 * before / self.scale, 2), round(100 * points / self.scale, 2)
                rest, now = round(100 - start - length, 2), deal == len(by_deal)
                segments.append(Segment(deal, points, start, length, rest, now))
            before += points
        return tuple(segments)
