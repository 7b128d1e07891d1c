"""Moves and options as JSON Schema: read off the same typed fields that forms, files and checks are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

from companion import rules
from companion.record.files.game_file import write_move
from companion.rules.core import RuleBroken, Ruleset
from companion.rules.moves import End, Field, Move, fields_of
from companion.rules.options import LONGEST_NAME, Choice, Names, Number, Numbers, Option, defaults
from companion.rules.text import Text

Schema = dict[str, Any]
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
TIME: Schema = {
    "type": "string",
    "format": "date-time",
    "description": "As a game file may have it (ISO 8601). The log keeps a time of its own.",
}
TAP: Schema = {
    "type": "string",
    "pattern": "^[A-Za-z0-9._:-]{1,64}$",
    "description": "The id of this tap, made once by whoever sends it, a UUID say. Sent again, it counts once.",
    "examples": ["6f1d1c2e-7d0b-4c7e-9d3c-3a6f0b6f2a11"],
}
SECRET = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
OF_A_TABLE: Schema = {
    "type": "string",
    "pattern": SECRET,
    "description": "A UUID, made at random. Sent again, the table is opened once; so whoever knows it gets the links.",
    "examples": TAP["examples"],
}
OF_A_TAP: dict[str, Schema] = {
    "tap": {"$ref": "#/components/schemas/tap"},
    "after": {
        "type": "integer",
        "minimum": 0,
        "description": "The length of the log that you have seen. What others noted since may be asked about (409).",
    },
    "twice": {"type": "boolean", "default": False, "description": "It is meant, whatever others noted."},
    "by": {**NAME, "description": "What the phones call you, “a script” without. Scripts of one name are one."},
}
STRIKES: Schema = {
    "type": "array",
    "items": {"type": "integer", "minimum": 1},
    "description": "Later entries to strike along, where the game would be over before them.",
}
ROUND = 40  # of what has no range, for rules that refuse a small number
SAMPLE = ("Ana", "Tom", "Chloé", "Maximilian", "Eve", "Flo", "Gus", "Ida")


def rulesets() -> Iterator[Ruleset[Any]]:
    """Every version of every game: a sitting is played to its end by the rules that it began with."""
    for game in rules.GAMES.values():
        yield from (game, *game.earlier)


def moves() -> dict[str, Schema]:
    """By the name that each has in the description."""
    known = {name_of(game, kind): _move(game, kind) for game in rulesets() for kind in game.moves}
    return {**known, End.kind: _move(next(rulesets()), End)}


def bodies() -> dict[str, Schema]:
    """Where a move is put into the log, later entries may be struck along."""
    told = moves()
    name = {"properties": {"name": NAME}, "required": ["name"], "examples": [{"name": "Max"}]}
    return {
        **{known: _body(move) for known, move in told.items()},
        **{f"{known}.anew": _body(move, strikes=STRIKES) for known, move in told.items()},
        "correction": _body({}, strikes=STRIKES),
        "back": _body({}),
        "rename": _body(name),
    }


def _body(told: Schema, **more: Schema) -> Schema:
    """Of a tap that tells this, and nothing else."""
    return {
        **told,
        "type": "object",
        "properties": {**told.get("properties", {}), **OF_A_TAP, **more},
        "required": [*told.get("required", ()), "tap", "after"],
        "additionalProperties": False,
        "examples": [{**known, "tap": TAP["examples"][0], "after": 0} for known in told.get("examples", [{}])],
    }


def name_of(game: Ruleset[Any], kind: type[Move] | None = None) -> str:
    """`game.move`, with the version where it is a former one."""
    name = f"{game.slug}.{kind.kind}" if kind else game.slug
    return name if game is rules.GAMES[game.slug] else f"{name}.{game.version}"


def _move(game: Ruleset[Any], kind: type[Move]) -> Schema:
    fields = fields_of(kind)
    return {
        "type": "object",
        "title": str(kind.title),
        "properties": {
            "move": {"const": kind.kind},
            **{field.name: _field(game, kind, field) for field in fields},
            "at": TIME,
        },
        "required": ["move", *(field.name for field in fields if field.required)],
        "examples": [example(game, kind)],
    }


def _field(game: Ruleset[Any], kind: type[Move], field: Field) -> Schema:
    if choices := _choices(kind, field):
        one: Schema = {"type": "string", "enum": list(choices)}
    elif field.seat:
        one = {"type": "integer", "minimum": 0, "maximum": game.seats.high - 1}
    elif field.within:
        one = {"type": "integer", "minimum": field.within.low, "maximum": field.within.high}
    else:
        one = {"type": "string" if field.type is str else "integer"}
    if field.type is tuple:
        one = {"type": "array", "items": one}
    if field.nullable:
        one["type"] = [one["type"], "null"]
    label = kind.labels.get(field.name)
    said = str(label.title) if label else "A seat, from 0" if field.seat else field.name
    if field.nullable:
        said += "; null: nobody"
    return {**one, "description": f"{said} ({_listed(label.choices)})" if label and label.choices else said}


def _choices(kind: type[Move], field: Field) -> tuple[str, ...]:
    """Also those that only have names: whether there is such a one is then for the rules to say."""
    label = kind.labels.get(field.name)
    return field.choices or (tuple(label.choices) if label else ())


def _listed(choices: Mapping[Any, Text]) -> str:
    return ", ".join(f"{value}: {text}" for value, text in choices.items())


# Examples


def example(game: Ruleset[Any], kind: type[Move]) -> Schema:
    """With as few fields as it can have, and one that a table could begin with, where there is one."""
    whole = list(_whole(game, kind))
    return write_move(next((move for move in whole if _may_begin(game, move)), whole[0]))


def _whole(game: Ruleset[Any], kind: type[Move]) -> Iterator[Move]:
    """Without a field that it lacks."""
    fields, usual = fields_of(kind), defaults(game.options)
    needed, others = ([field for field in fields if field.required is wanted] for wanted in (True, False))
    for count in range(len(others) + 1):
        for more in combinations(others, count):
            told = [*needed, *more]
            for values in product(*(_samples(game, kind, field) for field in told)):
                move = kind(**dict(zip((field.name for field in told), values, strict=True)))
                if not move.misfit(usual):
                    yield move


def _samples(game: Ruleset[Any], kind: type[Move], field: Field) -> tuple[Any, ...]:
    if choices := _choices(kind, field):
        return choices[:1]
    lowest = 0 if field.seat else field.within.low if field.within else 1
    if field.type is tuple:
        return ((lowest,), tuple(range(lowest, lowest + game.seats.low)))
    return (lowest,) if field.seat or field.within else (lowest, ROUND)


def _may_begin(game: Ruleset[Any], move: Move) -> bool:
    try:
        game.tap(game.start(game.table(SAMPLE[: game.seats.low])), move)
    except RuleBroken:
        return False
    return True


# Tables


def openings() -> dict[str, Schema]:
    return {f"{name_of(game)}.sitting": _opening(game) for game in rulesets()}


def _opening(game: Ruleset[Any]) -> Schema:
    newest = game is rules.GAMES[game.slug]
    return {
        "type": "object",
        "title": f"{game.name}, rules of version {game.version}",
        "properties": {
            "game": {"const": game.slug},
            "rules": {"const": game.version, "description": "The version of the rules. Not said: the newest."},
            "players": {
                "type": "array",
                "items": NAME,
                "uniqueItems": True,
                "minItems": game.seats.low,
                "maxItems": game.seats.high,
                "description": "In seat order, clockwise; no two alike, whatever their case.",
            },
            "first": {"type": "integer", "minimum": 0, "maximum": game.seats.high - 1, "default": 0},
            "options": {
                "type": "object",
                "properties": {option.key: _option(option) for option in game.options},
                "additionalProperties": False,
                "description": "What the rulebook leaves open. Not said: the default.",
            },
            "tap": OF_A_TABLE,
        },
        "required": ["game", "players", *([] if newest else ["rules"])],
        "additionalProperties": False,
        "examples": [{"game": game.slug, "players": list(SAMPLE[: game.seats.low])}],
    }


def _option(option: Option) -> Schema:
    said = {"title": str(option.title), "description": str(option.why)}
    if option.default is not None:
        said["default"] = option.write(option.default)
    match option:
        case Choice(choices=choices):
            said["description"] += f" ({_listed(dict(choices))})"
            return {**said, "enum": [value for value, _ in choices]}
        case Number(low=low, high=high):
            return {**said, "type": "integer", "minimum": low, "maximum": high}
        case Numbers(fields=fields):
            numbers = {
                name: {"type": "integer", "minimum": low, "maximum": high, "description": str(label)}
                for name, low, high, label in fields
            }
            return {**said, "type": "object", "properties": numbers, "additionalProperties": False}
        case Names(default=names):
            return {
                **said,
                "type": "array",
                "items": NAME,
                "uniqueItems": True,
                "minItems": len(names),
                "maxItems": len(names),
            }
        case _:
            raise TypeError(f"no schema for {option!r}")
