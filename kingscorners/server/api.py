"""The JSON API, version 1: the same matches, daily and boards as the pages, for any program.

Answers are built by hand, because a move is answered often; `models` documents them, and tests hold the two
together.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response
from pydantic_core import to_json

from kingscorners import options as option_fields
from kingscorners.cards import BACK
from kingscorners.game import NotFound, Outcome
from kingscorners.games import GAMES
from kingscorners.options import BadOption
from kingscorners.players import PLAYERS
from kingscorners.record import UNDO
from kingscorners.server import boards, daily, people
from kingscorners.server.live import Step, Table
from kingscorners.server.models import (
    BoardOut,
    DailyOut,
    MatchOut,
    MeOut,
    NewMatch,
    NewMove,
    NewName,
    NewUndo,
    PlayedOut,
    ProblemOut,
    RowsOut,
)
from kingscorners.server.preferences import Preferences, change, preferences_of
from kingscorners.server.services import guest_visitor, remember, services, visitor
from kingscorners.server.straight import StraightRoute
from kingscorners.server.telling import Teller
from kingscorners.server.typed import Day, Whole
from kingscorners.server.words import Words, words_of

EVERYWHERE: dict[str, Any] = {
    "prefix": "/api/v1",
    "responses": {"4XX": {"model": ProblemOut}, 503: {"model": ProblemOut, "description": "Try again."}},
}
router = APIRouter(**EVERYWHERE)
moves = APIRouter(**EVERYWHERE, route_class=StraightRoute)


class Json(Response):
    """JSON as Pydantic writes it, in a third of the time that the standard library takes."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return to_json(content)


@lru_cache(4_000)
def instant(milliseconds: int | None) -> str | None:
    """ISO 8601, in UTC."""
    if milliseconds is None:
        return None
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def match_json(table: Table) -> dict[str, Any]:
    """A table as `MatchOut`."""
    view = table.view
    return {
        "id": table.id,
        "game": view.game,
        "options": _given(view.options),
        "ply": table.ply,
        "seat": table.seat,
        "turn": view.turn,
        "status": "finished" if view.outcome else "playing",
        "daily": table.daily.isoformat() if table.daily else None,
        "ranked": table.ranked,
        "deal": view.facts["deal"],
        "created": instant(table.created),
        "finished": instant(table.finished),
        "commitment": table.commitment,
        "seats": [
            {"seat": player.seat, "name": player.name, "person": player.level is None, "level": player.level}
            for player in table.players
        ],
        "zones": [
            {"name": zone.name, "kind": zone.kind, "seat": zone.seat, "cards": zone.notation()}
            for zone in view.zones
        ],
        "facts": dict(view.facts),
        "legal": [str(move) for move in view.legal],
        "undo": table.why_no_undo is None,
        "undone": table.undone,
        "outcome": _outcome_json(view.outcome) if view.outcome else None,
    }


@lru_cache(1_000)
def _given(options: Any) -> dict[str, Any]:
    return option_fields.as_given(options)


def _outcome_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "points": outcome.points,
        "places": outcome.places,
        "winners": outcome.winners,
        "reason": outcome.reason,
    }


def row_json(row: boards.Row) -> dict[str, Any]:
    """A row as `BoardRowOut`: without the guest's number and the match, which are nobody else's business."""
    shown = ("rank", "name", "tag", "place", "margin", "points", "deals", "seconds", "days", "wins", "gap")
    return {name: getattr(row, name) for name in (*shown, "cursor")}


def steps_json(table: Table, steps: tuple[Step, ...], words: Words) -> list[dict[str, Any]]:
    """Steps as `StepOut`."""
    teller = Teller(words, table.view.game, table.players, table.seat)
    return [
        {
            "ply": step.ply,
            "seat": step.seat,
            "move": step.move,
            "say": teller.step(step),
            "movements": [
                {
                    "cards": [BACK if card is None else str(card) for card in movement.cards],
                    "from": movement.source,
                    "to": movement.target,
                }
                for movement in step.movements
            ],
        }
        for step in steps
    ]


# ---------------------------------------------------------------------- moves


