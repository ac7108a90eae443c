"""King's Corners in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from kingscorners.cards import KING
from kingscorners.game import Move, SeenZone, View
from kingscorners.server.phrases.base import N_, Did, Phrases


class KingsCornersPhrases(Phrases):
    """Everything that the rules of King's Corners can utter."""

    name = N_("King's Corners")
    hint = N_("Choose a card or a pile.")
    lesson = N_(
        "The player with the fewest points wins. A King left in your hand costs 10 points, any other card 1."
    )
    zones: ClassVar[Mapping[str, tuple[str, str]]] = {
        "north": (N_("North"), N_("North")),
        "east": (N_("East"), N_("East")),
        "south": (N_("South"), N_("South")),
        "west": (N_("West"), N_("West")),
        "northeast": (N_("Northeast corner"), N_("NE")),
        "southeast": (N_("Southeast corner"), N_("SE")),
        "southwest": (N_("Southwest corner"), N_("SW")),
        "northwest": (N_("Northwest corner"), N_("NW")),
        "stock": (N_("Stock"), N_("Stock")),
        "cleared": (N_("Cleared piles"), N_("Cleared")),
    }
    empty: ClassVar[Mapping[str, tuple[str, str]]] = {
        "side": (N_("Any card."), N_("Any card")),
        "corner": (N_("Kings only."), N_("Kings")),
    }
    stuck: ClassVar[Mapping[str, str]] = {"corner": N_("Corner piles stay where they are.")}
    did: ClassVar[Mapping[str, Did]] = {
        "play": Did(N_("played %(cards)s on %(place)s"), N_("on %(place)s"), N_("%(cards)s on %(place)s")),
        "carry": Did(
            N_("moved %(source)s to %(place)s"), N_("%(source)s to %(place)s"), N_("%(source)s to %(place)s")
        ),
    }
    buttons: ClassVar[Mapping[str, str]] = {"end": N_("End turn"), "deal": N_("Next deal")}
    reasons: ClassVar[Mapping[str, str]] = {
        "deal-over": N_("This deal is over."),
        "deal-not-over": N_("This deal is not over yet."),
        "king-first": N_("You hold a King that fits. You have to play it first."),
        "no-such-move": N_("There is no such move."),
        "no-such-place": N_("There is no such place on the table."),
        "no-such-card": N_("There is no such card."),
        "not-in-hand": N_("You do not hold the %(card)s."),
        "king-needs-corner": N_("A King goes to an empty corner."),
        "corner-needs-king": N_("Only a King can start a corner."),
        "king-needs-space": N_("No card is higher than the %(card)s. It needs an empty place."),
        "needs-red": N_("The %(card)s goes on a red %(rank)s."),
        "needs-black": N_("The %(card)s goes on a black %(rank)s."),
        "pile-needs-red": N_("The bottom card of the pile, the %(card)s, goes on a red %(rank)s."),
        "pile-needs-black": N_("The bottom card of the pile, the %(card)s, goes on a black %(rank)s."),
        "whole-piles": N_("A pile moves as a whole. Choose the pile, not one of its cards."),
        "corners-stay": N_("Corner piles stay where they are."),
        "nothing-there": N_("%(zone)s is empty. There is nothing to move."),
        "pile-needs-pile": N_("A pile moves onto another pile, not to an empty place."),
    }
    advice: ClassVar[Mapping[str, str]] = {
        "only-end": N_("There is nothing else to do."),
        "keep-the-rest": N_("Your other cards are worth keeping for now."),
        "goes-out": N_("It is your last card, so you go out."),
        "empties-the-hand": N_("That empties your hand, and you go out."),
        "king-costs": N_("A King left in your hand costs 10 points."),
        "fits-next": N_("Then your %(card)s fits on it."),
        "opens-space": N_("That opens an empty place."),
        "opens-space-for": N_("That opens an empty place for your %(card)s."),
        "best-for-space": N_("No other card needs the empty place more."),
        "fit-together": N_("Each of them fits on the one before."),
        "one-card-less": N_("Every card left in your hand costs a point."),
    }
    lessons: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "card": (
            N_("Tap a card, then a pile with a gold edge."),
            N_("A card goes on a card that is one higher and of the other colour."),
        ),
        "king": (
            N_("Your King can start a corner: tap it, then the corner."),
            N_("Put Kings in the corners: one left in your hand costs 10 points."),
        ),
        "pile": (
            N_("A whole pile can move where its bottom card fits. Tap the pile, then the other pile."),
            N_("Moving a pile opens an empty place."),
        ),
        "space": (
            N_("An empty place takes any card."),
            N_("Keep an empty place for a card that fits nowhere else."),
        ),
        "end": (
            N_("Done? End your turn."),
            N_("When nothing fits any more, end your turn."),
        ),
    }
    options: ClassVar[Mapping[str, str]] = {
        "profile": N_("Rules"),
        "draw": N_("Drawing a card"),
        "side_kings": N_("Kings dealt to the sides"),
        "side_space_accepts_king": N_("A King may go to an empty side"),
        "kings_must_be_played": N_("A King that fits has to be played"),
        "match": N_("The match ends"),
        "target": N_("Points that end the match"),
        "deals": N_("Number of deals"),
        "tie_break": N_("Equal points at the end"),
        "decks": N_("Decks of cards"),
    }
    values: ClassVar[Mapping[str, Mapping[Any, str]]] = {
        "profile": {"pagat": N_("Classic"), "zone": N_("Zone")},
        "draw": {
            "end": N_("At the end of the turn"),
            "start": N_("At the start of the turn"),
            "when_stuck": N_("Only when you can make no move"),
        },
        "side_kings": {
            "player_move": N_("Players move them to a corner"),
            "auto_at_deal": N_("They go to a corner at once"),
        },
        "side_space_accepts_king": {True: N_("Yes"), False: N_("No")},
        "kings_must_be_played": {True: N_("Yes"), False: N_("No")},
        "match": {
            "target": N_("At a number of points"),
            "deals": N_("After a number of deals"),
            "knockout": N_("When one player is left"),
        },
        "tie_break": {"shared": N_("Share the place"), "extra_deal": N_("One more deal")},
        "decks": {1: N_("1 deck"), 2: N_("2 decks")},
    }
    daily = N_(
        "There is one deal a day. Everybody gets the same cards and plays against the same three computer"
        " players. Your first attempt counts."
    )
    ranking = (
        N_("Your place at the end of the match comes first. Every win ranks above every second place."),
        N_(
            "Then the margin counts. It is the points of the three computer players added together, minus"
            " three times your own points."
        ),
    )
    counted: ClassVar[Mapping[str, str]] = {
        "out": N_("Deals in which you went out"),
        "kings": N_("Kings caught in your hand"),
    }
    goes_out = True
    attempts: ClassVar[Mapping[str, str]] = {"hand": "play", "side": "carry", "corner": "carry"}

    def button(self, move: Move, view: View) -> str:
        """To end a turn draws a card where the options say so and there is one."""
        if move.verb == "end" and _draws(view):
            return N_("Draw and end turn")
        return super().button(move, view)

    def tap(self, zone: SeenZone, view: View) -> Move | None:
        """Where ending the turn draws a card, the stock stands for it."""
        end = Move("end")
        return end if zone.kind == self.draws_from and end in view.legal and _draws(view) else None

    def practises(self, move: Move, zones: Iterable[SeenZone]) -> str:
        """A card on a pile, a King to a corner, a pile, a card to an empty place, or the end of the turn."""
        if move.verb != "play":
            return "pile" if move.verb == "carry" else "end"
        place = next(zone for zone in zones if zone.name == move.words[1])
        if place.cards:
            return "card"
        return "king" if place.kind == "corner" else "space"

    def takes(self, zone: SeenZone, options: Any) -> tuple[str, str]:
        """An empty side may be closed to Kings."""
        if zone.kind == "side" and not options.side_space_accepts_king and options.decks == 1:
            return N_("Any card but a King."), N_("No King")
        return super().takes(zone, options)

    def aim(self, view: View) -> tuple[str, int]:
        """Points, or a number of deals."""
        options = view.options
        if options.match == "deals":
            return N_("Deals in this match: %(number)s"), options.deals
        if options.match == "knockout":
            return N_("Whoever reaches %(number)s points is out"), options.target
        return N_("%(number)s points end the match"), options.target

    def deal_over(self, view: View) -> tuple[str, int | None]:
        """Somebody went out, or nobody could go on."""
        out = view.facts.get("out")
        if out is None:
            return N_("Nobody could move"), None
        if out == view.seat:
            return N_("You went out"), None
        return N_("%(name)s went out"), int(out)

    def goal(self, view: View) -> int | None:
        """The points that end the match or knock a player out."""
        return None if view.options.match == "deals" else int(view.options.target)

    def costly(self, card: Any) -> bool:
        """A King costs 10 points."""
        return card is not None and card.rank == KING


def _draws(view: View) -> bool:
    return view.options.draw == "end" and bool(view.cards("stock"))
