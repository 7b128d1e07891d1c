"""The cast of the rules' tests, a table to sit them at, and the command run without a process."""

import contextlib
import io
import json
import sys
from functools import partial
from unittest.mock import patch

import pytest

from companion import cli

CAST = ("Ana", "Bo", "Cy", "Di", "Eve", "Flo")


def _played(game, *moves, seats=2, **options):
    sheet = game.start(game.table(CAST[:seats], options))
    for move in moves:
        sheet = game.tap(sheet, move)
    return sheet


@pytest.fixture(scope="module")
def played(request):
    """The sheet after these moves of the module's GAME, with the first of the cast at the table."""
    return partial(_played, request.module.GAME)


def _tallied(document, name="-"):
    """Status, standard output and standard error of `companion tally`, given bytes, or data to write as JSON."""
    raw = document if isinstance(document, bytes) else json.dumps(document).encode()
    stdin, stdout = (io.TextIOWrapper(io.BytesIO(content), "ascii", write_through=True) for content in (raw, b""))
    stderr = io.StringIO()
    with patch.object(sys, "stdin", stdin), contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
        status = cli.main(["tally", name])
    return status, stdout.buffer.getvalue().decode(), stderr.getvalue()


@pytest.fixture(scope="session")
def tallied():
    return _tallied
