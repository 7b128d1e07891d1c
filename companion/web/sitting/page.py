"""A sitting at its table: the page, the slips that slide over it, and the numbers that are asked why."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    copy_current_request_context,
    g,
    make_response,
    render_template,
    request,
    url_for,
)
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import TooManyRequests

from companion import store
from companion.record import history
from companion.record.entries import Entry
from companion.record.history import Log
from companion.rules.core import RuleBroken
from companion.screens.core import Outcome
from companion.screens.end import if_stopped
from companion.web.fragments import go, over_the_sheet, show, wants_fragment
from companion.web.limits import one_more_visit
from companion.web.preferences import owner
from companion.web.security import phone
from companion.web.sitting.forms import MoveForm, RenameForm, move_form
from companion.web.sitting.slips import Slip
from companion.web.sitting.view import View

bp = Blueprint("sittings", __name__, url_prefix="/s/<link>")


@bp.url_value_preprocessor
def open_link(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """The link in the address becomes the sitting that it opens, once for every route. Where its log is long, others
    with such wait until this request is answered.
    """
    link = (values or {}).pop("link")
    try:
        sitting, may_score = store.find(link)
    except store.NoSuchSitting:
        abort(404)
    g.opened = View(sitting, may_score, link)
    if sitting.long:
        g.turn = contextlib.ExitStack()
        g.turn.enter_context(store.long_turns())


bp.teardown_app_request(lambda _: g.turn.close() if "turn" in g else None)


@bp.url_defaults
def keep_link(endpoint: str, values: dict[str, Any]) -> None:
    if "opened" in g:
        values.setdefault("link", g.opened.link)


@bp.before_request
def only_scorers_write() -> None:
    if request.method == "POST" and not g.opened.may_score:
        abort(403)


def page_view(**shown: Any) -> View:
    """The sitting of this request as its address asks for it; `shown`: what its route has to say beside."""
    opened: View = g.opened
    pad = request.args.get("pad")
    goes_round = opened.may_score and pad in opened.screen.keys.rounds and not opened.log.sheet.over
    asked = {
        "phone": phone(),
        "chosen": opened.seat_named(request.args.get("seat", "")),
        "round": pad if goes_round else None,
        "entry": request.args.get("entry", type=int),
        "until": request.args.get("until", type=int),
        "of": opened.seat_named(request.values.get("of", "")),
    }
    view = replace(opened, **{**asked, **shown})
    view.log = opened.log
    return view


@bp.get("/")
def page() -> Response:
    """That this phone was here is noted once the page is on its way: nobody waits for it, or does without the page."""
    visit = (phone(), g.opened.sitting, g.opened.may_score, owner())
    response = make_response(render_template("sittings/page.html", view=page_view(slip=_slip_in_address())))

    @response.call_on_close
    @copy_current_request_context
    def note_visit() -> None:
        with contextlib.suppress(store.StoreTrouble, store.NoSuchSitting, TooManyRequests):
            store.visit(*visit, may=one_more_visit)

    return response


def _slip_in_address() -> Slip | None:
    """What was being told in the slip when a seat was tapped, and no answer to a question: a new move is then its."""
    args, kind = request.args.to_dict(), request.args.get("move", "")
    if "slip" not in args or "twice" in args:
        return None
    entry, before = _asked_entry("entry"), _asked_entry("before")
    whose = {} if entry else {"player": request.args.get("seat", "")}
    return Slip(kind, form_of(kind)(MultiDict({**args, **whose})), entry=entry, before=before)


@bp.get("/keys")
def keys() -> Response:
    """The shelf and the pad of whoever was chosen: they lie over the sheet, whatever comes."""
    only_scorers()
    if g.opened.log.sheet.over:
        return Response(status=204)
    shown = {"phone": None} if wants_fragment() else {}  # a script has the tap's own fields itself
    return show("sittings/page.html", "sittings/_keys.html", view=page_view(**shown))


def show_slip(slip: Slip) -> Response:
    return show("sittings/page.html", "sittings/_slip.html", view=page_view(slip=slip))


# Telling a move


@bp.get("/note/<kind>")
def note(kind: str) -> Response:
    typed, seat = form_of(kind), page_view().seat
    whose = {"player": str(seat.number)} if seat else {}
    return show_slip(Slip(kind, typed(MultiDict({**whose, **request.args.to_dict()}))))


def form_of(kind: str) -> type[MoveForm]:
    move_type = g.opened.sitting.ruleset.move_type(kind) if g.opened.may_score else None
    if move_type is None:
        abort(404)
    return move_form(move_type)


@bp.get("/preview")
def preview() -> Response:
    """What a half-told move would do, or what is still missing. Nothing is noted."""
    form = form_of(request.args.get("move", ""))(request.args)
    view, entry, before = page_view(), _asked_entry("entry"), _asked_entry("before")
    log = view.log if before is None else history.at(view.log, before.number)
    outcome = _outcome(form, log, entry)  # before what was refused is asked
    slip = Slip(form.move_type.kind, form, entry=entry, before=before)
    shown = view.screen.keys.preview(log, slip.asked(view.sitting, log), outcome)
    part = f"games/{view.game.slug}/_preview.html"
    response = show(part, part, view=view, shown=shown)
    if "kept" in request.args and over_the_sheet():
        names = [*(spec.name for spec, _ in form.of_move()), "without"]
        typed = {name: request.args.getlist(name) for name in names if name in request.args}
        # The slip's address with all that was typed: a reload, or coming back, loses nothing of it
        response.headers["Companion-Told"] = slip.at(**typed)
    return response


def _asked_entry(name: str) -> Entry | None:
    """The entry that the slip corrects, or puts one in before, if it does."""
    number = request.args.get(name, type=int)
    entries = g.opened.log.entries
    return entries[number - 1] if number is not None and 0 < number <= len(entries) else None


def _outcome(form: MoveForm, log: Log, entry: Entry | None) -> Outcome:
    game, move = g.opened.game, None
    try:
        if not form.validate():  # what is missing can still come, what can't be read is told
            return Outcome(None, None, next((error for field in form for error in field.process_errors), None))
        move = form.read_move(g.opened.sitting.table.options)
        sheet = history.sheet_if(game, log, entry and entry.number, move)
    except RuleBroken as broken:
        return Outcome(move, None, broken.text)
    return Outcome(move, sheet, None)


# Asking why


@bp.get("/why/<number>")
def why(number: str) -> Response:
    answer = g.opened.game.answers(g.opened.log.sheet).get(number)
    if answer is None:
        abort(404)
    move = getattr(answer, "move", None)  # the number of the effective one that is behind it
    return show_slip(Slip("why", answer=answer, entry=g.opened.log.effective[move - 1] if move else None))


@bp.get("/beside")
def beside() -> Response:
    """What a large screen has beside the sheet."""
    return show("sittings/_beside.html", "sittings/_beside.html", view=page_view())


@bp.get("/menu")
def menu() -> Response:
    return show_slip(Slip("menu"))


@bp.get("/stop")
def stop() -> Response:
    """Asked before it is done; where another phone was first, the end is there already."""
    only_scorers()
    view = g.opened
    if view.log.sheet.over:
        return go(url_for(".page"))
    return show_slip(Slip("stop", answer=if_stopped(view.game, view.screen, view.log)))


@bp.get("/seats")
def seats() -> Response:
    """Who is to be renamed?"""
    only_scorers()
    return show_slip(Slip("whom"))


@bp.get("/seats/<int:seat>/name")
def name(seat: int) -> Response:
    only_scorers()
    players = g.opened.table.players
    if seat >= len(players):
        abort(404)
    return show_slip(Slip("rename", RenameForm(MultiDict({"name": players[seat]})), seat=seat))


def only_scorers() -> None:
    if not g.opened.may_score:
        abort(404)
