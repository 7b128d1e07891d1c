"""Game files out of the database, with their whole log; and into it: one game, or thousands in slices."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from threading import BoundedSemaphore, Lock
from time import monotonic, sleep
from typing import Any, NamedTuple
from zlib import crc32

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError, NoResultFound
from sqlalchemy.orm.exc import StaleDataError

from companion import __version__
from companion.record.files import game_file, log_file, strict_json
from companion.record.files.game_file import write_move
from companion.rules.text import say
from companion.store.access import LINK, NoSuchSitting, find
from companion.store.database.engine import here, reading, writing
from companion.store.database.queue import OF_FILES, ONE_AT_A_TIME
from companion.store.database.trouble import BUSY, Damaged, StoreTrouble, Unreadable, of_one
from companion.store.incoming import ImportRefused, Incoming, come_in, incoming
from companion.store.log import read
from companion.store.tables import EntryRow, Sitting

TRIES = 5
MOST_GAMES = 10_000  # of a file that a phone brings
SLICE = 0.02  # seconds for which others' taps wait while games come in, before it is their turn
WORK, REST = 0.3, 0.12  # seconds, of a process that brings many
AT_ONCE = 20  # games that are made ready for it
IN_A_ROW = 3  # files of phones: of large ones one comes in, the others wait
LARGE = 100_000  # bytes: some evenings are less
WAITS = 1.0  # seconds, before whoever brings the next one hears that it still waits

_row, _first = BoundedSemaphore(IN_A_ROW), Lock()


def export(sitting: Sitting, remark: str | None = None) -> dict[str, Any]:
    """A game file of what stands, and beside it where it came from and every entry, corrections too.

    `remark`: the note on its evening, which a copy of the database has in it. A file for others has none: former
    versions would not read it.
    """
    log, series = read(sitting), _said_series(sitting)
    moves = [{**write_move(entry.move), "at": entry.at.isoformat()} for entry in log.effective if entry.move]
    renamed = log.sheet.table != log.opened
    return {
        **game_file.write(sitting.ruleset, log.sheet.table, moves),
        "written_by": f"Companion {__version__}",
        "sitting": {
            "uid": sitting.uid,
            "opened_at": sitting.opened_at.isoformat(),
            **({"series": series} if series else {}),
            **({"players": list(log.opened.players)} if renamed else {}),
            **({"remark": remark} if remark else {}),
        },
        "log": log_file.write_log(log.entries),
    }


def _said_series(sitting: Sitting) -> str | None:
    """The uid of its first game, where this goes on one."""
    if sitting.came_of or not sitting.series:
        return sitting.came_of
    first = select(Sitting.uid, Sitting.came_of).where(Sitting.series == sitting.series).order_by(Sitting.id).limit(1)
    with reading() as session:
        uid, came_of = session.execute(first).one_or_none() or (sitting.uid, None)  # or they were deleted just now
    return None if (came_of or uid) in (sitting.uid, sitting.came_as) else came_of or uid


def export_all(skip: Callable[[str, Unreadable], None] | None = None) -> Iterator[dict[str, Any]]:
    """Each sitting of the database, in the order in which they came; `skip` is told of those that can't be read."""
    for number in _every():
        name = f"table {number}"
        try:
            with of_one(), reading() as session:
                sitting = session.get(Sitting, number)
            if sitting is None:  # deleted meanwhile
                continue
            name = sitting.uid
            yield export(sitting, sitting.remark)
        except Unreadable as unreadable:
            if skip is None:
                raise
            skip(name, unreadable)


def _every() -> list[int]:
    """The numbers of all sittings, by whatever way to them is not damaged."""
    *ways, last = select(Sitting.id).order_by(Sitting.id), select(Sitting.id), select(EntryRow.sitting_id).distinct()
    for way in ways:
        with suppress(Damaged), of_one(), reading() as session:
            return sorted(session.scalars(way))
    with reading() as session:
        return sorted(session.scalars(last))


def find_named(name: str) -> Sitting:
    """By a link, whole or only its secret part, or by its uid."""
    for part in reversed(name.split("?")[0].split("/")):
        if LINK.fullmatch(part):
            with reading() as session:
                known = session.scalar(select(Sitting).where(Sitting.uid == part))
            return known or find(part)[0]
    raise NoSuchSitting


