"""Idiot in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from kingscorners.cards import Card
from kingscorners.game import Move, SeenZone, View
from kingscorners.server.phrases.base import ALL, N_, PLACE, About, Did, Done, Measure, Phrases

BEHIND = Measure(
    N_("Left behind"),
    lambda done: done.points,
    note=N_("You leave behind everybody who still has cards when you have played your last one."),
)

HIDDEN = (
    (N_("First hidden card"), N_("First")),
    (N_("Second hidden card"), N_("Second")),
    (N_("Third hidden card"), N_("Third")),
)
FLIP = (
    N_("Turn the first hidden card over"),
    N_("Turn the second hidden card over"),
    N_("Turn the third hidden card over"),
)
SEATS = range(5)


class IdiotPhrases(Phrases):
    """Everything that the rules of Idiot can utter."""

    name = N_("Idiot")
    hint = N_("Choose a card.")
    zones: ClassVar[Mapping[str, tuple[str, str]]] = {
        "pile": (N_("Pile"), N_("Pile")),
        "stock": (N_("Stock"), N_("Stock")),
        "burnt": (N_("Burnt cards"), N_("Burnt")),
        **{f"up-{seat}": (N_("Visible cards"), N_("Visible")) for seat in SEATS},
        **{f"down-{seat}-{at}": words for seat in SEATS for at, words in enumerate(HIDDEN, 1)},
    }
    empty: ClassVar[Mapping[str, tuple[str, str]]] = {"pile": (N_("Any card."), N_("Any card"))}
    stuck: ClassVar[Mapping[str, str]] = {
        "burnt": N_("Burnt cards are out of the game."),
        "down": N_("Hidden cards are turned when nothing else is left."),
    }
    did: ClassVar[Mapping[str, Did]] = {
        "swap": Did(N_("exchanged %(cards)s"), N_("exchanged"), N_("Exchanged %(cards)s")),
        "ready": Did(N_("finished exchanging"), N_("ready"), N_("Ready")),
        "play": Did(N_("played %(cards)s"), N_("played"), N_("%(cards)s")),
        "flip": Did(N_("turned a hidden card over"), N_("turned a card"), N_("A hidden card turned over")),
        "chance": Did(N_("took a chance"), N_("took a chance"), N_("A chance taken")),
        "take": Did(N_("took the pile"), N_("took the pile"), N_("The pile taken")),
        "end": Did(N_("added no more"), N_("added no more"), N_("No more added")),
    }
    results: ClassVar[Mapping[str, Did]] = {
        "burn": Did(
            N_("played %(cards)s and burnt the pile"),
            N_("burnt the pile"),
            N_("The pile burnt with %(cards)s"),
        ),
        "chance-hit": Did(
            N_("took a chance and played %(cards)s"), N_("by chance"), N_("%(cards)s by chance")
        ),
        "chance-burn": Did(
            N_("took a chance and burnt the pile with %(cards)s"),
            N_("burnt the pile by chance"),
            N_("The pile burnt by chance with %(cards)s"),
        ),
        "chance-miss": Did(
            N_("took the pile after a failed chance"),
            N_("took the pile after a failed chance"),
            N_("A chance failed, the pile taken"),
        ),
        "flip-hit": Did(
            N_("turned over and played %(cards)s"), N_("turned over"), N_("%(cards)s turned over")
        ),
        "flip-burn": Did(
            N_("turned over %(cards)s and burnt the pile"),
            N_("turned over, burnt the pile"),
            N_("The pile burnt with %(cards)s, turned over"),
        ),
        "flip-miss": Did(
            N_("turned over a card that did not fit, and took the pile"),
            N_("turned a card over and took the pile"),
            N_("A card turned over did not fit, the pile taken"),
        ),
    }
    buttons: ClassVar[Mapping[str, str]] = {
        "swap": N_("Exchange %(cards)s"),
        "play": N_("Play %(cards)s"),
        "ready": N_("Ready to begin"),
        "chance": N_("Take a chance"),
        "take": N_("Take the pile"),
        "end": N_("Add no more"),
    }
    reasons: ClassVar[Mapping[str, str]] = {
        "no-such-move": N_("There is no such move."),
        "no-such-card": N_("There is no such card."),
        "only-to-pile": N_("Cards are played on the pile and nowhere else."),
        "swap-first": N_(
            "First you may exchange cards of your hand for your visible ones. Say when you are ready."
        ),
        "swap-over": N_("Cards can only be exchanged before the first one is played."),
        "swapped-enough": N_("You have exchanged cards %(number)s times: begin now."),
        "not-in-hand": N_("You do not hold the %(card)s."),
        "not-visible": N_("The %(card)s is not one of your visible cards."),
        "not-yours": N_("You do not have the %(card)s to play."),
        "visible-later": N_("Your visible cards come when your hand and the stock are empty."),
        "hidden-later": N_("Your hidden cards come when you have no others left."),
        "no-hidden-card": N_("There is no hidden card of yours."),
        "card-twice": N_("No card can be played twice at once."),
        "one-rank": N_("Cards that are played together have to be of one rank."),
        "first-suits": N_("Of equal cards, name the first in the order clubs, diamonds, hearts, spades."),
        "too-low": N_("The %(card)s is too low: a %(rank)s lies on the pile."),
        "no-special-last": N_("Under these rules the last card may not be a 2 or a 10."),
        "matching-only": N_("Add a card that you drew and that equals the top one, or add no more."),
        "turn-ends-itself": N_("Your turn ends by itself: play a card first."),
        "stock-empty": N_("The stock is empty."),
        "chance-when-stuck": N_("You can play a card: a chance is for when you cannot."),
        "pile-empty": N_("The pile is empty: there is nothing to take."),
        "take-when-stuck": N_("You can play: the pile is taken only by who cannot."),
    }
    advice: ClassVar[Mapping[str, str]] = {
        "strong-ones-visible": N_("Keep strong cards visible. They come last."),
        "best-are-visible": N_("Your best cards are visible."),
        "burns-four": N_("Four of a rank burn the pile, and you play again."),
        "burns-ten": N_("A 10 burns the pile, and you play again."),
        "resets": N_("A 2 goes on everything, and any card goes on a 2."),
        "several-at-once": N_("You get rid of several cards at once."),
        "lowest-that-fits": N_("It fits, and you keep your better cards."),
        "only-that-fits": N_("Nothing else that you hold fits."),
        "nothing-fits": N_("Nothing that you hold fits."),
        "chance-is-good": N_("Nothing fits, but the next card of the stock may."),
        "nobody-knows": N_("Nobody knows your hidden cards. Turn one over."),
        "worth-keeping": N_("The card is worth keeping."),
    }
    lessons: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "swap": (
            N_("Exchange low visible cards for high ones: tap a card of your hand, then a visible one."),
            N_("Aces, 2s and 10s are good to have at the end."),
        ),
        "play": (
            N_("Play a card that is at least as high as the one on the pile."),
            N_("Equal cards can be played together. Four of a rank burn the pile, and so does a 10."),
        ),
        "take": (
            N_("Nothing fits? Take the pile, or take a chance with the next card of the stock."),
            N_("The last one with cards is the Idiot."),
        ),
    }
    options: ClassVar[Mapping[str, str]] = {
        "chance_anytime": N_("A chance may be taken at any time"),
        "voluntary_pickup": N_("The pile may be taken at any time"),
        "lay_matching_draw": N_("A card drawn that equals the top one may be added"),
        "finish_on_special": N_("The last card may be a 2 or a 10"),
    }
    values: ClassVar[Mapping[str, Mapping[Any, str]]] = {
        name: {True: N_("Yes"), False: N_("No")} for name in options
    }
    spread: ClassVar[Mapping[str, int]] = {"pile": 4, "up": ALL}
    looks: ClassVar[Mapping[str, str]] = {"burnt": N_("Burnt cards")}
    counted: ClassVar[Mapping[str, str]] = {"last": N_("Matches in which you were the Idiot")}
    main = BEHIND
    measures = (PLACE, BEHIND)
    distribution = BEHIND
    ranked = (N_("Ranked by place"), N_("Ranked by how many players were left behind in all"))
    daily = N_(
        "There is one deal a day. Everybody gets the same cards and plays against the same three computer"
        " players. Your first attempt counts."
    )
    ranking = (N_("What counts is your place at the end of the match, and nothing else."),)
    scored = False
    goes_out = True
    attempts: ClassVar[Mapping[str, str]] = {"hand": "play", "up": "play", "down": "flip"}

    def result(
        self, what: str, before: Sequence[SeenZone], after: Sequence[SeenZone]
    ) -> tuple[str, tuple[Card | None, ...]] | None:
        """Whether the pile burnt, and whether a card turned over did fit."""
        if what not in ("play", "chance", "flip"):
            return None
        old, new = ({zone.name: zone.cards for zone in zones} for zones in (before, after))
        burns = len(new["burnt"]) > len(old["burnt"])
        if what == "play":
            return ("burn", ()) if burns else None
        if burns:
            return f"{what}-burn", new["burnt"][-1:]
        return (f"{what}-hit", new["pile"][-1:]) if new["pile"] else (f"{what}-miss", ())

    def button(self, move: Move, view: View) -> str:
        """Hidden cards have no names but which they are."""
        return FLIP[int(move.words[0][-1]) - 1] if move.verb == "flip" else super().button(move, view)

    def tap(self, zone: SeenZone, view: View) -> Move | None:
        """The stock stands for a chance, the pile for taking it."""
        verb = {"stock": "chance", "pile": "take"}.get(zone.kind)
        return next((move for move in view.legal if move.verb == verb), None)

    def about(self, view: View, seat: int) -> tuple[About, ...]:
        """The place of who is out; else what is left on the table."""
        if (place := view.facts.get(f"place-{seat}")) is not None:
            return (About(N_("out, place %(place)s"), {"place": int(place)}),)
        shown = len(view.cards(f"up-{seat}"))
        hidden = sum(len(zone.cards) for zone in view.zones if zone.kind == "down" and zone.seat == seat)
        return (About(N_("visible %(visible)s, hidden %(hidden)s"), {"visible": shown, "hidden": hidden}),)

    def finished(self, done: Done) -> tuple[str, Mapping[str, int]]:
        """The place alone."""
        return N_("%(place)s place"), {}

    def ending(self, view: View) -> tuple[str, int | None] | None:
        """Who is the Idiot, unless the match was stopped."""
        if view.facts["ended"] == "limit":
            return N_("The match took too long and was stopped."), None
        last = max(range(view.seats), key=lambda seat: int(view.facts[f"place-{seat}"]))
        return N_("The Idiot: %(name)s."), last
