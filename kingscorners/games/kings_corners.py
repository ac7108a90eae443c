"""King's Corners: options, layout, deal, legal moves, pile moves, the end of a turn, scoring, the match.

Rule numbers (KA, KB, KC-Q) are those of `docs/rules/kings-corners.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar, Literal, NamedTuple

from kingscorners.cards import ACE, DECK, KING, Card, is_card, pick, shuffled
from kingscorners.game import NEXT_DEAL, NOBODY, Game, Move, Outcome, Reason, Zone
from kingscorners.options import BadOption, Range, Value

SIDES = ("north", "east", "south", "west")
CORNERS = ("northeast", "southeast", "southwest", "northwest")
PLACES = SIDES + CORNERS
HANDS = tuple(f"hand-{seat}" for seat in range(6))
ONLY = tuple(frozenset({seat}) for seat in range(6))

HAND = 7
KING_POINTS = 10
EXTRA_DEALS = 10

Cards = tuple[Card, ...]
Fitting = dict[Card, list[str]]
Scores = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Options:
    """What the rules leave open. The defaults are the profile `pagat`; `zone` sets other ones."""

    profile: Literal["pagat", "zone"] = "pagat"
    draw: Literal["end", "start", "when_stuck"] = "end"
    side_kings: Literal["player_move", "auto_at_deal"] = "player_move"
    side_space_accepts_king: bool = True
    kings_must_be_played: bool = False
    match: Literal["target", "deals", "knockout"] = "target"
    target: Annotated[int, Range(5, 200)] = 25
    deals: Annotated[int, Range(1, 20)] = 3
    tie_break: Literal["shared", "extra_deal"] = "shared"
    decks: Literal[1, 2] = 1

    PRESETS: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "zone": {
            "draw": "start",
            "side_kings": "auto_at_deal",
            "side_space_accepts_king": False,
            "match": "deals",
        }
    }


class State(NamedTuple):
    """A match at one moment. `stock` has the next card to be drawn first; piles list the bottom card first.

    `scores` holds the points that each finished deal added, by seat; `ended` how the deal on the table ended.
    """

    seed: bytes
    options: Options
    deal: int
    dealer: int
    hands: tuple[Cards, ...]
    piles: Mapping[str, Cards]
    stock: Cards
    turn: int
    cleared: Cards = ()
    moved: bool = False
    drew: bool = False
    passes: int = 0
    scores: Scores = ()
    ended: Literal["", "out", "stalemate"] = ""


def fits(card: Card, on: Card) -> bool:
    """One rank lower and of the other colour (KA6, KB6). Nothing fits on an ace (KA15)."""
    return card.rank == on.rank - 1 and card.red != on.red


TAKES = {on: tuple(card for card in DECK if fits(card, on)) for on in DECK}
"""The two cards that fit on each card; none on an ace."""

# All moves there are. A match makes thousands, so each is made once.
PLAY = {card: {place: Move("play", (str(card), place)) for place in PLACES} for card in DECK}
CARRY = {source: {target: Move("carry", (source, target)) for target in PLACES} for source in SIDES}
END = Move("end")


class KingsCorners(Game[State]):
    """The rules of King's Corners. See `Game` for what each method promises."""

    name = "kings-corners"
    seats = range(2, 7)
    options = Options
    version = 1
    daily_seats = 4
    daily_level = "steady"

    def check(self, seats: int, options: Options) -> None:
        """One deck serves 2 to 4 seats, two decks 2 to 6 (KC-Q23)."""
        most = 4 if options.decks == 1 else 6
        if not 2 <= seats <= most:
            raise BadOption("seats", f"2 to {most} with decks {options.decks}")

    # ------------------------------------------------------------------ the deal

    def deal(self, seed: bytes, seats: int, options: Options) -> State:
        """The first dealer is drawn by lot (KC-Q16)."""
        self.check(seats, options)
        return _deal(seed, options, 1, pick(seed, "dealer", seats), (True,) * seats, ())

    # ------------------------------------------------------------------ the turn

    def turn(self, state: State) -> int | None:
        """Between deals it is for the next dealer to go on."""
        if state.ended and self.outcome(state):
            return None
        return _next_dealer(state) if state.ended else state.turn

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """Cards from the hand, then pile moves, then `end`, which is always allowed (KA10, KB10)."""
        if state.ended:
            return () if self.outcome(state) else (NEXT_DEAL,)
        fitting = _fitting(state.piles)
        plays = _plays(state, state.hands[state.turn], fitting)
        if state.options.kings_must_be_played:
            kings = tuple(move for move in plays if move.cards[0].rank == KING)
            if kings:
                return kings
        return (*plays, *_carries(state, fitting), END)

    def is_legal(self, state: State, move: Move) -> bool:
        """What a move does not name is no matter to it, unless a King has to be played first."""
        if state.ended or state.options.kings_must_be_played:
            return super().is_legal(state, move)
        fitting = _fitting({word: state.piles[word] for word in move.words if word in state.piles})
        if move.verb != "play":
            return move == END or move in _carries(state, fitting)
        hand = state.hands[state.turn]
        return move in _plays(state, tuple(card for card in move.cards if card in hand), fitting)

    def apply(self, state: State, move: Move) -> State:
        """Going out ends the deal at once, without a draw (KA11, KC-Q12)."""
        if move == NEXT_DEAL:
            playing = tuple(seat in _in_play(state) for seat in range(len(state.hands)))
            return _deal(
                state.seed, state.options, state.deal + 1, _next_dealer(state), playing, state.scores
            )
        if move == END:
            return _end_turn(state)
        state = _play(state, *move.words) if move.verb == "play" else _carry(state, *move.words)
        return _score(state, "out") if not state.hands[state.turn] else state

    def zones(self, state: State) -> tuple[Zone, ...]:
        """All piles are public (KC-Q27); a hand is its owner's until the deal is over."""
        sides = [Zone(name, "side", state.piles[name]) for name in SIDES]
        corners = [Zone(name, "corner", state.piles[name]) for name in CORNERS]
        stock = Zone("stock", "stock", state.stock[::-1], NOBODY)
        cleared = [Zone("cleared", "cleared", state.cleared)] if state.options.decks == 2 else []
        hands = [
            Zone(HANDS[seat], "hand", hand, None if state.ended else ONLY[seat], seat)
            for seat, hand in enumerate(state.hands)
        ]
        return (*sides, *corners, stock, *cleared, *hands)

    def facts(self, state: State) -> Mapping[str, int | str]:
        """Also `ended`, `out` (who went out), `passes`, `left-<seat>` (knocked out)."""
        facts: dict[str, int | str] = {"deal": state.deal, "dealer": state.dealer, "passes": state.passes}
        facts.update(_points(state.scores, len(state.hands)))
        if state.ended:
            facts["ended"] = state.ended
        if state.ended == "out":
            facts["out"] = state.turn
        if state.options.match == "knockout":
            facts.update(
                {f"left-{seat}": 1 for seat in range(len(state.hands)) if seat not in _in_play(state)}
            )
        return facts

    def counts(self, state: State) -> Mapping[str, tuple[int, ...]]:
        """`out`: who went out; `kings`: how many Kings were caught in the hand."""
        seats = range(len(state.hands))
        out = state.turn if state.ended == "out" else None
        kings = tuple(sum(card.rank == KING for card in hand) for hand in state.hands)
        return {"out": tuple(int(seat == out) for seat in seats), "kings": kings}

    # ------------------------------------------------------------------ the match

    def outcome(self, state: State) -> Outcome | None:
        """The lowest total wins (KA13, KB15); in a knock-out whoever is left (KC-Q21)."""
        if not state.ended:
            return None
        options, scores, totals = state.options, state.scores, _totals(state)
        if not _is_over(options, scores):
            return None
        keys = [(-_deals_survived(state, seat), total) for seat, total in enumerate(totals)]
        places = tuple(1 + sum(other < key for other in keys) for key in keys)
        if places.count(1) > 1 and options.tie_break == "extra_deal" and options.match != "knockout":
            extra_deals = sum(_is_over(options, scores[:count]) for count in range(1, len(scores)))
            if extra_deals < EXTRA_DEALS:
                return None
        return Outcome(totals, places, options.match)

    def margin(self, outcome: Outcome, seat: int) -> int:
        """The sum of the others' totals less one's own for each of them."""
        return sum(outcome.points) - len(outcome.points) * outcome.points[seat]

    def longest(self, seats: int, options: Options) -> int:
        """KC-Q28: every move lowers 2 x hand + side piles, a draw raises it by 2.

        Between two of these events there are fewer passes than seats, and every deal adds at least one point.
        """
        cards = 52 * options.decks
        moves = 2 * cards + 4
        deal = moves + seats * (moves + cards + 1) + 1
        deals = {"target": seats * options.target, "knockout": seats * options.target, "deals": options.deals}
        return deal * (deals[options.match] + EXTRA_DEALS)

    # ------------------------------------------------------------------ why not

    def why_not(self, state: State, move: Move) -> Reason:
        """The first rule that forbids the move, in the order in which a player would look."""
        if state.ended:
            return Reason("deal-over")
        if move == NEXT_DEAL:
            return Reason("deal-not-over")
        if move == END:
            return Reason("king-first")
        if move.verb not in ("play", "carry") or len(move.words) != 2:
            return Reason("no-such-move")
        what, where = move.words
        if where not in PLACES:
            return Reason("no-such-place")
        if move.verb == "carry":
            return _why_no_carry(state, what, where)
        return _why_no_play(state, what, where)


