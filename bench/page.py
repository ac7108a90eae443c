"""What a browser fetches before somebody can play: the table's page and all it links to, compressed."""

from __future__ import annotations

import re
import tempfile

import httpx

from bench.serving import game

_LINK = re.compile(r'(?:href|src)="(/static/[^"#?]+)"')
_IMPORT = re.compile(r'from "\./([a-z]+\.js)"')
KINDS = {"html": "HTML", "css": "CSS", "js": "JavaScript", "svg": "pictures", "png": "pictures"}
MOST = 60


def run() -> str:
    """The section of the results, in Markdown."""
    with tempfile.TemporaryDirectory() as folder, game(f"sqlite:///{folder}/kingscorners.db") as server:
        sizes = first_load(f"http://127.0.0.1:{server.port}")
    by_kind: dict[str, list[int]] = {}
    for path, size in sizes.items():
        by_kind.setdefault(KINDS[path.rsplit(".", 1)[-1] if "." in path else "html"], []).append(size)
    rows = [f"| {kind} | {len(found)} | {sum(found) / 1024:.1f} |" for kind, found in by_kind.items()]
    return f"""## (f) First load

A table in its first deal, with an empty cache and gzip. To reach: under {MOST} KB.

| | requests | KB |
|---|---|---|
{chr(10).join(rows)}
| all | {len(sizes)} | {sum(sizes.values()) / 1024:.1f} |
"""


def first_load(address: str) -> dict[str, int]:
    """The bytes on the wire of each thing that is fetched, by path."""
    sizes: dict[str, int] = {}
    with httpx.Client(timeout=30, base_url=address, headers={"Accept-Encoding": "gzip"}) as browser:
        match = browser.post("/api/v1/matches", json={"game": "kings-corners"}).json()
        waiting = [f"/en/play/{match['id']}"]
        while waiting:
            path = waiting.pop()
            with browser.stream("GET", path, headers={"Accept": "text/html,*/*"}) as answer:
                answer.raise_for_status()
                text = answer.read().decode(errors="replace")
                sizes[path] = answer.num_bytes_downloaded
            found = _LINK.findall(text) if path.startswith("/en/") else []
            if path.endswith(".js"):
                found = [f"{path.rsplit('/', 1)[0]}/{name}" for name in _IMPORT.findall(text)]
            waiting += [other for other in found if other not in sizes and other not in waiting]
    return sizes
