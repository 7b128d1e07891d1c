"""The lines of a log: moves, corrections, and what takes one of those back; and what each does to those before it."""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.rules.core import RuleBroken
from companion.rules.moves import Move
from companion.rules.text import say, say_many

if TYPE_CHECKING:
    from datetime import datetime

NOTING = frozenset({"move", "insert"})  # kinds that note a move of their own
TAKING_BACK = frozenset({"undo", "redo"})
UNSEEN = "unseen"  # in the place of the kind, where a log is as somebody saw it who hadn't seen this entry
MOST_ENTRIES = 4_000  # that a log takes, from a phone or from a file of one: no evening has a tenth of them
MOST_STRUCK = 4_000  # along with all corrections of a log
SCRIPT = "script-"  # how the id of what notes, and is no phone, begins


class Entry(NamedTuple):
    """A line of the log, with what became of it."""

    number: int
    kind: str
    target: int | None  # the entry that it corrects, stands before, or takes back
    move: Move | None  # of one that notes a move: as it stands now; of a replacement: what it brought
    first: Move | None  # of one that notes a move: as it was first noted
    tap: str
    phone: str | None
    at: datetime
    struck: bool = False
    replaced_by: int | None = None
    undone: bool = False
    seat: int | None = None  # that is renamed
    name: str | None = None  # and what it is called from then on
    strikes: tuple[int, ...] = ()  # of a correction: the later entries that it strikes along

    @property
    def notes(self) -> bool:
        return self.kind in NOTING

    @property
    def stands(self) -> bool:
        return self.notes and not self.struck

    @property
    def brought(self) -> Move | None:
        """The move that it was entered with, whatever became of it."""
        return self.first if self.notes else self.move

    @property
    def by_script(self) -> bool:
        return (self.phone or "").startswith(SCRIPT)

    @property
    def as_entered(self) -> Entry:
        return self._replace(move=self.brought, struck=False, replaced_by=None, undone=False)


class EntryList:
    """A log that grows, each entry as the later ones leave it. One more costs the same however long the log is."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries: list[Entry] = []
        self._striking = defaultdict[int | None, list[int]](list)  # by entry, those that strike or restore it
        self._replacing = defaultdict[int | None, list[int]](list)
        self._undoing: dict[int | None, int] = {}
        self._stale: set[int | None] = set()  # what became of them is reckoned when somebody asks
        for entry in entries:
            self.add(entry)

    @property
    def entries(self) -> list[Entry]:
        for number in self._stale:
            self._settle(number)
        self._stale.clear()
        return self._entries

    def enter(self, entry: Entry) -> None:
        """Put it at the end, or say why it can't be there."""
        if entry.kind in TAKING_BACK:
            done = self._taken_back(entry)
            self._entries[done.number - 1] = done._replace(undone=entry.kind == "undo")
            if entry.kind == "redo":
                self._mark(done)
            self._stale |= {done.number, done.target, *done.strikes}
        else:
            self._check(entry)
            self._stale |= {entry.target, *entry.strikes}
        self.add(entry)

    def add(self, entry: Entry) -> None:
        """One that was entered before, as it stands; or that somebody hadn't seen."""
        self._entries.append(entry)
        if entry.kind == "undo":
            self._undoing[entry.target] = entry.number
        elif entry.kind not in ("redo", UNSEEN):
            self._mark(entry)

    def _mark(self, entry: Entry) -> None:
        """On each entry that it is about, in the order in which they were noted."""
        if entry.kind == "replace":
            insort(self._replacing[entry.target], entry.number)
        for number in (entry.target, *entry.strikes) if entry.kind in ("strike", "restore") else entry.strikes:
            insort(self._striking[number], entry.number)

    def _newest(self, marks: list[int]) -> Entry | None:
        """What was undone is passed once: a redo marks it anew."""
        while marks and self._entries[marks[-1] - 1].undone:
            marks.pop()
        return self._entries[marks[-1] - 1] if marks else None

    def _settle(self, number: int | None) -> None:
        """A correction that was undone is as if it had never been; a move that was is struck, and can be restored."""
        if not number or not (entry := self._entries[number - 1]).notes:
            return
        striking, replacing = (self._newest(marks[number]) for marks in (self._striking, self._replacing))
        struck = striking is not None and (striking.kind, striking.target) != ("restore", number)
        if entry.undone and self._undoing[number] > (striking.number if striking else 0):
            struck = True
        move, replaced_by = (replacing.move, replacing.number) if replacing else (entry.first, None)
        self._entries[entry.number - 1] = entry._replace(move=move, struck=struck, replaced_by=replaced_by)

    def _check(self, entry: Entry) -> None:
        if entry.target is not None:
            target = self._noted(entry.target)
            if entry.kind == "restore" and not target.struck:
                raise RuleBroken(say("Entry %(number)s isn’t struck", number=target.number))
            if entry.kind == "replace" and target.struck:
                raise RuleBroken(say("Entry %(number)s is struck: restore it first", number=target.number))
        for number in (entry.target, *entry.strikes) if entry.kind == "strike" else entry.strikes:
            if self._noted(number).struck:
                raise RuleBroken(say("Entry %(number)s is already struck", number=number))

    def _taken_back(self, entry: Entry) -> Entry:
        done = self._known(entry.target)
        if done.kind in TAKING_BACK:
            raise RuleBroken(say("Entry %(number)s undid another entry: undo or redo that one", number=done.number))
        if entry.kind == "undo":
            if done.undone:
                raise RuleBroken(say("Entry %(number)s is already undone", number=done.number))
            if done.struck:
                raise RuleBroken(say("Entry %(number)s is already struck", number=done.number))
        elif (redoable := to_redo(self._entries)) is None or redoable.number != done.number:
            raise RuleBroken(say("Entry %(number)s can’t be redone any more", number=done.number))
        return done

    def _noted(self, number: int | None) -> Entry:
        entry = self._known(number)
        if not entry.notes:
            raise RuleBroken(say("Entry %(number)s is not a move: correct the move it changed", number=number))
        return entry

    def _known(self, number: int | None) -> Entry:
        if number is None or not 1 <= number <= len(self._entries):
            raise RuleBroken(say("There is no entry %(number)s", number=number))
        if number in self._stale:
            self._stale.remove(number)
            self._settle(number)
        return self._entries[number - 1]


