"""What every game shares: moves, zones, views, outcomes, the errors, and the protocol `Game`.

Rules are pure functions over immutable values. They import the standard library only: no clock, no random
source, no I/O. `seen_zones` is the one door for hidden information: what a zone does not show is a back.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from kingscorners.cards import BACK, BadNotation, Card, is_card

_WORD = "[A-Za-z0-9]+(?:-[a-z0-9]+)*"
_MOVE = re.compile(f"{_WORD}(?: {_WORD})*")
_LONGEST_MOVE = 200


class Move(NamedTuple):
    """One action: a verb and its words, `play 9h north`. A word is a card, a zone's name or a number."""

    verb: str
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.words))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards among the words, in their order."""
        return tuple(Card.parse(word) for word in self.words if is_card(word))

    @classmethod
    @lru_cache(10_000)
    def parse(cls, text: str) -> Move:
        """The move written `text`: words with single spaces between them. Raises `BadNotation`."""
        if len(text) > _LONGEST_MOVE or not _MOVE.fullmatch(text):
            raise BadNotation("not a move")
        verb, *words = text.split(" ")
        return cls(verb, tuple(words))


NEXT_DEAL = Move("deal")
"""Goes on to the next deal. While it alone is legal the finished deal stays on the table, hands face up."""

RESIGN = Move("resign")
"""Gives the deal up, in games that have such a move; it comes last among the legal ones."""


class Undo(Enum):
    """How far moves can be taken back."""

    NEVER = "never"
    UNSEEN = "unseen"
    """Inside one's own turn, and never past a move that showed a card (KC-Q25)."""
    ALWAYS = "always"
    """To the beginning of the deal; what was seen on the way is known, and every step back is counted."""


class Zone(NamedTuple):
    """A named place for cards, bottom card first.

    `kind` says what it is (`hand`, `side`, `stock`): zones of one kind share their words and their drawing.
    `seen_by` is the seats that see its cards, `None` for everybody; how many there are is never hidden. The
    `down` lowest cards lie face down all the same: nobody sees them.
    """

    name: str
    kind: str
    cards: tuple[Card, ...]
    seen_by: frozenset[int] | None = None
    seat: int | None = None
    down: int = 0


NOBODY: frozenset[int] = frozenset()


class SeenZone(NamedTuple):
    """A zone as one seat may see it: `None` is a back."""

    name: str
    kind: str
    cards: tuple[Card | None, ...]
    seat: int | None = None

    def notation(self) -> list[str]:
        """The cards in text form, backs as `??`."""
        return [BACK if card is None else str(card) for card in self.cards]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: total points and place (from 1, ties share) by seat, and the reason's id.

    Partners have one place between them: of two sides the second is in place 2 with all its seats. Who plays
    alone is first after winning and second after losing. `moves` is how many moves it took, in games where
    fewer are better; `parts` what time did to the points, by ids that have words.
    """

    points: tuple[int, ...]
    places: tuple[int, ...]
    reason: str
    moves: int = 0
    parts: Mapping[str, int] = field(default_factory=dict)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something cannot be: an id that has words in every language, and what fills their gaps."""

    code: str
    gaps: Mapping[str, str | int] = field(default_factory=dict)


class TableError(Exception):
    """Something a player cannot do now."""


