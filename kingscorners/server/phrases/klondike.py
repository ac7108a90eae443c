"""Klondike in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from kingscorners.game import Move, SeenZone, View
from kingscorners.server.phrases.base import ALL, N_, WON, About, Did, Done, Measure, Phrases

_CARD = 9_000
"""What a card on the foundations weighs in the margin, in moves; the rules keep theirs to themselves."""
UP = Measure(N_("Cards up"), lambda done: done.points)
MOVES = Measure(N_("Moves"), lambda done: _CARD * done.points - done.margin)


class KlondikePhrases(Phrases):
    """Everything that the rules of Klondike can utter."""

    name = N_("Klondike")
    hint = N_("Choose a card.")
    hopeless = N_("No useful move is left: no card can go up or be turned up any more.")
    zones: ClassVar[Mapping[str, tuple[str, str]]] = {
        "stock": (N_("Stock"), N_("Stock")),
        "waste": (N_("Waste"), N_("Waste")),
        "foundation-c": (N_("Foundation of clubs"), N_("Clubs")),
        "foundation-d": (N_("Foundation of diamonds"), N_("Diamonds")),
        "foundation-h": (N_("Foundation of hearts"), N_("Hearts")),
        "foundation-s": (N_("Foundation of spades"), N_("Spades")),
        "column-1": (N_("Column 1"), N_("1")),
        "column-2": (N_("Column 2"), N_("2")),
        "column-3": (N_("Column 3"), N_("3")),
        "column-4": (N_("Column 4"), N_("4")),
        "column-5": (N_("Column 5"), N_("5")),
        "column-6": (N_("Column 6"), N_("6")),
        "column-7": (N_("Column 7"), N_("7")),
    }
    empty: ClassVar[Mapping[str, tuple[str, str]]] = {
        "foundation": (N_("Begins with the Ace."), N_("Ace")),
        "column": (N_("Kings only."), N_("Kings")),
    }
    did: ClassVar[Mapping[str, Did]] = {
        "play": Did(N_("moved %(cards)s to %(place)s"), N_("to %(place)s"), N_("%(cards)s to %(place)s")),
        "draw": Did(N_("drew from the stock"), N_("from the stock"), N_("Drawn from the stock")),
        "recycle": Did(N_("turned the waste over"), N_("turned over"), N_("The waste turned over")),
        "finish": Did(N_("sent all cards up"), N_("all sent up"), N_("All cards sent up")),
        "resign": Did(N_("gave up"), N_("given up"), N_("Given up")),
    }
    buttons: ClassVar[Mapping[str, str]] = {
        "draw": N_("Draw"),
        "recycle": N_("Turn the waste over"),
        "finish": N_("Send all cards up"),
        "resign": N_("Give up"),
        "deal": N_("Next deal"),
    }
    reasons: ClassVar[Mapping[str, str]] = {
        "deal-over": N_("This deal is over."),
        "deal-not-over": N_("This deal is not over yet."),
        "no-such-move": N_("There is no such move."),
        "no-such-place": N_("There is no such place on the table."),
        "no-such-card": N_("There is no such card."),
        "no-moves-left": N_("There are no moves left: you can take some back, or give up."),
        "nothing-gained": N_("Nothing was gained in 200 moves: you can take some back, or give up."),
        "cannot-finish": N_("It is not certain yet that all cards can go up."),
        "stock-empty": N_("The stock is empty."),
        "stock-not-empty": N_("The waste is turned over only when the stock is empty."),
        "no-passes-left": N_("You have been through the stock as often as these rules allow."),
        "waste-empty": N_("There are no cards in the waste to turn over."),
        "comes-from-stock": N_(
            "Cards come to the waste only from the stock, and never go back by themselves."
        ),
        "waste-top-only": N_("Only the top card of the waste can be played."),
        "already-there": N_("It lies in that column already."),
        "one-at-a-time": N_("Only the card on top can be moved there."),
        "whole-runs": N_("Under these rules all open cards of a column move together."),
        "foundations-stay": N_("What lies on a foundation stays there."),
        "wrong-foundation": N_("%(zone)s takes cards of its own suit only."),
        "goes-up-after": N_("%(card)s has to wait: this foundation needs the %(rank)s first."),
        "column-needs-king": N_("Only a King can begin an empty column."),
        "king-needs-column": N_("A King needs an empty column."),
        "card-hidden": N_("The %(card)s is not to be seen yet."),
        "needs-red": N_("%(card)s needs a red %(rank)s."),
        "needs-black": N_("%(card)s needs a black %(rank)s."),
    }
    advice: ClassVar[Mapping[str, str]] = {
        "none-useful": N_("No useful move was found. That does not prove that there is none."),
        "all-go-up": N_("All cards can go up now."),
        "turn-a-card": N_("Nothing on the table helps. Turn a card."),
        "once-more": N_("Go through the stock once more."),
        "turns-a-card": N_("That turns a hidden card up."),
        "not-needed-below": N_("No card in the columns needs it any more."),
        "king-settles": N_("A King can begin the empty column."),
        "frees-the-waste": N_("That frees the card below it in the waste."),
        "makes-room": N_("That makes room in the columns."),
    }
    lessons: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "column": (
            N_("Tap a card, then a card with a gold edge: one higher and of the other colour."),
            N_("Cards that lie in order move together. Choose the highest of them."),
        ),
        "foundation": (
            N_("Aces begin the foundations. Then the suit goes up to the King."),
            N_("A card goes up when you tap it twice."),
        ),
        "draw": (
            N_("Nothing fits? Turn a card from the stock."),
            N_("Turn cards up in the columns before you turn them from the stock."),
        ),
    }
    options: ClassVar[Mapping[str, str]] = {
        "profile": N_("Rules"),
        "draw": N_("Cards drawn at a time"),
        "passes": N_("Times through the stock"),
        "foundation_take_back": N_("Cards may come back from a foundation"),
        "whole_run_only": N_("Only whole runs move"),
        "empty_column": N_("An empty column takes"),
        "scoring": N_("Scoring"),
        "cumulative": N_("The balance goes on over ten deals"),
        "timed": N_("Time counts"),
        "undo": N_("Moves can be taken back"),
    }
    values: ClassVar[Mapping[str, Mapping[Any, str]]] = {
        "profile": {"draw_one": N_("Draw one"), "draw_three": N_("Draw three")},
        "draw": {1: N_("One card"), 3: N_("Three cards")},
        "passes": {1: N_("Once"), 3: N_("Three times"), "unlimited": N_("As often as you like")},
        "foundation_take_back": {True: N_("Yes"), False: N_("No")},
        "whole_run_only": {True: N_("Yes"), False: N_("No")},
        "empty_column": {"king": N_("A King"), "any": N_("Any card")},
        "scoring": {"none": N_("None"), "standard": N_("Standard"), "vegas": N_("Vegas")},
        "cumulative": {True: N_("Yes"), False: N_("No")},
        "timed": {True: N_("Yes"), False: N_("No")},
        "undo": {True: N_("Yes"), False: N_("No")},
    }
    spread: ClassVar[Mapping[str, int]] = {"column": ALL, "waste": 3, "foundation": 1}
    quick = "foundation"
    draws_at_once = True
    counted: ClassVar[Mapping[str, str]] = {"up": N_("Cards on the foundations")}
    main = UP
    measures = (WON, UP, MOVES)
    distribution = UP
    ranked = (
        N_("Ranked by cards on the foundations, then by fewer moves"),
        N_("Ranked by the sum of all cards on the foundations, then by fewer moves"),
    )
    daily = N_(
        "There is one deal a day, and it can be won. Everybody gets the same cards, and no move can be taken"
        " back. Your first attempt counts."
    )
    ranking = (
        N_("The number of cards on the foundations comes first. Whoever has won has all 52 there."),
        N_("Then fewer moves are better."),
    )
    attempts: ClassVar[Mapping[str, str]] = {"column": "play", "waste": "play", "foundation": "play"}

    def practises(self, move: Move, zones: Iterable[SeenZone]) -> str:
        """A card in the columns, a card that goes up, or one from the stock."""
        if move.verb != "play":
            return move.verb
        return "foundation" if move.words[1].startswith("foundation") else "column"

    def tap(self, zone: SeenZone, view: View) -> Move | None:
        """The stock stands for drawing from it, and empty for turning the waste over."""
        if zone.kind != self.draws_from:
            return None
        return next((move for move in view.legal if move.verb in ("draw", "recycle")), None)

    def takes(self, zone: SeenZone, options: Any) -> tuple[str, str]:
        """An empty column may be open to any card."""
        if zone.kind == "column" and options.empty_column == "any":
            return N_("Any card."), N_("Any card")
        return super().takes(zone, options)

    def about(self, view: View, seat: int) -> tuple[About, ...]:
        """The cards that are up, the moves, the times that the waste may still be turned over, the score."""
        told = {
            "up": N_("%(number)s of 52 cards up"),
            "moves": N_("moves: %(number)s"),
            "passes": N_("times through the stock after this one: %(number)s"),
            "score": N_("score: %(number)s"),
        }
        facts = dict(view.facts)
        if view.options.scoring == "none":
            del facts["score"]
        return tuple(About(told[name], {"number": int(facts[name])}) for name in told if name in facts)

    def finished(self, done: Done) -> tuple[str, Mapping[str, int]]:
        """Won or not, with how many moves."""
        moves = {"moves": MOVES.of(done)}
        if done.place == 1:
            return N_("Won with %(points)s, moves: %(moves)s"), moves
        return N_("Not won, %(points)s, moves: %(moves)s"), moves

    def sheet(self, view: View, seats: Sequence[int]) -> tuple[tuple[str, Mapping[str, int]], ...]:
        """The cards up, the moves, and what time did to the score."""
        up, moves = int(view.facts["up"]), int(view.facts["moves"])
        parts = view.outcome.parts if view.outcome else {}
        return (
            (N_("Cards up: %(up)s"), {"up": up}),
            (N_("Moves: %(moves)s"), {"moves": moves}),
            *((PARTS[part], {"number": points}) for part, points in parts.items()),
        )

    def deal_over(self, view: View) -> tuple[str, int | None]:
        """How the deal ended."""
        return ENDS[str(view.facts["ended"])], None


PARTS: Mapping[str, str] = {
    "score": N_("Score: %(number)s"),
    "time": N_("Time: %(number)s"),
    "bonus": N_("Bonus for winning: %(number)s"),
}
"""By the part of a timed score."""

ENDS: Mapping[str, str] = {
    "won": N_("All cards are up: you won"),
    "stuck": N_("No moves were left"),
    "idle": N_("Nothing was gained for too long"),
    "resigned": N_("You gave up"),
}
"""By what `ended` says."""
