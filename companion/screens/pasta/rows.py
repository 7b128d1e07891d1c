"""The rows of a course of Pasta: what was banked, and what was put right, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.record.history import Step
from companion.rules.pasta.moves import Bank, Hold, Lay
from companion.rules.pasta.play import PastaSheet


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
