"""Game files, `companion.game/1`: move <-> JSON, whole files in and out, and their tally."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from companion import rules
from companion.rules.core import UNSAID, Field, Move, RuleBroken, Ruleset, Table, fields_of
from companion.rules.options import BadOption, changed, read_names, read_options
from companion.rules.text import brief

if TYPE_CHECKING:  # only an export has times and a log to read, and a tally starts faster without them
    from datetime import datetime

    from companion.rules.logfile import Origin

R = TypeVar("R")
FORMAT = "companion.game/1"
LARGEST = 5_000_000
REQUIRED = {"format", "game", "players", "moves"}
EXPORTED = {"sitting", "log"}  # where a file comes from a database: whole, with its corrections
KNOWN = REQUIRED | EXPORTED | {"options"}
TIME_SIGNS = frozenset("0123456789-+:.,TWZ ")
TYPE_NAMES = {int: "a whole number", str: "a text", tuple: "a list of whole numbers"}


class NotAGameFile(ValueError):
    """Says in one line why a file can't be read as a game."""


class GameFile(NamedTuple):
    game: Ruleset[Any]
    table: Table
    moves: tuple[Move, ...]
    times: tuple[str | None, ...]  # `at` of each move, as written
    origin: Origin | None


def parse(raw: bytes) -> GameFile:
    return read(load(raw))


def load(raw: bytes) -> dict[str, Any]:
    """The JSON object in these bytes."""
    if len(raw) > LARGEST:
        raise NotAGameFile(f"is larger than {LARGEST // 1_000_000} MB")
    document: dict[str, Any] = of_type(load_json(raw), dict, "the file")
    return document


def load_json(raw: bytes) -> Any:
    """Stricter than json: no doubled keys, no NaN, UTF-8 only."""
    try:
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise NotAGameFile(f"is not UTF-8 text (byte {error.start + 1})") from None
    except RecursionError:
        raise NotAGameFile("is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise NotAGameFile(f"is not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except NotAGameFile:
        raise
    except ValueError:  # int() refuses thousands of digits
        raise NotAGameFile("holds a far too large number") from None


def read(data: Mapping[str, Any]) -> GameFile:
    check_keys(data, REQUIRED, KNOWN, "the file")
    if data["format"] != FORMAT:
        raise NotAGameFile(f"is not of the format {FORMAT}")
    game = rules.GAMES.get(of_type(data["game"], str, "“game”"))
    if game is None:
        raise NotAGameFile(f"is of a game that is not known here: “{brief(data['game'])}”")
    table = read_table(game, data["players"], data.get("options", {}))
    given = of_type(data["moves"], list, "“moves”")
    moves = each(given, "moves", lambda number, move: read_move(game, table, move))
    origin = _read_origin(game, table, moves, data) if EXPORTED & data.keys() else None
    return GameFile(game, table, moves, tuple(move.get("at") for move in given), origin)


def _read_origin(game: Ruleset[Any], table: Table, moves: tuple[Move, ...], data: Mapping[str, Any]) -> Origin:
    from companion.rules import logfile

    check_keys(data, EXPORTED, KNOWN, "the file")
    return logfile.read(game, table, moves, data["sitting"], data["log"])


def read_table(game: Ruleset[Any], players: object, options: object) -> Table:
    given = of_type(players, list, "“players”")
    seats = len(given)
    if not game.seats.low <= seats <= game.seats.high:  # before the names: there could be a million of them
        raise NotAGameFile(f"{game.name} is for {game.seats.low} to {game.seats.high} players, not {seats}")
    try:
        names = read_names(given)
        chosen = read_options(game.options, of_type(options, dict, "“options”"))
    except BadOption as bad:
        raise NotAGameFile(str(bad)) from None
    if conflict := game.conflict(chosen):
        raise NotAGameFile(str(conflict))
    return Table(names, chosen)


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
    if misfit := move.misfit(table.options):
        raise NotAGameFile(misfit)
    return move


def write(game: Ruleset[Any], table: Table, moves: list[dict[str, Any]]) -> dict[str, Any]:
    """A whole game file, of moves that are already written."""
    return {
        "format": FORMAT,
        "game": game.slug,
        "options": changed(game.options, table.options),
        "players": list(table.players),
        "moves": moves,
    }


def write_move(move: Move) -> dict[str, Any]:
    written: dict[str, Any] = {"move": move.kind}
    for field in fields_of(type(move)):
        value = getattr(move, field.name)
        if value is UNSAID or (value is None and not field.nullable):
            continue
        written[field.name] = list(value) if field.type is tuple else value
    return written


def tally(file: GameFile) -> dict[str, Any]:
    """Its tally, or RuleBroken with the number of the move that the rules forbid."""
    sheet = file.game.start(file.table)
    for number, move in enumerate(file.moves, 1):
        try:
            sheet = file.game.tap(sheet, move)
        except RuleBroken as broken:
            broken.number = number
            raise
    return file.game.tally(sheet)


# The shape of things


def each(given: list[Any], where: str, read_it: Callable[[int, Any], R]) -> tuple[R, ...]:
    read_ones = []
    for number, item in enumerate(given, 1):
        try:
            read_ones.append(read_it(number, item))
        except (NotAGameFile, RuleBroken) as error:
            raise NotAGameFile(f"entry {number} of “{where}”: {error}") from None
    return tuple(read_ones)


def _field(field: Field, value: object) -> Any:
    if value is None and field.nullable:
        return None
    if field.type is tuple:
        items = of_type(value, list, f"“{field.name}”", TYPE_NAMES[tuple])
        return tuple(of_type(item, int, f"“{field.name}”", TYPE_NAMES[tuple]) for item in items)
    return of_type(value, field.type, f"“{field.name}”")


def of_type(value: object, kind: type, what: str, name: str | None = None) -> Any:
    """JSON's own types, exactly: true is no 1, 1.0 is no 1, and "1" is no 1."""
    if type(value) is not kind:
        raise NotAGameFile(
            f"{what} must be {name or TYPE_NAMES.get(kind) or ('a list' if kind is list else 'a JSON object')}"
        )
    return value


def check_keys(data: Mapping[str, Any], required: set[str], known: set[str], what: str) -> None:
    if missing := sorted(required - data.keys()):
        raise NotAGameFile(f"{what} lacks “{missing[0]}”")
    if unknown := [key for key in data if key not in known]:
        raise NotAGameFile(f"{what} has an unknown key “{brief(unknown[0])}”")


def read_time(at: object) -> datetime:
    """In UTC, which is also what a time without a zone is taken for."""
    from datetime import UTC, datetime

    given = of_type(at, str, "“at”")
    try:
        if not TIME_SIGNS.issuperset(given):
            raise ValueError
        time = datetime.fromisoformat(given)
        return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError):  # the latter: of the year 1, east of Greenwich
        raise NotAGameFile(f"“{brief(at)}” is not a time") from None


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise NotAGameFile(f"has the key “{brief(twice)}” twice in one object")
    return data


def _no_constant(name: str) -> None:
    raise NotAGameFile(f"is not JSON: {name} is no number")
