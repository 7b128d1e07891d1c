"""One game of a file: whether it makes sense here, and how it comes into the database. It proves nothing.

What a file brings is known from what was opened here (`came_as`), and no file is a way into that.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import String, bindparam, insert, or_, select, true
from sqlalchemy.orm import Session

from companion.record import history
from companion.record.entries import MOST_ENTRIES, Entry, moves_of
from companion.record.files import game_file, log_file
from companion.record.files.game_file import GameFile
from companion.record.files.log_file import Origin
from companion.record.history import Log
from companion.rules.core import RuleBroken, check
from companion.rules.options import BadOption, read_names, visible
from companion.rules.text import Text, say
from companion.store.access import SECRET
from companion.store.database.engine import here
from companion.store.log import caught_up, row_of
from companion.store.memory import remember_all
from companion.store.results import keep_result, result_of
from companion.store.sittings import has_room, new_sitting, note_visit
from companion.store.tables import EntryRow, Finished, Sitting, Visit

UNDER_WAY = say("This game is under way on other phones: ask them for its link")


class ImportRefused(Exception):
    """A game file that can't come into this database as it is."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Incoming(NamedTuple):  # and makes sense here
    file: GameFile
    origin: Origin
    log: Log


def incoming(file: GameFile, phone: str | None) -> Incoming:
    """It must fold here, by the version of the rules that it names."""
    if phone is not None and max(len(file.moves), len(file.origin.log) if file.origin else 0) > MOST_ENTRIES:
        raise ImportRefused(say("No game has more than %(most)s moves", most=MOST_ENTRIES))
    origin = file.origin or log_file.origin_of_plain(file, datetime.now(UTC))
    if phone is not None:
        origin = _visible(origin)
    entries = [entry.as_entered for entry in origin.log]
    try:
        game_file.check_ranges(file)
        for move in moves_of(entries):
            check(move, file.table)
        log = history.with_accepted(file.game, history.start(file.game, origin.table), entries)
    except RuleBroken as broken:
        if broken.number is None:
            raise ImportRefused(broken.text) from None
        kind = file.moves[broken.number - 1].kind
        said = say("move %(number)s (%(kind)s): %(why)s", number=broken.number, kind=kind, why=broken.text)
        raise ImportRefused(said) from None
    return Incoming(file, origin, log)


def _visible(origin: Origin) -> Origin:
    """With names of which nothing is invisible: what other versions let in comes in, but turns no text round."""

    def seen(names: Sequence[str]) -> tuple[str, ...]:
        return read_names(map(visible, names))

    try:
        given = origin.table.options.items()
        options = {key: seen(value) if isinstance(value, tuple) else value for key, value in given}
        table = origin.table._replace(players=seen(origin.table.players), options=options)
    except BadOption as bad:
        raise ImportRefused(bad.text) from None
    log = tuple(entry._replace(name=visible(entry.name)) if entry.name else entry for entry in origin.log)
    return origin._replace(table=table, log=log)


def come_in(session: Session, incoming: Incoming, phone: str | None) -> Sitting:
    known = _known(session, incoming.origin.uid, phone)
    if known is None:
        sitting = _new(session, incoming, phone)
        may_score = True
    else:
        sitting, may_score = known
        if may_score and incoming.file.origin is not None:
            _add_what_is_new(session, sitting, incoming, phone)
            sitting.remark = sitting.remark or incoming.origin.remark  # what was written here stays
        elif not may_score and session.get(Finished, sitting.id) is None:
            raise ImportRefused(UNDER_WAY)
    if phone is not None:
        note_visit(session, phone, sitting, may_score)
    return sitting


def _known(session: Session, uid: str, phone: str | None) -> tuple[Sitting, bool] | None:
    """The sitting that a file means, and whether it adds to it: one that the phone has seen, or that none brought."""
    connection, named = session.connection(), {"uid": uid}
    if phone is None:
        row = connection.execute(_OF_NONE, named).first()
    else:
        sittings = connection.scalars(_BEFORE_NEW_LINKS, {**named, "phone": phone}).all()
        row = connection.execute(_SEEN, {"sittings": sittings, "phone": phone}).first()
    return (session.get_one(Sitting, row.id), row.may_score) if row else None


