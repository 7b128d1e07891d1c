"""States, told to whoever wasn't there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.record.history import Log, Step
from companion.rules.states import GAME
from companion.rules.states.luck import evenings
from companion.rules.states.moves import Battle
from companion.rules.states.play import Sheet
from companion.rules.states.standing import standing
from companion.rules.text import Text, say
from companion.rules.what_if import Otherwise
from companion.screens.core import Gist
from companion.screens.share.text import alone_otherwise
from companion.screens.states import phrases, words
from companion.screens.states.figures import figures
from companion.screens.wording import tenths, times


def gist(log: Log, others: tuple[Otherwise, ...]) -> Gist:
    sheet, other = log.sheet, alone_otherwise(others)
    decided = _last_battle(sheet, log.steps) or words.because(sheet, figures(sheet))
    aside = (*_matched(sheet, log.steps), *((_to_another_goal(other),) if other else ()))
    return Gist(decided, aside, _states(sheet))


def _states(sheet: Sheet) -> tuple[Text | int, ...]:
    """Of whoever is first with the word, and bare from then on."""
    first, *rest = sorted(standing(sheet), key=lambda reach: reach.rank)
    return (phrases.states(first.states), *(reach.states for reach in rest))


def _last_battle(sheet: Sheet, steps: tuple[Step, ...]) -> tuple[Text, ...]:
    """Where it turned the game round."""
    won, fights = GAME.winners(sheet), [one for one in steps if isinstance(one.move, Battle)]
    if len(won) != 1 or not fights or fights[-1].move.taker != won[0]:
        return ()
    last, (winner,) = fights[-1], won
    ahead = max(points for seat, points in enumerate(last.before.points) if seat != winner)
    if last.before.points[winner] >= ahead:
        return ()
    told = {"own": last.before.points[winner], "other": ahead, "battle": _battle(last.move)}
    return (say("%(own)s to %(other)s before the last battle: %(battle)s.", **told),)


def _battle(battle: Battle) -> Text:
    told: dict[str, Any] = {"state": battle.state_name, "points": phrases.points(battle.value)}
    against = [tank for tank in battle.tanks or () if tank != battle.winning and tank not in battle.cancelled]
    if not against:
        return say("%(state)s, %(points)s", **told)
    return say("%(state)s, %(points)s, %(tank)s against %(next)s", **told, tank=battle.winning, next=max(against))


def _matched(sheet: Sheet, steps: tuple[Step, ...]) -> tuple[Text, ...]:
    """More often than blind play would have it."""
    lucks = evenings(steps, len(sheet.points))
    if not lucks:
        return ()
    worst = max(range(len(lucks)), key=lambda seat: lucks[seat].matched.fewer)
    luck = lucks[worst].matched
    if not luck.above:
        return ()
    told = {"times": times(luck.came), "expected": tenths(luck.expected)}
    if len(lucks) == 2:
        return (say("Tanks cancelled out %(times)s; played blindly, %(expected)s were to be expected.", **told),)
    name = sheet.table.players[worst]
    return (
        say(
            "Tanks of %(name)s cancelled out %(times)s; played blindly, %(expected)s were to be expected.",
            name=name,
            **told,
        ),
    )


def _to_another_goal(other: Otherwise) -> Text:
    goal: Mapping[str, int] = other.ruling.value
    name, points = other.sheet.table.players[other.winners[0]], phrases.points(goal["points"])
    if not goal["states"]:
        return say("To %(points)s, %(name)s would have won.", points=points, name=name)
    states = phrases.states(goal["states"])
    return say("To %(points)s and %(states)s, %(name)s would have won.", points=points, states=states, name=name)
