"""What a sitting came to, kept beside its log from the moment that it is over, and made anew when that is corrected."""

from __future__ import annotations

import secrets
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert

from companion.record.evenings import Place, write_places
from companion.record.history import Log
from companion.rules.core import each_played
from companion.store.tables import Finished, Placed, Sitting

LATE = timedelta(hours=5)  # after midnight an evening still goes on


def keep_result(connection: Connection, sitting: Sitting, log: Log) -> None:
    """After a new entry, in the transaction that writes it."""
    if log.entries[-1].kind != "move":  # it may have been over before
        _forget(connection, sitting.id)
    if log.sheet.over:
        _keep(connection, sitting, log)


def keep_result_anew(connection: Connection, sitting: Sitting, log: Log) -> None:
    """Whatever was kept of it until now."""
    _forget(connection, sitting.id)
    if log.sheet.over:
        _keep(connection, sitting, log)


def _keep(connection: Connection, sitting: Sitting, log: Log) -> None:
    game, table = sitting.ruleset, log.sheet.table
    moves = (entry.move for entry in log.effective if entry.move is not None)
    chronicle = game.chronicle(log.sheet, each_played(game, table, moves))
    seats = zip(table.players, game.results(log.sheet), chronicle.seats, strict=True)
    places = [Place(name, *result, kept) for name, result, kept in seats]
    connection.execute(_FINISHED, _finished(sitting, log, chronicle.whole, places))
    connection.execute(_PLACED, _placed(sitting, places))


def _finished(sitting: Sitting, log: Log, whole: bool, places: list[Place]) -> dict[str, Any]:
    ended_at = log.effective[-1].at if log.effective else sitting.opened_at
    return {
        "sitting_id": sitting.id,
        "ended_at": ended_at,
        "day": evening_of(ended_at),
        "whole": whole,
        "game": sitting.game,
        "rules": sitting.rules,
        "made": secrets.randbits(62),
        "places": write_places(places),
    }


def _placed(sitting: Sitting, places: list[Place]) -> list[dict[str, Any]]:
    winners = [place.rank for place in places].count(1)
    return [
        {
            "sitting_id": sitting.id,
            "seat": seat,
            **place._asdict(),
            "sharers": winners if place.rank == 1 else 0,
        }
        for seat, place in enumerate(places)
    ]


def evening_of(at: datetime) -> date:
    try:
        return (at.astimezone() - LATE).date()
    except OverflowError:  # in the first or the last night that a date can be of
        return at.date()


def _forget(connection: Connection, sitting: int) -> None:
    for statement in _FORGET:
        connection.execute(statement, {"sitting": sitting})


_FINISHED, _PLACED = insert(Finished), insert(Placed)
_FORGET = [delete(table).where(table.sitting_id == bindparam("sitting")) for table in (Placed, Finished)]
