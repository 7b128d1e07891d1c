"""Pasta on paper: the nine shapes in the order of the table, then the cards, the token and the total."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from companion.record.history import Log
from companion.rules.pasta.play import PastaSheet
from companion.rules.pasta.standing import results, standing
from companion.rules.text import say
from companion.screens.core import Beneath, Lane
from companion.screens.paper import NONE, Cell, Ledger, LedgerRow, Paper, names, ranks
from companion.screens.pasta.figures import DRAWINGS
from companion.screens.pasta.words import amount

COLUMNS = 6


def paper(log: Log) -> Paper:
    sheet: PastaSheet = log.sheet
    baskets, players, seats = standing(sheet), sheet.table.players, range(len(sheet.groups))
    holder = sheet.token.holder if sheet.token else None
    rows = (
        *(
            LedgerRow(name, tuple(_cell(sheet, seat, number) for seat in seats), "shape", DRAWINGS[number])
            for number, name in enumerate(sheet.table.options["shapes"])
        ),
        LedgerRow(say("Cards"), tuple(Cell(basket.cards) for basket in baskets), "thin"),
        LedgerRow(
            "Al Dente",
            tuple(Cell(baskets[seat].token if seat == holder else None) for seat in seats),
            "thin",
            "al-dente",
        ),
        LedgerRow(say("Total"), tuple(Cell(basket.total) for basket in baskets), "all"),
        ranks(results(sheet)),
    )
    return Paper("chef-hat", (Ledger(say("Player"), names(players), rows),))


def _cell(sheet: PastaSheet, seat: int, number: int) -> Cell:
    group = sheet.groups[seat].get(number)
    if group is None or not group.cards:
        return Cell(NONE if sheet.over else None)
    return Cell(group.cards, amount(group) if group.sauce else None)


def beneath(log: Log, ending: Any) -> Beneath:
    """The token's way: who held it from which move to which."""
    sheet: PastaSheet = log.sheet
    holders = enumerate((one.after.token.holder if one.after.token else None for one in log.steps), 1)
    runs = [(holder, [number for number, _ in same]) for holder, same in groupby(holders, lambda one: one[1])]
    held = [(seat, at[0], min(at[-1] + 1, len(log.steps))) for seat, at in runs if seat is not None]
    if not held:
        return Beneath()
    lanes = tuple(
        Lane(seat, name, bars=tuple((since, until) for one, since, until in held if one == seat))
        for seat, name in enumerate(sheet.table.players)
    )
    return Beneath(lanes=lanes, reads=say("The thick line is the way of the Al Dente token."))


def blank(options: Mapping[str, Any], players: int | None) -> Paper:
    rows = (
        *(LedgerRow(name, (), "shape", drawing) for name, drawing in zip(options["shapes"], DRAWINGS, strict=True)),
        LedgerRow(say("Cards"), (), "thin"),
        LedgerRow("Al Dente", (), "thin", "al-dente"),
        LedgerRow(say("Total"), (), "all"),
    )
    return Paper("chef-hat", (Ledger(say("Player"), (), rows, players or COLUMNS),))
