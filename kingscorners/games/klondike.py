"""Klondike: options, layout, deal, legal moves, drawing, finishing, scoring, the end.

Rule numbers (KL, KL-Q) are those of `docs/rules/klondike.md`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, NamedTuple, TypeVar

from kingscorners.cards import DECK, KING, SUITS, Card, is_card, shuffled
from kingscorners.game import NEXT_DEAL, NOBODY, RESIGN, Game, Move, Outcome, Reason, Undo, Zone
from kingscorners.options import BadOption, Value

COLUMNS = tuple(f"column-{number}" for number in range(1, 8))
FOUNDATIONS = {f"foundation-{suit}": suit for suit in SUITS}
PLACES = (*COLUMNS, *FOUNDATIONS)

IDLE_MOVES = 200
CUMULATIVE_DEALS = 10
STAKE, VEGAS_CARD = 52, 5
UP, TO_COLUMN, TURNED, BACK = 10, 5, 5, -15
RECYCLED = {1: -100, 3: -20}
BONUS, SOONEST_BONUS = 700_000, 30
FREE_RECYCLES = {1: 0, 3: 2}
CARD_WEIGHT = 9_000
"""What a card on the foundations weighs against moves, in the margin."""

EVERY = frozenset(DECK)

T = TypeVar("T")
Cards = tuple[Card, ...]
Ended = Literal["", "won", "stuck", "idle", "resigned"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the rules leave open. The defaults are the profile `draw_one`; `draw_three` sets other ones."""

    profile: Literal["draw_one", "draw_three"] = "draw_one"
    draw: Literal[1, 3] = 1
    passes: Literal[1, 3, "unlimited"] = 1
    foundation_take_back: bool = False
    whole_run_only: bool = False
    empty_column: Literal["king", "any"] = "king"
    scoring: Literal["none", "standard", "vegas"] = "none"
    cumulative: bool = False
    timed: bool = False
    undo: bool = True

    PRESETS: ClassVar[Mapping[str, Mapping[str, Value]]] = {"draw_three": {"draw": 3, "passes": 3}}


class State(NamedTuple):
    """A match at one moment. Columns list the bottom card first, of which `down` lie face down.

    `stock` has the next card to be drawn first, `waste` its top card last. `up` is the highest rank on each
    foundation, by the order of `SUITS`. `score` is that of scoring `standard`. `idle` counts the moves since
    anything was gained for good, and `most` the cards that were on the foundations at once. `back` are the
    cards that were taken back from there and have not gone up again. `halt` says why nothing but `resign` is
    legal any more, `ended` how the deal on the table ended.
    """

    seed: bytes
    options: Options
    deal: int
    columns: tuple[Cards, ...]
    down: tuple[int, ...]
    stock: Cards
    waste: Cards = ()
    up: tuple[int, ...] = (0, 0, 0, 0)
    recycles: int = 0
    score: int = 0
    moves: int = 0
    idle: int = 0
    most: int = 0
    back: Cards = ()
    results: tuple[tuple[int, ...], ...] = ()
    halt: Ended = ""
    ended: Ended = ""


def fits(card: Card, on: Card) -> bool:
    """One rank lower and of the other colour (KL6)."""
    return card.rank == on.rank - 1 and card.red != on.red


BELOW = {card: frozenset(on for on in DECK if fits(card, on)) for card in DECK}
"""The two cards that each card fits on; none for a King."""

# All moves there are. A match makes thousands, so each is made once.
PLAY = {card: {place: Move("play", (str(card), place)) for place in PLACES} for card in DECK}
DRAW, RECYCLE, FINISH = Move("draw"), Move("recycle"), Move("finish")


