"""A real browser on a real server."""

import hashlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from kingscorners.server.people import COOKIE, Identity
from tests.services.chromium import LAUNCH_ARGS, chromium_path

ROOT = Path(__file__).parents[2]
SECRET = "the secret of the browser tests"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = chromium_path()
    if not path:
        pytest.fail("There is no Chromium here; python -m tests.services.chromium fetches one.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=LAUNCH_ARGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a fresh SQLite file; all browser tests share it."""
    folder = tmp_path_factory.mktemp("site")
    environment = os.environ | {
        "KINGSCORNERS_DATABASE_URL": f"sqlite:///{folder / 'kingscorners.db'}",
        "KINGSCORNERS_SECRET": SECRET,
    }
    command = [sys.executable, "-m", "kingscorners"]
    subprocess.run([*command, "migrate"], cwd=ROOT, env=environment, check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    log = folder / "log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            [*command, "serve", "--port", str(port)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
    try:
        _wait(server, f"{address}/readyz", log)
        yield address
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + 90
    while server.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    pytest.fail(f"{url} does not answer. The server said:\n{log.read_text()}")


@pytest.fixture
def complaints() -> list[str]:
    """What the pages of this test complained of. A test that provokes an error on purpose clears the list."""
    return []


@pytest.fixture
def open_page(
    browser: Browser, site: str, complaints: list[str], request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """Opens a page as a new guest; takes what Playwright's `new_context` takes.

    A test's first guest is always the same one, and so is its second: they always get the same cards.
    The test fails when any of its pages writes an error to the console or leaves one uncaught.
    """
    contexts: list[BrowserContext] = []

    def open_one(**options: Any) -> Page:
        # A worker would answer before a test that lays a page by hand.
        usual = {"base_url": site, "reduced_motion": "reduce", "service_workers": "block"}
        context = browser.new_context(**usual | options)
        who = hashlib.sha256(f"{request.node.name} {len(contexts)}".encode()).digest()[:16]
        token = Identity(SECRET.encode()).token(who)
        context.add_cookies([{"name": COOKIE, "value": token, "url": site}])
        contexts.append(context)
        context.set_default_timeout(10_000)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on("console", note)
        return context.new_page()

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(f"{message.text} ({message.location.get('url')})")

    yield open_one
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    return open_page()
