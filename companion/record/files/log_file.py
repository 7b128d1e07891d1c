"""What an export has beside its moves: which sitting it was, and every entry of its log."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from companion.record import history
from companion.record.entries import MOST_STRUCK, NOTING, SCRIPT, Entry, EntryList, in_order
from companion.record.files.game_file import GameFile, read_move, write, write_move
from companion.record.files.strict_json import NotAGameFile, check_keys, each, of_type, read_seat, read_time
from companion.rules.core import Ruleset, Table
from companion.rules.moves import Move
from companion.rules.options import BadOption, read_names, read_remark
from companion.rules.text import brief

R = TypeVar("R")
ORIGIN, ENTRY = {"uid", "opened_at"}, {"number", "kind", "tap", "at"}
ABOUT = {
    "move": {"move"},
    "strike": {"target"},
    "restore": {"target"},
    "replace": {"target", "move"},
    "insert": {"target", "move"},
    "rename": {"seat", "name"},
    "undo": {"target"},
    "redo": {"target"},
}
STRIKING_ALONG = {"strike", "restore", "replace", "insert"}
LONGEST_ID = 64
PLAIN = uuid.UUID("6f1d1c2e-7d0b-4c7e-9d3c-3a6f0b6f2a11")  # names the sittings of files without a log


class Origin(NamedTuple):
    """The sitting that a file was exported from, and every entry of its log."""

    uid: str
    opened_at: datetime
    log: tuple[Entry, ...]  # with what became of each
    table: Table  # as it was set up: somebody may have been renamed since
    series: str | None = None  # the uid of its first sitting, where this goes on one
    remark: str | None = None  # the note on its evening


def read(game: Ruleset[Any], table: Table, moves: tuple[Move, ...], sitting: object, log: object) -> Origin:
    given = of_type(sitting, dict, "“sitting”")
    check_keys(given, ORIGIN, ORIGIN | {"rules", "players", "series", "remark"}, "“sitting”")
    if of_type(given.get("rules", game.version), int, "“rules”") != game.version:  # where it stood at first
        raise NotAGameFile("its “sitting” and the file say different “rules”")
    opened = table
    if "players" in given:  # the names that the table was set up with, where they are others by now
        opened = table._replace(players=_typed(read_names, of_type(given["players"], list, "“players”")))
        if len(opened.players) != len(table.players):
            raise NotAGameFile("its “sitting” and the file have different “players”")
    grown, struck = EntryList(), 0

    def enter(number: int, line: object) -> None:
        nonlocal struck
        entry = _read_entry(game, opened, number, line)
        struck += len(entry.strikes)
        if struck > MOST_STRUCK:
            raise NotAGameFile(f"with it more than {MOST_STRUCK} entries are struck along")
        grown.enter(entry)

    each(of_type(log, list, "“log”"), "log", enter)
    entries = grown.entries
    if len({entry.tap for entry in entries}) < len(entries):
        raise NotAGameFile("has the same “tap” twice in its “log”")
    if moves != tuple(entry.move for entry in in_order(entries) if entry.stands):
        raise NotAGameFile("its “moves” are not what its “log” comes to")
    if table != history.table_now(opened, entries):
        raise NotAGameFile("its “players” are not what its “log” comes to")
    return Origin(
        uid=_read_id(given["uid"], "“uid”"),
        opened_at=read_time(given["opened_at"]),
        log=tuple(entries),
        table=opened,
        series=_read_id(given["series"], "“series”") if "series" in given else None,
        remark=_typed(read_remark, of_type(given["remark"], str, "“remark”")) if "remark" in given else None,
    )


def origin_of_plain(file: GameFile, now: datetime) -> Origin:
    """For a file without a log: named by its content, so that it is the same sitting each time."""
    times = [None if at is None else read_time(at) for at in file.times]
    moves = [{**write_move(move), "at": at and at.isoformat()} for move, at in zip(file.moves, times, strict=True)]
    content = write(file.game, file.table, moves)
    if file.game.version == 1:
        del content["rules"]  # which no file said at first, and the same file stays the same sitting
    uid = uuid.uuid5(PLAIN, json.dumps(content, sort_keys=True))
    opened_at = next((at for at in times if at), None) or now
    entries, latest = [], opened_at
    for number, (move, at) in enumerate(zip(file.moves, times, strict=True), 1):
        latest = at or latest  # one that doesn't say when came when the one before it did
        tap = str(uuid.uuid5(uid, str(number)))
        entries.append(Entry(number, "move", None, move, move, tap, None, latest))
    return Origin(str(uid), opened_at, tuple(entries), file.table)


def _typed(read_it: Callable[[Any], R], value: Any) -> R:
    """What somebody once typed at a table."""
    try:
        return read_it(value)
    except BadOption as bad:
        raise NotAGameFile(str(bad)) from None


def _read_entry(game: Ruleset[Any], table: Table, number: int, entry: object) -> Entry:
    given = of_type(entry, dict, "an entry")
    kind = of_type(given.get("kind"), str, "“kind”")
    if kind not in ABOUT:
        raise NotAGameFile(f"there are no entries of the kind “{brief(kind)}”")
    needed = ENTRY | ABOUT[kind]
    check_keys(given, needed, needed | {"phone"} | ({"strikes"} if kind in STRIKING_ALONG else set()), "the entry")
    if of_type(given["number"], int, "“number”") != number:
        raise NotAGameFile(f"has the number {brief(given['number'])}")
    move = read_move(game, table, given["move"]) if "move" in given else None
    struck = of_type(given.get("strikes", []), list, "“strikes”")
    return Entry(
        number=number,
        kind=kind,
        target=of_type(given["target"], int, "“target”") if "target" in given else None,
        move=move,
        first=move if kind in NOTING else None,
        tap=_read_id(given["tap"], "“tap”"),
        phone=_read_id(given["phone"], "“phone”") if "phone" in given else None,
        at=read_time(given["at"]),
        seat=read_seat(table.players, given["seat"], "“seat”") if "seat" in given else None,
        name=_typed(read_names, [given["name"]])[0] if "name" in given else None,
        strikes=tuple(dict.fromkeys(of_type(one, int, "a number of “strikes”") for one in struck)),
    )


def _read_id(value: object, what: str) -> str:
    given: str = of_type(value, str, what)
    if not 0 < len(given) <= LONGEST_ID or not given.isascii() or not all(c.isalnum() or c in "._:-" for c in given):
        raise NotAGameFile(f"{what} can't be “{brief(given)}”")
    return given


def write_log(entries: Sequence[Entry], seen: int = 0) -> list[dict[str, Any]]:
    """What comes after the first `seen`. Phones are numbered in the order in which they appear: their own names are
    nobody else's business.
    """
    numbers: dict[str, str] = {}
    for entry in entries:
        if entry.phone is not None:
            numbers.setdefault(entry.phone, f"{SCRIPT if entry.by_script else 'phone-'}{len(numbers) + 1}")
    return [write_entry(entry._replace(phone=numbers.get(entry.phone or ""))) for entry in entries[seen:]]


def write_entry(entry: Entry) -> dict[str, Any]:
    """As it was entered; what became of it follows from the later ones."""
    written = {
        "number": entry.number,
        "kind": entry.kind,
        "target": entry.target,
        "seat": entry.seat,
        "name": entry.name,
        "move": write_move(entry.brought) if entry.brought else None,
        "strikes": list(entry.strikes) or None,
        "tap": entry.tap,
        "phone": entry.phone,
        "at": entry.at.isoformat(),
    }
    return {key: value for key, value in written.items() if value is not None}
