"""How a game of Pasta went: a row for each bank and for whatever was put right, its words, and what that comes to.

`lanes` draws it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from companion.record.history import Log, Step
from companion.rules.pasta.moves import Bank, Hold, Lay
from companion.rules.pasta.play import PastaSheet
from companion.rules.pasta.standing import standing
from companion.rules.text import Text, say, say_many
from companion.screens.pasta import words
from companion.screens.pasta.figures import Heap, names, shapes
from companion.screens.pasta.lanes import PastaLanes, lanes

MOST_DRAWN = 300  # rows: no game of an evening has so many
ONLY_COUNTED = say("Only the count at the end was noted: the moves before it are unknown.")


class BankRow(NamedTuple):
    """A bank, or something that was put right, and the sheet that it made."""

    number: int | None  # of the bank
    move: Bank | Lay | Hold
    sheet: PastaSheet
    robbed: int | None
    had: int | None  # the token, until then
    holder: int | None
    passes: bool  # the token to somebody else, or to nobody


def rows_of(steps: Sequence[Step]) -> Iterator[BankRow]:
    """Cards taken lie in a hand, and what was found as it was noted changed nothing."""
    banks = 0
    for one in steps:
        had, holder = (sheet.token.holder if sheet.token else None for sheet in (one.before, one.after))
        match one.move:
            case Bank() as bank:
                banks += 1
                yield BankRow(banks, bank, one.after, bank.steal_from, had, holder, had != holder)
            case Lay() | Hold() as told if had != holder or one.before.groups != one.after.groups:
                yield BankRow(None, told, one.after, None, had, holder, had != holder)


class BankLine(NamedTuple):
    """A row in words, for the table behind the picture."""

    number: int | None  # of the bank; None where something was put right
    text: Text
    totals: tuple[int, ...]  # since then, of each seat


class PastaPicture(NamedTuple):
    description: Text
    lines: tuple[BankLine, ...]
    lanes: PastaLanes
    puts_right: bool
    steals: bool
    passes: bool  # the token


class PastaCourse(NamedTuple):
    told: tuple[Text, ...]
    picture: PastaPicture | None  # None where the table only counted at the end


def course(log: Log) -> PastaCourse | None:
    """None where there is nothing to tell of."""
    rows, sheet = tuple(rows_of(log.steps)), log.sheet
    if not rows:
        return None
    if not any(row.number for row in rows):
        return PastaCourse((ONLY_COUNTED,), None)
    told, stolen = [_token_went(sheet, rows, _holders(rows))], sum(row.robbed is not None for row in rows)
    if stolen:
        told.append(say_many("%(count)s card was stolen.", "%(count)s cards were stolen.", stolen))
    if len(rows) > MOST_DRAWN:
        told.append(say("Of so long a game, only the last %(count)s lines are drawn.", count=MOST_DRAWN))
    return PastaCourse(tuple(told), _picture(sheet, rows[-MOST_DRAWN:]))


def _holders(rows: Sequence[BankRow]) -> tuple[int, ...]:
    """Who had the token, one after the other; once, who had it back from nobody."""
    had = (row.holder for row in rows if row.passes and row.holder is not None)
    return tuple(holder for holder, _ in groupby(had))


def _picture(sheet: PastaSheet, rows: Sequence[BankRow]) -> PastaPicture:
    begun = () if rows[0].had is None else (rows[0].had,)  # before the first that is drawn
    holders = (*begun, *_holders(rows))
    return PastaPicture(
        description=_description(sheet, rows, holders),
        lines=tuple(
            BankLine(row.number, _line(row), tuple(basket.total for basket in standing(row.sheet))) for row in rows
        ),
        lanes=lanes(sheet, rows),
        puts_right=not all(row.number for row in rows),
        steals=any(row.robbed is not None for row in rows),
        passes=bool(holders),
    )


def _line(row: BankRow) -> Text:
    bank, sheet = row.move, row.sheet
    if not isinstance(bank, Bank):
        return say("Cards corrected: %(what)s", what=words.put_right(sheet) or words.token_news(sheet))
    heap = Heap(shapes(sheet.table)[bank.shape], bank.pasta, bank.sauce)
    banked = say("%(name)s: %(cards)s", name=sheet.table.players[bank.player], cards=heap.words)
    if bank.steal_from is not None:
        victim = sheet.table.players[bank.steal_from]
        banked = say("%(banked)s, and 1 stolen from %(name)s", banked=banked, name=victim)
    if sheet.token is None or sheet.token.move != sheet.played:
        return banked
    if row.passes:
        return say("%(banked)s; takes Al Dente", banked=banked)
    return say("%(banked)s; keeps Al Dente", banked=banked)


def _token_went(sheet: PastaSheet, rows: Sequence[BankRow], holders: tuple[int, ...]) -> Text:
    if not holders:
        return say("Nobody took Al Dente.")
    if len(holders) == 1:
        name = sheet.table.players[holders[0]]
        if sheet.token is None:
            return say("Al Dente was with %(name)s, and in the end with nobody.", name=name)
        return say("Al Dente stayed with %(name)s.", name=name)
    changed = say_many("Al Dente changed hands once", "Al Dente changed hands %(count)s times", len(holders) - 1)
    if longest := _longest(sheet, rows):
        return say("%(changed)s; %(longest)s.", changed=changed, longest=longest)
    return Text("%(changed)s.", None, (("changed", changed),))


def _longest(sheet: PastaSheet, rows: Sequence[BankRow]) -> Text | None:
    """In banks, as far as each saw it: that is the time that a table of Pasta knows."""
    had = [row.holder for row in rows if row.number is not None]
    banks = [had.count(seat) for seat in range(len(sheet.groups))]
    if not any(banks):
        return None
    return say_many(
        "longest with %(names)s: %(count)s of %(all)s bankings",
        "longest with %(names)s: %(count)s of %(all)s bankings",
        max(banks),
        names=names(sheet.table, tuple(seat for seat, count in enumerate(banks) if count == max(banks))),
        all=len(had),
    )


def _description(sheet: PastaSheet, rows: Sequence[BankRow], holders: tuple[int, ...]) -> Text:
    banks = sum(row.number is not None for row in rows)
    told = say_many(
        "A lane for each player, with groups growing downwards, over %(count)s banking",
        "A lane for each player, with groups growing downwards, over %(count)s bankings",
        banks,
    )
    if not holders:
        return told
    ribbon = names(sheet.table, holders)
    return say("%(lanes)s; a ribbon follows the token: %(names)s", lanes=told, names=ribbon)
