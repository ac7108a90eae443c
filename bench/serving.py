"""Servers to measure: the game as anybody serves it, and a bare endpoint, each a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import sleep

from kingscorners.server.migrate import migrate

_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")


@dataclass(frozen=True, slots=True)
class Server:
    """One that runs, and where."""

    process: int
    port: int

    @property
    def cpu(self) -> float:
        """Seconds of CPU that it has taken so far, in hundredths; 0 where they are not told as on Linux."""
        told = Path(f"/proc/{self.process}/stat")
        if not told.exists():
            return 0
        user, system = told.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def game(database_url: str) -> Iterator[Server]:
    """The game on a database, brought up to date first. What it logs, a line a request, goes into a file."""
    migrate(database_url)
    environment = os.environ | {"KINGSCORNERS_DATABASE_URL": database_url}
    with _started(["kingscorners", "serve", "--port", "0"], environment) as server:
        yield server


@contextmanager
def bare() -> Iterator[Server]:
    """What `bare.py` serves."""
    with _started(["bench.bare"], dict(os.environ)) as server:
        yield server


@contextmanager
def _started(module: list[str], environment: dict[str, str]) -> Iterator[Server]:
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen([sys.executable, "-m", *module], stdout=said, env=environment)
        try:
            yield Server(process.pid, _port(process, said.fileno()))
        finally:
            process.terminate()
            process.wait(30)


def _port(process: subprocess.Popen[bytes], said: int) -> int:
    for _ in range(600):
        if told := _ADDRESS.search(os.pread(said, 1000, 0).decode()):
            return int(told[1])
        if process.poll() is not None:
            break
        sleep(0.1)
    raise RuntimeError("the server does not start")
