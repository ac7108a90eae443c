"""A match as data: what it was dealt from, and the log of its moves. States are replayed, never stored.

The text form is the export, the replay, the bug report and the test file:

    game: kings-corners
    version: 1
    options: {"profile": "zone"}
    players: person steady steady
    seed: 5f0c...
    commitment: 9ab1...

    play 9h north
    end
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from kingscorners import options as option_fields
from kingscorners.cards import BadNotation
from kingscorners.game import (
    NEXT_DEAL,
    Finished,
    Game,
    IllegalMove,
    Move,
    Reason,
    Undo,
    View,
    Zone,
    changes,
    open_hands,
    view_with,
)
from kingscorners.games import GAMES
from kingscorners.options import BadOption

S = TypeVar("S")
T = TypeVar("T")

UNDO = "undo"
UNDOS_A_TURN: Mapping[Undo, int] = {Undo.NEVER: 0, Undo.UNSEEN: 100, Undo.ALWAYS: 10_000}
"""Taking back has to end some time: a log has a bound."""


def seed_from(secret: bytes, nonce: bytes) -> bytes:
    """The seed that the site's secret and the player's nonce make: HMAC-SHA256 of the nonce, keyed with the
    secret.

    A plain SHA-256 of both would not do: with an empty nonce it is the public commitment itself, and with
    one that continues SHA-256's padding it can be computed from the commitment.
    """
    return hmac.digest(secret, nonce, "sha256")


class _Once(Generic[T]):
    """`functools.cached_property` without the one lock that, before Python 3.12, all positions of all threads
    wait for: two threads that ask at once both find out the same."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find = find

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, position: object, owner: type) -> T:
        found = vars(position)[self._name] = self._find(position)
        return found


@dataclass(frozen=True)
class Position(Generic[S]):
    """A match after `ply` lines of its log.

    `past` are the earlier states of this turn, the oldest first; `undone` counts what was taken back in it.
    """

    game: Game[S] = field(compare=False)
    ply: int
    state: S
    past: tuple[S, ...] = ()
    undone: int = 0

    # Most positions are only passed through when a log is replayed: what is not asked for is not found out.

    @_Once
    def legal(self) -> tuple[Move, ...]:
        """What may be played now."""
        return self.game.legal_moves(self.state)

    @_Once
    def zones(self) -> tuple[Zone, ...]:
        """Where all cards lie."""
        return self.game.zones(self.state)

    def allows(self, move: Move) -> bool:
        """Whether it may be played now: looked up where all that may be is known, else found out alone."""
        known = vars(self).get("legal")  # where `_Once` keeps what it found
        return move in known if known is not None else self.game.is_legal(self.state, move)

    def opened(self) -> Position[S]:
        """The same with all hands face up, for a match that is over."""
        twin = replace(self)
        vars(twin)["zones"] = open_hands(self.zones)
        return twin


