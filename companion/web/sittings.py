"""A sitting at its table: the page, the taps, and the numbers that are asked why."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, g, request, url_for

from companion import store
from companion.record import history
from companion.record.history import Entry
from companion.rules.core import Move, RuleBroken
from companion.rules.text import Text, say
from companion.screens.core import Outcome
from companion.web.forms import MoveForm, filled, move_form
from companion.web.fragments import go, show, wants_fragment
from companion.web.languages import told
from companion.web.security import owner
from companion.web.view import Open, Question, Slip, phone, view_of

bp = Blueprint("sittings", __name__, url_prefix="/s/<link>")
OUT_OF_DATE = say("This page was out of date: here is how the table stands. Tap again")


@bp.url_value_preprocessor
def open_link(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """The link in the address becomes the sitting that it opens, once for every route."""
    link = (values or {}).pop("link")
    try:
        g.opened = opened(link)
    except store.NoSuchSitting:
        abort(404)


@bp.url_defaults
def keep_link(endpoint: str, values: dict[str, Any]) -> None:
    if "opened" in g:
        values.setdefault("link", g.opened.link)


@bp.before_request
def only_scorers_write() -> None:
    if request.method == "POST" and not g.opened.may_score:
        abort(403)


def opened(link: str) -> Open:
    sitting, may_score = store.find(link)
    return Open(sitting, may_score, store.read(sitting), link)


@bp.get("/")
def page() -> Response:
    store.visit(phone(), g.opened.sitting, g.opened.may_score, owner())
    return show_sitting()


def show_sitting(status: int = 200, **shown: Any) -> Response:
    return show("sittings/page.html", "sittings/_sitting.html", status, view=view_of(g.opened, **shown))


def show_slip(slip: Slip, status: int = 200) -> Response:
    return show("sittings/page.html", "sittings/_slip.html", status, view=view_of(g.opened, slip=slip))


def answered(log: store.Log) -> Response:
    """After a tap: without htmx, the page is loaded anew, so that going back and reloading taps nothing."""
    g.opened = g.opened._replace(log=log)
    if not wants_fragment():
        return go(url_for(".page"))
    answer = show_sitting()
    answer.headers["HX-Replace-Url"] = url_for(".page")  # a slip may have had its own address
    return answer


# Noting a move


@bp.get("/note/<kind>")
def note(kind: str) -> Response:
    typed = form_type(kind)
    view = view_of(g.opened)
    seat = {"player": str(view.seat.number)} if view.seat else {}
    form = filled(typed, view.tap, view.after, {**seat, **request.args.to_dict()})
    return show_slip(Slip(kind, form, url_for(".tap")))


def form_type(kind: str) -> type[MoveForm]:
    move_type = g.opened.game.move_type(kind)
    if move_type is None or not g.opened.may_score:
        abort(404)
    return move_form(move_type)


@bp.post("/taps")
def tap() -> Response:
    kind = request.form.get("move", "")
    form = form_type(kind)(request.form)
    try:
        log = store.append(g.opened.sitting, *read_form(form), twice=form.twice.data == "1")
    except store.SameAgain as again:
        typed = tuple((name, value) for name, value in request.form.items(multi=True) if name != "csrf_token")
        return show_sitting(409, question=Question(again.entry, typed))
    except RuleBroken as broken:
        return refused(form, broken, Slip(kind, form, url_for(".tap")))
    except store.Stale:
        return show_sitting(422, refusal=OUT_OF_DATE)
    return answered(log)


class Typo(RuleBroken):
    """A field that can't be read; its sentence, in the reader's language already, stands beside it."""

    def __init__(self, form: MoveForm) -> None:
        (sentence, *_), *_ = form.errors.values()
        super().__init__(Text("%(sentence)s", None, (("sentence", sentence),)))


def read_form(form: MoveForm) -> tuple[store.Tap, Move]:
    if not form.validate():
        raise Typo(form)
    return form.read_tap(phone()), form.read_move(g.opened.table.options)


def refused(form: MoveForm, broken: RuleBroken, slip: Slip) -> Response:
    """With what was typed still there: in the slip that it came from, else on the sheet."""
    g.opened = g.opened._replace(log=store.read(g.opened.sitting))
    if "slip" not in request.form:
        return show_sitting(422, refusal=broken.text)
    if not isinstance(broken, Typo):
        form.blame(broken, told(broken.text))
    return show_sitting(422, slip=slip._replace(sent=True))


@bp.get("/preview")
def preview() -> Response:
    """What a half-entered move would do, or what is still missing. Nothing is noted."""
    form = form_type(request.args.get("move", ""))(request.args)
    view, entry = view_of(g.opened), _corrected_entry()
    outcome = _outcome(form, entry)
    shown = view.screen.preview(view.log, view.asked(form, entry, sent=False), outcome)
    move, refusal = outcome.move, outcome.refusal
    after = None if outcome.sheet is None else view.screen.figures(outcome.sheet)
    part = f"games/{view.game.slug}/_preview.html"
    return show(part, part, view=view, form=form, shown=shown, move=move, after=after, refusal=refusal)


def _corrected_entry() -> Entry | None:
    """The entry that the slip corrects, if it corrects one."""
    number = request.args.get("entry", type=int)
    entries = g.opened.log.entries
    return entries[number - 1] if number is not None and 0 < number <= len(entries) else None


def _outcome(form: MoveForm, entry: Entry | None) -> Outcome:
    game, log, move = g.opened.game, g.opened.log, None
    try:
        if not form.validate():
            return Outcome(None, None, form.misread)
        move = form.read_move(log.sheet.table.options)
        sheet = game.tap(log.sheet, move) if entry is None else history.sheet_if(game, log, entry.number, move)
    except RuleBroken as broken:
        return Outcome(move, None, broken.text)
    return Outcome(move, sheet, None)


# Asking why


@bp.get("/why/<number>")
def why(number: str) -> Response:
    answer = g.opened.game.why(g.opened.log.sheet, number)
    if answer is None:
        abort(404)
    return show_slip(Slip("why", answer=answer, asked=number, entry=_entry_of(getattr(answer, "move", None))))


def _entry_of(move: int | None) -> Any:
    """The entry of the log that noted the n-th standing move."""
    return g.opened.log.effective[move - 1] if move else None


@bp.get("/menu")
def menu() -> Response:
    return show_slip(Slip("menu"))


@bp.post("/again")
def again() -> Response:
    """The same seats and options, a new sheet."""
    sitting = store.open_sitting(g.opened.game, g.opened.table, phone())
    return go(url_for(".page", link=sitting.score_link))
