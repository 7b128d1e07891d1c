"""How a game of States went: its battles one by one, the race in words, and the map as it was after any of them.

`race` draws the points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.record.history import Log
from companion.rules.states.moves import STATE_NAMES, Battle
from companion.rules.states.play import Fought, Goal, Sheet
from companion.rules.text import Text, say, say_many
from companion.screens.states import phrases
from companion.screens.states.figures import Figures, figures
from companion.screens.states.race import Race, race


class Line(NamedTuple):
    """A battle in words, for the table behind the picture."""

    number: int
    text: Text
    points: tuple[int, ...]  # since then, of each seat


class Step(NamedTuple):
    """A battle, and the map after it; the entries to go on to, None where there is no such battle."""

    number: int
    title: Text
    told: Text
    figures: Figures
    description: Text
    back: int | None
    on: int | None
    cursor: float  # in the race


class Reached(NamedTuple):
    """The goal, with its last State."""

    code: str
    sentence: Text
    how: Text


class Course(NamedTuple):
    reached: Reached | None
    told: tuple[Text, ...]
    title: Text
    description: Text
    lines: tuple[Line, ...]
    race: Race
    entries: tuple[int, ...]  # of the log, one a battle
    sheets: tuple[Sheet, ...]  # after each

    @property
    def first(self) -> int:
        return self.entries[0]

    @property
    def last(self) -> int:
        return self.entries[-1]

    def at(self, entry: int | None) -> Step:
        """The battle that this entry noted; else the last one."""
        place = self.entries.index(entry) if entry in self.entries else len(self.entries) - 1
        around: tuple[int | None, ...] = (None, *self.entries, None)
        sheet, number = self.sheets[place], place + 1
        fought, battles = _newest(sheet), len(self.entries)
        return Step(
            number=number,
            title=_title(number, battles, fought),
            told=_outcome(sheet, fought),
            figures=figures(sheet),
            description=_map(number, sheet, fought),
            back=around[place],
            on=around[place + 2],
            cursor=self.race.marks[place],
        )


def course(log: Log) -> Course | None:
    """None where there was no battle."""
    battles = [
        (step.entry.number, step.after, step.after.battles[step.move.state])
        for step in log.steps
        if isinstance(step.move, Battle)
    ]
    if not battles:
        return None
    entries, sheets, fought = zip(*battles, strict=True)
    return Course(
        reached=_reached(log.sheet, sheets),
        told=_told(log.sheet, sheets),
        title=say_many("Points over %(count)s battle", "Points over %(count)s battles", len(sheets)),
        description=_description(log.sheet, fought),
        lines=tuple(_lines(sheets, fought)),
        race=race(log.sheet, sheets, fought),
        entries=entries,
        sheets=sheets,
    )


def _newest(sheet: Sheet) -> Fought:
    return max(sheet.battles.values(), key=lambda fought: fought.move)


# A battle in words


def _title(number: int, battles: int, fought: Fought) -> Text:
    return say(
        "%(number)s of %(battles)s: %(state)s, %(points)s",
        number=number,
        battles=battles,
        state=STATE_NAMES[fought.state],
        points=phrases.points(fought.value),
    )


def _outcome(sheet: Sheet, fought: Fought) -> Text:
    happened = phrases.working(sheet.table.players, fought)
    return say("%(happened)s; it goes under the pile", happened=happened) if fought.winner is None else happened


def _map(number: int, sheet: Sheet, fought: Fought) -> Text:
    return say(
        "The map after battle %(number)s: %(taken)s. %(states)s. This battle was for %(state)s.",
        number=number,
        taken=phrases.taken(sum(sheet.states)),
        states=_each(sheet, sheet.states),
        state=STATE_NAMES[fought.state],
    )


def _each(sheet: Sheet, figures: Sequence[int]) -> tuple[Text, ...]:
    return tuple(
        say("%(name)s %(count)s", name=name, count=count)
        for name, count in zip(sheet.table.players, figures, strict=True)
    )


def _lines(sheets: Sequence[Sheet], fought: Sequence[Fought]) -> Iterator[Line]:
    for number, (sheet, battle) in enumerate(zip(sheets, fought, strict=True), 1):
        yield Line(number, _line(sheet, battle), sheet.points)


def _line(sheet: Sheet, fought: Fought) -> Text:
    what = {"state": STATE_NAMES[fought.state], "value": fought.value, "outcome": _taker(sheet, fought)}
    if fought.tanks is None:
        return say("%(state)s, %(value)s: %(outcome)s", **what)
    return say("%(state)s, %(value)s: %(tanks)s, %(outcome)s", **what, tanks=_against(fought.tanks))


def _against(tanks: tuple[int, ...]) -> Text | str:
    if len(tanks) == 2:
        return say("%(one)s against %(other)s", one=tanks[0], other=tanks[1])
    return ", ".join(map(str, tanks))


def _taker(sheet: Sheet, fought: Fought) -> Text:
    if fought.winner is None:
        return say("nobody takes it")
    return say("%(name)s takes it", name=sheet.table.players[fought.winner])


def _reached(sheet: Sheet, sheets: Sequence[Sheet]) -> Reached | None:
    if sheet.at_goal is None:
        return None
    fought = _newest(sheet)
    goal = say("The goal of %(goal)s was reached with battle %(number)s", goal=_goal(sheet.goal), number=len(sheets))
    again = any(fought.state in before.battles for before in sheets[:-1])
    return Reached(fought.state, goal, _brought(fought, again))


def _goal(goal: Goal) -> Text:
    points = phrases.points(goal.points)
    return (
        say("%(points)s and %(states)s", points=points, states=phrases.states(goal.states)) if goal.states else points
    )


def _brought(fought: Fought, again: bool) -> Text:
    state, points = STATE_NAMES[fought.state], phrases.points(fought.value)
    if again:
        return say("%(state)s, back from under the pile, brought the last %(points)s", state=state, points=points)
    return say("%(state)s brought the last %(points)s", state=state, points=points)


# The race in words


def _told(sheet: Sheet, sheets: Sequence[Sheet]) -> tuple[Text, ...]:
    return tuple(text for text in (_lead(sheet, sheets), _late(sheet, sheets)) if text)


def _lead(sheet: Sheet, sheets: Sequence[Sheet]) -> Text | None:
    ahead = [(number, leader) for number, now in enumerate(sheets, 1) if (leader := _leader(now)) is not None]
    changes = sum(earlier != later for (_, earlier), (_, later) in pairwise(ahead))
    if not ahead:
        return None
    if changes:
        return say_many("The lead changed once.", "The lead changed %(count)s times.", changes)
    number, leader = ahead[0]
    name = sheet.table.players[leader]
    if number + len(ahead) <= len(sheets):  # level with somebody since then
        return say("Nobody but %(name)s was ever alone in the lead.", name=name)
    return say("From battle %(number)s on %(name)s led.", number=number, name=name)


def _leader(sheet: Sheet) -> int | None:
    """Where one has the most points."""
    most = max(sheet.points)
    return sheet.points.index(most) if sheet.points.count(most) == 1 else None


def _late(sheet: Sheet, sheets: Sequence[Sheet]) -> Text | None:
    """Who led until the last battle, where that was somebody else in the end."""
    if len(sheets) < 2 or (led := _leader(sheets[-2])) is None or _leader(sheets[-1]) in (None, led):
        return None
    second, most = sorted(sheets[-2].points)[-2:]
    return say_many(
        "Before the last battle %(name)s was %(count)s point ahead.",
        "Before the last battle %(name)s was %(count)s points ahead.",
        most - second,
        name=sheet.table.players[led],
    )


def _description(sheet: Sheet, fought: Sequence[Fought]) -> Text:
    lines = say(
        "A line for each player that climbs towards the goal of %(goal)s: in the end %(points)s.",
        goal=phrases.points(sheet.goal.points),
        points=_each(sheet, sheet.points),
    )
    tied = tuple(str(number) for number, battle in enumerate(fought, 1) if battle.winner is None)
    if not tied:
        return lines
    return say("%(lines)s Battles that nobody won: %(battles)s.", lines=lines, battles=tied)
