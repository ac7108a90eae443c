"""The edge of the server: what holds for every request, in one pure ASGI layer.

Bodies are bounded, posts of other sites refused. Every answer carries the security headers and, for a visitor
who got one, the cookie. One line is logged, without query, cookie or body. What nobody expected is logged
with its trace, and answered without a word of it.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingscorners.game import NotFound
from kingscorners.server.people import COOKIE, COOKIE_SECONDS
from kingscorners.server.problems import BadContent, BadOrigin, TooLarge

LARGEST_BODY = 64 * 1024
"""Bytes. The largest true one, a form for a new match, has about 400."""

SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}

_SECURITY = [(name.lower().encode(), value.encode()) for name, value in SECURITY.items()]
_SAFE = ("GET", "HEAD", "OPTIONS")
_CONTENT = ("", "application/json", "application/x-www-form-urlencoded")

Refuse = Callable[[Scope, Receive, Send, Exception], Awaitable[None]]


class Edge:
    """Wraps the application; `refuse` answers what is not let in, and what goes wrong inside."""

    def __init__(self, app: ASGIApp, refuse: Refuse) -> None:
        self._app = app
        self._refuse = refuse
        self._log = structlog.get_logger().bind()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        state: dict[str, Any] = scope.setdefault("state", {})
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message["headers"]
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                headers.extend(_SECURITY)
                if token := state.get("set_cookie"):
                    cookie = _cookie(token, secure=scope["scheme"] == "https")
                    headers.append((b"set-cookie", cookie.encode()))
            await send(message)

        try:
            await self._admit(scope, receive, answer)
        except Exception as error:  # whatever it is: this is the outermost layer, and nobody gets a bare 500
            self._log.error("unexpected", method=scope["method"], path=scope["path"], exc_info=error)
            if status:
                raise  # It is half said: all that is left is to hang up.
            await self._refuse(scope, receive, answer, error)
        finally:
            ms = round((time.perf_counter() - started) * 1000, 1)
            self._log.info("request", method=scope["method"], path=scope["path"], status=status, ms=ms)

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if "\0" in scope["path"]:
            await self._refuse(scope, receive, send, NotFound())
            return
        if scope["method"] == "HEAD":
            await self._app({**scope, "method": "GET"}, receive, _without_body(send))
            return
        if scope["method"] in _SAFE:
            await self._app(scope, receive, send)
            return
        if not _same_origin(headers):
            await self._refuse(scope, receive, send, BadOrigin())
            return
        if not _readable(headers.get("content-type", "")):
            await self._refuse(scope, receive, send, BadContent())
            return
        first = await receive()
        while first.get("more_body") and len(first["body"]) <= LARGEST_BODY:
            following = await receive()
            if following["type"] == "http.disconnect":
                return
            first = {**following, "body": first["body"] + following["body"]}
        if len(first.get("body", b"")) > LARGEST_BODY:
            await self._refuse(scope, receive, send, TooLarge())
            return
        unread = [first]

        async def whole_body_first() -> Message:
            return unread.pop() if unread else await receive()

        await self._app(scope, whole_body_first, send)


def _same_origin(headers: Headers) -> bool:
    """Browsers say where a post comes from; a program that says nothing has no cookie of ours to misuse."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    return origin.partition("://")[2] == headers.get("host")


def _readable(content_type: str) -> bool:
    """JSON and plain forms, in UTF-8, are all that anybody sends."""
    kind, _, parameters = content_type.lower().partition(";")
    charset = parameters.partition("charset=")[2].strip(' "')
    return kind.strip() in _CONTENT and charset in ("", "utf-8")


def _without_body(send: Send) -> Send:
    """What a HEAD is answered: the headers of a GET."""

    async def headers_alone(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return headers_alone


def _cookie(token: str, secure: bool) -> str:
    parts = [f"{COOKIE}={token}", "Path=/", f"Max-Age={COOKIE_SECONDS}", "HttpOnly", "SameSite=Lax"]
    return "; ".join(parts + ["Secure"] * secure)
