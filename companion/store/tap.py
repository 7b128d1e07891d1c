"""The only way of a tap into a log: what it wants to enter, and what comes of it."""

from __future__ import annotations

import random
import re
import time
from contextlib import suppress
from datetime import UTC, datetime
from operator import itemgetter
from typing import NamedTuple

from sqlalchemy import String, and_, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from companion.record import aim, conflicts, history
from companion.record.conflicts import Conflict, EndsHere, OlderBackup
from companion.record.entries import MOST_ENTRIES, MOST_STRUCK, NOTING, EndsEarlier, Entry
from companion.record.files.game_file import check_fit
from companion.record.history import Log, Mark
from companion.rules.core import GameOver, RuleBroken
from companion.rules.moves import Move
from companion.rules.text import Text, say
from companion.store.access import NoSuchSitting
from companion.store.database.engine import LONG_LOG, Store, here
from companion.store.database.trouble import BUSY, StoreTrouble
from companion.store.log import caught_up, read, row_of
from companion.store.memory import remember, remember_all
from companion.store.results import ResultRow, keep_result, result_of
from companion.store.tables import EntryRow, Sitting

ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")
TRIES = 50
PAUSE = 0.005  # seconds at most, between two tries
AHEAD = 3.0  # seconds for which that is tried: another process may note in the same log each time


class Tap(NamedTuple):
    """One POST: its own id, the length of the log that its person has seen, and the phone that sent it."""

    id: str
    after: int
    phone: str | None
    confirmed: bool = False  # its person has said yes to it: no question is asked about what others noted


class Wanted(NamedTuple):
    """What a tap is to enter."""

    kind: str
    target: int | None = None
    move: Move | None = None
    seat: int | None = None
    name: str | None = None  # as it was typed
    strikes: tuple[int, ...] = ()  # later entries, along with a correction that ends the game before them
    aimed: bool = False  # the server finds its seat (whose turn it is) or entry (the last), as its person could know

    @classmethod
    def by(cls, entry: Entry) -> Wanted:
        """What was wanted where this was entered."""
        return cls(entry.kind, entry.target, entry.brought, entry.seat, entry.name, entry.strikes)


class Noted(NamedTuple):
    """What has come of a tap."""

    log: Log
    entry: Entry
    anew: bool  # False where the tap was in the log already: it was sent again


class Decided(NamedTuple):
    """What is to come of a tap, and what the game came to, if it is over; by a log with this `mark`."""

    noted: Noted
    result: ResultRow | None
    mark: Mark


class MovedOn(Exception):
    """The log has grown since it was decided what comes of a tap."""


