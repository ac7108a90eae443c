"""Spades: options, deal, bids, legal plays, tricks, scoring, the match.

Rule numbers (SP, SP-Q) are those of `docs/rules/spades.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar, Literal, NamedTuple

from kingscorners.cards import ACE, DECK, KING, SUITS, Card, is_card, pick, shuffled
from kingscorners.game import NEXT_DEAL, NOBODY, Game, Move, Outcome, Reason, Zone
from kingscorners.options import Range, Value

SEATS = 4
TRICKS = 13
SPADES = "s"
BEHIND = 100
MERCY = -200
MOST_DEALS = 50
HANDS = tuple(f"hand-{seat}" for seat in range(SEATS))
ONLY = tuple(frozenset({seat}) for seat in range(SEATS))

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """What the rules leave open."""

    match: Literal["target", "deals"] = "target"
    target: Annotated[int, Range(200, 1000)] = 500
    deals: Annotated[int, Range(1, 20)] = 4
    nil: Literal[50, 100, 200] = 100
    blind_nil: bool = False
    failed_nil: Literal["bags", "helps_partner", "nothing"] = "bags"
    failed_nil_bag_points: bool = True
    bags: Literal[10, 5, 0] = 10
    minimum_bid: Annotated[int, Range(0, 6)] = 0
    first_trick_spades: bool = True
    mercy: bool = False


class Added(NamedTuple):
    """What one deal did to a side: points of the contract, overtricks, Nils, penalty; and the bags left."""

    contract: int
    overtricks: int
    nil: int
    penalty: int
    bags: int

    @property
    def points(self) -> int:
        """All of it."""
        return self.contract + self.overtricks + self.nil - self.penalty


Scores = tuple[tuple[Added, Added], ...]


class State(NamedTuple):
    """A match at one moment.

    `bids` and `tricks` are by seat, `None` is a bid to come; who is in `blind` bid Nil without looking, who
    is in `unlooked` has not seen the own hand yet. `leader` led the trick that lies on the table until the
    next is led; `last` is the one before it, which `led` led, `played` the rest. `scores` are by deal and
    side.
    """

    seed: bytes
    options: Options
    deal: int
    dealer: int
    hands: tuple[Cards, ...]
    turn: int
    bids: tuple[int | None, ...] = (None,) * SEATS
    blind: frozenset[int] = NOBODY
    unlooked: frozenset[int] = NOBODY
    leader: int = 0
    trick: Cards = ()
    led: int = 0
    last: Cards = ()
    played: Cards = ()
    tricks: tuple[int, ...] = (0,) * SEATS
    broken: bool = False
    scores: Scores = ()
    ended: Literal["", "played", "claimed"] = ""


STRENGTH = {card: KING + 1 if card.rank == ACE else card.rank for card in DECK}
"""2 to 14: the Ace is the highest (SP2)."""
HIGHER = {
    card: frozenset(other for other in DECK if other.suit == card.suit and STRENGTH[other] > STRENGTH[card])
    for card in DECK
}
"""The cards of its suit that beat each card."""


def taker(trick: Cards) -> int:
    """Which card of a trick takes it, from the lead on: the highest spade, else of the suit led (SP8)."""
    led = trick[0].suit
    best = max(trick, key=lambda card: (card.suit == SPADES, card.suit == led, STRENGTH[card]))
    return trick.index(best)


# All moves there are. A match makes thousands, so each is made once.
PLAY = {card: Move("play", (str(card),)) for card in DECK}
BID = tuple(Move("bid", (str(number),)) for number in range(TRICKS + 1))
LOOK, BLIND, CLAIM = Move("look"), Move("blind"), Move("claim")


class Spades(Game[State]):
    """The rules of Spades. See `Game` for what each method promises."""

    name = "spades"
    seats = range(SEATS, SEATS + 1)
    options = Options
    version = 1
    daily_seats = SEATS
    daily_level = "steady"
    daily_options: ClassVar[Mapping[str, Value]] = {"match": "deals"}
    practice_options = daily_options
    more_is_better = True

    def sides(self, seats: int) -> tuple[int, ...]:
        """Partners sit opposite each other (SP1)."""
        return (0, 1, 0, 1)

    def check(self, seats: int, options: Options) -> None:
        """Four seats, and any options."""

    # ------------------------------------------------------------------ the deal

    def deal(self, seed: bytes, seats: int, options: Options) -> State:
        """The first dealer is drawn by lot (SP3)."""
        return _deal(seed, options, 1, pick(seed, "dealer", SEATS), ())

    # ------------------------------------------------------------------ the turn

    def turn(self, state: State) -> int | None:
        """Between deals it is for the next dealer to go on."""
        if not state.ended:
            return state.turn
        return None if self.outcome(state) else _left_of(state.dealer)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """`look` and `blind` before a blind Nil, then bids, then cards; `claim` where it is certain."""
        if state.ended:
            return () if self.outcome(state) else (NEXT_DEAL,)
        if state.turn in state.unlooked:
            return (LOOK, BLIND)
        if None in state.bids:
            lowest = _lowest_bid(state)
            return BID if lowest <= 1 else (BID[0], *BID[lowest:])
        plays = tuple(PLAY[card] for card in _playable(state))
        return (*plays, CLAIM) if _certain(state) else plays

    def apply(self, state: State, move: Move) -> State:
        """The thirteenth trick or a claim ends the deal (SP-Q19)."""
        if move == NEXT_DEAL:
            return _deal(state.seed, state.options, state.deal + 1, _left_of(state.dealer), state.scores)
        if move == LOOK:
            return state._replace(unlooked=state.unlooked - {state.turn})
        if move == CLAIM:
            return _score(_took(state, state.turn, len(state.hands[state.turn])), "claimed")
        if move.verb == "play":
            return _play(state, move.cards[0])
        if move == BLIND:
            state = state._replace(blind=state.blind | {state.turn}, unlooked=state.unlooked - {state.turn})
        return _bid(state, 0 if move == BLIND else int(move.words[0]))

    def zones(self, state: State) -> tuple[Zone, ...]:
        """What has been played is open; a hand is its owner's, once looked at, until the deal is over."""
        hands = [
            Zone(HANDS[seat], "hand", hand, None if state.ended else _eyes(state, seat), seat)
            for seat, hand in enumerate(state.hands)
        ]
        return (
            *_by_seat("trick", state.trick, state.leader),
            *_by_seat("last", state.last, state.led),
            Zone("played", "played", state.played),
            *hands,
        )

    def facts(self, state: State) -> Mapping[str, int | str]:
        """By seat `bid`, `blind`, `tricks`, `bags` (the side's); `leader`, `taker` of the trick; `broken`.

        Of the finished deal also `ended` and, by seat, what its side got: `contract`, `overtricks`, `nil` and
        `penalty`.
        """
        facts: dict[str, int | str] = {"deal": state.deal, "dealer": state.dealer}
        facts.update(_points(state.scores))
        for seat in range(SEATS):
            facts[f"tricks-{seat}"] = state.tricks[seat]
            if (bid := state.bids[seat]) is not None:
                facts[f"bid-{seat}"] = bid
        facts.update({f"blind-{seat}": 1 for seat in sorted(state.blind)})
        if state.trick:
            facts["leader"] = state.leader
        if len(state.trick) == SEATS:
            facts["taker"] = (state.leader + taker(state.trick)) % SEATS
        if state.broken:
            facts["broken"] = 1
        if state.ended:
            facts["ended"] = state.ended
            for seat in range(SEATS):
                added = state.scores[-1][seat % 2]
                facts[f"contract-{seat}"] = added.contract
                facts[f"overtricks-{seat}"] = added.overtricks
                facts[f"nil-{seat}"] = added.nil
                facts[f"penalty-{seat}"] = added.penalty
        return facts

    # ------------------------------------------------------------------ the match

    def outcome(self, state: State) -> Outcome | None:
        """The higher score wins when the match is over (SP16, SP-Q12 to SP-Q15)."""
        if not state.ended:
            return None
        one, other = _totals(state.scores)
        if not (reason := _over(state.options, len(state.scores), one, other)):
            return None
        points = (one, other) * 2
        return Outcome(points, self.places(points), reason)

    def margin(self, outcome: Outcome, seat: int) -> int:
        """The own side's score less that of the other."""
        return outcome.points[seat] - outcome.points[_left_of(seat)]

    def counts(self, state: State) -> Mapping[str, tuple[int, ...]]:
        """Nils made (`nils`) and `failed` of the seat; `contracts` made and `bags` of its side."""
        added, seats = state.scores[-1], range(SEATS)
        nil = [state.bids[seat] == 0 for seat in seats]
        return {
            "nils": tuple(int(nil[seat] and not state.tricks[seat]) for seat in seats),
            "failed": tuple(int(nil[seat] and state.tricks[seat] > 0) for seat in seats),
            "contracts": tuple(int(added[seat % 2].contract > 0) for seat in seats),
            "bags": tuple(added[seat % 2].overtricks for seat in seats),
        }

    def longest(self, seats: int, options: Options) -> int:
        """A deal has 4 looks, 4 bids, 52 cards and the move to the next; deals have a bound (SP-Q15)."""
        deals = options.deals if options.match == "deals" else MOST_DEALS
        return deals * (2 * SEATS + SEATS * TRICKS + 1)

    # ------------------------------------------------------------------ why not

    def why_not(self, state: State, move: Move) -> Reason:
        """The first rule that forbids the move, in the order in which a player would look."""
        if state.ended:
            return Reason("deal-over")
        if move == NEXT_DEAL:
            return Reason("deal-not-over")
        if move in (LOOK, BLIND):
            return _why_not_blind(state, move)
        if move == CLAIM and None not in state.bids:
            return Reason("not-certain")
        if move.verb not in ("bid", "play", "claim") or len(move.words) != (move != CLAIM):
            return Reason("no-such-move")
        if state.turn in state.unlooked:
            return Reason("look-first")
        if move.verb == "bid":
            return _why_no_bid(state, move)
        return Reason("bid-first") if None in state.bids else _why_no_play(state, move.words[0])


