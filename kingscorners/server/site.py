"""The pages around the matches: home, new game, daily, leaderboard, rules, oneself, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse

from kingscorners import options as option_fields
from kingscorners.game import NotFound, Reason
from kingscorners.games import GAMES
from kingscorners.options import BadOption, Value
from kingscorners.players import PLAYERS
from kingscorners.server import almanac, boards, daily, people
from kingscorners.server.asking import Asked, Asking, Rules
from kingscorners.server.assets import static_url
from kingscorners.server.boards import Row, Span
from kingscorners.server.daily import Today
from kingscorners.server.devices import devices
from kingscorners.server.forms import LEVEL, NewMatch, fill_in
from kingscorners.server.languages import address_of
from kingscorners.server.live import Table
from kingscorners.server.owned import Unfinished
from kingscorners.server.people import BadName, PromiseUsed
from kingscorners.server.phrases import PHRASES
from kingscorners.server.phrases.base import N_
from kingscorners.server.preferences import Preferences
from kingscorners.server.problems import Problem, problem_of
from kingscorners.server.rendering import render
from kingscorners.server.services import remember
from kingscorners.server.statistics import Daily, places
from kingscorners.server.words import words_of

TOP_ROWS = 10
MORE_ROWS = 50
SHOWN_MATCHES = 3

TITLES = {
    400: N_("This request cannot be understood"),
    403: N_("This request came from another site"),
    404: N_("There is nothing here"),
    405: N_("This cannot be done here"),
    409: N_("The game has moved on"),
    413: N_("This is too large"),
    415: N_("This cannot be read"),
    422: N_("Something is not right"),
    429: N_("Please wait a little"),
    500: N_("Something has gone wrong"),
    503: N_("One moment, please"),
}
"""The headings of the pages that say what went wrong."""

router = APIRouter(include_in_schema=False)


# ---------------------------------------------------------------------- home and the daily


@dataclass(frozen=True, slots=True)
class OwnDaily:
    """Today's deal of a game, one's own match of it to go on with, and how the one ended that counted."""

    game: str
    today: Today
    match: str | None
    done: Daily | None


@router.get("/")
async def root(request: Request) -> Response:
    """To home, in the language that the browser asks for."""
    return RedirectResponse(f"/{words_of(request).language}/", 302, {"Vary": "Accept-Language, Cookie"})


@router.get("/{language}/")
async def home(asking: Asking) -> Response:
    """Today's deals, the first game's above all; matches to go on with, and the week over all games."""
    game, known = next(iter(GAMES)), asking.known
    board = await asking.board(game, Span.DAY, asking.today, 3)
    played = await asking.dailies()
    going_on = await known.matches.unfinished(asking.visitor.key) if asking.guest else ()
    deals = tuple(_todays(asking, name, played, going_on) for name in GAMES)
    days, first = places(played), deals[0]
    return asking.page(
        "home.html",
        page="home",
        game=game,
        deals=deals,
        daily=first,
        today=first.today,
        board=board,
        main=PHRASES[game].main,
        namesakes=boards.namesakes(board.rows),
        played=len(played),
        won=sum(one.place == 1 for one in played),
        streak=almanac.streaks(asking.today, days).current,
        week=almanac.week(asking.today, days),
        unfinished=await _unfinished(asking, besides=None if first.done else first.match),
    )


@router.get("/{language}/daily/{game}")
async def day(asking: Asking, rules: Rules) -> Response:
    """What the daily deal is, and how far one is with it."""
    board = await asking.board(rules.name, Span.DAY, asking.today, 0)
    going_on = await asking.known.matches.unfinished(asking.visitor.key) if asking.guest else ()
    own = _todays(asking, rules.name, await asking.dailies(), going_on)
    return asking.page(
        "daily.html",
        page="daily",
        game=rules.name,
        today=own.today,
        daily=own,
        board=board,
        phrases=PHRASES[rules.name],
    )


@router.post("/{language}/daily/{game}")
async def play_day(asking: Asking, rules: Rules) -> Response:
    """Begin today's deal or go on with it."""
    table = await asking.known.matches.begin_daily(asking.visitor.key, rules.name)
    remember(asking.request, asking.visitor)
    return asking.to(f"/play/{table.id}")


def _todays(asking: Asked, game: str, played: Iterable[Daily], going_on: Iterable[Unfinished]) -> OwnDaily:
    return OwnDaily(
        game,
        daily.today(asking.known.secret, game, asking.now),
        next((one.id for one in going_on if one.game == game and one.daily == asking.today), None),
        next((one for one in played if one.game == game and one.day == asking.today), None),
    )


