"""Idiot: options, deal, swapping, plays, burns, chance, hidden cards, places.

Rule numbers (ID, ID-Q) are those of `docs/rules/idiot.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from kingscorners.cards import DECK, SUITS, TEN, Card, is_card, pick, shuffled
from kingscorners.game import NOBODY, Game, Move, Outcome, Reason, Zone

MOST_SEATS = 5
HELD = 3
"""How many hidden, visible and hand cards everybody gets, and the hand is refilled to."""
FOUR = 4
MOST_SWAPS = 20
"""How many swaps one seat may make."""
MOST_PLAYS = 500
"""How many moves, swaps apart, a match may take before it is stopped."""
TWO = 2
RESET, BURN = TWO, TEN
ORDER = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1, 2)
"""The ranks from the lowest to the highest (ID-Q2, ID-Q3)."""
HEIGHT = {card: ORDER.index(card.rank) for card in DECK}
_PLACE = {card: (HEIGHT[card], SUITS.index(card.suit)) for card in DECK}

PILE = "pile"
HANDS = tuple(f"hand-{seat}" for seat in range(MOST_SEATS))
UPS = tuple(f"up-{seat}" for seat in range(MOST_SEATS))
DOWNS = tuple(tuple(f"down-{seat}-{slot + 1}" for slot in range(HELD)) for seat in range(MOST_SEATS))
ONLY = tuple(frozenset({seat}) for seat in range(MOST_SEATS))

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """What the rules leave open."""

    chance_anytime: bool = False
    voluntary_pickup: bool = False
    lay_matching_draw: bool = False
    finish_on_special: bool = True


class State(NamedTuple):
    """A match at one moment; what belongs to seats is by seat.

    `downs` has a place for each hidden card, empty when it has been turned. The last card of `stock` is
    drawn next. `known` are the names of the cards that everybody saw go into a hand: a memory, no cards.
    `ready` is how many seats are done with swapping, `swaps` how many swaps this one made. `matching` are
    cards just drawn that may be laid on at once (ID-Q20). Who is `out` has no cards left, the first first.
    """

    seed: bytes
    options: Options
    dealer: int
    hands: tuple[Cards, ...]
    ups: tuple[Cards, ...]
    downs: tuple[tuple[Cards, ...], ...]
    stock: Cards
    turn: int
    known: tuple[tuple[str, ...], ...]
    pile: Cards = ()
    burnt: Cards = ()
    ready: int = 0
    swaps: int = 0
    matching: Cards = ()
    out: tuple[int, ...] = ()
    plays: int = 0
    ended: Literal["", "idiot", "limit"] = ""


READY, CHANCE, TAKE, END = Move("ready"), Move("chance"), Move("take"), Move("end")
FLIP = tuple(tuple(Move("flip", (slot, PILE)) for slot in seat) for seat in DOWNS)
SWAP = {(one, other): Move("swap", (str(one), str(other))) for one in DECK for other in DECK}


@lru_cache(1_000)
def playing(cards: Cards) -> Move:
    """The move that plays these cards together. A match makes thousands, so each is made once."""
    return Move("play", (*map(str, cards), PILE))


class Idiot(Game[State]):
    """The rules of Idiot. See `Game` for what each method promises."""

    name = "idiot"
    seats = range(2, MOST_SEATS + 1)
    options = Options
    version = 1
    daily_seats = 4
    daily_level = "steady"
    more_is_better = True

    def check(self, seats: int, options: Options) -> None:
        """Any options, with any number of seats."""

    # ------------------------------------------------------------------ the deal

    def deal(self, seed: bytes, seats: int, options: Options) -> State:
        """Three rounds of hidden cards, three of visible ones, three into the hands (ID2).

        The dealer is drawn by lot; whoever sits to the left begins to swap.
        """
        deck, dealer = shuffled(seed, 1), pick(seed, "dealer", seats)
        first = (dealer + 1) % seats
        hidden, visible, hands = (
            tuple(deck[at + (seat - first) % seats : at + HELD * seats : seats] for seat in range(seats))
            for at in range(0, 3 * HELD * seats, HELD * seats)
        )
        return State(
            seed,
            options,
            dealer,
            hands,
            visible,
            tuple(tuple((card,) for card in three) for three in hidden),
            deck[3 * HELD * seats :][::-1],
            first,
            ((),) * seats,
        )

    # ------------------------------------------------------------------ the turn

    def turn(self, state: State) -> int | None:
        """One after the other, past who is out."""
        return None if state.ended else state.turn

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """Swaps, `ready`; plays, the lowest rank first, `chance`, `take`; `end` after matching draws."""
        if state.ended:
            return ()
        seat, options = state.turn, state.options
        if state.ready < len(state.hands):
            pairs = ((held, shown) for held in state.hands[seat] for shown in state.ups[seat])
            swaps = (SWAP[pair] for pair in pairs) if state.swaps < MOST_SWAPS else ()
            return (*swaps, READY)
        if state.matching:
            return (*_plays(state, state.matching), END)
        plays = _plays(state, _source(state)) or _flips(state)
        more: tuple[Move, ...] = ()
        if state.stock and (not plays or options.chance_anytime):  # ID-Q10
            more = (CHANCE,)
        if state.pile and (not plays or options.voluntary_pickup):  # ID-Q11
            more = (*more, TAKE)
        return plays + more

    def is_legal(self, state: State, move: Move) -> bool:
        """Cards of other ranks are no matter to a play."""
        if move.verb != "play" or state.ended or state.ready < len(state.hands):
            return super().is_legal(state, move)
        ranks = {card.rank for card in move.cards}
        cards = state.matching or _source(state)
        return move in _plays(state, tuple(card for card in cards if card.rank in ranks))

    def apply(self, state: State, move: Move) -> State:
        """Whatever is done after the swaps counts for the bound (ID-Q21)."""
        if move.verb == "swap":
            return _swap(state, *move.cards)
        if move == READY:
            return _ready(state)
        state = state._replace(plays=state.plays + 1)
        if move.verb == "play":
            state = _play(state, move.cards)
        elif move.verb == "flip":
            state = _flip(state, DOWNS[state.turn].index(move.words[0]))
        elif move == CHANCE:
            card = state.stock[-1]
            state = _try(state._replace(stock=state.stock[:-1]), card)
        elif move == TAKE:
            state = _pass_on(_take(state, ()))
        else:
            state = _pass_on(state._replace(matching=()))
        if state.plays >= MOST_PLAYS and not state.ended:
            return state._replace(ended="limit", matching=())
        return state

    def zones(self, state: State) -> tuple[Zone, ...]:
        """Nobody sees hidden cards, their owner neither, before they are turned (ID8) or all is over."""
        over, seats = bool(state.ended), range(len(state.hands))
        return (
            Zone(PILE, "pile", state.pile),
            Zone("stock", "stock", state.stock, NOBODY),
            Zone("burnt", "burnt", state.burnt),
            *[
                Zone(HANDS[seat], "hand", state.hands[seat], None if over else ONLY[seat], seat)
                for seat in seats
            ],
            *[Zone(UPS[seat], "up", state.ups[seat], None, seat) for seat in seats],
            *[
                Zone(name, "down", card, None if over else NOBODY, seat)
                for seat in seats
                for name, card in zip(DOWNS[seat], state.downs[seat], strict=True)
            ],
        )

    def facts(self, state: State) -> Mapping[str, int | str]:
        """`swapping`, before play: how many swaps are left; `place-<seat>` of who is out; `known-<seat>`:
        what all saw go into a hand.

        At the end also `ended` and everybody's `place-<seat>`.
        """
        seats = range(len(state.hands))
        facts: dict[str, int | str] = {"deal": 1, "dealer": state.dealer}
        facts.update((f"points-{seat}", 0) for seat in seats)
        facts.update((f"place-{seat}", place) for place, seat in enumerate(state.out, 1))
        facts.update((f"known-{seat}", " ".join(state.known[seat])) for seat in seats if state.known[seat])
        if state.ready < len(state.hands):
            facts["swapping"] = MOST_SWAPS - state.swaps
        if outcome := self.outcome(state):
            facts["ended"] = state.ended
            for seat in seats:
                facts[f"points-{seat}"] = facts[f"points-{seat}-1"] = outcome.points[seat]
                facts[f"place-{seat}"] = outcome.places[seat]
        return facts

    # ------------------------------------------------------------------ the match

    def outcome(self, state: State) -> Outcome | None:
        """A point for every player left behind; places by the order of going out (ID11, ID-Q18).

        In a match that was stopped the others are placed by how few cards they have (ID-Q21).
        """
        if not state.ended:
            return None
        seats = range(len(state.hands))
        late = [
            state.out.index(seat) - MOST_SEATS if seat in state.out else _left(state, seat) for seat in seats
        ]
        points = tuple(sum(other > own for other in late) for own in late)
        return Outcome(points, self.places(points), state.ended)

    def margin(self, outcome: Outcome, seat: int) -> int:
        """How many were left behind: the place alone decides."""
        return outcome.points[seat]

    def counts(self, state: State) -> Mapping[str, tuple[int, ...]]:
        """`last`: who is the Idiot, of a match that was not stopped."""
        stopped, seats = state.ended == "limit", range(len(state.hands))
        return {"last": tuple(int(seat not in state.out and not stopped) for seat in seats)}

    def longest(self, seats: int, options: Options) -> int:
        """Swaps have a bound, and so have all other moves together (ID-Q21)."""
        return seats * (MOST_SWAPS + 1) + MOST_PLAYS

    # ------------------------------------------------------------------ why not

    def why_not(self, state: State, move: Move) -> Reason:
        """The first rule that forbids the move, in the order in which a player would look."""
        verb, count = move.verb, len(move.words)
        shape = {"swap": count == 2, "play": count >= 2, "flip": count == 2}
        if not shape.get(verb, verb in ("ready", "chance", "take", "end") and not count):
            return Reason("no-such-move")
        if verb in ("swap", "ready"):
            return _why_no_swap(state, move)
        if state.ready < len(state.hands):
            return Reason("swap-first")
        if verb in ("play", "flip") and move.words[-1] != PILE:
            return Reason("only-to-pile")
        if verb == "play":
            return _why_no_play(state, move)
        if verb == "end":
            return Reason("turn-ends-itself")
        if state.matching:
            return Reason("matching-only")
        if verb == "flip":
            return Reason("hidden-later") if _source(state) else Reason("no-hidden-card")
        if verb == "chance":
            return Reason("chance-when-stuck") if state.stock else Reason("stock-empty")
        return Reason("take-when-stuck") if state.pile else Reason("pile-empty")


# ---------------------------------------------------------------------- what may be played


def fits(pile: Cards, card: Card) -> bool:
    """Whether a card may go on the pile: a 2 and a 10 always, on a 2 everything (ID4, ID5, ID-Q1)."""
    if not pile or card.rank in (RESET, BURN) or pile[-1].rank == RESET:
        return True
    return HEIGHT[card] >= HEIGHT[pile[-1]]


def _burns(pile: Cards) -> bool:
    """A 10 or four equal cards on top (ID6, ID-Q6)."""
    return pile[-1].rank == BURN or (len(pile) >= FOUR and len({card.rank for card in pile[-FOUR:]}) == 1)


def _source(state: State) -> Cards:
    """The cards that the seat on turn plays from: the hand, then the visible ones (ID8, ID-Q13)."""
    return state.hands[state.turn] or state.ups[state.turn]


def _left(state: State, seat: int) -> int:
    """How many cards a seat has altogether."""
    return len(state.hands[seat]) + len(state.ups[seat]) + sum(map(len, state.downs[seat]))


def _ends_badly(state: State, card: Card, count: int) -> bool:
    """Whether these are the last cards, and the option forbids it (ID-Q9)."""
    return (
        not state.options.finish_on_special
        and card.rank in (RESET, BURN)
        and bool(state.pile)
        and not state.stock
        and count == _left(state, state.turn)
    )


def _plays(state: State, cards: Cards) -> tuple[Move, ...]:
    """Every card that fits, and two or more equal ones, the first of them by suits (ID-Q5)."""
    ordered, moves = sorted(cards, key=_PLACE.__getitem__), []
    start = 0
    while start < len(ordered):
        card, stop = ordered[start], start + 1
        while stop < len(ordered) and ordered[stop].rank == card.rank:
            stop += 1
        if fits(state.pile, card):
            sets: Iterable[Cards] = [(one,) for one in ordered[start:stop]]
            sets = [*sets, *(tuple(ordered[start:end]) for end in range(start + 2, stop + 1))]
            moves += [playing(equal) for equal in sets if not _ends_badly(state, card, len(equal))]
        start = stop
    return tuple(moves)


def _flips(state: State) -> tuple[Move, ...]:
    """The hidden cards, when nothing else is left (ID8, ID-Q15)."""
    if _source(state):
        return ()
    return tuple(move for move, card in zip(FLIP[state.turn], state.downs[state.turn], strict=True) if card)


# ---------------------------------------------------------------------- what moves do


def _with(parts: tuple[Cards, ...], seat: int, part: Cards) -> tuple[Cards, ...]:
    return (*parts[:seat], part, *parts[seat + 1 :])


def _without(cards: Cards, gone: Cards) -> Cards:
    return tuple(card for card in cards if card not in gone)


def _saw(state: State, seat: int, cards: Cards) -> tuple[tuple[str, ...], ...]:
    """`known` when everybody saw these cards go into a hand."""
    return (*state.known[:seat], (*state.known[seat], *map(str, cards)), *state.known[seat + 1 :])


def _unsaw(state: State, seat: int, cards: Cards) -> tuple[tuple[str, ...], ...]:
    """`known` when these cards left a hand."""
    gone = set(map(str, cards))
    kept = tuple(name for name in state.known[seat] if name not in gone)
    return (*state.known[:seat], kept, *state.known[seat + 1 :])


def _swap(state: State, held: Card, shown: Card) -> State:
    """A card of the hand changes places with a visible one (ID3, ID-Q4)."""
    seat = state.turn
    state = state._replace(known=_unsaw(state, seat, (held,)))
    return state._replace(
        hands=_with(state.hands, seat, tuple(shown if c == held else c for c in state.hands[seat])),
        ups=_with(state.ups, seat, tuple(held if c == shown else c for c in state.ups[seat])),
        known=_saw(state, seat, (shown,)),
        swaps=state.swaps + 1,
    )


def _ready(state: State) -> State:
    """When everybody is, who holds the lowest card begins, then the next lowest decides (ID-Q3)."""
    seats, ready = len(state.hands), state.ready + 1
    turn = (state.turn + 1) % seats
    if ready == seats:
        from_left = [(state.dealer + 1 + step) % seats for step in range(seats)]
        turn = min(from_left, key=lambda seat: sorted(HEIGHT[card] for card in state.hands[seat]))
    return state._replace(ready=ready, swaps=0, turn=turn)


def _play(state: State, cards: Cards) -> State:
    """From the hand, which is refilled, or from the visible cards (ID7, ID-Q13)."""
    seat = state.turn
    if not state.hands[seat]:
        return _lay(state._replace(ups=_with(state.ups, seat, _without(state.ups[seat], cards))), cards)
    hand, stock = _without(state.hands[seat], cards), state.stock
    count = min(max(HELD - len(hand), 0), len(stock))
    drawn = stock[len(stock) - count :][::-1]
    matching = _without(state.matching, cards)
    if state.options.lay_matching_draw:
        matching += tuple(card for card in drawn if card.rank == cards[0].rank)
    state = state._replace(
        hands=_with(state.hands, seat, hand + drawn),
        stock=stock[: len(stock) - count],
        known=_unsaw(state, seat, cards),
    )
    return _lay(state, cards, matching)


def _lay(state: State, cards: Cards, matching: Cards = ()) -> State:
    """Cards come on the pile. Who burns it, or may lay on a matching card, stays on turn (ID6, ID-Q20)."""
    seat, pile = state.turn, state.pile + cards
    burns = _burns(pile)
    state = state._replace(pile=pile, matching=() if burns else matching)
    if burns:
        state = state._replace(pile=(), burnt=state.burnt + pile)
    if not _left(state, seat):
        return _pass_on(_finish(state))  # ID-Q8
    return state if burns or state.matching else _pass_on(state)


def _try(state: State, card: Card) -> State:
    """A card turned over is played if it fits, else it and the pile are taken (ID9, ID10)."""
    if fits(state.pile, card) and not _ends_badly(state, card, 0):
        return _lay(state, (card,))
    return _pass_on(_take(state, (card,)))


def _flip(state: State, slot: int) -> State:
    """One of the hidden cards."""
    seat = state.turn
    (card,), rest = state.downs[seat][slot], _with(state.downs[seat], slot, ())
    return _try(state._replace(downs=(*state.downs[:seat], rest, *state.downs[seat + 1 :])), card)


def _take(state: State, also: Cards) -> State:
    """The pile goes into the hand, and what was turned over to no use (ID-Q12)."""
    seat, cards = state.turn, state.pile + also
    hands = _with(state.hands, seat, state.hands[seat] + cards)
    return state._replace(hands=hands, pile=(), known=_saw(state, seat, cards))


def _finish(state: State) -> State:
    """Out; when one player is left the match is over (ID11)."""
    out = (*state.out, state.turn)
    return state._replace(out=out, ended="idiot" if len(out) == len(state.hands) - 1 else "")


def _pass_on(state: State) -> State:
    """The next seat that has cards."""
    if state.ended:
        return state
    turn = (state.turn + 1) % len(state.hands)
    while turn in state.out:
        turn = (turn + 1) % len(state.hands)
    return state._replace(turn=turn)


# ---------------------------------------------------------------------- reasons


def _why_no_swap(state: State, move: Move) -> Reason:
    if state.ready == len(state.hands):
        return Reason("swap-over")
    if state.swaps >= MOST_SWAPS:
        return Reason("swapped-enough", {"number": MOST_SWAPS})
    held, shown = move.words
    if not is_card(held) or not is_card(shown):
        return Reason("no-such-card")
    if Card.parse(held) not in state.hands[state.turn]:
        return Reason("not-in-hand", {"card": held})
    return Reason("not-visible", {"card": shown})


def _why_no_play(state: State, move: Move) -> Reason:
    words, seat = move.words[:-1], state.turn
    if not all(map(is_card, words)):
        return Reason("no-such-card")
    cards, hand, shown = move.cards, state.hands[seat], state.ups[seat]
    for card in cards:
        if card in shown and hand:
            return Reason("visible-later")
        if card not in hand and card not in shown:
            return Reason("not-yours", {"card": str(card)})
    if state.matching and not set(cards) <= set(state.matching):
        return Reason("matching-only")
    if len(set(cards)) < len(cards):
        return Reason("card-twice")
    if len({card.rank for card in cards}) > 1:
        return Reason("one-rank")
    if not fits(state.pile, cards[0]):
        return Reason("too-low", {"card": str(cards[0]), "rank": state.pile[-1].rank})
    if _ends_badly(state, cards[0], len(cards)):
        return Reason("no-special-last")
    return Reason("first-suits")
