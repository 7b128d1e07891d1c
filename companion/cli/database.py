"""`companion backup` and `companion upgrade`: the database as a whole."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.instance import add_instance, open_store
from companion.cli.terminal import Commands

RESTORE = (
    "To restore: stop the server, remove companion.sqlite3-wal and companion.sqlite3-shm from the folder of the "
    "database, put the copy there as companion.sqlite3, start the server. PostgreSQL has pg_dump and pg_restore for it."
)


def add(commands: Commands) -> None:
    backup = commands.add_parser(
        "backup", help="copy the whole database while it serves", description="Copy the whole database.", epilog=RESTORE
    )
    backup.add_argument("file", metavar="FILE", type=Path, help="where to; a file that is there is replaced")
    backup.set_defaults(command=_backup)

    upgrade = commands.add_parser("upgrade", help="bring the database to this version (serve does it, too)")
    upgrade.set_defaults(command=_upgrade)
    for command in (backup, upgrade):
        add_instance(command)


def _backup(arguments: argparse.Namespace) -> None:
    with open_store(arguments) as store:
        store.backup(arguments.file)


def _upgrade(arguments: argparse.Namespace) -> None:
    with open_store(arguments, upgraded=True):
        pass
