"""What a sitting came to, kept beside its log from the moment that it is over, and made anew when that is corrected."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, insert

from companion.record.history import Log
from companion.rules.core import each_played
from companion.store.tables import Finished, Placed, Sitting


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
    results = game.results(log.sheet)
    moves = (entry.move for entry in log.effective if entry.move is not None)
    chronicle = game.chronicle(log.sheet, each_played(game, table, moves))
    ended_at = log.effective[-1].at if log.effective else sitting.opened_at
    connection.execute(_FINISHED, {"sitting_id": sitting.id, "ended_at": ended_at, "whole": chronicle.whole})
    winners = [result.rank for result in results].count(1)
    placed = zip(table.players, results, chronicle.seats, strict=True)
    rows = [
        {
            "sitting_id": sitting.id,
            "seat": seat,
            "name": name,
            **result._asdict(),
            "sharers": winners if result.rank == 1 else 0,
            "kept": kept,
        }
        for seat, (name, result, kept) in enumerate(placed)
    ]
    connection.execute(_PLACED, rows)


def _forget(connection: Connection, sitting: int) -> None:
    for statement in _FORGET:
        connection.execute(statement, {"sitting": sitting})


_FINISHED, _PLACED = insert(Finished), insert(Placed)
_FORGET = [delete(table).where(table.sitting_id == bindparam("sitting")) for table in (Placed, Finished)]