# ---------------------------------------------------------------------- dealing and bidding


def _by_seat(kind: str, trick: Cards, leader: int) -> tuple[Zone, ...]:
    """The cards of a trick, each before the seat that played it."""
    before: list[Cards] = [()] * SEATS
    for step, card in enumerate(trick):
        before[(leader + step) % SEATS] = (card,)
    return tuple(Zone(f"{kind}-{seat}", kind, cards) for seat, cards in enumerate(before))


def _left_of(seat: int) -> int:
    """Clockwise (SP1)."""
    return (seat + 1) % SEATS


def _deal(seed: bytes, options: Options, deal: int, dealer: int, scores: Scores) -> State:
    """Thirteen cards each, one at a time from the dealer's left (SP3), who bids first (SP4) and leads (SP7).

    Where a blind Nil may be bid, a side that is far enough behind does not see its hands at first (SP-Q20).
    """
    deck, first = shuffled(seed, deal), _left_of(dealer)
    hands = tuple(
        tuple(sorted(deck[(seat - first) % SEATS :: SEATS], key=lambda c: (SUITS.index(c.suit), STRENGTH[c])))
        for seat in range(SEATS)
    )
    one, other = _totals(scores)
    unlooked = NOBODY
    if options.blind_nil and abs(one - other) >= BEHIND:
        unlooked = frozenset(seat for seat in range(SEATS) if (seat % 2 == 0) == (one < other))
    return State(seed, options, deal, dealer, hands, first, unlooked=unlooked, leader=first, scores=scores)


