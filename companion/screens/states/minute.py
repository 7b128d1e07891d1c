"""States' rules in a minute, in our own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.states.moves import COPIES, STATE_NAMES, TANKS
from companion.rules.states.play import GOALS, IN_HAND, Goal
from companion.rules.states.standing import FLAG, LARGE
from companion.rules.text import Text, say
from companion.screens.minute import Part
from companion.screens.states import words

MATCHED, ALONE = 30, 12


def minute(options: Mapping[str, Any], seats: int | None) -> tuple[Part, ...]:
    return (
        Part(say("The aim"), "star", (say("Take States in battles and be the first to reach the goal."),)),
        Part(
            say("Your hand"),
            "tank-large",
            (
                say(
                    "Shuffle the %(tanks)s tanks, two of each from 1 to %(highest)s: everybody draws %(hand)s.",
                    tanks=TANKS * COPIES,
                    highest=TANKS,
                    hand=IN_HAND,
                ),
                say("The States are a pile of their own."),
            ),
        ),
        Part(
            say("A battle"),
            "map",
            (
                say("Turn up a State. Everybody plays a tank face down, and all are shown at once."),
                say("The highest takes the State and its points."),
                say("Then everybody draws a tank. Are there too few? Shuffle the played ones back in first."),
            ),
        ),
        Part(
            say("Equal tanks"),
            "tank-small",
            (
                say("Equal tanks cancel out: the highest that nobody else played wins."),
                say("If all tanks cancel out, nobody scores and the State goes to the bottom of its pile."),
            ),
            cards=(MATCHED, MATCHED, ALONE),
            result=say("%(matched)s and %(matched)s cancel out; %(alone)s wins", matched=MATCHED, alone=ALONE),
        ),
        Part(
            say("Points"),
            "flag",
            (
                say(
                    "Take them from the box: %(flag)s a flag, %(large)s a large tank, 1 a small one.",
                    flag=FLAG,
                    large=LARGE,
                ),
            ),
        ),
        _end(options, seats),
    )


def _end(options: Mapping[str, Any], seats: int | None) -> Part:
    """With this table's goal, where there is one; else with all."""
    last = say(
        "If all %(states)s States are taken before, the most points win, then the most States.", states=len(STATE_NAMES)
    )
    if seats is None:
        told = [say("You win if you reach the goal by taking a State:")]
        for count, goal in GOALS.items():
            told.append(say("%(seats)s players: %(goal)s", seats=count, goal=_amount(goal)))
    else:
        goal = GOALS[seats]._replace(**options["goal"])
        told = [say("You win when you take a State and then have %(goal)s.", goal=_amount(goal))]
        if goal.states:
            told.append(say("Enough points but too few States: play on."))
    return Part(say("The end"), None, (*told, last), ("goal",))


def _amount(goal: Goal) -> Text:
    points, states = words.points(goal.points), words.states(goal.states)
    return say("%(points)s and at least %(states)s", points=points, states=states) if goal.states else points
