"""What tests of the command line may ask for: a database of their own, and commands run in this process."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from kingscorners.__main__ import main
from kingscorners.server.settings import Settings, variable
from tests.program import run

RunHere = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def up_to_date(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that `migrate` has made."""
    path = tmp_path_factory.mktemp("made") / "kingscorners.db"
    assert run("migrate", database_url=f"sqlite:///{path}").returncode == 0
    return path


@pytest.fixture
def site(up_to_date: Path, sqlite_url: str) -> str:
    """A database of the test's own that is up to date."""
    shutil.copy(up_to_date, sqlite_url.removeprefix("sqlite:///"))
    return sqlite_url


@pytest.fixture
def run_here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> RunHere:
    """As `run`, but in this process, which is quicker. What would be a trace fails the test."""

    def run_one(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
        for name in Settings.model_fields:
            monkeypatch.delenv(variable(name), raising=False)
        for name, value in settings.items():
            monkeypatch.setenv(variable(name), value)
        try:
            status = main(words)
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        return subprocess.CompletedProcess(words, status, said.out, said.err)

    return run_one
