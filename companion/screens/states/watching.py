"""What States tells those who watch: which battle is next and who is close, and what came of a move."""

from __future__ import annotations

from companion.record.history import Log, Step
from companion.rules.states.moves import Battle, Reshuffle
from companion.rules.states.play import Sheet
from companion.rules.states.standing import pieces, stock
from companion.rules.text import Text, say, say_many
from companion.screens.core import Came, Up
from companion.screens.states import phrases
from companion.screens.states.figures import Figures
from companion.screens.watching import leads


def up(log: Log, figures: Figures) -> Up:
    """All play at once: what is up is nobody's."""
    fought = sum(isinstance(move, Battle) for move in log.moves)
    close = _close(log.sheet, figures)
    return Up(say("Battle %(number)s", number=fought + 1), None, (close,) if close else ())


def _close(sheet: Sheet, figures: Figures) -> Text | None:
    """Whoever has enough points and needs the fewest States; else who leads, and what is missing."""
    players, runners = sheet.table.players, figures.runners
    waiting = [(runner.short.states, seat) for seat, runner in enumerate(runners) if runner.waits]
    if waiting:
        short, seat = min(waiting)
        return say_many(
            "%(name)s wins with %(count)s more State",
            "%(name)s wins with %(count)s more States",
            short,
            name=players[seat],
        )
    if len(figures.leaders) != 1:
        return leads(sheet.table, figures.leaders, None)
    (seat,) = figures.leaders
    return say("%(name)s leads: %(to_go)s", name=players[seat], to_go=runners[seat].to_go)


def came(step: Step) -> Came:
    sheet: Sheet = step.after
    match step.entry.move:
        case Battle() as battle:
            return Came(battle.taker, phrases.with_shuffle(stock(sheet), _decided(sheet, battle)))
        case Reshuffle():
            return Came(text=phrases.pile(sheet.tanks.pile))
        case _:
            return Came()


def _decided(sheet: Sheet, battle: Battle) -> Text:
    """What tanks that cancelled out came to; else what it brought, for the line says the rest."""
    fought = sheet.battles[battle.state]
    if fought.winner is None or fought.cancelled:
        return phrases.working(sheet.table.players, fought)
    return say("From the box: %(pieces)s", pieces=phrases.box(pieces(fought.value)))
