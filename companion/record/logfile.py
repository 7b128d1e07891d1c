"""What an export has beside its moves: which sitting it was, and every entry of its log."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from companion.record import history
from companion.record.history import Entry
from companion.record.moves import read_move, write_move
from companion.record.strict import NotAGameFile, check_keys, each, of_type, read_time
from companion.rules.core import Move, Ruleset, Table
from companion.rules.text import brief

ORIGIN, ENTRY = {"uid", "opened_at"}, {"number", "kind", "tap", "at"}
ABOUT = {"move": {"move"}, "strike": {"target"}, "restore": {"target"}, "replace": {"target", "move"}}
LONGEST_ID = 64


class Origin(NamedTuple):
    """The sitting that a file was exported from, and every entry of its log."""

    uid: str
    opened_at: datetime
    log: tuple[Entry, ...]  # with what became of each


def read(game: Ruleset[Any], table: Table, moves: tuple[Move, ...], sitting: object, log: object) -> Origin:
    given = of_type(sitting, dict, "“sitting”")
    check_keys(given, ORIGIN, ORIGIN | {"rules"}, "“sitting”")
    if of_type(given.get("rules", game.version), int, "“rules”") != game.version:  # where it stood at first
        raise NotAGameFile("its “sitting” and the file say different “rules”")
    entries = _read_entries(game, table, log)
    if moves != tuple(entry.move for entry in entries if entry.stands):
        raise NotAGameFile("its “moves” are not what its “log” comes to")
    return Origin(_read_id(given["uid"], "“uid”"), read_time(given["opened_at"]), entries)


def _read_entries(game: Ruleset[Any], table: Table, log: object) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    each(
        of_type(log, list, "“log”"),
        "log",
        lambda number, entry: history.enter(entries, _read_entry(game, table, number, entry)),
    )
    if len({entry.tap for entry in entries}) < len(entries):
        raise NotAGameFile("has the same “tap” twice in its “log”")
    return tuple(entries)


def _read_entry(game: Ruleset[Any], table: Table, number: int, entry: object) -> Entry:
    given = of_type(entry, dict, "an entry")
    kind = of_type(given.get("kind"), str, "“kind”")
    if kind not in ABOUT:
        raise NotAGameFile(f"there are no entries of the kind “{brief(kind)}”")
    check_keys(given, ENTRY | ABOUT[kind], ENTRY | ABOUT[kind] | {"phone"}, "the entry")
    if of_type(given["number"], int, "“number”") != number:
        raise NotAGameFile(f"has the number {brief(given['number'])}")
    target = of_type(given["target"], int, "“target”") if "target" in given else None
    move = read_move(game, table, given["move"]) if "move" in given else None
    phone = _read_id(given["phone"], "“phone”") if "phone" in given else None
    first = move if kind == "move" else None
    return Entry(number, kind, target, move, first, _read_id(given["tap"], "“tap”"), phone, read_time(given["at"]))


def _read_id(value: object, what: str) -> str:
    given: str = of_type(value, str, what)
    if not 0 < len(given) <= LONGEST_ID or not given.isascii() or not all(c.isalnum() or c in "._:-" for c in given):
        raise NotAGameFile(f"{what} can't be “{brief(given)}”")
    return given


def write_entry(entry: Entry) -> dict[str, Any]:
    """As it was entered; what became of it follows from the later ones."""
    written: dict[str, Any] = {"number": entry.number, "kind": entry.kind}
    if entry.target is not None:
        written["target"] = entry.target
    if brought := entry.first or entry.move:
        written["move"] = write_move(brought)
    written["tap"] = entry.tap
    if entry.phone is not None:
        written["phone"] = entry.phone
    return {**written, "at": entry.at.isoformat()}
