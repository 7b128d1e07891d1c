"""States, told to whoever wasn't there; and what is told of past evenings: States taken, and what broke ties."""

from __future__ import annotations

from collections.abc import Mapping

from companion.record.history import Log
from companion.rules.states import GAME
from companion.rules.states.moves import STATE_NAMES, Battle
from companion.rules.states.play import StatesSheet
from companion.rules.states.standing import standing
from companion.rules.text import Text, say, say_many
from companion.rules.what_if import Otherwise
from companion.screens.core import Gist, Past, Record
from companion.screens.states import words
from companion.screens.states.figures import figures


def gist(log: Log, other: Otherwise | None) -> Gist:
    """What turned the game round, or how it ended; and who would have won under another ruling."""
    sheet: StatesSheet = log.sheet
    turned = _last_battle(log)
    aside = (_to_another_goal(other),) if other else ()
    first, *rest = sorted(standing(sheet), key=lambda reach: reach.rank)  # the first one with the word, the rest bare
    beside: tuple[Text | int, ...] = (words.states(first.states), *(reach.states for reach in rest))
    return Gist((turned,) if turned else words.because(sheet, figures(sheet)), aside, beside)


def _last_battle(log: Log) -> Text | None:
    """Where it turned the game round."""
    won, fights = GAME.winners(log.sheet), [step for step in log.steps if isinstance(step.move, Battle)]
    if len(won) != 1 or not fights or fights[-1].move.taker != won[0]:
        return None
    battle, before = fights[-1].move, fights[-1].before.points
    own, ahead = before[won[0]], max(count for seat, count in enumerate(before) if seat != won[0])
    if own >= ahead:
        return None
    state, points = STATE_NAMES[battle.state], words.points(battle.value)
    told = say("%(state)s, %(points)s", state=state, points=points)
    against = [tank for tank in battle.tanks or () if tank != battle.winning and tank not in battle.cancelled]
    if against:
        told = say(
            "%(state)s, %(points)s, %(tank)s against %(next)s",
            state=state,
            points=points,
            tank=battle.winning,
            next=max(against),
        )
    return say("%(own)s to %(other)s before the last battle: %(battle)s.", own=own, other=ahead, battle=told)


def _to_another_goal(other: Otherwise) -> Text:
    goal: Mapping[str, int] = other.ruling.value
    name, points = other.sheet.table.players[other.winners[0]], words.points(goal["points"])
    if not goal["states"]:
        return say("With a goal of %(points)s, %(name)s would have won.", points=points, name=name)
    states = words.states(goal["states"])
    return say(
        "With a goal of %(points)s and %(states)s, %(name)s would have won.", points=points, states=states, name=name
    )


# Past evenings


PAST = Past(
    ink="sardine",
    signed=True,
    records=(
        Record(
            "states",
            say("the most States"),
            lambda kept: say_many("%(count)s State taken", "%(count)s States taken", kept["states"]),
            lambda kept: "map",
        ),
    ),
    level={
        "goal": say("Level, and won at the goal"),
        "states": say("Level, and won on the most States"),
    },
)
