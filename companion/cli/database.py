"""`companion backup`, `restore`, `copy` and `upgrade`; `forget` and `prune`; and how each finds the database."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

from companion.cli.terminal import Commands, Trouble, chosen_settings, complain, counter, write, writing
from companion.settings import data_folder, days

PRIVATE = (
    "Keep it as private as the links of your tables: it holds them, and the key that signs the pages. PostgreSQL has "
    "pg_dump for it."
)
RESTORE = (
    "Stop the server first: while something has the database open, nothing is done. The file is checked, brought to "
    "this version, and stays as it is; the database as it was is kept beside the new one. PostgreSQL has pg_restore "
    "for it."
)

KEPT = "Backups that were made before still have it: delete those, too, where nothing may be left."


def add(commands: Commands) -> None:
    backup = commands.add_parser(
        "backup", help="copy the whole database while it serves", description="Copy the whole database.", epilog=PRIVATE
    )
    backup.add_argument("file", metavar="FILE", help="where to, in the place of an older backup; - for standard output")
    backup.set_defaults(command=_backup)

    restore = commands.add_parser(
        "restore",
        help="put a backup in the place of the database",
        description="Put a backup in the place of the database.",
        epilog=RESTORE,
    )
    restore.add_argument(
        "file", metavar="FILE", type=Path, help="what backup made, or an upgrade kept; - for standard input"
    )
    restore.set_defaults(command=_restore)

    copy = commands.add_parser(
        "copy",
        help="copy everything into another database, of SQLite or PostgreSQL",
        description="Copy the whole database into an empty one, and compare all rows. Stop the server first.",
    )
    copy.add_argument(
        "--to", metavar="URL", required=True, help="postgresql://NAME:PASSWORD@HOST/DATABASE, or sqlite:////folder/file"
    )
    copy.set_defaults(command=_copy)

    upgrade = commands.add_parser(
        "upgrade", help="bring the database to this version (serve does it, too), and make its results anew"
    )
    upgrade.set_defaults(command=_upgrade)
    forget = commands.add_parser(
        "forget", help="delete one table with its log for good", description="Delete one table for good.", epilog=KEPT
    )
    forget.add_argument("link", metavar="LINK", help="a link of the table, or its uid")
    forget.set_defaults(command=_forget)

    prune = commands.add_parser(
        "prune",
        help="put away tables that nobody finished and nobody opened for long, and later delete them",
        description="Put away unfinished tables that nobody opened for so many days, and those in which nothing was "
        "noted after one day: phones no longer list them, and their links bring them back. After as long again they "
        "are deleted. Finished evenings, and what came from files, stay.",
        epilog=KEPT,
    )
    prune.add_argument("--keep", metavar="DAYS", type=days, help="how many days (default: COMPANION_KEEP)")
    prune.set_defaults(command=_prune)
    for command in (backup, restore, copy, upgrade, forget, prune):
        add_instance(command)


def _backup(arguments: argparse.Namespace) -> None:
    """Also while a server runs."""
    if not arguments.file:
        raise Trouble("backup needs the name of a file, or - for standard output")
    if arguments.file == "-" and (not sys.stdout or sys.stdout.isatty()):
        raise Trouble("-: a backup is no text: send it into a file, or to another program")
    with open_store(arguments) as store:
        if arguments.file == "-":
            with writing() as output:
                store.backup_to(output)
        else:
            store.backup(Path(arguments.file))


def _restore(arguments: argparse.Namespace) -> None:
    given = str(arguments.file) == "-"
    if given and (not sys.stdin or sys.stdin.isatty()):
        raise Trouble("-: send a backup in: companion restore - < FILE")
    if not given:
        if arguments.file.exists() and not arguments.file.is_file() and not arguments.file.is_dir():
            raise Trouble(f"{arguments.file}: a backup is a file, and this is none")
        with arguments.file.open("rb"):  # so that what isn't there is said as everywhere
            pass
    with open_store(arguments) as store:
        try:
            said = store.put_back_from(sys.stdin.buffer) if given else store.put_back(arguments.file)
            complain(said)  # on standard output there is only what was asked for
        except store.BadBackup as bad:
            raise Trouble(f"{arguments.file}: {bad}") from None


def _copy(arguments: argparse.Namespace) -> None:
    from companion import store

    chosen = chosen_settings(arguments)
    try:
        folder = data_folder(chosen)
        source = store.application(folder, chosen)
        target = store.application(folder, {**chosen, "DATABASE_URL": arguments.to})
        with counter() as count:
            rows = store.copy_to(source, target, lambda done, of: count(f"{done} of {of} steps"))
    except store.StoreTrouble as trouble:
        raise Trouble(str(trouble)) from None
    write(f"{rows} rows copied and compared\n")


def _upgrade(arguments: argparse.Namespace) -> None:
    """`open_store` upgrades; the results of all games are made again."""
    with open_store(arguments, upgraded=True) as store, counter() as count:
        store.remake_results(count)


def _forget(arguments: argparse.Namespace) -> None:
    with open_store(arguments) as store:
        try:
            sitting = store.find_named(arguments.link)
        except store.NoSuchSitting:
            raise Trouble(f"{arguments.link}: no table here has this link") from None
        store.forget(sitting)
    write(f"deleted: {sitting.game}, {', '.join(sitting.players)}, {sitting.opened_at.astimezone():%Y-%m-%d}\n")


def _prune(arguments: argparse.Namespace) -> None:
    keep = arguments.keep or chosen_settings(arguments)["KEEP"]
    if not keep:
        raise Trouble("prune needs to know how many days: --keep 90, or COMPANION_KEEP")
    with open_store(arguments) as store:
        write("{} put away, {} deleted\n".format(*store.prune(keep, datetime.now(UTC))))


# The folder that a command works in, and the database there


def add_instance(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--instance",
        metavar="DIR",
        type=Path,
        help="the folder of the database",
    )


@contextmanager
def open_store(arguments: argparse.Namespace, upgraded: bool = False) -> Iterator[ModuleType]:
    from companion import store

    try:
        chosen = chosen_settings(arguments)
        app = store.application(data_folder(chosen), chosen)
        if upgraded:
            with counter() as count:
                done = store.upgrade(app, count)
            if done:
                complain(done)  # on standard output there is only what was asked for
        with app.app_context():
            yield store
    except store.StoreTrouble as trouble:
        raise Trouble(str(trouble)) from None
