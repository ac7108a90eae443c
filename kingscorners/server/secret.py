"""The site's secret, from which dailies, guests' marks and their deals' secrets are derived."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, select, text

from kingscorners.server.tables import Site

_ADD = text("INSERT INTO site (name, value) VALUES ('secret', :value) ON CONFLICT DO NOTHING")


def site_secret(connection: Connection) -> bytes:
    """A unit to write with: the secret kept in the database, made (32 random bytes) when first asked for.

    Of any number of processes that ask first at the same time, one makes it.
    """
    connection.execute(_ADD, {"value": secrets.token_bytes(32)})
    return connection.execute(select(Site.value).where(Site.name == "secret")).scalar_one()
