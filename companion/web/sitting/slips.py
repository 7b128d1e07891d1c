"""What slides over the lower part of the sheet: a slip of its own or of the game, and the question about a tap."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import request, url_for

from companion import store
from companion.record import history
from companion.record.entries import Entry
from companion.record.history import Log
from companion.screens.core import Asked
from companion.screens.questions import Question
from companion.store import Sitting
from companion.web.languages import translate

OWN_SLIPS = frozenset({"why", "menu", "stop", "kinds", "whom", "rename"})  # the others are the game's, each for a move


class Slip(NamedTuple):
    """What has slid over the lower part of the sheet: `name` says which template, the rest what is in it."""

    name: str
    form: Any = None
    answer: Any = None  # to what was asked: why a number is, what it would mean to stop
    entry: Entry | None = None  # of the log, that it is about
    before: Entry | None = None  # of the log, that something is put in before
    seat: int | None = None  # that it is about
    sent: bool = False  # it came back from a try to note it

    @property
    def is_of_the_game(self) -> bool:
        return self.name not in OWN_SLIPS

    def asked(self, sitting: Sitting, log: Log) -> Asked:
        """What has been told so far of the move that it notes. `log`: as the table stands before that."""
        refused = frozenset(spec.name for spec, field in self.form.of_move() if field.errors)
        before = partial(history.sheet_before, log, self.entry and self.entry.number)
        taught = partial(store.recall_all, sitting)  # by earlier tables of these phones
        return Asked(
            self.form.given,
            self.form.left_out,
            refused,
            self.entry,
            self.sent,
            recall=taught,
            in_words=translate,
            sheet_before=before,
            kind=self.form.move_type.kind,
        )

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
        """The keys and the seat of the page's address: without scripts, too, they are the same after a tap."""
        return {name: request.args.get(name) for name in ("pad", "seat")} if "pad" in request.args else {}


class ConflictSlip(NamedTuple):
    """A tap that is asked about, and what is sent on a yes."""

    tap: str  # its id, by which the phone knows it
    seen: int  # the length of the log that an answer has seen
    to_log: bool  # where it was tapped
    question: Question
    drawing: str | None  # of what it would note
    action: str  # where a yes goes
    yes: tuple[tuple[str, str], ...]  # all that the tap said, and what a yes means beside; its id is among it
