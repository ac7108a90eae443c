"""Spades in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from kingscorners.game import Move, View
from kingscorners.server.phrases.base import ALL, N_, POINTS, WON, About, Did, Done, Measure, Phrases

DIFFERENCE = Measure(
    N_("Difference"),
    lambda done: done.margin,
    "signed",
    N_("The difference is the points of your side, minus those of the other side."),
)


class SpadesPhrases(Phrases):
    """Everything that the rules of Spades can utter."""

    name = N_("Spades")
    by_suit = True
    zones: ClassVar[Mapping[str, tuple[str, str]]] = {
        "trick-0": (N_("Your card"), N_("You")),
        "trick-1": (N_("The card to your left"), N_("Left")),
        "trick-2": (N_("Your partner's card"), N_("Partner")),
        "trick-3": (N_("The card to your right"), N_("Right")),
        "last-0": (N_("Your card in the last trick"), N_("You")),
        "last-1": (N_("The card to your left in the last trick"), N_("Left")),
        "last-2": (N_("Your partner's card in the last trick"), N_("Partner")),
        "last-3": (N_("The card to your right in the last trick"), N_("Right")),
        "played": (N_("Cards played"), N_("Played")),
    }
    looks: ClassVar[Mapping[str, str]] = {"last": N_("Last trick"), "played": N_("Cards played")}
    did: ClassVar[Mapping[str, Did]] = {
        "bid": Did(N_("bid %(number)s"), N_("bid %(number)s"), N_("Bid of %(number)s")),
        "bid 0": Did(N_("bid Nil"), N_("bid Nil"), N_("Nil")),
        "blind": Did(N_("bid Nil without looking"), N_("bid blind Nil"), N_("Blind Nil")),
        "look": Did(N_("looked at the cards"), N_("looked"), N_("Looked at the cards")),
        "play": Did(N_("played %(cards)s"), N_("played"), N_("%(cards)s")),
        "claim": Did(N_("claimed the rest"), N_("claimed the rest"), N_("Claimed the rest")),
    }
    buttons: ClassVar[Mapping[str, str]] = {
        "bid": N_("Bid %(number)s"),
        "bid 0": N_("Bid Nil"),
        "look": N_("Look at the cards"),
        "blind": N_("Bid Nil without looking"),
        "claim": N_("Claim the rest"),
        "deal": N_("Next deal"),
    }
    reasons: ClassVar[Mapping[str, str]] = {
        "deal-over": N_("This deal is over."),
        "deal-not-over": N_("This deal is not over yet."),
        "no-such-move": N_("There is no such move."),
        "no-such-card": N_("There is no such card."),
        "not-in-hand": N_("You do not hold the %(card)s."),
        "no-such-bid": N_("A bid is a number of tricks from 0 to 13."),
        "bid-too-low": N_("Your side has to reach its minimum: bid %(number)s or more, or Nil."),
        "bids-made": N_("The bids are made, and no bid can be changed."),
        "bid-first": N_("Bid first: cards are played when everybody has bid."),
        "no-blind-nil": N_("Nil without looking is not part of these rules."),
        "not-behind": N_("Only a side that is %(number)s points behind may bid Nil without looking."),
        "looked-already": N_("You have seen your cards: it is too late to bid without looking."),
        "look-first": N_("Look at your cards first, or bid Nil without looking."),
        "follow-clubs": N_("Clubs were led, and you hold one: you have to follow."),
        "follow-diamonds": N_("Diamonds were led, and you hold one: you have to follow."),
        "follow-hearts": N_("Hearts were led, and you hold one: you have to follow."),
        "follow-spades": N_("Spades were led, and you hold one: you have to follow."),
        "spades-not-broken": N_("Spades may not be led before one has been played."),
        "no-spades-yet": N_("No spades on the first trick while you hold another suit."),
        "not-certain": N_("The rest can be claimed when you lead and are certain to take it all."),
    }
    advice: ClassVar[Mapping[str, str]] = {
        "look-before-bidding": N_(
            "Look at your cards first. A bid without looking is for those who are far behind."
        ),
        "worth-tricks": N_("Your cards are worth about %(number)s tricks."),
        "can-lose-all": N_("You hold so many low cards that you can lose every trick."),
        "rest-is-certain": N_("Nobody can take one of the last tricks from you."),
        "only-card": N_("It is the only card that you may play."),
        "keeps-nil": N_("It keeps your Nil."),
        "leads-strong": N_("Your side still needs %(number)s tricks."),
        "leads-low": N_("Your bid is made. Let the others take this trick."),
        "takes-trick": N_("It takes the trick. Your side still needs %(number)s."),
        "has-to-win": N_("It wins, and keeps lower cards for later."),
        "partner-has-it": N_("Your partner is winning the trick already."),
        "cannot-win": N_("It is the card that you need least."),
        "no-more-tricks": N_("Your bid is made. Every further trick is a bag."),
    }
    lessons: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "bid": (
            N_("How many tricks will you take? You and your partner have to reach the sum of your bids."),
            N_("Count Aces, Kings and long spades."),
        ),
        "play": (
            N_("Follow the suit that was led. Spades beat all other suits."),
            N_("Your bid is made? Every further trick is a bag, and ten bags cost 100 points."),
        ),
    }
    options: ClassVar[Mapping[str, str]] = {
        "match": N_("The match ends"),
        "target": N_("Points that end it"),
        "deals": N_("Number of deals"),
        "nil": N_("Points for Nil"),
        "blind_nil": N_("Nil may be bid without looking when far behind"),
        "failed_nil": N_("Tricks that a failed Nil took"),
        "failed_nil_bag_points": N_("Each bag of a failed Nil is a point"),
        "bags": N_("Bags"),
        "minimum_bid": N_("Lowest bid of a side"),
        "first_trick_spades": N_("Spades may be played on the first trick"),
        "mercy": N_("A side at −200 points has lost"),
    }
    values: ClassVar[Mapping[str, Mapping[Any, str]]] = {
        "match": {"target": N_("When a side has the points"), "deals": N_("After a number of deals")},
        "nil": {50: N_("50 points"), 100: N_("100 points"), 200: N_("200 points")},
        "blind_nil": {True: N_("Yes"), False: N_("No")},
        "failed_nil": {
            "bags": N_("Are bags"),
            "helps_partner": N_("Count for the partner's bid"),
            "nothing": N_("Count for nothing"),
        },
        "failed_nil_bag_points": {True: N_("Yes"), False: N_("No")},
        "bags": {
            10: N_("10 bags cost 100 points"),
            5: N_("5 bags cost 50 points"),
            0: N_("Bags cost nothing"),
        },
        "first_trick_spades": {True: N_("Yes"), False: N_("No")},
        "mercy": {True: N_("Yes"), False: N_("No")},
    }
    spread: ClassVar[Mapping[str, int]] = {"trick": 1, "last": 1, "played": ALL}
    attempts: ClassVar[Mapping[str, str]] = {"hand": "play", "trick": "play"}
    counted: ClassVar[Mapping[str, str]] = {
        "contracts": N_("Contracts made"),
        "nils": N_("Nils made"),
        "failed": N_("Nils failed"),
        "bags": N_("Bags of your side"),
    }
    main = DIFFERENCE
    measures = (WON, DIFFERENCE, POINTS)
    ranked = (
        N_("Ranked by the difference between the two sides"),
        N_("Ranked by the sum of all differences"),
    )
    daily = N_(
        "There are four deals a day. Everybody gets the same cards, the same partner and the same two"
        " opponents. Your first attempt counts."
    )
    ranking = (N_("What counts is the points of your side, minus the points of the other side."),)

    def lands(self, move: Move, view: View) -> str:
        """Before the own seat."""
        return f"trick-{view.seat}" if move.verb == "play" else ""

    def about(self, view: View, seat: int) -> tuple[About, ...]:
        """The bid, the tricks taken, and the bags of the side."""
        facts = view.facts
        bid, took = facts.get(f"bid-{seat}"), int(facts[f"tricks-{seat}"])
        gaps = {"bid": int(bid or 0), "took": took}
        bags = About(N_("bags: %(bags)s"), {"bags": int(facts[f"bags-{seat}"])})
        if bid is None:
            return (bags,)
        if bid:
            return About(N_("bid %(bid)s, took %(took)s"), gaps, N_("%(took)s/%(bid)s")), bags
        short = N_("%(took)s/Nil")
        if f"blind-{seat}" in facts:
            return About(N_("bid Nil without looking, took %(took)s"), gaps, short), bags
        return About(N_("bid Nil, took %(took)s"), gaps, short), bags

    def finished(self, done: Done) -> tuple[str, Mapping[str, int]]:
        """Won, tied or lost, and by how much."""
        if not done.margin:
            return N_("Tied with %(points)s"), {}
        if done.place == 1:
            return N_("Won with %(points)s, difference %(margin)s"), {}
        return N_("Lost with %(points)s, difference %(margin)s"), {}

    def sheet(self, view: View, seats: Sequence[int]) -> tuple[tuple[str, Mapping[str, int]], ...]:
        """Bids, tricks, and what the side got for them."""
        facts, seat = view.facts, seats[0]
        one, other = (int(facts[f"bid-{seat}"]) for seat in seats)
        told = [
            (_bids(one, other), {"one": one, "other": other}),
            (N_("Tricks: %(took)s"), {"took": sum(int(facts[f"tricks-{seat}"]) for seat in seats)}),
            (N_("Contract: %(points)s"), {"points": int(facts[f"contract-{seat}"])}),
            (N_("Nil: %(points)s"), {"points": int(facts[f"nil-{seat}"])}),
            (N_("Bags: %(bags)s"), {"bags": int(facts[f"bags-{seat}"])}),
            (N_("Penalty for bags: %(points)s"), {"points": int(facts[f"penalty-{seat}"])}),
        ]
        # Of what is nothing nothing is said, but of two bids of nothing.
        return tuple((text, gaps) for text, gaps in told if any(gaps.values()) or "other" in gaps)

    def aim(self, view: View) -> tuple[str, int]:
        """Points, or a number of deals."""
        if view.options.match == "deals":
            return N_("Deals in this match: %(number)s"), view.options.deals
        return N_("%(number)s points win the match"), view.options.target

    def deal_over(self, view: View) -> tuple[str, int | None]:
        """What became of the own side's contract."""
        facts, seat = view.facts, view.seat or 0
        took = int(facts[f"tricks-{seat}"]) + int(facts[f"tricks-{(seat + 2) % 4}"])
        if took == 13:
            return N_("Your side took all thirteen tricks"), None
        if int(facts[f"contract-{seat}"]) < 0:
            return N_("Your side missed its contract"), None
        return N_("Your side made its contract"), None

    def goal(self, view: View) -> int | None:
        """The points that end the match."""
        return None if view.options.match == "deals" else int(view.options.target)


def _bids(one: int, other: int) -> str:
    """Two partners' bids, the first of them the one's whose line it is; none is called Nil."""
    if one and other:
        return N_("Bids: %(one)s and %(other)s")
    if one:
        return N_("Bids: %(one)s and Nil")
    return N_("Bids: Nil and %(other)s") if other else N_("Bids: Nil and Nil")
