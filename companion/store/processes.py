"""Other processes with the same database: they are told what this one writes, and it hears what they do.

PostgreSQL carries words from one to the other, those of a transaction when it is committed. A file of SQLite says only
that something has been written: it is looked at often by those who know that they are several, and now and then by one
that serves alone, beside which a command may write (`companion import`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep, time
from typing import Any, NamedTuple, Protocol

from flask import current_app
from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import aliased

from companion.store.database.engine import WROTE, Store, here, plainly
from companion.store.tables import EntryRow, Sitting

HEARS = "hears"
AT_ONCE = 800  # phones in a word, which may have 8,000 bytes
LOOKS, LOOKS_ALONE = 0.02, 2.0  # seconds between two looks at a file
AGAIN = 2.0  # seconds until what was said of who listens is said again, though nothing has changed
KIND = ".phones"  # of the files in which it is said who listens
HOLDS = 6.0  # seconds for which a process's last word holds
_TELL_ALL = "SELECT pg_notify('companion', word) FROM unnest(%s::text[]) AS word"


class Received(NamedTuple):
    written: frozenset[int] = frozenset()  # sittings
    anything: bool = False  # may have been written
    listening: Iterable[tuple[int, list[str]]] = ()  # phones, by their sitting


class ProcessChannel(Protocol):
    def wait(self, seconds: float) -> Received:
        """What there is to hear, as soon as there is; nothing, when so much time has gone."""

    def say_who_listens(self, phones: Mapping[int, Iterable[str]]) -> None:
        """To the other processes: which phones have which sitting open here."""


@contextmanager
def channel() -> Iterator[ProcessChannel]:
    """What is written from now on is heard."""
    store = here()
    with plainly(), closing(store.engine.raw_connection()) as pooled:
        connection: Any = pooled.dbapi_connection
        pooled.detach()  # beside the pool: it waits
        if store.is_sqlite:
            several = int(current_app.config.get("WORKERS", 1)) > 1  # how many of this machine serve
            with closing(SqliteChannel(connection, store) if several else LoneChannel(connection)) as opened:
                yield opened
        else:
            yield PostgresqlChannel(connection, store.name)


class PostgresqlChannel:
    def __init__(self, connection: Any, name: str) -> None:
        self._connection, self._name = connection, name
        self._said: Mapping[int, Iterable[str]] = {}
        self._said_all = 0.0
        self._known: set[str] = set()  # processes
        connection.autocommit = True
        connection.execute("SET synchronous_commit = off")  # nothing that it writes is to be kept
        connection.execute("LISTEN companion")

    def wait(self, seconds: float) -> Received:
        words = (word.payload.split() for word in self._connection.notifies(timeout=seconds, stop_after=1))
        others = [word for word in words if word[0] != self._name]
        if not self._known.issuperset(process for process, *_ in others):
            self._known.update(process for process, *_ in others)
            self._said_all = 0.0  # one that has just come has heard nothing yet of who listens here
        written = frozenset(int(sitting) for _, what, sitting, *_ in others if what == WROTE)
        return Received(written, listening=[(int(sitting), who) for _, what, sitting, *who in others if what == HEARS])

    def say_who_listens(self, phones: Mapping[int, Iterable[str]]) -> None:
        words = []
        for sitting, some in self._news_of(phones).items():
            listening = list(some)
            for at in range(0, len(listening), AT_ONCE):
                words.append(" ".join((self._name, HEARS, str(sitting), *listening[at : at + AT_ONCE])))
        if words:
            self._connection.execute(_TELL_ALL, [words])

    def _news_of(self, phones: Mapping[int, Iterable[str]]) -> Mapping[int, Iterable[str]]:
        """All of it now and then, and between whatever has changed: many processes have many words to hear."""
        said, self._said = self._said, phones
        if monotonic() - self._said_all > AGAIN:
            self._said_all = monotonic()
            return phones
        return {sitting: some for sitting, some in phones.items() if some != said.get(sitting)}


class LoneChannel:
    """Of one that serves alone, with a file of SQLite. It hears what its own process writes, too."""

    looks = LOOKS_ALONE

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._version = self._look()
        self._listening: list[tuple[int, list[str]]] = []  # elsewhere

    def _look(self) -> int:
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version)

    def wait(self, seconds: float) -> Received:
        until, before = monotonic() + seconds, self._version
        while self._version == before and not self._listening and monotonic() < until:
            sleep(self.looks)
            self._version = self._look()
        listening, self._listening = self._listening, []
        return Received(anything=self._version != before, listening=listening)

    def say_who_listens(self, phones: Mapping[int, Iterable[str]]) -> None:
        """To nobody."""

    def close(self) -> None:
        """Nothing of it stays."""


class SqliteChannel(LoneChannel):
    """Who listens is said in a small file of each process, beside the database."""

    looks = LOOKS

    def __init__(self, connection: Any, store: Store) -> None:
        super().__init__(connection)
        folder = store.file.with_name(f"{store.file.name}-phones")
        folder.mkdir(0o700, exist_ok=True)
        self._mine = folder / f"{store.name}{KIND}"

    def say_who_listens(self, phones: Mapping[int, Iterable[str]]) -> None:
        with suppress(OSError):  # where nothing can be said, what is noted is heard all the same
            said = self._mine.with_suffix(".new")
            said.write_text("".join(f"{sitting} {' '.join(some)}\n" for sitting, some in phones.items()))
            said.replace(self._mine)
        self._listening = [words for file in self._mine.parent.glob(f"*{KIND}") for words in self._said_in(file)]

    def _said_in(self, file: Path) -> Iterator[tuple[int, list[str]]]:
        if file == self._mine:
            return
        with suppress(OSError):  # its process has just ended
            if time() - file.stat().st_mtime > HOLDS:
                file.unlink()
            for line in file.read_text().splitlines():
                sitting, *phones = line.split()
                yield int(sitting), phones

    def close(self) -> None:
        self._mine.unlink(missing_ok=True)


# Where sittings stand, asked for many at once: whether a phone has to hear of one


class Snapshot(NamedTuple):
    tap: str | None  # of the newest entry
    links: frozenset[str]  # that open it
    onward: int | None  # the newest sitting that goes on its series


def snapshots(sittings: Iterable[int]) -> dict[int, Snapshot]:
    """By the id of the sitting. One that is no more is not among them."""
    with here().reading() as connection:
        rows = connection.execute(_SNAPSHOTS, {"sittings": list(sittings)})
        return {row.id: Snapshot(row.tap, frozenset((row.score_link, row.watch_link)), row.onward) for row in rows}


_later = aliased(Sitting)
_TAP = select(EntryRow.tap).where(EntryRow.sitting_id == Sitting.id).order_by(EntryRow.number.desc()).limit(1)
_ONWARD = select(func.max(_later.id)).where(
    _later.series == func.coalesce(Sitting.series, Sitting.uid), _later.id > Sitting.id
)
_SNAPSHOTS = select(
    Sitting.id,
    Sitting.score_link,
    Sitting.watch_link,
    _TAP.scalar_subquery().label("tap"),
    _ONWARD.scalar_subquery().label("onward"),
).where(Sitting.id.in_(bindparam("sittings", expanding=True)))
