"""Game files come into the database: one, or thousands in slices. A file proves nothing, whoever brings it.

What it brings is known from what was opened here (`came_as`), and no file is a way into that.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from threading import BoundedSemaphore, Lock
from time import monotonic, sleep
from typing import NamedTuple

from sqlalchemy import bindparam, insert, or_, select, true
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.record import history
from companion.record.entries import MOST_ENTRIES, Entry, moves_of
from companion.record.files import game_file, log_file, strict_json
from companion.record.files.game_file import GameFile
from companion.record.files.log_file import Origin
from companion.record.history import Log
from companion.rules.core import RuleBroken, check
from companion.rules.text import Text, say
from companion.store.database.engine import here, writing
from companion.store.database.trouble import BUSY, StoreTrouble
from companion.store.log import caught_up, row_of
from companion.store.memory import remember_all
from companion.store.results import keep_result
from companion.store.sittings import SECRET, new_sitting, note_visit
from companion.store.tables import EntryRow, Finished, Sitting, Visit

UNDER_WAY = say("This game is under way on other phones: ask them for its link")
TRIES = 5
MOST_GAMES = 10_000  # of a file that a phone brings
SLICE = 0.02  # seconds for which others' taps wait while games come in, before it is their turn
AT_ONCE = 20  # games that are made ready for it
IN_A_ROW = 3  # files of phones: one comes in, the others wait

_row, _first = BoundedSemaphore(IN_A_ROW), Lock()


class ImportRefused(Exception):
    """A game file that can't come into this database as it is; of a list, what had come in before it."""

    def __init__(self, text: Text, came: Sequence[Sitting] = ()) -> None:
        super().__init__(str(text))
        self.text = text
        self.came = tuple(came)


class Incoming(NamedTuple):  # and makes sense here
    file: GameFile
    origin: Origin
    log: Log


def import_games(raw: bytes, phone: str | None = None) -> list[Sitting]:
    """The sittings of a game file, or of a list of them as `companion export all` writes it.

    All of them make sense here, or none comes in: otherwise NotAGameFile or ImportRefused. Many come in slices, between
    which others' taps pass; what is in by then stays there, whatever happens to the next.

    A file with a log is known by its uid, and what the database lacks of that log is added; one without is known
    by what it says. So a file that comes twice makes one sitting. But a file proves nothing, and who made it isn't
    known: a phone finds only what it has seen, and adds only to where it scores. Else it has a sitting of its own.
    """
    if phone is None:
        return _import(raw, phone)
    if not _row.acquire(blocking=False):
        raise ImportRefused(say("Other files are being imported just now: try again in a minute"))
    try:
        with _first:
            return _import(raw, phone)
    finally:
        _row.release()


def _import(raw: bytes, phone: str | None) -> list[Sitting]:
    if raw.lstrip()[:1] != b"[":
        return _bring([[_incoming(game_file.parse(raw), phone)]], phone)
    games = strict_json.of_type(strict_json.load_json(raw), list, "the list")
    if phone is not None and len(games) > MOST_GAMES:
        raise ImportRefused(say("A file has at most %(most)s games: import it in parts", most=MOST_GAMES))

    def read(game: object) -> Incoming:
        sleep(0)  # whoever taps meanwhile is let in between two games
        return _incoming(game_file.read(strict_json.of_type(game, dict, "a game file")), phone)

    strict_json.each(games, "the list", lambda _, game: read(game).origin.uid)  # kept whole, they were 100 MB
    starts = range(0, len(games), AT_ONCE)
    return _bring((list(map(read, games[start : start + AT_ONCE])) for start in starts), phone)


def _bring(parts: Iterable[Sequence[Incoming]], phone: str | None) -> list[Sitting]:
    came: list[Sitting] = []
    try:
        for part in parts:
            while part:
                some = _slice(part, phone)
                came.extend(some)
                part = part[len(some) :]
    except (ImportRefused, StoreTrouble) as broken:
        if came:
            raise ImportRefused(broken.text, came) from broken
        raise
    return came


def _slice(incoming: Sequence[Incoming], phone: str | None) -> list[Sitting]:
    """As many as come in before others have waited long enough."""
    for _ in range(TRIES):
        came: list[Sitting] = []
        try:
            with writing() as session:
                until = monotonic() + SLICE
                for one in incoming:
                    try:
                        came.append(_come_in(session, one, phone))
                    except ImportRefused:  # before anything of it was written; alone, it is refused
                        if not came:
                            raise
                        break
                    if monotonic() > until:
                        break
            return came
        except IntegrityError:  # another process has just brought the same, or noted a move in it
            continue
    raise StoreTrouble(BUSY)