def _eyes(state: State, seat: int) -> frozenset[int]:
    """Who sees a hand that is played from."""
    return NOBODY if seat in state.unlooked else ONLY[seat]


def _lowest_bid(state: State) -> int:
    """What the second of two partners has to bid beside Nil; after the other's Nil anything (SP-Q5)."""
    partner = state.bids[(state.turn + 2) % SEATS]
    return state.options.minimum_bid - partner if partner else 1


def _bid(state: State, number: int) -> State:
    """Once each, in turn; the last bid is followed by the first lead (SP4)."""
    seat = state.turn
    return state._replace(bids=(*state.bids[:seat], number, *state.bids[seat + 1 :]), turn=_left_of(seat))


# ---------------------------------------------------------------------- playing


def _playable(state: State) -> Cards:
    """The cards that the seat on turn may play."""
    hand = state.hands[state.turn]
    if len(state.trick) in (0, SEATS):
        return hand if state.broken else _without_spades(hand) or hand  # SP7, SP9, SP-Q1
    following = tuple(card for card in hand if card.suit == state.trick[0].suit)
    if following:
        return following  # SP7
    first_trick = not any(state.tricks)
    return _without_spades(hand) or hand if first_trick and not state.options.first_trick_spades else hand


def _without_spades(hand: Cards) -> Cards:
    return tuple(card for card in hand if card.suit != SPADES)


def _play(state: State, card: Card) -> State:
    """Onto the trick; who leads to the next one puts the last one away."""
    seat = state.turn
    hands = (*state.hands[:seat], tuple(c for c in state.hands[seat] if c != card), *state.hands[seat + 1 :])
    broken = state.broken or card.suit == SPADES  # SP-Q3
    if len(state.trick) in (0, SEATS):
        return state._replace(
            hands=hands,
            turn=_left_of(seat),
            leader=seat,
            led=state.leader,
            trick=(card,),
            last=state.trick,
            played=state.played + state.last,
            broken=broken,
        )
    trick = (*state.trick, card)
    state = state._replace(hands=hands, turn=_left_of(seat), trick=trick, broken=broken)
    if len(trick) < SEATS:
        return state
    state = _took(state, (state.leader + taker(trick)) % SEATS, 1)
    return state if hands[seat] else _score(state, "played")


def _took(state: State, seat: int, tricks: int) -> State:
    """Who takes a trick leads to the next (SP8)."""
    before = state.tricks
    return state._replace(turn=seat, tricks=(*before[:seat], before[seat] + tricks, *before[seat + 1 :]))


