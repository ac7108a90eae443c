"""Replays: a match that is over, as the table stood after any line of its log, with all hands face up.

Also of a line that nobody played: one that wins the deal of a day.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from kingscorners.cards import SUITS, Card
from kingscorners.game import NEXT_DEAL, Reason, SeenZone, View, hand_of, open_hands, view_with
from kingscorners.record import Setup
from kingscorners.server.history import day_of
from kingscorners.server.live import Happening, Live, Player, Step, Table, steps_for
from kingscorners.server.painter import Painter
from kingscorners.server.preferences import Preferences
from kingscorners.server.scene import Pile, Seat
from kingscorners.server.score import how_it_ended
from kingscorners.server.stored import Whole
from kingscorners.server.telling import turns
from kingscorners.server.words import Words

NO_SEAT = -1
"""The seat of who watches: every player is called by name."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A seat, the cards that it holds, and by what they are called those that lie before it."""

    seat: Seat
    cards: tuple[Card, ...]
    laid: tuple[tuple[str, tuple[Card, ...]], ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after `ply` of `last` lines. `deals` has the ply with which each deal begins.

    `address` is the path of the replay, without the language. `said` is what has just happened, as a
    sentence. Where `goes_on`, one may play from here.
    """

    address: str
    game: str
    title: str
    ply: int
    last: int
    deal: int
    deals: tuple[int, ...]
    piles: tuple[Pile, ...]
    hands: tuple[OpenHand, ...]
    said: str
    goes_on: bool

    @property
    def previous_deal(self) -> int:
        """Where the deal on the table begins, or the one before where it has just begun."""
        return max((start for start in self.deals if start < self.ply), default=0)

    @property
    def next_deal(self) -> int:
        """Where the next deal begins; the end after the last."""
        return min((start for start in self.deals if start > self.ply), default=self.last)


def frame(source: Whole, ply: int, words: Words, preferred: Preferences) -> Frame:
    """A match after `ply` lines; after all of them for a greater number."""
    start = _named(source.beginning, words)
    return _frame(start, source.lines, ply, words, preferred, f"/replay/{start.id}", again=source.public)


def winning_frame(
    setup: Setup[Any], day: date, line: Sequence[str], ply: int, words: Words, preferred: Preferences
) -> Frame:
    """The deal of a day after `ply` moves of a line that wins it."""
    players = (Player(0, words.gettext("The solver"), None, None),)
    live = Live("", setup, players, day, False, "", 0, None, setup.start())
    address = f"/daily/{setup.game.name}/{day}"
    return _frame(live, [(move, 0) for move in line], ply, words, preferred, address, again=False)


def _frame(
    start: Live,
    lines: Sequence[tuple[str, int]],
    ply: int,
    words: Words,
    preferred: Preferences,
    address: str,
    *,
    again: bool,
) -> Frame:
    """The table after so many lines; `again`: one may play on from here."""
    ply = min(ply, len(lines))
    live, happening = start, None
    for line, seat in lines[:ply]:
        live, happening = live.advance(line, seat)
    table = _table(live)
    painter = Painter(table, words, preferred)
    steps = steps_for([_open(happening)] if happening else (), live.setup.game, NO_SEAT)
    view, points = table.view, painter.points()
    return Frame(
        address,
        view.game,
        _title(live, words),
        ply,
        len(lines),
        int(view.facts["deal"]),
        _deals(lines),
        painter.piles(view.zones, turns(view.game, steps) if len(table.players) > 1 else ()),
        tuple(
            OpenHand(
                painter.seat(player, view, points, view.turn),
                _by_rank(hand.cards),
                _laid(view, hand, words),
            )
            for player in table.players
            if (hand := hand_of(view.zones, player.seat))
        ),
        _said(painter, steps, live.position.legal in ((), (NEXT_DEAL,)), words),
        bool(live.position.legal) and again,
    )


def _named(live: Live, words: Words) -> Live:
    """With a word for the people who are deleted."""
    players = (replace(player, name=player.name or words.gettext("Somebody")) for player in live.players)
    return live._replace(players=tuple(players))


def _open(happening: Happening) -> Happening:
    return happening._replace(before=happening.before.opened(), after=happening.after.opened())


def _deals(lines: Sequence[tuple[str, int]]) -> tuple[int, ...]:
    return (0, *(ply for ply, (line, _) in enumerate(lines, 1) if line == str(NEXT_DEAL)))


def _table(live: Live) -> Table:
    """The match for who watches it, with all hands face up."""
    setup, position = live.setup, live.position
    zones = open_hands(position.zones)
    view = view_with(setup.game, position.state, setup.options, setup.seats, None, position.legal, zones)
    return Table(
        live.id,
        setup,
        live.players,
        NO_SEAT,
        live.daily,
        live.ranked,
        live.commitment,
        live.created,
        live.finished,
        position.ply,
        view,
        Reason("nothing-to-undo"),
        live.copied,
        0,
        (),
    )


def _laid(view: View, hand: SeenZone, words: Words) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """What lies before the seat of a hand, by the zones' names."""
    return tuple(
        (words.zone(view.game, zone.name), _by_rank(zone.cards))
        for zone in view.zones
        if zone.seat == hand.seat and zone != hand and zone.cards
    )


def _by_rank(cards: Iterable[Card | None]) -> tuple[Card, ...]:
    known = (card for card in cards if card is not None)
    return tuple(sorted(known, key=lambda card: (card.rank, SUITS.index(card.suit))))


def _title(live: Live, words: Words) -> str:
    if live.daily:
        return words.gettext("Daily deal of %(day)s") % {"day": words.date(live.daily)}
    if live.copied is not None:
        return words.gettext("Match from a replay, %(day)s") % {"day": words.date(day_of(live.created))}
    return words.gettext("Match of %(day)s") % {"day": words.date(day_of(live.created))}


def _said(painter: Painter, steps: tuple[Step, ...], over: bool, words: Words) -> str:
    """What the last line did; and how the deal or the match ended, if it did."""
    said = [painter.teller.step(step) for step in steps] or [words.gettext("The cards are dealt.")]
    if over:
        said.append(words.gettext("%(what)s.") % {"what": how_it_ended(painter.table, words)})
    return " ".join(said)
