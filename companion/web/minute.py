"""The rules in a minute: of a table, with what it chose, and of a game before anybody plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Blueprint, abort, g, render_template, url_for

from companion.rules import GAMES
from companion.rules.core import Ruleset
from companion.rules.options import defaults
from companion.screens import SCREENS
from companion.screens.minute import ChosenRuling, Part, rulings
from companion.web.sitting import page as sittings

bp = Blueprint("minute", __name__, url_prefix="/games/<slug>")


class Page(NamedTuple):
    """`table`: whether these are a table's own choices."""

    game: Ruleset[Any]
    parts: tuple[Part, ...]
    rulings: Mapping[str, ChosenRuling]
    table: bool
    back: str
    blank: str  # sheet, to print


@bp.get("/rules")
def usual(slug: str) -> str:
    game = GAMES.get(slug) or abort(404)
    addresses = (url_for("setup.page", slug=slug), url_for("paper.blank", slug=slug))
    return _page(game, defaults(game.options), None, *addresses)


@sittings.bp.get("/rules")
def of_table() -> str:
    table = g.opened.table
    return _page(
        g.opened.game, table.options, len(table.players), url_for("sittings.page"), url_for("sittings.blank_paper")
    )


def _page(game: Ruleset[Any], options: Mapping[str, Any], seats: int | None, *addresses: str) -> str:
    parts, told = SCREENS[game.slug].minute(options, seats), rulings(game.options, options)
    return render_template("minute/page.html", page=Page(game, parts, told, seats is not None, *addresses))
