"""`companion tally`, `export` and `import`: games as files. `tally` needs the rules alone, no web and no database."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING

from companion.cli.database import add_instance, open_store
from companion.cli.terminal import FORBIDDEN, UNREADABLE, Commands, Trouble, complain, counter, read, write

if TYPE_CHECKING:  # a tally needs no database
    from companion.store import Progress, Sitting

LARGEST_LIST = 500_000_000  # bytes of a whole database, exported


def add(commands: Commands) -> None:
    tally = commands.add_parser("tally", help="read a game file and print its tally as JSON")
    tally.add_argument("file", metavar="FILE", help="a game file, or - for standard input")
    tally.set_defaults(command=_tally)

    export = commands.add_parser("export", help="print a game as a game file, with its whole log")
    export.add_argument("link", metavar="LINK|all", help="a link of the game, or its uid; or all, as a JSON list")
    export.set_defaults(command=_export)

    take_in = commands.add_parser("import", help="bring in a game file, or a list of them; twice makes one game")
    take_in.add_argument("file", metavar="FILE", help="what export printed, or any game file; - for standard input")
    take_in.set_defaults(command=_import)
    for command in (export, take_in):
        add_instance(command)


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
        number = broken.number or len(file.moves)
        raise Trouble(f"{name}: move {number} ({file.moves[number - 1].kind}): {broken}", FORBIDDEN) from None
    write(json.dumps(tally, ensure_ascii=False, indent=1) + "\n")


def _export(arguments: argparse.Namespace) -> None:
    with open_store(arguments) as store:
        if arguments.link == "all":
            _export_all(store)
            return
        try:
            file = store.export(store.find_named(arguments.link))
        except store.NoSuchSitting:
            raise Trouble(f"{arguments.link}: no table here has this link") from None
        write(json.dumps(file, ensure_ascii=False) + "\n")


def _export_all(store: ModuleType) -> None:
    """Those that can be read, though one can't; but whoever asked hears of it."""
    skipped: list[str] = []

    def skip(name: str, trouble: Exception) -> None:
        skipped.append(name)
        complain(f"{name}: {trouble}")

    count = 0
    for count, file in enumerate(store.export_all(skip), 1):  # each as it comes: together they can be many
        write(("[\n" if count == 1 else ",\n") + json.dumps(file, ensure_ascii=False))
    write("\n]\n" if count else "[\n\n]\n")
    if skipped:
        raise Trouble(f"{len(skipped)} of {len(skipped) + count} games can't be read and are left out")


def _import(arguments: argparse.Namespace) -> None:
    from companion.record.files.strict_json import NotAGameFile

    raw = read(arguments.file, LARGEST_LIST)
    with open_store(arguments, upgraded=True) as store:
        came: Sequence[Sitting] = ()
        with counter() as count:

            def see(progress: Progress) -> None:
                nonlocal came
                came = progress.came
                done, what = (len(came), "in") if came else (progress.checked, "checked")
                count(f"{done} of {progress.games} games {what}")

            try:
                store.import_games(raw, seen=see)
            except NotAGameFile as error:
                raise Trouble(f"{arguments.file}: {error}", UNREADABLE) from None
            except store.ImportRefused as refused:
                raise Trouble(f"{arguments.file}: {refused}", FORBIDDEN) from None
            finally:
                _list(came)


def _list(sittings: Iterable[Sitting]) -> None:
    """Of what came in: its link for scoring, its game and who played."""
    write("".join(f"{sitting.score_link} {sitting.game} {', '.join(sitting.players)}\n" for sitting in sittings))
