"""What a game adds to the pages besides its rules: its words, and what a tap on its zones means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

from kingscorners.cards import Card
from kingscorners.game import Move, SeenZone, View

Translate = Callable[[str], str]


def N_(text: str) -> str:  # noqa: N802  (the name that Babel looks for)
    """Marks English words for the catalogues; whoever shows them translates them."""
    return text


class Did(NamedTuple):
    """A move in words.

    Gaps: `cards`, `place` (the last zone that the move names), `source` (the first), `number`.
    """

    follows: str
    """What follows a name: `played %(cards)s on %(place)s`."""
    beside: str
    """What stands beside the pictures of the cards: `on %(place)s`."""
    alone: str
    """What stands by itself: `%(cards)s on %(place)s`."""


class About(NamedTuple):
    """One thing that has to be known of a seat beside its cards and points: in full, the numbers in its gaps,
    and the same in few letters for where there is little room, `""` where it can be left out there."""

    text: str
    gaps: Mapping[str, int]
    short: str = ""


ALL = 1_000
"""More cards than lie anywhere."""


class Done(Protocol):
    """How a match ended for somebody: a result, or on a board the sums of several."""

    @property
    def place(self) -> int: ...

    @property
    def margin(self) -> int: ...

    @property
    def points(self) -> int: ...


class Measure(NamedTuple):
    """What results are compared by: a heading, the value, how that is written, and what has to be said of
    it."""

    title: str
    of: Callable[[Done], int]
    form: Literal["number", "signed", "place", "won"] = "number"
    note: str = ""


PLACE = Measure(N_("Place"), lambda done: done.place, "place")
WON = Measure(N_("Result"), lambda done: done.place, "won")
POINTS = Measure(N_("Points"), lambda done: done.points)
MARGIN = Measure(
    N_("Margin"),
    lambda done: done.margin,
    "signed",
    N_("The margin says how clearly you did better than the others, or worse. More is better."),
)


class Phrases:
    """The words of one game, in English. Every id that the game can utter is here, which a test proves.

    Gaps are `%(card)s` and the like. A game's class fills in the mappings and overrides what differs.
    """

    name: ClassVar[str]
    """What the game is called."""
    hint: ClassVar[str] = N_("Choose a card.")
    """What to do when it is one's turn."""
    hopeless: ClassVar[str] = ""
    """What is said when it is certain that nothing useful is left to do, where that can be."""
    lesson: ClassVar[str] = ""
    """What a beginner has to know before all else: what wins, and what costs most."""
    zones: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """By a zone's name: in full, and in few letters. Hands have none: they are called by their seats."""
    empty: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """By a zone's kind: what an empty one takes, as a sentence and as a caption."""
    stuck: ClassVar[Mapping[str, str]] = {}
    """By a zone's kind: why no card of it can be moved, where the kind alone is the reason."""
    did: ClassVar[Mapping[str, Did]] = {}
    """By a move's verb, or by the whole move where it differs from others of the verb."""
    results: ClassVar[Mapping[str, Did]] = {}
    """By what `result` finds."""
    buttons: ClassVar[Mapping[str, str]] = {}
    """By a move that no picking on the table makes, or its verb: what its button says. Gaps: `cards`,
    `number`."""
    reasons: ClassVar[Mapping[str, str]] = {}
    """By a `Reason`'s code. Gaps: `card` and `rank` come as names, `zone` too."""
    advice: ClassVar[Mapping[str, str]] = {}
    """By the code of what a piece of advice is good for, with gaps as in `reasons`."""
    lessons: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What a beginner is told: by a kind of move (see `practises`), the most important first, what is said
    while there is one for the first time, for the second, and so on."""
    options: ClassVar[Mapping[str, str]] = {}
    """By an option's name."""
    values: ClassVar[Mapping[str, Mapping[Any, str]]] = {}
    """By an option's name and value; numbers of a range speak for themselves."""
    counted: ClassVar[Mapping[str, str]] = {}
    """By what the game counts in a deal (see `Game.counts`): a heading for how often."""
    main: ClassVar[Measure] = MARGIN
    """What a board shows first, and the sums of which it compares. Of sums it is the sum."""
    measures: ClassVar[tuple[Measure, ...]] = (PLACE, MARGIN, POINTS)
    """What a day's board shows of a result, `main` among them."""
    distribution: ClassVar[Measure] = POINTS
    """The points, by which the charts count how many did how well."""
    ranked: ClassVar[tuple[str, str]] = (
        N_("Ranked by place, then by margin"),
        N_("Ranked by the sum of all margins"),
    )
    """What a day's board is ordered by, and what the others are."""
    daily: ClassVar[str] = N_(
        "There is one deal a day. Everybody gets the same cards. Your first attempt counts."
    )
    """What the daily deal is."""
    ranking: ClassVar[tuple[str, ...]] = ()
    """How results of a day are ranked, in sentences, as far as it is the game's own affair."""
    scored: ClassVar[bool] = True
    """Whether deals bring points that the score sheet adds up; where not, it tells places alone."""
    goes_out: ClassVar[bool] = False
    """Whether whoever has no cards left is out: then the score sheet says so."""
    attempts: ClassVar[Mapping[str, str]] = {}
    """By a zone's kind: the verb of a move that begins there, for asking why it is not allowed."""
    draws_from: ClassVar[str] = "stock"
    """The kind of the zones from which cards are drawn."""
    draws_at_once: ClassVar[bool] = False
    """Whether one tap there draws, and not only the second: where drawing does not end a turn."""
    spread: ClassVar[Mapping[str, int]] = {}
    """By a zone's kind: how many of its cards, the top ones, lie so that each can be seen and picked. Of any
    other zone the bottom and the top card are seen, and it is picked as a whole."""
    looks: ClassVar[Mapping[str, str]] = {}
    """By the kind of zones that are not drawn on the table but can be looked at: what these are called."""
    quick: ClassVar[str] = ""
    """The kind of the places that two taps on a card send it to, where it could go to several."""

    by_suit: ClassVar[bool] = False
    """Whether a hand is best read by suits, not by ranks."""

    def words(self, what: str) -> Did:
        """The words of a move or of what came of one."""
        return self.results[what] if what in self.results else self.did[what]

    def result(
        self, what: str, before: Sequence[SeenZone], after: Sequence[SeenZone]
    ) -> tuple[str, tuple[Card | None, ...]] | None:
        """What came of a move, where that has words of its own, and its cards if the move names none."""
        return None

    def about(self, view: View, seat: int) -> tuple[About, ...]:
        """What has to be known of a seat beside its cards and points."""
        return ()

    def finished(self, done: Done) -> tuple[str, Mapping[str, int]]:
        """How a match ended for somebody, without a full stop, and numbers in gaps of the game's own.

        Gaps: `place` and `points` in words, `margin`.
        """
        return N_("%(place)s place with %(points)s"), {}

    def sheet(self, view: View, seats: Sequence[int]) -> tuple[tuple[str, Mapping[str, int]], ...]:
        """What the score sheet says of a side in the deal that is over, instead of the cards left in its
        hands, each with the numbers in its gaps."""
        return ()

    def button(self, move: Move, view: View) -> str:
        """What the button of a move says that no picking on the table makes."""
        return self.buttons.get(str(move)) or self.buttons[move.verb]

    def tap(self, zone: SeenZone, view: View) -> Move | None:
        """The move that two taps on this zone stand for, if there is one."""
        return None

    def lands(self, move: Move, view: View) -> str:
        """The zone on the table to which a move goes that names a card and no place."""
        return ""

    def practises(self, move: Move, zones: Iterable[SeenZone]) -> str:
        """Which of the `lessons` this move practises on a table with these zones."""
        return move.verb

    def takes(self, zone: SeenZone, options: Any) -> tuple[str, str]:
        """What the empty zone takes, as a sentence and as a caption."""
        return self.empty.get(zone.kind, ("", ""))

    def aim(self, view: View) -> tuple[str, int] | None:
        """What ends the match, with the gap `number`, and that number."""
        return None

    def deal_over(self, view: View) -> tuple[str, int | None]:
        """How the deal on the table ended, with the gap `name` where a seat is meant, and that seat."""
        return N_("The deal is over"), None

    def ending(self, view: View) -> tuple[str, int | None] | None:
        """What else there is to say of how the match ended, with the gap `name` and that seat as above."""
        return None

    def goal(self, view: View) -> int | None:
        """The total that ends the match or a player's part in it."""
        return None

    def costly(self, card: Any) -> bool:
        """Whether a card left in the hand costs more than others."""
        return False
