"""Out of the database and into one: game files with their whole log."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.record import history
from companion.record.entries import Entry, moves_of
from companion.record.files import game_file, log_file, strict_json
from companion.record.files.game_file import GameFile, write_move
from companion.record.files.log_file import Origin
from companion.record.history import Log
from companion.rules.core import RuleBroken, check
from companion.rules.text import Text, say
from companion.store.database.engine import here, reading, writing
from companion.store.database.trouble import BUSY, StoreTrouble, Unreadable
from companion.store.evenings import may_go_on
from companion.store.log import caught_up, read, row_of
from companion.store.memory import remember_all
from companion.store.results import keep_result
from companion.store.sittings import LINK, NoSuchSitting, add_sitting, find, new_sitting, seen_by
from companion.store.tables import EntryRow, Finished, Sitting, Visit

PLAIN = uuid.UUID("6f1d1c2e-7d0b-4c7e-9d3c-3a6f0b6f2a11")  # names the sittings of files without a log
TRIES = 5
MOST_BROUGHT = 1_500  # entries of a game that a phone brings: what is reckoned of it takes their square


class ImportRefused(Exception):
    """A game file that can't come into this database as it is."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


# Out


def export(sitting: Sitting) -> dict[str, Any]:
    """A game file of what stands, and beside it where it came from and every entry, corrections too."""
    log = read(sitting)
    moves = [{**write_move(entry.move), "at": entry.at.isoformat()} for entry in log.effective if entry.move]
    renamed = log.sheet.table != log.opened
    return {
        **game_file.write(sitting.ruleset, log.sheet.table, moves),
        "sitting": {
            "uid": sitting.uid,
            "opened_at": sitting.opened_at.isoformat(),
            **({"series": sitting.series} if sitting.series else {}),
            **({"players": list(log.opened.players)} if renamed else {}),
        },
        "log": log_file.write_log(log.entries),
    }


def export_all(skip: Callable[[Sitting, Unreadable], None] | None = None) -> Iterator[dict[str, Any]]:
    """Each sitting of the database, in the order in which they came; `skip` is told of those that can't be read."""
    with reading() as session:
        sittings = session.scalars(select(Sitting).order_by(Sitting.id)).all()
    for sitting in sittings:
        try:
            yield export(sitting)
        except Unreadable as unreadable:
            if skip is None:
                raise
            skip(sitting, unreadable)


def find_named(name: str) -> Sitting:
    """By a link, whole or only its secret part, or by its uid."""
    for part in reversed(name.split("?")[0].split("/")):
        if LINK.fullmatch(part):
            with reading() as session:
                known = session.scalar(select(Sitting).where(Sitting.uid == part))
            return known or find(part)[0]
    raise NoSuchSitting


# In


class Incoming(NamedTuple):
    """A game file that makes sense here."""

    file: GameFile
    origin: Origin
    log: Log


def import_games(raw: bytes, phone: str | None = None) -> list[Sitting]:
    """The sittings of a game file, or of a list of them as `companion export all` writes it: all of them, or none.

    A file with a log is known by its uid, and what the database lacks of that log is added; one without is known
    by what it says. So a file that comes twice makes one sitting. Otherwise NotAGameFile or ImportRefused.

    The phone that brings them sees them from then on, and may score in those that are new. A file is no key to a
    table that is there already: only whoever scores at it adds to its log, and one under way isn't opened by it.
    """
    most = None if phone is None else MOST_BROUGHT
    if raw.lstrip()[:1] == b"[":
        incoming = list(
            strict_json.each(
                strict_json.load_json(raw),
                "the list",
                lambda _, one: _incoming(game_file.read(strict_json.of_type(one, dict, "a game file")), most),
            )
        )
    else:
        incoming = [_incoming(game_file.parse(raw), most)]
    for _ in range(TRIES):
        try:
            with writing() as session:
                return [_come_in(session, one, phone) for one in incoming]
        except IntegrityError:  # another process has just brought the same, or noted a move in it
            continue
    raise StoreTrouble(BUSY)


