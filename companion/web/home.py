"""The first page, and what a phone chooses for itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for

from companion import store
from companion.rules import GAMES
from companion.rules.options import BadOption
from companion.web.fragments import show
from companion.web.languages import (
    AWAKE,
    AWAKE_COOKIE,
    COOKIE,
    LANGUAGES,
    LETTERS,
    LETTERS_COOKIE,
    SHAKE_COOKIE,
    SHAKES,
    THEME_COOKIE,
    THEMES,
    told,
)
from companion.web.security import OWNER_COOKIE, phone, read_owner, remember
from companion.web.sitting.view import View

bp = Blueprint("home", __name__)
MOST_SHOWN = 6  # of each kind
MOST_READ = 20
CHOICES = (
    (COOKIE, LANGUAGES),
    (THEME_COOKIE, THEMES),
    (SHAKE_COOKIE, SHAKES),
    (AWAKE_COOKIE, AWAKE),
    (LETTERS_COOKIE, LETTERS),
)


class Row(NamedTuple):
    """A table that this phone has seen: `away` where it has just been put away, and can be taken back."""

    view: View
    readable: bool
    away: bool

    @property
    def link(self) -> str:
        return self.view.link

    @property
    def sitting(self) -> store.Sitting:
        return self.view.sitting

    @property
    def over(self) -> bool:
        return self.readable and self.view.sheet.over


class Tables(NamedTuple):
    """The newest first."""

    under_way: tuple[Row, ...]
    over: tuple[Row, ...]
    unreadable: tuple[Row, ...]  # of which this version can tell no more than who played

    @property
    def rows(self) -> tuple[Row, ...]:
        return (*self.under_way, *self.over, *self.unreadable)

    @property
    def current(self) -> View | None:
        """To go on with."""
        return next((row.view for row in self.under_way if not row.away), None)

    @property
    def last(self) -> View | None:
        """To play again: the newest that this phone scored for."""
        return next((row.view for row in self.over if row.view.may_score and not row.away), None)


@bp.get("/")
def page() -> Response:
    tables = _tables(request.args.getlist("away"))
    response = show("home/page.html", "home/_tables.html", games=GAMES.values(), tables=tables)
    response.headers["HX-Replace-Url"] = _address(row.link for row in tables.rows if row.away)
    return response


def _tables(away: Sequence[str]) -> Tables:
    mine = phone()
    seen = [(_opened(visit), visit.put_away) for visit in store.visits(mine)]
    shown = [(view, gone) for view, gone in seen if not gone or view.link in away][:MOST_READ]
    rows = [Row(view, _can_be_read(view), gone) for view, gone in shown]
    under_way = [row for row in rows if row.readable and not row.over]
    over = [row for row in rows if row.over]
    unreadable = [row for row in rows if not row.readable]
    return Tables(tuple(under_way[:MOST_SHOWN]), tuple(over[:MOST_SHOWN]), tuple(unreadable[:MOST_SHOWN]))


def _can_be_read(view: View) -> bool:
    """One sitting that can't be read keeps nobody from the others."""
    try:
        return view.sheet is not None
    except store.Unreadable:
        return False


def _opened(visit: store.Visit) -> View:
    """As this phone may open it: with the link that it once came by."""
    sitting = visit.sitting
    link = sitting.score_link if visit.may_score else sitting.watch_link
    return View(sitting, visit.may_score, link)


@bp.post("/away")
def put_away() -> Response:
    return cast(Response, redirect(_address(put_or_take()), 303))


def put_or_take() -> list[str]:
    """A table leaves this phone's page, or comes back. Which have just gone, the address keeps: for their undo."""
    away = dict.fromkeys(request.form.getlist("away"))
    if link := request.form.get("put"):
        _put(link, True)
        away[link] = None
    elif link := request.form.get("take"):
        _put(link, False)
        away.pop(link, None)
    return list(away)


def _put(link: str, away: bool) -> None:
    try:
        sitting, _ = store.find(link)
    except store.NoSuchSitting:
        abort(404)
    store.put_away(phone(), sitting, away)


def _address(away: Iterable[str]) -> str:
    return url_for("home.page", away=list(away))


@bp.get("/settings")
def settings() -> str:
    return _settings(request.args.get("back", ""), request.cookies.get(OWNER_COOKIE, ""), None)


@bp.post("/settings")
def choose() -> Response:
    """Kept in this phone's cookies; whatever is no choice, or isn't asked, changes nothing."""
    back, owner = request.form.get("back", ""), request.form.get("owner", "").strip()
    try:
        read_owner(owner)
    except BadOption as bad:
        return make_response(_settings(back, owner, told(bad.text)), 422)
    response = make_response(redirect(_back(back), 303))
    if "owner" in request.form:
        remember(response, OWNER_COOKIE, owner)
    for cookie, known in CHOICES:
        if request.form.get(cookie) in known:
            remember(response, cookie, request.form[cookie])
    return response


def _settings(back: str, owner: str, wrong: str | None) -> str:
    return render_template("home/settings.html", back=_back(back), owner=owner, wrong=wrong)


def _back(address: str) -> str:
    """Where the phone came from, if that is a place of ours."""
    ours = address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()
    return address if ours else url_for("home.page")
