"""A sitting that a link opened, and what slides over its sheet or is asked about it: what a view is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from companion import store
from companion.record.doubts import Doubt
from companion.record.entries import Entry
from companion.record.history import Log
from companion.rules.core import Ruleset, Table
from companion.store import Sitting, Wanted


@dataclass
class Open:
    """A sitting that a link opened, as a route gets it. Its log is read when somebody asks for it."""

    sitting: Sitting
    may_score: bool
    link: str

    @property
    def game(self) -> Ruleset[Any]:
        return self.sitting.ruleset

    @property
    def options(self) -> Mapping[str, Any]:
        return self.sitting.table.options

    @property
    def table(self) -> Table:
        """As they are called now."""
        now: Table = self.log.sheet.table
        return now

    @cached_property
    def log(self) -> Log:
        return store.read(self.sitting)


class SeatView(NamedTuple):
    """A player at the table: colour and mark are numbered from 1, clockwise."""

    number: int
    name: str
    mark: int
    chosen: bool


class Slip(NamedTuple):
    """What has slid over the lower part of the sheet: `name` says which template, the rest what is in it."""

    name: str
    form: Any = None
    action: str | None = None
    page: str | None = None  # its own address, for what is chosen step by step
    answer: Any = None  # of a number that was asked why
    entry: Entry | None = None  # of the log, that it is about
    before: Entry | None = None  # of the log, that something is put in before
    seat: int | None = None  # that it is about
    sent: bool = False  # it came back from a try to note it

    def at(self, **typed: Any) -> str:
        """Its own address, with so much more typed."""
        told = {name: value for name, value in typed.items() if value is not None}
        joint = "&" if "?" in (self.page or "") else "?"
        return f"{self.page}{joint}{urlencode(told, doseq=True)}"


class DoubtfulTap(NamedTuple):
    """To be asked about: what was typed, to be sent again on a yes."""

    doubt: Doubt
    wanted: Wanted
    typed: tuple[tuple[str, str], ...]
    tap: str  # its name, by which the phone knows it
    new_name: bool  # for that one is taken
    action: str
    back: str  # to which page
