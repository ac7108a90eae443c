"""A tiny game with a computer player: proof that nothing in the framework knows King's Corners.

Twelve cards, two for everybody. In a turn one may take a card from the stock, and lays one card on the table
or hides one face down. Who has no card left wins the deal; every card left costs a point. One may play alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Annotated, Any, cast

import pytest

from kingscorners.cards import Card, shuffled
from kingscorners.game import NEXT_DEAL, NOBODY, Game, Move, Outcome, Reason, View, Zone
from kingscorners.games import GAMES
from kingscorners.options import BadOption, Range
from kingscorners.players import PLAYERS

TAKE, END = Move("take"), Move("end")
CARDS = 12


@dataclass(frozen=True, slots=True)
class Options:
    """Its choices; it has no profiles."""

    rounds: Annotated[int, Range(1, 3)] = 2
    open_hands: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A match at one moment."""

    seed: bytes
    options: Options
    deal: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    turn: int
    table: tuple[Card, ...] = ()
    pocket: tuple[Card, ...] = ()
    took: bool = False
    done: bool = False
    scores: tuple[tuple[int, ...], ...] = ()


class Tiny(Game[State]):
    """The rules of the tiny game."""

    name = "tiny"
    seats = range(1, 4)
    options = Options
    version = 7
    daily_seats = 1
    daily_level = "careful"

    def check(self, seats: int, options: Options) -> None:
        """Only two can play with open hands: a contradiction to look for."""
        if seats not in self.seats or (options.open_hands and seats != 2):
            raise BadOption("seats", "1 to 3, 2 with open hands")

    def deal(self, seed: bytes, seats: int, options: Options) -> State:
        self.check(seats, options)
        return self._deal(seed, seats, options, 1, ())

    def _deal(
        self, seed: bytes, seats: int, options: Options, deal: int, scores: tuple[tuple[int, ...], ...]
    ) -> State:
        deck = tuple(card for card in shuffled(seed, deal) if card.rank <= CARDS // 4)
        hands = tuple(deck[seat * 2 : seat * 2 + 2] for seat in range(seats))
        return State(seed, options, deal, hands, deck[seats * 2 :], (deal - 1) % seats, scores=scores)

    def _over(self, state: State) -> bool:
        return len(state.scores) == state.deal

    def turn(self, state: State) -> int | None:
        return None if self.outcome(state) else state.turn

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        if self._over(state):
            return () if self.outcome(state) else (NEXT_DEAL,)
        if state.done:
            return (END,)
        take = (TAKE,) if state.stock and not state.took else ()
        hand = state.hands[state.turn]
        return (*take, *(Move(verb, (str(card),)) for verb in ("lay", "hide") for card in hand))

    def apply(self, state: State, move: Move) -> State:
        seats = len(state.hands)
        if move == NEXT_DEAL:
            return self._deal(state.seed, seats, state.options, state.deal + 1, state.scores)
        if move == END:
            return replace(state, turn=(state.turn + 1) % seats, took=False, done=False)
        hand = state.hands[state.turn]
        if move == TAKE:
            hand, stock = (*hand, state.stock[0]), state.stock[1:]
            return replace(state, hands=self._hands(state, hand), stock=stock, took=True)
        hand = tuple(card for card in hand if card not in move.cards)
        hands = self._hands(state, hand)
        scores = state.scores if hand else (*state.scores, tuple(map(len, hands)))
        if move.verb == "lay":
            return replace(state, hands=hands, table=state.table + move.cards, done=True, scores=scores)
        return replace(state, hands=hands, pocket=state.pocket + move.cards, done=True, scores=scores)

    def _hands(self, state: State, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
        return (*state.hands[: state.turn], hand, *state.hands[state.turn + 1 :])

    def zones(self, state: State) -> tuple[Zone, ...]:
        shown = self._over(state) or state.options.open_hands
        return (
            Zone("table", "pile", state.table),
            Zone("pocket", "pile", state.pocket, NOBODY),
            Zone("stock", "stock", state.stock[::-1], NOBODY),
            *(
                Zone(f"hand-{seat}", "hand", hand, None if shown else frozenset({seat}), seat)
                for seat, hand in enumerate(state.hands)
            ),
        )

    def facts(self, state: State) -> Mapping[str, int | str]:
        facts: dict[str, int | str] = {"deal": state.deal, "dealer": (state.deal - 2) % len(state.hands)}
        for seat in range(len(state.hands)):
            facts[f"points-{seat}"] = sum(added[seat] for added in state.scores)
            facts.update({f"points-{seat}-{deal}": added[seat] for deal, added in enumerate(state.scores, 1)})
        return facts

    def outcome(self, state: State) -> Outcome | None:
        if len(state.scores) < state.options.rounds:
            return None
        totals = tuple(map(sum, zip(*state.scores, strict=True)))
        return Outcome(
            totals, tuple(1 + sum(other < total for other in totals) for total in totals), "rounds"
        )

    def why_not(self, state: State, move: Move) -> Reason:
        return Reason("not-now", {"move": move.verb})

    def longest(self, seats: int, options: Options) -> int:
        return (3 * CARDS + 1) * options.rounds

    def margin(self, outcome: Outcome, seat: int) -> int:
        return sum(outcome.points) - len(outcome.points) * outcome.points[seat]


def careful(view: View) -> Move:
    """Lays the highest card it sees in its hand, and takes none."""
    laying = [move for move in view.legal if move.verb == "lay"]
    return max(laying, key=lambda move: move.cards[0], default=view.legal[0])


@contextmanager
def registered() -> Iterator[None]:
    """Makes the tiny game one of the games: an entry in each of the two registries is all it takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, Tiny.name, Tiny())
        patch.setitem(cast(dict[str, Any], PLAYERS), Tiny.name, {"careful": careful})
        yield
