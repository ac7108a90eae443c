"""The real program, as it is started from the command line."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = (sys.executable, "-m", "kingscorners")
PATIENCE = 60
"""Seconds: far more than anything takes, so that a busy machine fails no test."""


def environment(**settings: str) -> dict[str, str]:
    """The variables to start the program with: none of ours but `settings`, without the prefix."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("KINGSCORNERS_")}
    return inherited | {f"KINGSCORNERS_{name.upper()}": value for name, value in settings.items()}


def run(*words: str, typed: str | bytes = "", **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs the program to its end. It never shows a trace, whatever it is given."""
    typed = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(
        [*PROGRAM, *words],
        cwd=ROOT,
        env=environment(**settings),
        input=typed,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    said = subprocess.CompletedProcess(words, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in said.stderr, said.stderr
    return said


class Served:
    """A server that runs: its address, and what it said once it has ended."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout
        first = process.stdout.readline()
        found = re.fullmatch(r"Playing at (http://\S+:\d+)\n", first)
        assert found, f"{first}{process.communicate(timeout=PATIENCE)}"
        self.address = found[1]

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
        """The status, the headers and the body of an answer."""
        asked = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.address + path, headers=asked)  # noqa: S310  (it is http)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return answer.status, dict(answer.headers), answer.read().decode()

    def end(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """Ends it: the exit status, the rest of its output, and its complaints."""
        self.process.send_signal(how)
        out, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, errors


@contextmanager
def serving(*words: str, **settings: str) -> Iterator[Served]:
    """A server on a free port."""
    process = subprocess.Popen(
        [*PROGRAM, "serve", "--port", "0", *words],
        cwd=ROOT,
        env=environment(**settings),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield Served(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
