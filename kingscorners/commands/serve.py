"""Serve the game to browsers, until Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import errno
import socket
import textwrap
from contextlib import suppress

import uvicorn
from uvicorn.supervisors import Multiprocess

from kingscorners.commands import Failed, site, whole_number
from kingscorners.server.settings import described

PATIENCE = 10
"""Seconds that requests have to come to an end when the server stops."""

PROXIES = """\
The proxies that are believed when they say who asks, and whether by https: addresses or networks with commas
between them. Default: 127.0.0.1."""
"""What uvicorn's own setting FORWARDED_ALLOW_IPS does."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to listen. The settings are told at the end."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen on; 0.0.0.0 is every one of this machine (default: %(default)s)",
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, 65535),
        default=8000,
        help="the port; 0 takes one that is free (default: %(default)s)",
    )
    parser.add_argument(
        "--workers",
        type=whole_number(1, 256),
        default=1,
        help="how many processes share the work (default: %(default)s)",
    )
    parser.epilog = "settings, from the environment:\n" + "\n".join(
        f"  {name}\n{textwrap.indent(textwrap.fill(text, 72), '    ')}"
        for name, text in (*described(), ("FORWARDED_ALLOW_IPS", PROXIES))
    )


def main(arguments: argparse.Namespace) -> int:
    """Says where it serves, and does. Raises `Failed`."""
    settings = site.settings()
    with _listening(arguments.host, arguments.port) as listener:
        asyncio.run(_check(settings.database_url))
        address, port = listener.getsockname()[:2]
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, arguments.host)  # noqa: S104
        shown = f"[{host}]" if ":" in host else host
        print(f"Playing at http://{shown}:{port}", flush=True)
        config = uvicorn.Config(
            "kingscorners.server.app:application",
            factory=True,
            workers=arguments.workers,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=PATIENCE,
        )
        if arguments.workers > 1:
            Multiprocess(config, [listener]).run()
        else:
            with suppress(KeyboardInterrupt):  # which is how a server is meant to end
                uvicorn.Server(config).run([listener])
    return 0


async def _check(url: str) -> None:
    """Whether the database can be written to, before anybody is told where to play."""
    from kingscorners.server.secret import site_secret

    async with site.opened(url) as database:
        await database.write(site_secret)


def _listening(host: str, port: int) -> socket.socket:
    """A socket that takes connections from now on, so that its address can be told. Raises `Failed`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        why = "is taken" if taken else f"cannot be had: {str(error.strerror).partition(' (')[0]}"
        raise Failed(
            f"Port {port} of {host} {why}."
            " Take another one: python -m kingscorners serve --port 9000, or make play PORT=9000"
        ) from None
