"""How many Klondikes the solver decides, and how quickly."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from kingscorners.games import GAMES
from kingscorners.games.klondike import Klondike, Options
from kingscorners.options import read
from kingscorners.players.klondike_solver import solve

GAME = GAMES[Klondike.name]
DEALS = 60
BOUND = 15_000
PUBLISHED = 0.819
"""The share of deals that can be won with all cards known and no limit of passes, drawing three."""

RULES: dict[str, dict[str, Any]] = {
    "draw one, one pass": {},
    "draw one, no limit": {"passes": "unlimited"},
    "draw three, three passes": {"profile": "draw_three"},
    "draw three, no limit, cards may come back": {
        "profile": "draw_three",
        "passes": "unlimited",
        "foundation_take_back": True,
    },
}


@dataclass
class Decided:
    """What came out of some deals: by verdict, the seconds of CPU of each."""

    spent: dict[str, list[float]] = field(default_factory=lambda: {"won": [], "lost": [], "unknown": []})

    def row(self, name: str) -> str:
        """One row of the table."""
        won, lost, unknown = (self.spent[verdict] for verdict in ("won", "lost", "unknown"))
        every = sorted(won + lost + unknown)
        decided = len(won) + len(lost)
        low, high = len(won) / len(every), (len(won) + len(unknown)) / len(every)
        quick = sorted(won)[len(won) // 2] if won else 0.0
        return (
            f"| {name} | {len(won)} | {len(lost)} | {len(unknown)} | {low:.0%} to {high:.0%}"
            f" | {decided / sum(every):.2f} | {1000 * quick:.0f} | {every[-1]:.1f} |"
        )


def run() -> str:
    """The section of the results, in Markdown. Takes a few minutes."""
    rows = "\n".join(_decide(read(Options, given)).row(name) for name, given in RULES.items())
    spread = 196 * sqrt(PUBLISHED * (1 - PUBLISHED) / DEALS)
    return f"""## (i) The solver of Klondike

The same {DEALS} deals under different rules, at most {BOUND:,} positions each; CPU seconds of one core. The
time of what was not decided counts in what was decided a second. Published for draw three without a limit and
with cards coming back: {PUBLISHED:.1%}, give or take {spread:.0f} points (95 %) in a sample of {DEALS} deals.

| | won | lost | not decided | share that can be won | decided a second | ms to a win, 50 % | most, s |
|---|---|---|---|---|---|---|---|
{rows}
"""


def _decide(options: Options) -> Decided:
    decided = Decided()
    for number in range(DEALS):
        state = GAME.deal(hashlib.sha256(f"bench {number}".encode()).digest(), 1, options)
        begun = time.process_time()
        solution = solve(GAME.zones(state), GAME.facts(state), options, BOUND)
        decided.spent[solution.verdict].append(time.process_time() - begun)
    return decided
