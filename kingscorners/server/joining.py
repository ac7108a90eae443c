"""Codes for other devices, as the routes use them: with the count of wrong ones before them."""

from __future__ import annotations

from dataclasses import replace

from fastapi import Request
from sqlalchemy.exc import IntegrityError

from kingscorners.game import NotFound
from kingscorners.server import people
from kingscorners.server.db import Unavailable
from kingscorners.server.devices import OwnMatches, clean_code, client_of, join, new_code, offer_code
from kingscorners.server.people import Visitor
from kingscorners.server.services import Services


async def offer(known: Services, asking: Visitor) -> str:
    """A new code for another device of the guest who asks. Raises `NotFound` for who is none."""
    if asking.guest is None:
        raise NotFound
    code, now = new_code(), int(known.clock().timestamp() * 1000)
    await known.database.write(offer_code, asking.key, known.identity.code_hash(code), now)
    return code


async def redeem(request: Request, known: Services, asking: Visitor, typed: str, bring: bool) -> Visitor:
    """Let this device play as the guest whose code was typed; who one is then.

    Raises `TooManyCodes`, `BadCode`, and `OwnMatches` for a device with matches that was not told to `bring`
    them.
    """
    now, client = known.clock().timestamp(), client_of(request.client.host if request.client else None)
    known.tries.check(client, now)
    # Before anything is waited for: who sends a hundred at once has six tries as well.
    known.tries.wrong(client, now)
    try:
        asked = asking.key, known.identity.code_hash(clean_code(typed)), bring, int(now * 1000)
        try:
            await known.database.write(join, *asked)
        except IntegrityError:
            # One of both guests was made, deleted or joined to another at the same moment: that is over now.
            await known.database.write(join, *asked)
    except (OwnMatches, Unavailable):
        known.tries.undo(client)
        raise
    known.tries.right(client)
    return replace(asking, guest=await known.database.read(people.find_guest, asking.key))
