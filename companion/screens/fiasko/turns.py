"""What turned a game that is over: everybody's chance over it, its three moments, and the cards and choices apart.

Nothing is graded: a moment is what moved most, with its entry in the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.record.history import Log, Step
from companion.rules.core import once_a_sheet
from companion.rules.fiasko.moves import Draw, Score
from companion.rules.fiasko.standing import FINISH
from companion.rules.fiasko.turning import Turned, Turning, turning
from companion.rules.fiasko.weighing import weigh
from companion.rules.text import Text, say
from companion.screens.fiasko import words
from companion.screens.fiasko.losses import cost
from companion.screens.fiasko.weighed import about
from companion.screens.geometry import Scale, apart, cut

MOMENTS = 3
ENOUGH = 10  # draws of all, to speak of what turned it
WORTH_TELLING = 0.03  # of a victory that changed hands
CLEAR = 5  # in a hundred: a smaller difference isn't said of a score
POINTS = 45  # of a line, at most, beside those of the moments
LEFT, EDGE, TOP, GROUND, NAME = 4, 304, 12, 172, 19
LETTERS = 6  # of a name at the end of its line
GRADES = (0.25, 0.5, 0.75)


class ChanceLine(NamedTuple):
    seat: int
    path: str
    won: bool


class ChanceLabel(NamedTuple):
    seat: int
    name: str
    y: float


class MomentShown(NamedTuple):
    """The move `at`. `cards`: a draw; else a choice. `had` and `has`: the chance of whom it is told of."""

    number: int
    at: int
    x: float
    y: float
    entry: int
    drawing: str | None
    title: Text
    move: Text
    said: tuple[Text, ...]
    cards: bool
    seat: int
    had: float
    has: float
    sure: bool  # it is over then


class MovedRow(NamedTuple):
    seat: int
    name: str
    moved: tuple[int, ...]  # in hundredths of a victory: own cards, own choices, the others


class TurningPoints(NamedTuple):
    lines: tuple[ChanceLine, ...]
    labels: tuple[ChanceLabel, ...]
    grades: tuple[tuple[float, float], ...]
    moments: tuple[MomentShown, ...]
    apart: tuple[MovedRow, ...]
    summary: Text | None
    described: Text
    each: tuple[tuple[float, ...], ...]  # everybody's, before the first move and after each


@once_a_sheet
def turns(log: Log) -> TurningPoints | None:
    """None where not every card was counted, too few were drawn, or the table calls it cheating."""
    table, drawn = log.sheet.table, sum(isinstance(move, Draw) for move in log.moves)
    asked = table.options["advice"] == "asked" and any(log.sheet.scores) and drawn >= ENOUGH
    told = turning(log.sheet, log.steps) if asked else None
    if told is None:
        return None
    x, y = Scale(len(told.moves), LEFT, EDGE), Scale(1, GROUND, TOP)
    largest = sorted((one for one in told.moves if one.size >= WORTH_TELLING), key=lambda one: -one.size)[:MOMENTS]
    chosen = sorted((one for one in largest if isinstance(one.played.move, Draw | Score)), key=lambda one: one.number)
    last, names = told.moves[-1].after, table.players
    sure = log.sheet.over and max(last) == 1
    each = tuple(
        moved(name, about(had), has if sure else about(has), sure)
        for name, had, has in zip(names, told.moves[0].before, last, strict=True)
    )
    return TurningPoints(
        lines=tuple(_lines(told, {one.number for one in chosen}, x, y)),
        labels=tuple(
            ChanceLabel(seat, cut(names[seat], LETTERS), at)
            for seat, at in apart([(seat, y(chance)) for seat, chance in enumerate(last)], NAME, TOP + 6, GROUND)
        ),
        grades=tuple((grade, y(grade)) for grade in GRADES),
        moments=tuple(_moment(log, told, place, one, x, y) for place, one in enumerate(chosen, 1)),
        apart=tuple(
            MovedRow(seat, names[seat], tuple(round(100 * part) for part in moved))
            for seat, moved in enumerate(told.apart or ())
        ),
        summary=_summary(told, names),
        described=say("Everybody’s chance to win from the first move to the last: %(list)s.", list=each),
        each=(told.moves[0].before, *(one.after for one in told.moves)),
    )


def moved(name: str, had: float, has: float, sure: bool) -> Text:
    """From one chance to another, or to the victory or none."""
    if sure:
        return say("%(name)s from about %(had)s to %(has)s", name=name, had=had, has=has)
    return say("%(name)s from about %(had)s to about %(has)s", name=name, had=had, has=has)


def _lines(told: Turning, marked: set[int], x: Scale, y: Scale) -> Iterator[ChanceLine]:
    """As many points as a phone can show, those of the moments among them."""
    many, last = len(told.moves), told.moves[-1].after
    every = -(-many // POINTS)
    shown = [one for one in told.moves if one.number % every == 0 or {one.number, one.number + 1} & marked]
    if shown[-1:] != [told.moves[-1]]:
        shown.append(told.moves[-1])
    for seat in sorted(range(len(last)), key=lambda seat: last[seat]):
        places = [
            f"{x(0)} {y(told.moves[0].before[seat])}",
            *(f"{x(one.number)} {y(one.after[seat])}" for one in shown),
        ]
        yield ChanceLine(seat, "M" + " ".join(places), last[seat] > 0)


def _moment(log: Log, told: Turning, place: int, one: Turned, x: Scale, y: Scale) -> MomentShown:
    """Told of whoever moved, unless a card changed somebody else’s chance twice as much."""
    shift = [now - had for now, had in zip(one.after, one.before, strict=True)]
    mover = one.played.move.player
    most = max(range(len(shift)), key=lambda seat: abs(shift[seat]))
    seat = mover if isinstance(one.played.move, Score) or 2 * abs(shift[mover]) >= abs(shift[most]) else most
    step = log.steps[one.number - 1]
    by_card = one.luck is not None and 2 * abs(one.luck[seat]) >= abs(shift[seat])
    return MomentShown(
        place,
        one.number,
        x=x(one.number),
        y=y(one.after[seat]),
        entry=step.entry.number,
        drawing=words.drawing(step.move),
        title=say("Round %(number)s", number=_round(told, one)),
        move=words.move(log.sheet.table, step.move),
        said=tuple(_said(step, by_card)),
        cards=by_card,
        seat=seat,
        had=about(one.before[seat]),
        has=one.after[seat] if step.after.over else about(one.after[seat]),
        sure=step.after.over,
    )


def _round(told: Turning, one: Turned) -> int:
    """All take their turns in it."""
    turns = sum(isinstance(other.played.move, Draw | Score) for other in told.moves[: one.number])
    return -(-turns // len(one.after))


def _said(step: Step, by_card: bool) -> Iterator[Text]:
    """To whoever wasn't there: what came of it; of a score, whether drawing on would have been better, where clear."""
    if isinstance(step.move, Draw):
        counter = step.before.counter
        if lost := cost(step):
            yield lost
        elif not by_card:
            yield say("Drawing instead of scoring changed more here than the card that came.")
        elif counter.pile and (bad := max(counter.fiasko + counter.catastrophe, 0)):
            yield say("It could have been a bad card: %(chance)s.", chance=min(bad / counter.pile, 1.0))
        return
    if brought := words.came(step).text:
        yield brought
    if step.after.over:
        yield say("That ended the game: +%(points)s for finishing.", points=FINISH)
        return
    weighed = weigh(step.before, step.move) if step.move.values is not None else None
    if weighed is None or weighed.scored is None or weighed.draw is None or weighed.score is None:
        return
    points = round(100 * abs(weighed.draw - weighed.score))
    if weighed.level:
        yield say("One more card would have been as good.")
    elif points >= CLEAR and weighed.draw > weighed.score:
        yield say("One more card would have been better, by about %(points)s in 100.", points=points)
    elif points >= CLEAR:
        yield say("One more card would have been worse, by about %(points)s in 100.", points=points)


def _summary(told: Turning, names: Sequence[str]) -> Text | None:
    """From how little the winner won."""
    last = told.moves[-1].after
    if max(last) < 1:
        return None
    seat = last.index(1)
    lowest = min(one.before[seat] for one in told.moves)
    if lowest < 0.5 * told.moves[0].before[seat]:
        return say(
            "%(name)s won, with a chance of about %(chance)s at the lowest.", name=names[seat], chance=about(lowest)
        )
    return None
