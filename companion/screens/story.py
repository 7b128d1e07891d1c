"""The log as the evening's story: the newest first, by rounds, each move with what became of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from companion.record.entries import Entry
from companion.record.history import Log, Step
from companion.rules.moves import fields_of
from companion.rules.text import Text, say
from companion.screens.core import Screen, Tale
from companion.screens.logbook import happened

TEN = 10  # moves, where no round is known
FEW = 15  # lines that a thumb goes through without a way
MOST_TOLD = 300  # entries of a page: no evening has so many
JUMPS, SIZES = 5, (1, 2, 5, 10, 20, 50, 100, 200, 500)  # ways to older rounds, and how many of these each may hold
WIDE, LOW, MARK, HIGHEST = 62, 31.5, 9.5, 3  # of a picture: its width, its ground, a mark, and how many on each other
MARKS = {
    "strike": say("struck out"),
    "restore": say("restored"),
    "replace": say("corrected"),
    "undo": say("taken back"),
    "redo": say("put back"),
}


class ToldEntry(NamedTuple):
    """An entry that noted a move or a name, and what became of it."""

    entry: Entry
    tale: Tale
    drawing: str | None
    first: Text | None  # what stood there before it was corrected
    marks: tuple[Text, ...]  # what was done to it since, in order
    marked: Entry | None  # the last of that


class Line(NamedTuple):
    """What is one line: mostly one entry; several of a kind in a row; `seats`: whose, the newest first."""

    entries: tuple[ToldEntry, ...]
    seats: tuple[int, ...]


class LogSection(NamedTuple):
    """A round, or ten moves: the newest line first."""

    number: int
    title: Text
    first: int  # the numbers of its entries
    last: int
    at: datetime
    lines: tuple[Line, ...]


class RoundDot(NamedTuple):
    """In the picture of some rounds: a seat's mark where it got points, none where it went badly."""

    x: float
    y: float
    seat: int | None


class Jump(NamedTuple):
    """A way to the newest of some rounds, with their picture."""

    first: int
    last: int
    to: int | None  # the section; none of these rounds may be about the player asked for
    ticks: tuple[float, ...]
    dots: tuple[RoundDot, ...]
    scores: int
    blows: int


class Story(NamedTuple):
    sections: tuple[LogSection, ...]
    jumps: tuple[Jump, ...]
    moves: int
    since: datetime | None
    older: int | None  # the entry before which there are others that are not told here


