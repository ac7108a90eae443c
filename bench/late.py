"""What a move costs early and late in a match, one that the server has at hand or one that it reads anew."""

from __future__ import annotations

import http.client
import json
import tempfile
from statistics import median
from time import perf_counter
from typing import Any

from bench.serving import game

EARLY, LATE = 10, 300
TIMES = 60
MATCHES = 8
"""How many matches of each kind are read anew: only the first move of each counts."""


def run() -> str:
    """The section of the results, in Markdown. Takes about half a minute."""
    with tempfile.TemporaryDirectory() as folder:
        return measured(f"sqlite:///{folder}/kingscorners.db")


def measured(url: str) -> str:
    """On one connection, in turn early and late, so that a busy moment of the machine meets both."""
    with game(url) as server:
        early, late = ([Guest(server.port, ply) for _ in range(MATCHES)] for ply in (EARLY, LATE))
        rows = [_row("a card played", early, late, "play", TIMES)]
        rows.append(_row("a turn ended, and the computer players' round", early, late, "end", TIMES))
        for guest in (*early, *late):
            guest.go_on_until("play")
    with game(url) as server:
        Guest(server.port, EARLY).leave()  # whose first moves are the server's first
        for guest in (*early, *late):
            guest.go_over(server.port)
        rows.append(_row("the first move after a restart", early, late, "play", MATCHES))
    for guest in (*early, *late):
        guest.leave()
    return f"""## (d) A move late in a match

Medians of {TIMES} moves of each kind ({MATCHES} after a restart), in turn in {MATCHES} matches from ply
{EARLY} on and in as many from ply {LATE} on; SQLite, one connection at a time. To reach: at most 1.5 times.

| | early, ms | late, ms | times |
|---|---|---|---|
{chr(10).join(rows)}
"""


def _row(what: str, early: list[Guest], late: list[Guest], verb: str, times: int) -> str:
    taken = [(early[turn % MATCHES].timed(verb), late[turn % MATCHES].timed(verb)) for turn in range(times)]
    first, second = (median(column) for column in zip(*taken, strict=True))
    return f"| {what} | {first:.2f} | {second:.2f} | {second / first:.2f} |"


class Client:
    """Somebody on a connection of their own, who stays the same guest."""

    def __init__(self, port: int) -> None:
        self._cookie = ""
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def leave(self) -> None:
        """Close the connection."""
        self._connection.close()

    def go_over(self, port: int) -> None:
        """To another server on the same database."""
        self.leave()
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def ask(self, path: str, body: Any) -> Any:
        """What a post is answered. Raises `RuntimeError` where that is no success."""
        headers = {"Content-Type": "application/json", "Cookie": self._cookie}
        self._connection.request("POST", path, json.dumps(body), headers)
        answer = self._connection.getresponse()
        if cookie := answer.getheader("Set-Cookie"):
            self._cookie = cookie.split(";")[0]
        told = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{path}: {answer.status} {told!r}")
        return json.loads(told)


class Guest(Client):
    """Somebody in a long match, which has come to a ply."""

    def __init__(self, port: int, ply: int) -> None:
        super().__init__(port)
        begun = {"game": "kings-corners", "options": {"match": "deals", "deals": 20}}
        self._match = self.ask("/api/v1/matches", begun)
        while self._match["ply"] < ply:
            self._move("")
        self.go_on_until("play")

    def timed(self, verb: str) -> float:
        """Milliseconds that a move of this kind takes; moves that lead to one are not counted.

        A card is taken back again, so that the match stays where it is.
        """
        self.go_on_until(verb)
        begun = perf_counter()
        self._move(verb)
        taken = 1000 * (perf_counter() - begun)
        if verb == "play":
            self._undo()
        return taken

    def go_on_until(self, verb: str) -> None:
        """Go on until such a move can be made, without ending the deal."""
        hand = next(zone for zone in self._match["zones"] if zone["name"] == "hand-0")
        while not self._chosen(verb) or len(hand["cards"]) < 2:
            self._move("end" if self._chosen("end") else "")
            hand = next(zone for zone in self._match["zones"] if zone["name"] == "hand-0")

    def _chosen(self, verb: str) -> str:
        return next((move for move in self._match["legal"] if move.startswith(verb)), "")

    def _move(self, verb: str) -> None:
        played = {"move": self._chosen(verb), "ply": self._match["ply"]}
        self._match = self.ask(f"/api/v1/matches/{self._match['id']}/moves", played)["match"]

    def _undo(self) -> None:
        path = f"/api/v1/matches/{self._match['id']}/undo"
        self._match = self.ask(path, {"ply": self._match["ply"]})["match"]
