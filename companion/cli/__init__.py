"""The `companion` command, which serves unless it is told otherwise.

Each part imports what it needs when it runs: `tally` never loads the web.
"""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from companion import __version__, settings
from companion.cli import database, doctor, files
from companion.cli.terminal import Commands, Trouble, chosen_settings, complain, counter, forget_output, write


def run() -> NoReturn:
    os.umask(0o077)  # whatever it makes holds links, or stands beside what does
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # half of a file is taken away again
    sys.exit(main())


def main(argv: Sequence[str] | None = None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help", "--version")):
        arguments = ["serve", *arguments]  # `companion --port 9000` serves; `companion tally …` says what it wants
    try:
        chosen = _parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], None] = chosen.command
        command(chosen)
        sys.stdout.flush()
    except Trouble as trouble:
        complain(str(trouble))
        return trouble.status
    except settings.BadSettings as bad:
        for sentence in (*bad.sentences, *settings.unknown(os.environ)):
            complain(sentence)
        return 1
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
    parser: argparse.ArgumentParser = _Parser(
        prog="companion",
        description="The score sheet that a phone brings to a table of real cards.",
        epilog=settings.listed(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", required=True)
    _add_serve(commands)
    files.add(commands)
    database.add(commands)
    doctor.add(commands)
    return parser


class _Parser(argparse.ArgumentParser):
    """Says so where its help can't be written."""

    def print_help(self, file: object = None) -> None:
        write(self.format_help())


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        write(f"companion {__version__}\n")
        parser.exit()


# The score sheets, for every phone around


def _add_serve(commands: Commands) -> None:
    serve = commands.add_parser(
        "serve",
        help="serve the score sheets to phones (what `companion` alone does)",
        epilog="Settings in the environment are listed by: companion --help",
    )
    serve.add_argument("--host", help="the address to listen on (default: every one, so that phones can reach it)")
    serve.add_argument("--port", type=settings.port, help="the port (default: 8000, or the next free one)")
    serve.add_argument("--uds", metavar="FILE", type=Path, help="listen at this socket, and at no port: for a proxy")
    serve.add_argument(
        "--workers",
        type=settings.workers,
        help="how many processes serve (default: 1; for more, install the extra “workers”)",
    )
    database.add_instance(serve)
    serve.set_defaults(command=_serve)


def _serve(arguments: argparse.Namespace) -> None:
    gc.disable()  # the modules that are loaded now stay: to look for garbage among them takes a tenth of a second
    from companion.serve import serve
    from companion.serve.listener import NoServer
    from companion.store import StoreTrouble

    gc.freeze()
    gc.enable()

    try:
        serve(chosen_settings(arguments), counter)
    except (NoServer, StoreTrouble) as trouble:
        raise Trouble(str(trouble)) from None
