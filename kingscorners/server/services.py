"""What the routes work with, and who asks: made once when the server starts, found on the application."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from fastapi import Request

from kingscorners.server.db import Database
from kingscorners.server.devices import Tries
from kingscorners.server.matches import Matches
from kingscorners.server.people import COOKIE, Identity, Visitor, find_guest, is_forgotten


@dataclass(frozen=True, slots=True)
class Services:
    """`clock` tells the time, aware and in UTC; `secret` is the site's; `tries` counts wrong codes."""

    database: Database
    matches: Matches
    identity: Identity
    clock: Callable[[], datetime]
    secret: bytes
    tries: Tries


def services(request: Request) -> Services:
    """The services of the application that answers this request."""
    found: Services = request.app.state.services
    return found


def visitor(request: Request) -> Visitor:
    """Who asks, by the cookie; without a look into the database, so without the guest."""
    return services(request).identity.visitor(request.cookies.get(COOKIE))


async def guest_visitor(request: Request) -> Visitor:
    """Who asks, with the guest's row where there is one. A deleted guest's token is replaced by a fresh
    one."""
    found = visitor(request)
    if found.fresh:
        return found
    database, identity = services(request).database, services(request).identity
    guest = await database.read(find_guest, found.key)
    if guest is None and await database.read(is_forgotten, found.key):
        return identity.visitor(None)
    return replace(found, guest=guest)


def remember(request: Request, asking: Visitor) -> None:
    """Let the answer set the cookie: for a visitor who is to be known again."""
    request.state.set_cookie = asking.token