# ---------------------------------------------------------------------- dealing


def _deal(
    seed: bytes, options: Options, deal: int, dealer: int, playing: tuple[bool, ...], scores: Scores
) -> State:
    """Seven cards each, one at a time from the dealer's left, then four to the cross (KA3-KA5, KC-Q16)."""
    deck = shuffled(seed, deal, options.decks)
    order = [seat for seat in _clockwise(dealer, len(playing)) if playing[seat]]
    dealt = HAND * len(order)
    hands = tuple(
        deck[order.index(seat) : dealt : len(order)] if playing[seat] else () for seat in range(len(playing))
    )
    piles: dict[str, Cards] = dict.fromkeys(PLACES, ())
    piles.update({side: (deck[dealt + i],) for i, side in enumerate(SIDES)})
    stock = deck[dealt + len(SIDES) :]
    if options.side_kings == "auto_at_deal":
        stock = _kings_to_corners(piles, stock)
    state = State(seed, options, deal, dealer, hands, piles, stock, order[0], scores=scores)
    return _begin_turn(state)


def _kings_to_corners(piles: dict[str, Cards], stock: Cards) -> Cards:
    """A King in the cross goes to a corner and its place is filled again, until none is left (KB3, KC-Q1)."""
    for side in SIDES:
        # With two decks a fifth King finds no corner and stays where it lies.
        while piles[side][0].rank == KING and (corners := _free_corners(piles)):
            piles[corners[0]] = piles[side]
            piles[side], stock = (stock[0],), stock[1:]
    return stock


