"""A sitting at its table: the page, the taps, the numbers that are asked why, and the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, g, request, url_for

from companion import store
from companion.rules import history
from companion.rules.core import Move, RuleBroken
from companion.rules.gamefile import write_move
from companion.rules.text import Text, say
from companion.web.forms import NOBODY, MoveForm, TapForm, filled, move_form
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
    return _sitting()


def _sitting(status: int = 200, **shown: Any) -> Response:
    return show("sittings/page.html", "sittings/_sitting.html", status, view=view_of(g.opened, **shown))


def _slip(slip: Slip, status: int = 200) -> Response:
    return show("sittings/page.html", "sittings/_slip.html", status, view=view_of(g.opened, slip=slip))


def _answered(log: store.Log) -> Response:
    """After a tap: without htmx, the page is loaded anew, so that going back and reloading taps nothing."""
    g.opened = g.opened._replace(log=log)
    if not wants_fragment():
        return go(url_for(".page"))
    answer = _sitting()
    answer.headers["HX-Replace-Url"] = url_for(".page")  # a slip may have had its own address
    return answer


# Noting a move


@bp.get("/note/<kind>")
def note(kind: str) -> Response:
    form_type = _form_type(kind)
    view = view_of(g.opened)
    seat = {"player": str(view.seat.number)} if view.seat else {}
    form = filled(form_type, view.tap, view.after, {**seat, **request.args.to_dict()})
    return _slip(Slip(kind, form, url_for(".tap")))


def _form_type(kind: str) -> type[MoveForm]:
    move_type = g.opened.game.move_type(kind)
    if move_type is None or not g.opened.may_score:
        abort(404)
    return move_form(move_type)


@bp.post("/taps")
def tap() -> Response:
    kind = request.form.get("move", "")
    form = _form_type(kind)(request.form)
    try:
        log = store.append(g.opened.sitting, *_read(form), twice=form.twice.data == "1")
    except store.SameAgain as again:
        typed = tuple((name, value) for name, value in request.form.items(multi=True) if name != "csrf_token")
        return _sitting(409, question=Question(again.line, typed))
    except RuleBroken as broken:
        return _refused(form, broken, Slip(kind, form, url_for(".tap")))
    except store.Stale:
        return _sitting(422, refusal=OUT_OF_DATE)
    return _answered(log)


class Typo(RuleBroken):
    """A field that can't be read; its sentence, in the reader's language already, stands beside it."""

    def __init__(self, form: MoveForm) -> None:
        (sentence, *_), *_ = form.errors.values()
        super().__init__(Text("%(sentence)s", None, (("sentence", sentence),)))


def _read(form: MoveForm) -> tuple[store.Tap, Move]:
    if not form.validate():
        raise Typo(form)
    return form.read_tap(phone()), form.read_move(g.opened.table.options)


def _refused(form: MoveForm, broken: RuleBroken, slip: Slip) -> Response:
    """With what was typed still there: in the slip that it came from, else on the sheet."""
    g.opened = g.opened._replace(log=store.read(g.opened.sitting))
    if "slip" not in request.form:
        return _sitting(422, refusal=broken.text)
    if not isinstance(broken, Typo):
        form.blame(broken, told(broken.text))
    return _sitting(422, slip=slip)


@bp.get("/preview")
def preview() -> Response:
    """What a half-entered move would do, or what is still missing. Nothing is noted."""
    form = _form_type(request.args.get("move", ""))(request.args)
    view, after, move, refusal = view_of(g.opened), None, None, form.misread
    try:
        if form.validate():
            move = form.read_move(view.table.options)
            after = view.game.figures(_sheet_if(move))
    except RuleBroken as broken:
        refusal = broken.text
    part = f"games/{view.game.slug}/_preview.html"
    return show(part, part, view=view, form=form, move=move, after=after, refusal=refusal)


def _sheet_if(move: Move) -> Any:
    """After all the others, or in the place of the entry that the slip corrects."""
    game, log, entry = g.opened.game, g.opened.log, request.args.get("entry", type=int)
    return game.tap(log.sheet, move) if entry is None else history.sheet_if(game, log, entry, move)


# Asking why


@bp.get("/why/<number>")
def why(number: str) -> Response:
    answer = g.opened.game.why(g.opened.log.sheet, number)
    if answer is None:
        abort(404)
    return _slip(Slip("why", answer=answer, asked=number, entry=_entry_of(getattr(answer, "move", None))))


def _entry_of(move: int | None) -> Any:
    """The line of the log that noted the n-th standing move."""
    return g.opened.log.standing[move - 1] if move else None


@bp.get("/menu")
def menu() -> Response:
    return _slip(Slip("menu"))


# The log and its corrections


@bp.get("/log")
def log() -> Response:
    return _log()


def _log(status: int = 200, **shown: Any) -> Response:
    return show("sittings/log.html", "sittings/_log.html", status, view=view_of(g.opened, **shown))


@bp.get("/log/<int:number>")
def entry(number: int) -> Response:
    """One entry, open to be corrected: the same slip that notes such a move, filled in."""
    line, move = _noted(number)
    view = view_of(g.opened)
    values = {name: _as_typed(value) for name, value in write_move(move).items()}
    form = filled(_form_type(move.kind), view.tap, view.after, {**values, **request.args.to_dict()})
    return _slip(Slip(move.kind, form, url_for(".replace", number=number), entry=line))


def _noted(number: int) -> tuple[store.Line, Move]:
    """The entry of the log that noted a move, and the move as it stands now."""
    lines = g.opened.log.lines
    if not 0 < number <= len(lines) or lines[number - 1].kind != "move":
        abort(404)
    return lines[number - 1], lines[number - 1].move


def _as_typed(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return NOBODY if value is None else str(value)


@bp.post("/log/<int:number>/replace")
def replace(number: int) -> Response:
    line, before = _noted(number)
    form = _form_type(before.kind)(request.form)
    try:
        replacing, move = _read(form)
        log = store.replace(g.opened.sitting, replacing, number, move)
    except RuleBroken as broken:
        return _refused(form, broken, Slip(before.kind, form, url_for(".replace", number=number), entry=line))
    except store.Stale:
        return _sitting(422, refusal=OUT_OF_DATE)
    return _answered(log)


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
    back, page = (_log, ".log") if request.form.get("back") == "log" else (_sitting, ".page")
    if not form.validate():
        return back(422, refusal=OUT_OF_DATE)
    try:
        log = correct(g.opened.sitting, form.read_tap(phone()), number)
    except (RuleBroken, store.Stale) as refused:
        return back(422, refusal=refused.text)
    g.opened = g.opened._replace(log=log)
    return back() if wants_fragment() else go(url_for(page))


@bp.post("/again")
def again() -> Response:
    """The same seats and options, a new sheet."""
    sitting = store.open_sitting(g.opened.game, g.opened.table, phone())
    return go(url_for(".page", link=sitting.score_link))
