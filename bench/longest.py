"""What a move costs over HTTP at the end of the longest matches, beside the beginning of a short one."""

from __future__ import annotations

import random
import tempfile
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from bench.late import Client
from bench.serving import game
from kingscorners.game import RESIGN
from kingscorners.games import GAMES

MATCHES = 20
"""So many of each game, in turn, so that a busy moment of the machine meets all of them."""
BESIDE, EARLY = "kings-corners", range(10, 30)
LONGEST, LAST = 5, 30
"""Of so many matches so many moves are looked at."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match from its first to its last move: the ply that each move of the guest answered, and its ms."""

    moves: int
    took: list[tuple[int, float]]


def run() -> str:
    """The section of the results, in Markdown. Takes about a minute."""
    played: dict[str, list[Played]] = {name: [] for name in GAMES}
    with tempfile.TemporaryDirectory() as folder, game(f"sqlite:///{folder}/kingscorners.db") as server:
        client = Client(server.port)
        for number in range(MATCHES):
            for name, matches in played.items():
                matches.append(_played(client, name, random.Random(number)))
        client.leave()
    early = median(ms for match in played[BESIDE] for ply, ms in match.took if ply in EARLY)
    rows = []
    for name, matches in played.items():
        longest = sorted(matches, key=lambda match: -match.moves)[:LONGEST]
        late = median(ms for match in longest for _, ms in match.took[-LAST:])
        rows.append(f"| {name} | {longest[0].moves:,} | {late:.2f} | {late / early:.2f} |")
    return f"""## (j) The longest matches over HTTP

{MATCHES} matches of each game against the daily's computer players, with its options: any legal moves, each
with the computer players' round; SQLite, one connection. Medians of the last {LAST} moves of the {LONGEST}
longest, beside the {early:.2f} ms of those from ply {EARLY.start} on in King's Corners. To reach: at most 1.5
times.

| | moves of the longest | ms a move | times |
|---|---|---|---|
{chr(10).join(rows)}
"""


def _played(client: Client, name: str, chance: random.Random) -> Played:
    begun: Any = {"game": name, "options": dict(GAMES[name].daily_options)}
    match, took = client.ask("/api/v1/matches", begun), []
    while legal := match["legal"]:
        if legal[-1] == str(RESIGN):
            legal = legal[:-1] or legal
        body = {"move": chance.choice(legal), "ply": match["ply"]}
        asked = perf_counter()
        answer = client.ask(f"/api/v1/matches/{match['id']}/moves", body)
        took.append((match["ply"], 1000 * (perf_counter() - asked)))
        match = answer["match"]
    return Played(match["ply"], took)
