"""What can go wrong, as answers: one table from exceptions to statuses, and problem+json (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from kingscorners.cards import BadNotation
from kingscorners.game import Finished, IllegalMove, NotFound, NotYourTurn, Reason, Stale
from kingscorners.options import BadOption
from kingscorners.server.boards import BadCursor
from kingscorners.server.daily import Unprepared
from kingscorners.server.db import Unavailable
from kingscorners.server.devices import BadCode, OwnMatches, TooManyCodes
from kingscorners.server.people import BadName, PromiseUsed
from kingscorners.server.words import Words


class BadOrigin(Exception):
    """A post that another site's page sent."""


class BadContent(Exception):
    """A body that is neither JSON nor a plain form, or in another character set than UTF-8."""


class TooLarge(Exception):
    """A body of more bytes than anybody needs."""


STATUSES: Mapping[type[Exception], tuple[int, str]] = {
    BadNotation: (400, "bad-notation"),
    IllegalMove: (400, "illegal-move"),
    NotYourTurn: (409, "not-your-turn"),
    Stale: (409, "stale"),
    Finished: (409, "finished"),
    PromiseUsed: (409, "promise-used"),
    NotFound: (404, "not-found"),
    BadOption: (422, "bad-option"),
    BadCursor: (400, "bad-cursor"),
    BadName: (422, "bad-name"),
    BadCode: (422, "bad-code"),
    OwnMatches: (409, "own-matches"),
    TooManyCodes: (429, "too-many-codes"),
    BadOrigin: (403, "bad-origin"),
    TooLarge: (413, "too-large"),
    BadContent: (415, "bad-content"),
    Unprepared: (503, "unprepared"),
    Unavailable: (503, "unavailable"),
}
"""The status and the code of everything that a request can meet."""

_HTTP_CODES = {404: "not-found", 405: "bad-method"}


@dataclass(frozen=True, slots=True)
class Problem:
    """What an answer says that is no success.

    `reason` has the words; `extra` are members of the JSON; `headers` say when to try again, or how else.
    """

    status: int
    code: str
    reason: Reason
    extra: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def response(self, words: Words) -> Response:
        """The answer for programs."""
        body = {
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": words.reason(self.reason),
            "code": self.code,
            **self.extra,
        }
        # In ASCII, because what was sent, and is named here, need not be text that can be encoded.
        return Response(json.dumps(body), self.status, self.headers, "application/problem+json")


def problem_of(error: Exception) -> Problem:
    """The problem that an exception of ours, of Pydantic or of Starlette stands for; of any other, a 500."""
    if isinstance(error, RequestValidationError):
        return _invalid(error)
    if isinstance(error, HTTPException):
        code = _HTTP_CODES.get(error.status_code, "bad-request")
        return Problem(error.status_code, code, Reason(code), headers=error.headers or {})
    status, code = STATUSES.get(type(error), (500, "unexpected"))
    if isinstance(error, IllegalMove | BadName):
        return Problem(status, error.reason.code, error.reason)
    if isinstance(error, BadOption):
        gaps = {"field": error.field, "allowed": error.allowed}
        return Problem(status, code, Reason(code, gaps), gaps)
    if isinstance(error, TooManyCodes):
        minutes = Reason(code, {"minutes": -(-error.seconds // 60)})
        headers = {"Retry-After": str(error.seconds)}
        return Problem(status, code, minutes, {"seconds": error.seconds}, headers)
    if isinstance(error, OwnMatches):
        return Problem(status, code, Reason(code, {"matches": error.matches}), {"matches": error.matches})
    if isinstance(error, Stale):
        return Problem(status, code, Reason(code), {"ply": error.ply})
    if isinstance(error, Unavailable):
        return Problem(status, code, Reason(code), headers={"Retry-After": "2"})
    return Problem(status, code, Reason(code))


def _invalid(error: RequestValidationError) -> Problem:
    """The first field that is wrong; text that is no JSON at all is a 400."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return Problem(400, "bad-json", Reason("bad-json"))
    place = ".".join(str(part) for part in first["loc"][1:])[:60] or str(first["loc"][0])
    reason, allowed = "invalid", str(first["msg"])[:120]
    if first["type"] == "extra_forbidden":
        reason = "unknown-field"
    elif first["type"] == "bool_type":
        reason, allowed = "bad-option", "true, false"
    elif first["type"] in ("literal_error", "enum"):
        reason, allowed = "bad-option", first["ctx"]["expected"].replace("'", "").replace(" or ", ", ")
    gaps = {"field": place, "allowed": allowed}
    return Problem(422, reason, Reason(reason, gaps), gaps)
