"""What a slip fills in of a move, or decides it from: where that changes meanwhile, a move may be out of date."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.text import Text


class Basis(NamedTuple):
    """What it is called, what it is on a sheet, and what the move says of it, if it does."""

    what: Text | str
    value: int | str | Text
    said: int | str | Text | None = None