def _clockwise(after: int, seats: int) -> list[int]:
    """All seats, the one to the left of `after` first."""
    return [(after + step) % seats for step in range(1, seats + 1)]


def _next_dealer(state: State) -> int:
    """The deal passes clockwise (KC-Q16), to the next who is still in."""
    playing = _in_play(state)
    return next(seat for seat in _clockwise(state.dealer, len(state.hands)) if seat in playing)


# ---------------------------------------------------------------------- legal moves


def _fitting(piles: Mapping[str, Cards]) -> Fitting:
    """The piles that cards fit on (KA6), by card."""
    fitting: Fitting = {}
    for place, pile in piles.items():
        if pile:
            for card in TAKES[pile[-1]]:
                fitting.setdefault(card, []).append(place)
    return fitting


def _plays(state: State, cards: Cards, fitting: Fitting) -> list[Move]:
    """Cards from the hand, in its order, to every place that takes them."""
    places = _places(state, cards, fitting)
    return [PLAY[card][place] for card in places for place in places[card]]


def _places(state: State, cards: Cards, fitting: Fitting) -> dict[Card, list[str]]:
    """A pile it fits on (KA6), for a King an empty corner (KA7), for any card an empty side space (KA9)."""
    sides = [side for side in SIDES if not state.piles[side]]
    for_kings = _free_corners(state.piles) + (sides if _side_accepts_king(state) else [])
    return {card: fitting.get(card, []) + (for_kings if card.rank == KING else sides) for card in cards}


