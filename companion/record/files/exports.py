"""What other programs take over: a finished game, as BG Stats has it in a link, and tables for spreadsheets."""

from __future__ import annotations

import csv
import json
import re
import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any, NamedTuple
from urllib.parse import quote

from companion.rules.core import Result, Ruleset, Table

ADDRESS = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Companion"
PLAYED = uuid.UUID("3d1c9f0a-6a1b-4c0e-9b57-7f2f4f0c8d21")  # names a table over there
LONGEST = timedelta(hours=12)  # whatever lasted longer was left open overnight


class Play(NamedTuple):
    """Which game of which table, and when."""

    uid: str
    game: Ruleset[Any]
    table: Table
    results: Sequence[Result]
    opened_at: datetime
    ended_at: datetime


def bgstats_link(play: Play) -> str:
    """Nothing is loaded from there before it is tapped. A person is known by the name, as everywhere here."""
    minutes = round((play.ended_at - play.opened_at) / timedelta(minutes=1))
    lasted = {"durationMin": minutes} if minutes > 0 and play.ended_at - play.opened_at < LONGEST else {}
    fields = {
        "sourceName": SOURCE,
        "sourcePlayId": str(uuid.uuid5(PLAYED, play.uid)),  # who watches learns no uid by it
        "playDate": f"{play.ended_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",  # in UTC, as it wants it
        **lasted,
        "game": {
            "name": str(play.game.name),
            "sourceGameId": play.game.slug,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": name,
                "startPlayer": play.game.in_turns and seat == play.table.first,
                "score": result.points,
                "rank": result.rank,
                "winner": result.rank == 1,
            }
            for seat, (name, result) in enumerate(zip(play.table.players, play.results, strict=True))
        ],
    }
    data = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return f"{ADDRESS}?data={quote(data, safe='')}"


# Tables for spreadsheets: CSV that LibreOffice, Excel and Python read alike, and that computes nothing


BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"  # without it Excel takes Chloé for somebody else
# The beginning of a cell, here and in countries with another separator
COMPUTES = {
    separator: re.compile(rf"""^(?=\s*[=+\-@＝＋－＠\t\r\n])|(?<=[{others}|\t\r\n])(?=["'\s]*[=+\-@＝＋－＠])""")
    for separator, others in ((",", ";"), (";", ";,"))
}


def spreadsheet(rows: Iterable[Iterable[object]], separator: str = ",") -> str:
    """An apostrophe marks a name that begins like a formula, so that it computes nothing. Numbers stay numbers."""
    text, computes = StringIO(), COMPUTES[separator]
    writer = csv.writer(text, delimiter=separator)
    for row in rows:
        writer.writerow([computes.sub("'", cell) if isinstance(cell, str) else cell for cell in row])
    return BOM + text.getvalue()
