"""What is left of a server that is killed while moves are posted, and of one whose database fails."""

import http.client
import json
import multiprocessing
import random
import socket
import sqlite3
import threading
import time
from multiprocessing.context import ForkServerProcess
from typing import Any

import pytest
import uvicorn

from kingscorners.server.app import create_app
from kingscorners.server.migrate import migrate
from kingscorners.server.settings import Settings
from tests.server.conftest import GAME, Guest

KILLS = 20
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["uvicorn", "kingscorners.server.app"])


class Browser:
    """Posts moves of one match over a real connection, and keeps the last answer that it got."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.answered = port, "", 0
        self.match: Any = None

    def call(self, method: str, path: str, body: Any = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            headers = {"Content-Type": "application/json", "Cookie": self.cookie}
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            if cookie := answer.getheader("Set-Cookie"):
                self.cookie = cookie.split(";")[0]
            text = answer.read()
            assert answer.status < 300, (answer.status, text)
            return json.loads(text)
        finally:
            connection.close()

    def begin(self) -> None:
        self.match = self.call("POST", "/api/v1/matches", {"game": GAME})

    def look(self) -> Any:
        return self.call("GET", f"/api/v1/matches/{self.match['id']}")

    def play_until_it_dies(self, rng: random.Random) -> None:
        try:
            while True:
                while not self.match["legal"]:  # Computer players may end a match before one's first turn.
                    self.begin()
                body = {"move": rng.choice(self.match["legal"]), "ply": self.match["ply"]}
                path = f"/api/v1/matches/{self.match['id']}/moves"
                self.match = self.call("POST", path, body)["match"]
                self.answered += 1
        except (OSError, http.client.HTTPException):
            return


def serve(port: int, url: str) -> None:
    """What `python -m kingscorners serve` runs, in a process of its own."""
    config = uvicorn.Config(create_app(Settings(database_url=url)), port=port, log_level="critical")
    uvicorn.Server(config).run()


def start(port: int, url: str) -> ForkServerProcess:
    """A real process, forked from one that has the modules loaded: twenty of them are soon started."""
    server = PROCESSES.Process(target=serve, args=(port, url))
    server.start()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return server
        except OSError:
            assert server.is_alive(), "the server ended at once"
            time.sleep(0.02)
    server.kill()
    pytest.fail("the server does not answer")


def answered(browsers: list[Browser]) -> int:
    return sum(browser.answered for browser in browsers)


def test_a_move_that_was_answered_survives_twenty_kills(sqlite_url: str) -> None:
    """Every answered move is there, and the match goes on; of a move without an answer all or nothing is."""
    migrate(sqlite_url)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    rng = random.Random(20)
    browsers = [Browser(port) for _ in range(3)]
    for _ in range(KILLS):
        server = start(port, sqlite_url)
        try:
            for browser in browsers:
                if not browser.match:
                    browser.begin()
                known, found = browser.match, browser.look()
                assert found["ply"] >= known["ply"]
                if found["ply"] == known["ply"]:
                    assert found == known
                browser.match = found
            threads = [
                threading.Thread(target=browser.play_until_it_dies, args=(random.Random(rng.random()),))
                for browser in browsers
            ]
            before = answered(browsers)
            for thread in threads:
                thread.start()
            while answered(browsers) < before + 2 and any(thread.is_alive() for thread in threads):
                time.sleep(0.01)
            time.sleep(rng.uniform(0, 0.1))
        finally:
            server.kill()
            server.join()
        for thread in threads:
            thread.join(20)
            assert not thread.is_alive()
    assert answered(browsers) >= 2 * KILLS


@pytest.mark.anyio
async def test_a_locked_database_is_a_503_and_the_match_goes_on_after_it(
    one_guest: Guest, sqlite_url: str
) -> None:
    match = await one_guest.begin()
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = await one_guest.move(match, "end")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer.headers["retry-after"]
    assert await one_guest.look(match) == match
    other.execute("ROLLBACK")
    other.close()
    assert (await one_guest.move(match, "end")).status_code == 200


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("DELETE FROM alembic_version", "database not migrated"),
        ("UPDATE alembic_version SET version_num = '9999'", "database newer than the program"),
    ],
)
async def test_readiness_tells_of_a_database_without_its_tables(
    one_guest: Guest, sqlite_url: str, change: str, told: str
) -> None:
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute(change)
    other.close()
    answer = await one_guest.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, told)
    assert (await one_guest.get("/healthz")).status_code == 200
