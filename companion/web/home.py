"""The first page, and what a phone chooses for itself."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from companion import store
from companion.rules import GAMES
from companion.rules.options import BadOption
from companion.screens import SCREENS
from companion.web.languages import COOKIE, LANGUAGES, THEME_COOKIE, THEMES, told
from companion.web.opened import Open
from companion.web.security import OWNER_COOKIE, read_owner, remember
from companion.web.view import View, phone

bp = Blueprint("home", __name__)
MOST_SHOWN = 6  # of each kind
MOST_READ = 20


class Tables(NamedTuple):
    """The sittings that this phone has seen, newest first."""

    under_way: tuple[View, ...]
    over: tuple[View, ...]
    unreadable: tuple[list[str], ...]  # who played, where this version can't tell more

    @property
    def newest(self) -> View | None:
        """The last table that this phone scored for."""
        return next((view for view in (*self.under_way, *self.over) if view.may_score), None)


@bp.get("/")
def page() -> str:
    return render_template(
        "home/page.html", games=[game for slug, game in GAMES.items() if slug in SCREENS], tables=_tables()
    )


def _tables() -> Tables:
    mine = phone()
    seen = [View(_opened(visit), mine) for visit in store.visits(mine)[:MOST_READ]]
    views = [view for view in seen if _can_be_read(view)]
    under_way = [view for view in views if not view.sheet.over]
    over = [view for view in views if view.sheet.over]
    unreadable = [view.opened.sitting.players for view in seen if view not in views]
    return Tables(tuple(under_way[:MOST_SHOWN]), tuple(over[:MOST_SHOWN]), tuple(unreadable[:MOST_SHOWN]))


def _can_be_read(view: View) -> bool:
    """One sitting that can't be read keeps nobody from the others."""
    try:
        return view.game.slug in SCREENS and view.sheet is not None
    except store.Unreadable:
        return False


def _opened(visit: store.Visit) -> Open:
    """As this phone may open it: with the link that it once came by."""
    sitting = visit.sitting
    link = sitting.score_link if visit.may_score else sitting.watch_link
    return Open(sitting, visit.may_score, link)


@bp.get("/settings")
def settings() -> str:
    return _settings(request.args.get("back", ""), request.cookies.get(OWNER_COOKIE, ""), None)


@bp.post("/settings")
def choose() -> Response:
    """Kept in this phone's cookies; whatever is no choice changes nothing."""
    back, owner = request.form.get("back", ""), request.form.get("owner", "").strip()
    try:
        read_owner(owner)
    except BadOption as bad:
        return make_response(_settings(back, owner, told(bad.text)), 422)
    response = make_response(redirect(_back(back), 303))
    remember(response, OWNER_COOKIE, owner)
    for cookie, known in ((COOKIE, LANGUAGES), (THEME_COOKIE, THEMES)):
        if request.form.get(cookie) in known:
            remember(response, cookie, request.form[cookie])
    return response


def _settings(back: str, owner: str, wrong: str | None) -> str:
    return render_template("home/settings.html", back=_back(back), owner=owner, wrong=wrong)


def _back(address: str) -> str:
    """Where the phone came from, if that is a place of ours."""
    ours = address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()
    return address if ours else url_for("home.page")