def in_order(entries: Sequence[Entry]) -> list[Entry]:
    """Those that note a move, as it went at the table: what was put in comes before its target."""
    put_in = defaultdict[int | None, list[Entry]](list)  # by its target, in the order in which it was noted
    for entry in (one for one in entries if one.kind == "insert"):
        put_in[entry.target].append(entry)
    ordered, coming = [], [entry for entry in reversed(entries) if entry.kind == "move"]
    while coming:
        entry = coming.pop()
        if entry.number in put_in:  # it comes once more, after them
            coming += entry, *reversed(put_in.pop(entry.number))
        else:
            ordered.append(entry)
    return ordered


def moves_of(entries: Iterable[Entry]) -> list[Move]:
    """Of those that note one."""
    return [entry.move for entry in entries if entry.move is not None]


def to_redo(entries: Sequence[Entry]) -> Entry | None:
    """What was undone last, as long as nothing new has been noted."""
    redone = 0
    for entry in reversed(entries):
        if entry.kind == "redo":
            redone += 1
        elif entry.kind == "undo" and redone:
            redone -= 1
        elif entry.kind != UNSEEN:
            return entries[(entry.target or 0) - 1] if entry.kind == "undo" else None
    return None


# Why a log takes no such entry: sentences that name the entries to look at


class InTheWay(RuleBroken):
    """A correction after which a later entry would no longer make sense."""

    def __init__(self, entry: int, broken: RuleBroken) -> None:
        super().__init__(say("Entry %(number)s would no longer make sense: %(why)s", number=entry, why=broken.text))
        self.entry = entry
        self.broken = broken


class EndsEarlier(RuleBroken):
    """A correction by which the game was over before the entries that came `later`: they can be struck along."""

    def __init__(self, winners: tuple[str, ...], later: tuple[int, ...]) -> None:
        if len(winners) == 1:
            text = say_many(
                "%(name)s would have won here. Strike the entry after it?",
                "%(name)s would have won here. Strike the %(count)s entries after it?",
                len(later),
                name=winners[0],
            )
        else:
            text = say_many(
                "%(names)s would have shared the victory here. Strike the entry after it?",
                "%(names)s would have shared the victory here. Strike the %(count)s entries after it?",
                len(later),
                names=winners,
            )
        super().__init__(text)
        self.later = later


class SeeEntries(RuleBroken):
    """A refusal that earlier moves are to blame for: any of them can be corrected."""

    def __init__(self, numbers: tuple[int, ...], broken: RuleBroken) -> None:
        text = say_many(
            "%(why)s. Look at entry %(numbers)s: it can be corrected",
            "%(why)s. Look at entries %(numbers)s: one of them can be corrected",
            len(numbers),
            why=broken.text,
            numbers=numbers,
        )
        super().__init__(text, broken.field)
        self.number = broken.number