@dataclass(frozen=True, slots=True)
class Setup(Generic[S]):
    """What a match is played with: everything but its moves."""

    game: Game[S]
    seed: bytes
    seats: int
    options: Any

    def start(self) -> Position[S]:
        """The position after the first deal. Raises `BadOption`."""
        return self.position(0, self.game.deal(self.seed, self.seats, self.options))

    def position(self, ply: int, state: S, past: tuple[S, ...] = (), undone: int = 0) -> Position[S]:
        """The position of a state."""
        return Position(self.game, ply, state, past, undone)

    def play(self, position: Position[S], move: Move) -> Position[S]:
        """The position after a move. Raises `IllegalMove` or `Finished`."""
        before = position.state
        if not position.allows(move):
            raise IllegalMove(self.game.why_not(before, move)) if position.legal else Finished
        after = self.game.apply(before, move)
        if move != NEXT_DEAL and self.game.turn(before) == self.game.turn(after):
            return self.position(position.ply + 1, after, (*position.past, before), position.undone)
        return self.position(position.ply + 1, after)

    def undo(self, position: Position[S]) -> Position[S]:
        """The position with the last move of this turn taken back. Raises `IllegalMove`."""
        if reason := self.why_no_undo(position):
            raise IllegalMove(reason)
        return self.position(position.ply + 1, position.past[-1], position.past[:-1], position.undone + 1)

    def why_no_undo(self, position: Position[S]) -> Reason | None:
        """Undo stays inside the turn, and goes as far back in it as the game lets it."""
        policy = self.game.undo(self.options)
        if policy is Undo.NEVER:
            return Reason("undo-never")
        if not position.past:
            return Reason("nothing-to-undo")
        if position.undone >= UNDOS_A_TURN[policy]:
            return Reason("undone-enough")
        if policy is Undo.ALWAYS:
            return None
        zones, seat = self.game.zones(position.past[-1]), self.game.turn(position.state)
        before, after = changes(zones, position.zones, seat)
        shown = [card for zone in after for card in zone.cards if card is not None]
        for zone in before:
            for card in zone.cards:
                if card in shown:
                    shown.remove(card)
        return Reason("card-was-shown") if shown else None

    def advance(self, position: Position[S], line: str) -> Position[S]:
        """The position after one line of a log. Raises `BadNotation`, `IllegalMove` or `Finished`."""
        return self.undo(position) if line == UNDO else self.play(position, Move.parse(line))

    def replay(self, lines: Iterable[str]) -> Position[S]:
        """The position after all of `lines`."""
        position = self.start()
        for line in lines:
            position = self.advance(position, line)
        return position

    def view(self, position: Position[S], seat: int | None) -> View:
        """What `seat` may know."""
        legal, zones = position.legal, position.zones
        return view_with(self.game, position.state, self.options, self.seats, seat, legal, zones)


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match. `players` are `person` or a level, by seat.

    In an ordinary match `seed` is `seed_from(secret, nonce)` and `commitment` the SHA-256 of the secret:
    neither side could choose the cards. Dailies have no secret and no nonce: there `commitment` is the
    seed's SHA-256.
    """

    setup: Setup[Any]
    players: tuple[str, ...]
    moves: tuple[str, ...]
    commitment: str
    secret: bytes = b""
    nonce: bytes = b""

    def honest(self) -> bool:
        """Whether the seed is the one that was committed to before the match."""
        if not self.secret:
            return hashlib.sha256(self.setup.seed).hexdigest() == self.commitment
        return (
            hashlib.sha256(self.secret).hexdigest() == self.commitment
            and seed_from(self.secret, self.nonce) == self.setup.seed
        )

    def replay(self) -> Position[Any]:
        """The last position. Raises `BadNotation`, `IllegalMove` or `Finished` if it is not a match."""
        return self.setup.replay(self.moves)

    def __str__(self) -> str:
        head = {
            "game": self.setup.game.name,
            "version": str(self.setup.game.version),
            "options": json.dumps(option_fields.as_given(self.setup.options)),
            "players": " ".join(self.players),
            "seed": self.setup.seed.hex(),
            "secret": self.secret.hex(),
            "nonce": self.nonce.hex(),
            "commitment": self.commitment,
        }
        lines = [f"{name}: {value}" for name, value in head.items() if value]
        return "\n".join([*lines, "", *self.moves, ""])

    @classmethod
    def parse(cls, text: str) -> Record:
        """The record written `text`. Raises `BadNotation` (also for options that do not exist)."""
        head_text, _, moves = text.replace("\r\n", "\n").partition("\n\n")
        try:
            head = _head(head_text)
            game = GAMES[head["game"]]
            if head["version"] != str(game.version):
                raise BadNotation(f"not a record of version {game.version}, which the rules are")
            players = tuple(head["players"].split())
            options: Any = option_fields.read(game.options, _object(head.get("options", "{}")))
            game.check(len(players), options)
            seed, secret, nonce = (_hex(name, head.get(name, "")) for name in ("seed", "secret", "nonce"))
            if not seed:
                raise BadNotation("not a record: the seed is missing")
            setup = Setup(game, seed, len(players), options)
            log = tuple(line for line in moves.split("\n") if line)
            return cls(setup, players, log, head["commitment"], secret, nonce)
        except BadNotation:
            raise
        except KeyError as missing:
            raise BadNotation(f"not a record: {missing.args[0]!a:.40} is missing or unknown") from None
        except BadOption as wrong:
            raise BadNotation(f"not a record: {str(wrong)!a:.80}") from None


def _head(text: str) -> dict[str, str]:
    head: dict[str, str] = {}
    for line in text.split("\n"):
        name, colon, value = line.partition(": ")
        if not colon:
            raise BadNotation(f"not a record: {line!a:.40} is not like `name: value`")
        if name in head:
            raise BadNotation(f"not a record: {name!a:.40} is there twice")
        head[name] = value
    return head


def _object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadNotation(f'not a record: the options {text!a:.40} are not like {{"name": value}}')
    return found


def _hex(name: str, text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise BadNotation(f"not a record: the {name} is not hexadecimal") from None
