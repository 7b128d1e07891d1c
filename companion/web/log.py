"""The log of a sitting, and its three corrections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, abort, g, request, url_for

from companion import store
from companion.record.moves import write_move
from companion.rules.core import Move, RuleBroken
from companion.web.forms import NOBODY, TapForm, filled
from companion.web.fragments import go, show, wants_fragment
from companion.web.sittings import OUT_OF_DATE, answered, bp, form_type, read_form, refused, show_sitting, show_slip
from companion.web.view import Slip, phone, view_of


@bp.get("/log")
def log() -> Response:
    return _log()


def _log(status: int = 200, **shown: Any) -> Response:
    return show("sittings/log.html", "sittings/_log.html", status, view=view_of(g.opened, **shown))


@bp.get("/log/<int:number>")
def entry(number: int) -> Response:
    """One entry, open to be corrected: the same slip that notes such a move, filled in."""
    entry, move = _noted(number)
    view = view_of(g.opened)
    values = {name: _as_typed(value) for name, value in write_move(move).items()}
    form = filled(form_type(move.kind), view.tap, view.after, {**values, **request.args.to_dict()})
    return show_slip(Slip(move.kind, form, url_for(".replace", number=number), entry=entry))


def _noted(number: int) -> tuple[store.Entry, Move]:
    """The entry of the log that noted a move, and the move as it stands now."""
    entries = g.opened.log.entries
    if not 0 < number <= len(entries) or entries[number - 1].kind != "move":
        abort(404)
    return entries[number - 1], entries[number - 1].move


def _as_typed(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return NOBODY if value is None else str(value)


@bp.post("/log/<int:number>/replace")
def replace(number: int) -> Response:
    entry, before = _noted(number)
    form = form_type(before.kind)(request.form)
    try:
        replacing, move = read_form(form)
        log = store.replace(g.opened.sitting, replacing, number, move)
    except RuleBroken as broken:
        return refused(form, broken, Slip(before.kind, form, url_for(".replace", number=number), entry=entry))
    except store.Stale:
        return show_sitting(422, refusal=OUT_OF_DATE)
    return answered(log)


@bp.post("/log/<int:number>/strike")
def strike(number: int) -> Response:
    return _corrected(store.strike, number)


@bp.post("/log/<int:number>/restore")
def restore(number: int) -> Response:
    return _corrected(store.restore, number)


def _corrected(correct: Callable[[store.Sitting, store.Tap, int], store.Log], number: int) -> Response:
    """From the log's page back to the log, from the sheet back to the sheet."""
    _noted(number)
    form = TapForm(request.form)
    back, page = (_log, ".log") if request.form.get("back") == "log" else (show_sitting, ".page")
    if not form.validate():
        return back(422, refusal=OUT_OF_DATE)
    try:
        log = correct(g.opened.sitting, form.read_tap(phone()), number)
    except (RuleBroken, store.Stale) as broken:
        return back(422, refusal=broken.text)
    g.opened = g.opened._replace(log=log)
    return back() if wants_fragment() else go(url_for(page))
