"""Codes for other devices, as the routes use them: with the count of wrong ones before them."""

from __future__ import annotations

from dataclasses import replace

from fastapi import Request

from kingscorners.game import NotFound
from kingscorners.server import people
from kingscorners.server.devices import BadCode, clean_code, client_of, join, new_code, offer_code
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
    try:
        code_hash = known.identity.code_hash(clean_code(typed))
        await known.database.write(join, asking.key, code_hash, bring, int(now * 1000))
    except BadCode:
        known.tries.wrong(client, now)
        raise
    known.tries.right(client)
    return replace(asking, guest=await known.database.read(people.find_guest, asking.key))
