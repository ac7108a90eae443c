"""How quick the rules are, readable and as masks, and how long the computer players think."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from kingscorners import arena
from kingscorners.games import GAMES
from kingscorners.games.kings_corners import KingsCorners, Options
from kingscorners.players.kings_corners_masks import MaskDeal, at_random, tables

SECONDS = 4.0
ROUNDS = 3
SEATS = 4
MATCHES = 150
GAME = GAMES[KingsCorners.name]
OPTIONS = Options()


def run() -> str:
    """The section of the results, in Markdown. Takes about a minute."""
    readable = masks = 0.0
    for _ in range(ROUNDS):
        readable, masks = max(readable, _rate(_readable_deal)), max(masks, _rate(_mask_deal))
    report = arena.run(
        GAME.name, arena.usual_pairings(GAME.name), MATCHES, options=OPTIONS, seats=SEATS, seed="bench"
    )
    levels = [
        f"| {level} | {spent.turns.total():,} | "
        + " | ".join(f"{1000 * value:.2f}" for value in (spent.mean, spent.within(0.99), spent.most))
        + " |"
        for level, spent in report.times.items()
    ]
    return f"""## (a) Rules

Random deals of {SEATS} players, from the shuffle to the points, in a second of one core's CPU; the best of
{ROUNDS} runs of each that take turns. To reach: 8,000 with masks.

| the readable rules | masks | times as many |
|---|---|---|
| {readable:,.0f} | {masks:,.0f} | {masks / readable:.1f} |

## (b) Computer players

CPU of a whole turn in ms, in {MATCHES} matches played from every seat for every pairing of the arena.
To reach: `sharp` at most 1 on average, never more than 50.

| | turns | mean | 99 % | most |
|---|---|---|---|---|
{chr(10).join(levels)}
"""


def _rate(deal: Callable[[random.Random], None]) -> float:
    """Deals a second, over some seconds."""
    chance, deals, begun = random.Random(7), 0, time.process_time()
    while (spent := time.process_time() - begun) < SECONDS:
        for _ in range(50):
            deal(chance)
        deals += 50
    return deals / spent


def _readable_deal(chance: random.Random) -> None:
    """One deal of random legal moves by the rules, from the shuffle to the points."""
    state = GAME.deal(chance.randbytes(32), SEATS, OPTIONS)
    while not state.ended:
        state = GAME.apply(state, chance.choice(GAME.legal_moves(state)))
    assert state.scores


CARDS = list(tables(OPTIONS).cards)


def _mask_deal(chance: random.Random) -> None:
    """The same with masks."""
    deal = MaskDeal(OPTIONS, sorted(CARDS, key=lambda card: chance.random()), SEATS)
    deal.play(at_random(chance.random))
    assert deal.points()