def _incoming(file: GameFile, most: int | None) -> Incoming:
    """It must fold here, by the version of the rules that it names."""
    if most and max(len(file.moves), len(file.origin.log) if file.origin else 0) > most:
        raise ImportRefused(say("No game has more than %(most)s moves", most=most))
    origin = file.origin or _origin(file)
    entries = [entry.as_entered for entry in origin.log]
    try:
        game_file.check_ranges(file)
        for move in moves_of(entries):
            check(move, file.table)
        log = history.go_on(file.game, history.start(file.game, origin.table), entries)
    except RuleBroken as broken:
        if broken.number is None:
            raise ImportRefused(broken.text) from None
        kind = file.moves[broken.number - 1].kind
        said = say("move %(number)s (%(kind)s): %(why)s", number=broken.number, kind=kind, why=broken.text)
        raise ImportRefused(said) from None
    return Incoming(file, origin, log)


def _origin(file: GameFile) -> Origin:
    """For a file without a log: named by its content, so that it is the same sitting each time."""
    times = [None if at is None else strict_json.read_time(at) for at in file.times]
    moves = [{**write_move(move), "at": at and at.isoformat()} for move, at in zip(file.moves, times, strict=True)]
    content = game_file.write(file.game, file.table, moves)
    if file.game.version == 1:
        del content["rules"]  # which no file said at first, and the same file stays the same sitting
    uid = uuid.uuid5(PLAIN, json.dumps(content, sort_keys=True))
    opened_at = next((at for at in times if at), None) or datetime.now(UTC)
    entries, latest = [], opened_at
    for number, (move, at) in enumerate(zip(file.moves, times, strict=True), 1):
        latest = at or latest  # one that doesn't say when came when the one before it did
        tap = str(uuid.uuid5(uid, str(number)))
        entries.append(Entry(number, "move", None, move, move, tap, None, latest))
    return Origin(str(uid), opened_at, tuple(entries), file.table)


def _come_in(session: Session, incoming: Incoming, phone: str | None) -> Sitting:
    file, origin, log = incoming
    known = session.scalar(select(Sitting).where(Sitting.uid == origin.uid))
    visit = session.get(Visit, (phone, known.id)) if known and phone else None
    may_score = known is None or phone is None or (visit is not None and visit.may_score)
    if known is None:  # it stays alone, where it says that it goes on what others play
        goes_on = origin.series and (phone is None or may_go_on(session, origin.series, phone))
        series = origin.series if goes_on else None
        sitting = new_sitting(file.game, origin.table, origin.uid, origin.opened_at, series)
        add_sitting(session, sitting, log)
        _enter_all(session, sitting, log.entries)
        keep_result(session.connection(), sitting, log)
    else:
        sitting = known
        if not may_score and session.get(Finished, known.id) is None:
            raise ImportRefused(say("This game is under way on other phones: ask them for its link"))
        if may_score and file.origin is not None:
            _add_what_is_new(session, known, incoming)
    if phone is not None:
        session.execute(seen_by(phone, sitting, may_score))
    return sitting


def _add_what_is_new(session: Session, sitting: Sitting, incoming: Incoming) -> None:
    """If one log goes on where the other ends, the longer one is what happened."""
    store, connection = here(), session.connection()
    ours = caught_up(store, connection, sitting)
    written = [log_file.write_log(log.entries) for log in (ours, incoming.log)]
    same = next((at for at, (a, b) in enumerate(zip(*written, strict=False)) if a != b), None)
    if same is not None or (sitting.ruleset, sitting.table) != (incoming.file.game, incoming.origin.table):
        raise ImportRefused(
            say("This game is here already and went another way from entry %(number)s on", number=(same or 0) + 1)
        )
    missing = incoming.log.entries[ours.length :]
    if missing:
        phones = {b.phone: a.phone for a, b in zip(ours.entries, incoming.log.entries, strict=False)}
        _enter_all(session, sitting, [entry._replace(phone=phones.get(entry.phone, entry.phone)) for entry in missing])
        remember_all(connection, sitting, incoming.log)
        keep_result(connection, sitting, incoming.log)


def _enter_all(session: Session, sitting: Sitting, entries: Sequence[Entry]) -> None:
    if entries:
        session.execute(insert(EntryRow), [row_of(sitting, entry) for entry in entries])
