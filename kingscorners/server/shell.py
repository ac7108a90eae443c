"""What lets the site be installed: its manifest, its service worker, the page for being offline."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Depends, Response
from fastapi.responses import HTMLResponse, JSONResponse

from kingscorners.server import assets
from kingscorners.server.asking import words_here
from kingscorners.server.assets import static_url
from kingscorners.server.languages import LANGUAGES
from kingscorners.server.rendering import render
from kingscorners.server.words import Words, words

TABLE_COLOUR = "#2b3680"
PAPER_COLOUR = "#f6f4ef"
ICONS = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("icon-maskable.png", 512, "maskable"))
"""Pictures of the program: the file, its width and height in pixels, and what it is made for."""

_ASK_AGAIN = {"Cache-Control": "no-cache"}
_LINK = re.compile(r'(?:href|src)="(/static/[^"#]+)"')

router = APIRouter(include_in_schema=False)


Here = Annotated[Words, Depends(words_here)]


@router.get("/{language}/manifest.webmanifest")
async def manifest(here: Here) -> Response:
    """What an installed site is called in a language, and looks like. It is one program in all of them."""
    name = here.gettext("King's Corners")
    content = {
        "id": "/",
        "scope": "/",
        "start_url": f"/{here.language}/",
        "lang": here.language,
        "dir": here.direction,
        "name": name,
        "short_name": name,
        "description": here.gettext(
            "King's Corners and other card games in the browser, without an account."
        ),
        "display": "standalone",
        "theme_color": TABLE_COLOUR,
        "background_color": PAPER_COLOUR,
        "icons": [
            {"src": static_url(file), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for file, size, purpose in ICONS
        ],
    }
    return JSONResponse(content, headers=_ASK_AGAIN, media_type="application/manifest+json")


@router.get("/{language}/offline")
async def offline(here: Here) -> Response:
    """What the service worker shows where there is no network."""
    return HTMLResponse(_offline(here.language), headers=_ASK_AGAIN)


@router.get("/sw.js")
async def worker() -> Response:
    """The service worker. A browser takes it for a new one when a byte of it has changed."""
    return Response(_worker(), media_type="text/javascript", headers=_ASK_AGAIN)


@cache
def _offline(language: str) -> str:
    return render(words(language), "offline.html")


@cache
def _worker() -> str:
    pages = {f"/{language}/offline": _offline(language) for language in LANGUAGES}
    kept = sorted({link for page in pages.values() for link in _LINK.findall(page)})
    source = (assets.FOLDER / "js" / "worker.js").read_text()
    known = {"ASSETS": static_url(""), "OFFLINE": [*pages], "KEPT": kept}
    build = hashlib.sha256("\0".join([source, *pages.values()]).encode()).hexdigest()[:12]
    given = ", ".join(f"{name} = {json.dumps(value)}" for name, value in {"BUILD": build, **known}.items())
    return f"const {given};\n{source}"
