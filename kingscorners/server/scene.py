"""What a table shows, of any game: piles, seats, the hand, the prompt, the buttons, with all their words.

Templates draw it and nothing else; `painter.py` makes it. What may be picked, and where it may then go, comes
from the legal moves alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kingscorners.cards import Card
from kingscorners.game import Move, View, hand_of
from kingscorners.server.live import Table
from kingscorners.server.phrases import PHRASES

SORTS = ("rank", "suit", "drawn")
SPEEDS = ("slow", "normal", "fast", "off")

Targets = Mapping[str, Mapping[str, str]]
"""By what is picked and where it goes: the move."""


@dataclass(frozen=True, slots=True)
class Choices:
    """How this visitor wants to see a table, kept in cookies."""

    sort: str = SORTS[0]
    speed: str = SPEEDS[1]


@dataclass(frozen=True, slots=True)
class Mark:
    """Who touched a pile last: a seat and its initial."""

    seat: int
    initial: str


@dataclass(frozen=True, slots=True)
class Pile:
    """A zone on the table. `move` is the legal move that leads here from what is picked."""

    name: str
    kind: str
    cards: tuple[Card | None, ...]
    label: str
    caption: str
    mark: Mark | None = None
    attempt: str = ""
    picked: bool = False
    move: str = ""

    @property
    def hidden(self) -> bool:
        """Whether it lies face down."""
        return bool(self.cards) and self.cards[-1] is None

    @property
    def covered(self) -> bool:
        """Whether some of its cards can only be seen by looking through it."""
        return len(self.cards) > 2 and not self.hidden


@dataclass(frozen=True, slots=True)
class Held:
    """A card in one's own hand. `move` is the legal move that leads here from what is picked."""

    card: Card
    label: str
    picked: bool = False
    move: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """One's own hand, in the order that one likes."""

    name: str
    cards: tuple[Held, ...]
    attempt: str
    playable: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One thing somebody did: pictures of cards, and what stands beside them."""

    cards: tuple[Card, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One turn in the log: pictures and words, and the same as a sentence."""

    seat: int
    name: str
    lines: tuple[Line, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table. `did` is what the last turn was, in short; `at` where the seat is drawn."""

    seat: int
    name: str
    initial: str
    level: str | None
    zone: str
    cards: int
    points: int
    at: str = ""
    on_turn: bool = False
    did: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the player is told: a few words, cards, more words; and a pile that can be looked through."""

    title: str
    cards: tuple[Card, ...] = ()
    text: str = ""
    look: str = ""
    urgent: bool = False
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """A move that no picking on the table makes. `ready`: nothing else is left to do."""

    move: str
    verb: str
    text: str
    ready: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole table as its page shows it. `prompts` are by what is picked, `""` for nothing."""

    table: Table
    title: str
    headline: str
    goal: int | None
    piles: tuple[Pile, ...]
    hand: Hand
    me: Seat
    others: tuple[Seat, ...]
    prompt: Prompt
    prompts: Mapping[str, Prompt]
    targets: Targets
    buttons: tuple[Button, ...]
    undo: bool
    no_undo: str
    log: tuple[Entry, ...]
    choices: Choices = field(default_factory=Choices)

    @property
    def over(self) -> bool:
        """Whether the deal on the table is over, and perhaps the match."""
        return self.table.view.outcome is not None or self.table.view.between_deals

    @property
    def standings(self) -> list[Seat]:
        """Everybody, the best total first."""
        return sorted((self.me, *self.others), key=lambda seat: (seat.points, seat.seat))


def reach(view: View) -> tuple[dict[str, dict[str, str]], tuple[Move, ...]]:
    """Where everything that can be picked may go, and the legal moves that no picks make: they get buttons.

    A move is made by picking its first word and then its last. One of a single word is made by picking it
    twice, and so is the move that a zone stands for. What can be picked are the zones that are nobody's, and
    the cards in them and in one's own hand.
    """
    held = None if view.seat is None else hand_of(view.zones, view.seat)
    drawn = [zone for zone in view.zones if zone.seat is None or zone == held]
    on_table = {word for zone in drawn for word in (zone.name, *zone.notation())}
    found: dict[str, dict[str, str]] = {}
    buttons = []
    for move in view.legal:
        ends = {*move.words[:1], *move.words[-1:]}
        if not ends or not ends <= on_table or move.words[-1] in found.get(move.words[0], {}):
            buttons.append(move)
        else:
            found.setdefault(move.words[0], {})[move.words[-1]] = str(move)
    for zone in view.zones:
        if tapped := PHRASES[view.game].tap(zone, view):
            found.setdefault(zone.name, {})[zone.name] = str(tapped)
    return found, tuple(buttons)
