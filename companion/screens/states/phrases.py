"""What States says of points, States, pieces and tanks, wherever it says it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.states.names import STATE_NAMES
from companion.rules.states.play import Fought, Goal
from companion.rules.states.standing import Pieces, TieBreak
from companion.rules.text import Text, say, say_many

NO_TIE_BREAK = say("Equal points and States: no rulebook breaks the tie.")


def points(count: int) -> Text:
    return say_many("%(count)s point", "%(count)s points", count)


def states(count: int) -> Text:
    return say_many("%(count)s State", "%(count)s States", count)


def taken(count: int) -> Text:
    return say("%(taken)s of %(all)s States taken", taken=count, all=len(STATE_NAMES))


def box(pieces: Pieces) -> Text | None:
    """The pieces to take from the box, where there are any."""
    flags = say_many("%(count)s flag", "%(count)s flags", pieces.flags)
    large = say_many("%(count)s large tank", "%(count)s large tanks", pieces.large)
    small = say_many("%(count)s small tank", "%(count)s small tanks", pieces.small)
    told = tuple(text for count, text in zip(pieces, (flags, large, small), strict=True) if count)
    return Text("%(pieces)s", None, (("pieces", told),)) if told else None


def waits(short: Goal) -> bool:
    """Enough points, too few States."""
    return not short.points and short.states > 0


def to_go(short: Goal) -> Text | None:
    """What somebody still needs, in a word."""
    if waits(short):
        return say_many("%(count)s more State", "%(count)s more States", short.states)
    return say_many("%(count)s point to go", "%(count)s points to go", short.points) if short.points else None


def missing(short: Goal) -> Text:
    """The same in full, where there is room."""
    if waits(short):
        return say_many(
            "Enough points, but %(count)s more State is needed",
            "Enough points, but %(count)s more States are needed",
            short.states,
        )
    if short.states:
        return say("To the goal: %(points)s and %(states)s", points=points(short.points), states=states(short.states))
    if short.points:
        return say("To the goal: %(points)s", points=points(short.points))
    return say("The goal is reached")


def takes(players: Sequence[str], fought: Fought) -> Text:
    """Who took it, without how."""
    state = STATE_NAMES[fought.state]
    if fought.winner is None:
        return say("All tanks matched: nobody takes %(state)s", state=state)
    return say("%(name)s takes %(state)s", name=players[fought.winner], state=state)


def working(players: Sequence[str], fought: Fought) -> Text:
    """How the tanks decided, as far as they were told."""
    state, tank = STATE_NAMES[fought.state], fought.winning
    if fought.tanks is None:
        return takes(players, fought)
    if fought.winner is None:
        return say("%(pairs)s cancel out: nobody takes %(state)s", pairs=_pairs(fought.cancelled), state=state)
    name = players[fought.winner]
    if not fought.cancelled:
        return say("%(name)s’s %(tank)s is the highest: it takes %(state)s", name=name, tank=tank, state=state)
    pairs = _pairs(fought.cancelled)
    return say(
        "%(pairs)s cancel out: %(name)s’s %(tank)s takes %(state)s", pairs=pairs, name=name, tank=tank, state=state
    )


def _pairs(cancelled: tuple[int, ...]) -> Text:
    tank, *others = cancelled
    pair = say("%(tank)s and %(same)s", tank=tank, same=tank)
    return Text("%(pair)s, %(others)s", None, (("pair", pair), ("others", _pairs((*others,))))) if others else pair


def decided(tie: TieBreak) -> Text:
    """What told equal points apart."""
    if tie.by == "goal":
        return say("The goal decides")
    return say("The most States decide") if tie.by == "states" else NO_TIE_BREAK
