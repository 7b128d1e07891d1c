"""What a template may name: one frozen `View` of a sitting, for pages and fragments alike."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any
from urllib.parse import urlencode

from flask import g, request
from flask_wtf.csrf import generate_csrf

from companion import store
from companion.record import doubts, history
from companion.record.doubts import News
from companion.record.entries import Entry
from companion.record.history import Log
from companion.rules.text import Text, say
from companion.screens import SCREENS
from companion.screens.core import Asked
from companion.screens.log.logbook import Logbook, logbook
from companion.screens.log.news import sentences, the_script
from companion.screens.log.questions import Question, question_about
from companion.screens.log.telling import what_came
from companion.web.languages import told
from companion.web.sitting.common_view import CommonView
from companion.web.sitting.forms import MoveForm
from companion.web.sitting.opened import DoubtfulTap, Open, SeatView, Slip


@dataclass(frozen=True)
class View(CommonView):
    """A sitting as one phone sees it."""

    phone: str
    chosen: int | None = None  # the seat that was tapped on
    slip: Slip | None = None
    refusal: Text | None = None
    doubtful: DoubtfulTap | None = None
    round: str | None = None  # which keys are there in the place of the usual ones
    seen: int | None = None  # the length of the log that the phone had before this
    noted: str | None = None  # the tap that this answers
    of: int | None = None  # the seat whose entries alone are shown
    entry: int | None = None  # up to which the course is shown

    @property
    def logbook(self) -> Logbook:
        return logbook(self.screen, self.log, self.of)

    @cached_property
    def tap(self) -> str:
        return str(uuid.uuid4())

    @cached_property
    def seats(self) -> tuple[SeatView, ...]:
        chosen = self.sheet.turn if self.chosen is None or self.sheet.over else self.chosen
        return tuple(SeatView(seat, name, seat + 1, seat == chosen) for seat, name in enumerate(self.table.players))

    @property
    def seat(self) -> SeatView | None:
        """Whoever was tapped on, else whose turn it is."""
        return next((seat for seat in self.seats if seat.chosen), None)

    @property
    def token(self) -> str:
        return str(generate_csrf())

    @property
    def owners(self) -> Mapping[str, str]:
        """Whose phone it is, by phone, where they said so: asked for only where several note, to tell them apart."""
        return self.names if len({entry.phone for entry in self.log.entries}) > 1 else {}

    @cached_property
    def names(self) -> Mapping[str, str]:
        try:
            return store.owners(self.opened.sitting)
        except store.StoreTrouble:  # a sheet is worth more than the names, and what was noted is noted
            return {}

    def whose_phone(self, entry: Entry) -> Text:
        """That noted it."""
        if entry.phone == self.phone:
            return say("this phone")
        return _noter(entry, self.names) or say("another phone")

    def noted_by(self, entry: Entry) -> Text | None:
        """The same by its name alone, for a sheet that all phones have as it is."""
        return _noter(entry, self.owners)

    @property
    def turn(self) -> Text | None:
        """Whose the pad is."""
        if self.round:
            heading: Text = self.pad.heading
            return heading
        return self.screen.words.turn(self.sheet, self.seat.number) if self.seat else None

    @property
    def notice(self) -> Text | None:
        """What the last move cost, where nothing came after it; else what there is to do."""
        if self.round:
            notice: Text = self.pad.notice
            return notice
        seat = self.seat.number if self.seat else None
        return self.cost or self.screen.words.notice(self.sheet, self.figures, seat)

    @cached_property
    def news(self) -> tuple[Text | str, ...]:
        """What others did since this phone looked, for the shelf."""
        fresh = None if self.seen is None else doubts.since(self.log, self.seen, self.phone)
        return () if fresh is None else self.telling(fresh)

    @property
    def said(self) -> tuple[Text | str, ...]:
        """The same for those who don't see the rest of the shelf, and what this phone itself has just noted."""
        return self.with_the_turn(self.noted_here or self.news)

    @property
    def noted_here(self) -> tuple[Text, ...]:
        entry = next((entry for entry in reversed(self.log.entries) if entry.tap == self.noted), None)
        return (self.happened(entry), *what_came(self.screen.words, self.log, entry)) if entry else ()

    def telling(self, fresh: News) -> tuple[Text, ...]:
        owner = self.names.get(fresh.entry.phone or "")
        return sentences(self.screen.words, self.log, fresh, owner)

    def with_the_turn(self, told: tuple[Text | str, ...]) -> tuple[Text | str, ...]:
        """Or with the verdict; silent where there are no news."""
        rest = self.verdict if self.sheet.over else self.turn
        return (*told, rest) if told and rest else told

    @property
    def builds(self) -> bool:
        """Whether the tally is read out line by line: to whoever noted the last move, and once."""
        last = self.log.last
        return last is not None and last.tap == self.noted

    @cached_property
    def pad(self) -> Any:
        """The keys for whoever is chosen."""
        pad = self.screen.rounds[self.round] if self.round else self.screen.pad
        return pad(self.sheet, self.seat and self.seat.number)

    @property
    def way(self) -> str:
        """How the page is asked for as it is shown."""
        shown = {"pad": self.round, "seat": self.chosen, "led": 1 if self.onward else None}
        return urlencode({name: value for name, value in shown.items() if value is not None})

    @cached_property
    def shown(self) -> Any:
        """What the open slip shows, of the move that it notes or of the number that was asked why."""
        slip = self.slip
        assert slip is not None
        if slip.form is None:
            return self.screen.why(self.sheet, slip.answer)
        log = self.log if slip.before is None else history.at(self.log, slip.before.number)
        return self.screen.slips[slip.name](log, self.told_so_far(log, slip.form, slip.entry, slip.sent))

    def told_so_far(self, log: Log, form: MoveForm, entry: Entry | None, sent: bool) -> Asked:
        met = partial(history.met, log, entry and entry.number)
        return Asked(form.given, form.left_out, form.refused, entry, sent, lambda: self.remembered, told, met)

    @property
    def question(self) -> Question:
        """About the doubtful tap."""
        doubtful = self.doubtful
        assert doubtful is not None
        whose = self.whose_phone(doubtful.doubt.entry)
        return question_about(doubtful.doubt, doubtful.wanted.kind, self.log, self.screen.words, whose)

    @property
    def drawing(self) -> str | None:
        """Of what is asked about."""
        assert self.doubtful is not None
        move = self.doubtful.wanted.move
        return self.screen.drawing(move) if move else None


def _noter(entry: Entry, names: Mapping[str, str]) -> Text | None:
    name = names.get(entry.phone or "")
    if entry.by_script:
        return the_script(name)
    return say("%(name)s’s phone", name=name) if name else None


def view_of(opened: Open, chosen: str | None = None, **shown: Any) -> View:
    """As this request asks for it. `chosen`: the seat, where it stands elsewhere than in the address."""
    asked = request.args.get("seat", "") if chosen is None else chosen
    seat = seat_in(opened, asked)
    entry = request.args.get("entry", type=int)
    return View(opened, phone(), seat, round=asked_round(opened), entry=entry, **shown)


def asked_round(opened: Open) -> str | None:
    asked = request.args.get("pad")
    if not asked or not opened.may_score or asked not in SCREENS[opened.game.slug].rounds:
        return None
    return None if opened.log.sheet.over else asked


def seat_in(opened: Open, asked: str) -> int | None:
    """The seat of this table that an address names, if there is one."""
    known = asked.isascii() and asked.isdigit() and len(asked) < 3 and int(asked) < len(opened.sitting.players)
    return int(asked) if known else None


def phone() -> str:
    known: str = g.phone
    return known
