"""The page of settings, and the form that changes them from any page."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse, RedirectResponse

from kingscorners.server.asking import Asking
from kingscorners.server.preferences import change, from_form, values
from kingscorners.server.services import remember

_PATH = re.compile(r"/(?![/\\])[!-~]*")

BACK = "back"
"""The field that holds the page to return to."""

router = APIRouter(include_in_schema=False)


@router.get("/{language}/settings")
async def page(asking: Asking, back: str = "") -> Response:
    """All settings, as they are."""
    came_from = back or asking.request.headers.get("referer", "")
    return asking.page("settings.html", page="settings", values=values, back=_own_page(asking, came_from))


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


def _own_page(asking: Asking, address: str) -> str:
    """The address as a path of this site, home for any other, and for the settings themselves."""
    home = f"/{asking.words.language}/"
    try:
        parts = urlsplit(address)
    except ValueError:
        return home
    if parts.netloc not in ("", asking.request.headers.get("host")) or parts.path.endswith("/settings"):
        return home
    path = parts.path + f"?{parts.query}" * bool(parts.query)
    return path if _PATH.fullmatch(path) else home
