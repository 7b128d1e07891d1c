"""What an export has beside its moves: which sitting it was, and every entry of its log."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from companion.rules import history
from companion.rules.core import Move, Ruleset, Table
from companion.rules.gamefile import NotAGameFile, check_keys, each, of_type, read_move, read_time, write_move
from companion.rules.history import Line
from companion.rules.text import brief

ORIGIN, LINE = {"uid", "opened_at", "rules"}, {"number", "kind", "tap", "at"}
ABOUT = {"move": {"move"}, "strike": {"target"}, "restore": {"target"}, "replace": {"target", "move"}}
LONGEST_ID = 64


class Origin(NamedTuple):
    """The sitting that a file was exported from, and every entry of its log."""

    uid: str
    opened_at: datetime
    rules: int
    log: tuple[Line, ...]  # with what became of each


def read(game: Ruleset[Any], table: Table, moves: tuple[Move, ...], sitting: object, log: object) -> Origin:
    given = of_type(sitting, dict, "“sitting”")
    check_keys(given, ORIGIN, ORIGIN, "“sitting”")
    version = of_type(given["rules"], int, "“rules”")
    if version < 1:
        raise NotAGameFile("“rules” goes from 1")
    lines = _read_lines(game, table, log)
    if moves != tuple(line.move for line in lines if line.stands):
        raise NotAGameFile("its “moves” are not what its “log” comes to")
    return Origin(_read_id(given["uid"], "“uid”"), read_time(given["opened_at"]), version, lines)


def _read_lines(game: Ruleset[Any], table: Table, log: object) -> tuple[Line, ...]:
    lines: list[Line] = []
    each(
        of_type(log, list, "“log”"),
        "log",
        lambda number, entry: history.enter(lines, _read_line(game, table, number, entry)),
    )
    if len({line.tap for line in lines}) < len(lines):
        raise NotAGameFile("has the same “tap” twice in its “log”")
    return tuple(lines)


def _read_line(game: Ruleset[Any], table: Table, number: int, entry: object) -> Line:
    given = of_type(entry, dict, "an entry")
    kind = of_type(given.get("kind"), str, "“kind”")
    if kind not in ABOUT:
        raise NotAGameFile(f"there are no entries of the kind “{brief(kind)}”")
    check_keys(given, LINE | ABOUT[kind], LINE | ABOUT[kind] | {"phone"}, "the entry")
    if of_type(given["number"], int, "“number”") != number:
        raise NotAGameFile(f"has the number {brief(given['number'])}")
    target = of_type(given["target"], int, "“target”") if "target" in given else None
    move = read_move(game, table, given["move"]) if "move" in given else None
    phone = _read_id(given["phone"], "“phone”") if "phone" in given else None
    first = move if kind == "move" else None
    return Line(number, kind, target, move, first, _read_id(given["tap"], "“tap”"), phone, read_time(given["at"]))


def _read_id(value: object, what: str) -> str:
    given: str = of_type(value, str, what)
    if not 0 < len(given) <= LONGEST_ID or not given.isascii() or not all(c.isalnum() or c in "._:-" for c in given):
        raise NotAGameFile(f"{what} can't be “{brief(given)}”")
    return given


def write_line(line: Line) -> dict[str, Any]:
    """As it was entered; what became of it follows from the later ones."""
    written: dict[str, Any] = {"number": line.number, "kind": line.kind}
    if line.target is not None:
        written["target"] = line.target
    if brought := line.first or line.move:
        written["move"] = write_move(brought)
    written["tap"] = line.tap
    if line.phone is not None:
        written["phone"] = line.phone
    return {**written, "at": line.at.isoformat()}
