"""What States says in a line, on buttons, in the log, at home, to those who watch, at the end; and parts of that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.record.history import Log, Step
from companion.rules.core import Table
from companion.rules.moves import Move
from companion.rules.states.moves import STATE_NAMES, Battle, TankReshuffle
from companion.rules.states.play import Fought, StatesSheet
from companion.rules.states.standing import Pieces, Stock, pieces, stock
from companion.rules.text import Text, bare, say, say_many
from companion.screens.core import Came, Tale, Up
from companion.screens.wording import leads

if TYPE_CHECKING:
    from companion.screens.states.figures import StatesFigures

STOPS = (say("Nobody has reached the goal: the most points win, then the most States."),)
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
    return bare(told) if told else None


def pile(tanks: int) -> Text:
    return say_many("%(count)s tank in the pile", "%(count)s tanks in the pile", tanks)


def working(players: Sequence[str], fought: Fought) -> Text:
    """How the tanks decided, as far as they were told; else who took it."""
    state, tank = STATE_NAMES[fought.state], fought.winning
    name = None if fought.winner is None else players[fought.winner]
    if fought.tanks is None:
        if name is None:
            return say("All tanks matched: nobody takes %(state)s", state=state)
        return say("%(name)s takes %(state)s", name=name, state=state)
    if not fought.cancelled:
        return say("%(name)s’s %(tank)s is the highest: it takes %(state)s", name=name, tank=tank, state=state)
    pairs = _pairs(fought.cancelled)
    if name is None:
        return say("%(pairs)s cancel out; nobody takes %(state)s", pairs=pairs, state=state)
    return say(
        "%(pairs)s cancel out; %(name)s’s %(tank)s takes %(state)s", pairs=pairs, name=name, tank=tank, state=state
    )


def _pairs(cancelled: tuple[int, ...]) -> Text:
    tank, *others = cancelled
    pair = say("%(tank)s and %(same)s", tank=tank, same=tank)
    return Text("%(pair)s, %(others)s", None, (("pair", pair), ("others", _pairs((*others,))))) if others else pair


def _with_shuffle(tanks: Stock, happened: Text) -> Text:
    """What a battle did, and that it was the last one before a shuffle."""
    if not tanks.shuffles_now:
        return happened
    return Text("%(happened)s. %(shuffle)s", None, (("happened", happened), ("shuffle", SHUFFLE_NOW)))


def move(table: Table, move: Move) -> Text:
    if not isinstance(move, Battle):
        return say("Shuffled") if isinstance(move, TankReshuffle) else say("Stopped here")
    name, state = say("Nobody") if move.taker is None else table.players[move.taker], STATE_NAMES[move.state]
    if move.tanks is None:
        return say("%(name)s · %(state)s %(value)s", name=name, state=state, value=move.value)
    return say(
        "%(name)s · %(state)s %(value)s (%(tanks)s)",
        name=name,
        state=state,
        value=move.value,
        tanks=", ".join(map(str, move.tanks)),
    )


def notice(sheet: StatesSheet, figures: StatesFigures, seat: int | None) -> Text | None:
    last, tanks = figures.last, figures.tanks.stock
    if sheet.played > (last.move if last else 0):
        return say_many("Shuffled: %(count)s tank in the pile", "Shuffled: %(count)s tanks in the pile", tanks.pile)
    if last is None:
        return say("Tap the State that is turned up")
    state = STATE_NAMES[last.state]
    if last.winner is None:
        return _with_shuffle(tanks, say("Nobody takes %(state)s: it goes to the bottom of the pile", state=state))
    name, runner = sheet.table.players[last.winner], figures.runners[last.winner]
    if runner.waits:
        told = say("%(name)s takes %(state)s. Enough points: %(to_go)s", name=name, state=state, to_go=runner.to_go)
    else:
        told = say("%(name)s takes %(state)s: %(pieces)s", name=name, state=state, pieces=box(pieces(last.value)))
    return _with_shuffle(tanks, told)


def line(sheet: StatesSheet, figures: StatesFigures) -> Text | None:
    return verdict(sheet, figures) if sheet.over else figures.progress


def verdict(sheet: StatesSheet, figures: StatesFigures) -> Text | None:
    names = tuple(sheet.table.players[seat] for seat in figures.winners)
    if not names:
        return None
    if not figures.taken:
        return say("Nobody took a State")
    most = figures.runners[figures.winners[0]].points
    if len(names) > 1:
        return say("%(names)s share the victory: %(points)s each", names=names, points=points(most))
    return say_many("%(name)s wins with %(count)s point", "%(name)s wins with %(count)s points", most, name=names[0])


def because(sheet: StatesSheet, figures: StatesFigures) -> tuple[Text, ...]:
    """How it ended, and what told equal points apart."""
    told, tie, goal = [], figures.tie, figures.goal
    if figures.ended == "map":
        told.append(say("All %(states)s States are taken: the most points win.", states=figures.taken))
    elif figures.ended != "goal":
        told.append(say("Stopped early: the most points win."))
    elif goal.states:
        told.append(say("First to %(points)s and %(states)s.", points=points(goal.points), states=states(goal.states)))
    else:
        told.append(say("First to %(points)s.", points=points(goal.points)))
    for seat in figures.outdone:
        name, has = sheet.table.players[seat], points(sheet.points[seat])
        told.append(say("%(name)s has %(points)s, but too few States.", name=name, points=has))
    if tie and figures.taken and tie.by != "goal":
        names = tuple(sheet.table.players[seat] for seat in tie.tied)
        most_states = say("Equal points for %(names)s: the most States decide.", names=names)
        told.append(most_states if tie.by == "states" else NO_TIE_BREAK)
    return tuple(told)


# For those who watch


def up(log: Log, figures: StatesFigures) -> Up:
    """All play at once: what is up is nobody's."""
    fought = sum(isinstance(move, Battle) for move in log.moves)
    close = _close(log.sheet, figures)
    return Up(say("Battle %(number)s", number=fought + 1), None, (close,) if close else ())


