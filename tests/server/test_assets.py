"""Scripts as they are served."""

from __future__ import annotations

import pytest

from kingscorners.server.assets import FOLDER
from tests.server.conftest import Guest

pytestmark = pytest.mark.anyio


async def test_scripts_lose_the_lines_of_their_comments_and_nothing_else(one_guest: Guest) -> None:
    for path in (FOLDER / "js").glob("*.js"):
        kept, inside = [], False
        for line in path.read_text().splitlines():
            text = line.strip()
            inside = inside or (text.startswith("/**") and ("*/" not in text or text.endswith("*/")))
            if not inside and not text.startswith("//"):
                kept.append(line)
            inside = inside and not text.endswith("*/")
        answer = await one_guest.get(f"/static/any/js/{path.name}")
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.text.splitlines() == kept