async def _unfinished(asking: Asked, besides: str | None = None) -> list[Table]:
    """The latest matches to go on with."""
    if not asking.guest:
        return []
    matches, key = asking.known.matches, asking.visitor.key
    found = [match.id for match in await matches.unfinished(key) if match.id != besides]
    return [await matches.look(key, match) for match in found[:SHOWN_MATCHES]]


# ---------------------------------------------------------------------- the leaderboard


@router.get("/{language}/leaderboard/{game}")
async def leaderboard(
    asking: Asking, rules: Rules, date: str = "", span: str = Span.DAY, after: str = ""
) -> Response:
    """A board: of a day, a week, a month or all time."""
    chosen, shown = _span(span), _past_day(date, asking.today)
    game, today, known = rules.name, asking.today, asking.known
    board = await asking.board(game, chosen, shown, TOP_ROWS)
    rows, more = board.rows, board.players > TOP_ROWS
    if after:
        name = boards.board_name(game, chosen, shown)
        rows = await known.database.read(boards.page, name, after, MORE_ROWS + 1)
        rows, more = rows[:MORE_ROWS], len(rows) > MORE_ROWS
    days = places(await asking.dailies(), game)
    calendar = almanac.month(shown, today, days) if chosen is Span.DAY and asking.guest else None
    commitment = daily.promised(known.secret, game, shown)
    told = commitment and chosen is Span.DAY and daily.published(asking.now, shown)
    here = {} if chosen is Span.DAY and shown == today else {"span": chosen, "date": shown}
    shown_rows = _with_own(rows, board.own) if after else rows
    return asking.page(
        "leaderboard.html",
        page="board",
        game=game,
        span=chosen,
        shown=shown,
        monday=almanac.start(Span.WEEK, shown),
        current=almanac.following(chosen, shown, today) is None,
        over=daily.published(asking.now, shown),
        previous=almanac.previous(chosen, shown),
        following=almanac.following(chosen, shown, today),
        board=board,
        rows=shown_rows,
        namesakes=boards.namesakes(shown_rows),
        first=here if after else None,
        more={**here, "after": rows[-1 if after else TOP_ROWS - 1].cursor} if more else None,
        calendar=calendar,
        streak=almanac.streaks(today, days).current,
        today=daily.today(known.secret, game, asking.now),
        seed=daily.seed(known.secret, game, shown).hex() if told else None,
        win=told and daily.dealt(known.secret, game, shown).line,
        commitment=commitment,
        phrases=PHRASES[game],
    )


def _span(text: str) -> Span:
    try:
        return Span(text)
    except ValueError:
        raise NotFound from None


def _past_day(text: str, today: date) -> date:
    """The day written `text`, today for none. Raises `NotFound` for what is no day, or one in the future."""
    if not text:
        return today
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NotFound from None
    if text != day.isoformat() or not almanac.FIRST <= day <= today:
        raise NotFound
    return day


def _with_own(rows: tuple[Row, ...], own: Row | None) -> tuple[Row, ...]:
    """The rows, and one's own after them where it is not among them."""
    if own is None or any(row.guest == own.guest for row in rows):
        return rows
    return (*rows, replace(own, gap=True))


# ---------------------------------------------------------------------- a new match, and the rules


@router.get("/{language}/new/{game}")
async def new(asking: Asking, rules: Rules) -> Response:
    """The form for a new match, with what the address asks for."""
    remember(asking.request, asking.visitor)
    form = fill_in(rules, asking.request.query_params)
    return _new_page(asking, form, 422 if form.wrong else 200)


@router.post("/{language}/new/{game}")
async def begin(asking: Asking, rules: Rules) -> Response:
    """Deal, or show the form again with what is wrong in it."""
    sent = await asking.request.form()
    form = fill_in(rules, {name: value for name, value in sent.items() if isinstance(value, str)})
    remember(asking.request, asking.visitor)
    if form.wrong:
        return _new_page(asking, form, 422)
    options, promised = option_fields.as_given(form.options), str(sent.get("commitment", ""))
    try:
        table = await asking.known.matches.begin(
            asking.visitor.key, rules.name, options, form.levels, form.nonce, promised
        )
    except PromiseUsed as error:
        return _new_page(asking, form, 409, problem=asking.words.reason(problem_of(error).reason))
    return asking.to(f"/play/{table.id}")


