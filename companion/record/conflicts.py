"""What others noted since a phone last saw the log, and whether its tap is in conflict with that: then it is asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from companion.record import history
from companion.record.aim import log_seen, of_another
from companion.record.entries import EndsEarlier, Entry
from companion.record.history import Log
from companion.rules.core import Basis, RuleBroken, Ruleset
from companion.rules.moves import End

LOOK_BACK = 20  # entries of others, in search of the one that changed something: each costs a fold
LOOKED_THROUGH = 8_000  # entries in all those folds: of a very long log fewer


class News(NamedTuple):
    """The last entry that others made, and how many of theirs came before it."""

    entry: Entry
    more: int


def since(log: Log, seen: int, phone: str) -> News | None:
    """What other phones noted after the first `seen` entries of the log."""
    others = [entry for entry in log.entries[seen:] if entry.phone != phone] if seen >= 0 else []
    return News(others[-1], len(others) - 1) if others else None


class SameAgain(NamedTuple):
    """Another phone has noted the same move: perhaps two people saw one event."""

    entry: Entry


class TurnMoved(NamedTuple):
    """The move was meant for the seat whose turn it was, and now it is another one's turn."""

    entry: Entry  # that moved it on, or that is the very same
    turn: int
    same: bool


class Corrected(NamedTuple):
    """Another phone has changed the entry that the tap corrects, or noted it without the person having seen it."""

    entry: Entry
    target: Entry  # as it stands now


class Changed(NamedTuple):
    """A number that the slip was filled in with has changed, such as the size of a hand."""

    entry: Entry
    before: Basis
    now: Basis


class Arrived(NamedTuple):
    """A tap with this id is in the log already, with another content. `instead`: the new one can only replace it."""

    entry: Entry
    instead: bool = False


class Renamed(NamedTuple):
    """Another phone has just given this seat a name."""

    entry: Entry


class EndsHere(NamedTuple):
    """The correction would end the game before later entries: those can be struck out along with it."""

    entry: Entry  # the first of them
    ends: EndsEarlier


class EndedMeanwhile(NamedTuple):
    """Another phone noted the end first: the move can be put in before that."""

    entry: Entry  # that ended it
    seen: int  # the length of the log that its person has seen
    before: int  # the entry that it would stand before
    winners: tuple[str, ...] | None  # with it, if anybody has points; None where the game isn't over then
    the_same: bool  # as without it
    ends: EndsEarlier | None  # where the move, put in, would end the game before later entries


class OlderBackup(NamedTuple):
    """The person has seen more entries than there are: an older backup was restored."""

    entry: Entry | None  # the last that there is
    whose: bool  # the turn that it was aimed at is gone with the newer log: the answer says whose move it is


Conflict = SameAgain | TurnMoved | Corrected | Changed | Arrived | Renamed | EndsHere | EndedMeanwhile | OlderBackup


class Yes(NamedTuple):
    """What a yes notes, where it isn't the very entry that was sent."""

    kind: str | None = None  # of the entry that it notes instead, about the entry `number`
    number: int | None = None
    strikes: tuple[int, ...] | None = None  # later entries, along with it
    new_tap: bool = False  # under another id, for its own stands for what arrived


def yes_to(conflict: Conflict, strikes: tuple[int, ...]) -> Yes:
    """What a yes to this question sends. `strikes`: the entries that the tap strikes out already."""
    match conflict:
        case EndsHere(ends=ends):
            return Yes(strikes=(*strikes, *ends.later))
        case EndedMeanwhile(before=before, ends=ends):
            return Yes("insert", before, ends.later if ends else ())
        case Arrived(entry=entry, instead=True):
            return Yes("replace", entry.number, new_tap=True)
        case Arrived():
            return Yes(new_tap=True)
        case _:
            return Yes()


Seen = Callable[[int], Log]  # as it is without what others noted after this entry


def conflict_with(game: Ruleset[Any], log: Log, tapped: Entry, after: int) -> Conflict | None:
    """Of an entry that the rules allow. The person has seen the first `after` entries, and those of their own phone."""
    others = [entry for entry in log.entries[after:] if of_another(entry, tapped)]
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
            return _about_the_move(game, log, tapped.move, others, partial(log_seen, game, log, tapped), after)
        case _:  # a correction that is undone is touched by whatever touches what it was about
            target = log.entries[(tapped.target or 0) - 1]
            about = {target.number, *target.strikes, *(() if target.notes else (target.target,))} - {None}
            touched = (entry for entry in reversed(others) if about & {entry.number, entry.target, *entry.strikes})
            return next((Corrected(entry, target) for entry in touched), None)


def arrived(game: Ruleset[Any], log: Log, known: Entry, tapped: Entry) -> Arrived:
    alike = known.stands and type(known.move) is type(tapped.move)
    try:
        history.with_entry(game, log, tapped)
    except RuleBroken:
        return Arrived(known, alike)
    return Arrived(known)


def ended_meanwhile(game: Ruleset[Any], log: Log, tapped: Entry, after: int) -> EndedMeanwhile | None:
    """Of a move that came after the end, where its person couldn't know of that, and it makes sense before."""
    others, last = [entry for entry in log.entries[after:] if of_another(entry, tapped)], log.last
    seen = partial(log_seen, game, log, tapped)
    if not others or last is None or isinstance(tapped.move, End) or seen(after).sheet.over:
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


def _about_the_move(
    game: Ruleset[Any], log: Log, move: Any, others: list[Entry], seen: Seen, after: int
) -> Conflict | None:
    """Whose it is comes first: who is asked whether it is the same again may have meant the next one's."""
    before, now = seen(after).sheet, log.sheet
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
    looks = min(LOOK_BACK, LOOKED_THROUGH // others[-1].number)
    late = (entry for entry in others[: -looks - 1 : -1] if what(seen(entry.number - 1).sheet) != what(now))
    return next(late, others[-1])
