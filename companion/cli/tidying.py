"""`companion forget` and `prune`: what is deleted for good."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from companion.cli.database import add_instance, open_store
from companion.cli.terminal import Commands, Trouble, chosen_settings, write
from companion.settings import days

KEPT = "Backups that were made before still have it: delete those, too, where nothing may be left."


def add(commands: Commands) -> None:
    forget = commands.add_parser(
        "forget", help="delete one table with its log for good", description="Delete one table for good.", epilog=KEPT
    )
    forget.add_argument("link", metavar="LINK", help="a link of the table, or its uid")
    forget.set_defaults(command=_forget)

    prune = commands.add_parser(
        "prune",
        help="delete tables that nobody finished and nobody opened for long",
        description="Delete unfinished tables that nobody opened for so many days, and those in which nothing was "
        "noted after one day. Finished evenings, and what came from files, stay.",
        epilog=KEPT,
    )
    prune.add_argument("--keep", metavar="DAYS", type=days, help="how many days (default: COMPANION_KEEP)")
    prune.set_defaults(command=_prune)
    for command in (forget, prune):
        add_instance(command)


def _forget(arguments: argparse.Namespace) -> None:
    with open_store(arguments) as store:
        try:
            sitting = store.find_named(arguments.link)
        except store.NoSuchSitting:
            raise Trouble(f"{arguments.link}: no sitting here has this link") from None
        store.forget(sitting)
    write(f"deleted: {sitting.game}, {', '.join(sitting.players)}, {sitting.opened_at.astimezone():%Y-%m-%d}\n")


def _prune(arguments: argparse.Namespace) -> None:
    keep = arguments.keep or chosen_settings(arguments)["KEEP"]
    if not keep:
        raise Trouble("prune needs to know how many days: --keep 90, or COMPANION_KEEP")
    with open_store(arguments) as store:
        write(f"{store.prune(keep, datetime.now(UTC))} deleted\n")
