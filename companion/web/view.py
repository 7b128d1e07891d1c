"""What a template may name: one frozen `View` of a sitting, for pages and fragments alike."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from flask import g, request

from companion import store
from companion.record.history import Entry, Log
from companion.rules.core import Ruleset, Table
from companion.rules.text import Text
from companion.screens import SCREENS
from companion.screens.core import Asked, Screen
from companion.store import Sitting
from companion.web.forms import MoveForm
from companion.web.languages import told


class SeatView(NamedTuple):
    """A player at the table: colour and mark are numbered from 1, clockwise."""

    number: int
    name: str
    mark: int
    chosen: bool


class Slip(NamedTuple):
    """What has slid over the lower part of the sheet: `name` says which template, the rest what is in it."""

    name: str
    form: MoveForm | None = None
    action: str | None = None
    answer: Any = None  # of a number that was asked why
    asked: str | None = None
    entry: Entry | None = None  # of the log, that it is about
    sent: bool = False  # it came back from a try to note it


class Question(NamedTuple):
    """A tap that looks like one noted from another phone: what was typed, to be sent again on a yes."""

    entry: Entry
    typed: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class View:
    game: Ruleset[Any]
    table: Table
    sheet: Any
    seats: tuple[SeatView, ...]
    seat: SeatView | None
    link: str
    may_score: bool
    log: Log
    phone: str
    owners: Mapping[str, str]  # whose phone it is, by phone, where they said so
    tap: str
    slip: Slip | None = None
    refusal: Text | None = None
    question: Question | None = None

    @property
    def after(self) -> int:
        return self.log.length

    @property
    def options(self) -> Mapping[str, Any]:
        return self.table.options

    @property
    def last(self) -> Entry | None:
        """The entry that undo would strike."""
        return self.log.last

    @property
    def screen(self) -> Screen[Any]:
        return SCREENS[self.game.slug]

    @cached_property
    def figures(self) -> Any:
        return self.screen.figures(self.sheet)

    @cached_property
    def shown(self) -> Any:
        """What the open slip shows, of the move that it notes."""
        slip = self.slip
        assert slip is not None
        assert slip.form is not None
        return self.screen.slips[slip.name](self.log, self.asked(slip.form, slip.entry, slip.sent))

    @cached_property
    def pad(self) -> Any:
        """The keys for whoever is chosen."""
        return self.screen.pad(self.sheet, self.seat and self.seat.number)

    def asked(self, form: MoveForm, entry: Entry | None, sent: bool) -> Asked:
        return Asked(form.given, form.left_out, form.refused, entry, sent, lambda: self.remembered, told)

    @cached_property
    def remembered(self) -> dict[str, Any]:
        """What earlier tables of this game taught, read only where a template asks for it."""
        return store.recall_all(self.game)

    def named(self, seats: tuple[int, ...]) -> list[str]:
        return [self.table.players[seat] for seat in seats]


class Open(NamedTuple):
    """A sitting that a link opened, as a route gets it."""

    sitting: Sitting
    may_score: bool
    log: Log
    link: str

    @property
    def game(self) -> Ruleset[Any]:
        return self.sitting.ruleset

    @property
    def table(self) -> Table:
        return self.sitting.table


def view_of(opened: Open, **shown: Any) -> View:
    sheet, table = opened.log.sheet, opened.table
    seats = _seats(table, _chosen_seat(sheet.turn, len(table.players), sheet.over))
    return View(
        game=opened.game,
        table=table,
        sheet=sheet,
        seats=seats,
        seat=next((seat for seat in seats if seat.chosen), None),
        link=opened.link,
        may_score=opened.may_score,
        log=opened.log,
        phone=phone(),
        owners=_owners(opened),
        tap=str(uuid.uuid4()),
        **shown,
    )


def _owners(opened: Open) -> Mapping[str, str]:
    """Asked for only where there are several phones to tell apart."""
    mine = phone()
    alone = all(entry.phone == mine for entry in opened.log.entries)
    return {} if alone else store.owners(opened.sitting)


def _seats(table: Table, chosen: int | None) -> tuple[SeatView, ...]:
    return tuple(SeatView(seat, name, seat + 1, seat == chosen) for seat, name in enumerate(table.players))


def _chosen_seat(turn: int | None, seats: int, over: bool) -> int | None:
    """Whoever was tapped on, else whose turn it is."""
    asked = request.args.get("seat", "")
    if not over and asked.isascii() and asked.isdigit() and len(asked) < 3 and int(asked) < seats:
        return int(asked)
    return turn


def phone() -> str:
    known: str = g.phone
    return known
