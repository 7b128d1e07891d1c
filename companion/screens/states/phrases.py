"""What States says of points, States, pieces and tanks, wherever it says it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.states.moves import STATE_NAMES
from companion.rules.states.play import Fought, Goal
from companion.rules.states.standing import Pieces, Stock, TieBreak
from companion.rules.text import Text, say, say_many

SHUFFLE_NOW = say("Shuffle the played tanks back in now")
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
    if short.states:
        return say("%(points)s and %(states)s to go", points=points(short.points), states=states(short.states))
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
        return say("%(pairs)s cancel out; nobody takes %(state)s", pairs=_pairs(fought.cancelled), state=state)
    name = players[fought.winner]
    if not fought.cancelled:
        return say("%(name)s’s %(tank)s is the highest: it takes %(state)s", name=name, tank=tank, state=state)
    pairs = _pairs(fought.cancelled)
    return say(
        "%(pairs)s cancel out; %(name)s’s %(tank)s takes %(state)s", pairs=pairs, name=name, tank=tank, state=state
    )


def _pairs(cancelled: tuple[int, ...]) -> Text:
    tank, *others = cancelled
    pair = say("%(tank)s and %(same)s", tank=tank, same=tank)
    return Text("%(pair)s, %(others)s", None, (("pair", pair), ("others", _pairs((*others,))))) if others else pair


def pile(tanks: int) -> Text:
    return say_many("%(count)s tank in the pile", "%(count)s tanks in the pile", tanks)


def legend(tanks: Stock) -> Text:
    """What is light in the picture of all tanks, and what it can't know."""
    gone = sum(tanks.gone.values())
    if tanks.untold:
        return say("%(known)s known of %(played)s gone since the last shuffle", known=gone, played=tanks.played)
    return say("Gone since the last shuffle: %(tanks)s", tanks=gone)


def gone(tanks: Stock) -> tuple[Text, ...]:
    """The same by their numbers."""
    if not tanks.played:
        return (say("Just shuffled: no tank has gone") if tanks.shuffles else say("No tank has gone yet"),)
    told = tuple(tank if copies == 1 else f"{tank} ({copies} ×)" for tank, copies in tanks.gone.items() if copies)
    known = (say("Gone since the last shuffle: %(tanks)s", tanks=told),) if told else ()
    hidden = say_many(
        "%(count)s more is unknown: battles told by their winner hide theirs",
        "%(count)s more are unknown: battles told by their winner hide theirs",
        tanks.untold,
    )
    unknown = say("Which have gone is unknown: the battles were told by their winners")
    return (*known, hidden if known else unknown) if tanks.untold else known


def shuffle(tanks: Stock) -> Text | None:
    """For the table has to do it, with its own hands (states.fr.txt:70)."""
    if tanks.shuffles_next:
        return say("Shuffle after the next battle")
    return SHUFFLE_NOW if tanks.shuffles_now else None


def with_shuffle(tanks: Stock, happened: Text) -> Text:
    """What a battle did, and that it was the last one before a shuffle."""
    if not tanks.shuffles_now:
        return happened
    return Text("%(happened)s. %(shuffle)s", None, (("happened", happened), ("shuffle", SHUFFLE_NOW)))


def decided(tie: TieBreak) -> Text:
    """What told equal points apart."""
    if tie.by == "goal":
        return say("The goal decides")
    return say("The most States decide") if tie.by == "states" else NO_TIE_BREAK
