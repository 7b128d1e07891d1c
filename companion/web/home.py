"""The first page: the games, and the tables that this phone has seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from flask import Blueprint, Response, abort, redirect, request, url_for

from companion import store
from companion.rules import GAMES
from companion.screens import SCREENS
from companion.web.fragments import show
from companion.web.security import phone
from companion.web.sitting.view import View

bp = Blueprint("home", __name__)
MOST_SHOWN = 6  # of each kind
MOST_READ = 20


class SeenTable(NamedTuple):
    """A table that this phone has seen: `away` where it has just been put away, and can be taken back."""

    view: View
    away: bool
    over: bool | None  # None where this version can tell no more than who played

    @property
    def link(self) -> str:
        return self.view.link

    @property
    def sitting(self) -> store.Sitting:
        return self.view.sitting


class SeenTables(NamedTuple):
    """The newest first."""

    under_way: tuple[SeenTable, ...]
    over: tuple[SeenTable, ...]
    unreadable: tuple[SeenTable, ...]

    @property
    def rows(self) -> tuple[SeenTable, ...]:
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
    pasts = {slug: SCREENS[slug].past for slug in GAMES}
    response = show("home/page.html", "home/_tables.html", games=GAMES.values(), pasts=pasts, tables=tables)
    response.headers["HX-Replace-Url"] = _address(row.link for row in tables.rows if row.away)
    return response


def _tables(away: Sequence[str]) -> SeenTables:
    """As this phone may open them: by the link that it once came by. One that can't be read keeps it from no other."""
    rows = []
    for visit in store.visits(phone()):
        link = visit.sitting.score_link if visit.may_score else visit.sitting.watch_link
        if visit.put_away and link not in away:
            continue
        view = View(visit.sitting, visit.may_score, link)
        try:
            rows.append(SeenTable(view, visit.put_away, view.sheet.over))
        except store.Unreadable:
            rows.append(SeenTable(view, visit.put_away, None))
        if len(rows) == MOST_READ:
            break
    kinds = (tuple(row for row in rows if row.over is over) for over in (False, True, None))
    return SeenTables(*(found[:MOST_SHOWN] for found in kinds))


@bp.post("/away")
def put_away() -> Response:
    return cast(Response, redirect(_address(put_or_take()), 303))


def put_or_take() -> list[str]:
    """A table leaves this phone's page, or comes back. Which have just gone, the address keeps: for their undo."""
    away = dict.fromkeys(request.form.getlist("away"))
    put, take = request.form.get("put", ""), request.form.get("take", "")
    if link := put or take:
        try:
            sitting, _ = store.find(link)
        except store.NoSuchSitting:
            abort(404)
        store.put_away(phone(), sitting, bool(put))
        away.pop(link, None)
    return [*away, put] if put else list(away)


def _address(away: Iterable[str]) -> str:
    return url_for("home.page", away=list(away))
