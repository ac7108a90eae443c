"""How quick the rules are, readable and as masks, and how long the computer players think."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from kingscorners import arena
from kingscorners.games import GAMES
from kingscorners.games.kings_corners import KingsCorners, Options
from kingscorners.players.kings_corners_masks import MaskDeal, tables

SECONDS = 4.0
ROUNDS = 3
SEATS = 4
MATCHES = 150
GAME = GAMES[KingsCorners.name]
OPTIONS = Options()


def run() -> str:
    """The section of the results, in Markdown. Takes about a minute."""
    deals = {"the readable rules": _readable_deal, "masks": _mask_deal}
    fastest = dict.fromkeys(deals, (0.0, 0.0))
    for _ in range(ROUNDS):
        for name, deal in deals.items():
            fastest[name] = max(fastest[name], _rate(deal))
    (readable, _), (masks, _) = fastest.values()
    rates = [f"| {name} | {deals:,.0f} | {moves:,.0f} |" for name, (deals, moves) in fastest.items()]
    report = arena.run(
        GAME.name, arena.usual_pairings(GAME.name), MATCHES, options=OPTIONS, seats=SEATS, seed="bench"
    )
    levels = [
        f"| {level} | {spent.turns.total():,} | "
        + " | ".join(f"{1000 * value:.2f}" for value in (spent.mean, spent.within(0.99), spent.most))
        + " |"
        for level, spent in report.times.items()
    ]
    return f"""## Rules and computer players

Random deals of {SEATS} players from the shuffle to the points, a second of one core's CPU time; the best of
{ROUNDS} runs that take turns. To reach: masks 8,000. Here they are {masks / readable:.1f} times as fast.

| | deals/s | moves/s |
|---|---|---|
{chr(10).join(rates)}

CPU of a whole turn in ms, in {MATCHES} matches played from every seat for every pairing of the arena.
To reach: `sharp` at most 1 on average, never more than 50.

| | turns | mean | 99 % | most |
|---|---|---|---|---|
{chr(10).join(levels)}
"""


def _rate(deal: Callable[[random.Random], int]) -> tuple[float, float]:
    """Deals and moves a second, over some seconds."""
    chance, deals, moves, begun = random.Random(7), 0, 0, time.process_time()
    while (spent := time.process_time() - begun) < SECONDS:
        for _ in range(50):
            moves += deal(chance)
        deals += 50
    return deals / spent, moves / spent


def _readable_deal(chance: random.Random) -> int:
    """One deal of random legal moves by the rules; how many there were."""
    state, moves = GAME.deal(chance.randbytes(32), SEATS, OPTIONS), 0
    while not state.ended:
        state = GAME.apply(state, chance.choice(GAME.legal_moves(state)))
        moves += 1
    GAME.facts(state)
    return moves


CARDS = list(tables(OPTIONS).cards)


def _mask_deal(chance: random.Random) -> int:
    """The same with masks."""
    lot, moves = chance.random, 0
    deal = MaskDeal(OPTIONS, sorted(CARDS, key=lambda card: lot()), SEATS)
    while not deal.ended:
        deal.apply(deal.random_move(lot))
        moves += 1
    deal.points()
    return moves
