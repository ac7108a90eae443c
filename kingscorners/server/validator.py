"""Gives pages a validator: a browser that still has a page the same is told so, and fetches nothing."""

from __future__ import annotations

import hashlib

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Validator:
    """Wraps what makes the pages. Only whole pages have one: what a table shows after a move is never old."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        start: Message | None = None
        parts: list[bytes] = []

        async def answer(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                if message["status"] != 200 or not _is_page(message):
                    await send(message)
                else:
                    start = message
            elif start is None:
                await send(message)
            else:
                parts.append(message.get("body", b""))
                if not message.get("more_body"):
                    await _finish(scope, start, b"".join(parts), send)

        await self._app(scope, receive, answer)


def _is_page(start: Message) -> bool:
    return any(name == b"content-type" and value.startswith(b"text/html") for name, value in start["headers"])


async def _finish(scope: Scope, start: Message, page: bytes, send: Send) -> None:
    # Weak, since the page is compressed after this for who asks for that.
    tag = f'W/"{hashlib.sha256(page).hexdigest()[:24]}"'
    headers = [pair for pair in start["headers"] if pair[0] != b"cache-control"]
    headers += [(b"etag", tag.encode()), (b"cache-control", b"private, no-cache")]
    if tag in (given.strip() for given in Headers(scope=scope).get("if-none-match", "").split(",")):
        headers = [pair for pair in headers if pair[0] not in (b"content-length", b"content-type")]
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    await send({**start, "headers": headers})
    await send({"type": "http.response.body", "body": page})
