"""Playing as one guest on several devices: a code of six words, made on one, lets another join, once.

Of 256 words six are 48 bits. A code lasts ten minutes, and after six wrong ones in a row one has to wait, so
nobody guesses any. The database holds only a hash keyed with the site's secret.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
import unicodedata
from collections import OrderedDict

from sqlalchemy import Connection, delete, func, insert, select, update

from kingscorners.game import NotFound, TableError
from kingscorners.server.code_words import WORDS
from kingscorners.server.people import find_guest, is_forgotten, plays_as
from kingscorners.server.tables import Attempt, Code, Device, Guest, Match, Seat

CODE_WORDS = 6
CODE_SECONDS = 600
"""How long a code can be used."""
MOST_WRONG = 6
WAIT_SECONDS = 600
"""How long whoever sent so many wrong codes in a row has to wait."""
MOST_CLIENTS = 10_000
"""Of so many the wrong codes are remembered; the ones that tried first are forgotten first."""


class BadCode(TableError):
    """A code that is wrong, has been used, or is too old: nobody is told which."""


class TooManyCodes(TableError):
    """Too many wrong codes; the next is looked at in so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} seconds")
        self.seconds = seconds


class OwnMatches(TableError):
    """The device that wants to join has so many `matches` of its own, and was not told to bring them."""

    def __init__(self, matches: int) -> None:
        super().__init__(f"{matches} matches")
        self.matches = matches


def new_code() -> str:
    """A code that nobody can guess."""
    return " ".join(secrets.choice(WORDS) for _ in range(CODE_WORDS))


def clean_code(typed: str) -> str:
    """A code as it was made, however somebody types it: `Acorn-Lemon …`. Raises `BadCode`."""
    words = re.findall("[a-z]+", unicodedata.normalize("NFKC", typed[:500]).casefold())
    if len(words) != CODE_WORDS or not set(words) <= set(WORDS):
        raise BadCode
    return " ".join(words)


class Tries:
    """Counts wrong codes in a row, by client, in the memory of this process."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def check(self, client: str, now: float) -> None:
        """Raises `TooManyCodes` for who has to wait; `now` in seconds."""
        count, last = self._wrong.get(client, (0, 0.0))
        left = last + WAIT_SECONDS - now
        if count and left <= 0:
            del self._wrong[client]
        elif count >= MOST_WRONG:
            raise TooManyCodes(int(-(-left // 1)))

    def wrong(self, client: str, now: float) -> None:
        """One more wrong code."""
        count, _ = self._wrong.pop(client, (0, 0.0))
        self._wrong[client] = count + 1, now
        while len(self._wrong) > MOST_CLIENTS:
            self._wrong.popitem(last=False)

    def undo(self, client: str) -> None:
        """The last one was not wrong."""
        count, last = self._wrong.get(client, (0, 0.0))
        if count > 1:
            self._wrong[client] = count - 1, last
        else:
            self._wrong.pop(client, None)

    def right(self, client: str) -> None:
        """A right one: what was wrong before is forgotten."""
        self._wrong.pop(client, None)


def client_of(address: str | None) -> str:
    """Who tries: an address, of IPv6 the part that a household has for itself."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return address or ""
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)


# ---------------------------------------------------------------------- units of work


def offer_code(conn: Connection, key: str, code_hash: str, now: int) -> None:
    """Let who knows the code join the guest with this key; an earlier code of the guest is void.

    Raises `NotFound` where another device has deleted the guest just now.
    """
    guest = conn.execute(select(Guest.id).where(plays_as(key)).with_for_update()).scalar()
    if guest is None:
        raise NotFound
    conn.execute(delete(Code).where((Code.guest == guest) | (Code.expires <= now)))
    expires = now + CODE_SECONDS * 1000
    conn.execute(insert(Code).values(code_hash=code_hash, guest=guest, expires=expires))


def join(conn: Connection, key: str, code_hash: str, bring: bool, now: int) -> None:
    """Let the device with this key play as the guest whose code that is, which is used up by it.

    A guest that the device has been is no more then. If it has matches, they have to `bring` along: they
    become the other guest's, with the days that were tried and the other devices; of two attempts at one day
    that of the other guest ranks. Results on boards stay without a name. Raises `BadCode` and `OwnMatches`.
    """
    offered, before = Code.code_hash == code_hash, find_guest(conn, key)
    # Both guests, in one order: of two who join each other neither has what the other one waits for.
    both = Guest.id.in_(select(Code.guest).where(offered)) | (Guest.id == (before.id if before else None))
    conn.execute(select(Guest.id).where(both).order_by(Guest.id).with_for_update()).all()
    # Used up at once: of several devices with one code, one gets it.
    used = delete(Code).where(offered, Code.expires > now).returning(Code.guest)
    into = conn.execute(used).scalar()
    if into is None or is_forgotten(conn, key):
        raise BadCode
    own = find_guest(conn, key)
    if own is None:
        conn.execute(insert(Device).values(token_hash=key, guest=into, created=now))
    elif own.id != into:
        matches = conn.execute(select(func.count()).where(Seat.guest == own.id)).scalar_one()
        if matches and not bring:
            raise OwnMatches(matches)
        _merge(conn, own.id, into)


def _merge(conn: Connection, guest: int, into: int) -> None:
    """Make one guest of two."""
    both = select(Guest.id, Guest.begun).where(Guest.id.in_((guest, into))).order_by(Guest.id)
    begun = max(row.begun for row in conn.execute(both.with_for_update()))
    # A device's key and this number name the secret of a deal: no pair of them may come again.
    conn.execute(update(Guest).where(Guest.id == into).values(begun=begun))
    conn.execute(update(Seat).where(Seat.guest == guest).values(guest=into))
    conn.execute(update(Device).where(Device.guest == guest).values(guest=into))
    tried = {
        tuple(row) for row in conn.execute(select(Attempt.game, Attempt.day).where(Attempt.guest == into))
    }
    theirs = select(Attempt.game, Attempt.day, Attempt.match).where(Attempt.guest == guest)
    for game, day, match in conn.execute(theirs).all():
        if (game, day) not in tried:
            moved = update(Attempt).where(Attempt.game == game, Attempt.day == day, Attempt.guest == guest)
            conn.execute(moved.values(guest=into))
        else:
            second = update(Match).where(Match.id == match, Match.finished.is_(None))
            conn.execute(second.values(ranked=False))
    conn.execute(delete(Guest).where(Guest.id == guest))


def devices(conn: Connection, guest: int | None) -> int:
    """On how many devices the guest plays."""
    return conn.execute(select(func.count()).where(Device.guest == guest)).scalar_one()
