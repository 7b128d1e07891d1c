"""Paper: a sheet to print, filled as it stands or blank; and the same as files to keep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, g, jsonify, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion import store
from companion.record.files.spreadsheet import spreadsheet
from companion.rules import GAMES
from companion.rules.core import Ruleset
from companion.rules.options import defaults
from companion.rules.text import Text
from companion.screens import SCREENS
from companion.screens.end.ending import Ending, ending
from companion.screens.paper.course import OnPaper, on_paper
from companion.screens.paper.sheet import SIGNS, Cell, Item, Ledger, Listing, Name, Paper, ledgers, plain, played_with
from companion.web.languages import clock, told, whole_day
from companion.web.sitting import page as sittings
from companion.web.sitting.view import view_of

bp = Blueprint("paper", __name__, url_prefix="/games/<slug>")


class Words(NamedTuple):
    """What stands around the sheet of a table."""

    players: tuple[str, ...]
    when: tuple[str, ...]
    verdict: str
    because: str
    otherwise: str  # what other rulings would have changed
    below: str  # the course: how to read it, and the luck
    foot: str


class Keys(NamedTuple):
    """Where the screen's keys lead: `other` to the blank sheet, or from it to the filled one."""

    back: str
    other: str | None = None
    csv: str | None = None


class Printed(NamedTuple):
    game: Ruleset[Any]
    paper: Paper
    words: Words | None  # None: to be written by hand
    went: OnPaper | None = None  # once it is over


# Before anybody plays


@bp.get("/blank")
def blank(slug: str) -> str:
    game = GAMES.get(slug) or abort(404)
    return _page(_blank(game, defaults(game.options), None), Keys(url_for("setup.page", slug=slug)))


def _blank(game: Ruleset[Any], options: Mapping[str, Any], seats: int | None) -> Printed:
    screen = SCREENS.get(game.slug)
    decided = screen.blank(options, seats) if screen and screen.blank else plain((), None, seats or game.seats.high)
    return Printed(game, decided, None)


# Of a table


@sittings.bp.get("/blank")
def blank_paper() -> str:
    game, table = g.opened.game, g.opened.table
    keys = Keys(url_for("sittings.page"), url_for("sittings.paper"))
    return _page(_blank(game, table.options, len(table.players)), keys)


@sittings.bp.get("/paper")
def paper() -> str:
    other, csv = url_for("sittings.blank_paper"), url_for("sittings.sheet_csv")
    return _page(_filled(), Keys(url_for("sittings.page"), other, csv))


def _filled() -> Printed:
    game, log = g.opened.game, g.opened.log
    screen = SCREENS.get(game.slug)
    if screen is None or not log.sheet.over:
        return Printed(game, _paper(), _words())
    told_of = ending(game, screen, log)
    went = on_paper(game, screen, log, told_of)
    return Printed(game, _paper(), _words(told_of, went), went)


def _paper() -> Paper:
    """As it stands, whatever was noted until now."""
    game, log, screen = g.opened.game, g.opened.log, SCREENS.get(g.opened.game.slug)
    if screen and screen.paper:
        return screen.paper(log)
    return plain(g.opened.table.players, game.results(log.sheet), len(g.opened.table.players))


def _words(told_of: Ending | None = None, went: OnPaper | None = None) -> Words:
    verdict, because = _outcome() if g.opened.log.sheet.over else ("", "")
    otherwise = [ruled.sentence for ruled in told_of.otherwise] if told_of else []
    below = (*([went.reads] if went.reads else []), *went.said) if went else ()
    rulings = " · ".join(_ruling(told(title), told(answer)) for title, answer in _rulings())
    foot = gettext("Played with: %(rulings)s", rulings=rulings) if rulings else ""
    return Words(g.opened.table.players, _when(), verdict, because, _in_a_row(otherwise), _in_a_row(below), foot)


def _in_a_row(sentences: Iterable[Text]) -> str:
    return " ".join(map(told, sentences))


def _ruling(title: str, answer: str) -> str:
    return f"{title} {answer}" if title.endswith("?") else f"{title}{gettext(': ')}{answer}"


def _rulings() -> tuple[Any, ...]:
    return played_with(g.opened.game.options, g.opened.options)


def _outcome() -> tuple[str, str]:
    if g.opened.game.slug not in SCREENS:
        return "", ""
    view = view_of(g.opened)
    return f"{told(view.verdict)}." if view.verdict else "", " ".join(map(told, view.because))


def _when() -> tuple[str, ...]:
    """The day, from when to when, and whether it goes on."""
    begun, entries = g.opened.sitting.opened_at, g.opened.log.entries
    hours = f"{clock(begun)}–{clock(entries[-1].at)}" if entries else clock(begun)
    return whole_day(begun), hours if g.opened.log.sheet.over else gettext("%(hours)s, not over yet", hours=hours)


def _page(printed: Printed, keys: Keys) -> str:
    return render_template("paper/page.html", printed=printed, keys=keys)


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
    tables = (_rows(table) for table in ledgers(_paper()))
    rows = [row for number, table in enumerate(tables) for row in ([[], *table] if number else table)]
    return _file(spreadsheet(rows), "text/csv", _file_name("csv"))


def _rows(table: Ledger | Listing) -> list[list[object]]:
    if isinstance(table, Listing):
        return [[_told(item) for item in row] for row in (table.heads, *table.rows)]
    heads = [_told(table.corner), *map(_told, table.heads)]
    return [heads, *([_told(row.title), *map(_told, row.cells)] for row in table.rows)]


def _told(value: Any) -> object:
    """As a cell of a spreadsheet: a number stays one, and who took something is the player's name."""
    match value:
        case Name():
            return value.name
        case Item(figure=None, mark=int(mark)):
            return g.opened.table.players[mark - 1]
        case Item():
            return _told(value.figure)
        case Cell():
            return _told(value.small if value.figure is None else value.figure)
        case None | int():
            return value
        case _:
            return "" if value in SIGNS else told(value)


@sittings.bp.get("/game.json")
def game_json() -> Response:
    """For whoever scores: brought back with more entries, it would write to this very table."""
    if not g.opened.may_score:
        abort(403)
    content = jsonify(store.export(g.opened.sitting)).get_data()
    return _file(content, "application/json", _file_name("game.json"))


def _file_name(ending: str) -> str:
    return f"{g.opened.game.slug}-{g.opened.sitting.opened_at.astimezone():%Y-%m-%d}.{ending}"


def _file(content: str | bytes, kind: str, name: str) -> Response:
    response = Response(content, mimetype=kind)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response
