"""How a game of Pasta went: a row for each bank and for whatever was put right, and what that comes to in words.

`lanes` draws it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from companion.record.history import Log
from companion.rules.pasta.moves import Bank
from companion.rules.pasta.play import Sheet, shape_name
from companion.rules.pasta.standing import standing
from companion.rules.text import Text, say, say_many
from companion.screens.pasta import phrases, words
from companion.screens.pasta.lanes import Lanes, lanes
from companion.screens.pasta.rows import Row, rows_of

ONLY_COUNTED = say("Only the count at the end was noted: how it came about, nobody can tell.")


class Line(NamedTuple):
    """A row in words, for the table behind the picture."""

    number: int | None  # of the bank; None where something was put right
    text: Text
    totals: tuple[int, ...]  # since then, of each seat


class Picture(NamedTuple):
    description: Text
    lines: tuple[Line, ...]
    lanes: Lanes
    puts_right: bool
    steals: bool
    passes: bool  # the token


class Course(NamedTuple):
    told: tuple[Text, ...]
    picture: Picture | None  # None where the table only counted at the end


def course(log: Log) -> Course | None:
    """None where there is nothing to tell of."""
    rows = tuple(rows_of(log.steps))
    if not rows:
        return None
    if not any(row.number for row in rows):
        return Course((ONLY_COUNTED,), None)
    holders, stolen = _holders(rows), _stolen(rows)
    told = (_token_went(log.sheet, rows, holders), *((stolen,) if stolen else ()))
    return Course(told, _picture(log.sheet, rows, holders))


def _picture(sheet: Sheet, rows: Sequence[Row], holders: tuple[int, ...]) -> Picture:
    return Picture(
        description=_description(sheet, rows, holders),
        lines=tuple(_line(row) for row in rows),
        lanes=lanes(sheet, rows),
        puts_right=not all(row.number for row in rows),
        steals=_stolen(rows) is not None,
        passes=bool(holders),
    )


# In words


def _line(row: Row) -> Line:
    return Line(row.number, _told(row), tuple(basket.total for basket in standing(row.sheet)))


def _told(row: Row) -> Text:
    if isinstance(row.move, Bank):
        return _with_token(row, _banked(row.sheet, row.move))
    return say("Put right: %(what)s", what=words.put_right(row.sheet) or words.token_news(row.sheet))


def _banked(sheet: Sheet, bank: Bank) -> Text:
    heap = phrases.heap(bank.cards, shape_name(sheet.table, bank.shape), bank.sauce)
    told = say("%(name)s: %(cards)s", name=sheet.table.players[bank.player], cards=heap)
    if bank.steal_from is not None:
        victim = sheet.table.players[bank.steal_from]
        return say("%(banked)s, and 1 stolen from %(name)s", banked=told, name=victim)
    return told


def _with_token(row: Row, banked: Text) -> Text:
    token = row.sheet.token
    if token is None or token.move != row.sheet.played:
        return banked
    if row.passes:
        return say("%(banked)s; takes Al Dente", banked=banked)
    return say("%(banked)s; keeps Al Dente", banked=banked)


def _holders(rows: Sequence[Row]) -> tuple[int, ...]:
    """Who had the token, one after the other; once, who had it back from nobody."""
    had = (row.holder for row in rows if row.passes and row.holder is not None)
    return tuple(holder for holder, _ in groupby(had))


def _token_went(sheet: Sheet, rows: Sequence[Row], holders: tuple[int, ...]) -> Text:
    if not holders:
        return say("Nobody took Al Dente.")
    name = sheet.table.players[holders[0]]
    if len(holders) == 1:
        return _had_by_one(sheet, name)
    changed = say_many("Al Dente changed hands once", "Al Dente changed hands %(count)s times", len(holders) - 1)
    if longest := _longest(sheet, rows):
        return say("%(changed)s; %(longest)s.", changed=changed, longest=longest)
    return Text("%(changed)s.", None, (("changed", changed),))


def _had_by_one(sheet: Sheet, name: str) -> Text:
    if sheet.token is None:
        return say("Al Dente was with %(name)s, and in the end with nobody.", name=name)
    return say("Al Dente stayed with %(name)s.", name=name)


def _longest(sheet: Sheet, rows: Sequence[Row]) -> Text | None:
    """In banks, as far as each saw it: that is the time that a table of Pasta knows."""
    had = [row.holder for row in rows if row.number is not None]
    banks = [had.count(seat) for seat in range(len(sheet.groups))]
    if not any(banks):
        return None
    return say_many(
        "the longest with %(names)s, %(count)s bank of %(all)s",
        "the longest with %(names)s, %(count)s banks of %(all)s",
        max(banks),
        names=phrases.names(sheet.table, tuple(seat for seat, count in enumerate(banks) if count == max(banks))),
        all=len(had),
    )


def _stolen(rows: Sequence[Row]) -> Text | None:
    count = sum(row.robbed is not None for row in rows)
    return say_many("%(count)s card was stolen.", "%(count)s cards were stolen.", count) if count else None


def _description(sheet: Sheet, rows: Sequence[Row], holders: tuple[int, ...]) -> Text:
    banks = sum(row.number is not None for row in rows)
    lanes = say_many(
        "A lane for each player, in which the groups grow from above, over %(count)s bank",
        "A lane for each player, in which the groups grow from above, over %(count)s banks",
        banks,
    )
    if not holders:
        return lanes
    names = phrases.names(sheet.table, holders)
    return say("%(lanes)s; a ribbon follows the token: %(names)s", lanes=lanes, names=names)
