"""How many moves a second the server answers, beside a bare endpoint, and what one costs late in a match."""

from __future__ import annotations

import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

from kingscorners.server.migrate import migrate
from tests.services import postgres

CONNECTIONS = 32
ROUNDS = 3
SECONDS = 5.0
EARLY, LATE = 10, 300
PAIRS = 60
GAME = "kings-corners"

_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")


def run() -> str:
    """Two sections of the results, in Markdown. Takes about two minutes."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = stack.enter_context(postgres.running())
        ports = {
            "bare": stack.enter_context(started("bench.bare")),
            "SQLite": stack.enter_context(game(f"sqlite:///{folder}/kingscorners.db")),
            "PostgreSQL": stack.enter_context(game(database.create())),
        }
        return moves_a_second(ports) + "\n" + late_moves(ports["SQLite"])


def moves_a_second(ports: dict[str, int]) -> str:
    """Rounds of load on each server in turn, so that a busy moment of the machine meets all of them."""
    rates: dict[str, list[float]] = {name: [] for name in ports}
    took: dict[str, list[float]] = {name: [] for name in ports}
    errors = dict.fromkeys(ports, 0)
    for number in range(ROUNDS):
        for name, port in ports.items():
            load = loaded("bare" if name == "bare" else "api", port, number)
            rates[name].append(len(load["took"]) / load["seconds"])
            took[name] += load["took"]
            errors[name] += load["errors"]
    bare = statistics.median(rates["bare"])
    rows = []
    for name, rate in rates.items():
        middle, share = statistics.median(rate), statistics.median(rate) / bare
        p50, p99 = statistics.median(took[name]), statistics.quantiles(took[name], n=100)[98]
        called = "a bare FastAPI endpoint" if name == "bare" else f"moves, {name}"
        rows.append(f"| {called} | {middle:,.0f} | {share:.3f} | {p50:.1f} | {p99:.1f} | {errors[name]} |")
    return f"""## Moves over HTTP

{CONNECTIONS} connections, each a guest who plays any legal move as soon as the last one is answered, with the
computer players' rounds; {ROUNDS} rounds of {SECONDS:.0f} s on each server in turn, median. The load comes
from a process on the same cores. To reach on SQLite (`synchronous=FULL`): a tenth of the bare endpoint, 99
% under 100 ms, no error.

| | requests a second | of the bare one | 50 % ms | 99 % ms | errors |
|---|---|---|---|---|---|
{chr(10).join(rows)}
"""


def loaded(kind: str, port: int, seed: int) -> dict[str, Any]:
    """One round of load, as `bench.load` tells it."""
    asked = [kind, str(port), str(CONNECTIONS), str(SECONDS), str(seed)]
    done = subprocess.run(
        [sys.executable, "-m", "bench.load", *asked], check=True, capture_output=True, timeout=SECONDS + 60
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def late_moves(port: int) -> str:
    """The same play of one card, and its undo, early and late in a match, in turn on one connection."""
    with closing(Player(port, EARLY)) as early, closing(Player(port, LATE)) as late:
        pairs = [(early.play_and_undo(), late.play_and_undo()) for _ in range(PAIRS)]
    first, second = (statistics.median(times) for times in zip(*pairs, strict=True))
    return f"""## A move late in a match

A card played and taken back {PAIRS} times, in turn in a match at ply {EARLY} and in one at ply {LATE}; median
of the play, one connection. To reach: at most 1.5 times.

| at ply {EARLY}, ms | at ply {LATE}, ms | times |
|---|---|---|
| {first:.2f} | {second:.2f} | {second / first:.2f} |
"""


class Player:
    """A guest with a match that has come to a ply at least, at a moment when a card can be played."""

    def __init__(self, port: int, ply: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._cookie = ""
        self._match = self._ask("/api/v1/matches", {"game": GAME, "options": {"target": 200}})
        while self._match["ply"] < ply or not self._play():
            legal = self._match["legal"]
            self._move("end" if "end" in legal else legal[0])

    def close(self) -> None:
        self._connection.close()

    def play_and_undo(self) -> float:
        """Milliseconds that the play took."""
        begun = perf_counter()
        self._move(self._play())
        took = 1000 * (perf_counter() - begun)
        self._move("undo")
        return took

    def _play(self) -> str:
        """A card that can be played without ending the deal."""
        hand = next(zone["cards"] for zone in self._match["zones"] if zone["name"] == "hand-0")
        plays = [move for move in self._match["legal"] if move.startswith("play")]
        return plays[0] if plays and len(hand) > 1 else ""

    def _move(self, move: str) -> None:
        body = {"move": move, "ply": self._match["ply"]}
        path = f"/api/v1/matches/{self._match['id']}/moves"
        if move == "undo":
            path, body = path.replace("moves", "undo"), {"ply": body["ply"]}
        self._match = self._ask(path, body)["match"]

    def _ask(self, path: str, body: Any) -> Any:
        headers = {"Content-Type": "application/json", "Cookie": self._cookie}
        self._connection.request("POST", path, json.dumps(body), headers)
        answer = self._connection.getresponse()
        if cookie := answer.getheader("Set-Cookie"):
            self._cookie = cookie.split(";")[0]
        told = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{path}: {answer.status} {told!r}")
        return json.loads(told)


@contextmanager
def game(url: str) -> Iterator[int]:
    """The port of the game, served on a fresh database as anybody serves it."""
    migrate(url)
    with started("kingscorners", "serve", "--port", "0", database_url=url) as port:
        yield port


@contextmanager
def started(module: str, *arguments: str, database_url: str = "") -> Iterator[int]:
    """The port that a server tells, while it runs. What else it says, a line a request, goes into a file."""
    environment = os.environ | ({"KINGSCORNERS_DATABASE_URL": database_url} if database_url else {})
    with tempfile.NamedTemporaryFile() as said:
        server = subprocess.Popen([sys.executable, "-m", module, *arguments], stdout=said, env=environment)
        try:
            yield _port(server, said.name)
        finally:
            server.terminate()
            server.wait(30)


def _port(server: subprocess.Popen[bytes], said: str) -> int:
    for _ in range(600):
        if told := _ADDRESS.search(Path(said).read_text()):
            return int(told[1])
        if server.poll() is not None:
            break
        sleep(0.1)
    raise RuntimeError("the server does not start")
