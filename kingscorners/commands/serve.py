"""Serve the game to browsers, until Ctrl-C."""

from __future__ import annotations

import argparse
import socket
import textwrap

from kingscorners.commands import Failed

SUMMARY = "serve the game to browsers"
WILDCARDS = ("0.0.0.0", "::", "")  # noqa: S104  (named, not bound)
PROXIES = (
    "FORWARDED_ALLOW_IPS",
    "The proxies that are believed when they say who asks, and whether by https: addresses or networks with"
    " commas between them. Default: 127.0.0.1.",
)
"""A setting of uvicorn's own, as `described` tells ours."""
PATIENCE = 10
"""Seconds that requests have to come to an end when the server stops."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to listen; the settings come from the environment, and are told at the end of the help."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on; 0.0.0.0 for all (%(default)s)"
    )
    parser.add_argument("--port", type=_port, default=8000, help="0 takes any that is free (%(default)s)")
    parser.add_argument(
        "--workers", type=_workers, default=1, help="how many processes share the work (%(default)s)"
    )
    parser.formatter_class = _WithSettings


class _WithSettings(argparse.RawDescriptionHelpFormatter):
    """Help that ends with what the environment can set."""

    def format_help(self) -> str:
        from kingscorners.server.settings import described

        settings = [*described(), PROXIES]
        told = (
            f"  {name}\n{textwrap.fill(text, 76, initial_indent='    ', subsequent_indent='    ')}\n"
            for name, text in settings
        )
        return super().format_help() + "\nsettings, from the environment:\n" + "".join(told)


def main(arguments: argparse.Namespace) -> int:
    """Raises `Failed`."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from kingscorners.commands import site

    with _listening(arguments.host, arguments.port, arguments.workers) as listener:
        site.check_database(site.settings().database_url)
        host = "127.0.0.1" if arguments.host in WILDCARDS else arguments.host
        shown = f"[{host}]" if ":" in host else host
        print(f"Playing at http://{shown}:{listener.getsockname()[1]}", flush=True)
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
            uvicorn.Server(config).run([listener])
    return 0


def _listening(host: str, port: int, workers: int) -> socket.socket:
    """A socket that takes connections from now on, so that the address can be told. Raises `Failed`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise Failed(
            f"Port {port} of {host} cannot be had: {error.strerror}.\n"
            "Take another one with: python -m kingscorners serve --port 9000"
        ) from None


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return number


def _workers(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("there must be one at least")
    return number