def _side_accepts_king(state: State) -> bool:
    """As the option says (KC-Q5); with two decks also when no corner is free (KC-Q24)."""
    return state.options.side_space_accepts_king or (
        state.options.decks == 2 and not _free_corners(state.piles)
    )


def _free_corners(piles: Mapping[str, Cards]) -> list[str]:
    return [corner for corner in CORNERS if not piles[corner]]


# ---------------------------------------------------------------------- pile moves


def _carries(state: State, fitting: Fitting) -> list[Move]:
    """Whole side piles to every place that takes them. Corners (KC-Q3) and parts (KC-Q8) never move."""
    return [CARRY[source][target] for source in SIDES for target in _targets(state, source, fitting)]


def _targets(state: State, source: str, fitting: Fitting) -> list[str]:
    """A pile that the bottom card fits on (KA8); an empty corner for a pile led by a King (KC-Q1)."""
    pile = state.piles[source]
    if not pile:
        return []
    if pile[0].rank == KING:
        return _free_corners(state.piles) if state.options.side_kings == "player_move" else []
    return fitting.get(pile[0], [])


# ---------------------------------------------------------------------- carrying out a move


def _play(state: State, card: str, place: str) -> State:
    played = Card.parse(card)
    hand = list(state.hands[state.turn])
    hand.remove(played)
    return _settle(state, {place: (*state.piles[place], played)}, _hands(state, tuple(hand)))


def _carry(state: State, source: str, target: str) -> State:
    return _settle(state, {target: state.piles[target] + state.piles[source], source: ()}, state.hands)


def _settle(state: State, changed: Mapping[str, Cards], hands: tuple[Cards, ...]) -> State:
    """Lay the changed piles. With two decks a corner from King to Ace is cleared and free again (KC-Q24)."""
    piles, cleared = {**state.piles, **changed}, state.cleared
    if state.options.decks == 2:
        for corner in CORNERS:
            if piles[corner] and piles[corner][-1].rank == ACE:
                piles[corner], cleared = (), cleared + piles[corner]
    return state._replace(piles=piles, hands=hands, cleared=cleared, moved=True, passes=0)


def _hands(state: State, hand: Cards) -> tuple[Cards, ...]:
    """All hands, with `hand` as that of the seat on turn."""
    return (*state.hands[: state.turn], hand, *state.hands[state.turn + 1 :])


# ---------------------------------------------------------------------- drawing, and the end of a turn


def _draw(state: State) -> State:
    """One card from the stock; none when it is used up (KC-Q13, KB12)."""
    if not state.stock:
        return state
    hand = (*state.hands[state.turn], state.stock[0])
    return state._replace(hands=_hands(state, hand), stock=state.stock[1:], drew=True)


def _begin_turn(state: State) -> State:
    """Draw first (KB5), or only when nothing can be moved (KC-Q22)."""
    draw = state.options.draw
    if draw == "when_stuck":
        fitting = _fitting(state.piles)
        if not _plays(state, state.hands[state.turn], fitting) and not _carries(state, fitting):
            return _draw(state)
    return _draw(state) if draw == "start" else state


def _end_turn(state: State) -> State:
    """Draw (KA10) and let the next seat play; as many passes in a row as players are a stalemate (KC-Q14).

    A pass is a turn without a draw and without a move. With `when_stuck` the stock may still hold cards then.
    """
    if state.options.draw == "end":
        state = _draw(state)
    passes = 0 if state.moved or state.drew else state.passes + 1
    players = _in_play(state)
    if passes == len(players):
        return _score(state._replace(passes=passes), "stalemate")
    following = next(seat for seat in _clockwise(state.turn, len(state.hands)) if seat in players)
    return _begin_turn(state._replace(turn=following, moved=False, drew=False, passes=passes))