def _new_page(asking: Asked, form: NewMatch, status: int = 200, problem: str = "") -> Response:
    fields = option_fields.describe(form.game.options)
    single = {field.name for field in fields} - {"profile"}
    each = {name for name in form.typed if name.startswith(f"{LEVEL}-")}
    levels, first = tuple(PLAYERS[form.game.name]), not (asking.visitor.guest and asking.visitor.guest.begun)
    return asking.page(
        "new.html",
        status,
        page="home",
        game=form.game.name,
        form=form,
        fields=fields,
        levels=levels,
        first=first,
        suggested=levels[0] if first else form.game.daily_level,
        problem=problem,
        open_rules=any(form.typed[name] for name in single),
        open_levels=any(form.typed[name] for name in each),
        commitment=asking.known.identity.next_commitment(asking.visitor),
    )


@router.get("/{language}/rules/{game}")
async def rules_page(asking: Asking, rules: Rules) -> Response:
    """The rules as they are under the options in the address. Raises `BadOption`."""
    form = fill_in(rules, asking.request.query_params)
    fields = option_fields.describe(rules.options)
    for field in fields:
        if field.name in form.wrong:
            raise BadOption(field.name, field.allowed)
    profiles = next((field.values for field in fields if field.name == "profile"), ())
    given = {name: _text(value) for name, value in option_fields.as_given(form.options).items()}
    return asking.page(
        "rules.html",
        page="rules",
        game=rules.name,
        fields=fields,
        options=form.options,
        profiles=profiles,
        given=given,
    )


def _text(value: Value) -> str:
    return str(value).lower()


# ---------------------------------------------------------------------- oneself


@router.get("/{language}/me")
async def me(asking: Asking, done: str = "") -> Response:
    """The name, what is kept, and the way to delete it."""
    name = asking.visitor.guest.name if asking.visitor.guest else ""
    return await _me_page(asking, typed=name, done=done)


@router.post("/{language}/me")
async def rename(asking: Asking) -> Response:
    """Change one's name, or say what is wrong with it."""
    typed = (await asking.request.form()).get("name", "")
    typed = typed if isinstance(typed, str) else ""
    try:
        await asking.known.database.write(people.rename, asking.visitor.key, typed)
    except BadName as error:
        return await _me_page(asking, 422, typed=typed, problem=asking.words.reason(error.reason))
    return asking.to("/me?done=name")


@router.post("/{language}/me/delete")
async def forget(asking: Asking) -> Response:
    """Delete everything about oneself, and the cookie."""
    await asking.known.database.write(people.forget, asking.visitor.key)
    response = asking.to("/me?done=deleted")
    response.delete_cookie(people.COOKIE)
    return response


async def _me_page(
    asking: Asked, status: int = 200, *, typed: str, done: str = "", problem: str = ""
) -> Response:
    return asking.page(
        "me.html",
        status,
        page="me",
        guest=asking.visitor.guest,
        devices=await asking.known.database.read(devices, asking.guest),
        unfinished=await _unfinished(asking),
        typed=typed,
        done=done,
        problem=problem,
    )


# ---------------------------------------------------------------------- what went wrong, and small files


def error_page(request: Request, problem: Problem, preferred: Preferences) -> Response:
    """A problem as a page: what happened, in the player's words, and a way on.

    What Pydantic says of a value is English and for programs: a page only names the field.
    """
    here, reason = words_of(request), problem.reason
    if problem.code == "invalid":
        reason = Reason("wrong-value", {"field": reason.gaps["field"]})
    again = request.url.path if problem.status == 503 and request.method == "GET" else None
    page = render(
        here,
        "error.html",
        page_address=address_of(request),
        preferences=preferred,
        status=problem.status,
        title=here.gettext(TITLES.get(problem.status, TITLES[400])),
        detail=here.reason(reason),
        again=again,
    )
    return HTMLResponse(page, problem.status, problem.headers)


@router.get("/robots.txt")
async def robots() -> Response:
    """Matches, guests and the endless past are nothing for search engines."""
    private = ["/api/", "/*/play/", "/*/replay/", "/*/games", "/*/statistics", "/*/calendar", "/*/me", "/*?"]
    return PlainTextResponse("\n".join(["User-agent: *", *(f"Disallow: {path}" for path in private), ""]))


@router.get("/favicon.ico")
async def favicon() -> Response:
    """The icon, for who asks for it without having read a page."""
    return RedirectResponse(static_url("icon.svg"), 308)
