"""What others noted since a phone last saw the log, and whether that makes a tap of it doubtful."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple, cast

from companion.record import history
from companion.record.entries import UNSEEN, EndsEarlier, Entry, EntryList, in_order, moves_of, to_redo, to_undo
from companion.record.history import Log
from companion.rules.core import Basis, RuleBroken, Ruleset, fold

LOOK_BACK = 20  # entries of others, in search of the one that changed something: each costs a fold


class News(NamedTuple):
    """The last entry that others made, and how many of theirs came before it."""

    entry: Entry
    more: int


def since(log: Log, seen: int, phone: str) -> News | None:
    """`seen`: the length of the log that the phone has. What it noted itself is no news to it."""
    others = [entry for entry in log.entries[seen:] if entry.phone != phone] if seen >= 0 else []
    return News(others[-1], len(others) - 1) if others else None


class SameAgain(NamedTuple):
    """Another phone has noted the very same: perhaps one event, seen by two."""

    entry: Entry


class TurnMoved(NamedTuple):
    """It was meant for whoever was to move, and now somebody else is."""

    entry: Entry  # that moved it on, or that is the very same
    turn: int
    same: bool


class Corrected(NamedTuple):
    """What it corrects was changed by another phone, or is of another phone and new to its person."""

    entry: Entry
    target: Entry  # as it stands now


class Changed(NamedTuple):
    """What it was filled in from is no longer so."""

    entry: Entry
    before: Basis
    now: Basis


class Arrived(NamedTuple):
    """A tap of this name is in the log already, and it was another one. `instead`: there is room for only one."""

    entry: Entry
    instead: bool = False


class Renamed(NamedTuple):
    """Another phone has just given this seat a name."""

    entry: Entry


class EndsHere(NamedTuple):
    """It would end the game before entries that came later: they can be struck along."""

    entry: Entry  # the first of them
    ends: EndsEarlier


Doubt = SameAgain | TurnMoved | Corrected | Changed | Arrived | Renamed | EndsHere


Seen = Callable[[int], Any]  # the sheet as it is without what others noted after this entry


def doubt(game: Ruleset[Any], log: Log, tapped: Entry, after: int) -> Doubt | None:
    """About an entry that the rules allow. Its person has seen the first `after` ones, and those of their own phone."""
    others = [entry for entry in log.entries[after:] if _of_another(entry, tapped)]
    if not others:
        return None
    match tapped.kind:
        case "insert":  # it is filled in from what stands before it: what others noted is mostly later
            wanted = tapped.target, tapped.move
            same = (entry for entry in others if entry.stands and (entry.target, entry.move) == wanted)
            return next(map(SameAgain, same), None)
        case "rename":
            return next((Renamed(entry) for entry in reversed(others) if entry.seat == tapped.seat), None)
        case "move":
            return _about_the_move(game, log, tapped.move, others, partial(_sheet_seen, game, log, tapped), after)
        case _:  # a correction that is undone is touched by whatever touches what it was about
            target = log.entries[(tapped.target or 0) - 1]
            about = {target.number, *target.strikes, *(() if target.notes else (target.target,))} - {None}
            touched = (entry for entry in reversed(others) if about & {entry.number, entry.target, *entry.strikes})
            return next((Corrected(entry, target) for entry in touched), None)


def aimed(game: Ruleset[Any], log: Log, tapped: Entry, after: int) -> Entry:
    """A key of the pad means whoever's turn it is, and Undo what is last: as far as the person behind it could know."""
    if all(not _of_another(entry, tapped) for entry in log.entries[after:]):
        sheet, entries = log.sheet, [*log.entries]
    else:
        sheet, entries = _sheet_seen(game, log, tapped, after), _entries_seen(log, after, tapped.phone)
    if tapped.move is not None:
        return tapped if sheet.turn is None else _for(tapped, sheet.turn)
    last = (to_undo if tapped.kind == "undo" else to_redo)(entries)
    return tapped._replace(target=last.number) if last else tapped


def aimed_as(tapped: Entry, known: Entry) -> Entry:
    """The same as it was aimed when it first came."""
    move = known.brought
    if tapped.move is not None and type(move) is type(tapped.move):
        return _for(tapped, getattr(move, "player", None))
    return tapped._replace(target=known.target)


def _for(tapped: Entry, seat: int | None) -> Entry:
    move = replace(cast(Any, tapped.move), player=seat)
    return tapped._replace(move=move, first=move)


def arrived(game: Ruleset[Any], log: Log, known: Entry, tapped: Entry) -> Arrived:
    alike = known.stands and type(known.move) is type(tapped.move)
    try:
        history.grow(game, log, tapped)
    except RuleBroken:
        return Arrived(known, alike)
    return Arrived(known)


def _of_another(entry: Entry, tapped: Entry) -> bool:
    return tapped.phone is None or entry.phone != tapped.phone


def _about_the_move(
    game: Ruleset[Any], log: Log, move: Any, others: list[Entry], seen: Seen, after: int
) -> Doubt | None:
    """Whose it is comes first: who is asked whether it is the same again may have meant the next one's."""
    before, now = seen(after), log.sheet
    same = next((entry for entry in others if entry.stands and entry.move == move), None)
    if move.in_turn and before.turn == move.player != now.turn:
        return TurnMoved(same or _last_to_change(others, seen, now, attrgetter("turn")), now.turn, same is not None)
    if same:
        return SameAgain(same)
    for old, new in zip(game.basis(before, move), game.basis(now, move), strict=True):
        if new.value not in (old.value, new.said):
            return Changed(_last_to_change(others, seen, now, lambda sheet: game.basis(sheet, move)), old, new)
    return None


def _last_to_change(others: list[Entry], seen: Seen, now: Any, what: Callable[[Any], object]) -> Entry:
    """Of the others' entries, the last one without which, and without those after it, this would be different."""
    late = (entry for entry in others[: -LOOK_BACK - 1 : -1] if what(seen(entry.number - 1)) != what(now))
    return next(late, others[-1])


def _sheet_seen(game: Ruleset[Any], log: Log, tapped: Entry, after: int) -> Any:
    for phone in (tapped.phone, None):
        try:
            entries = in_order(_entries_seen(log, after, phone))
            return fold(game, log.sheet.table, moves_of(entry for entry in entries if entry.stands))
        except RuleBroken:  # what its phone noted makes no sense without the others' entries: as it was before that
            if phone is None:
                raise
    raise AssertionError("one of the two was folded, or said why not")


def _entries_seen(log: Log, after: int, phone: str | None = None) -> list[Entry]:
    """The first ones, and those of this phone; the others' leave their numbers free, and nothing corrects them."""
    seen = EntryList()
    for entry in log.entries:
        if entry.number <= after or (phone is not None and entry.phone == phone):
            seen.enter(entry.as_entered)
        else:
            seen.add(entry._replace(kind=UNSEEN))
    return seen.entries
