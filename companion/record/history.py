"""A log and its corrections as data: which moves stand, and the sheet that they fold to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.rules.core import Move, RuleBroken, Ruleset, Table, check, fold, fold_on
from companion.rules.text import say, say_many

if TYPE_CHECKING:
    from datetime import datetime


class InTheWay(RuleBroken):
    """A correction after which a later entry would no longer make sense."""

    def __init__(self, entry: int, broken: RuleBroken) -> None:
        super().__init__(say("Entry %(number)s would no longer make sense: %(why)s", number=entry, why=broken.text))
        self.entry = entry
        self.broken = broken


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


class Entry(NamedTuple):
    """A line of the log, with what became of it."""

    number: int
    kind: str
    target: int | None  # the move entry that a correction is about
    move: Move | None  # of a move entry: as it stands now; of a replacement: what it brought
    first: Move | None  # of a move entry: as it was first noted
    tap: str
    phone: str | None
    at: datetime
    struck: bool = False
    replaced_by: int | None = None

    @property
    def stands(self) -> bool:
        return self.kind == "move" and not self.struck

    @property
    def brought(self) -> Move | None:
        """The move that it was entered with, whatever became of it."""
        return self.first if self.kind == "move" else self.move


class Step(NamedTuple):
    """A move that stands, with the sheet before and after it."""

    entry: Entry
    before: Any
    after: Any


class Log(NamedTuple):
    """A sitting as it is: never changed, only followed by another."""

    entries: tuple[Entry, ...]
    effective: tuple[Entry, ...]  # the moves that stand, in order
    sheet: Any
    before: Any  # the sheet before the last move that stands; None where there is none

    @property
    def length(self) -> int:
        return len(self.entries)

    @property
    def last(self) -> Entry | None:
        """What undo would strike."""
        return self.effective[-1] if self.effective else None


def start(game: Ruleset[Any], table: Table) -> Log:
    return Log((), (), game.start(table), None)


def grow(game: Ruleset[Any], log: Log, entry: Entry) -> Log:
    """The log with one more entry, whatever it is."""
    return (note if entry.kind == "move" else correct)(game, log, entry)


def note(game: Ruleset[Any], log: Log, entry: Entry) -> Log:
    """A new move, with its ranges checked."""
    assert entry.move is not None
    sheet = sheet_if(game, log, None, entry.move)
    return Log((*log.entries, entry), (*log.effective, entry), sheet, log.sheet)


def correct(game: Ruleset[Any], log: Log, entry: Entry) -> Log:
    """A new correction, refused when an entry then makes no sense: by its name, unless it is the target itself."""
    table = log.sheet.table
    if entry.move is not None:
        check(entry.move, table)
    try:
        return _folded(game, table, [*log.entries], [entry])
    except InTheWay as broken:
        if broken.entry != entry.target:
            raise
        raise broken.broken from None


def sheet_if(game: Ruleset[Any], log: Log, number: int | None, move: Move) -> Any:
    """The sheet as it would be with a new move, or with this one in the place of an entry."""
    try:
        if number is None:
            return game.tap(log.sheet, move)
        check(move, log.sheet.table)
        moves = (move if entry.number == number else entry.move for entry in log.effective)
        return fold(game, log.sheet.table, (one for one in moves if one is not None))
    except RuleBroken as broken:
        raise _with_entries(broken, log.effective) from None


def _with_entries(broken: RuleBroken, effective: Sequence[Entry]) -> RuleBroken:
    """The rules count moves; whoever corrects one looks for its entry."""
    return SeeEntries(tuple(effective[move - 1].number for move in broken.moves), broken) if broken.moves else broken


def go_on(game: Ruleset[Any], log: Log, new: Sequence[Entry]) -> Log:
    """The log with entries that were accepted before: their ranges are not checked again."""
    if any(entry.kind != "move" for entry in new):
        return _folded(game, log.sheet.table, [*log.entries], new)
    if not new:
        return log
    moves = _moves(new)
    before = fold_on(game, log.sheet, moves[:-1])
    return Log((*log.entries, *new), (*log.effective, *new), fold_on(game, before, moves[-1:]), before)


def last_steps(game: Ruleset[Any], log: Log, count: int) -> tuple[Step, ...]:
    """The last moves that stand, in order, each with what it did."""
    sheet, steps = fold(game, log.sheet.table, _moves(log.effective[:-count])), []
    for entry in log.effective[-count:]:
        before, sheet = sheet, fold_on(game, sheet, _moves((entry,)))
        steps.append(Step(entry, before, sheet))
    return tuple(steps)


def _moves(entries: Sequence[Entry]) -> list[Move]:
    return [entry.move for entry in entries if entry.move is not None]


def enter(entries: list[Entry], entry: Entry) -> None:
    """Put it at the end, and what it does to an earlier entry there."""
    if entry.kind != "move":
        target = _target(entries, entry)
        entries[target.number - 1] = _CORRECTIONS[entry.kind](target, entry)
    entries.append(entry)


def _target(entries: Sequence[Entry], entry: Entry) -> Entry:
    if entry.target is None or not 1 <= entry.target <= len(entries):
        raise RuleBroken(say("There is no entry %(number)s", number=entry.target))
    target = entries[entry.target - 1]
    if target.kind != "move":
        raise RuleBroken(say("Entry %(number)s is no move: correct the move that it is about", number=target.number))
    return target


def _strike(target: Entry, entry: Entry) -> Entry:
    if target.struck:
        raise RuleBroken(say("Entry %(number)s is already struck", number=target.number))
    return target._replace(struck=True)


def _restore(target: Entry, entry: Entry) -> Entry:
    if not target.struck:
        raise RuleBroken(say("Entry %(number)s isn't struck", number=target.number))
    return target._replace(struck=False)


def _replace(target: Entry, entry: Entry) -> Entry:
    if target.struck:
        raise RuleBroken(say("Entry %(number)s is struck: restore it first", number=target.number))
    return target._replace(move=entry.move, replaced_by=entry.number)


_CORRECTIONS = {"strike": _strike, "restore": _restore, "replace": _replace}


def _folded(game: Ruleset[Any], table: Table, entries: list[Entry], new: Sequence[Entry]) -> Log:
    for entry in new:
        enter(entries, entry)
    effective = tuple(entry for entry in entries if entry.stands)
    moves = _moves(effective)
    try:
        before = fold(game, table, moves[:-1])
        sheet = fold_on(game, before, moves[-1:])
    except RuleBroken as broken:
        raise InTheWay(effective[(broken.number or 1) - 1].number, _with_entries(broken, effective)) from None
    return Log(tuple(entries), effective, sheet, before if moves else None)
