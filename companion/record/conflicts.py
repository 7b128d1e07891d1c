"""What others noted since a phone last saw the log, and whether its tap is in conflict with that: then it is asked."""

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
from companion.rules.moves import End

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
    """A tap with this id is in the log already, with another content. `instead`: there is room for only one."""

    entry: Entry
    instead: bool = False


class Renamed(NamedTuple):
    """Another phone has just given this seat a name."""

    entry: Entry


class EndsHere(NamedTuple):
    """It would end the game before entries that came later: they can be struck along."""

    entry: Entry  # the first of them
    ends: EndsEarlier


class EndedMeanwhile(NamedTuple):
    """Another phone's end came before it: it may go in before that."""

    entry: Entry  # that ended it
    seen: int  # the length of the log that its person has seen
    before: int  # the entry that it would stand before
    winners: tuple[str, ...] | None  # with it, if anybody has points; None where the game isn't over then
    the_same: bool  # as without it
    ends: EndsEarlier | None  # where the move, put in, would end the game before later entries


class OlderBackup(NamedTuple):
    """Its person has seen more than there is."""

    entry: Entry | None  # the last that there is
    whose: bool  # it was aimed at a turn of the log that is gone


Conflict = SameAgain | TurnMoved | Corrected | Changed | Arrived | Renamed | EndsHere | EndedMeanwhile | OlderBackup


Seen = Callable[[int], Any]  # the sheet as it is without what others noted after this entry


def conflict_with(game: Ruleset[Any], log: Log, tapped: Entry, after: int) -> Conflict | None:
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
        sheet, entries = _seen(game, log, tapped, after)
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
        history.with_entry(game, log, tapped)
    except RuleBroken:
        return Arrived(known, alike)
    return Arrived(known)


def ended_meanwhile(game: Ruleset[Any], log: Log, tapped: Entry, after: int) -> EndedMeanwhile | None:
    """Of a move that came after the end, where its person couldn't know of that, and it makes sense before."""
    others, last = [entry for entry in log.entries[after:] if _of_another(entry, tapped)], log.last
    seen = partial(_sheet_seen, game, log, tapped)
    if not others or last is None or isinstance(tapped.move, End) or seen(after).over:
        return None
    put_in, ends = tapped._replace(kind="insert", target=last.number), None
    try:
        sheet = history.with_entry(game, log, put_in).sheet
    except EndsEarlier as earlier:
        sheet, ends = history.with_entry(game, log, put_in._replace(strikes=earlier.later)).sheet, earlier
    except RuleBroken:
        return None
    without, winners = (_winners(game, each) for each in (log.sheet, sheet))
    entry = _last_to_change(others, seen, log.sheet, attrgetter("over"))
    return EndedMeanwhile(entry, after, last.number, winners, winners == without, ends)


def _winners(game: Ruleset[Any], sheet: Any) -> tuple[str, ...] | None:
    """Nobody where it was stopped before anybody had a point: there all ranks are the first."""
    if not sheet.over:
        return None
    results = game.results(sheet)
    return tuple(sheet.table.players[seat] for seat in game.winners(sheet) if results[seat].points)


def _of_another(entry: Entry, tapped: Entry) -> bool:
    return tapped.phone is None or entry.phone != tapped.phone


def _about_the_move(
    game: Ruleset[Any], log: Log, move: Any, others: list[Entry], seen: Seen, after: int
) -> Conflict | None:
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
    return _seen(game, log, tapped, after)[0]


def _seen(game: Ruleset[Any], log: Log, tapped: Entry, after: int) -> tuple[Any, list[Entry]]:
    for phone in (tapped.phone, None):
        try:
            entries = _entries_seen(log, after, phone)
            stand = (entry for entry in in_order(entries) if entry.stands)
            return fold(game, log.sheet.table, moves_of(stand)), entries
        except RuleBroken:  # what its phone noted makes no sense without the others' entries: as it was before that
            if phone is None:
                raise
    raise AssertionError("one of the two was folded, or said why not")


def _entries_seen(log: Log, after: int, phone: str | None = None) -> list[Entry]:
    """The first ones, and those of this phone. In the place of each other entry stands one that does nothing, so that
    the numbers stay. A move that this phone put in before one of those counts as noted at the end.
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
