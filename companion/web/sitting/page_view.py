"""A sitting as one phone sees it: what it has chosen, what slides over the sheet, and what it alone is told."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import g, request, url_for
from flask_wtf.csrf import generate_csrf

from companion import store
from companion.record import history
from companion.record.doubts import Arrived, Doubt, EndsHere, TurnMoved
from companion.record.entries import Entry
from companion.record.history import Log
from companion.screens import SCREENS
from companion.screens.core import Asked
from companion.screens.log.logbook import Logbook, logbook
from companion.screens.log.questions import Question, question_about
from companion.store import Wanted
from companion.web.languages import told
from companion.web.security import phone
from companion.web.sitting.forms import MoveForm
from companion.web.sitting.view import View

OWN_SLIPS = frozenset({"why", "menu", "stop", "kinds", "whom", "rename"})  # the others are the game's, each for a move


class Slip(NamedTuple):
    """What has slid over the lower part of the sheet: `name` says which template, the rest what is in it."""

    name: str
    form: Any = None
    answer: Any = None  # of a number that was asked why
    entry: Entry | None = None  # of the log, that it is about
    before: Entry | None = None  # of the log, that something is put in before
    seat: int | None = None  # that it is about
    sent: bool = False  # it came back from a try to note it

    @property
    def is_of_the_game(self) -> bool:
        return self.name not in OWN_SLIPS

    @property
    def action(self) -> str:
        """Where its form goes."""
        if self.seat is not None:
            return url_for("sittings.rename", seat=self.seat)
        if self.entry:
            return url_for("sittings.replace", number=self.entry.number)
        if self.before:
            return url_for("sittings.insert", number=self.before.number)
        return url_for("sittings.tap", **self._stays)

    @property
    def page(self) -> str:
        """Its own address, for what is chosen step by step."""
        if self.entry:
            return url_for("sittings.entry", number=self.entry.number)
        if self.before:
            return url_for("sittings.put_in", number=self.before.number, kind=self.name)
        return url_for("sittings.note", kind=self.name, **self._stays)

    def at(self, **typed: Any) -> str:
        """Its own address, with so much more typed."""
        told = {name: value for name, value in typed.items() if value is not None}
        return f"{self.page}{'&' if '?' in self.page else '?'}{urlencode(told, doseq=True)}"

    @property
    def _stays(self) -> dict[str, Any]:
        """Who goes round the table stays there, also where no script remembers it."""
        return {name: request.args.get(name) for name in ("pad", "seat")} if "pad" in request.args else {}


class DoubtfulTap(NamedTuple):
    """To be asked about: what was typed, to be sent again on a yes."""

    doubt: Doubt
    wanted: Wanted
    typed: tuple[tuple[str, str], ...]
    tap: str  # its id, by which the phone knows it
    back: str  # to which page

    @property
    def needs_new_id(self) -> bool:
        """Its own stands for what arrived."""
        return isinstance(self.doubt, Arrived)

    @property
    def action(self) -> str:
        """Where a yes goes."""
        if isinstance(self.doubt, Arrived) and self.doubt.instead:
            return url_for("sittings.replace", number=self.doubt.entry.number)
        return url_for(str(request.endpoint), **(request.view_args or {}))

    @property
    def sent_again(self) -> tuple[tuple[str, str], ...]:
        """All that the tap said, and what a yes means beside."""
        anew = {"csrf_token", "tap", "after", "twice", "asked", "aim"}  # a question says these itself
        match self.doubt:
            case TurnMoved():
                return self._without(anew | {"player"})
            case EndsHere(ends=ends):
                along = " ".join(map(str, (*self.wanted.strikes, *ends.later)))
                return (*self._without(anew | {"strikes"}), ("strikes", along))
            case _:
                return self._without(anew)

    def _without(self, names: set[str]) -> tuple[tuple[str, str], ...]:
        return tuple((name, value) for name, value in self.typed if name not in names)


@dataclass
class PageView(View):
    """Made by `page_view`, for the request of a phone."""

    of: int | None = None  # the seat whose entries alone are shown in the log

    @cached_property
    def tap(self) -> str:
        """The id of what this page notes, where no script gives it one."""
        return str(uuid.uuid4())

    @property
    def token(self) -> str:
        return str(generate_csrf())

    @property
    def logbook(self) -> Logbook:
        return logbook(self.screen, self.log, self.of)

    @cached_property
    def remembered(self) -> dict[str, Any]:
        """What earlier tables of this game taught."""
        return store.recall_all(self.game)

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
        assert self.doubtful is not None
        doubt = self.doubtful.doubt
        whose = self.whose_phone(doubt.entry)
        return question_about(doubt, self.doubtful.wanted.kind, self.log, self.screen.words, whose)

    @property
    def drawing(self) -> str | None:
        """Of what is asked about."""
        assert self.doubtful is not None
        move = self.doubtful.wanted.move
        return self.screen.drawing(move) if move else None


def page_view(**shown: Any) -> PageView:
    """The sitting of this request as its address asks for it; `shown`: what its route has to say beside."""
    opened: View = g.opened
    asked = {
        "chosen": seat_in(opened, request.args.get("seat", "")),
        "round": _asked_round(opened),
        "entry": request.args.get("entry", type=int),
    }
    view = PageView(opened.sitting, opened.may_score, opened.link, **{"phone": phone(), **asked, **shown})
    view.log = opened.log
    return view


def _asked_round(opened: View) -> str | None:
    asked = request.args.get("pad")
    if not asked or not opened.may_score or asked not in SCREENS[opened.sitting.game].rounds:
        return None
    return None if opened.sheet.over else asked


def seat_in(opened: View, asked: str) -> int | None:
    """The seat of this table that an address names, if there is one."""
    known = asked.isascii() and asked.isdigit() and len(asked) < 3 and int(asked) < len(opened.sitting.players)
    return int(asked) if known else None