# ---------------------------------------------------------------------- scoring


def hand_points(hand: Cards) -> int:
    """A King left in the hand costs 10, every other card 1 (KA11, KB11)."""
    return sum(KING_POINTS if card.rank == KING else 1 for card in hand)


def _score(state: State, ended: Literal["out", "stalemate"]) -> State:
    """Everybody scores the own hand; who went out has none (KC-Q15, KC-Q19)."""
    added = tuple(hand_points(hand) for hand in state.hands)
    return state._replace(scores=(*state.scores, added), ended=ended)


@lru_cache(1_000)
def _points(scores: Scores, seats: int) -> Mapping[str, int]:
    """The totals and what each deal added, as facts; the same all through a deal."""
    points = {f"points-{seat}": sum(added[seat] for added in scores) for seat in range(seats)}
    for deal, added in enumerate(scores, 1):
        points.update({f"points-{seat}-{deal}": more for seat, more in enumerate(added)})
    return points


def _totals(state: State) -> tuple[int, ...]:
    return tuple(map(sum, zip(*state.scores, strict=True))) or (0,) * len(state.hands)


def _is_over(options: Options, scores: Scores) -> bool:
    """Whether these finished deals end the match, if no tie has to be broken (KC-Q18, KC-Q21)."""
    if options.match == "deals":
        return len(scores) >= options.deals
    at_target = sum(total >= options.target for total in map(sum, zip(*scores, strict=True)))
    return at_target >= (1 if options.match == "target" else len(scores[0]) - 1)


def _deals_survived(state: State, seat: int) -> int:
    """In a knock-out: after how many deals the seat was still in."""
    if state.options.match != "knockout":
        return 0
    total, survived = 0, 0
    for added in state.scores:
        total += added[seat]
        if total >= state.options.target:
            break
        survived += 1
    return survived


def _in_play(state: State) -> tuple[int, ...]:
    """The seats that play on. In a knock-out whoever has the target leaves after the deal (KC-Q21)."""
    seats = range(len(state.hands))
    if state.options.match != "knockout":
        return tuple(seats)
    return tuple(seat for seat, total in enumerate(_totals(state)) if total < state.options.target)


# ---------------------------------------------------------------------- reasons


def _why_no_play(state: State, word: str, place: str) -> Reason:
    if not is_card(word):
        return Reason("no-such-card")
    card, pile = Card.parse(word), state.piles[place]
    if card not in state.hands[state.turn]:
        return Reason("not-in-hand", {"card": word})
    if place in _places(state, (card,), _fitting(state.piles))[card]:
        return Reason("king-first")
    if not pile:
        return Reason("king-needs-corner") if card.rank == KING else Reason("corner-needs-king")
    if card.rank == KING:
        return Reason("king-needs-space", {"card": word})
    return Reason("needs", {"card": word, "colour": "black" if card.red else "red", "rank": card.rank + 1})


def _why_no_carry(state: State, source: str, target: str) -> Reason:
    if is_card(source):
        return Reason("whole-piles")
    if source not in PLACES:
        return Reason("no-such-place")
    if source in CORNERS:
        return Reason("corners-stay")
    pile = state.piles[source]
    if not pile:
        return Reason("nothing-there", {"zone": source})
    if target in _targets(state, source, _fitting(state.piles)):
        return Reason("king-first")
    if not state.piles[target]:
        return (
            Reason("pile-needs-pile")
            if target in SIDES or pile[0].rank == KING
            else Reason("corner-needs-king")
        )
    bottom = pile[0]
    if bottom.rank == KING:
        return Reason("king-needs-space", {"card": str(bottom)})
    return Reason(
        "pile-needs",
        {"card": str(bottom), "colour": "black" if bottom.red else "red", "rank": bottom.rank + 1},
    )
