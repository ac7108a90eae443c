"""What a table shows, of any game: piles, seats, the hand, the prompt, the buttons, with all their words.

Templates draw it and nothing else; `painter.py` makes it. What may be picked, and where it may then go, comes
from the legal moves alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from kingscorners.cards import Card
from kingscorners.game import Move, View
from kingscorners.server.live import Table
from kingscorners.server.phrases import PHRASES

FEW_BUTTONS = 3
"""More than these get a panel of their own, and more plays of several cards wait until one is picked."""

Targets = Mapping[str, Mapping[str, str]]
"""By what is picked and where it goes: the move."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Who touched a pile last: a seat and its initial."""

    seat: int
    initial: str


class Advised(NamedTuple):
    """The part that a card or a place has in the best moves. `first`: in the one to make now.

    `order` says in which of them, where there are several; `label` says so aloud.
    """

    first: bool
    order: str
    label: str


@dataclass(frozen=True, slots=True)
class Pile:
    """A zone on the table. `move` is the legal move that leads here from what is picked.

    `movable`: it may be picked to go somewhere; `advised`: a best move begins or ends here. Where the cards
    lie `spread`, each of `laid` can be seen and picked; `quick`: two taps rather send a card here;
    `at_once`: one tap makes the move that the zone itself stands for.
    """

    name: str
    kind: str
    cards: tuple[Card | None, ...]
    label: str
    caption: str
    mark: Mark | None = None
    attempt: str = ""
    picked: bool = False
    move: str = ""
    movable: bool = False
    advised: Advised | None = None
    spread: bool = False
    laid: tuple[Held, ...] = ()
    quick: bool = False
    at_once: bool = False

    @property
    def hidden(self) -> bool:
        """Whether it lies face down."""
        return bool(self.cards) and self.cards[-1] is None

    @property
    def covered(self) -> bool:
        """Whether some of its cards can only be seen by looking through it."""
        seen = len(self.laid) if self.spread else 2
        return len(self.cards) > seen and None not in self.cards


@dataclass(frozen=True, slots=True)
class Held:
    """A card that can be picked by itself: in one's own hand, or where cards lie spread. None lies face down.

    `move`, `movable` and `advised` are as with a pile.
    """

    card: Card | None
    label: str
    picked: bool = False
    move: str = ""
    movable: bool = False
    advised: Advised | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """One's own hand, in the order that one likes. `alone`: a move of a card names no place to go to."""

    name: str
    cards: tuple[Held, ...]
    attempt: str
    playable: bool
    alone: bool


@dataclass(frozen=True, slots=True)
class Look:
    """Zones of one kind that are not drawn on the table but can be looked at."""

    kind: str
    title: str
    piles: tuple[Pile, ...]


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
    """Somebody at the table. `did` is what the last turn was, in short; `at` where the seat is drawn.

    `about` is what else has to be known of it, and `short` the same in few letters. Without a hand `zone` is
    empty. `counted`: its points have to be seen. `shown` lie open before the seat, beside its hand, and as
    many as `hidden` face down.
    """

    seat: int
    name: str
    initial: str
    level: str | None
    zone: str
    cards: int
    points: int
    counted: bool
    at: str = ""
    on_turn: bool = False
    did: tuple[Line, ...] = ()
    about: str = ""
    short: str = ""
    partner: bool = False
    shown: tuple[Card, ...] = ()
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the player is told: a few words, cards, more words; and a pile that can be looked through.

    `waits`: nothing is picked, and the player may want to see what others did, or the rules. `spoken` is said
    aloud with it; `places` when somebody asks where what is picked may go. Advice has
    `lines`, what to do, and says it all in a `sentence`.
    """

    title: str
    cards: tuple[Card, ...] = ()
    text: str = ""
    look: str = ""
    spoken: str = ""
    waits: bool = False
    kind: Literal["", "urgent", "tip", "advice"] = ""
    places: str = ""
    lines: tuple[Line, ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """A move that no picking on the table makes: `ready` if nothing else is left to do, `advised` if best.

    One that plays several `cards` shows them as pictures, `around` which the other words of its text are. It
    `waits` until one of the cards is picked that it goes `along` with, which are words of moves.
    """

    move: str
    verb: str
    text: str
    ready: bool
    advised: bool = False
    cards: tuple[Card, ...] = ()
    around: tuple[str, str] = ("", "")
    along: tuple[str, ...] = ()
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole table as its page shows it. `prompts` are by what is picked, `""` for nothing.

    `scores` says everybody's cards and points aloud. In an `opening` only others have played so far. Games
    without a hand have `None`; `sorts`: its order can be chosen. `leave` is the move that gives up. `mine`
    are the zones before oneself that are no hand. `sets` are buttons that play several cards at once.
    """

    table: Table
    title: str
    headline: str
    lesson: str
    goal: int | None
    piles: tuple[Pile, ...]
    looks: tuple[Look, ...]
    mine: tuple[Pile, ...]
    hand: Hand | None
    sorts: bool
    me: Seat
    others: tuple[Seat, ...]
    prompt: Prompt
    prompts: Mapping[str, Prompt]
    targets: Targets
    buttons: tuple[Button, ...]
    sets: tuple[Button, ...]
    leave: Button | None
    undo: bool
    no_undo: str
    log: tuple[Entry, ...]
    scores: str
    opening: bool

    @property
    def over(self) -> bool:
        """Whether the deal on the table is over, and perhaps the match."""
        return self.table.view.outcome is not None or self.table.view.between_deals

    @property
    def scored(self) -> bool:
        """Whether there are points to look at, or there may be some."""
        return self.me.counted or not self.others

    @property
    def many(self) -> bool:
        """Whether there are too many buttons for their usual place."""
        return len(self.buttons) > FEW_BUTTONS

    @property
    def standings(self) -> list[Seat]:
        """Everybody, the best total first."""
        seats = sorted((self.me, *self.others), key=lambda seat: seat.seat)
        places = self.table.setup.game.places([seat.points for seat in seats])
        return sorted(seats, key=lambda seat: (places[seat.seat], seat.seat))


def reach(view: View) -> tuple[dict[str, dict[str, str]], tuple[Move, ...]]:
    """Where everything that can be picked may go, and the legal moves that no picks make: they get buttons.

    A move is made by picking its first word and then its last, or the zone that it lands in. One of a single
    word that lands nowhere is made by picking it twice, and so is the move that a zone stands for. What can
    be picked are the zones that are nobody's or one's own, and the cards in them.
    """
    phrases = PHRASES[view.game]
    drawn = [zone for zone in view.zones if zone.seat is None or zone.seat == view.seat]
    on_table = {word for zone in drawn for word in (zone.name, *zone.notation())}
    found: dict[str, dict[str, str]] = {}
    buttons = []
    for move in view.legal:
        picked = move.words[0] if move.words else ""
        goal = phrases.lands(move, view) or move.words[-1] if picked else ""
        if not {picked, goal} <= on_table or goal in found.get(picked, {}):
            buttons.append(move)
        else:
            found.setdefault(picked, {})[goal] = str(move)
    for zone in view.zones:
        if tapped := phrases.tap(zone, view):
            found.setdefault(zone.name, {})[zone.name] = str(tapped)
    return found, tuple(buttons)
