"""A live match: its log replayed, the computer players' turns, and what the seat that asks may know of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from kingscorners.game import (
    NEXT_DEAL,
    Move,
    NotFound,
    Reason,
    SeenZone,
    View,
    Zone,
    hand_of,
    open_hands,
    seen_zones,
)
from kingscorners.movement import Movement, movements_of
from kingscorners.players import PLAYERS
from kingscorners.record import Position, Setup
from kingscorners.server.phrases.base import N_

COMPUTER_NAMES = (
    N_("Asha"),
    N_("Omar"),
    N_("Mei"),
    N_("Kofi"),
    N_("Lena"),
    N_("Tomas"),
    N_("Noor"),
    N_("Ravi"),
    N_("Yara"),
    N_("Ines"),
    N_("Jonas"),
)
"""People's first names, for computer players; the page always says that they are computers."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who has a seat: a computer player of a level, or a person (`level` is `None`)."""

    seat: int
    name: str
    level: str | None
    guest: int | None


class Happening(NamedTuple):
    """One line of the log, and how the match stood before and after it."""

    ply: int
    seat: int
    line: str
    before: Position[Any]
    after: Position[Any]


class Live(NamedTuple):
    """A match replayed. `recent` is what happened since a person's turn last ended.

    `counts` is what the game counted in each deal before the one on the table.
    """

    id: str
    setup: Setup[Any]
    players: tuple[Player, ...]
    daily: date | None
    ranked: bool
    commitment: str
    created: int
    finished: int | None
    position: Position[Any]
    recent: tuple[Happening, ...] = ()
    counts: tuple[Mapping[str, tuple[int, ...]], ...] = ()

    def called(self, guest: int, name: str) -> Live:
        """With the name that the guest has now. Raises `NotFound` for who does not sit at the table."""
        seat = seat_of(self, guest)
        if self.players[seat].name == name:
            return self
        players = list(self.players)
        players[seat] = replace(players[seat], name=name)
        return self._replace(players=tuple(players))

    def advance(self, line: str, seat: int) -> tuple[Live, Happening]:
        """After one more line of the log. Raises `BadNotation`, `IllegalMove` or `Finished`."""
        after = self.setup.advance(self.position, line)
        happening = Happening(after.ply, seat, line, self.position, after)
        turn_over = self.setup.game.turn(after.state) not in (seat, None)
        forget = self.players[seat].level is None and (turn_over or line == str(NEXT_DEAL))
        recent = () if forget else (*self.recent, happening)
        counts = self.counts
        if line == str(NEXT_DEAL):
            counts = (*counts, self.setup.game.counts(self.position.state))
        return self._replace(position=after, recent=recent, counts=counts), happening


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the log as the asking seat sees it, and what moved; a new deal just lies there."""

    ply: int
    seat: int
    move: str
    movements: tuple[Movement, ...]
    _before: tuple[Zone, ...]
    _after: tuple[Zone, ...]
    _asking: int

    @property
    def before(self) -> tuple[SeenZone, ...]:
        """All zones before it."""
        return seen_zones(self._before, self._asking)

    @property
    def after(self) -> tuple[SeenZone, ...]:
        """All zones after it."""
        return seen_zones(self._after, self._asking)

    def zone(self, name: str) -> SeenZone:
        """One zone after it."""
        return seen_zones([zone for zone in self._after if zone.name == name], self._asking)[0]

    def held(self, seat: int) -> int | None:
        """How many cards a seat had in its hand after it; `None` in games without hands."""
        hand = hand_of(self._after, seat)
        return len(hand.cards) if hand else None


@dataclass(frozen=True)
class Table:
    """A match as the asking seat may know it."""

    id: str
    setup: Setup[Any]
    players: tuple[Player, ...]
    seat: int
    daily: date | None
    ranked: bool
    commitment: str
    created: int
    finished: int | None
    ply: int
    view: View
    why_no_undo: Reason | None
    _happenings: tuple[Happening, ...]

    @cached_property
    def recent(self) -> tuple[Step, ...]:
        """What happened since one's own last turn ended."""
        return steps_for(self._happenings, self.seat)


def computers_play(live: Live) -> tuple[Live, tuple[Happening, ...]]:
    """Let the computer players play until a person is on turn, the deal is over, or the match."""
    happenings = []
    setup, position = live.setup, live.position
    while position.legal and position.legal != (NEXT_DEAL,):
        seat = setup.game.turn(position.state)
        level = None if seat is None else live.players[seat].level
        if seat is None or level is None:
            break
        move = position.legal[0]
        if len(position.legal) > 1:
            move = PLAYERS[setup.game.name][level](setup.view(position, seat))
        after = setup.play(position, move)
        happenings.append(Happening(after.ply, seat, str(move), position, after))
        position = after
    return live._replace(position=position, recent=(*live.recent, *happenings)), tuple(happenings)


def seat_of(live: Live, guest: int | None) -> int:
    """The seat of this guest. Raises `NotFound` for who does not sit at the table."""
    for player in live.players:
        if guest is not None and player.guest == guest:
            return player.seat
    raise NotFound


def table_for(live: Live, guest: int) -> Table:
    """The match as this guest may know it. Raises `NotFound`."""
    seat = seat_of(live, guest)
    view = live.setup.view(live.position, seat)
    return Table(
        live.id,
        live.setup,
        live.players,
        seat,
        live.daily,
        live.ranked,
        live.commitment,
        live.created,
        live.finished,
        live.position.ply,
        view,
        live.setup.why_no_undo(live.position) if view.turn == seat else Reason("nothing-to-undo"),
        live.recent,
    )


def steps_for(happenings: Iterable[Happening], seat: int, *, opened: bool = False) -> tuple[Step, ...]:
    """What happened one after the other, as `seat` may see it; `opened`: with all hands face up."""
    steps = []
    for ply, who, line, *positions in happenings:
        before, after = (open_hands(at.zones) if opened else at.zones for at in positions)
        named = Move.parse(line).cards
        moved = () if line == str(NEXT_DEAL) else movements_of(before, after, seat, who, named)
        steps.append(Step(ply, who, line, moved, before, after, seat))
    return tuple(steps)
