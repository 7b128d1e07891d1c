"""What States says in a line: on buttons, in the log, at home, at the end."""

from __future__ import annotations

from companion.rules.core import Move, Table
from companion.rules.states.moves import STATE_NAMES, Battle, Reshuffle
from companion.rules.states.play import Fought, Sheet
from companion.rules.states.standing import pieces
from companion.rules.text import Text, say, say_many
from companion.screens.core import Best
from companion.screens.states import phrases
from companion.screens.states.figures import Figures

STOPS = (say("Nobody has reached the goal: the most points win, then the most States."),)


def move(table: Table, move: Move) -> Text:
    if isinstance(move, Battle):
        return _battle(table, move)
    return say("Shuffled") if isinstance(move, Reshuffle) else say("Stopped here")


def _battle(table: Table, move: Battle) -> Text:
    name = say("Nobody") if move.taker is None else table.players[move.taker]
    if move.tanks is None:
        return say("%(name)s · %(state)s %(value)s", name=name, state=move.state_name, value=move.value)
    return say(
        "%(name)s · %(state)s %(value)s (%(tanks)s)",
        name=name,
        state=move.state_name,
        value=move.value,
        tanks=", ".join(map(str, move.tanks)),
    )


def turn(sheet: Sheet, seat: int) -> Text:
    """All play at once: only a name that was tapped on has a turn."""
    return say("For %(name)s", name=sheet.table.players[seat])


def notice(sheet: Sheet, figures: Figures, seat: int | None) -> Text | None:
    last, tanks = figures.last, figures.tanks.stock
    if sheet.played > (last.move if last else 0):
        return say_many("Shuffled: %(count)s tank in the pile", "Shuffled: %(count)s tanks in the pile", tanks.pile)
    if last is None:
        return say("Tap the State that is turned up")
    return phrases.with_shuffle(tanks, _fought(sheet, figures, last))


def _fought(sheet: Sheet, figures: Figures, last: Fought) -> Text:
    if last.winner is None:
        return say("Nobody takes %(state)s: it goes under the pile", state=STATE_NAMES[last.state])
    return _taken(sheet, figures, last, last.winner)


def _taken(sheet: Sheet, figures: Figures, last: Fought, winner: int) -> Text:
    name, state, runner = sheet.table.players[winner], STATE_NAMES[last.state], figures.runners[winner]
    if runner.waits:
        return say("%(name)s takes %(state)s. Enough points: %(to_go)s", name=name, state=state, to_go=runner.to_go)
    box = phrases.box(pieces(last.value))
    return say("%(name)s takes %(state)s: %(pieces)s", name=name, state=state, pieces=box)


def line(sheet: Sheet, figures: Figures) -> Text | None:
    return verdict(sheet, figures) if sheet.over else figures.progress


def best(figures: Figures) -> Best | None:
    seat = next(iter(figures.leaders), None)
    return None if seat is None else Best(seat, figures.runners[seat].points)


def verdict(sheet: Sheet, figures: Figures) -> Text | None:
    names = tuple(sheet.table.players[seat] for seat in figures.winners)
    if not names:
        return None
    if not figures.taken:
        return say("Nobody took a State")
    points = figures.runners[figures.winners[0]].points
    if len(names) > 1:
        return say("%(names)s share the victory: %(points)s each", names=names, points=phrases.points(points))
    return say_many("%(name)s wins with %(count)s point", "%(name)s wins with %(count)s points", points, name=names[0])


def because(sheet: Sheet, figures: Figures) -> tuple[Text, ...]:
    return (*_ended(sheet, figures), *_tied(sheet, figures))


def _ended(sheet: Sheet, figures: Figures) -> tuple[Text, ...]:
    if figures.ended == "map":
        return (say("All %(states)s States are taken: the most points win.", states=figures.taken),)
    if figures.ended != "goal":
        return (say("Stopped early: the most points win."),)
    points, states = phrases.points(figures.goal.points), phrases.states(figures.goal.states)
    first = (
        say("First to %(points)s and %(states)s.", points=points, states=states)
        if figures.goal.states
        else say("First to %(points)s.", points=points)
    )
    return (first, *(_too_few(sheet, seat) for seat in figures.outdone))


def _too_few(sheet: Sheet, seat: int) -> Text:
    name, points = sheet.table.players[seat], phrases.points(sheet.points[seat])
    return say("%(name)s has %(points)s, but too few States.", name=name, points=points)


def _tied(sheet: Sheet, figures: Figures) -> tuple[Text, ...]:
    tie = figures.tie
    if tie is None or not figures.taken or tie.by == "goal":
        return ()
    names = tuple(sheet.table.players[seat] for seat in tie.tied)
    if tie.by == "states":
        return (say("Equal points for %(names)s: the most States decide.", names=names),)
    return (phrases.NO_TIE_BREAK,)
