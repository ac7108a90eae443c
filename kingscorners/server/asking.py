"""What the pages around the matches are made from: who asks, in which language, when, about which game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from kingscorners.game import Game, NotFound
from kingscorners.games import GAMES
from kingscorners.server import boards, daily
from kingscorners.server.boards import Board, Span
from kingscorners.server.languages import LANGUAGES, UnknownLanguage, address_of, is_tag
from kingscorners.server.people import Visitor
from kingscorners.server.preferences import Preferences, preferences_of
from kingscorners.server.rendering import render
from kingscorners.server.services import Services, guest_visitor, services
from kingscorners.server.statistics import Daily, dailies
from kingscorners.server.words import Words, words_of


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for a page: in which language, of whom, and when."""

    request: Request
    words: Words
    known: Services
    now: datetime
    visitor: Visitor
    preferences: Preferences

    @property
    def today(self) -> date:
        """The day, for everybody."""
        return daily.day_of(self.now)

    @property
    def guest(self) -> int | None:
        """The id of who asks, of one who has played before."""
        return self.visitor.guest.id if self.visitor.guest else None

    def page(self, template: str, status: int = 200, **context: Any) -> Response:
        """The answer."""
        here = {"page_address": address_of(self.request), "preferences": self.preferences}
        return HTMLResponse(render(self.words, template, **here, **context), status)

    def to(self, path: str) -> Response:
        """Go on there, with a new request."""
        return RedirectResponse(f"/{self.words.language}{path}", 303)

    async def board(self, game: str, span: Span, day: date, top: int) -> Board:
        """A board as the one who asks sees it."""
        name = boards.board_name(game, span, day)
        return await self.known.database.read(boards.board, name, self.guest, top)

    async def dailies(self) -> tuple[Daily, ...]:
        """The days' deals that one has finished for the boards."""
        if self.guest is None:
            return ()
        return await self.known.database.read(dailies, self.guest)


Visiting = Annotated[Visitor, Depends(guest_visitor)]


async def preferences_here(request: Request, visitor: Visiting) -> Preferences:
    """What the one who asks prefers."""
    found = preferences_of(visitor)
    request.state.native_digits = found.digits == "native"
    return found


Preferred = Annotated[Preferences, Depends(preferences_here)]


def words_here(request: Request, language: str, preferred: Preferred) -> Words:
    """The words of the language in the address, with the digits that are preferred.

    Raises `UnknownLanguage`, and `NotFound` where there stands no language at all.
    """
    if language not in LANGUAGES:
        raise UnknownLanguage(request) if is_tag(language) else NotFound
    return words_of(request)


Here = Annotated[Words, Depends(words_here)]


async def asked(request: Request, here: Here, visitor: Visiting, preferred: Preferred) -> Asked:
    """What every page is made from."""
    known = services(request)
    return Asked(request, here, known, known.clock(), visitor, preferred)


def rules_of(game: str) -> Game[Any]:
    """The rules of the game in the address. Raises `NotFound`."""
    if game not in GAMES:
        raise NotFound
    return GAMES[game]


Asking = Annotated[Asked, Depends(asked)]
Rules = Annotated[Game[Any], Depends(rules_of)]
