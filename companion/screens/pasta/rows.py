"""The rows of a course of Pasta: what was banked, and what was put right, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.record.history import Step
from companion.rules.pasta.moves import Bank, Hold, Lay
from companion.rules.pasta.play import Sheet


class BankRow(NamedTuple):
    """A bank, or something that was put right; with the sheet that it met, and the one that it made."""

    number: int | None  # of the bank
    move: Bank | Lay | Hold
    before: Sheet
    sheet: Sheet

    @property
    def robbed(self) -> int | None:
        return self.move.steal_from if isinstance(self.move, Bank) else None

    @property
    def had(self) -> int | None:
        """The token, until then."""
        return self.before.token.holder if self.before.token else None

    @property
    def holder(self) -> int | None:
        return self.sheet.token.holder if self.sheet.token else None

    @property
    def passes(self) -> bool:
        """Whether the token went to somebody else, or to nobody."""
        return self.had != self.holder


def rows_of(steps: Sequence[Step]) -> Iterator[BankRow]:
    """Cards taken lie in a hand, and what was found as it was noted changed nothing."""
    banks = 0
    for one in steps:
        if isinstance(one.move, Bank):
            banks += 1
            yield BankRow(banks, one.move, one.before, one.after)
        elif isinstance(one.move, Lay | Hold):
            row = BankRow(None, one.move, one.before, one.after)
            if row.passes or row.before.groups != row.sheet.groups:
                yield row
