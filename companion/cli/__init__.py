"""The `companion` command. Each part imports what it needs when it runs: `tally` never loads the web."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from companion.cli import database, files, serve
from companion.cli.terminal import Trouble, complain, forget_output

DEFAULT = "serve"
GROUPS = (serve, files, database)  # as --help lists them


def run() -> NoReturn:
    sys.exit(main())


def main(argv: Sequence[str] | None = None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = _parser()
    chosen = parser.parse_args(arguments if _names_a_command(arguments) else [DEFAULT, *arguments])
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


def _names_a_command(arguments: list[str]) -> bool:
    """`companion --port 9000` serves; `companion tally …` and `companion --help` say what they want."""
    return bool(arguments) and (not arguments[0].startswith("-") or arguments[0] in ("-h", "--help", "--version"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion", description="The score sheet that a phone brings to a table of real cards."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", required=True)
    for group in GROUPS:
        group.add(commands)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"companion {version('companion')}")
        parser.exit()
