"""Guests: people who play without an account.

A browser holds a random token in a cookie, the database only its SHA-256. A token carries the site's own
mark: a made-up one is nobody's. The guest's row is made with the first match. From the token's hash come
the secrets of a guest's deals, so that the next one can be committed to before there is a guest.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select, update

from kingscorners.cards import pick
from kingscorners.game import NotFound, Reason, TableError
from kingscorners.server.tables import Device, Forgotten, Seat
from kingscorners.server.tables import Guest as GuestRow

COOKIE = "guest"
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie at most; it is set anew with every match."""
TOKEN_LENGTH = 44
LONGEST_NAME = 24

_COLOURS = [
    "Amber",
    "Azure",
    "Coral",
    "Golden",
    "Indigo",
    "Ivory",
    "Jade",
    "Olive",
    "Pearl",
    "Ruby",
    "Saffron",
    "Silver",
    "Teal",
    "Violet",
]
_ANIMALS = [
    "Badger",
    "Crane",
    "Deer",
    "Falcon",
    "Finch",
    "Fox",
    "Hare",
    "Heron",
    "Ibis",
    "Koala",
    "Lynx",
    "Otter",
    "Owl",
    "Panda",
    "Robin",
    "Seal",
    "Swan",
]
_ALLOWED_FORMAT = {"\u200c", "\u200d"}
_BLANK = set("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing."""
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""What a name may hold and nobody sees beside it: joiners, blank letters, choices of a letter's form."""
_MARKS = ("Mn", "Me")
_TOWER = re.compile("m{5}")
"""More marks above each other than any script writes."""


class BadName(TableError):
    """A name that cannot be shown: the reason's id says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason


class PromiseUsed(TableError):
    """The secret that was promised for the next match has been used by another one."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest's row: `begun` is how many matches were begun with a secret of their own (dailies have
    none)."""

    id: int
    name: str
    settings: dict[str, Any]
    begun: int

    @property
    def tag(self) -> str:
        """What tells this guest from others of the same name."""
        return tag(self.id)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks: `key` is the SHA-256 of the cookie's token; `fresh` if the token was made just now."""

    token: str
    key: str
    fresh: bool
    guest: Guest | None = None

    @property
    def guest_id(self) -> int | None:
        """The guest's number, where there is one."""
        return self.guest.id if self.guest else None


class Identity:
    """Makes and checks tokens, and derives the secrets of a guest's deals, from the site's secret."""

    def __init__(self, site_secret: bytes) -> None:
        self._secret = site_secret
        self._genuine_key = lru_cache(10_000)(self._checked_key)

    def visitor(self, token: str | None) -> Visitor:
        """Who holds this token; a fresh one instead of none or a forged one."""
        if token and len(token) == TOKEN_LENGTH and (key := self._genuine_key(token)):
            return Visitor(token, key, fresh=False)
        token = self.token(secrets.token_bytes(16))
        return Visitor(token, _key(token), fresh=True)

    def token(self, body: bytes) -> str:
        """The token with these 16 random bytes and the site's mark."""
        return base64.urlsafe_b64encode(body + self._mark(body)).decode()

    def deal_secret(self, key: str, begun: int) -> bytes:
        """The secret of the match that the guest begins after `begun` others; its SHA-256 is shown before."""
        return self._hmac(f"deal {key} {begun}".encode())

    def code_hash(self, code: str) -> str:
        """What is kept of a code for another device, in hex: of no use without the site's secret."""
        return self._hmac(f"code {code}".encode()).hex()

    def next_commitment(self, visitor: Visitor) -> str:
        """The SHA-256, in hex, of the secret of this visitor's next match."""
        begun = visitor.guest.begun if visitor.guest else 0
        return hashlib.sha256(self.deal_secret(visitor.key, begun)).hexdigest()

    def _checked_key(self, token: str) -> str | None:
        """The key of a genuine token, `None` for a forged one."""
        try:
            body = base64.urlsafe_b64decode(token.encode("ascii"))[:16]
        except ValueError:
            return None
        # Compared as text: the same bytes can be spelled in several ways.
        return _key(token) if hmac.compare_digest(token, self.token(body)) else None

    def _mark(self, body: bytes) -> bytes:
        return self._hmac(b"token " + body)[:16]

    def _hmac(self, message: bytes) -> bytes:
        return hmac.digest(self._secret, message, hashlib.sha256)