class IllegalMove(TableError):
    """A move that the rules do not allow, with the reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason


class NotYourTurn(TableError):
    """Another seat is on turn."""


class Stale(TableError):
    """The move answers a ply that is not the last; `ply` is the current one."""

    def __init__(self, ply: int) -> None:
        super().__init__(f"the match is at ply {ply}")
        self.ply = ply


class Finished(TableError):
    """The match is over."""


class NotFound(TableError):
    """There is no such thing for whoever asks."""


S = TypeVar("S")


class Game(ABC, Generic[S]):
    """Stateless rules. Every method is a pure function of its arguments; `S` is the game's immutable state.

    A game's file may use no other module of ours than `cards`, `game` and `options`.
    """

    name: ClassVar[str]
    """The id, as in `kings-corners`."""
    seats: ClassVar[range]
    """How many may play."""
    options: ClassVar[type]
    """A frozen dataclass whose defaults are the house rules (see `kingscorners.options`)."""
    version: ClassVar[int]
    """Raised when a stored move would mean something else."""
    daily_seats: ClassVar[int]
    """How many seats today's match has."""
    daily_level: ClassVar[str]
    """The level of today's computer players."""
    daily_options: ClassVar[Mapping[str, str | int | bool]] = {}
    """Where today's match differs from the house rules."""
    practice_options: ClassVar[Mapping[str, str | int | bool]] = {}
    """The same for further attempts at it, which do not rank."""
    more_is_better: ClassVar[bool] = False
    """Whether the highest points win, not the lowest."""

    def sides(self, seats: int) -> tuple[int, ...]:
        """The side that each seat plays for, numbered from 0: partners share it, points and places too."""
        return tuple(range(seats))

    def places(self, points: Sequence[int]) -> tuple[int, ...]:
        """The place (from 1, ties share) of every seat by its side's points."""
        by_side = dict(zip(self.sides(len(points)), points, strict=True))
        sign = -1 if self.more_is_better else 1
        return tuple(1 + sum(sign * other < sign * own for other in by_side.values()) for own in points)

    @abstractmethod
    def check(self, seats: int, options: Any) -> None:
        """Raise `BadOption` where `seats` and `options` contradict each other."""

    @abstractmethod
    def deal(self, seed: bytes, seats: int, options: Any) -> S:
        """The state after the first deal of a match."""

    @abstractmethod
    def turn(self, state: S) -> int | None:
        """The seat on turn; `None` when the match is over."""

    @abstractmethod
    def legal_moves(self, state: S) -> tuple[Move, ...]:
        """Every legal move of the seat on turn, once, in a fixed order; `()` when the match is over.

        This is the one definition of legality.
        """

    def is_legal(self, state: S, move: Move) -> bool:
        """Whether a move is in `legal_moves`. Games that can tell without listing them all replay faster."""
        return move in self.legal_moves(state)

    @abstractmethod
    def apply(self, state: S, move: Move) -> S:
        """The state after a move that is in `legal_moves`."""

    @abstractmethod
    def zones(self, state: S) -> tuple[Zone, ...]:
        """Every card exactly once. The zones have the same names in the same order all through a match."""

    @abstractmethod
    def facts(self, state: S) -> Mapping[str, int | str]:
        """Public things that are no cards.

        Every game states `deal` (the number from 1), `dealer`, `points-<seat>` (totals) and
        `points-<seat>-<deal>` (what each finished deal added). Where somebody went out and so ended the deal,
        `out` is that seat: it gets the crown on the score sheet.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the match ended; `None` while it goes on."""

    def counts(self, state: S) -> Mapping[str, tuple[int, ...]]:
        """What statistics count besides points in a deal that is over, by seat: ids that have words."""
        return {}

    @abstractmethod
    def why_not(self, state: S, move: Move) -> Reason:
        """Why a move that is not in `legal_moves` is not legal."""

    @abstractmethod
    def longest(self, seats: int, options: Any) -> int:
        """A bound on the number of moves of any match, undone ones not counted."""

    def timed(self, outcome: Outcome, options: Any, seconds: int) -> Outcome:
        """The outcome of a match that took so long, where the options let time count: rules have no clock."""
        return outcome

    def undo(self, options: Any) -> Undo:
        """How far moves can be taken back."""
        return Undo.UNSEEN

    @abstractmethod
    def margin(self, outcome: Outcome, seat: int) -> int:
        """How clearly `seat` did better than the others: the second key of every board, more is better."""


class View(NamedTuple):
    """What one seat may know. `seat` is `None` for somebody who only watches."""

    game: str
    options: Any
    seats: int
    seat: int | None
    turn: int | None
    zones: tuple[SeenZone, ...]
    facts: Mapping[str, int | str]
    legal: tuple[Move, ...]
    outcome: Outcome | None

    def cards(self, zone: str) -> tuple[Card | None, ...]:
        """What lies in the zone of that name, bottom card first. Raises `KeyError`."""
        for seen in self.zones:
            if seen.name == zone:
                return seen.cards
        raise KeyError(zone)

    @property
    def between_deals(self) -> bool:
        """A deal is over and the match is not: whoever sits at the table may go on."""
        return self.legal == (NEXT_DEAL,)


def view(game: Game[S], state: S, options: Any, seats: int, seat: int | None) -> View:
    """What `seat` may know of `state`.

    Between deals every seat is offered `deal`; otherwise only the seat on turn has legal moves.
    """
    return view_with(game, state, options, seats, seat, game.legal_moves(state), game.zones(state))


def view_with(
    game: Game[S],
    state: S,
    options: Any,
    seats: int,
    seat: int | None,
    legal: tuple[Move, ...],
    zones: tuple[Zone, ...],
) -> View:
    """As `view`, for who has the `legal_moves` and the `zones` of the state already."""
    turn = game.turn(state)
    if seat is None or (seat != turn and legal != (NEXT_DEAL,)):
        legal = ()
    shown, facts, outcome = seen_zones(zones, seat), game.facts(state), game.outcome(state)
    return View(game.name, options, seats, seat, turn, shown, facts, legal, outcome)


def seen_zones(zones: Iterable[Zone], seat: int | None) -> tuple[SeenZone, ...]:
    """Zones as `seat` may see them: the only place where cards are masked."""
    return tuple(
        [
            SeenZone(
                name,
                kind,
                (cards if not down else (None,) * down + cards[down:])
                if seen_by is None or seat in seen_by
                else (None,) * len(cards),
                whose,
            )
            for name, kind, cards, seen_by, whose, down in zones
        ]
    )


Z = TypeVar("Z", Zone, SeenZone)


def hand_of(zones: Iterable[Z], seat: int) -> Z | None:
    """The hand of a seat: its zone of the kind `hand`. There are games without."""
    return next((zone for zone in zones if zone.seat == seat and zone.kind == "hand"), None)


def open_hands(zones: Iterable[Zone]) -> tuple[Zone, ...]:
    """The zones with everybody's hand face up: for a match that is over, as between two deals."""
    return tuple([zone if zone.seat is None else zone._replace(seen_by=None) for zone in zones])


def changes(
    before: Iterable[Zone], after: Iterable[Zone], seat: int | None
) -> tuple[tuple[SeenZone, ...], tuple[SeenZone, ...]]:
    """The zones that differ between two states of a match, before and after, as `seat` may see them."""
    pairs = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    return seen_zones([old for old, _ in pairs], seat), seen_zones([new for _, new in pairs], seat)
