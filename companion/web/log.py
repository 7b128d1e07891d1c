"""The log of a sitting, and each of its entries, open to be corrected."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, g, request, url_for

from companion.record.entries import Entry
from companion.record.moves import write_move
from companion.rules.core import Move
from companion.web.forms import NOBODY, filled
from companion.web.fragments import show
from companion.web.opened import Slip
from companion.web.sittings import bp, form_type, show_slip
from companion.web.view import view_of


@bp.get("/log")
def log() -> Response:
    return show_log()


def show_log(status: int = 200, **shown: Any) -> Response:
    return show("sittings/log.html", "sittings/_log.html", status, view=view_of(g.opened, **shown))


@bp.get("/log/<int:number>")
def entry(number: int) -> Response:
    """One entry, open to be corrected: the same slip that notes such a move, filled in."""
    noted, move = noted_entry(number)
    values = {name: _as_typed(value) for name, value in write_move(move).items()}
    form = filled(form_type(move.kind), {**values, **request.args.to_dict()})
    return show_slip(Slip(move.kind, form, url_for(".replace", number=number), entry=noted))


def noted_entry(number: int) -> tuple[Entry, Move]:
    """The entry of the log that noted a move, and the move as it stands now."""
    entries = g.opened.log.entries
    if not 0 < number <= len(entries) or entries[number - 1].kind != "move":
        abort(404)
    return entries[number - 1], entries[number - 1].move


def _as_typed(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return NOBODY if value is None else str(value)
