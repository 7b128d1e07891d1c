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
        help="the folder of the database and the secret key",
    )


@contextmanager
def open_store(arguments: argparse.Namespace, upgraded: bool = False) -> Iterator[ModuleType]:
    from companion import create_app, store

    try:
        nobody_served = {"SECRET_KEY": "none"}  # so that none is made: the folder may be read-only
        app = create_app({**nobody_served, **({"INSTANCE": arguments.instance} if arguments.instance else {})})
        if upgraded and (done := store.upgrade(app)):
            complain(str(done))  # on standard output there is only what was asked for
        with app.app_context():
            yield store
    except store.StoreTrouble as trouble:
        raise Trouble(str(trouble)) from None
