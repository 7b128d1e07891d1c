"""A log and its corrections as data: which moves stand, and the sheet that they fold to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.record.entries import (
    TAKING_BACK,
    UNSEEN,
    EndsEarlier,
    Entry,
    EntryList,
    InTheWay,
    SeeEntries,
    in_order,
    moves_of,
    to_redo,
)
from companion.rules.core import GameOver, RuleBroken, Ruleset, Table, check, fold, fold_on
from companion.rules.moves import Move
from companion.rules.options import BadOption, read_names, read_new_names
from companion.rules.text import say

if TYPE_CHECKING:
    from datetime import datetime


class Step(NamedTuple):
    """A move that stands, with the sheet before and after it: to the rules it is a `Played`."""

    entry: Entry
    before: Any
    after: Any

    @property
    def move(self) -> Any:
        return self.entry.move


class Mark(NamedTuple):
    """Of a log that somebody has seen: its length and, where that is known, the tap of its last entry."""

    length: int
    tap: str | None = None


class Log(NamedTuple):
    """A sitting as it is: never changed, only followed by another.

    It is folded once: whoever tells, draws or prints the game takes the steps, and nobody folds them again. The next
    log has the same steps and one more; most of a sheet is the sheet's before it, so that a game keeps some 40 KB.
    """

    entries: tuple[Entry, ...]
    steps: tuple[Step, ...]  # the moves that stand, in order
    sheet: Any  # as it is after the last step
    opened: Table  # as it was set up: whoever sits there may have been renamed since

    @property
    def length(self) -> int:
        return len(self.entries)

    @property
    def mark(self) -> Mark:
        return Mark(len(self.entries), self.entries[-1].tap if self.entries else None)

    def follows(self, seen: Mark) -> bool:
        """Whether it is the log that was seen, or what that has become since. If it isn't, the log that was seen is
        newer, or has another past: an older backup was restored.
        """
        if not 0 <= seen.length <= len(self.entries):
            return False
        return seen.tap is None or seen.length == 0 or self.entries[seen.length - 1].tap == seen.tap

    @property
    def effective(self) -> tuple[Entry, ...]:
        """The entries of the moves that stand, in order."""
        return tuple(step.entry for step in self.steps)

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(step.move for step in self.steps)

    @property
    def last(self) -> Entry | None:
        """The last move that stands."""
        return self.steps[-1].entry if self.steps else None

    @property
    def played_last(self) -> datetime | None:
        """When the last move that stands was played: one that was put in later, when the one after it was."""
        entry = self.last
        while entry is not None and entry.kind == "insert" and entry.target is not None:
            entry = self.entries[entry.target - 1]
        return entry.at if entry is not None else None

    @property
    def to_undo(self) -> Entry | None:
        """The last thing done that still stands, whatever it was."""
        passed = (*TAKING_BACK, UNSEEN)
        return next((entry for entry in reversed(self.entries) if entry.kind not in passed and not entry.undone), None)

    @property
    def to_redo(self) -> Entry | None:
        return to_redo(self.entries)


def start(game: Ruleset[Any], table: Table) -> Log:
    return Log((), (), game.start(table), table)


def with_entry(game: Ruleset[Any], log: Log, entry: Entry) -> Log:
    """The log with one more entry, whatever it is."""
    if entry.kind != "move" or entry.move is None:
        return correct(game, log, entry)
    try:
        sheet = game.tap(log.sheet, entry.move)
    except RuleBroken as broken:
        raise _with_entries(broken, log.effective) from None
    return Log((*log.entries, entry), (*log.steps, Step(entry, log.sheet, sheet)), sheet, log.opened)


def correct(game: Ruleset[Any], log: Log, entry: Entry) -> Log:
    """The log with a new correction. Where a later entry then makes no sense, the refusal names it (InTheWay); where
    the corrected one itself makes none, the refusal is its own.
    """
    if entry.move is not None:
        check(entry.move, log.sheet.table)
    if entry.kind == "rename" and entry.name == log.sheet.table.players[_seat(log.opened, entry)]:
        raise RuleBroken(say("“%(name)s” is the name already", name=entry.name), "name")
    grown = EntryList(log.entries)
    grown.enter(entry)
    entries = grown.entries
    standing, own = _standing(entries), entry.number if entry.kind == "insert" else entry.target
    try:
        corrected = _folded(game, log.opened, entries)
    except GameOver as over:
        made, later = standing[: (over.number or 1) - 1], standing[(over.number or 1) - 1 :]
        if later[0].number == own:
            raise GameOver from None
        if entry.kind in TAKING_BACK:
            raise InTheWay(later[0].number, GameOver()) from None
        winners = game.tally(fold(game, table_now(log.opened, entries), moves_of(made)))["winners"]
        raise EndsEarlier(tuple(winners), tuple(entry.number for entry in later)) from None
    except RuleBroken as broken:
        number, why = standing[(broken.number or 1) - 1].number, _with_entries(broken, standing)
        raise why if number == own else InTheWay(number, why) from None
    for step in corrected.steps:
        if entry.move is not None and step.entry.number == own:
            try:  # what a new move would be refused for
                game.refuses(step.before, entry.move)
            except RuleBroken as broken:
                raise _with_entries(broken, standing) from None
    if (names := corrected.sheet.table.players) != log.sheet.table.players:
        try:
            read_names(names)
            read_new_names([entry.name] if entry.name else [])
        except BadOption as bad:
            raise RuleBroken(bad.text, "name") from None
    return corrected


def sheet_if(game: Ruleset[Any], log: Log, number: int | None, move: Move) -> Any:
    """The sheet as it would be with a new move, or with this one in the place of an entry: if it ends there, then."""
    try:
        if number is None:
            return game.tap(log.sheet, move)
        check(move, log.sheet.table)
        at = next((at for at, step in enumerate(log.steps) if step.entry.number == number), None)
        if at is not None:
            game.refuses(log.steps[at].before, move)
        return log.sheet if at is None else _until_over(game, log.steps[at].before, (move, *log.moves[at + 1 :]))
    except RuleBroken as broken:
        raise _with_entries(broken, log.effective) from None


def _until_over(game: Ruleset[Any], sheet: Any, moves: Iterable[Move]) -> Any:
    for move in moves:
        if sheet.over:
            break
        sheet = fold_on(game, sheet, (move,))
    return sheet


def _with_entries(broken: RuleBroken, effective: Sequence[Entry]) -> RuleBroken:
    """The rules count moves; whoever corrects one looks for its entry."""
    return SeeEntries(tuple(effective[move - 1].number for move in broken.moves), broken) if broken.moves else broken


def with_accepted(game: Ruleset[Any], log: Log, new: Sequence[Entry]) -> Log:
    """The log with entries that were accepted before: their ranges are not checked again."""
    if any(entry.kind != "move" for entry in new):
        grown = EntryList(log.entries)
        for entry in new:
            grown.enter(entry)
        return _folded(game, log.opened, grown.entries)
    sheet, steps = _fold_steps(game, log.sheet, new)
    return Log((*log.entries, *new), (*log.steps, *steps), sheet, log.opened)


def at(log: Log, number: int) -> Log:
    """The log as the table stood just before this entry, by what stands now."""
    earlier: set[int] = set()
    for entry in in_order(log.entries):
        if entry.number == number:
            break
        earlier.add(entry.number)
    steps = tuple(step for step in log.steps if step.entry.number in earlier)
    later = log.steps[len(steps) :]
    return log._replace(steps=steps, sheet=later[0].before if later else log.sheet)


def sheet_before(log: Log, number: int | None) -> Any:
    """The sheet that a new move meets, or the one that this entry met."""
    return log.sheet if number is None else at(log, number).sheet


def table_now(opened: Table, entries: Iterable[Entry]) -> Table:
    """The table with its players' names of now."""
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


def _folded(game: Ruleset[Any], opened: Table, entries: Sequence[Entry]) -> Log:
    sheet, steps = _fold_steps(game, game.start(table_now(opened, entries)), _standing(entries))
    return Log(tuple(entries), steps, sheet, opened)


def _standing(entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in in_order(entries) if entry.stands]


def _fold_steps(game: Ruleset[Any], sheet: Any, effective: Iterable[Entry]) -> tuple[Any, tuple[Step, ...]]:
    """Fold these entries from this sheet on: the last sheet, and each step on the way."""
    steps = []
    for entry in effective:
        before, sheet = sheet, fold_on(game, sheet, moves_of((entry,)))
        steps.append(Step(entry, before, sheet))
    return sheet, tuple(steps)
