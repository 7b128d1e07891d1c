"""A game that is over, out into the world: as a text, as a picture, into another app; and the series it belongs to."""

from __future__ import annotations

import base64
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, current_app, g, render_template, url_for

from companion.record.files import bgstats
from companion.record.files.bgstats import Play
from companion.screens import SCREENS
from companion.screens.share.picture import poster
from companion.screens.share.text import Shared, shared
from companion.web.fragments import go
from companion.web.languages import day, told
from companion.web.sitting.page import keep_link, only_scorers_write, open_link
from companion.web.sitting.page_view import page_view
from companion.web.sitting.view import View

FACE = "Bitter, Rockwell, Georgia, serif"
LIKE_A_PICTURE = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"  # its face lies in it

bp = Blueprint("outward", __name__, url_prefix="/s/<link>")
bp.url_value_preprocessor(open_link)
bp.url_defaults(keep_link)
bp.before_request(only_scorers_write)


@bp.before_request
def only_of_the_end() -> Response | None:
    """Before the end there is nothing to tell: the sheet says how it stands."""
    return None if g.opened.log.sheet.over else go(url_for("sittings.page"))


@bp.get("/text")
def text() -> str:
    return render_template("outward/text.html", view=page_view(), text="\n".join(lines(g.opened)))


def lines(opened: View) -> tuple[str, ...]:
    """At most five; the last is for whoever wants to see it."""
    said = shared_of(opened)
    watch = url_for("sittings.page", link=opened.sitting.watch_link, _external=True)
    told_lines = (
        told(said.heading),
        ", ".join(map(told, said.ranking)),
        " ".join(map(told, said.decided)),
        " ".join(map(told, said.aside)),
        watch,
    )
    return tuple(line for line in told_lines if line)


def shared_of(opened: View) -> Shared:
    return shared(opened.game, SCREENS[opened.game.slug], opened.log, day(opened.sitting.opened_at))


@bp.get("/picture")
def of_picture() -> str:
    sitting = g.opened.sitting
    name = f"{sitting.game}-{sitting.opened_at.astimezone():%Y-%m-%d}"  # of a file, whatever the day is called
    return render_template("outward/picture.html", view=page_view(), name=name, said=lines(g.opened))


@bp.get("/picture.svg")
def svg() -> Response:
    opened = g.opened
    said = shared_of(opened)
    drawn = poster(opened.game, SCREENS[opened.game.slug], opened.log, said, told)
    date, title = day(opened.sitting.opened_at), told(said.heading)
    font = _encoded(Path(str(current_app.static_folder), "vendor", "bitter.woff2"))
    given = {"view": page_view(), "drawn": drawn, "date": date, "title": title, "font": font, "face": FACE}
    headers = {"Content-Security-Policy": LIKE_A_PICTURE}
    return Response(render_template("outward/picture.svg", **given), mimetype="image/svg+xml", headers=headers)


@lru_cache(maxsize=1)
def _encoded(path: Path) -> str:
    return base64.b64encode(path.read_bytes()).decode("ascii")


@bp.app_template_global()
def bg_stats(view: View) -> str:
    """The link that hands this game over."""
    sitting, log = view.sitting, view.log
    ended_at = log.played_last or sitting.opened_at
    results = view.game.results(log.sheet)
    return bgstats.link(Play(sitting.uid, view.game, view.table, results, sitting.opened_at, ended_at))