class Klondike(Game[State]):
    """The rules of Klondike. See `Game` for what each method promises."""

    name = "klondike"
    seats = range(1, 2)
    options = Options
    version = 1
    daily_seats = 1
    daily_level = "steady"
    daily_options: ClassVar[Mapping[str, Value]] = {"undo": False}
    more_is_better = True

    def check(self, seats: int, options: Options) -> None:
        """One plays alone (KL1)."""
        if seats != 1:
            raise BadOption("seats", "1")

    def undo(self, options: Options) -> Undo:
        """Without end and counted, and not where one plays for a place on a board (KL-Q17)."""
        return Undo.ALWAYS if options.undo else Undo.NEVER

    # ------------------------------------------------------------------ the deal and the moves

    def deal(self, seed: bytes, seats: int, options: Options) -> State:
        """Columns of one to seven cards with the last one face up, the rest is the stock (KL2, KL3)."""
        self.check(seats, options)
        return _deal(seed, options, 1, ())

    def turn(self, state: State) -> int | None:
        """Whoever plays alone is on turn until the match is over."""
        return None if _is_over(state) else 0

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """The waste, the columns, the foundations, then the stock, to finish, and last to give up."""
        if state.ended:
            return () if _is_over(state) else (NEXT_DEAL,)
        if state.halt:
            return (RESIGN,)
        return (*_plays(state), *_others(state), RESIGN)

    def is_legal(self, state: State, move: Move) -> bool:
        """What may be done with other cards is no matter to a move."""
        if state.ended or state.halt or move == RESIGN:
            return super().is_legal(state, move)
        return move in (_plays(state, frozenset(move.cards)) if move.verb == "play" else _others(state))

    def apply(self, state: State, move: Move) -> State:
        """With nothing left that is legal, or nothing gained in 200 moves, the deal is lost (KL-Q14)."""
        if move == NEXT_DEAL:
            return _deal(state.seed, state.options, state.deal + 1, state.results)
        if move == RESIGN:
            return _end(state, state.halt or "resigned")
        state = _finished(state) if move == FINISH else _step(state, move)
        if sum(state.up) == len(DECK):
            return _end(state, "won")
        halt: Ended = "" if any(_others(state)) or any(_plays(state)) else "stuck"
        halt = halt or ("idle" if state.idle >= IDLE_MOVES else "")
        if halt and not state.options.undo:
            return _end(state, halt)
        return state._replace(halt=halt)

    def zones(self, state: State) -> tuple[Zone, ...]:
        """What is face down stays so, also when the deal is over. The waste is open (KL-Q9)."""
        stock = Zone("stock", "stock", state.stock[::-1], NOBODY)
        waste = Zone("waste", "waste", state.waste)
        foundations = [
            Zone(name, "foundation", tuple(Card(rank, suit) for rank in range(1, top + 1)))
            for (name, suit), top in zip(FOUNDATIONS.items(), state.up, strict=True)
        ]
        columns = [
            Zone(name, "column", cards, down=down)
            for name, cards, down in zip(COLUMNS, state.columns, state.down, strict=True)
        ]
        return (stock, waste, *foundations, *columns)

    def facts(self, state: State) -> Mapping[str, int | str]:
        """Also `score` (of this deal), `up` (cards on the foundations), `moves`, `idle`, `back` (cards taken
        back from a foundation), `halt`, `ended`, and `passes` that may still be begun, where they are
        limited."""
        facts: dict[str, int | str] = {"deal": state.deal, "dealer": 0, "points-0": _total(state)}
        facts.update({f"points-0-{deal}": points[0] for deal, points in enumerate(state.results, 1)})
        facts.update(score=_score(state), up=sum(state.up), moves=state.moves, idle=state.idle)
        if state.options.passes != "unlimited":
            facts["passes"] = state.options.passes - 1 - state.recycles
        if state.back:
            facts["back"] = " ".join(map(str, state.back))
        if state.halt:
            facts["halt"] = state.halt
        if state.ended:
            facts["ended"] = state.ended
        return facts

    # ------------------------------------------------------------------ the match

    def outcome(self, state: State) -> Outcome | None:
        """All cards up (KL12); with a cumulative score a balance above nothing (KL-Q19)."""
        if not _is_over(state):
            return None
        total = _total(state)
        won = total > 0 if _deals(state.options) > 1 else state.ended == "won"
        return Outcome((total,), (1 if won else 2,), state.ended, state.moves)

    def margin(self, outcome: Outcome, seat: int) -> int:
        """Cards on the foundations, which are the points of a daily, then fewer moves."""
        return CARD_WEIGHT * outcome.points[0] - min(outcome.moves, CARD_WEIGHT - 1)

    def timed(self, outcome: Outcome, options: Options, seconds: int) -> Outcome:
        """With scoring `standard` time costs points, and a win brings some that is not too quick (KL-Q19)."""
        if not options.timed or options.scoring != "standard":
            return outcome
        (score,) = outcome.points
        cost = min(2 * (seconds // 10), score)
        bonus = BONUS // seconds if outcome.reason == "won" and seconds >= SOONEST_BONUS else 0
        parts = {"score": score, "time": -cost} | ({"bonus": bonus} if bonus else {})
        return replace(outcome, points=(score - cost + bonus,), parts=parts)

    def counts(self, state: State) -> Mapping[str, tuple[int, ...]]:
        """`up`: how many cards lie on the foundations."""
        return {"up": (sum(state.up),)}

    def longest(self, seats: int, options: Options) -> int:
        """Every card turned up, leaving the waste, going higher than before, or drawn in a limited number of
        passes is a gain; fewer than `IDLE_MOVES` moves come between two of these."""
        drawn = 0 if options.passes == "unlimited" else 25 * options.passes
        return (21 + 24 + 52 + drawn + 1) * (IDLE_MOVES + 1) * _deals(options) + 2 * _deals(options)

    def why_not(self, state: State, move: Move) -> Reason:
        """The first rule that forbids the move, in the order in which a player would look."""
        if state.ended:
            return Reason("deal-over")
        if move == NEXT_DEAL:
            return Reason("deal-not-over")
        if state.halt:
            return Reason("no-moves-left") if state.halt == "stuck" else Reason("nothing-gained")
        if move == FINISH:
            return Reason("cannot-finish")
        if move == DRAW:
            return Reason("stock-empty")
        if move == RECYCLE:
            return _why_no_recycle(state)
        if move.verb != "play" or len(move.words) != 2:
            return Reason("no-such-move")
        return _why_no_play(state, *move.words)


# ---------------------------------------------------------------------- dealing and the end


def _deal(seed: bytes, options: Options, deal: int, results: tuple[tuple[int, ...], ...]) -> State:
    """Row by row: one card to each column, then one to all but the first, and so on (KL-Q2)."""
    deck = iter(shuffled(seed, deal))
    columns: list[list[Card]] = [[] for _ in COLUMNS]
    for row in range(len(COLUMNS)):
        for column in columns[row:]:
            column.append(next(deck))
    down = tuple(range(len(COLUMNS)))
    return State(seed, options, deal, tuple(map(tuple, columns)), down, tuple(deck), results=results)


def _deals(options: Options) -> int:
    """A cumulative balance goes on over ten deals, which make one match (KL-Q19)."""
    return CUMULATIVE_DEALS if options.scoring == "vegas" and options.cumulative else 1


def _is_over(state: State) -> bool:
    return bool(state.ended) and len(state.results) == _deals(state.options)


def _end(state: State, ended: Ended) -> State:
    return state._replace(ended=ended, results=(*state.results, (_score(state),)))


def _score(state: State) -> int:
    """What the deal is worth so far (KL-Q19). Without scoring these are the cards on the foundations."""
    if state.options.scoring == "standard":
        return state.score
    cards = sum(state.up)
    return VEGAS_CARD * cards - STAKE if state.options.scoring == "vegas" else cards


def _total(state: State) -> int:
    return sum(points[0] for points in state.results)


# ---------------------------------------------------------------------- legal moves


def _plays(state: State, cards: Container[Card] = EVERY) -> Iterator[Move]:
    """Every move of one of these cards to another place."""
    if state.waste and (card := state.waste[-1]) in cards:
        for place in _places(state, card, single=True):
            yield PLAY[card][place]
    for column, down in zip(state.columns, state.down, strict=True):
        for at in range(len(column) - 1, down - 1, -1):
            if column[at] not in cards:
                continue
            single = at == len(column) - 1
            for place in _places(state, column[at], single=single, to_columns=_may_leave(state, at, down)):
                if place not in COLUMNS or state.columns[COLUMNS.index(place)] is not column:
                    yield PLAY[column[at]][place]
    if state.options.foundation_take_back:
        for suit, rank in zip(SUITS, state.up, strict=True):
            if rank and (card := Card(rank, suit)) in cards:
                for place in _places(state, card, single=False):
                    yield PLAY[card][place]


def _others(state: State) -> Iterator[Move]:
    """Every other move that a player would call one: all but giving up."""
    if state.stock:
        yield DRAW
    elif state.waste and _passes_left(state):
        yield RECYCLE
    if _can_finish(state):
        yield FINISH


def _may_leave(state: State, at: int, down: int) -> bool:
    """Any part of a run may go to another column, or only all of it (KL-Q4)."""
    return at == down or not state.options.whole_run_only


def _places(state: State, card: Card, *, single: bool, to_columns: bool = True) -> Iterator[str]:
    """A foundation takes the next card of its suit, one at a time (KL4, KL-Q13); a column one that fits its
    top card (KL6); an empty one a King, or any card where the option says so (KL-Q5)."""
    if single and state.up[SUITS.index(card.suit)] == card.rank - 1:
        yield f"foundation-{card.suit}"
    if to_columns:
        for name, column in zip(COLUMNS, state.columns, strict=True):
            if column[-1] in BELOW[card] if column else _starts_column(state, card):
                yield name


def _starts_column(state: State, card: Card) -> bool:
    return card.rank == KING or state.options.empty_column == "any"


def _passes_left(state: State) -> bool:
    """Whether the waste may be turned over once more (KL-Q7, KL-Q8)."""
    return state.options.passes == "unlimited" or state.recycles < state.options.passes - 1


# ---------------------------------------------------------------------- carrying out a move


def _step(state: State, move: Move) -> State:
    """Where the cards lie after a move that is neither `finish` nor `resign`, and what it brought."""
    if move == DRAW:
        drawn = state.stock[: state.options.draw]
        after = state._replace(stock=state.stock[len(drawn) :], waste=state.waste + drawn)
    elif move == RECYCLE:
        after = state._replace(stock=state.waste, waste=(), recycles=state.recycles + 1)
    else:
        after = _laid(*_taken(state, move.cards[0]), move.words[1])
    return _counted(state, after)


def _taken(state: State, card: Card) -> tuple[State, Cards]:
    """Without a card and all that lies on it, and these; what is uncovered is turned up (KL7, KL-Q3)."""
    if state.waste and card == state.waste[-1]:
        return state._replace(waste=state.waste[:-1]), (card,)
    for at, column in enumerate(state.columns):
        if card in column:
            left = column[: column.index(card)]
            down = min(state.down[at], max(len(left) - 1, 0))
            columns = _with(state.columns, at, left)
            return state._replace(columns=columns, down=_with(state.down, at, down)), column[len(left) :]
    at = SUITS.index(card.suit)
    return state._replace(up=_with(state.up, at, card.rank - 1), back=(*state.back, card)), (card,)


def _laid(state: State, cards: Cards, place: str) -> State:
    if place in FOUNDATIONS:
        up = _with(state.up, SUITS.index(FOUNDATIONS[place]), cards[0].rank)
        return state._replace(up=up, back=tuple(card for card in state.back if card != cards[0]))
    at = COLUMNS.index(place)
    return state._replace(columns=_with(state.columns, at, state.columns[at] + cards))


def _with(all_of_them: tuple[T, ...], at: int, one: T) -> tuple[T, ...]:
    return (*all_of_them[:at], one, *all_of_them[at + 1 :])


def _counted(before: State, after: State) -> State:
    """The move counted, what it scores in `standard` (KL-Q19), and whether something is gained for good."""
    options = before.options
    turned, higher = sum(before.down) - sum(after.down), sum(after.up) - sum(before.up)
    recycled = after.recycles > before.recycles
    off_waste = len(after.waste) < len(before.waste) and not recycled
    points = TURNED * turned + (BACK if higher < 0 else UP * higher)
    if off_waste and not higher:
        points += TO_COLUMN
    if recycled and before.recycles >= FREE_RECYCLES[options.draw]:
        points += RECYCLED[options.draw]
    most = max(before.most, sum(after.up))
    drawn = (recycled or len(after.waste) > len(before.waste)) and options.passes != "unlimited"
    return after._replace(
        score=max(before.score + points, 0),
        moves=before.moves + 1,
        idle=0 if turned or off_waste or drawn or most > before.most else before.idle + 1,
        most=most,
    )


# ---------------------------------------------------------------------- finishing


def _can_finish(state: State) -> bool:
    """Whether everything goes up by itself, and the player can know it (KL-Q15).

    Nothing in the columns lies face down. Either the stock is empty, so that all cards are known and playing
    it to the end shows it, or every card of it can be had again and again.
    """
    known = not state.stock or (state.options.draw == 1 and state.options.passes == "unlimited")
    return known and not any(state.down) and sum(_finished(state).up) == len(DECK)


def _finished(state: State) -> State:
    """As far as it goes when every card goes up that can, and else the next one is drawn."""
    vain = 0
    while vain <= 2 * (len(state.stock) + len(state.waste) + 1):
        tops = [cards[-1] for cards in (state.waste, *state.columns) if cards]
        up = next((card for card in tops if state.up[SUITS.index(card.suit)] == card.rank - 1), None)
        if up:
            state, vain = _step(state, PLAY[up][f"foundation-{up.suit}"]), 0
        elif state.stock:
            state, vain = _step(state, DRAW), vain + 1
        elif state.waste and _passes_left(state):
            state, vain = _step(state, RECYCLE), vain + 1
        else:
            break
    return state


# ---------------------------------------------------------------------- reasons


def _why_no_recycle(state: State) -> Reason:
    if state.stock:
        return Reason("stock-not-empty")
    return Reason("no-passes-left") if state.waste else Reason("waste-empty")


def _why_no_play(state: State, word: str, place: str) -> Reason:
    if place in ("stock", "waste"):
        return Reason("comes-from-stock")
    if place not in PLACES:
        return Reason("no-such-place")
    if not is_card(word):
        return Reason("no-such-card")
    card = Card.parse(word)
    if card in state.waste:
        return _why_no_target(state, card, place) if card == state.waste[-1] else Reason("waste-top-only")
    for at, (column, down) in enumerate(zip(state.columns, state.down, strict=True)):
        if card in column[down:]:
            if place == COLUMNS[at]:
                return Reason("already-there")
            if place in FOUNDATIONS and card != column[-1]:
                return Reason("one-at-a-time")
            if state.options.whole_run_only and place in _places(state, card, single=False):
                return Reason("whole-runs")
            return _why_no_target(state, card, place)
    if state.up[SUITS.index(card.suit)] >= card.rank:
        return _why_no_take_back(state, card, place)
    return Reason("card-hidden", {"card": word})


def _why_no_take_back(state: State, card: Card, place: str) -> Reason:
    if not state.options.foundation_take_back or place in FOUNDATIONS:
        return Reason("foundations-stay")
    if state.up[SUITS.index(card.suit)] > card.rank:
        return Reason("one-at-a-time")
    return _why_no_target(state, card, place)


def _why_no_target(state: State, card: Card, place: str) -> Reason:
    """Why the place does not take the card."""
    if place in FOUNDATIONS:
        suit = FOUNDATIONS[place]
        if card.suit != suit:
            return Reason("wrong-foundation", {"zone": place})
        return Reason("goes-up-after", {"card": str(card), "rank": state.up[SUITS.index(suit)] + 1})
    if not state.columns[COLUMNS.index(place)]:
        return Reason("column-needs-king")
    if card.rank == KING:
        return Reason("king-needs-column")
    return Reason(
        "needs", {"card": str(card), "colour": "black" if card.red else "red", "rank": card.rank + 1}
    )
