"""The folder that a command works in, and the database there."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from companion.cli.terminal import Trouble, complain


def add_instance(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--instance",
        metavar="DIR",
        type=Path,
        default=os.environ.get("COMPANION_INSTANCE"),
        help="the folder of the database",
    )


@contextmanager
def open_store(arguments: argparse.Namespace, upgraded: bool = False) -> Iterator[ModuleType]:
    from companion import create_app, store

    try:
        app = create_app({"INSTANCE": arguments.instance} if arguments.instance else None)
        if upgraded and (done := store.upgrade(app)):
            complain(str(done))  # on standard output there is only what was asked for
        with app.app_context():
            yield store
    except store.StoreTrouble as trouble:
        raise Trouble(str(trouble)) from None
