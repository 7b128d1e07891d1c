"""Tables for spreadsheets: CSV that LibreOffice, Excel and Python read alike, and that computes nothing."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"  # without it Excel takes Chloé for somebody else
COMPUTES = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def spreadsheet(rows: Iterable[Iterable[object]]) -> str:
    text = StringIO()
    csv.writer(text).writerows([_harmless(cell) for cell in row] for row in rows)
    return BOM + text.getvalue()


def _harmless(cell: object) -> object:
    """A name that begins as a formula does is no formula: an apostrophe says so. Numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip().startswith(COMPUTES) else cell