def _close(sheet: StatesSheet, figures: StatesFigures) -> Text | None:
    """Whoever has enough points and needs the fewest States; else who leads, and what is missing."""
    players, runners = sheet.table.players, figures.runners
    waiting = [(runner.short.states, seat) for seat, runner in enumerate(runners) if runner.waits]
    if waiting:
        short, seat = min(waiting)
        return say_many(
            "%(name)s needs %(count)s more State to win",
            "%(name)s needs %(count)s more States to win",
            short,
            name=players[seat],
        )
    if len(figures.leaders) != 1:
        return leads(sheet.table, figures.leaders, None)
    (seat,) = figures.leaders
    return say("%(name)s leads: %(to_go)s", name=players[seat], to_go=runners[seat].to_go)


def came(step: Step) -> Came:
    """Of a battle what tanks that cancelled out came to; else what it brought, for the line says the rest."""
    sheet: StatesSheet = step.after
    match step.entry.move:
        case Battle() as battle:
            fought = sheet.battles[battle.state]
            if fought.winner is None or fought.cancelled:
                told = working(sheet.table.players, fought)
            else:
                told = say("From the box: %(pieces)s", pieces=box(pieces(fought.value)))
            return Came(battle.taker, _with_shuffle(stock(sheet), told))
        case TankReshuffle():
            return Came(text=pile(sheet.tanks.pile))
        case _:
            return Came()


def tale(step: Step) -> Tale | None:
    """For the log."""
    if not isinstance(step.move, Battle):
        return None
    sheet: StatesSheet = step.after
    fought, brought = sheet.battles[step.move.state], came(step).text
    told = working(sheet.table.players, fought._replace(tanks=None))
    return Tale(told, brought, None if fought.winner is None else step.move.value, bad=fought.winner is None)
