"""Chromium for the tests: the one that is named, an installed one, or one that is fetched.

    python -m tests.services.chromium

makes sure that there is one and prints where. Name one with KINGSCORNERS_TEST_CHROMIUM=/path/to/chromium.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

VARIABLE = "KINGSCORNERS_TEST_CHROMIUM"
INSTALLED = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Playwright's driver needs libatomic1, which a small Debian such as a slim image lacks.
PACKAGES = ["chromium", "libatomic1"]
PLAYWRIGHT = [sys.executable, "-m", "playwright"]
LAUNCH_ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path() -> str | None:
    """The Chromium to test with, if there is one. Nothing is fetched."""
    named = os.environ.get(VARIABLE)
    if named:
        return named if _starts(named) else None
    for name in INSTALLED:
        path = shutil.which(name)
        if path and _starts(path):
            return path
    if not _driver_starts():
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if _starts(path) else None


def obtain() -> str:
    """As `chromium_path`, but fetches one where there is none, and what Playwright needs to drive it."""
    path = chromium_path()
    named = os.environ.get(VARIABLE)
    if named and not path:
        sys.exit(f"{VARIABLE} names {named}, which does not start as a browser does.")
    if path and _driver_starts():
        return path
    if os.geteuid() == 0 and _is_debian():
        print("Installing Debian's Chromium", flush=True)
        install = ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *PACKAGES]
        if not _done(install) and _done(["apt-get", "update", "--quiet"]):
            _done(install)
    elif not path:
        print("Fetching Playwright's Chromium", flush=True)
        _done([*PLAYWRIGHT, "install", "--no-shell", "chromium"])
    path = chromium_path()
    if not path:
        sys.exit(
            "The browser tests need Chromium, and none could be fetched; the reason is above.\n"
            "Install one (on Debian: apt install chromium) or name one: "
            f"{VARIABLE}=/path/to/chromium make test"
        )
    if not _driver_starts():
        sys.exit(
            "Playwright, which drives the browser, does not start here: see `python -m playwright --version`."
        )
    return path


def _driver_starts() -> bool:
    return subprocess.run([*PLAYWRIGHT, "--version"], capture_output=True, check=False).returncode == 0


def _starts(path: str) -> bool:
    # Ubuntu's chromium-browser may be no browser but a note that it is a snap.
    try:
        run = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except OSError:
        return False
    return run.returncode == 0


def _is_debian() -> bool:
    release = Path("/etc/os-release")
    return release.exists() and "ID=debian" in release.read_text().splitlines()


def _done(command: list[str]) -> bool:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, stdin=subprocess.DEVNULL, env=environment, check=False).returncode == 0


if __name__ == "__main__":
    print(f"Chromium: {obtain()}")
