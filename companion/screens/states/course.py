"""How a game of States went: its battles one by one, the race in words, and the map as it was after any of them.

`race` draws the points.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.record.history import Log
from companion.rules.states.moves import STATE_NAMES, Battle
from companion.rules.states.play import Fought, StatesSheet
from companion.rules.text import Text, say, say_many
from companion.screens.states import words
from companion.screens.states.figures import StatesFigures, figures
from companion.screens.states.race import Cursor, Race, race

MOST_LINES = 300  # of the table: no game of an evening has so many battles
POINTS_LEFT, POINTS_ROOM, POINTS_APART = 46, 264, 64  # on the map, everybody's points beside each other


class BattleLine(NamedTuple):
    """A battle in words, for the table behind the picture."""

    number: int
    text: Text
    points: tuple[int, ...]  # since then, of each seat


class PointsOnMap(NamedTuple):
    seat: int
    points: int
    mark_x: float
    points_x: float


class BattleStep(NamedTuple):
    """A battle, and the map after it; the entries to go on to, None where there is no such battle."""

    number: int
    title: Text
    told: Text
    figures: StatesFigures
    points: tuple[PointsOnMap, ...]
    description: Text
    first: int | None
    back: int | None
    on: int | None
    last: int | None
    cursor: Cursor  # in the race


class GoalReached(NamedTuple):
    """The goal, with its last State."""

    code: str
    sentence: Text
    how: Text


class StatesCourse(NamedTuple):
    reached: GoalReached | None
    told: tuple[Text, ...]
    title: Text
    description: Text
    lines: tuple[BattleLine, ...]  # the last ones
    race: Race
    entries: tuple[int, ...]  # of the log, one a battle
    sheets: tuple[StatesSheet, ...]  # after each

    def at(self, entry: int | None) -> BattleStep:
        """The battle that this entry noted; else the last one."""
        entries, last = self.entries, len(self.entries) - 1
        place = entries.index(entry) if entry in entries else last
        sheet, shown = self.sheets[place], figures(self.sheets[place])
        assert shown.last is not None, "the battle that was just fought"
        told = words.working(sheet.table.players, shown.last)
        if shown.last.winner is None:
            told = say("%(happened)s; it goes to the bottom of the pile", happened=told)
        apart = min(POINTS_ROOM / len(sheet.points), POINTS_APART)
        lefts = [POINTS_LEFT + apart * seat for seat in range(len(sheet.points))]
        return BattleStep(
            number=place + 1,
            title=say(
                "%(number)s of %(battles)s: %(state)s, %(points)s",
                number=place + 1,
                battles=len(entries),
                state=STATE_NAMES[shown.last.state],
                points=words.points(shown.last.value),
            ),
            told=told,
            figures=shown,
            points=tuple(PointsOnMap(seat, sheet.points[seat], left, left + 14) for seat, left in enumerate(lefts)),
            description=say(
                "The map after battle %(number)s: %(taken)s. %(states)s. This battle was for %(state)s.",
                number=place + 1,
                taken=words.taken(sum(sheet.states)),
                states=_each(sheet, sheet.states),
                state=STATE_NAMES[shown.last.state],
            ),
            first=entries[0] if place else None,
            back=entries[place - 1] if place else None,
            on=entries[place + 1] if place < last else None,
            last=entries[-1] if place < last else None,
            cursor=self.race.cursors[place],
        )


def course(log: Log) -> StatesCourse | None:
    """None where there was no battle."""
    steps = [step for step in log.steps if isinstance(step.move, Battle)]
    if not steps:
        return None
    sheets = tuple(step.after for step in steps)
    fought = tuple(step.after.battles[step.move.state] for step in steps)
    return StatesCourse(
        reached=_reached(log.sheet, sheets, fought[-1]),
        told=tuple(text for text in (_lead(log.sheet, sheets), _late(log.sheet, sheets), _long(sheets)) if text),
        title=say_many("Points over %(count)s battle", "Points over %(count)s battles", len(sheets)),
        description=_description(log.sheet, fought),
        lines=tuple(
            BattleLine(number, _line(sheet, battle), sheet.points)
            for number, (sheet, battle) in [*enumerate(zip(sheets, fought, strict=True), 1)][-MOST_LINES:]
        ),
        race=race(log.sheet, sheets, fought),
        entries=tuple(step.entry.number for step in steps),
        sheets=sheets,
    )


# A battle in words


def _each(sheet: StatesSheet, figures: Sequence[int]) -> tuple[Text, ...]:
    return tuple(
        say("%(name)s %(count)s", name=name, count=count)
        for name, count in zip(sheet.table.players, figures, strict=True)
    )


def _line(sheet: StatesSheet, fought: Fought) -> Text:
    state, value, outcome = STATE_NAMES[fought.state], fought.value, say("nobody takes it")
    if fought.winner is not None:
        outcome = say("%(name)s takes it", name=sheet.table.players[fought.winner])
    if fought.tanks is None:
        return say("%(state)s (%(value)s): %(outcome)s", state=state, value=value, outcome=outcome)
    tanks: Text | str = ", ".join(map(str, fought.tanks))
    if len(fought.tanks) == 2:
        tanks = say("%(one)s against %(other)s", one=fought.tanks[0], other=fought.tanks[1])
    return say(
        "%(state)s (%(value)s): tanks %(tanks)s; %(outcome)s", state=state, value=value, outcome=outcome, tanks=tanks
    )


def _reached(sheet: StatesSheet, sheets: Sequence[StatesSheet], fought: Fought) -> GoalReached | None:
    if sheet.at_goal is None:
        return None
    goal = words.points(sheet.goal.points)
    if sheet.goal.states:
        goal = say("%(points)s and %(states)s", points=goal, states=words.states(sheet.goal.states))
    sentence = say("The goal of %(goal)s was reached with battle %(number)s", goal=goal, number=len(sheets))
    state, points = STATE_NAMES[fought.state], words.points(fought.value)
    how = say("%(state)s brought the last %(points)s", state=state, points=points)
    if any(fought.state in before.battles for before in sheets[:-1]):
        how = say(
            "%(state)s, back from the bottom of the pile, brought the last %(points)s", state=state, points=points
        )
    return GoalReached(fought.state, sentence, how)


# The race in words


def _lead(sheet: StatesSheet, sheets: Sequence[StatesSheet]) -> Text | None:
    ahead = [(number, leader) for number, now in enumerate(sheets, 1) if (leader := _leader(now)) is not None]
    changes = sum(earlier != later for (_, earlier), (_, later) in pairwise(ahead))
    if not ahead:
        return None
    if changes:
        return say_many("The lead changed once.", "The lead changed %(count)s times.", changes)
    number, leader = ahead[0]
    name = sheet.table.players[leader]
    if number + len(ahead) <= len(sheets):  # level with somebody since then
        return say("Only %(name)s ever led alone.", name=name)
    return say("%(name)s led from battle %(number)s on.", number=number, name=name)


def _leader(sheet: StatesSheet) -> int | None:
    """Where one has the most points."""
    most = max(sheet.points)
    return sheet.points.index(most) if sheet.points.count(most) == 1 else None


def _late(sheet: StatesSheet, sheets: Sequence[StatesSheet]) -> Text | None:
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


def _long(sheets: Sequence[StatesSheet]) -> Text | None:
    if len(sheets) <= MOST_LINES:
        return None
    return say("Of so long a game, the table has only the last %(count)s battles.", count=MOST_LINES)


def _description(sheet: StatesSheet, fought: Sequence[Fought]) -> Text:
    lines = say(
        "A line for each player that climbs towards the goal of %(goal)s: in the end %(points)s.",
        goal=words.points(sheet.goal.points),
        points=_each(sheet, sheet.points),
    )
    tied = tuple(str(number) for number, battle in enumerate(fought, 1) if battle.winner is None)
    if not tied:
        return lines
    return say("%(lines)s Battles that nobody won: %(battles)s.", lines=lines, battles=tied)
