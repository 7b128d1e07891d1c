"""The road of a tap: read once, noted once, and answered with the sheet that every phone gets."""

from __future__ import annotations

import uuid

from flask import Response, abort, g, make_response, render_template, request, url_for

from companion import store
from companion.record.conflicts import EndedMeanwhile, OlderBackup, TurnMoved, yes_to
from companion.record.files.log_file import ABOUT, STRIKING_ALONG
from companion.record.history import Mark
from companion.rules.core import RuleBroken
from companion.rules.text import say
from companion.screens.questions import question_about
from companion.web.fragments import go, wants_fragment
from companion.web.languages import translate
from companion.web.live import sheet
from companion.web.live.hub import hub
from companion.web.sitting.forms import MoveForm, RenameForm, TapForm
from companion.web.sitting.log import noted_entry
from companion.web.sitting.page import bp, form_of, page_view
from companion.web.sitting.slips import ConflictSlip, Slip

OUT_OF_DATE = say("This page was out of date and now shows the current game. Tap again")


@bp.post("/taps", endpoint="tap", defaults={"kind": "move"})
@bp.post("/seats/<int:seat>/name", endpoint="rename", defaults={"kind": "rename"})
def answer_tap(kind: str, number: int | None = None, seat: int | None = None) -> Response:
    """What becomes of a tap, whatever it asks for."""
    sitting: store.Sitting = g.opened.sitting
    if number is not None and not 0 < number <= g.opened.log.length:
        seen = Mark(request.form.get("after", 0, int))
        if g.opened.log.follows(seen) or not 0 < number <= seen.length:
            abort(404)
        return _answer(422, refusal=say("Entry %(number)s is gone: an older backup was restored", number=number))
    if seat is not None and seat >= len(sitting.players):
        abort(404)
    form = _form(kind, number)
    try:
        tap = form.read_tap(g.phone)
        move = form.read_move(sitting.table.options) if isinstance(form, MoveForm) else None
        name = form.name.data if isinstance(form, RenameForm) else None
        strikes = tuple(form.strikes.data or ()) if kind in STRIKING_ALONG else ()
        wanted = store.Wanted(kind, number, move, seat, name, strikes, aimed=bool(form.aim.data))
        outcome: object = store.note(sitting, tap, wanted)
    except (store.Conflicting, store.Stale, RuleBroken) as said:
        outcome = said
    match outcome:
        case store.Noted():
            g.opened.log, g.noted = outcome.log, True
            return _answer(200)
        case store.Conflicting():  # the log is as it was then: nobody has been asked about what came after
            g.opened.log = outcome.log
            return _answer(409, conflict=_asked_about(outcome))
        case store.Stale():
            return _answer(422, refusal=OUT_OF_DATE)
        case RuleBroken():
            g.opened.log = store.read(sitting)
            if not isinstance(form, MoveForm | RenameForm) or "slip" not in request.form:
                return _answer(422, refusal=outcome.text)
            form.blame(outcome, translate(outcome.text))
            about = g.opened.log.entries[number - 1] if number else None
            entry, before = (about, None) if kind == "replace" else (None, about)
            name = "rename" if isinstance(form, RenameForm) else form.move_type.kind
            slip = Slip(name, form, entry=entry, before=before, seat=seat, sent=True)
            return _answer(422, slip=slip, chosen=g.opened.seat_named(request.form.get("player", "")))
        case _:
            raise AssertionError(outcome)


for kind in (kind for kind, about in ABOUT.items() if "target" in about):
    way = f"/log/<int:number>/{kind}"
    bp.add_url_rule(way, kind, answer_tap, methods=["POST"], defaults={"kind": kind})


def _form(kind: str, number: int | None) -> TapForm:
    """Whatever is about an entry, but undo and redo, is about one that noted a move."""
    move = request.form.get("move", "")
    if number is not None and kind not in ("undo", "redo"):
        _, noted = noted_entry(number)
        move = noted.kind if kind == "replace" else move
    if kind == "rename":
        return RenameForm(request.form)
    return form_of(move)(request.form) if "move" in ABOUT[kind] else TapForm(request.form)


def _answer(status: int, **own: object) -> Response:
    """A script gets the sheet that all phones get, and beside it what is this phone's own. Everybody else gets a page:
    once something is noted by way of its address, so that going back and reloading taps nothing.
    """
    if wants_fragment():
        drawn = sheet.sheet_of(g.opened)
        hub().tell(g.opened.sitting.id, g.opened.log, {sheet.variant_of(g.opened): drawn})
        shown = page_view(**own) if own else g.opened
        return Response(drawn + sheet.answer_part(shown, request.form.get("tap", "")), status)
    hub().tell(g.opened.sitting.id, g.opened.log)
    to_log = request.form.get("back") == "log"  # the page that it was tapped on
    if status == 200 and to_log:
        return go(url_for(".log", of=request.form.get("of")))
    if status == 200:
        return go(url_for(".page", pad=request.args.get("pad"), seat=request.args.get("seat")))
    page = "sittings/log.html" if to_log else "sittings/page.html"
    return make_response(render_template(page, view=page_view(**own)), status)


def _asked_about(conflicting: store.Conflicting) -> ConflictSlip:
    """What its phone is asked, and what a yes sends: all that was typed, and that it is meant."""
    conflict, wanted, words = conflicting.conflict, conflicting.wanted, g.opened.screen.words
    dropped = {"csrf_token", "tap", "after", "twice", "asked", "aim"}  # a question says these itself
    tap = request.form.get("tap", "")
    along = {"tap": tap}
    args = {**(request.view_args or {}), **({"number": wanted.target} if wanted.target else {})}
    action, seen = url_for(str(request.endpoint), **args), conflicting.log.length
    if wanted.aimed and wanted.move and hasattr(wanted.move, "player"):  # another seat, perhaps, than the form says
        dropped.add("player")
        along["player"] = str(wanted.move.player)
    match conflict:
        case TurnMoved() | OlderBackup(whose=True):
            dropped.add("player")
            along.pop("player", None)
        case EndedMeanwhile():
            seen = conflict.seen  # and no more: what waits behind it is asked about as well
        case _:
            pass
    yes = yes_to(conflict, wanted.strikes)
    if yes.kind:
        action = url_for(f".{yes.kind}", number=yes.number)
    if yes.strikes is not None:
        dropped.add("strikes")
        along["strikes"] = " ".join(map(str, yes.strikes))
    if yes.new_tap:
        along["tap"] = str(uuid.uuid4())
    said = ((name, value) for name, value in request.form.items(multi=True) if name not in dropped)
    whose = g.opened.whose_phone(conflict.entry, g.phone)
    question = question_about(conflict, wanted.kind, conflicting.log, words, whose)
    drawing = g.opened.screen.drawing(wanted.move) if wanted.move else None
    to_log = request.form.get("back") == "log"
    return ConflictSlip(tap, seen, to_log, question, drawing, action, (*said, *along.items()))
