"""The only exit for whatever a phone notes or corrects: a tap is read, noted and answered here, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, abort, g, make_response, request, url_for

from companion import store
from companion.record.doubts import Arrived, Doubt, EndsHere, TurnMoved
from companion.record.history import Log
from companion.rules.core import Move, RuleBroken
from companion.rules.text import say
from companion.store import Wanted
from companion.web.fragments import go, wants_fragment
from companion.web.languages import told, told_aloud
from companion.web.live.routes import tell_others
from companion.web.sitting.forms import MoveForm, RenameForm, TapForm
from companion.web.sitting.log import log_address, noted_entry, show_log
from companion.web.sitting.opened import DoubtfulTap, Slip
from companion.web.sitting.page import bp, form_type, seat_or_404, show_sitting, telling
from companion.web.sitting.view import asked_round, phone, view_of

OUT_OF_DATE = say("This page was out of date: here is how the table stands. Tap again")


@bp.post("/taps")
def tap() -> Response:
    kind = request.form.get("move", "")
    form = form_type(kind)(request.form)
    return _answer(
        lambda: Wanted("move", None, _move(form)),
        telling(kind, form),
    )


@bp.post("/log/<int:number>/replace")
def replace(number: int) -> Response:
    entry, before = noted_entry(number)
    form = form_type(before.kind)(request.form)
    return _answer(
        lambda: Wanted("replace", number, _move(form), strikes=_along()),
        telling(before.kind, form, entry=entry),
    )


@bp.post("/log/<int:number>/insert")
def insert(number: int) -> Response:
    """A move that was forgotten, before this entry."""
    entry, _ = noted_entry(number)
    kind = request.form.get("move", "")
    form = form_type(kind)(request.form)
    return _answer(
        lambda: Wanted("insert", number, _move(form), strikes=_along()),
        telling(kind, form, before=entry),
    )


@bp.post("/log/<int:number>/strike")
def strike(number: int) -> Response:
    noted_entry(number)
    return _answer(lambda: Wanted("strike", number, strikes=_along()))


@bp.post("/log/<int:number>/restore")
def restore(number: int) -> Response:
    noted_entry(number)
    return _answer(lambda: Wanted("restore", number, strikes=_along()))


@bp.post("/log/<int:number>/undo")
def undo(number: int) -> Response:
    _entry_or_404(number)
    return _answer(lambda: Wanted("undo", number))


@bp.post("/log/<int:number>/redo")
def redo(number: int) -> Response:
    _entry_or_404(number)
    return _answer(lambda: Wanted("redo", number))


@bp.post("/seats/<int:seat>/name")
def rename(seat: int) -> Response:
    form = RenameForm(request.form)
    seat_or_404(seat)
    return _answer(
        lambda: Wanted("rename", seat=seat, name=form.name.data or ""),
        Slip("rename", form, url_for(".rename", seat=seat), seat=seat),
    )


def _move(form: MoveForm) -> Move:
    return form.read_move(g.opened.options)


def _along() -> tuple[int, ...]:
    """What was agreed to be struck along with a correction; nonsense from no page of ours is nothing."""
    return tuple(TapForm(request.form).strikes.data or ())


def _entry_or_404(number: int) -> None:
    if not 0 < number <= g.opened.log.length:
        abort(404)


def _answer(wanted: Callable[[], Wanted], slip: Slip | None = None) -> Response:
    """What becomes of a tap, whatever it asks for. `slip`: where its move was told, if it was told in one."""
    try:
        log = store.note(g.opened.sitting, TapForm(request.form).read_tap(phone()), wanted()).log
    except store.Doubtful as doubtful:
        return _ask_about(doubtful)
    except store.Stale:
        return _shown(422, refusal=OUT_OF_DATE)
    except RuleBroken as broken:
        return _refused(broken, slip)
    return _noted(log)


def _noted(log: Log) -> Response:
    """Without htmx the page is loaded anew, so that going back and reloading taps nothing."""
    g.opened.log, g.noted = log, True
    noted = request.form["tap"]
    sheet = tell_others(log, told_aloud(view_of(g.opened, noted=noted).said))
    address = log_address() if _from_the_log() else url_for(".page")
    if not wants_fragment():
        return go(address)
    own = _from_the_log() or asked_round(g.opened) or log.sheet.over  # whoever ends it hears the tally read out
    answer = _shown(noted=noted) if sheet is None or own else make_response(sheet)
    answer.headers["HX-Replace-Url"] = address  # a slip may have had its own
    return answer


def _refused(broken: RuleBroken, slip: Slip | None) -> Response:
    """With what was typed still there: in the slip that it came from, else on the page."""
    g.opened.log = store.read(g.opened.sitting)
    if slip is None or slip.form is None or "slip" not in request.form:
        return _shown(422, refusal=broken.text)
    slip.form.blame(broken, told(broken.text))
    return _shown(422, slip=slip._replace(sent=True), chosen=request.form.get("player"))


def _shown(status: int = 200, **shown: Any) -> Response:
    """From the log's page back to the log, from the sheet back to the sheet."""
    return (show_log if _from_the_log() else show_sitting)(status, **shown)


def _from_the_log() -> bool:
    return request.form.get("back") == "log"


# What a question says anew, each time that it is asked
ASKED_ANEW = {"csrf_token", "tap", "after", "twice", "asked"}


def _ask_about(doubtful: store.Doubtful) -> Response:
    """Of the log as it was when the doubt arose: whatever comes after it has not been asked about."""
    g.opened.log = doubtful.log
    tapped = DoubtfulTap(
        doubtful.doubt,
        doubtful.wanted,
        _sent_again(doubtful),
        request.form["tap"],
        isinstance(doubtful.doubt, Arrived),
        _answered_at(doubtful.doubt),
        "log" if _from_the_log() else "sitting",
    )
    return _shown(409, doubtful=tapped)


def _answered_at(doubt: Doubt) -> str:
    if isinstance(doubt, Arrived) and doubt.instead:
        return url_for(".replace", number=doubt.entry.number)
    return url_for(str(request.endpoint), **(request.view_args or {}))


def _sent_again(doubtful: store.Doubtful) -> tuple[tuple[str, str], ...]:
    """All that the tap said, and what a yes means beside."""
    match doubtful.doubt:
        case TurnMoved():
            return _typed(ASKED_ANEW | {"player"})
        case EndsHere(ends=ends):
            along = " ".join(map(str, (*doubtful.wanted.strikes, *ends.later)))
            return (*_typed(ASKED_ANEW | {"strikes"}), ("strikes", along))
        case _:
            return _typed(ASKED_ANEW)


def _typed(without: set[str]) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in request.form.items(multi=True) if name not in without)
