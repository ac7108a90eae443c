"""The static files, under addresses that change with their content: browsers may keep them for a year."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"
_YEAR = 365 * 24 * 3600

BUNDLES = {
    "css/play.css": (
        "table",
        "spread",
        "hand",
        "control",
        "wide",
        "small",
        "phone",
        "large",
        "before",
        "alone",
        "side",
        "score",
        "score-small",
        "share",
        "over",
        "hints",
        "forced",
    ),
}
"""Style sheets of small files that always go together, so that a page asks for one."""


def _version() -> str:
    digest = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            digest.update(str(path.relative_to(FOLDER)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


VERSION = _version()
"""Of all files together: modules name each other by relative paths, so they share one version."""


def static_url(name: str) -> str:
    """Where a static file is, as in `css/base.css`."""
    return f"/static/{VERSION}/{name}"


class Assets(StaticFiles):
    """Serves `/static/<version>/<name>`, to be mounted at `/static`.

    A page of an older version still gets a file, the present one, but is told not to keep it.
    """

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        version, _, name = path.partition("/")
        if name in BUNDLES and scope["method"] == "GET":
            response = Response(_bundle(name), media_type="text/css")
        elif name in _SCRIPTS and scope["method"] == "GET":
            response = Response(_script(name), media_type="text/javascript")
        else:
            response = await super().get_response(name, scope)
        if version == VERSION:
            response.headers["Cache-Control"] = f"public, max-age={_YEAR}, immutable"
        else:
            response.headers["Cache-Control"] = "no-cache"
        return response


_SCRIPTS = {f"js/{path.name}" for path in (FOLDER / "js").glob("*.js")}
_COMMENT = re.compile(r"^[ \t]*(/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.DOTALL | re.MULTILINE)


@cache
def _script(name: str) -> str:
    """A script without the comments that stand on lines of their own: browsers do not read them."""
    return _COMMENT.sub("", (FOLDER / name).read_text())


@cache
def _bundle(name: str) -> str:
    return "".join((FOLDER / "css" / f"{part}.css").read_text() for part in BUNDLES[name])
