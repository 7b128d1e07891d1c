"""Paper: a sheet to print, filled as it stands or blank; and the same as files to keep."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, g, jsonify, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion import store
from companion.record.files.exports import spreadsheet
from companion.rules import GAMES
from companion.rules.core import Ruleset
from companion.rules.options import defaults
from companion.screens import SCREENS
from companion.screens.paper import SIGNS, Cell, Item, Listing, Name, Paper, ledgers, played_with
from companion.screens.totals import OnPaper, on_paper
from companion.web.languages import cell_separator, clock, date_of, translate, zone
from companion.web.sitting import page as sittings

bp = Blueprint("paper", __name__, url_prefix="/games/<slug>")


class Around(NamedTuple):
    """What stands around the sheet of a table."""

    players: tuple[str, ...]
    when: tuple[str, ...]  # the day, from when to when, and whether it goes on
    foot: str
    verdict: str = ""
    because: str = ""
    otherwise: str = ""  # what other rulings would have changed
    below: str = ""  # the course: how to read it, and the luck
    remark: str = ""  # the note on the evening


class Links(NamedTuple):
    """Where the screen's keys lead: `other` to the blank sheet, or from it to the filled one."""

    back: str
    other: str | None = None
    csv: str | None = None


class Printed(NamedTuple):
    game: Ruleset[Any]
    paper: Paper
    words: Around | None = None  # None: to be written by hand
    went: OnPaper | None = None  # once it is over


# To be written by hand


@bp.get("/blank")
def blank(slug: str) -> str:
    game = GAMES.get(slug) or abort(404)
    sheet = SCREENS[slug].printing.blank(defaults(game.options), None)
    keys = Links(url_for("setup.page", slug=slug))
    return render_template("paper/page.html", printed=Printed(game, sheet), keys=keys)


@sittings.bp.get("/blank")
def blank_paper() -> str:
    game, table = g.opened.game, g.opened.table
    sheet = g.opened.screen.printing.blank(table.options, len(table.players))
    keys = Links(url_for("sittings.page"), url_for("sittings.paper"))
    return render_template("paper/page.html", printed=Printed(game, sheet), keys=keys)


# Filled


@sittings.bp.get("/paper")
def paper() -> str:
    view, around, went = g.opened, _around(), None
    screen, log = view.screen, view.log
    if log.sheet.over:
        went = on_paper(view.game, screen, log, view.ending)
        around = around._replace(
            verdict=f"{translate(view.verdict)}." if view.verdict else "",
            because=" ".join(map(translate, screen.words.because(log.sheet, view.figures))),
            otherwise=" ".join(translate(ruled.sentence) for ruled in view.ending.otherwise),
            remark=store.remark_of(view.sitting) or "",
            below=" ".join(map(translate, (*([went.reads] if went.reads else []), *went.said))) if went else "",
        )
    keys = Links(url_for("sittings.page"), url_for("sittings.blank_paper"), url_for("sittings.sheet_csv"))
    printed = Printed(view.game, screen.printing.paper(log), around, went)
    return render_template("paper/page.html", printed=printed, keys=keys)


def _around() -> Around:
    begun, log = g.opened.sitting.opened_at, g.opened.log
    hours = f"{clock(begun)}–{clock(log.entries[-1].at)}" if log.entries else clock(begun)
    if not log.sheet.over:
        hours = gettext("%(hours)s, not over yet", hours=hours)
    rulings = []
    for title, answer in played_with(g.opened.game.options, g.opened.sitting.table.options):
        asks = translate(title)
        rulings.append(f"{asks}{' ' if asks.endswith('?') else gettext(': ')}{translate(answer)}")
    foot = gettext("Options at this table: %(rulings)s", rulings=" · ".join(rulings)) if rulings else ""
    return Around(g.opened.table.players, (date_of(begun.astimezone(zone()).date(), "full"), hours), foot)


# Where PDFs were: today the browser makes them


@bp.get("/blank.pdf")
def blank_pdf(slug: str) -> ResponseReturnValue:
    return redirect(url_for(".blank", slug=slug), 301)


@sittings.bp.get("/<any(paper, blank):what>.pdf")
def pdf(what: str) -> ResponseReturnValue:
    return redirect(url_for("sittings.paper" if what == "paper" else "sittings.blank_paper"), 301)


# To keep


@sittings.bp.get("/sheet.csv")
def sheet_csv() -> Response:
    rows: list[list[object]] = []
    for table in ledgers(g.opened.screen.printing.paper(g.opened.log)):
        rows += [[]] if rows else []
        if isinstance(table, Listing):
            rows += [[_spreadsheet_cell(item) for item in row] for row in (table.heads, *table.rows)]
        else:
            rows.append([_spreadsheet_cell(table.corner), *map(_spreadsheet_cell, table.heads)])
            rows += [[_spreadsheet_cell(row.title), *map(_spreadsheet_cell, row.cells)] for row in table.rows]
    return _file(spreadsheet(rows, cell_separator()), "text/csv", "csv")


def _spreadsheet_cell(value: Any) -> object:
    """As a cell of a spreadsheet: a number stays one, and who took something is the player's name."""
    match value:
        case Name():
            return value.name
        case Item(figure=None, mark=int(mark)):
            return g.opened.table.players[mark - 1]
        case Item():
            return _spreadsheet_cell(value.figure)
        case Cell():
            return _spreadsheet_cell(value.small if value.figure is None else value.figure)
        case None | int():
            return value
        case _:
            return "" if value in SIGNS else translate(value)


@sittings.bp.get("/game.json")
def game_json() -> Response:
    """For whoever scores: brought back with more entries, it would write to this very table."""
    if not g.opened.may_score:
        abort(403)
    content = jsonify(store.export(g.opened.sitting)).get_data()
    return _file(content, "application/json", "game.json")


def _file(content: str | bytes, kind: str, suffix: str) -> Response:
    response = Response(content, mimetype=kind)
    name = f"{g.opened.game.slug}-{g.opened.sitting.opened_at.astimezone(zone()):%Y-%m-%d}.{suffix}"
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response