def _incoming(file: GameFile, phone: str | None) -> Incoming:
    """It must fold here, by the version of the rules that it names."""
    if phone is not None and max(len(file.moves), len(file.origin.log) if file.origin else 0) > MOST_ENTRIES:
        raise ImportRefused(say("No game has more than %(most)s moves", most=MOST_ENTRIES))
    origin = file.origin or log_file.origin_of_plain(file, datetime.now(UTC))
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


def _come_in(session: Session, incoming: Incoming, phone: str | None) -> Sitting:
    known = _known(session, incoming.origin.uid, phone)
    if known is None:
        sitting = _new(session, incoming, phone)
        may_score = True
    else:
        sitting, may_score = known
        if may_score and incoming.file.origin is not None:
            _add_what_is_new(session, sitting, incoming)
        elif not may_score and session.get(Finished, sitting.id) is None:
            raise ImportRefused(UNDER_WAY)
    if phone is not None:
        note_visit(session, phone, sitting, may_score)
    return sitting


def _known(session: Session, uid: str, phone: str | None) -> tuple[Sitting, bool] | None:
    """The sitting that a file means, and whether it adds to it: one that the phone has seen, or that none brought."""
    row = session.connection().execute(_OF_NONE if phone is None else _SEEN, {"uid": uid, "phone": phone}).first()
    return (session.get_one(Sitting, row.id), row.may_score) if row else None


_NAMED = or_(Sitting.uid == bindparam("uid"), Sitting.came_as == bindparam("uid"))
_SEEN = (
    select(Sitting.id, Visit.may_score)
    .join(Visit, Visit.sitting_id == Sitting.id)
    .where(_NAMED, Visit.phone == bindparam("phone"))
    .order_by(Visit.may_score.desc(), Sitting.id)
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
    if file.origin is not None:
        sitting.series = _series_of_files(session, origin, phone)
    session.add(sitting)
    session.flush()
    _enter_all(session, sitting, log.entries)
    keep_result(session.connection(), sitting, log)
    return sitting


def _series_of_files(session: Session, origin: Origin, phone: str | None) -> str | None:
    """Files of one series stay one, where the same phone brought them and scores there still: never with what was
    opened here, to which no file is a way.
    """
    said = origin.series or origin.uid
    same = select(Sitting).where(or_(Sitting.came_as == said, Sitting.came_of == said))
    if phone is None:
        same = same.where(Sitting.brought_by.is_(None))
    else:
        scores = Visit.sitting_id == Sitting.id, Visit.phone == phone, Visit.may_score
        same = same.where(Sitting.brought_by == phone).where(select(Visit.phone).where(*scores).exists())
    first = session.scalars(same.order_by(Sitting.id)).first()
    if first is None:
        return None
    first.series = first.series or secrets.token_urlsafe(SECRET)
    return first.series


def _add_what_is_new(session: Session, sitting: Sitting, incoming: Incoming) -> None:
    """If one log goes on where the other ends, the longer one is what happened."""
    store, connection = here(), session.connection()
    ours = caught_up(store, connection, sitting)
    written = [log_file.write_log(log.entries) for log in (ours, incoming.log)]
    same = next((at for at, (a, b) in enumerate(zip(*written, strict=False)) if a != b), None)
    if same is not None or (sitting.ruleset, sitting.table) != (incoming.file.game, incoming.origin.table):
        raise ImportRefused(
            say("This game is here already, with another log from entry %(number)s on", number=(same or 0) + 1)
        )
    missing = incoming.log.entries[ours.length :]
    if missing:
        phones = {b.phone: a.phone for a, b in zip(ours.entries, incoming.log.entries, strict=False)}
        _enter_all(session, sitting, [entry._replace(phone=phones.get(entry.phone, entry.phone)) for entry in missing])
        sitting.brought = incoming.log.length
        remember_all(connection, sitting, incoming.log)
        keep_result(connection, sitting, incoming.log)


def _enter_all(session: Session, sitting: Sitting, entries: Sequence[Entry]) -> None:
    if entries:
        session.connection().execute(insert(EntryRow), [row_of(sitting, entry) for entry in entries])
