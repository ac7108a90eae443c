"""What every game has to keep to, and the ways to try it: any options, any seats, any match.

Nothing here knows a game: options come from `describe`, moves from `legal_moves`, cards from `zones`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from kingscorners.cards import Card
from kingscorners.game import NEXT_DEAL, RESIGN, Game, Move, View, seen_zones, view
from kingscorners.games import GAMES
from kingscorners.options import BadOption, describe, read
from kingscorners.players import PLAYERS
from kingscorners.record import Position, Setup

# ---------------------------------------------------------------------- any match


def options_of(game: Game[Any]) -> st.SearchStrategy[Any]:
    """All combinations of a game's options."""
    values = {
        item.name: st.integers(item.range.low, item.range.high)
        if item.range
        else st.sampled_from(item.values)
        for item in describe(game.options)
    }
    return st.fixed_dictionaries(values).map(lambda given: read(game.options, given))


def allowed(game: Game[Any], seats: int, options: Any) -> bool:
    """Whether so many seats can play with these options."""
    try:
        game.check(seats, options)
    except BadOption:
        return False
    return True


@st.composite
def setups(draw: st.DrawFn, game: Game[Any]) -> Setup[Any]:
    """Any match of a game before its first move."""
    options = draw(options_of(game))
    seats = draw(st.sampled_from([seats for seats in game.seats if allowed(game, seats, options)]))
    return Setup(game, draw(st.binary(min_size=32, max_size=32)), seats, options)


@dataclass(frozen=True)
class Habit:
    """How moves are chosen: some the first of the list, some the last (often a pass), the rest by lot.

    Nobody resigns who can do something else, but for one move in a hundred.
    """

    seed: int
    first: float
    last: float

    def moves(self, setup: Setup[Any]) -> Iterator[tuple[Position[Any], Move]]:
        """A whole match: each position with the move that is made in it."""
        lot, position = Random(self.seed), setup.start()
        while position.legal:
            moves = position.legal
            if moves[-1] == RESIGN and lot.random() < 0.99:
                moves = moves[:-1] or moves
            point = lot.random()
            if point < self.first:
                move = moves[0]
            elif point < self.first + self.last:
                move = moves[-1]
            else:
                move = lot.choice(moves)
            yield position, move
            position = setup.play(position, move)


habits = st.builds(
    Habit,
    seed=st.integers(0, 2**32),
    first=st.sampled_from([0.0, 0.0, 0.5, 1.0]),
    last=st.sampled_from([0.0, 0.0, 0.3, 0.9]),
)


@dataclass(frozen=True)
class Walk:
    """The beginning of a match, or all of it: `moves[n]` leads from `positions[n]` to the next."""

    setup: Setup[Any]
    positions: tuple[Position[Any], ...]
    moves: tuple[Move, ...]

    @property
    def last(self) -> Position[Any]:
        """Where it stops."""
        return self.positions[-1]


@st.composite
def walks(draw: st.DrawFn, game: Game[Any], plies: int = 200) -> Walk:
    """Any match, followed for at most so many plies; a match of few deals is often followed to its end."""
    setup, habit = draw(setups(game)), draw(habits)
    positions: list[Position[Any]] = [setup.start()]
    moves: list[Move] = []
    for position, move in habit.moves(setup):
        if len(moves) == plies:
            break
        positions.append(setup.play(position, move))
        moves.append(move)
    return Walk(setup, tuple(positions), tuple(moves))


def some(walk: Walk, count: int = 6) -> list[Position[Any]]:
    """A few positions of a walk, the last one always."""
    return [*Random(len(walk.moves)).sample(walk.positions, min(count, len(walk.positions))), walk.last]


# ---------------------------------------------------------------------- hidden information


def exchanged(value: Any, one: Card, other: Card) -> Any:
    """The value with two cards exchanged everywhere in it, through dataclasses, tuples, sets and mappings."""
    if isinstance(value, Card):
        return {one: other, other: one}.get(value, value)
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            item.name: exchanged(getattr(value, item.name), one, other) for item in fields(value) if item.init
        }
        return replace(value, **changed)
    if isinstance(value, Mapping):
        return {exchanged(key, one, other): exchanged(content, one, other) for key, content in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return type(value)._make(exchanged(content, one, other) for content in value)
    if isinstance(value, (tuple, list, set, frozenset)):
        return type(value)(exchanged(content, one, other) for content in value)
    return value


def unseen(game: Game[Any], state: Any, seat: int | None) -> list[Card]:
    """The cards of which the seat sees no copy."""
    zones = game.zones(state)
    shown = {card for zone in seen_zones(zones, seat) for card in zone.cards if card}
    return sorted({card for zone in zones for card in zone.cards} - shown)


def exchanges(game: Game[Any], state: Any, seat: int | None, count: int = 4) -> Iterator[Any]:
    """The state with two cards exchanged that the seat cannot see, in some ways."""
    hidden = unseen(game, state, seat)
    lot = Random(len(hidden))
    if len(hidden) > 1:
        for _ in range(count):
            one, other = lot.sample(hidden, 2)
            yield exchanged(state, one, other)


def sent(view: View) -> str:
    """All of a view as JSON."""
    return json.dumps(
        [
            [view.game, str(view.options), view.seats, view.seat, view.turn],
            [[zone.name, zone.kind, zone.notation(), zone.seat] for zone in view.zones],
            dict(view.facts),
            list(map(str, view.legal)),
            repr(view.outcome),
        ]
    )


def check_hidden_information(setup: Setup[Any], state: Any) -> None:
    """The law: exchange any two cards that a seat cannot see, and nothing that it is sent changes."""
    for seat in (None, *range(setup.seats)):
        before = view(setup.game, state, setup.options, setup.seats, seat)
        for other in exchanges(setup.game, state, seat):
            after = view(setup.game, other, setup.options, setup.seats, seat)
            assert after == before
            assert sent(after) == sent(before)


# ---------------------------------------------------------------------- players


def seen_by_player(setup: Setup[Any], position: Position[Any]) -> View | None:
    """What the seat on turn sees where a player is asked: not between deals, not after the end."""
    if position.legal in ((), (NEXT_DEAL,)):
        return None
    return setup.view(position, setup.game.turn(position.state))


def choices(name: str) -> list[str]:
    """What every level chooses in the positions of one match, for comparing processes with each other."""
    game = GAMES[name]
    chosen = []
    for seats in game.seats:
        setup = Setup(game, bytes(32), seats, read(game.options, {}))
        if not allowed(game, seats, setup.options):
            continue
        for position, _ in list(Habit(1, 0.2, 0.2).moves(setup))[::5]:
            if seen := seen_by_player(setup, position):
                chosen += [str(player(seen)) for player in PLAYERS[name].values()]
    return chosen


# ---------------------------------------------------------------------- cards


def all_cards(game: Game[Any], state: Any) -> Counter[Card]:
    """Every card of a state with its number."""
    return Counter(card for zone in game.zones(state) for card in zone.cards)
