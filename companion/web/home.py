"""The first page: the games, and the tables that this phone has seen; and each game's rules in a minute."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, cast

from flask import Blueprint, Response, abort, g, redirect, render_template, request, url_for

from companion import store
from companion.evenings.series import RunningScore, running_score
from companion.rules import GAMES
from companion.rules.core import Ruleset
from companion.rules.options import defaults
from companion.screens import SCREENS
from companion.screens.minute import ChosenRuling, Part, rulings
from companion.screens.wording import Best, who_is_ahead
from companion.web.fragments import show
from companion.web.security import phone
from companion.web.sitting import page as sittings
from companion.web.sitting.view import View

bp = Blueprint("home", __name__)
MOST_SHOWN = 6  # the others fold away
EVENINGS = 3  # all of them have a page of their own
MOST_READ = 20
MOST_ENTRIES_READ = 8_000  # of all these tables: they are in memory together, and twenty of any evening have fewer


class SeenTable(NamedTuple):
    """A table that this phone has seen: `away` where it has just been put away, and can be taken back."""

    view: View
    link: str  # by which it once came, and may open it
    sitting: store.Sitting
    away: bool
    over: bool | None  # None where this version can tell no more than who played
    best: Best | None
    damaged: bool  # where the database is: no other version would read it
    points: tuple[int, ...] = ()  # by seat
    others: tuple[str, ...] = ()  # who played along and didn't win, the best first
    series: RunningScore | None = None  # of which this is the newest game that this phone has


class SeenTables(NamedTuple):
    """The newest first."""

    under_way: list[SeenTable]
    older: list[SeenTable]  # under way, too
    over: list[SeenTable]
    unreadable: list[SeenTable]
    current: SeenTable | None  # to go on with
    last: View | None  # to play again: the newest that this phone scored for
    rows: list[SeenTable]  # all of them
    lost: int  # of which nothing can be read


@bp.get("/")
def page() -> Response:
    tables = _tables(request.args.getlist("away"))
    signed = {slug for slug in GAMES if SCREENS[slug].past.signed}
    response = show("home/page.html", "home/_tables.html", games=GAMES.values(), signed=signed, tables=tables)
    response.headers["HX-Replace-Url"] = url_for("home.page", away=[row.link for row in tables.rows if row.away])
    return response


def _tables(away: Sequence[str]) -> SeenTables:
    """One that can't be read keeps the phone from no other."""
    rows, seen = [], store.visits(phone())
    for visit, view in newest_tables(seen, away):
        row = SeenTable(view, view.link, visit.sitting, visit.put_away, None, None, False)
        try:
            sheet = view.log.sheet
            points = tuple(result.points for result in view.game.results(sheet))
            row = row._replace(over=sheet.over, best=who_is_ahead(view.game, sheet, view.figures), points=points)
        except store.Unreadable as error:
            row = row._replace(damaged=isinstance(error, store.Damaged))
        rows.append(row)
        if len(rows) == MOST_READ:
            break
    under_way, over, unreadable = ([row for row in rows if row.over is kind] for kind in (False, True, None))
    last = next((row.view for row in over if row.view.may_score and not row.away), None)
    over = _newest_evenings(over)
    return SeenTables(
        under_way[:MOST_SHOWN],
        under_way[MOST_SHOWN:],
        over,
        unreadable,
        current=next((row for row in under_way if not row.away), None),
        last=last,
        rows=[*under_way, *over, *unreadable],
        lost=seen.lost,
    )


def newest_tables(visits: Iterable[store.Visit], away: Sequence[str] = ()) -> Iterator[tuple[store.Visit, View]]:
    """Those that weren't put away (but one that was just now), while their logs are not too long together."""
    entries = 0
    for visit in visits:
        link = visit.sitting.score_link if visit.may_score else visit.sitting.watch_link
        if visit.put_away and link not in away:
            continue
        view = View(visit.sitting, visit.may_score, link)
        yield visit, view
        with suppress(store.Unreadable):
            entries += view.log.length
        if entries > MOST_ENTRIES_READ:
            break


def _newest_evenings(over: Sequence[SeenTable]) -> list[SeenTable]:
    """The newest evenings. Of a series its newest game alone, under the series' score."""
    series = running_scores({row.sitting.id for row in over if row.sitting.series and not row.away})
    newest = {row.sitting.series: row.sitting.id for row in reversed(over) if row.sitting.id in series}
    told = []
    for row in over:
        if not row.away and newest.get(row.sitting.series, row.sitting.id) != row.sitting.id:
            continue
        results = row.view.game.results(row.view.log.sheet)
        ranked = sorted(zip(results, row.view.table.players, strict=True), key=lambda one: one[0].rank)
        others = tuple(name for result, name in ranked if result.rank > 1)
        told.append(row._replace(others=others, series=series.get(row.sitting.id)))
        if len(told) == EVENINGS:
            break
    return told


def running_scores(sittings: set[int]) -> dict[int, RunningScore]:
    """Of the series that these belong to, by the newest game that this phone has, and with that one's names."""
    if not sittings:
        return {}
    together = store.series_among(phone(), sittings)
    return {sitting: running_score([place.name for place in games[-1]], games) for sitting, games in together}


@bp.post("/away")
def put_away() -> Response:
    return cast(Response, redirect(url_for("home.page", away=put_or_take()), 303))


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


# The rules in a minute: of a game before anybody plays, and of a table, with what it chose


class RulesPage(NamedTuple):
    game: Ruleset[Any]
    parts: tuple[Part, ...]
    rulings: Mapping[str, ChosenRuling]
    table: bool  # whether these are a table's own choices
    back: str
    blank: str  # sheet, to print


@bp.get("/games/<slug>/rules")
def rules(slug: str) -> str:
    game = GAMES.get(slug) or abort(404)
    options = defaults(game.options)
    parts, ruled = SCREENS[slug].minute(options, None), rulings(game.options, options)
    back, blank = url_for("setup.page", slug=slug), url_for("paper.blank", slug=slug)
    return render_template("minute/page.html", page=RulesPage(game, parts, ruled, False, back, blank))


@sittings.bp.get("/rules")
def rules_of_table() -> str:
    game, table = g.opened.game, g.opened.table
    parts = g.opened.screen.minute(table.options, len(table.players))
    ruled = rulings(game.options, table.options)
    back, blank = url_for("sittings.page"), url_for("sittings.blank_paper")
    return render_template("minute/page.html", page=RulesPage(game, parts, ruled, True, back, blank))
