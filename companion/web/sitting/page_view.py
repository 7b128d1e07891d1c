"""A sitting as one phone sees it: what it has chosen, and what slides over the sheet."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from flask import g, request

from companion import store
from companion.record import history
from companion.record.entries import Entry
from companion.record.history import Log
from companion.screens.core import Asked
from companion.screens.story import Story, story
from companion.web.languages import translate
from companion.web.security import phone
from companion.web.sitting.forms import MoveForm
from companion.web.sitting.view import View


@dataclass
class PageView(View):
    """Made by `page_view`, for the request of a phone."""

    of: int | None = None  # the seat whose entries alone are shown in the log
    until: int | None = None  # the entry up to which a very long log is shown
    tap: str = field(default_factory=lambda: str(uuid.uuid4()))  # the id of what it notes, where no script gives it one

    @cached_property
    def story(self) -> Story:
        return story(self.screen, self.log, self.of, self.until)

    @cached_property
    def shown(self) -> Any:
        """What the open slip shows, of the move that it notes or of the number that was asked why."""
        slip = self.slip
        assert slip is not None
        if slip.form is None:
            return self.screen.keys.why(self.log.sheet, slip.answer)
        log = self.log if slip.before is None else history.at(self.log, slip.before.number)
        return self.screen.keys.slips[slip.name](log, self.told_so_far(log, slip.form, slip.entry, slip.sent))

    def told_so_far(self, log: Log, form: MoveForm, entry: Entry | None, sent: bool) -> Asked:
        refused = frozenset(spec.name for spec, field in form.of_move() if field.errors)
        before = partial(history.sheet_before, log, entry and entry.number)
        taught = partial(store.recall_all, self.sitting)  # by earlier tables of these phones
        kind = form.move_type.kind
        return Asked(form.given, form.left_out, refused, entry, sent, taught, translate, before, kind)


def page_view(**shown: Any) -> PageView:
    """The sitting of this request as its address asks for it; `shown`: what its route has to say beside."""
    opened: View = g.opened
    pad = request.args.get("pad")
    goes_round = opened.may_score and pad in opened.screen.keys.rounds and not opened.log.sheet.over
    asked = {
        "phone": phone(),
        "chosen": seat_in(opened, request.args.get("seat", "")),
        "round": pad if goes_round else None,
        "entry": request.args.get("entry", type=int),
        "until": request.args.get("until", type=int),
        "of": seat_in(opened, request.values.get("of", "")),
    }
    view = PageView(opened.sitting, opened.may_score, opened.link, **{**asked, **shown})
    view.log = opened.log
    return view


def seat_in(opened: View, asked: str) -> int | None:
    """The seat of this table that an address names, if there is one."""
    known = asked.isascii() and asked.isdigit() and len(asked) < 3 and int(asked) < len(opened.sitting.players)
    return int(asked) if known else None
