"""What a match ended with for each seat: a pure function of its log and time, kept beside it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kingscorners.game import Outcome
from kingscorners.server.live import Live


@dataclass(frozen=True, slots=True)
class Result:
    """How one seat did: points and place, by how much, the points of each deal, and what the game counts."""

    seat: int
    points: int
    place: int
    margin: int
    deals: list[int]
    counted: dict[str, int]


def results(live: Live, outcome: Outcome) -> tuple[Result, ...]:
    """The results of a match that is over with this outcome, by seat."""
    game, state = live.setup.game, live.position.state
    facts = game.facts(state)
    counted = [Counter[str]() for _ in live.players]
    for counts in (*live.counts, game.counts(state)):
        for name, by_seat in counts.items():
            for seat, count in enumerate(by_seat):
                counted[seat][name] += count
    deals = range(1, int(facts["deal"]) + 1)
    return tuple(
        Result(
            seat,
            points,
            place,
            game.margin(outcome, seat),
            [int(facts[f"points-{seat}-{deal}"]) for deal in deals],
            dict(counted[seat]),
        )
        for seat, (points, place) in enumerate(zip(outcome.points, outcome.places, strict=True))
    )
