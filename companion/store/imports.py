"""Game files come into the database: one game, or thousands in slices, and how far that is can be seen."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from threading import BoundedSemaphore, Lock
from time import monotonic, sleep
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError

from companion.record.files import game_file, strict_json
from companion.rules.text import say
from companion.store.database.engine import writing
from companion.store.database.trouble import BUSY, StoreTrouble
from companion.store.incoming import ImportRefused, Incoming, come_in, incoming
from companion.store.tables import Sitting

TRIES = 5
MOST_GAMES = 10_000  # of a file that a phone brings
SLICE = 0.02  # seconds for which others' taps wait while games come in, before it is their turn
AT_ONCE = 20  # games that are made ready for it
IN_A_ROW = 3  # files of phones: one comes in, the others wait
WAITS = 1.0  # seconds, before whoever brings the next one hears that it still waits

_row, _first = BoundedSemaphore(IN_A_ROW), Lock()


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
        yield from _bring(raw, phone)
        return
    if not _row.acquire(blocking=False):
        raise ImportRefused(say("Other files are being imported just now: try again in a minute"))
    try:
        while not _first.acquire(timeout=WAITS):
            yield Progress()
        try:
            yield from _bring(raw, phone)
        finally:
            _first.release()
    finally:
        _row.release()


def _bring(raw: bytes, phone: str | None) -> Iterator[Progress]:
    if raw.lstrip()[:1] != b"[":
        yield Progress(1, 1, _slice([incoming(game_file.parse(raw), phone)], phone))
        return
    games = strict_json.of_type(strict_json.load_json(raw), list, "the list")
    if phone is not None and len(games) > MOST_GAMES:
        raise ImportRefused(say("A file has at most %(most)s games: import it in parts", most=MOST_GAMES))

    def read(number: int, game: object) -> Incoming:
        sleep(0)  # whoever taps meanwhile is let in between two games
        return incoming(game_file.read(strict_json.of_type(game, dict, "a game file")), phone)

    for checked, _ in enumerate(strict_json.one_by_one(games, "the list", read), 1):  # kept whole, they were 100 MB
        yield Progress(len(games), checked)
    came: list[Sitting] = []
    for start in range(0, len(games), AT_ONCE):
        part = [read(0, game) for game in games[start : start + AT_ONCE]]
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
        except IntegrityError:  # another process has just brought the same, or noted a move in it
            continue
    raise StoreTrouble(BUSY)
