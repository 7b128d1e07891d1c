"""The `companion` command, which serves unless it is told otherwise.

Each part imports what it needs when it runs: `tally` never loads the web.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from companion.cli import database, files
from companion.cli.terminal import Commands, Trouble, complain, forget_output

MOST = 64  # processes


def run() -> NoReturn:
    sys.exit(main())


def main(argv: Sequence[str] | None = None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help", "--version")):
        arguments = ["serve", *arguments]  # `companion --port 9000` serves; `companion tally …` says what it wants
    chosen = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], None] = chosen.command
    try:
        command(chosen)
        sys.stdout.flush()
    except Trouble as trouble:
        complain(str(trouble))
        return trouble.status
    except BrokenPipeError:  # whoever read our output has enough of it
        forget_output()
        return 1
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        complain(f"{what}{error.strerror or error}")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion", description="The score sheet that a phone brings to a table of real cards."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", required=True)
    _add_serve(commands)
    files.add(commands)
    database.add(commands)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"companion {version('companion')}")
        parser.exit()


# The score sheets, for every phone around


def _add_serve(commands: Commands) -> None:
    serve = commands.add_parser("serve", help="serve the score sheets to phones (what `companion` alone does)")
    serve.add_argument(
        "--host",
        default=os.environ.get("COMPANION_HOST"),
        help="the address to listen on (default: every one, so that phones can reach it)",
    )
    serve.add_argument(
        "--port",
        type=_port,
        default=os.environ.get("COMPANION_PORT"),
        help="the port (default: 8000, or the next free one)",
    )
    serve.add_argument(
        "--workers",
        type=_workers,
        default=os.environ.get("COMPANION_WORKERS", "1"),
        help="how many processes serve (default: 1; for more, install the extra “workers”)",
    )
    database.add_instance(serve)
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
    from companion.serve import NoServer, serve
    from companion.store import StoreTrouble

    try:
        serve(arguments.host, arguments.port, arguments.instance, arguments.workers)
    except (NoServer, StoreTrouble) as trouble:
        raise Trouble(str(trouble)) from None
