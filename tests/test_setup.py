"""The set-up: the locks, the installer, CI, the container, and that nothing is true on one machine only."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import kingscorners

ROOT = Path(__file__).parents[1]
LOCKS = ["requirements.txt", "requirements-dev.txt"]

LOCAL = re.compile(
    r"/(?:work|root|home/\w+|Users/\w+)/"
    r"|pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|deb(?:ian)?\.org"
    r"|--(?:extra-)?index-url|--find-link[s]"
)


def pins(lock: str) -> dict[str, str]:
    """What a lock says, by name: the version and all that follows it."""
    text = (ROOT / lock).read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split("==", 1) for line in lines)


def wanted(source: str) -> list[str]:
    lines = (ROOT / source).read_text().splitlines()
    return [line for line in lines if line and not line.startswith(("#", "-r"))]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_pinned_by_version_and_hash(lock: str) -> None:
    assert pins(lock)
    for name, pin in pins(lock).items():
        assert re.match(r"[\w.]+ .*--hash=sha256:[0-9a-f]{64}", pin), name


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_place_to_fetch_from(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert not LOCAL.search(text)


def test_what_is_played_is_what_is_tested() -> None:
    tested = pins("requirements-dev.txt")
    for name, pin in pins("requirements.txt").items():
        assert tested[name] == pin


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_hold_what_the_sources_ask_for_and_each_line_says_why(lock: str) -> None:
    for line in wanted(lock.replace(".txt", ".in")):
        package, reason = line.split("#")
        assert re.split(r"[\[ ]", package)[0] in pins(lock)
        assert reason.strip()


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == kingscorners.__version__


def test_ci_runs_the_test_command_of_the_readme_and_nothing_else() -> None:
    ci = ROOT / ".ci" / "run"
    commands = [line for line in ci.read_text().splitlines() if line and not line.startswith("#")]
    assert commands == ["make test"]
    assert os.access(ci, os.X_OK)
    assert re.search(r"^\s*make test\b", (ROOT / "README.md").read_text(), re.MULTILINE)


def test_the_dockerfile_has_no_fault_that_hadolint_knows() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    run = subprocess.run([hadolint, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "")


def test_no_file_holds_a_path_or_a_registry_of_one_machine() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert listed.stdout
    found = []
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="ignore")
            found += [f"{name}: {match.group()}" for match in LOCAL.finditer(text)]
    assert not found


PYTHONS = {
    "none": ("", "there is no python3 here"),
    "too old": (
        '[ "$1" = --version ] && echo Python 3.9.2',
        "needs Python 3.11 or newer; here is Python 3.9.2",
    ),
    "bare": (
        'case "$*" in --version) echo Python 3.12.1 ;; *version_info*) ;; *) exit 1 ;; esac',
        "apt install python3-venv",
    ),
}


@pytest.mark.parametrize("kind", PYTHONS)
def test_the_installer_says_plainly_which_python_is_missing(kind: str, tmp_path: Path) -> None:
    script, message = PYTHONS[kind]
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("basename", "cat", "cksum", "sh"):
        (programs / name).symlink_to(shutil.which(name) or "")
    if script:
        python = programs / "python3"
        python.write_text(f"#!/bin/sh\n{script}\n")
        python.chmod(0o755)
    (tmp_path / "requirements.txt").touch()

    run = subprocess.run(
        [ROOT / "tools" / "install", "requirements.txt"],
        cwd=tmp_path,
        env={"PATH": str(programs)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.returncode == 1
    assert message in run.stderr
    assert "Traceback" not in run.stderr
    assert not (tmp_path / ".venv").exists()
