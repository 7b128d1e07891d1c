"""`companion export` and `companion import`: sittings as files."""

from __future__ import annotations

import argparse
import json

from companion.cli.instance import add_instance, open_store
from companion.cli.terminal import FORBIDDEN, UNREADABLE, Commands, Trouble, read, write

LARGEST_LIST = 500_000_000  # bytes of a whole database, exported


def add(commands: Commands) -> None:
    export = commands.add_parser("export", help="print a sitting as a game file, with its whole log")
    export.add_argument("link", metavar="LINK|all", help="a link of the sitting, or its uid; or all, as a JSON list")
    export.set_defaults(command=_export)

    take_in = commands.add_parser("import", help="bring in a game file, or a list of them; twice makes one sitting")
    take_in.add_argument("file", metavar="FILE", help="what export printed, or any game file; - for standard input")
    take_in.set_defaults(command=_import)
    for command in (export, take_in):
        add_instance(command)


def _export(arguments: argparse.Namespace) -> None:
    with open_store(arguments) as store:
        try:
            files = store.export_all() if arguments.link == "all" else [store.export(store.find_named(arguments.link))]
            texts = [json.dumps(file, ensure_ascii=False) for file in files]
        except store.NoSuchSitting:
            raise Trouble(f"{arguments.link}: no sitting here has this link") from None
    write("[\n" + ",\n".join(texts) + "\n]\n" if arguments.link == "all" else texts[0] + "\n")


def _import(arguments: argparse.Namespace) -> None:
    from companion.record.strict import NotAGameFile

    raw = read(arguments.file, LARGEST_LIST)
    with open_store(arguments, upgraded=True) as store:
        try:
            sittings = store.import_games(raw)
        except NotAGameFile as error:
            raise Trouble(f"{arguments.file}: {error}", UNREADABLE) from None
        except store.ImportRefused as refused:
            raise Trouble(f"{arguments.file}: {refused}", FORBIDDEN) from None
    write("".join(f"{sitting.score_link} {sitting.game} {', '.join(sitting.players)}\n" for sitting in sittings))
