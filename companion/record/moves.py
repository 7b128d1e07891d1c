"""A move as JSON has it, and back: read off the same typed fields that its web form is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.record.files.strict_json import TYPE_NAMES, NotAGameFile, check_keys, of_type, read_time
from companion.rules.core import Move, Ruleset, Table
from companion.rules.fields import UNSAID, Field, fields_of
from companion.rules.text import brief


class Misfit(NotAGameFile):
    """Each field is well, but together, or at this table, they don't make a move."""


def read_move(game: Ruleset[Any], table: Table, data: object) -> Move:
    """The move in a JSON object. Its shape is checked here, its sense by the rules."""
    given = of_type(data, dict, "a move")
    kind = of_type(given.get("move"), str, "“move”")
    move_type = game.move_type(kind)
    if move_type is None:
        raise NotAGameFile(f"{game.name} has no move “{brief(kind)}”")
    if "at" in given:
        read_time(given["at"])
    fields = fields_of(move_type)
    required = {field.name for field in fields if field.required}
    check_keys(given, required | {"move"}, {"move", "at", *(field.name for field in fields)}, "the move")
    move = move_type(**{field.name: _field(field, given[field.name]) for field in fields if field.name in given})
    check_fit(move, table.options)
    return move


def check_fit(move: Move, options: Mapping[str, Any]) -> None:
    """What doesn't fit couldn't be read again, once it is in a log."""
    if misfit := move.misfit(options):
        raise Misfit(misfit)


def _field(field: Field, value: object) -> Any:
    if value is None and field.nullable:
        return None
    if field.type is tuple:
        items = of_type(value, list, f"“{field.name}”", TYPE_NAMES[tuple])
        return tuple(of_type(item, int, f"“{field.name}”", TYPE_NAMES[tuple]) for item in items)
    return of_type(value, field.type, f"“{field.name}”")


def write_move(move: Move) -> dict[str, Any]:
    written: dict[str, Any] = {"move": move.kind}
    for field in fields_of(type(move)):
        value = getattr(move, field.name)
        if value is UNSAID or (value is None and not field.nullable):
            continue
        written[field.name] = list(value) if field.type is tuple else value
    return written
