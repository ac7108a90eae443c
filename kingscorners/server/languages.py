"""Languages: which there are, which one a request is answered in, and where a page is in the others.

A new language is one catalogue in `locale/` and one word in `LANGUAGES`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from starlette.requests import Request

LANGUAGES = ("en", "hi", "ar")
"""The languages the pages come in, by the first part of their address; the first is for who asks for none."""

COOKIE = "language"
"""Names the language that was chosen last, for addresses that name none."""
COOKIE_SECONDS = 400 * 24 * 3600

_TAG = re.compile(r"(?!api$)[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_WISH = re.compile(r"\s*([A-Za-z]+)[-\w]*\s*(?:;\s*q\s*=\s*(\d(?:\.\d*)?))?\s*")


class UnknownLanguage(Exception):
    """An address whose language there is not: the page is at `address`, in one that there is."""

    def __init__(self, request: Request) -> None:
        super().__init__(request.url.path)
        rest = request.url.path.lstrip("/").partition("/")[2]
        query = f"?{request.url.query}" if request.url.query else ""
        self.address = f"/{language_of(request)}/{rest}{query}"


class Address(NamedTuple):
    """Where a page is in every language: `origin` (`https://table.example`), the path, what is asked of it.

    A path is what follows the language, with its `/`; the query has its `?`, if there is one.
    """

    origin: str
    path: str
    query: str

    def within(self, language: str) -> str:
        """The page in this language, with all that is asked of it, from the site's root."""
        return f"/{language}{self.path}{self.query}"

    def whole(self, language: str) -> str:
        """The page in this language in full, for search engines: with nothing asked of it."""
        return f"{self.origin}/{language}{self.path}"


def is_tag(text: str) -> bool:
    """Whether this could be a language in an address, of this site or not."""
    return bool(_TAG.fullmatch(text))


def address_of(request: Request) -> Address | None:
    """Where the page that is asked for is, `None` if it is no page of a language."""
    url = request.url
    language, _, rest = url.path.removeprefix("/").partition("/")
    if language not in LANGUAGES:
        return None
    return Address(f"{url.scheme}://{url.netloc}", f"/{rest}", f"?{url.query}" if url.query else "")


def in_language(language: str, path: str) -> str:
    """The page at a path of this site, in another language; its home where the path is of none."""
    first, _, rest = path.removeprefix("/").partition("/")
    return f"/{language}/{rest}" if first in LANGUAGES else f"/{language}/"


def language_of(request: Request) -> str:
    """The language of the address, else the one chosen last, else the one accepted best, else the first."""
    first = request.scope["path"].removeprefix("/").partition("/")[0].partition("-")[0].lower()
    wishes = (first, request.cookies.get(COOKIE, ""), *_accepted(request.headers.get("accept-language", "")))
    return next((wish for wish in wishes if wish in LANGUAGES), LANGUAGES[0])


def _accepted(header: str) -> Iterator[str]:
    """What a browser accepts, the best first, without regions: `en-GB;q=0.5, hi` is `hi`, `en`."""
    wishes = [wish for part in header.split(",") if (wish := _WISH.fullmatch(part))]
    weighed = [(float(wish[2] or 1), wish[1].lower()) for wish in wishes]
    for quality, language in sorted(weighed, key=lambda one: -one[0]):
        if quality:
            yield language
