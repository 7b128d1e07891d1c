"""The `companion` command. Each part imports what it needs when it runs: `tally` never loads the web."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from companion.rules.core import Move, RuleBroken

FORBIDDEN, UNREADABLE = 1, 2  # exit statuses: a move that the rules forbid; no game at all
DEFAULT = "serve"
LARGEST_LIST = 500_000_000  # bytes of a whole database, exported
RESTORE = (
    "To restore: stop the server, remove companion.sqlite3-wal and companion.sqlite3-shm from the folder of the "
    "database, put the copy there as companion.sqlite3, start the server. PostgreSQL has pg_dump and pg_restore for it."
)


class Trouble(Exception):
    """Ends a command with one sentence on standard error."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.status = status


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
        _complain(str(trouble))
        return trouble.status
    except BrokenPipeError:  # whoever read our output has enough of it
        _forget_output()
        return 1
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        _complain(f"{what}{error.strerror or error}")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _names_a_command(arguments: list[str]) -> bool:
    """`companion --port 9000` serves; `companion tally …` and `companion --help` say what they want."""
    return bool(arguments) and (not arguments[0].startswith("-") or arguments[0] in ("-h", "--help", "--version"))


def _complain(sentence: str) -> None:
    from companion.rules.text import one_line

    if sys.stderr:  # print() would take None for standard output
        print(f"companion: {one_line(sentence)}", file=sys.stderr)


def _forget_output() -> None:
    """So that Python doesn't try to write the rest when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion", description="The score sheet that a phone brings to a table of real cards."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", required=True)

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
    _add_instance(serve)
    serve.set_defaults(command=_serve)

    tally = commands.add_parser("tally", help="read a game file and print its tally as JSON")
    tally.add_argument("file", metavar="FILE", help="a game file, or - for standard input")
    tally.set_defaults(command=_tally)
    _add_store_commands(commands)
    return parser


def _add_store_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    export = commands.add_parser("export", help="print a sitting as a game file, with its whole log")
    export.add_argument("link", metavar="LINK|all", help="a link of the sitting, or its uid; or all, as a JSON list")
    export.set_defaults(command=_export)

    take_in = commands.add_parser("import", help="bring in a game file, or a list of them; twice makes one sitting")
    take_in.add_argument("file", metavar="FILE", help="what export printed, or any game file; - for standard input")
    take_in.set_defaults(command=_import)

    backup = commands.add_parser(
        "backup", help="copy the whole database while it serves", description="Copy the whole database.", epilog=RESTORE
    )
    backup.add_argument("file", metavar="FILE", type=Path, help="where to; a file that is there is replaced")
    backup.set_defaults(command=_backup)

    upgrade = commands.add_parser("upgrade", help="bring the database to this version (serve does it, too)")
    upgrade.set_defaults(command=_upgrade)
    for command in (export, take_in, backup, upgrade):
        _add_instance(command)


def _add_instance(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--instance",
        metavar="DIR",
        type=Path,
        default=os.environ.get("COMPANION_INSTANCE"),
        help="the folder of the database and the secret key",
    )


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"companion {version('companion')}")
        parser.exit()


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: they go from 0 to 65535")
    return int(text)


def _serve(arguments: argparse.Namespace) -> None:
    from companion.store import StoreTrouble
    from companion.web.server import NoPort, serve

    try:
        serve(arguments.host, arguments.port, arguments.instance)
    except (NoPort, StoreTrouble) as trouble:
        raise Trouble(str(trouble)) from None


def _tally(arguments: argparse.Namespace) -> None:
    from companion.record import gamefile
    from companion.record.strict import NotAGameFile
    from companion.rules.core import RuleBroken

    name = arguments.file
    try:
        file = gamefile.parse(_read(name, gamefile.LARGEST))
        tally = gamefile.tally(file)
    except NotAGameFile as error:
        raise Trouble(f"{name}: {error}", UNREADABLE) from None
    except RuleBroken as broken:
        raise Trouble(f"{name}: {_named(file.moves, broken)}: {broken}", FORBIDDEN) from None
    _write(json.dumps(tally, ensure_ascii=False, indent=1) + "\n")


@contextmanager
def _open_store(arguments: argparse.Namespace, upgraded: bool = False) -> Iterator[ModuleType]:
    from companion import create_app, store

    try:
        nobody_served = {"SECRET_KEY": "none"}  # so that none is made: the folder may be read-only
        app = create_app({**nobody_served, **({"INSTANCE": arguments.instance} if arguments.instance else {})})
        if upgraded:
            store.upgrade(app)
        with app.app_context():
            yield store
    except store.StoreTrouble as trouble:
        raise Trouble(str(trouble)) from None


def _export(arguments: argparse.Namespace) -> None:
    with _open_store(arguments) as store:
        try:
            files = store.export_all() if arguments.link == "all" else [store.export(store.find_named(arguments.link))]
            texts = [json.dumps(file, ensure_ascii=False) for file in files]
        except store.NoSuchSitting:
            raise Trouble(f"{arguments.link}: no sitting here has this link") from None
    _write("[\n" + ",\n".join(texts) + "\n]\n" if arguments.link == "all" else texts[0] + "\n")


def _import(arguments: argparse.Namespace) -> None:
    from companion.record.strict import NotAGameFile

    raw = _read(arguments.file, LARGEST_LIST)
    with _open_store(arguments, upgraded=True) as store:
        try:
            sittings = store.import_games(raw)
        except NotAGameFile as error:
            raise Trouble(f"{arguments.file}: {error}", UNREADABLE) from None
        except store.ImportRefused as refused:
            raise Trouble(f"{arguments.file}: {refused}", FORBIDDEN) from None
    _write("".join(f"{sitting.score_link} {sitting.game} {', '.join(sitting.players)}\n" for sitting in sittings))


def _backup(arguments: argparse.Namespace) -> None:
    with _open_store(arguments) as store:
        store.backup(arguments.file)


def _upgrade(arguments: argparse.Namespace) -> None:
    with _open_store(arguments, upgraded=True):
        pass


def _write(text: str) -> None:
    """As UTF-8, whatever the terminal speaks."""
    if not sys.stdout:
        raise Trouble("standard output is closed")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _forget_output()
        raise Trouble(f"can't write: {error.strerror}") from None


def _named(moves: Sequence[Move], broken: RuleBroken) -> str:
    number = broken.number or len(moves)
    return f"move {number} ({moves[number - 1].kind})"


def _read(name: str, most: int) -> bytes:
    """Up to one byte more than the most, so that an endless file ends."""
    if name == "-" and not sys.stdin:
        raise Trouble("-: can't be read: standard input is closed", UNREADABLE)
    try:
        if name == "-":
            return sys.stdin.buffer.read(most + 1)
        with open(name, "rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL byte
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Trouble(f"{name}: can't be read: {reason}", UNREADABLE) from None
