"""Tell what everybody plays on a day: one match, the same for all on this site.

The commitment is the SHA-256 of the seed, and is public before the day begins. The
seed itself, from which all cards follow, is told a day after it is over. A day begins
at midnight UTC.
"""

from __future__ import annotations

import argparse
import asyncio
from datetime import UTC, date, datetime, timedelta

from kingscorners.commands import Failed, site
from kingscorners.games import GAMES
from kingscorners.players import SOLVERS
from kingscorners.server import boards, daily, winnable
from kingscorners.server.languages import LANGUAGES
from kingscorners.server.secret import site_secret
from kingscorners.server.words import words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which day of which game."""
    parser.add_argument("--date", type=_date, help="another day, such as 2026-11-30 (default: today, in UTC)")
    parser.add_argument("--game", choices=GAMES, default=next(iter(GAMES)), help="default: %(default)s")


def main(arguments: argparse.Namespace) -> int:
    """Says what may be known. Raises `Failed`."""
    told = asyncio.run(_told(arguments.game, arguments.date, datetime.now(UTC)))
    width = max(map(len, told))
    for name, text in told.items():
        print(f"{name:{width}}  {text}")
    return 0


async def _told(game: str, chosen: date | None, now: datetime) -> dict[str, str]:
    settings = site.settings()
    async with site.opened(settings.database_url) as database:
        secret = settings.site_secret()
        if secret is None:
            secret = await database.write(site_secret)
        if game in SOLVERS:
            await winnable.prepare(database, secret, daily.day_of(now))
        today = daily.today(secret, game, now)
        day = chosen or today.day
        if day > today.day:
            raise Failed(f"{day} is still to come: today is {today.day} (UTC).")
        board = await database.read(boards.board, boards.board_name(game, boards.Span.DAY, day), None, 0)
    seed = daily.seed(secret, game, day)
    told = {"game": words(LANGUAGES[0]).game(game), "date": f"{day}", "commitment": daily.commitment(seed)}
    if day == today.day:
        told["next commitment"] = today.next_commitment or "still to be prepared"
        told["next match in"] = f"{timedelta(seconds=today.seconds)}"
    if daily.published(now, day):
        told["seed"] = seed.hex()
    return told | {"played by": f"{board.players}, and won by {board.won}"}


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("a date is written like 2026-11-30") from None
