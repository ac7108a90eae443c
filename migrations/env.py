"""Alembic runs this for every command. `migrate` hands it a connection; `alembic` itself does not."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from kingscorners.server.migrate import changing
from kingscorners.server.settings import Settings
from kingscorners.server.tables import Base


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with changing(Settings.from_environment().database_url) as connection:
        run(connection)
