"""What every test may ask for: a fresh database of either kind, and the way random matches are tried."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.services import postgres as postgres_service
from tests.services.postgres import Postgres

# The same examples on every run: what fails goes on failing until it is mended.
# --hypothesis-profile=search looks further.
settings.register_profile("same", deadline=None, database=None, derandomize=True, max_examples=60)
settings.register_profile("search", deadline=None, database=None, max_examples=3000)
settings.load_profile("same")

HERE = Path(__file__).parent
LATE = ["server", "browser"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is quick comes first, then the server, then the browser."""

    def stage(item: pytest.Item) -> int:
        folder = item.path.relative_to(HERE).parts[0]
        return LATE.index(folder) + 1 if folder in LATE else 0

    items.sort(key=stage)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with postgres_service.running() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """An empty PostgreSQL database of the test's own."""
    url = postgres.create()
    yield url
    postgres.drop(url)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """An SQLite file of the test's own, not yet there."""
    return f"sqlite:///{tmp_path / 'kingscorners.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """An empty database: the test runs once on each kind."""
    url: str = request.getfixturevalue({"sqlite": "sqlite_url", "postgresql": "postgres_url"}[request.param])
    return url