_NAMED = or_(Sitting.uid == bindparam("uid"), Sitting.came_as == bindparam("uid"))
# On PostgreSQL: new links come before the visit is looked for, or after it was noted again
# It is looked for among those of this phone alone: one game may have been brought by thousands
_ITS_OWN = select(Visit.phone).where(Visit.sitting_id == Sitting.id, Visit.phone == bindparam("phone")).exists()
_BEFORE_NEW_LINKS = select(Sitting.id).where(_NAMED, _ITS_OWN).with_for_update(read=True, key_share=True)
_SEEN = (
    select(Visit.sitting_id.label("id"), Visit.may_score)
    .where(Visit.sitting_id.in_(bindparam("sittings", expanding=True)), Visit.phone == bindparam("phone"))
    .order_by(Visit.may_score.desc(), Visit.sitting_id)
)
_OF_NONE = select(Sitting.id, true().label("may_score")).where(_NAMED, Sitting.brought_by.is_(None))
_TAKEN = select(Sitting.came_as, Finished.sitting_id).outerjoin(Finished).where(Sitting.uid == bindparam("uid"))


def _new(session: Session, incoming: Incoming, phone: str | None) -> Sitting:
    file, origin, log = incoming
    taken = session.connection().execute(_TAKEN, {"uid": origin.uid}).first()
    if taken == (None, None):  # it was opened here, and isn't over
        raise ImportRefused(UNDER_WAY)
    sitting = new_sitting(file.game, origin.table, str(uuid.uuid4()) if taken else origin.uid, origin.opened_at)
    sitting.came_as, sitting.came_of = origin.uid, origin.series
    sitting.brought_by, sitting.brought = phone, log.length
    sitting.remark = origin.remark
    if file.origin is not None:
        sitting.series = _series_of_files(session, origin, phone)
    session.add(sitting)
    session.flush()
    _enter_all(session, sitting, log.entries)
    keep_result(session.connection(), sitting, result_of(sitting, log))
    return sitting


def _series_of_files(session: Session, origin: Origin, phone: str | None) -> str | None:
    """Files of one series stay one, where the same phone brought them and scores there still: never with what was
    opened here, to which no file is a way. The newest of them says which; where that one is full, another begins.
    """
    about = {"said": origin.series or origin.uid, "phone": phone}
    found = (session.connection().execute(newest, about).first() for newest in _NEWEST)
    row = next((row for row in found if row), None)
    if row is None:
        return None
    if row.series is None:
        newest = session.get_one(Sitting, row.id, with_for_update=True, populate_existing=True)
        newest.series = newest.series or secrets.token_urlsafe(SECRET)
        return newest.series
    return row.series if has_room(session, row.series) else None


_BY = bindparam("phone", type_=String)
_SCORES = select(Visit.phone).where(Visit.sitting_id == Sitting.id, Visit.phone == _BY, Visit.may_score).exists()
_NEWEST = [  # by an index each
    select(Sitting.id, Sitting.series)
    .where(named == bindparam("said"), Sitting.brought_by.is_not_distinct_from(_BY), or_(_BY.is_(None), _SCORES))
    .order_by(Sitting.id.desc())
    .limit(1)
    for named in (Sitting.came_of, Sitting.came_as)
]


def _add_what_is_new(session: Session, sitting: Sitting, incoming: Incoming, phone: str | None) -> None:
    """If one log goes on where the other ends, the longer one is what happened."""
    store, connection = here(), session.connection()
    ours = caught_up(store, connection, sitting)
    known = Origin(sitting.uid, sitting.opened_at, ours.entries, sitting.table)
    if phone is not None:
        known = _visible(known)
    written = [log_file.write_log(entries) for entries in (known.log, incoming.log.entries)]
    same = next((at for at, (a, b) in enumerate(zip(*written, strict=False)) if a != b), None)
    if same is not None or (sitting.ruleset, known.table) != (incoming.file.game, incoming.origin.table):
        raise ImportRefused(
            say("This game is here already, with another log from entry %(number)s on", number=(same or 0) + 1)
        )
    missing = incoming.log.entries[ours.length :]
    if missing:
        phones = {b.phone: a.phone for a, b in zip(ours.entries, incoming.log.entries, strict=False)}
        _enter_all(session, sitting, [entry._replace(phone=phones.get(entry.phone, entry.phone)) for entry in missing])
        sitting.brought = incoming.log.length
        store.tell_processes(connection, sitting.id)
        remember_all(connection, sitting, incoming.log)
        keep_result(connection, sitting, result_of(sitting, incoming.log))


def _enter_all(session: Session, sitting: Sitting, entries: Sequence[Entry]) -> None:
    if entries:
        session.connection().execute(insert(EntryRow), [row_of(sitting, entry) for entry in entries])
