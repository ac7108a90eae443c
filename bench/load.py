"""Load on a server, out of a process of its own: connections that ask again as soon as they are answered.

A tiny HTTP/1.1 client on asyncio's protocols; a full one would take more of the machine than the server. As
a program, `python -m bench.load KIND PORT CONNECTIONS SECONDS SEED`, it prints a `Load` as JSON.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
import zlib
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, field
from functools import partial
from random import Random
from typing import Any, cast
from urllib.parse import urlencode

import uvloop

WARM_UP = 0.5
"""Seconds that are not counted."""
_LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")
_GZIP = re.compile(rb"(?i)\r\ncontent-encoding: *gzip")
_TARGETS = re.compile("data-legal='([^']*)'")
_BUTTON = re.compile('name="move" value="(end|deal)"')
_COOKIE = re.compile(rb"(?i)\r\nset-cookie: *(guest=[^;]+)")


@dataclass(slots=True)
class Load:
    """What came of it: the milliseconds that each counted request took, and how many went wrong.

    `answered` counts all answers, also those that are no moves and those before counting began.
    """

    seconds: float = 0
    took: list[float] = field(default_factory=list)
    answered: int = 0
    errors: int = 0


class Asker(asyncio.Protocol, ABC):
    """One connection, which asks one thing at a time. `following` says what to ask after an answer."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._received = b""
        self._begun = 0.0
        self.counted = True

    @abstractmethod
    def first(self) -> bytes:
        """The first request."""

    @abstractmethod
    def following(self, head: bytes, body: bytes) -> bytes:
        """The request after an answer, which was a success."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)
        self._ask(self.first())

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, ended, body = self._received.partition(b"\r\n\r\n")
        length = _LENGTH.search(head) if ended else None
        if length is None or len(body) < int(length[1]):
            return
        taken = 1000 * (time.perf_counter() - self._begun)
        self._received = b""
        self._load.answered += 1
        if head[9:10] == b"2":
            if self.counted:
                self._load.took.append(taken)
            self._ask(self.following(head, body))
        else:
            self._load.errors += 1
            self._ask(self.first())

    def connection_lost(self, exc: Exception | None) -> None:
        self._load.errors += 1

    def _ask(self, request: bytes) -> None:
        self._begun = time.perf_counter()
        self._transport.write(request)


class Bare(Asker):
    """Asks the same again and again."""

    def first(self) -> bytes:
        return request("GET", "/")

    def following(self, head: bytes, body: bytes) -> bytes:
        return self.first()


class Api(Asker):
    """A guest who plays any legal move, match after match, through the JSON API. Only moves count."""

    def __init__(self, load: Load, chance: Random) -> None:
        super().__init__(load)
        self._chance = chance
        self._cookie = self._match = ""

    def first(self) -> bytes:
        self.counted = False
        return request("POST", "/api/v1/matches", self._cookie, json.dumps({"game": "kings-corners"}))

    def following(self, head: bytes, body: bytes) -> bytes:
        if cookie := _COOKIE.search(head):
            self._cookie = cookie[1].decode()
        answer = json.loads(zlib.decompress(body, 31) if _GZIP.search(head) else body)
        if not self.counted:
            self._match = answer["id"]
        legal, ply = self.told(answer)
        if not legal:
            return self.first()
        self.counted = True
        return self.move(self._chance.choice(legal), ply)

    def told(self, answer: Any) -> tuple[list[str], int]:
        """The legal moves, and the ply that they answer."""
        match = answer.get("match", answer)
        return match["legal"], match["ply"]

    def move(self, move: str, ply: int) -> bytes:
        """The request for a move."""
        body = json.dumps({"move": move, "ply": ply})
        return request("POST", f"/api/v1/matches/{self._match}/moves", self._cookie, body)


class Page(Api):
    """The same as the page does it: it sends forms, and gets HTML of what changes, compressed."""

    def told(self, answer: Any) -> tuple[list[str], int]:
        if "table" not in answer:
            return super().told(answer)
        targets = _TARGETS.search(answer["table"])
        assert targets
        picked = [move for places in json.loads(targets[1]).values() for move in places.values()]
        return sorted({*picked, *_BUTTON.findall(answer["table"])}), answer["ply"]

    def move(self, move: str, ply: int) -> bytes:
        return request(
            "POST", f"/en/play/{self._match}/move", self._cookie, urlencode({"move": move, "ply": ply})
        )


def request(method: str, path: str, cookie: str = "", body: str = "") -> bytes:
    """A request as it goes over the wire; a body that is no JSON is a form of the page."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: application/json"]
    if cookie:
        lines.append(f"Cookie: {cookie}")
    if body:
        kind = "application/json" if body[0] == "{" else "application/x-www-form-urlencoded"
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        if kind != "application/json":
            lines.append("Accept-Encoding: gzip")
    return "\r\n".join([*lines, "", body]).encode()


def asker(kind: str, load: Load, seed: int) -> Asker:
    """An asker of this kind, the same for the same seed."""
    if kind == "bare":
        return Bare(load)
    return {"api": Api, "page": Page}[kind](load, Random(seed))


async def ask(kind: str, port: int, connections: int, seconds: float, seed: int) -> Load:
    """Ask for so many seconds, over so many connections."""
    loop, load = asyncio.get_running_loop(), Load()
    for number in range(connections):
        make = partial(asker, kind, load, seed * connections + number)
        await loop.create_connection(make, "127.0.0.1", port)
    await asyncio.sleep(WARM_UP)
    load.took.clear()
    begun = time.perf_counter()
    await asyncio.sleep(seconds)
    load.seconds = time.perf_counter() - begun
    return load


if __name__ == "__main__":
    kind, port, connections, seconds, seed = sys.argv[1:]
    came = uvloop.run(ask(kind, int(port), int(connections), float(seconds), int(seed)))
    json.dump(asdict(came), sys.stdout)
