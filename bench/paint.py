"""When a page is painted on a slow phone network: its largest paint, what shifts, how many nodes it has."""

from __future__ import annotations

import statistics
import tempfile

import httpx
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from bench.serving import game
from kingscorners.server.people import COOKIE
from tests.services.chromium import LAUNCH_ARGS, chromium_path

ROUNDS = 5
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""Milliseconds to the server and back, bytes a second."""
PHONE: ViewportSize = {"width": 360, "height": 640}

# Paints and shifts so far, told when nothing has come for a moment.
_TOLD = """() => new Promise((told) => {
  const seen = {paint: 0, shift: 0};
  new PerformanceObserver((list) => { for (const one of list.getEntries()) seen.paint = one.startTime; })
    .observe({type: "largest-contentful-paint", buffered: true});
  new PerformanceObserver((list) => { for (const one of list.getEntries()) seen.shift += one.value; })
    .observe({type: "layout-shift", buffered: true});
  setTimeout(() => told([seen.paint, seen.shift, document.querySelectorAll("*").length]), 500);
})"""


def run() -> str:
    """The section of the results, in Markdown."""
    with tempfile.TemporaryDirectory() as folder, game(f"sqlite:///{folder}/kingscorners.db") as server:
        address = f"http://127.0.0.1:{server.port}"
        answer = httpx.post(f"{address}/api/v1/matches", json={"game": "kings-corners"}, timeout=30)
        pages = {"the home page": "/en/", "a table": f"/en/play/{answer.json()['id']}"}
        token = answer.cookies[COOKIE]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=LAUNCH_ARGS)
            rows = [
                f"| {name} | " + " | ".join(_painted(browser, address, path, token)) + " |"
                for name, path in pages.items()
            ]
            browser.close()
    return f"""## (h) First paint

A phone of {PHONE["width"]} by {PHONE["height"]} on a simulated slow 4G of {SLOW_4G["latency"]} ms and
1.6 Mb/s, cache empty, connection open; the median and the most of {ROUNDS}. To reach: largest paint under
1,000 ms, no shift, fewer than 1,500 nodes.

| | median ms | most ms | shift | nodes |
|---|---|---|---|---|
{chr(10).join(rows)}
"""


def _painted(browser: Browser, address: str, path: str, token: str) -> list[str]:
    paints, shifts, nodes = [], 0.0, 0
    for _ in range(ROUNDS):
        context = browser.new_context(viewport=PHONE)
        context.add_cookies([{"name": COOKIE, "value": token, "url": address}])
        page = context.new_page()
        page.goto(f"{address}/healthz")
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW_4G)
        page.goto(f"{address}{path}", wait_until="load")
        paint, shift, nodes = page.evaluate(_TOLD)
        paints.append(paint)
        shifts = max(shifts, shift)
        context.close()
    return [f"{statistics.median(paints):.0f}", f"{max(paints):.0f}", f"{shifts:.3f}", f"{nodes:,}"]
