"""Delete unfinished matches that nobody has played in for long.

Finished matches, results and leaderboards stay. It may run while the server does.
"""

from __future__ import annotations

import argparse
import asyncio
import time

from kingscorners.commands import site, whole_number
from kingscorners.server import owned

DAY = 24 * 60 * 60 * 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How long is long."""
    parser.add_argument(
        "--days",
        type=whole_number(1, 3650),
        default=30,
        help="for at least how many days nobody has played (default: %(default)s)",
    )


def main(arguments: argparse.Namespace) -> int:
    """Says how many it deleted. Raises `Failed`."""
    deleted = asyncio.run(_clean(int(time.time() * 1000) - arguments.days * DAY))
    print(f"{deleted} abandoned {'match was' if deleted == 1 else 'matches were'} deleted.")
    return 0


async def _clean(before: int) -> int:
    async with site.opened(site.settings().database_url) as database:
        return await database.write(owned.clean, before)
