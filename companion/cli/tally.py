"""`companion tally`: the rules alone, without the web and without a database."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.cli.terminal import FORBIDDEN, UNREADABLE, Commands, Trouble, read, write

if TYPE_CHECKING:
    from companion.rules.core import Move, RuleBroken


def add(commands: Commands) -> None:
    tally = commands.add_parser("tally", help="read a game file and print its tally as JSON")
    tally.add_argument("file", metavar="FILE", help="a game file, or - for standard input")
    tally.set_defaults(command=_tally)


def _tally(arguments: argparse.Namespace) -> None:
    from companion.record.files import game_file
    from companion.record.files.strict_json import NotAGameFile
    from companion.rules.core import RuleBroken

    name = arguments.file
    try:
        file = game_file.parse(read(name, game_file.LARGEST))
        tally = game_file.tally(file)
    except NotAGameFile as error:
        raise Trouble(f"{name}: {error}", UNREADABLE) from None
    except RuleBroken as broken:
        raise Trouble(f"{name}: {_named(file.moves, broken)}: {broken}", FORBIDDEN) from None
    write(json.dumps(tally, ensure_ascii=False, indent=1) + "\n")


def _named(moves: Sequence[Move], broken: RuleBroken) -> str:
    number = broken.number or len(moves)
    return f"move {number} ({moves[number - 1].kind})"
