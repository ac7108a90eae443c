"""The pages of a match: the table, its moves, and what is sent to a page that has JavaScript.

Everything works as plain forms; a script posts the same form and asks for JSON.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from kingscorners import options as option_fields
from kingscorners.cards import BadNotation
from kingscorners.game import NotFound, TableError
from kingscorners.server import boards
from kingscorners.server.asking import Here, Preferred, Visiting
from kingscorners.server.coaching import learn, practised, taught
from kingscorners.server.languages import Address, address_of
from kingscorners.server.live import Step, Table
from kingscorners.server.painter import Painter
from kingscorners.server.people import PromiseUsed, Visitor
from kingscorners.server.preferences import values
from kingscorners.server.problems import problem_of
from kingscorners.server.rendering import render
from kingscorners.server.scene import Scene
from kingscorners.server.score import sheet
from kingscorners.server.services import remember, services
from kingscorners.server.sharing import score_of, share_text
from kingscorners.server.showing import before, show
from kingscorners.server.typed import Whole
from kingscorners.server.words import Words

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Ending:
    """What the sheet of a match that is over tells besides the points.

    `commitment` is that of the next match, `board` a ranked daily's, `problem` why no other match was begun,
    `share` what one may tell others about a daily.
    """

    commitment: str
    board: boards.Board | None
    problem: str
    share: str


def _draw(
    template: str,
    painter: Painter,
    scene: Scene,
    *,
    picked: str = "",
    with_sheet: bool = True,
    page_address: Address | None = None,
    ending: Ending | None = None,
) -> str:
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
        ending=ending,
    )


async def _ending(
    request: Request, here: Words, visiting: Visitor, table: Table, problem: str = ""
) -> Ending | None:
    score = score_of(table)
    if score is None:
        return None
    known, board, share = services(request), None, ""
    if table.daily and table.ranked:
        name = boards.board_name(table.view.game, boards.Span.DAY, table.daily)
        board = await known.database.read(boards.board, name, visiting.guest_id, 0)
    if table.daily:
        address = f"{request.base_url}{here.language}/leaderboard/{table.view.game}?date={table.daily}"
        better = board.better_than if board else None
        share = share_text(here, table.view.game, table.daily, score, better, address)
    return Ending(known.identity.next_commitment(visiting), board, problem, share)


@router.get("/{language}/play/{match}")
async def page(
    request: Request, here: Here, visiting: Visiting, preferred: Preferred, match: str, pick: str = ""
) -> Response:
    """The table. `pick` names a card or a pile; `?table` shows a finished deal without its score sheet.

    `?fragment` gives the table alone, for a page that has the rest already.
    """
    asked = request.query_params
    table = await services(request).matches.look(visiting.key, match)
    template = "_table.html" if "fragment" in asked else "table.html"
    painter = Painter(table, here, preferred, taught(visiting, table.view.game))
    drawn = _draw(
        template,
        painter,
        painter.scene(pick),
        picked=pick,
        with_sheet="table" not in asked,
        page_address=address_of(request),
        ending=await _ending(request, here, visiting, table),
    )
    return HTMLResponse(drawn)


@router.post("/{language}/play/{match}/move")
async def move(
    request: Request,
    here: Here,
    visiting: Visiting,
    preferred: Preferred,
    match: str,
    move: Annotated[str, Form(max_length=10_000)],
    ply: Annotated[Whole, Form(ge=0)],
) -> Response:
    """Play a move, or `undo`. A form is sent back to the table, a script gets the steps to show."""
    known, key = services(request), visiting.key
    matches = known.matches
    scripted = "text/html" not in request.headers.get("accept", "")
    try:
        table, steps = await matches.play(key, match, move, ply, automatic=preferred.automatic)
    except (TableError, BadNotation) as error:
        if scripted or isinstance(error, NotFound):
            raise
        problem = problem_of(error)
        table = await matches.look(key, match)
        painter = Painter(table, here, preferred, taught(visiting, table.view.game))
        text = here.reason(problem.reason)
        ending, here_is = await _ending(request, here, visiting, table), address_of(request)
        scene = painter.scene(problem=text)
        drawn = _draw("table.html", painter, scene, page_address=here_is, ending=ending)
        return HTMLResponse(drawn, problem.status)
    practice = taught(visiting, table.view.game)
    if preferred.tips and visiting.guest and (lesson := practised(table, steps, practice)):
        await known.database.write(learn, visiting.guest.id, table.view.game, lesson)
        practice = {**practice, lesson: practice.get(lesson, 0) + 1}
    if scripted:
        painter = Painter(table, here, preferred, practice)
        return JSONResponse(_shown(painter, steps, await _ending(request, here, visiting, table)))
    return RedirectResponse(f"/{here.language}/play/{match}", 303)


@router.get("/{language}/play/{match}/move")
async def after_move(here: Here, match: str) -> Response:
    """Back to the table, for who asks again for the address that a form was posted to."""
    return RedirectResponse(f"/{here.language}/play/{match}", 303)


@router.get("/{language}/play/{match}/turns")
async def turns(
    request: Request, here: Here, visiting: Visiting, preferred: Preferred, match: str
) -> Response:
    """What happened since one's own last turn, for showing it again."""
    table = await services(request).matches.look(visiting.key, match)
    painter = Painter(table, here, preferred, taught(visiting, table.view.game))
    theirs = tuple(step for step in painter.recent if step.seat != table.seat)
    shown = _shown(painter, theirs, await _ending(request, here, visiting, table))
    return JSONResponse(shown | {"before": before(painter, theirs[0]) if theirs else {}})


def _shown(painter: Painter, steps: tuple[Step, ...], ending: Ending | None) -> dict[str, Any]:
    over, scene = sheet(painter.table, painter.words), painter.scene()
    return {
        "ply": painter.table.ply,
        "steps": show(painter, steps),
        "table": _draw("_table.html", painter, scene, ending=ending),
        "say": over.told if over else scene.prompt.spoken,
    }


@router.post("/{language}/play/{match}/again")
async def again(
    request: Request,
    here: Here,
    visiting: Visiting,
    preferred: Preferred,
    match: str,
    nonce: Annotated[str, Form(max_length=100)] = "",
    commitment: Annotated[str, Form(max_length=100)] = "",
) -> Response:
    """Begin another match like this one; after a daily, one with the house rules.

    `nonce` is the browser's part of the shuffle, which a form without a script leaves out. `commitment` is
    the one that the sheet showed: if another match has used it since then, none is begun.
    """
    known = services(request)
    table = await known.matches.look(visiting.key, match)
    levels = [player.level for player in table.players if player.level is not None]
    options = {} if table.daily else option_fields.as_given(table.setup.options)
    game = table.setup.game.name
    try:
        following = await known.matches.begin(visiting.key, game, options, levels, nonce.encode(), commitment)
    except PromiseUsed as error:
        problem = problem_of(error)
        ending = await _ending(request, here, visiting, table, here.reason(problem.reason))
        painter = Painter(table, here, preferred, taught(visiting, game))
        drawn = _draw("table.html", painter, painter.scene(), page_address=address_of(request), ending=ending)
        return HTMLResponse(drawn, problem.status)
    remember(request, visiting)
    return RedirectResponse(f"/{here.language}/play/{following.id}", 303)
