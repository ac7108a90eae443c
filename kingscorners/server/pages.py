"""The pages of a match: the table, its moves, and what is sent to a page that has JavaScript.

Everything works as plain forms; a script posts the same form and asks for JSON.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from kingscorners import options as option_fields
from kingscorners.cards import BadNotation
from kingscorners.game import NotFound, TableError
from kingscorners.server.asking import Here, Preferred
from kingscorners.server.languages import Address, address_of
from kingscorners.server.live import Step, Table
from kingscorners.server.painter import Painter
from kingscorners.server.preferences import values
from kingscorners.server.problems import problem_of
from kingscorners.server.rendering import render
from kingscorners.server.score import sheet
from kingscorners.server.services import remember, services, visitor
from kingscorners.server.showing import before, show

router = APIRouter(include_in_schema=False)


def _draw(
    template: str,
    painter: Painter,
    *,
    picked: str = "",
    problem: str = "",
    with_sheet: bool = True,
    page_address: Address | None = None,
) -> str:
    scene = painter.scene(picked, problem)
    sorts = values("sort")
    return render(
        painter.words,
        template,
        scene=scene,
        picked=picked if picked in scene.prompts else "",
        preferences=painter.preferred,
        page_address=page_address,
        next_sort=sorts[(sorts.index(painter.preferred.sort) + 1) % len(sorts)],
        sheet=sheet(painter.table, painter.words) if with_sheet else None,
    )


@router.get("/{language}/play/{match}")
async def page(request: Request, here: Here, preferred: Preferred, match: str, pick: str = "") -> Response:
    """The table. `pick` names a card or a pile; `?table` shows a finished deal without its score sheet.

    `?fragment` gives the table alone, for a page that has the rest already.
    """
    asked = request.query_params
    table = await services(request).matches.look(visitor(request).key, match)
    template = "_table.html" if "fragment" in asked else "table.html"
    painter = Painter(table, here, preferred)
    drawn = _draw(
        template,
        painter,
        picked=pick,
        with_sheet="table" not in asked,
        page_address=address_of(request),
    )
    return HTMLResponse(drawn)


@router.post("/{language}/play/{match}/move")
async def move(
    request: Request,
    here: Here,
    preferred: Preferred,
    match: str,
    move: Annotated[str, Form(max_length=10_000)],
    ply: Annotated[int, Form(ge=0)],
) -> Response:
    """Play a move, or `undo`. A form is sent back to the table, a script gets the steps to show."""
    matches, key = services(request).matches, visitor(request).key
    scripted = "text/html" not in request.headers.get("accept", "")
    try:
        table, steps = await matches.play(key, match, move, ply)
    except (TableError, BadNotation) as error:
        if scripted or isinstance(error, NotFound):
            raise
        problem = problem_of(error)
        painter = Painter(await matches.look(key, match), here, preferred)
        text = here.reason(problem.reason)
        drawn = _draw("table.html", painter, problem=text, page_address=address_of(request))
        return HTMLResponse(drawn, problem.status)
    if scripted:
        return JSONResponse(_shown(Painter(table, here, preferred), table, steps))
    return RedirectResponse(f"/{here.language}/play/{match}", 303)


@router.get("/{language}/play/{match}/move")
async def after_move(here: Here, match: str) -> Response:
    """Back to the table, for who asks again for the address that a form was posted to."""
    return RedirectResponse(f"/{here.language}/play/{match}", 303)


@router.get("/{language}/play/{match}/turns")
async def turns(request: Request, here: Here, preferred: Preferred, match: str) -> Response:
    """What happened since one's own last turn, for showing it again."""
    table = await services(request).matches.look(visitor(request).key, match)
    painter = Painter(table, here, preferred)
    theirs = tuple(step for step in painter.recent if step.seat != table.seat)
    shown = _shown(painter, table, theirs)
    return JSONResponse(shown | {"before": before(painter, theirs[0]) if theirs else {}})


def _shown(painter: Painter, table: Table, steps: tuple[Step, ...]) -> dict[str, Any]:
    return {
        "ply": table.ply,
        "steps": show(painter, steps),
        "table": _draw("_table.html", painter),
        "say": painter.scene().prompt.spoken,
    }


@router.post("/{language}/play/{match}/again")
async def again(
    request: Request, here: Here, match: str, nonce: Annotated[str, Form(max_length=100)] = ""
) -> Response:
    """Begin another match like this one; after a daily, one with the house rules.

    `nonce` is the browser's part of the shuffle, which a form without a script leaves out.
    """
    known, asking = services(request), visitor(request)
    table = await known.matches.look(asking.key, match)
    levels = [player.level for player in table.players if player.level is not None]
    options = option_fields.as_given(table.setup.options)
    following = await known.matches.begin(asking.key, table.setup.game.name, options, levels, nonce.encode())
    remember(request, asking)
    return RedirectResponse(f"/{here.language}/play/{following.id}", 303)
