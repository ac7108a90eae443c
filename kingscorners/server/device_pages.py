"""The pages that move a guest to another device: a code shown on one, typed or scanned on the other."""

from __future__ import annotations

from typing import Annotated

import segno
from fastapi import APIRouter, Form, Response
from markupsafe import Markup

from kingscorners.server.asking import Asked, Asking
from kingscorners.server.devices import CODE_SECONDS, BadCode, OwnMatches, TooManyCodes
from kingscorners.server.joining import offer, redeem
from kingscorners.server.problems import problem_of
from kingscorners.server.services import remember

router = APIRouter(include_in_schema=False)


@router.post("/{language}/me/code")
async def code(asking: Asking) -> Response:
    """Show a code for another device: never in an address, so it comes with this answer only."""
    made = await offer(asking.known, asking.visitor)
    # What follows `#` in an address stays in the browser: no server ever sees it, nor any log.
    address = f"{asking.request.base_url}{asking.words.language}/me/move#{made.replace(' ', '-')}"
    drawn = segno.make(address, error="m").svg_inline(border=3, omitsize=True, light="#fff", svgclass="qr")
    qr = Markup(drawn)  # noqa: S704  (drawn by segno: paths, and no text of anybody's)
    return asking.page("code.html", page="me", code=made, qr=qr, minutes=CODE_SECONDS // 60)


@router.get("/{language}/me/code")
async def no_code(asking: Asking) -> Response:
    """Back to oneself, for who asks again for the address that a form was posted to."""
    return asking.to("/me")


@router.get("/{language}/me/move")
async def move(asking: Asking) -> Response:
    """The form for a code that another device shows."""
    return _move_page(asking)


@router.post("/{language}/me/move")
async def moved(
    asking: Asking,
    words: Annotated[str, Form(max_length=1_000)] = "",
    bring: Annotated[bool, Form()] = False,
) -> Response:
    """Play as the guest whose code it is; ask first where that ends a guest who has matches."""
    try:
        joined = await redeem(asking.request, asking.known, asking.visitor, words, bring)
    except OwnMatches as error:
        return _move_page(asking, 409, words=words, matches=error.matches)
    except (BadCode, TooManyCodes) as error:
        problem = problem_of(error)
        told = asking.words.reason(problem.reason)
        response = _move_page(asking, problem.status, words=words, problem=told)
        response.headers.update(problem.headers)
        return response
    remember(asking.request, joined)
    return asking.to("/me?done=moved")


def _move_page(
    asking: Asked, status: int = 200, *, words: str = "", matches: int = 0, problem: str = ""
) -> Response:
    return asking.page(
        "move.html", status, page="me", typed=words, matches=matches, problem=problem, visitor=asking.visitor
    )
