"""Dice: everybody throws two in turn; whoever has the points of the goal first wins. What a fourth game is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from companion.rules.core import Result, Ruleset, Table, ranks, winners
from companion.rules.moves import End, Label, Move, Seat, Within
from companion.rules.options import Choice
from companion.rules.text import say


@dataclass(frozen=True, slots=True)
class Throw(Move):
    kind = "throw"
    in_turn = True
    title = say("A throw")
    labels = {"points": Label(say("Points"), say("number of points"))}
    player: Seat
    points: Annotated[int, Within(2, 12)]


class Sheet(NamedTuple):
    table: Table
    throws: tuple[tuple[int, ...], ...]  # one a seat
    turn: int | None
    over: bool = False
    played: int = 0

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(map(sum, self.throws))


class Total(NamedTuple):
    """What somebody's points are made of."""

    seat: int
    throws: tuple[int, ...]


def start(table: Table) -> Sheet:
    return Sheet(table, ((),) * len(table.players), table.first)


def play(sheet: Sheet, move: Move) -> Sheet:
    played = sheet.played + 1
    match move:
        case Throw(player=seat, points=points):
            mine = (*sheet.throws[seat], points)
            throws = (*sheet.throws[:seat], mine, *sheet.throws[seat + 1 :])
            over = sum(mine) >= sheet.table.options["goal"]
            return Sheet(sheet.table, throws, None if over else (seat + 1) % len(throws), over, played)
        case End():
            return sheet._replace(turn=None, over=True, played=played)
        case _:
            raise TypeError(f"not a move of Dice: {move!r}")


def results(sheet: Sheet) -> tuple[Result, ...]:
    return tuple(map(Result, sheet.totals, ranks(sheet.totals)))


def tally(sheet: Sheet) -> dict[str, Any]:
    names, placed = sheet.table.players, results(sheet)
    return {
        "game": "dice",
        "over": sheet.over,
        "players": [{"name": name, **place._asdict()} for name, place in zip(names, placed, strict=True)],
        "winners": [names[seat] for seat in winners(sheet, [place.rank for place in placed])],
    }


def answers(sheet: Sheet) -> dict[str, Total]:
    """By what is asked about: `total.1`."""
    return {f"total.{seat}": Total(seat, throws) for seat, throws in enumerate(sheet.throws)}


GAME = Ruleset(
    slug="dice",
    name=say("Dice"),
    seats=Within(2, 4),
    moves=(Throw,),
    options=(
        Choice(
            "goal",
            say("Who wins"),
            say("Evenings differ."),
            30,
            ((30, say("30 points first")), (10, say("10 points first"))),
        ),
    ),
    start=start,
    play=play,
    tally=tally,
    results=results,
    answers=answers,
)
