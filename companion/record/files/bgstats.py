"""A finished game as BG Stats takes it over: one JSON object in a link, by the fields that it documents."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
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


def link(play: Play) -> str:
    """Nothing is loaded from there before it is tapped."""
    data = json.dumps(_fields(play), ensure_ascii=False, separators=(",", ":"))
    return f"{ADDRESS}?data={quote(data, safe='')}"


def _fields(play: Play) -> dict[str, Any]:
    return {
        "sourceName": SOURCE,
        "sourcePlayId": str(uuid.uuid5(PLAYED, play.uid)),  # who watches learns no uid by it
        "playDate": f"{play.ended_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",  # in UTC, as it wants it
        **_duration(play.ended_at - play.opened_at),
        "game": {
            "name": str(play.game.name),
            "sourceGameId": play.game.slug,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [_player(play, seat, result) for seat, result in enumerate(play.results)],
    }


def _duration(lasted: timedelta) -> dict[str, int]:
    minutes = round(lasted / timedelta(minutes=1))
    return {"durationMin": minutes} if minutes > 0 and lasted < LONGEST else {}


def _player(play: Play, seat: int, result: Result) -> dict[str, Any]:
    """A person is known by the name, as everywhere here."""
    name = play.table.players[seat]
    return {
        "name": name,
        "sourcePlayerId": name,
        "startPlayer": play.game.in_turns and seat == play.table.first,
        "score": result.points,
        "rank": result.rank,
        "winner": result.rank == 1,
    }
