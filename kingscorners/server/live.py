"""A live match: its log replayed, the computer players' turns, and what the seat that asks may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from kingscorners.game import NEXT_DEAL, Game, Move, NotFound, Reason, SeenZone, View, seen_zones
from kingscorners.movement import Movement, movements
from kingscorners.players import PLAYERS
from kingscorners.record import Position, Setup

COMPUTER_NAMES = ("Asha", "Omar", "Mei", "Kofi", "Lena", "Tomas", "Noor", "Ravi", "Yara", "Ines", "Jonas")
"""People's first names, for computer players; the page always says that they are computers."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who has a seat: a computer player of a level, or a person (`level` is `None`)."""

    seat: int
    name: str
    level: str | None
    guest: int | None


@dataclass(frozen=True, slots=True)
class Happening:
    """One line of the log with the states around it."""

    ply: int
    seat: int
    line: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Live:
    """A match replayed. `recent` is what happened since a person's turn last ended."""

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

    def called(self, guest: int, name: str) -> Live:
        """With the name that the guest has now. Raises `NotFound` for who does not sit at the table."""
        seat = seat_of(self, guest)
        if self.players[seat].name == name:
            return self
        players = list(self.players)
        players[seat] = replace(players[seat], name=name)
        return replace(self, players=tuple(players))

    def advance(self, line: str, seat: int) -> tuple[Live, Happening]:
        """After one more line of the log. Raises `BadNotation`, `IllegalMove` or `Finished`."""
        return self._then(self.setup.advance(self.position, line), line, seat)

    def play(self, move: Move, seat: int) -> tuple[Live, Happening]:
        """After a computer player's move."""
        return self._then(self.setup.play(self.position, move), str(move), seat)

    def _then(self, after: Position[Any], line: str, seat: int) -> tuple[Live, Happening]:
        happening = Happening(after.ply, seat, line, self.position.state, after.state)
        turn_over = after.legal and self.setup.game.turn(after.state) != seat
        forget = line == str(NEXT_DEAL) or (turn_over and self.players[seat].level is None)
        recent = () if forget else (*self.recent, happening)
        return replace(self, position=after, recent=recent), happening


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the log as the asking seat sees it: all zones before and after it, and what moved between
    them."""

    ply: int
    seat: int
    move: str
    before: tuple[SeenZone, ...]
    after: tuple[SeenZone, ...]
    movements: tuple[Movement, ...]


@dataclass(frozen=True, slots=True)
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

    @property
    def recent(self) -> tuple[Step, ...]:
        """What happened since one's own last turn ended."""
        return steps_for(self.setup.game, self._happenings, self.seat)


def computers_play(live: Live) -> tuple[Live, tuple[Happening, ...]]:
    """Let the computer players play until a person is on turn, the deal is over, or the match."""
    happenings = []
    game = live.setup.game
    while live.position.legal and live.position.legal != (NEXT_DEAL,):
        seat = game.turn(live.position.state)
        level = None if seat is None else live.players[seat].level
        if seat is None or level is None:
            break
        move = PLAYERS[game.name][level](live.setup.view(live.position, seat))
        live, happening = live.play(move, seat)
        happenings.append(happening)
    return live, tuple(happenings)


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


def steps_for(game: Game[Any], happenings: Sequence[Happening], seat: int) -> tuple[Step, ...]:
    """What happened one after the other, as `seat` may see it."""
    steps = []
    before = seen_zones(game, happenings[0].before, seat) if happenings else ()
    for happening in happenings:
        after = seen_zones(game, happening.after, seat)
        moved = movements(before, after)
        steps.append(Step(happening.ply, happening.seat, happening.line, before, after, moved))
        before = after
    return tuple(steps)
