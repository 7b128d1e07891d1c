"""Game files, `companion.game/1`: each move off the same typed fields as its web form, whole files, and their tally."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion import rules
from companion.record.files.strict_json import TYPE_NAMES, NotAGameFile, check_keys, each, load_json, of_type, read_time
from companion.rules.core import RuleBroken, Ruleset, Table, check, fold
from companion.rules.moves import UNSAID, Field, Move, fields_of
from companion.rules.options import BadOption, changed, read_names, read_options
from companion.rules.text import brief, say

if TYPE_CHECKING:  # only an export has a log, and a tally starts faster without it
    from companion.record.files.log_file import Origin


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


FORMAT = "companion.game/1"
LARGEST = 5_000_000
REQUIRED = {"format", "game", "players", "moves"}
EXPORTED = {"sitting", "log"}  # where a file comes from a database: whole, with its corrections
KNOWN = REQUIRED | EXPORTED | {"options", "rules", "first", "written_by"}


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


def read(data: Mapping[str, Any]) -> GameFile:
    check_keys(data, REQUIRED, KNOWN, "the file")
    if data["format"] != FORMAT:
        raise NotAGameFile(f"is not of the format {FORMAT}")
    game = _read_rules(data)
    table = read_table(game, data["players"], data.get("options", {}), data.get("first", 0))
    given = of_type(data["moves"], list, "“moves”")
    moves = each(given, "moves", lambda number, move: read_move(game, table, move))
    origin = None
    if EXPORTED & data.keys():
        from companion.record.files import log_file

        check_keys(data, EXPORTED, KNOWN, "the file")
        origin = log_file.read(game, table, moves, data["sitting"], data["log"])
    return GameFile(game, table, moves, times=tuple(move.get("at") for move in given), origin=origin)


def _read_rules(data: Mapping[str, Any]) -> Ruleset[Any]:
    slug, version = of_type(data["game"], str, "“game”"), of_type(data.get("rules", 1), int, "“rules”")
    newest = rules.GAMES.get(slug)
    if newest is None:
        raise NotAGameFile(f"is of a game that is not known here: “{brief(slug)}”")
    if version < 1:
        raise NotAGameFile("“rules” goes from 1")
    known = rules.ruleset(slug, version)
    if known is None:
        raise NotAGameFile(f"was made by newer rules of {newest.name}: version {brief(version)}")
    return known


def read_table(game: Ruleset[Any], players: object, options: object, first: Any = 0) -> Table:
    try:
        return table_of(game, players, options, first)
    except BadOption as bad:
        raise NotAGameFile(str(bad)) from None


def table_of(game: Ruleset[Any], players: object, options: object, first: Any = 0) -> Table:
    """NotAGameFile where these are of the wrong shape, BadOption where no table can have them."""
    given, asked = of_type(players, list, "“players”"), of_type(options, dict, "“options”")
    begins, seats = of_type(first, int, "“first”"), len(given)
    low, high = game.seats
    if not low <= seats <= high:  # before the names: there could be a million of them
        raise BadOption(
            say(
                "%(game)s is for %(low)s to %(high)s players, not %(seats)s",
                game=game.name,
                low=low,
                high=high,
                seats=seats,
            )
        )
    names = read_names(given)
    chosen = read_options(game.options, asked)
    if conflict := game.incompatible(chosen):
        raise conflict
    if begins not in range(seats):
        raise BadOption(say("“first” is a seat from 0 to %(last)s, not %(seat)s", last=seats - 1, seat=brief(begins)))
    return Table(names, chosen, begins)


def write(game: Ruleset[Any], table: Table, moves: list[dict[str, Any]]) -> dict[str, Any]:
    """A whole game file, of moves that are already written."""
    return {
        "format": FORMAT,
        "game": game.slug,
        "rules": game.version,
        "options": changed(game.options, table.options),
        "players": list(table.players),
        **({"first": table.first} if table.first else {}),
        "moves": moves,
    }


def tally(file: GameFile) -> dict[str, Any]:
    """Its tally, or RuleBroken with the number of the move that the rules forbid."""
    check_ranges(file)
    return file.game.tally(fold(file.game, file.table, file.moves))


def check_ranges(file: GameFile) -> None:
    """RuleBroken, with its number, where a move has a seat, card or number that doesn't exist."""
    for number, move in enumerate(file.moves, 1):
        try:
            check(move, file.table)
        except RuleBroken as broken:
            broken.number = number
            raise
