"""States, also sold as Tank Attack!, the card game by Editrice Giochi.

`moves` can happen, `play` says what they do; `standing` ranks, explains, and keeps what evenings to come will tell.
Each rule names its line in the rulebook (states.fr.txt), or says "silent" where none has it.
"""

from __future__ import annotations

from typing import Any

from companion.rules.core import Ruleset, Ruling, Table
from companion.rules.moves import Move, Within
from companion.rules.options import Numbers
from companion.rules.states.moves import STATE_NAMES, Battle, TankReshuffle
from companion.rules.states.play import GOALS, Goal, play, refuses, start
from companion.rules.states.standing import answers, basis, kept, results, tally
from companion.rules.text import Text, say


def remembers(table: Table, move: Move | None) -> dict[str, Any]:
    """The printed value of a State, which no rulebook tells (states.fr.txt:46); the newest is right (silent)."""
    return {move.state: move.value} if isinstance(move, Battle) else {}


OPTIONS = (  # silent
    Numbers(
        "goal",
        say("Another goal"),
        say("The rulebook sets one for each number of players; a house rule can set another."),
        {},
        (("points", 1, 9999, say("Points")), ("states", 0, len(STATE_NAMES), say("States taken"))),
    ),
)


def rulings(table: Table) -> tuple[Ruling, ...]:
    """The rulebook's goals for other numbers of players; its own for this one, where a house rule has another."""
    own, (option,) = table.options["goal"], OPTIONS
    seats = len(table.players)
    return tuple(
        Ruling(option, goal._asdict(), _as_for(players, goal))
        for players, goal in GOALS.items()
        if goal != GOALS[seats]._replace(**own)
    )


def _as_for(players: int, goal: Goal) -> Text:
    if not goal.states:
        return say("%(points)s points, as for %(players)s players", points=goal.points, players=players)
    return say(
        "%(points)s points and %(states)s States, as for %(players)s players",
        points=goal.points,
        states=goal.states,
        players=players,
    )


GAME = Ruleset(
    slug="states",
    name=say("States"),
    seats=Within(2, 6),  # states.fr.txt:80-82
    moves=(Battle, TankReshuffle),
    options=OPTIONS,
    start=start,
    play=play,
    tally=tally,
    results=results,
    whole=lambda sheet: sheet.at_goal is not None or sum(sheet.states) == len(STATE_NAMES),
    kept=kept,
    rulings=rulings,
    answers=answers,
    basis=basis,
    remembers=remembers,
    refuses=refuses,
    in_turns=False,
)
