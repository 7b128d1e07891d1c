"""Dice as a phone shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.rules.dice import GAME, Sheet, Throw

from companion.record.history import Log, Step
from companion.rules.core import Table
from companion.rules.moves import Move
from companion.rules.text import Text, say
from companion.screens.core import Came, Printing, Screen, Up, Words
from companion.screens.minute import Part
from companion.screens.paper import Cell, Ledger, LedgerRow, Paper, names, ranks
from companion.screens.wording import whose_turn, wins


class Figures(NamedTuple):
    goal: int
    totals: tuple[int, ...]
    leaders: tuple[int, ...]  # nobody, as long as nobody has a point


def figures(sheet: Sheet) -> Figures:
    most = max(sheet.totals)
    leaders = tuple(seat for seat, total in enumerate(sheet.totals) if total == most > 0)
    return Figures(sheet.table.options["goal"], sheet.totals, leaders)


def move(table: Table, move: Move) -> Text:
    if isinstance(move, Throw):
        return say("%(name)s throws %(points)s", name=table.players[move.player], points=move.points)
    return move.title


def line(sheet: Sheet, figures: Figures) -> Text | None:
    return verdict(sheet, figures) if sheet.turn is None else whose_turn(sheet, sheet.turn)


def verdict(sheet: Sheet, figures: Figures) -> Text | None:
    won = tuple(sheet.table.players[seat] for seat in GAME.winners(sheet))
    return wins(won, max(figures.totals)) if won else None


def up(log: Log, figures: Figures) -> Up:
    sheet: Sheet = log.sheet
    assert sheet.turn is not None, "a game that isn't over"
    return Up(whose_turn(sheet, sheet.turn), sheet.turn, ())


def came(step: Step) -> Came:
    if not isinstance(step.move, Throw):
        return Came()
    seat = step.move.player
    return Came(seat, say("%(points)s points", points=step.after.totals[seat]))


def minute(options: Mapping[str, Any], seats: int | None) -> tuple[Part, ...]:
    goal = say("Throw two dice in turn: %(goal)s points win.", goal=options["goal"])
    return (Part(say("The aim"), "die", (goal,), decides=("goal",)),)


def paper(log: Log) -> Paper:
    players, results = log.sheet.table.players, GAME.results(log.sheet)
    total = LedgerRow(say("Total"), tuple(Cell(result.points) for result in results), "all")
    return Paper("die", (Ledger(say("Player"), names(players), (total, ranks(results))),))


def blank(options: Mapping[str, Any], seats: int | None) -> Paper:
    return Paper("die", (Ledger(say("Player"), (), (LedgerRow(say("Total"), (), "all"),), seats or GAME.seats.high),))


SCREEN = Screen(
    figures=figures,
    words=Words(
        move=move,
        notice=lambda sheet, figures, seat: say("What do the dice show?"),
        line=line,
        verdict=verdict,
        because=lambda sheet, figures: (),
        up=up,
        came=came,
    ),
    drawing=lambda move: "die" if isinstance(move, Throw) else None,
    minute=minute,
    printing=Printing(paper, blank),
)
