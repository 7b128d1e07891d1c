"""`companion serve`: the score sheets, for every phone around."""

from __future__ import annotations

import argparse
import os

from companion.cli.database import add_instance
from companion.cli.terminal import Commands, Trouble

MOST = 64  # processes


def add(commands: Commands) -> None:
    serve = commands.add_parser("serve", help="serve the score sheets to phones (what `companion` alone does)")
    serve.add_argument(
        "--host",
        default=os.environ.get("COMPANION_HOST"),
        help="the address to listen on (default: every one, so that phones can reach it)",
    )
    serve.add_argument(
        "--port",
        type=_port,
        default=os.environ.get("COMPANION_PORT", "8000"),
        help="the port, or the next free one (default: 8000)",
    )
    serve.add_argument(
        "--workers",
        type=_workers,
        default=os.environ.get("COMPANION_WORKERS", "1"),
        help="how many processes serve (default: 1; for more, install the extra “workers”)",
    )
    add_instance(serve)
    serve.set_defaults(command=_serve)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: they go from 0 to 65535")
    return int(text)


def _workers(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes: they go from 1 to {MOST}")
    return int(text)


def _serve(arguments: argparse.Namespace) -> None:
    from companion.serve.server import NoServer, serve
    from companion.store import StoreTrouble

    try:
        serve(arguments.host, arguments.port, arguments.instance, arguments.workers)
    except (NoServer, StoreTrouble) as trouble:
        raise Trouble(str(trouble)) from None
