"""How many moves a second the server answers, beside a bare endpoint in the same minutes."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from bench.serving import Server, bare, game
from tests.services import postgres

CONNECTIONS = 32
ROUNDS = 5
SECONDS = 4.0


@dataclass(frozen=True, slots=True)
class Round:
    """What some seconds of load came to; times in milliseconds."""

    rate: float
    cpu: float
    p50: float
    p99: float
    errors: int


def run() -> str:
    """The section of the results, in Markdown. Takes some two minutes."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = stack.enter_context(postgres.running())
        endpoint = stack.enter_context(bare())
        sqlite = stack.enter_context(game(f"sqlite:///{folder}/kingscorners.db"))
        postgresql = stack.enter_context(game(database.create()))
        return measured(
            {
                "bare FastAPI endpoint": ("bare", endpoint),
                "moves, SQLite": ("api", sqlite),
                "moves, PostgreSQL": ("api", postgresql),
                "moves of the page, SQLite": ("page", sqlite),
            }
        )


def measured(asked: dict[str, tuple[str, Server]]) -> str:
    """Rounds of each kind of load in turn, so that a busy moment of the machine meets all of them."""
    rounds: dict[str, list[Round]] = {name: [] for name in asked}
    for number in range(ROUNDS):
        for name, (kind, server) in asked.items():
            rounds[name].append(loaded(kind, server, number))
    first = next(iter(rounds.values()))
    rows = []
    for name, own in rounds.items():
        shares = [one.rate / other.rate for one, other in zip(own, first, strict=True)]
        rows.append(
            f"| {name} | {median(one.rate for one in own):,.0f} | {median(shares):.3f} "
            f"| {median(one.cpu for one in own):.2f} | {median(one.p50 for one in own):.1f} "
            f"| {median(one.p99 for one in own):.1f} | {sum(one.errors for one in own)} |"
        )
    return f"""## (c) Moves over HTTP

{CONNECTIONS} connections, each a guest who plays any legal move as soon as the last one is answered,
with the computer players' rounds. Medians of {ROUNDS} rounds of {SECONDS:.0f} s of each in turn, the load on
the same cores. SQLite with `synchronous=FULL`, PostgreSQL here without fsync. The page asks for the HTML of
all that the steps change, compressed; the others for JSON. To reach on SQLite: a tenth of the bare endpoint,
better a sixth; 99 % under 100 ms; no error.

| | a second | of the bare one | server's CPU ms | 50 % ms | 99 % ms | errors |
|---|---|---|---|---|---|---|
{chr(10).join(rows)}
"""


def loaded(kind: str, server: Server, seed: int) -> Round:
    """One round of load by `bench.load`. Raises `RuntimeError` if nothing at all was answered."""
    asked = [kind, str(server.port), str(CONNECTIONS), str(SECONDS), str(seed)]
    spent = server.cpu
    done = subprocess.run(
        [sys.executable, "-m", "bench.load", *asked], check=True, capture_output=True, timeout=SECONDS + 60
    )
    spent = server.cpu - spent
    load: dict[str, Any] = json.loads(done.stdout)
    took = load["took"]
    if len(took) < 2:
        raise RuntimeError(f"{kind}: no answer in {SECONDS} s, {load['errors']} errors")
    rate, cpu = len(took) / load["seconds"], 1000 * spent / load["answered"]
    return Round(rate, cpu, median(took), quantiles(took, n=100)[98], load["errors"])