class Stale(Exception):
    """A tap that can't come from any page of this sitting."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Conflicting(Exception):
    """A tap to ask about: others noted something since that may have made it a mistake.

    `wanted`: as it was aimed. `log`: the one that was looked at; entries that came after it were not.
    """

    def __init__(self, conflict: Conflict, wanted: Wanted, log: Log) -> None:
        super().__init__(str(conflict))
        self.conflict = conflict
        self.wanted = wanted
        self.log = log


def note(sitting: Sitting, tap: Tap, wanted: Wanted) -> Noted:
    """The writers of a process queue. Where another process took the same number of the log, its key refuses ours, and
    we try again.

    What is noted in a long log takes long to reckon: that is done before, and others write meanwhile.
    """
    if wanted.move is not None:
        check_fit(wanted.move, sitting.table.options)
    if wanted.name is not None:
        wanted = wanted._replace(name=wanted.name.strip())
    if wanted.strikes:
        wanted = wanted._replace(strikes=tuple(dict.fromkeys(wanted.strikes)))
    if not ID.fullmatch(tap.id) or not (tap.phone is None or ID.fullmatch(tap.phone)):
        raise Stale(say("That tap arrived without its number: reload the page"))
    store = here()
    if (store.logs.get(sitting.id) or read(sitting)).length < LONG_LOG:
        return _enter(store, sitting, tap, wanted, None)
    until = time.monotonic() + AHEAD
    while time.monotonic() < until:
        ahead = _decided(sitting, read(sitting), tap, wanted)
        with suppress(MovedOn):
            return _enter(store, sitting, tap, wanted, ahead)
    raise StoreTrouble(BUSY)


def _enter(store: Store, sitting: Sitting, tap: Tap, wanted: Wanted, ahead: Decided | None) -> Noted:
    """It is written, and all that hangs on it; or MovedOn, where it was decided `ahead`, about a log that has grown."""
    with store.turns:
        for lost in range(TRIES):
            try:
                with store.writing() as connection:
                    if lost:
                        connection.execute(_QUEUE, {"sitting": sitting.id})
                    log = caught_up(store, connection, sitting)
                    if ahead and ahead.mark != log.mark:
                        raise MovedOn
                    noted, result, _ = ahead or _decided(sitting, log, tap, wanted)
                    if noted.anew:
                        entry = {**row_of(sitting, noted.entry), "found": sitting.score_link}
                        if not connection.execute(_ENTER, entry).rowcount:
                            raise NoSuchSitting
                        if noted.entry.kind != "move":  # it can reopen a game, or withdraw a value that was remembered
                            remember_all(connection, sitting, noted.log)
                        elif taught := sitting.ruleset.remembers(sitting.table, noted.entry.move):
                            remember(connection, sitting, taught)
                        if result or noted.entry.kind != "move":
                            keep_result(connection, sitting, result)
                        store.tell_processes(connection, sitting.id)
                store.keep(sitting.id, noted.log)
                return noted
            except IntegrityError:  # another process was first
                time.sleep(random.uniform(0, PAUSE) if lost else 0)
    raise StoreTrouble(BUSY)


def _decided(sitting: Sitting, log: Log, tap: Tap, wanted: Wanted) -> Decided:
    """Is it known, does it make sense, is it in conflict with others; and what is it all worth then."""
    game = sitting.ruleset
    entry = Entry(
        log.length + 1,
        wanted.kind,
        wanted.target,
        wanted.move,
        first=wanted.move if wanted.kind in NOTING else None,
        tap=tap.id,
        phone=tap.phone,
        at=datetime.now(UTC),
        seat=wanted.seat,
        name=wanted.name,
        strikes=wanted.strikes,
    )
    if tap.id in map(_tap_of, log.entries):
        known = next(entry for entry in log.entries if entry.tap == tap.id)
        if wanted.aimed:  # it went where it was aimed then
            entry = aim.aimed_as(entry, known)
            wanted = wanted._replace(target=entry.target, move=entry.move)
        if Wanted.by(known) != Wanted.by(entry):
            raise Conflicting(conflicts.arrived(game, log, known, entry), wanted, log)
        return Decided(Noted(log, known, False), None, log.mark)
    if log.length >= MOST_ENTRIES:
        full = say("The log of this table is full: it takes %(most)s entries. Go on at a new table", most=MOST_ENTRIES)
        raise RuleBroken(full)
    if wanted.strikes and sum(len(one.strikes) for one in (*log.entries, entry)) > MOST_STRUCK:
        full = say("The corrections of a table strike out at most %(most)s other entries", most=MOST_STRUCK)
        raise RuleBroken(full)
    if tap.after < 0:
        raise Stale(say("This page no longer fits the game: reload it"))
    if wanted.aimed:
        entry = aim.aimed(game, log, entry, tap.after)
        wanted = wanted._replace(target=entry.target, move=entry.move)  # a question is about what was meant
    try:
        grown = history.with_entry(game, log, entry)
    except EndsEarlier as ends:
        raise Conflicting(EndsHere(log.entries[ends.later[0] - 1], ends), wanted, log) from None
    except GameOver:
        ended = entry.kind == "move" and conflicts.ended_meanwhile(game, log, entry, tap.after)
        if not ended:
            raise
        raise Conflicting(ended, wanted, log) from None
    if tap.after != log.length:  # rarely
        if not log.follows(Mark(tap.after)):
            last = log.entries[-1] if log.entries else None
            raise Conflicting(OlderBackup(last, wanted.aimed and hasattr(entry.move, "player")), wanted, log)
        if not tap.confirmed and (conflict := conflicts.conflict_with(game, log, entry, tap.after)):
            raise Conflicting(conflict, wanted, log)
    return Decided(Noted(grown, entry, True), result_of(sitting, grown) if grown.sheet.over else None, log.mark)


_tap_of = itemgetter(Entry._fields.index("tap"))  # by its place: a long log is looked through with each tap
# Where the sitting has new links since it was found, nothing is entered
_COLUMNS = EntryRow.__table__.columns
_FOUND = and_(Sitting.id == bindparam("sitting_id"), Sitting.score_link == bindparam("found", type_=String))
_ROW = select(*(bindparam(column.name, type_=column.type) for column in _COLUMNS)).where(_FOUND)
_ENTER = insert(EntryRow).from_select(_COLUMNS.keys(), _ROW.with_for_update(read=True, key_share=True))
_ENTER = _ENTER.execution_options(preserve_rowcount=True)
# On PostgreSQL, whoever lost a race queues up. Not `FOR UPDATE`: that would wait for entries, and they for it.
_QUEUE = select(Sitting.id).where(Sitting.id == bindparam("sitting")).with_for_update(key_share=True)
