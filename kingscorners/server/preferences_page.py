"""The page of settings, and the form that changes them from any page."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse, RedirectResponse

from kingscorners.cards import cards
from kingscorners.server.asking import Asking
from kingscorners.server.languages import COOKIE, COOKIE_SECONDS, in_language
from kingscorners.server.preferences import change, from_form, values
from kingscorners.server.services import remember

_PATH = re.compile(r"/(?![/\\])[!-~]*")

_EXAMPLES = cards("Kh Qd 9s 7c")
"""The cards that show what a deck looks like."""

BACK = "back"
"""The field that holds the page to return to."""

router = APIRouter(include_in_schema=False)


@router.get("/{language}/settings")
async def page(asking: Asking, back: str = "") -> Response:
    """All settings, as they are."""
    came_from = back or asking.request.headers.get("referer", "")
    return asking.page(
        "settings.html",
        page="settings",
        values=values,
        examples=_EXAMPLES,
        back=_own_page(asking, came_from),
    )


@router.post("/{language}/settings")
async def save(asking: Asking) -> Response:
    """Change what the form has, and return to the page one came from; a script gets what holds now."""
    fields = (await asking.request.form()).multi_items()
    sent = {name: value for name, value in fields if isinstance(value, str)}
    now = int(asking.now.timestamp() * 1000)
    changed = await change(asking.known.database, asking.visitor.key, from_form(sent), now)
    remember(asking.request, asking.visitor)
    if "text/html" not in asking.request.headers.get("accept", ""):
        return JSONResponse({name: str(value).lower() for name, value in changed})
    return RedirectResponse(_own_page(asking, sent.get(BACK, "")), 303)


@router.post("/{language}/language")
async def speak(asking: Asking) -> Response:
    """Return to the page one came from, in this language, and know it for addresses that name none."""
    sent = (await asking.request.form()).get(BACK)
    path = _own_path(asking, sent if isinstance(sent, str) else "")
    response = RedirectResponse(in_language(asking.words.language, path), 303)
    secure = asking.request.url.scheme == "https"
    response.set_cookie(COOKIE, asking.words.language, COOKIE_SECONDS, secure=secure, httponly=True)
    return response


def _own_page(asking: Asking, address: str) -> str:
    """The address as a path of this site, home for any other, and for the settings themselves."""
    path = _own_path(asking, address)
    elsewhere = path and not urlsplit(path).path.endswith("/settings")
    return path if elsewhere else f"/{asking.words.language}/"


def _own_path(asking: Asking, address: str) -> str:
    """The address as a path of this site, nothing for any other."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    path = parts.path + f"?{parts.query}" * bool(parts.query)
    own = parts.netloc in ("", asking.request.headers.get("host")) and _PATH.fullmatch(path)
    return path if own else ""