# How they come in, and how far that is


class Progress(NamedTuple):
    """Of so many games in a file how many were found to make sense here, and which sittings they are by now."""

    games: int = 0
    checked: int = 0
    came: Sequence[Sitting] = ()


def import_games(raw: bytes, phone: str | None = None, seen: Callable[[Progress], None] | None = None) -> list[Sitting]:
    """All sittings of a game file. What is `seen` meanwhile is what `bring_in` says."""
    progress = Progress()
    for progress in bring_in(raw, phone):
        if seen:
            seen(progress)
    return list(progress.came)


def bring_in(raw: bytes, phone: str | None = None) -> Generator[Progress, None, None]:
    """A game file comes in, or a list of them as `companion export all` writes it; and after each step, how far it is.

    All of them make sense here, or none comes in: otherwise NotAGameFile or ImportRefused. Many come in slices, between
    which others' taps pass; what is in by then stays there, whatever happens to the next, or to whoever looks on.

    A file with a log is known by its uid, and what the database lacks of that log is added; one without is known
    by what it says. So a file that comes twice makes one sitting. But a file proves nothing, and who made it isn't
    known: a phone finds only what it has seen, and adds only to where it scores. Else it has a sitting of its own.
    """
    if phone is None:
        yield from _with_rests(_bring(raw, phone))
        return
    if not _row.acquire(blocking=False):
        raise ImportRefused(say("Other files are being imported just now: try again in a minute"))
    try:
        if len(raw) <= LARGE:
            yield from _bring(raw, phone)
            return
        while not _first.acquire(timeout=WAITS):
            yield Progress()
        try:
            yield from _bring(raw, phone)
        finally:
            _first.release()
    finally:
        _row.release()


def _with_rests(coming: Iterator[Progress]) -> Iterator[Progress]:
    """By a process of its own. On SQLite whoever waits for another process looks each tenth of a second whether it may
    write, and between two slices nobody would be looking.
    """
    rested = monotonic()
    for progress in coming:
        yield progress
        if progress.came and here().is_sqlite and monotonic() - rested > WORK:
            sleep(REST)
            rested = monotonic()


def _bring(raw: bytes, phone: str | None) -> Iterator[Progress]:
    if raw.lstrip()[:1] != b"[":
        yield Progress(1, 1, _slice([incoming(game_file.parse(raw), phone)], phone))
        return
    # Read whole, it would take nine times its bytes
    games = strict_json.LongList(raw, None if phone is None else MOST_GAMES + 1)
    if phone is not None and len(games) > MOST_GAMES:
        raise ImportRefused(say("A file has at most %(most)s games: import it in parts", most=MOST_GAMES))

    def read(number: int, game: object) -> Incoming:
        sleep(0)  # whoever taps meanwhile is let in between two games
        return incoming(game_file.read(strict_json.of_type(game, dict, "a game file")), phone)

    for checked, _ in enumerate(strict_json.one_by_one(games, "the list", read), 1):  # kept whole, they were 100 MB
        yield Progress(len(games), checked)
    came: list[Sitting] = []
    for start in range(0, len(games), AT_ONCE):
        part = [read(0, games[number]) for number in range(start, min(start + AT_ONCE, len(games)))]
        while part:
            some = _slice(part, phone)
            came.extend(some)
            part = part[len(some) :]
            yield Progress(len(games), len(games), came)


def _slice(incoming: Sequence[Incoming], phone: str | None) -> list[Sitting]:
    """As many as come in before others have waited long enough."""
    for _ in range(TRIES):
        came: list[Sitting] = []
        try:
            with writing() as session:
                if not here().is_sqlite:  # by several processes at once a file would find nothing of itself yet
                    session.execute(ONE_AT_A_TIME, {"key": OF_FILES + crc32((phone or "").encode())})
                until = monotonic() + SLICE
                for one in incoming:
                    try:
                        came.append(come_in(session, one, phone))
                    except ImportRefused:  # before anything of it was written; alone, it is refused
                        if not came:
                            raise
                        break
                    if monotonic() > until:
                        break
            return came
        # Another process has just brought the same, noted a move in it, or deleted it
        except (IntegrityError, NoResultFound, StaleDataError):
            continue
    raise StoreTrouble(BUSY)
