"""A log and its corrections as data: which moves stand, and the sheet that they fold to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.rules.core import Move, RuleBroken, Ruleset, Table, check, fold, fold_on
from companion.rules.text import say

if TYPE_CHECKING:
    from datetime import datetime


class InTheWay(RuleBroken):
    """A correction after which a later entry would no longer make sense."""

    def __init__(self, entry: int, broken: RuleBroken) -> None:
        super().__init__(say("Entry %(number)s would no longer make sense: %(why)s", number=entry, why=broken.text))
        self.entry = entry
        self.broken = broken


class Line(NamedTuple):
    """An entry of the log, with what became of it."""

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


class Log(NamedTuple):
    """A sitting as it is: never changed, only followed by another."""

    lines: tuple[Line, ...]
    standing: tuple[Line, ...]  # the effective moves, in order
    sheet: Any
    before: Any  # the sheet before the last standing move; None where there is none

    @property
    def length(self) -> int:
        return len(self.lines)

    @property
    def last(self) -> Line | None:
        """What undo would strike."""
        return self.standing[-1] if self.standing else None


def start(game: Ruleset[Any], table: Table) -> Log:
    return Log((), (), game.start(table), None)


def note(game: Ruleset[Any], log: Log, line: Line) -> Log:
    """A new move, with its ranges checked."""
    assert line.move is not None
    sheet = game.tap(log.sheet, line.move)
    return Log((*log.lines, line), (*log.standing, line), sheet, log.sheet)


def correct(game: Ruleset[Any], log: Log, line: Line) -> Log:
    """A new correction, refused when an entry then makes no sense: by its name, unless it is the target itself."""
    table = log.sheet.table
    if line.move is not None:
        check(line.move, table)
    try:
        return _folded(game, table, [*log.lines], [line])
    except InTheWay as broken:
        if broken.entry != line.target:
            raise
        raise broken.broken from None


def sheet_if(game: Ruleset[Any], log: Log, number: int, move: Move) -> Any:
    """The sheet as it would be with another move in the place of an entry: for a look before it is corrected."""
    check(move, log.sheet.table)
    moves = (move if line.number == number else line.move for line in log.standing)
    return fold(game, log.sheet.table, (standing for standing in moves if standing is not None))


def go_on(game: Ruleset[Any], log: Log, new: Sequence[Line]) -> Log:
    """The log with entries that were accepted before: their ranges are not checked again."""
    if any(line.kind != "move" for line in new):
        return _folded(game, log.sheet.table, [*log.lines], new)
    if not new:
        return log
    moves = [line.move for line in new if line.move is not None]
    before = fold_on(game, log.sheet, moves[:-1])
    return Log((*log.lines, *new), (*log.standing, *new), fold_on(game, before, moves[-1:]), before)


def enter(lines: list[Line], line: Line) -> None:
    """Put it at the end, and what it does to an earlier entry there."""
    if line.kind != "move":
        target = _target(lines, line)
        lines[target.number - 1] = _CORRECTIONS[line.kind](target, line)
    lines.append(line)


def _target(lines: Sequence[Line], line: Line) -> Line:
    if line.target is None or not 1 <= line.target <= len(lines):
        raise RuleBroken(say("There is no entry %(number)s", number=line.target))
    target = lines[line.target - 1]
    if target.kind != "move":
        raise RuleBroken(say("Entry %(number)s is no move: correct the move that it is about", number=target.number))
    return target


def _strike(target: Line, line: Line) -> Line:
    if target.struck:
        raise RuleBroken(say("Entry %(number)s is already struck", number=target.number))
    return target._replace(struck=True)


def _restore(target: Line, line: Line) -> Line:
    if not target.struck:
        raise RuleBroken(say("Entry %(number)s isn't struck", number=target.number))
    return target._replace(struck=False)


def _replace(target: Line, line: Line) -> Line:
    if target.struck:
        raise RuleBroken(say("Entry %(number)s is struck: restore it first", number=target.number))
    return target._replace(move=line.move, replaced_by=line.number)


_CORRECTIONS = {"strike": _strike, "restore": _restore, "replace": _replace}


def _folded(game: Ruleset[Any], table: Table, lines: list[Line], new: Sequence[Line]) -> Log:
    for line in new:
        enter(lines, line)
    standing = tuple(line for line in lines if line.stands)
    moves = [line.move for line in standing if line.move is not None]
    try:
        before = fold(game, table, moves[:-1])
        sheet = fold_on(game, before, moves[-1:])
    except RuleBroken as broken:
        raise InTheWay(standing[(broken.number or 1) - 1].number, broken) from None
    return Log(tuple(lines), standing, sheet, before if moves else None)
