"""A live match: its log replayed, the computer players' turns, and what the seat that asks may know of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from kingscorners.game import (
    NEXT_DEAL,
    Game,
    Move,
    NotFound,
    Outcome,
    Reason,
    SeenZone,
    Undo,
    View,
    hand_of,
    seen_zones,
)
from kingscorners.movement import Movement, movements_of
from kingscorners.players import AUTOMATIC, PLAYERS
from kingscorners.record import UNDO, Position, Setup
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


ALONE = 30
"""Who plays alone has one turn from the first card to the last: so many lines of it count as recent."""

Facts = Mapping[str, int | str]
"""What everybody knows at one moment beside the cards, as `Game.facts` tells it."""


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
    """A match replayed. `recent` is what happened since a person's turn last ended, `ALONE` lines at most
    where nobody else plays.

    `counts` is what the game counted in each deal before the one on the table. `copied` is how many lines it
    took over from a replay, `None` for a match that began with a deal. `undone` is how many moves were taken
    back.
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
    copied: int | None = None
    undone: int = 0

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, the time that it took counted where that counts."""
        setup = self.setup
        outcome = setup.game.outcome(self.position.state)
        if outcome is None or self.finished is None:
            return outcome
        return setup.game.timed(outcome, setup.options, (self.finished - self.created) // 1000)

    def ended(self, now: int) -> Live:
        """With `now`, in ms, as its end, if it is over."""
        over = self.setup.game.outcome(self.position.state)
        return self._replace(finished=now if over else None)

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
        return self._moved_on(self.setup.advance(self.position, line), line, seat)

    def play(self, move: Move, seat: int) -> tuple[Live, Happening]:
        """After one more move, which is no undo. Raises `IllegalMove` or `Finished`."""
        return self._moved_on(self.setup.play(self.position, move), str(move), seat)

    def _moved_on(self, after: Position[Any], line: str, seat: int) -> tuple[Live, Happening]:
        happening = Happening(after.ply, seat, line, self.position, after)
        turn_over = self.setup.game.turn(after.state) not in (seat, None)
        forget = self.players[seat].level is None and (turn_over or line == str(NEXT_DEAL))
        earlier = self.recent if len(self.players) > 1 else self.recent[1 - ALONE :]
        recent = () if forget else (*earlier, happening)
        counts = self.counts
        if line == str(NEXT_DEAL):
            counts = (*counts, self.setup.game.counts(self.position.state))
        undone = self.undone + (line == UNDO)
        return self._replace(position=after, recent=recent, counts=counts, undone=undone), happening


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the log as the asking seat sees it, and what moved; a new deal just lies there."""

    ply: int
    seat: int
    move: str
    movements: tuple[Movement, ...]
    _before: Position[Any]
    _after: Position[Any]
    _game: Game[Any]
    _asking: int

    @property
    def before(self) -> tuple[SeenZone, ...]:
        """All zones before it."""
        return seen_zones(self._before.zones, self._asking)

    @property
    def after(self) -> tuple[SeenZone, ...]:
        """All zones after it."""
        return seen_zones(self._after.zones, self._asking)

    @property
    def facts_before(self) -> Facts:
        """What everybody knew before it beside the cards."""
        return self._game.facts(self._before.state)

    @property
    def facts_after(self) -> Facts:
        """The same after it."""
        return self._game.facts(self._after.state)

    def zone(self, name: str) -> SeenZone:
        """One zone after it."""
        return seen_zones([zone for zone in self._after.zones if zone.name == name], self._asking)[0]

    def held(self, seat: int) -> int | None:
        """How many cards a seat had in its hand after it; `None` in games without hands."""
        hand = hand_of(self._after.zones, seat)
        return len(hand.cards) if hand else None


@dataclass(frozen=True)
class Table:
    """A match as the asking seat may know it. `undone` counts moves taken back, where that shows cards."""

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
    copied: int | None
    undone: int
    _happenings: tuple[Happening, ...]

    @cached_property
    def recent(self) -> tuple[Step, ...]:
        """What happened since one's own last turn ended."""
        return steps_for(self._happenings, self.setup.game, self.seat)


def carry_out(live: Live, line: str, seat: int, *, automatic: bool) -> tuple[Live, tuple[Happening, ...]]:
    """Play a move of a person's, and what follows until a person has to choose; or take one back.

    With `automatic` what plays itself is played too, and taken back together with the move before it.
    Raises `BadNotation`, `IllegalMove` or `Finished`.
    """
    if line == UNDO:
        return _take_back(live, seat, automatic=automatic)
    live, mine = live.advance(line, seat)
    live, others = play_on(live, seat if automatic else None)
    return live, (mine, *others)


def play_on(live: Live, automatic: int | None = None) -> tuple[Live, tuple[Happening, ...]]:
    """Let the computer players play until a person is on turn, the deal is over, or the match.

    For the person in the seat `automatic` what plays itself is played too.
    """
    happenings = []
    while live.position.legal and live.position.legal != (NEXT_DEAL,):
        seat = live.setup.game.turn(live.position.state)
        move = None if seat is None else _unasked(live, seat, automatic)
        if seat is None or move is None:
            break
        live, happening = live.play(move, seat)
        happenings.append(happening)
    return live, tuple(happenings)


def _unasked(live: Live, seat: int, automatic: int | None) -> Move | None:
    """What the seat on turn plays without being asked; `None` for a person who has to choose."""
    setup, position, level = live.setup, live.position, live.players[seat].level
    if level is None:
        return _by_itself(setup, position, seat) if seat == automatic else None
    if len(position.legal) == 1:
        return position.legal[0]
    return PLAYERS[setup.game.name][level](setup.view(position, seat))


def _by_itself(setup: Setup[Any], position: Position[Any], seat: int) -> Move | None:
    find = AUTOMATIC.get(setup.game.name)
    return find(setup.view(position, seat)) if find else None


def _take_back(live: Live, seat: int, *, automatic: bool) -> tuple[Live, tuple[Happening, ...]]:
    """The seat's last move taken back; with `automatic` all back to the last one that it made itself."""
    setup, happenings = live.setup, []
    while True:
        undone = live.position.state
        live, happening = live.advance(UNDO, seat)
        happenings.append(happening)
        move = _by_itself(setup, live.position, seat) if automatic else None
        played_itself = move is not None and setup.game.apply(live.position.state, move) == undone
        if not played_itself or setup.why_no_undo(live.position):
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
    view = live.setup.view(live.position, seat)._replace(outcome=live.outcome)
    shows_cards = live.setup.game.undo(live.setup.options) is Undo.ALWAYS
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
        live.copied,
        live.undone if shows_cards else 0,
        live.recent,
    )


def steps_for(happenings: Iterable[Happening], game: Game[Any], seat: int) -> tuple[Step, ...]:
    """What happened one after the other, as `seat` may see it."""
    steps = []
    for ply, who, line, before, after in happenings:
        named = Move.parse(line).cards
        dealt = line == str(NEXT_DEAL)
        moved = () if dealt else movements_of(before.zones, after.zones, seat, who, named)
        steps.append(Step(ply, who, line, moved, before, after, game, seat))
    return tuple(steps)
