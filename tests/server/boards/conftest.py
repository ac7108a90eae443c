"""A database with empty boards, on both kinds."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, Engine, create_engine

from kingscorners.server.tables import Base
from tests.services.postgres import Postgres


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """One database for all tests of a file: each rolls back what it did."""
    if request.param == "sqlite":
        engine = create_engine(f"sqlite:///{tmp_path_factory.mktemp('boards') / 'boards.db'}")
        Base.metadata.create_all(engine)
        yield engine
        engine.dispose()
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.create()
        engine = create_engine(url)
        Base.metadata.create_all(engine)
        yield engine
        engine.dispose()
        postgres.drop(url)


@pytest.fixture
def conn(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as connection:
        yield connection