@moves.post("/matches/{match}/moves", responses={200: {"model": PlayedOut}})
async def play(request: Request, match: str, body: NewMove) -> Response:
    """Play a move, and let the computer players play until it is one's turn again."""
    return await _played(request, match, body.move, body.ply, body.automatic)


@moves.post("/matches/{match}/undo", responses={200: {"model": PlayedOut}})
async def undo(request: Request, match: str, body: NewUndo) -> Response:
    """Take back one's last move of this turn."""
    return await _played(request, match, UNDO, body.ply, body.automatic)


async def _played(request: Request, match: str, line: str, ply: int, automatic: bool) -> Response:
    matches, key = services(request).matches, visitor(request).key
    table, steps = await matches.play(key, match, line, ply, automatic=automatic)
    return Json({"steps": steps_json(table, steps, words_of(request)), "match": match_json(table)})


# ---------------------------------------------------------------------- games and matches


@router.get("/games")
async def games() -> dict[str, Any]:
    """The games: how many play, the options with what they allow, and the computer players' levels."""
    return {
        "games": [
            {
                "name": game.name,
                "version": game.version,
                "seats": {"least": game.seats[0], "most": game.seats[-1]},
                "levels": list(PLAYERS[game.name]),
                "options": [
                    {
                        "name": field.name,
                        "default": field.default,
                        "values": list(field.values) or None,
                        "least": field.range.low if field.range else None,
                        "most": field.range.high if field.range else None,
                    }
                    for field in option_fields.describe(game.options)
                ],
            }
            for game in GAMES.values()
        ]
    }


@router.post("/matches", status_code=201, responses={201: {"model": MatchOut}})
async def begin(request: Request, body: NewMatch) -> Response:
    """Begin a match against computer players; who has no cookie becomes a guest."""
    if body.game not in GAMES:
        raise BadOption("game", ", ".join(GAMES))
    game = GAMES[body.game]
    seats = game.daily_seats if body.seats is None else body.seats
    if seats not in game.seats:
        raise BadOption("seats", f"{game.seats[0]} to {game.seats[-1]}")
    asking = await guest_visitor(request)
    levels = body.players
    if levels is None:
        levels = [game.daily_level] * (seats - 1)
    if len(levels) != seats - 1:
        raise BadOption("players", f"{seats - 1} with seats {seats}")
    table = await services(request).matches.begin(
        asking.key, body.game, body.options, levels, body.nonce.encode()
    )
    remember(request, asking)
    return Json(match_json(table), 201)


@router.get("/matches/{match}", responses={200: {"model": MatchOut}})
async def look(request: Request, match: str) -> Response:
    """A match, for who sits at it."""
    return Json(match_json(await services(request).matches.look(visitor(request).key, match)))


@router.delete("/matches/{match}", status_code=204)
async def remove(request: Request, match: str) -> Response:
    """Delete one's own match. An attempt at a daily stays used, and its row stays on the boards."""
    await services(request).matches.remove(visitor(request).key, match)
    return Response(status_code=204)


@router.get("/matches/{match}/record", response_class=PlainTextResponse)
async def record(request: Request, match: str) -> Response:
    """The whole record as text, once the match is over; of a daily without the seed until that is public."""
    return PlainTextResponse(await services(request).matches.record(visitor(request).key, match))


# ---------------------------------------------------------------------- the daily and the boards


@router.get("/daily/{game}", responses={200: {"model": DailyOut}})
async def day(request: Request, game: str, date: Day | None = None) -> Response:
    """Today's match, or that of a past day; a day after it is over with its seed."""
    known, now = services(request), services(request).clock()
    if game not in GAMES:
        raise NotFound
    if date and date > daily.day_of(now):
        raise NotFound
    today = daily.today(known.secret, game, now)
    chosen = date or today.day
    try:
        seed, line = daily.seed(known.secret, game, chosen), daily.dealt(known.secret, game, chosen).line
    except daily.Unprepared:
        if chosen < today.day:
            raise NotFound from None  # A deal is looked for only ahead of its day.
        raise
    published = daily.published(now, chosen)
    name = boards.board_name(game, boards.Span.DAY, chosen)
    asking = await guest_visitor(request)
    board = await known.database.read(boards.board, name, asking.guest_id, 0)
    return Json(
        {
            "game": game,
            "date": chosen.isoformat(),
            "players": board.players,
            "won": board.won,
            "own": row_json(board.own) if board.own else None,
            "commitment": daily.commitment(seed),
            "next_commitment": today.next_commitment,
            "seed": seed.hex() if published else None,
            "winning_line": (line or None) if published else None,
            "next_start": instant(int(today.next_start.timestamp() * 1000)),
            "seconds": today.seconds,
        }
    )


