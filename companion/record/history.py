"""A log and its corrections as data: which moves stand, and the sheet that they fold to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.record.entries import TAKING_BACK, Entry, enter, in_order, moves_of, to_redo, to_undo
from companion.record.refusals import EndsEarlier, InTheWay, SeeEntries
from companion.rules.core import GameOver, Move, RuleBroken, Ruleset, Table, check, fold, fold_on
from companion.rules.options import BadOption, read_names
from companion.rules.text import say

if TYPE_CHECKING:
    from datetime import datetime


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
    opened: Table  # as it was set up: whoever sits there may have been renamed since

    @property
    def length(self) -> int:
        return len(self.entries)

    @property
    def last(self) -> Entry | None:
        """The last move that stands."""
        return self.effective[-1] if self.effective else None

    @property
    def played_last(self) -> datetime | None:
        """When the last move that stands was played: one that was put in later, when the one after it was."""
        entry = self.last
        while entry is not None and entry.kind == "insert" and entry.target is not None:
            entry = self.entries[entry.target - 1]
        return entry.at if entry is not None else None

    @property
    def to_undo(self) -> Entry | None:
        return to_undo(self.entries)

    @property
    def to_redo(self) -> Entry | None:
        return to_redo(self.entries)


def start(game: Ruleset[Any], table: Table) -> Log:
    return Log((), (), game.start(table), None, table)


def grow(game: Ruleset[Any], log: Log, entry: Entry) -> Log:
    """The log with one more entry, whatever it is."""
    return (note if entry.kind == "move" else correct)(game, log, entry)


def note(game: Ruleset[Any], log: Log, entry: Entry) -> Log:
    """A new move, with its ranges checked."""
    assert entry.move is not None
    sheet = sheet_if(game, log, None, entry.move)
    return Log((*log.entries, entry), (*log.effective, entry), sheet, log.sheet, log.opened)


def correct(game: Ruleset[Any], log: Log, entry: Entry) -> Log:
    """A new correction, refused when an entry then makes no sense: by its name, unless it is the one told anew."""
    _check(log, entry)
    own = entry.number if entry.kind == "insert" else entry.target
    try:
        corrected = _folded(game, log.opened, [*log.entries], [entry])
    except EndsEarlier as ends:
        if ends.later[0] == own:
            raise GameOver from None
        raise InTheWay(ends.later[0], GameOver()) if entry.kind in TAKING_BACK else ends from None
    except InTheWay as broken:
        raise broken.broken if broken.entry == own else broken from None
    _read_names(corrected.sheet.table.players)
    return corrected


def _check(log: Log, entry: Entry) -> None:
    if entry.move is not None:
        check(entry.move, log.sheet.table)
    if entry.kind == "rename" and entry.name == log.sheet.table.players[_seat(log.opened, entry)]:
        raise RuleBroken(say("“%(name)s” is the name already", name=entry.name), "name")


def _read_names(names: Sequence[str]) -> None:
    try:
        read_names(names)
    except BadOption as bad:
        raise RuleBroken(bad.text, "name") from None


def sheet_if(game: Ruleset[Any], log: Log, number: int | None, move: Move) -> Any:
    """The sheet as it would be with a new move, or with this one in the place of an entry: if it ends there, then."""
    try:
        if number is None:
            return game.tap(log.sheet, move)
        check(move, log.sheet.table)
        moves = (move if entry.number == number else entry.move for entry in log.effective)
        return _fold_until_over(game, log.sheet.table, (standing for standing in moves if standing is not None))
    except RuleBroken as broken:
        raise _with_entries(broken, log.effective) from None


def _fold_until_over(game: Ruleset[Any], table: Table, moves: Iterable[Move]) -> Any:
    sheet = game.start(table)
    for move in moves:
        if sheet.over:
            break
        sheet = fold_on(game, sheet, (move,))
    return sheet


def _with_entries(broken: RuleBroken, effective: Sequence[Entry]) -> RuleBroken:
    """The rules count moves; whoever corrects one looks for its entry."""
    return SeeEntries(tuple(effective[move - 1].number for move in broken.moves), broken) if broken.moves else broken


def go_on(game: Ruleset[Any], log: Log, new: Sequence[Entry]) -> Log:
    """The log with entries that were accepted before: their ranges are not checked again."""
    if any(entry.kind != "move" for entry in new):
        return _folded(game, log.opened, [*log.entries], new)
    if not new:
        return log
    moves = moves_of(new)
    before = fold_on(game, log.sheet, moves[:-1])
    effective = (*log.effective, *new)
    return Log((*log.entries, *new), effective, fold_on(game, before, moves[-1:]), before, log.opened)


def at(game: Ruleset[Any], log: Log, number: int) -> Log:
    """The log as the table stood just before this entry, by what stands now."""
    earlier: list[Entry] = []
    for entry in in_order(log.entries):
        if entry.number == number:
            break
        earlier.append(entry)
    return _of(game, log.sheet.table, log.entries, tuple(entry for entry in earlier if entry.stands), log.opened)


def met(game: Ruleset[Any], log: Log, number: int | None) -> Any:
    """The sheet that a new move meets, or the one that this entry met."""
    return log.sheet if number is None else at(game, log, number).sheet


def steps(game: Ruleset[Any], log: Log, count: int | None = None) -> tuple[Step, ...]:
    """The moves that stand, or the last so many, in order, each with what it did."""
    first = 0 if count is None else max(0, len(log.effective) - count)
    sheet, taken = fold(game, log.sheet.table, moves_of(log.effective[:first])), []
    for entry in log.effective[first:]:
        before, sheet = sheet, fold_on(game, sheet, moves_of((entry,)))
        taken.append(Step(entry, before, sheet))
    return tuple(taken)


def table_now(opened: Table, entries: Iterable[Entry]) -> Table:
    """With the names that stand."""
    names = list(opened.players)
    for entry in entries:
        if entry.kind == "rename" and not entry.undone and entry.name is not None:
            names[_seat(opened, entry)] = entry.name
    return opened._replace(players=tuple(names))


def _seat(opened: Table, entry: Entry) -> int:
    if entry.seat is None or not 0 <= entry.seat < len(opened.players):
        last = len(opened.players) - 1
        raise RuleBroken(say("There is no seat %(seat)s: this table has 0 to %(last)s", seat=entry.seat, last=last))
    return entry.seat


def _folded(game: Ruleset[Any], opened: Table, entries: list[Entry], new: Sequence[Entry]) -> Log:
    for entry in new:
        enter(entries, entry)
    effective = tuple(entry for entry in in_order(entries) if entry.stands)
    table = table_now(opened, entries)
    try:
        return _of(game, table, tuple(entries), effective, opened)
    except GameOver as over:
        done = (over.number or 1) - 1
        raise _ends_earlier(game, table, effective, done) from None
    except RuleBroken as broken:
        raise InTheWay(effective[(broken.number or 1) - 1].number, _with_entries(broken, effective)) from None


def _of(
    game: Ruleset[Any], table: Table, entries: tuple[Entry, ...], effective: tuple[Entry, ...], opened: Table
) -> Log:
    moves = moves_of(effective)
    before = fold(game, table, moves[:-1])
    return Log(entries, effective, fold_on(game, before, moves[-1:]), before if moves else None, opened)


def _ends_earlier(game: Ruleset[Any], table: Table, effective: Sequence[Entry], done: int) -> EndsEarlier:
    winners = game.tally(fold(game, table, moves_of(effective[:done])))["winners"]
    return EndsEarlier(tuple(winners), tuple(entry.number for entry in effective[done:]))