def _key(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def tag(guest: int) -> str:
    """Three letters or digits that go with a name where somebody else has the same."""
    digest = hashlib.sha256(f"tag {guest}".encode()).digest()
    return base64.b32encode(digest)[:3].decode().lower()


def same_name(name: str) -> str:
    """What names have in common that look alike: without regard to capitals, forms of letters and what does
    not show."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(_UNSEEN.sub("", folded).split())


def made_up_name(key: str) -> str:
    """A friendly name for a new guest, as in `Amber Heron 41`, fixed by the key."""
    seed = bytes.fromhex(key)
    colour = _COLOURS[pick(seed, "colour", len(_COLOURS))]
    animal = _ANIMALS[pick(seed, "animal", len(_ANIMALS))]
    return f"{colour} {animal} {pick(seed, 'number', 90) + 10}"


def clean_name(name: str) -> str:
    """The name as it is kept. Raises `BadName` for an empty or long one, and for characters that do not show.

    Joiners belong to letters of Hindi and Arabic and stay; marks that turn a line's direction do not.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name:
        raise BadName(Reason("name-empty"))
    if len(name) > LONGEST_NAME:
        raise BadName(Reason("name-long", {"most": LONGEST_NAME}))
    if any(unicodedata.category(letter)[0] == "C" and letter not in _ALLOWED_FORMAT for letter in name):
        raise BadName(Reason("name-characters"))
    if _TOWER.search("".join("m" if unicodedata.category(letter) in _MARKS else "x" for letter in name)):
        raise BadName(Reason("name-characters"))
    if not any(unicodedata.category(letter)[0] in "LNPS" and letter not in _BLANK for letter in name):
        raise BadName(Reason("name-empty"))
    return name


# ---------------------------------------------------------------------- units of work


def plays_as(key: Any) -> ColumnElement[bool]:
    """The condition that a row of guests is that of the device with this key."""
    return GuestRow.id == select(Device.guest).where(Device.token_hash == key).scalar_subquery()


_FIND = select(GuestRow.id, GuestRow.name, GuestRow.settings, GuestRow.begun).where(
    plays_as(bindparam("key"))
)
_FIND_LOCKED = _FIND.with_for_update()
_NEW = insert(GuestRow).returning(GuestRow.id)
_NEW_DEVICE = insert(Device)
_BEGUN = update(GuestRow).where(GuestRow.id == bindparam("guest")).values(begun=bindparam("begun"))


def find_guest(conn: Connection, key: str) -> Guest | None:
    """The guest with this token, `None` where there is none (yet, or any more)."""
    row = conn.execute(_FIND, {"key": key}).first()
    return Guest(*row) if row else None


def is_forgotten(conn: Connection, key: str) -> bool:
    """Whether the token is that of a deleted guest."""
    return conn.execute(select(Forgotten).where(Forgotten.token_hash == key)).first() is not None


def guest_as(conn: Connection, key: str, now: int) -> Guest:
    """The guest with this token, made if need be, and locked: of several at one moment the others wait.

    Raises `NotFound` for the token of a deleted guest, and `IntegrityError` where somebody made it just now.
    """
    row = conn.execute(_FIND_LOCKED, {"key": key}).first()
    if row:
        return Guest(*row)
    if is_forgotten(conn, key):
        raise NotFound
    name = made_up_name(key)
    new = {"name": name, "settings": {}, "begun": 0, "created": now}
    guest = Guest(conn.execute(_NEW, new).scalar_one(), name, {}, 0)
    conn.execute(_NEW_DEVICE, {"token_hash": key, "guest": guest.id, "created": now})
    return guest


def count_begun(conn: Connection, guest: Guest) -> None:
    """One more match begun: the next one has another secret."""
    conn.execute(_BEGUN, {"guest": guest.id, "begun": guest.begun + 1})


def rename(conn: Connection, key: str, name: str) -> Guest | None:
    """Give the guest another name. Raises `BadName`."""
    conn.execute(update(GuestRow).where(plays_as(key)).values(name=clean_name(name)))
    return find_guest(conn, key)


def forget(conn: Connection, key: str) -> None:
    """Delete the guest. Matches lose the person, boards keep the result without a name, and the tokens of
    all devices are void."""
    guest = conn.execute(_FIND_LOCKED, {"key": key}).first()
    if guest is None:
        return
    conn.execute(update(Seat).where(Seat.guest == guest.id).values(name=""))
    tokens = conn.execute(select(Device.token_hash).where(Device.guest == guest.id)).scalars().all()
    conn.execute(insert(Forgotten), [{"token_hash": token} for token in tokens])
    conn.execute(delete(GuestRow).where(GuestRow.id == guest.id))
