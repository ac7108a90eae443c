"""Measures the levels of a game's computer players against each other.

One candidate sits among players of another level and plays every match once from every seat, so that neither
the cards nor the first turn favour anybody. Where partners play for one side, a whole side is of the
candidate's level. All pairings play the same matches. The seed and a match's number fix its cards: the shares
come out the same on every machine, only the times differ.
"""

from __future__ import annotations

import hashlib
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import Any, NamedTuple, cast

from kingscorners.game import NEXT_DEAL, Game, Outcome, view
from kingscorners.games import GAMES
from kingscorners.players import PLAYERS

NORMAL_95 = 1.96
"""How many standard errors hold 95 % of a normal distribution."""


class Pairing(NamedTuple):
    """A side of one or more `candidate`s against players of the level `others` in all other seats."""

    candidate: str
    others: str


@dataclass(frozen=True)
class Share:
    """The share of matches that a candidate won; a win shared by two counts a half.

    `by_match` is the mean over all sides of each match: they share their cards, so only whole matches are
    independent of each other.
    """

    pairing: Pairing
    sides: int
    by_match: tuple[float, ...]

    @property
    def mean(self) -> float:
        """From 0 to 1."""
        return fmean(self.by_match)

    @property
    def half_width(self) -> float:
        """Half of the 95 % interval around the mean."""
        if len(self.by_match) < 2:
            return 1.0
        return NORMAL_95 * stdev(self.by_match) / sqrt(len(self.by_match))

    @property
    def par(self) -> float:
        """The share among equals."""
        return 1 / self.sides


@dataclass
class Times:
    """CPU times of whole turns: how many turns took so many microseconds."""

    turns: Counter[int] = field(default_factory=Counter)

    @property
    def mean(self) -> float:
        """In seconds."""
        return sum(spent * count for spent, count in self.turns.items()) / self.turns.total() / 1e6

    @property
    def most(self) -> float:
        """In seconds."""
        return max(self.turns) / 1e6

    def within(self, part: float) -> float:
        """The seconds that such a part of the turns, 0.99 say, does not exceed."""
        left = part * self.turns.total()
        for spent in sorted(self.turns):
            left -= self.turns[spent]
            if left <= 0:
                break
        return spent / 1e6


@dataclass(frozen=True)
class Report:
    """What was measured: a share for every pairing, the times of every level that played."""

    shares: tuple[Share, ...]
    times: dict[str, Times]


def usual_pairings(game: str) -> tuple[Pairing, ...]:
    """Every level against the daily's, and against the one below it."""
    levels, reference = list(PLAYERS[game]), GAMES[game].daily_level
    against_reference = [Pairing(level, reference) for level in levels if level != reference]
    against_below = [Pairing(level, below) for below, level in pairwise(levels)]
    return tuple(dict.fromkeys([*against_reference, *against_below]))


def run(
    game: str,
    pairings: Sequence[Pairing],
    matches: int,
    *,
    options: Any,
    seats: int,
    seed: str = "arena",
    workers: int | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Report:
    """Play so many matches for every pairing, each once from every side, on so many cores (default: all).

    `progress` is called when a pairing has played one match from every side: `len(pairings) * matches` times.
    """
    sides = GAMES[game].sides(seats)
    jobs = [
        _Job(game, options, hashlib.sha256(f"{seed} {number}".encode()).digest(), _seatings(pairing, sides))
        for pairing in pairings
        for number in range(matches)
    ]
    won: list[float] = []
    times = {level: Times() for pairing in pairings for level in pairing}
    with get_context("spawn").Pool(workers, initializer=_leave_interrupts_alone) as pool:
        for share, turns in pool.imap(_play, jobs, chunksize=4):
            won.append(share)
            for level, counted in turns.items():
                times[level].turns.update(counted)
            progress()
    shares = (
        Share(pairing, len(set(sides)), tuple(won[at * matches : (at + 1) * matches]))
        for at, pairing in enumerate(pairings)
    )
    return Report(tuple(shares), times)


@dataclass(frozen=True)
class _Job:
    """One match and the levels by seat to play it with: in each seating the candidate is the next side."""

    game: str
    options: Any
    seed: bytes
    seatings: tuple[tuple[str, ...], ...]


def _seatings(pairing: Pairing, sides: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """The levels by seat, each side the candidate's once."""
    return tuple(
        tuple(pairing.candidate if side == candidates else pairing.others for side in sides)
        for candidates in sorted(set(sides))
    )


def _leave_interrupts_alone() -> None:
    """Ctrl-C is for the process that began all this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(job: _Job) -> tuple[float, dict[str, Counter[int]]]:
    """The candidate's mean share over all seatings, and the times of every level's turns in microseconds."""
    game, share = GAMES[job.game], 0.0
    turns: dict[str, Counter[int]] = {level: Counter() for seating in job.seatings for level in seating}
    for side, seating in enumerate(job.seatings):
        outcome = _match(game, job.options, job.seed, seating, turns)
        winners = {game.sides(len(seating))[seat] for seat in outcome.winners}
        share += (side in winners) / max(len(winners), 1)
    return share / len(job.seatings), turns


def _match(
    game: Game[Any], options: Any, seed: bytes, seating: Sequence[str], turns: dict[str, Counter[int]]
) -> Outcome:
    """How a match between these levels ends. Counts the CPU time of each turn, all its moves together."""
    state = game.deal(seed, len(seating), options)
    while (seat := game.turn(state)) is not None:
        if game.legal_moves(state) == (NEXT_DEAL,):
            state = game.apply(state, NEXT_DEAL)
            continue
        level, spent = seating[seat], 0
        while game.turn(state) == seat:
            seen = view(game, state, options, len(seating), seat)
            if seen.between_deals:
                break
            begun = time.thread_time_ns()
            move = PLAYERS[game.name][level](seen)
            spent += time.thread_time_ns() - begun
            state = game.apply(state, move)
        turns[level][spent // 1000] += 1
    return cast(Outcome, game.outcome(state))
