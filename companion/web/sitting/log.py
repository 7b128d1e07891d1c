"""The log of a sitting, and each of its entries, open to be corrected or to have one put in before it."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, g, request
from werkzeug.datastructures import MultiDict

from companion.record import history
from companion.record.entries import Entry
from companion.record.files.game_file import write_move
from companion.rules.moves import End, Move
from companion.web.fragments import show
from companion.web.sitting.forms import NOBODY
from companion.web.sitting.page import bp, form_of, only_scorers, page_view, show_slip
from companion.web.sitting.slips import Slip


@bp.get("/log")
def log() -> Response:
    """Of all, or of the player whose entries alone are asked for."""
    return show("sittings/log.html", "sittings/_log.html", view=page_view())


@bp.get("/log/<int:number>")
def entry(number: int) -> Response:
    """One entry, open to be corrected: the same slip that notes such a move, filled in."""
    noted, move = noted_entry(number)
    values = {name: _as_typed(value) for name, value in write_move(move).items()}
    form = form_of(move.kind)(MultiDict({**values, **request.args.to_dict()}))
    return show_slip(Slip(move.kind, form, entry=noted))


@bp.get("/log/<int:number>/insert")
def kinds(number: int) -> Response:
    """What was forgotten before this entry?"""
    only_scorers()
    noted, _ = noted_entry(number)
    known = (move for move in (*g.opened.game.moves, End) if move.noted_with(g.opened.sitting.table.options))
    return show_slip(Slip("kinds", answer=tuple(known), before=noted))


@bp.get("/log/<int:number>/insert/<kind>")
def put_in(number: int, kind: str) -> Response:
    """The slip that notes such a move, as the table stood then."""
    noted, _ = noted_entry(number)
    turn = history.at(g.opened.log, number).sheet.turn
    whose = {} if turn is None else {"player": str(turn)}
    form = form_of(kind)(MultiDict({**whose, **request.args.to_dict()}))
    return show_slip(Slip(kind, form, before=noted))


def noted_entry(number: int) -> tuple[Entry, Move]:
    """The entry of the log that noted a move, and the move as it stands now."""
    entries = g.opened.log.entries
    if not 0 < number <= len(entries) or not entries[number - 1].notes:
        abort(404)
    return entries[number - 1], entries[number - 1].move


def _as_typed(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return NOBODY if value is None else str(value)
