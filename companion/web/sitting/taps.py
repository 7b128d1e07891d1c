"""The road of a tap: read once, noted once, and answered with the sheet that every phone gets."""

from __future__ import annotations

from flask import Response, abort, g, request, url_for

from companion import store
from companion.record.files.log_file import STRIKING_ALONG
from companion.rules.core import RuleBroken
from companion.rules.text import say
from companion.web.fragments import go, wants_fragment
from companion.web.languages import told
from companion.web.live import sheet
from companion.web.live.routes import hub
from companion.web.sitting.forms import MoveForm, RenameForm, TapForm
from companion.web.sitting.log import log_page, noted_entry
from companion.web.sitting.page import bp, form_of, seat_or_404, sitting_page
from companion.web.sitting.page_view import DoubtfulTap, Slip, page_view, seat_in

OUT_OF_DATE = say("This page was out of date: here is how the table stands. Tap again")


@bp.post("/taps")
def tap() -> Response:
    return _note("move", form_of(request.form.get("move", ""))(request.form))


@bp.post("/log/<int:number>/replace")
def replace(number: int) -> Response:
    _, before = noted_entry(number)
    return _note("replace", form_of(before.kind)(request.form), number)


@bp.post("/log/<int:number>/insert")
def insert(number: int) -> Response:
    """A move that was forgotten, before this entry."""
    noted_entry(number)
    return _note("insert", form_of(request.form.get("move", ""))(request.form), number)


@bp.post("/log/<int:number>/strike")
def strike(number: int) -> Response:
    noted_entry(number)
    return _note("strike", TapForm(request.form), number)


@bp.post("/log/<int:number>/restore")
def restore(number: int) -> Response:
    noted_entry(number)
    return _note("restore", TapForm(request.form), number)


@bp.post("/log/<int:number>/undo")
def undo(number: int) -> Response:
    return _note("undo", TapForm(request.form), number)


@bp.post("/log/<int:number>/redo")
def redo(number: int) -> Response:
    return _note("redo", TapForm(request.form), number)


@bp.post("/seats/<int:seat>/name")
def rename(seat: int) -> Response:
    seat_or_404(seat)
    return _note("rename", RenameForm(request.form), seat=seat)


def _note(kind: str, form: TapForm, number: int | None = None, seat: int | None = None) -> Response:
    """What becomes of a tap, whatever it asks for."""
    sitting: store.Sitting = g.opened.sitting
    if number is not None and not 0 < number <= g.opened.log.length:
        abort(404)
    try:
        tap = form.read_tap(g.phone)
        move = form.read_move(sitting.table.options) if isinstance(form, MoveForm) else None
        name = form.name.data if isinstance(form, RenameForm) else None
        strikes = tuple(form.strikes.data or ()) if kind in STRIKING_ALONG else ()
        wanted = store.Wanted(kind, number, move, seat, name, strikes, aimed=bool(form.aim.data))
        outcome: object = store.note(sitting, tap, wanted)
    except (store.Doubtful, store.Stale, RuleBroken) as said:
        outcome = said
    match outcome:
        case store.Noted():
            g.opened.log, g.noted = outcome.log, True
            return _answer(200)
        case store.Doubtful():  # of the log as it was when the doubt arose: what comes after has not been asked about
            g.opened.log = outcome.log
            typed = tuple(request.form.items(multi=True))
            asked = DoubtfulTap(outcome.doubt, outcome.wanted, typed, request.form.get("tap", ""), _back())
            return _answer(409, doubtful=asked)
        case store.Stale():
            return _answer(422, refusal=OUT_OF_DATE)
        case RuleBroken():
            g.opened.log = store.read(sitting)
            if not isinstance(form, MoveForm | RenameForm) or "slip" not in request.form:
                return _answer(422, refusal=outcome.text)
            form.blame(outcome, told(outcome.text))
            about = g.opened.log.entries[number - 1] if number else None
            entry, before = (about, None) if kind == "replace" else (None, about)
            name = "rename" if isinstance(form, RenameForm) else form.move_type.kind
            slip = Slip(name, form, entry=entry, before=before, seat=seat, sent=True)
            return _answer(422, slip=slip, chosen=seat_in(g.opened, request.form.get("player", "")))
        case _:
            raise AssertionError(outcome)


def _answer(status: int, **own: object) -> Response:
    """A script gets the sheet that all phones get, and beside it what is this phone's own. Everybody else gets a page:
    once something is noted by way of its address, so that going back and reloading taps nothing.
    """
    if wants_fragment():
        drawn = sheet.sheet_of(g.opened)
        hub().tell(g.opened.sitting.id, g.opened.log, {sheet.look_of(g.opened): drawn})
        shown = page_view(**own) if own else g.opened
        return Response(drawn + sheet.own_of(shown, request.form.get("tap", "")), status)
    hub().tell(g.opened.sitting.id, g.opened.log)
    if status == 200 and _back() == "log":
        return go(url_for(".log", of=request.form.get("of")))
    if status == 200:
        return go(url_for(".page", pad=request.args.get("pad"), seat=request.args.get("seat")))
    return (log_page if _back() == "log" else sitting_page)(status, **own)


def _back() -> str:
    """To the page that it was tapped on."""
    return "log" if request.form.get("back") == "log" else "page"
