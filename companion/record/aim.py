"""Where a press is aimed: at the turn, or the last entry, that its person could know of; and the log as they saw it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from companion.record.entries import UNSEEN, Entry, EntryList, in_order, moves_of
from companion.record.history import Log
from companion.rules.core import RuleBroken, Ruleset, fold


def aimed(game: Ruleset[Any], log: Log, tapped: Entry, after: int) -> Entry:
    """A key of the pad means whoever's turn it is, and Undo what is last: as far as the person behind it could know."""
    others = any(of_another(entry, tapped) for entry in log.entries[after:])
    seen = log_seen(game, log, tapped, after) if others else log
    if tapped.move is not None:
        return tapped if seen.sheet.turn is None else _for(tapped, seen.sheet.turn)
    last = seen.to_undo if tapped.kind == "undo" else seen.to_redo
    return tapped._replace(target=last.number) if last else tapped


def aimed_as(tapped: Entry, known: Entry) -> Entry:
    """A tap that was sent again, aimed as it was when it first came: at the seat or the entry of the `known` one."""
    move = known.brought
    if tapped.move is not None and type(move) is type(tapped.move):
        return _for(tapped, getattr(move, "player", None))
    return tapped._replace(target=known.target)


def _for(tapped: Entry, seat: int | None) -> Entry:
    move = replace(cast(Any, tapped.move), player=seat)
    return tapped._replace(move=move, first=move)


def of_another(entry: Entry, tapped: Entry) -> bool:
    """Whether another phone noted this entry, as far as that is known."""
    return tapped.phone is None or entry.phone != tapped.phone


def log_seen(game: Ruleset[Any], log: Log, tapped: Entry, after: int) -> Log:
    """Sheet and entries as the person saw them who tapped: the first `after`, and all later ones of their own phone."""
    for phone in (tapped.phone, None):
        try:
            entries = _entries_seen(log, after, phone)
            stand = (entry for entry in in_order(entries) if entry.stands)
            return log._replace(entries=tuple(entries), sheet=fold(game, log.sheet.table, moves_of(stand)))
        except RuleBroken:  # what its phone noted makes no sense without the others' entries: as it was before that
            if phone is None:
                raise
    raise AssertionError("one of the two was folded, or said why not")


def _entries_seen(log: Log, after: int, phone: str | None = None) -> list[Entry]:
    """The first `after` entries, and those of this phone; an entry that does nothing stands in the place of each other,
    so that numbers stay. A move that this phone put in before one of those counts as noted at the end.
    """
    seen = EntryList()
    for entry in log.entries:
        if entry.number <= after or (phone is not None and entry.phone == phone):
            anew = entry.as_entered
            if entry.kind == "insert" and seen.entries[(entry.target or 0) - 1].kind == UNSEEN:
                anew = anew._replace(kind="move", target=None)
            seen.enter(anew)
        else:
            seen.add(entry._replace(kind=UNSEEN))
    return seen.entries