@router.post("/daily/{game}", responses={200: {"model": MatchOut}})
async def begin_daily(request: Request, game: str) -> Response:
    """Begin or resume one's own match of today; the first attempt ranks, later ones are practice."""
    asking = await guest_visitor(request)
    table = await services(request).matches.begin_daily(asking.key, game)
    remember(request, asking)
    return Json(match_json(table))


@router.get("/boards/{game}", responses={200: {"model": BoardOut | RowsOut}})
async def board(
    request: Request,
    game: str,
    date: Day | None = None,
    span: boards.Span = boards.Span.DAY,
    after: Annotated[
        str | None, Query(max_length=60, description="A row's cursor: the rows after it.")
    ] = None,
    limit: Annotated[Whole, Query(ge=1, le=boards.MOST_ROWS)] = 10,
) -> Response:
    """A board: the best rows and one's own with its neighbours, or the rows after a cursor."""
    known = services(request)
    today = daily.day_of(known.clock())
    if game not in GAMES or (date and date > today):
        raise NotFound
    name = boards.board_name(game, span, date or today)
    if after is not None:
        rows = await known.database.read(boards.page, name, after, limit)
        return Json({"board": name, "rows": [row_json(row) for row in rows]})
    asking = await guest_visitor(request)
    found = await known.database.read(boards.board, name, asking.guest_id, limit)
    return Json(
        {
            "board": name,
            "rows": [row_json(row) for row in found.rows],
            "own": row_json(found.own) if found.own else None,
            "players": found.players,
            "better_than": found.better_than,
            "won": found.won,
            "points": [{"low": part.low, "high": part.high, "count": part.count} for part in found.points],
        }
    )


# ---------------------------------------------------------------------- oneself


@router.get("/me", responses={200: {"model": MeOut}})
async def me(request: Request) -> Response:
    """Who one is here, and what one's next match is committed to."""
    asking = await guest_visitor(request)
    remember(request, asking)
    return Json(me_json(request, asking))


@router.patch("/me", responses={200: {"model": MeOut}})
async def rename(request: Request, body: NewName) -> Response:
    """Change one's name."""
    asking = await guest_visitor(request)
    if asking.guest is None:
        raise NotFound
    guest = await services(request).database.write(people.rename, asking.key, body.name)
    return Json(me_json(request, replace(asking, guest=guest)))


@router.get("/me/settings", responses={200: {"model": Preferences}})
async def settings(request: Request) -> Response:
    """How one wants the pages; the defaults for who is no guest."""
    return Json(preferences_of(await guest_visitor(request)).model_dump())


@router.patch("/me/settings", responses={200: {"model": Preferences}})
async def prefer(request: Request, body: Preferences) -> Response:
    """Change what is named, and nothing else; who has no cookie becomes a guest."""
    asking, known = await guest_visitor(request), services(request)
    now = int(known.clock().timestamp() * 1000)
    changed = await change(known.database, asking.key, body.model_dump(exclude_unset=True), now)
    remember(request, asking)
    return Json(changed.model_dump())


@router.delete("/me", status_code=204)
async def forget(request: Request) -> Response:
    """Delete everything about oneself; rows on boards stay, without the name."""
    await services(request).database.write(people.forget, visitor(request).key)
    return Response(status_code=204)


def me_json(request: Request, asking: people.Visitor) -> dict[str, Any]:
    """Who asks, as `MeOut`."""
    guest = asking.guest
    return {
        "name": guest.name if guest else people.made_up_name(asking.key),
        "guest": guest is not None,
        "next_commitment": services(request).identity.next_commitment(asking),
    }