def story(screen: Screen[Any], log: Log, seat: int | None, until: int | None = None) -> Story:
    """All of it, or what is about one player. Of a very long log, what came last; or last before the entry `until`."""
    steps = {step.entry.number: step for step in log.steps}
    done = _done_to(log)
    rounds = _rounds(log, steps)
    end = next((at for at, (_, entry) in enumerate(rounds) if entry.number == until), len(rounds))
    older = rounds[end - MOST_TOLD][1].number if end > MOST_TOLD else None
    rounds = rounds[max(end - MOST_TOLD, 0) : end]
    told = [(number, _as_told(screen, log, entry, steps, done[entry.number])) for number, entry in rounds]
    many = rounds[-1][0] - rounds[0][0] + 1 if rounds else 0
    size = next((size for size in SIZES if many and -(-many // size) <= JUMPS), SIZES[-1])
    ours = [pair for pair in told if seat is None or seat in _about(screen, log, pair[1], steps)]
    titled = say("Round %(number)s") if _in_rounds(log) else say("Moves %(first)s to %(last)s")
    sections = tuple(
        LogSection(
            number=number,
            title=titled.about(number=number, first=(number - 1) * TEN + 1, last=number * TEN),
            first=min(each.entry.number for each in group),
            last=max(each.entry.number for each in group),
            at=min(each.entry.at for each in group),
            lines=tuple(_lines(group[::-1])),
        )
        for number, group in ((number, [one for _, one in pairs]) for number, pairs in groupby(ours, key=itemgetter(0)))
    )[::-1]
    shown = {section.number for section in sections}
    jumps = _jumps(told, size, shown) if len(told) > FEW else ()
    return Story(sections, jumps, len(log.steps), min((entry.at for entry in log.entries), default=None), older)


def _in_rounds(log: Log) -> bool:
    return bool(log.steps) and log.steps[0].before.turn is not None


def _rounds(log: Log, steps: dict[int, Step]) -> list[tuple[int, Entry]]:
    """Each entry that noted something, where it belongs at the table, with its round."""
    order: list[Entry] = []
    put_before: defaultdict[int | None, list[Entry]] = defaultdict(list)
    for entry in log.entries:
        if entry.kind == "insert":
            put_before[entry.target].append(entry)
    waiting = [entry for entry in reversed(log.entries) if entry.kind in ("move", "rename")]
    while waiting:
        entry = waiting.pop()
        if inserted := put_before.pop(entry.number, None):
            waiting += [entry, *reversed(inserted)]
        else:
            order.append(entry)
    seats, counted, numbered = len(log.opened.players), 0, []
    in_rounds = _in_rounds(log)
    for entry in order:
        numbered.append((counted // (seats if in_rounds else TEN) + 1, entry))
        step = steps.get(entry.number)
        counted += step is not None and (step.move.in_turn or not in_rounds)
    return numbered


def _done_to(log: Log) -> dict[int, list[Entry]]:
    """What was done to each entry, in order: a correction that was taken back is done to what it corrects."""
    done: dict[int, list[Entry]] = defaultdict(list)
    for entry in log.entries:
        about = entry
        while about.kind in MARKS and about.target is not None:
            about = log.entries[about.target - 1]
        if about is not entry:
            done[about.number].append(entry)
        for number in entry.strikes:
            done[number].append(entry)
    return done


def _as_told(screen: Screen[Any], log: Log, entry: Entry, steps: dict[int, Step], done: Sequence[Entry]) -> ToldEntry:
    words, step = screen.words, steps.get(entry.number)
    if step is not None:
        tale = words.tale(step) or Tale(words.move(log.sheet.table, step.move), words.came(step).text)
    elif entry.notes and entry.move is not None:
        tale = Tale(words.move(log.sheet.table, entry.move))
    else:
        tale = Tale(happened(log, entry, words))
    marks = tuple(MARKS[each.kind] if each.kind in MARKS else MARKS["strike"] for each in done)
    first = words.move(log.sheet.table, entry.first) if entry.first and entry.first != entry.move else None
    drawing = screen.drawing(entry.move) if entry.move is not None else None
    return ToldEntry(entry, tale, drawing, first, marks, done[-1] if done else None)


def _about(screen: Screen[Any], log: Log, told: ToldEntry, steps: dict[int, Step]) -> set[int | None]:
    """The seats that an entry names, or named, or that what came of it is about."""
    entry = told.entry
    seats = {entry.seat}
    for move in (entry.move, entry.first):
        if move is not None:
            named = (getattr(move, field.name) for field in fields_of(type(move)) if field.seat)
            seats |= {seat for seat in named if isinstance(seat, int)}
    if entry.number in steps:
        seats.add(screen.words.came(steps[entry.number]).seat)
    return seats


def _lines(told: Sequence[ToldEntry]) -> Iterator[Line]:
    """The newest first; those of a kind in a row, and nothing was done to them, are one."""
    for folds, group in groupby(told, key=_folds):
        several = tuple(group)
        for entries in [several] if folds else [(one,) for one in several]:
            yield Line(entries, tuple(seat for one in entries if (seat := _whose(one.entry)) is not None))


def _folds(told: ToldEntry) -> Text | None:
    """What an entry has in common with its neighbours, so that they are one line; None where it stands alone."""
    return told.tale.folds if told.entry.kind == "move" and not told.marks else None


def _whose(entry: Entry) -> int | None:
    if entry.move is None:
        return entry.seat
    seat = getattr(entry.move, "taker", getattr(entry.move, "player", None))
    return seat if isinstance(seat, int) else None


def _jumps(told: Sequence[tuple[int, ToldEntry]], size: int, shown: set[int]) -> tuple[Jump, ...]:
    jumps = []
    oldest, newest, wide = told[0][0], told[-1][0], WIDE / size
    for first in range(oldest, newest + 1, size):
        rounds = range(first, min(first + size, newest + 1))
        dots, scores, blows = [], 0, 0
        for at, number in enumerate(rounds):
            stand = [one for own, one in told if own == number and one.entry.stands]
            marked = [one for one in stand if one.tale.bad or one.tale.points is not None]
            scores += sum(one.tale.points is not None for one in marked)
            blows += sum(one.tale.bad for one in marked)
            for high, one in enumerate(marked[:HIGHEST]):
                x, y = round((at + 0.5) * wide - MARK / 2, 1), LOW - 1.5 - (high + 1) * (MARK + 0.5)
                dots.append(RoundDot(x, y, None if one.tale.bad else _whose(one.entry)))
        ticks = tuple(round((at + 0.5) * wide, 1) for at in range(size))
        to = max((number for number in rounds if number in shown), default=None)
        jumps.append(Jump(first, rounds[-1], to, ticks, tuple(dots), scores, blows))
    return tuple(jumps)