def _certain(state: State) -> bool:
    """Whether who leads takes all that is left, however the unseen cards lie (SP-Q17).

    The own highest spades have to bring down all others one by one; then every other card has to be the
    highest of its suit.
    """
    hand = state.hands[state.turn]
    if len(state.trick) not in (0, SEATS) or len(hand) < 2:
        return False
    others = [held for seat, held in enumerate(state.hands) if seat != state.turn]

    def sure(card: Card) -> bool:
        return all(HIGHER[card].isdisjoint(held) for held in others)

    if not all(sure(card) for card in hand if card.suit != SPADES):
        return False
    spades = sum(card.suit == SPADES for held in others for card in held)
    if not state.broken and _without_spades(hand):
        return not spades
    return sum(sure(card) for card in hand if card.suit == SPADES) >= spades


# ---------------------------------------------------------------------- scoring


def added(
    options: Options, bids: tuple[int, ...], blind: tuple[bool, ...], tricks: tuple[int, ...], bags: int
) -> Added:
    """What a deal adds to a side that had so many bags; the rest is by partner (SP11 to SP15).

    The contract is what the bids make together; what a failed Nil took does not count for it but is bags
    (SP-Q6 to SP-Q10), unless the options say otherwise.
    """
    contract, won, nil, strayed = sum(bids), 0, 0, 0
    for bid, unseen, took in zip(bids, blind, tricks, strict=True):
        if bid or options.failed_nil == "helps_partner":
            won += took
        elif options.failed_nil == "bags":
            strayed += took
        if not bid:
            nil += options.nil * (2 if unseen else 1) * (-1 if took else 1)
    overtricks = max(won - contract, 0)
    collected = bags + overtricks + strayed
    penalties = collected // options.bags if options.bags else 0
    return Added(
        contract=10 * contract if won >= contract else -10 * contract,
        overtricks=overtricks + (strayed if options.failed_nil_bag_points else 0),
        nil=nil,
        penalty=10 * options.bags * penalties,
        bags=collected - options.bags * penalties,
    )


def _score(state: State, ended: Literal["played", "claimed"]) -> State:
    one, other = (
        added(
            state.options,
            tuple(bid or 0 for bid in state.bids[side::2]),
            tuple(seat in state.blind for seat in (side, side + 2)),
            state.tricks[side::2],
            state.scores[-1][side].bags if state.scores else 0,
        )
        for side in (0, 1)
    )
    return state._replace(scores=(*state.scores, (one, other)), ended=ended)


def _totals(scores: Scores) -> tuple[int, int]:
    return sum(one.points for one, _ in scores), sum(other.points for _, other in scores)


@lru_cache(1_000)
def _points(scores: Scores) -> Mapping[str, int]:
    """Totals, bags and what each deal added, as facts; the same all through a deal."""
    totals = _totals(scores)
    points = {f"points-{seat}": totals[seat % 2] for seat in range(SEATS)}
    points.update({f"bags-{seat}": scores[-1][seat % 2].bags if scores else 0 for seat in range(SEATS)})
    for deal, sides in enumerate(scores, 1):
        points.update({f"points-{seat}-{deal}": sides[seat % 2].points for seat in range(SEATS)})
    return points


def _over(options: Options, deals: int, one: int, other: int) -> str:
    """Why the match is over after so many deals with these scores; empty while it goes on."""
    if options.match == "deals":
        return "deals" if deals >= options.deals else ""
    if one != other:  # SP-Q14
        if max(one, other) >= options.target:
            return "target"
        if options.mercy and min(one, other) <= MERCY:
            return "mercy"
    return "limit" if deals >= MOST_DEALS else ""


# ---------------------------------------------------------------------- reasons

FOLLOW = {
    "c": Reason("follow-clubs"),
    "d": Reason("follow-diamonds"),
    "h": Reason("follow-hearts"),
    "s": Reason("follow-spades"),
}


def _why_not_blind(state: State, move: Move) -> Reason:
    if not state.options.blind_nil:
        return Reason("no-blind-nil")
    if state.bids[state.turn] is not None:
        return Reason("bids-made")
    one, other = _totals(state.scores)
    own = (one, other)[state.turn % 2]
    if max(one, other) - own >= BEHIND:
        return Reason("looked-already")
    return Reason("not-behind", {"number": BEHIND})


def _why_no_bid(state: State, move: Move) -> Reason:
    if None not in state.bids:
        return Reason("bids-made")
    if move in BID:
        return Reason("bid-too-low", {"number": _lowest_bid(state)})
    return Reason("no-such-bid")


def _why_no_play(state: State, word: str) -> Reason:
    if not is_card(word):
        return Reason("no-such-card")
    card = Card.parse(word)
    if card not in state.hands[state.turn]:
        return Reason("not-in-hand", {"card": word})
    if len(state.trick) in (0, SEATS):
        return Reason("spades-not-broken")
    led = state.trick[0].suit
    if any(held.suit == led for held in state.hands[state.turn]):
        return FOLLOW[led]
    return Reason("no-spades-yet")
