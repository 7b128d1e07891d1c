"""A table, out into the world: its links; and once its game is over, a text, a picture, and a way into another app."""

from __future__ import annotations

import base64
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import segno
from flask import Blueprint, Response, current_app, g, render_template, request, url_for
from markupsafe import Markup

from companion import store
from companion.record.files.exports import Play, bgstats_link
from companion.screens.share import poster, shared
from companion.web.addresses import origin
from companion.web.fragments import go, show
from companion.web.languages import day, translate, zone
from companion.web.live.hub import hub
from companion.web.security import phone
from companion.web.share import join
from companion.web.sitting import page as sittings
from companion.web.sitting.page import page_view
from companion.web.sitting.view import View

FACE = "Bitter, Rockwell, Georgia, serif"
LIKE_A_PICTURE = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"  # its face lies in it

bp = Blueprint("outward", __name__, url_prefix="/s/<link>")
bp.url_value_preprocessor(sittings.open_link)
bp.url_defaults(sittings.keep_link)
bp.before_request(sittings.only_scorers_write)


# How others come to the table: a QR code and a link, for those who score and for those who watch


@bp.app_template_filter()
def qr_code(address: str) -> Markup:
    picture = BytesIO()
    segno.make(address, error="m").save(
        picture, kind="svg", xmldecl=False, svgns=True, omitsize=True, svgclass="qr", lineclass=None, title=address
    )
    return Markup(picture.getvalue().decode())


@sittings.bp.get("/share/")
def share() -> Response:
    """Who may only watch is not shown the link for scoring. Each look at it lets its short code live on."""
    watching = request.args.get("for") == "watching" or not g.opened.may_score
    sitting, code = g.opened.sitting, None
    if not g.opened.log.sheet.over:
        with suppress(store.StoreTrouble):  # the link is there all the same
            code = store.show_code(sitting, not watching, join.proposed_codes())
    address = url_for("sittings.page", link=sitting.watch_link if watching else sitting.score_link, _external=True)
    return show(
        "sittings/share.html",
        "sittings/_code.html",
        view=page_view(),
        watching=watching,
        address=address,
        host=origin().partition("://")[2],
        code=code,
    )


@sittings.bp.post("/share/links")
def new_links() -> Response:
    """The old links open nothing any more: for when one has gone too far."""
    together = store.new_links(g.opened.sitting, phone())
    for sitting in together:
        hub().shut(sitting)
    return go(url_for("sittings.share", link=together[g.opened.sitting.id].score_link))


# Once it is over


@bp.before_request
def only_of_the_end() -> Response | None:
    """Before the end there is nothing to tell: the sheet says how it stands."""
    return None if g.opened.log.sheet.over else go(url_for("sittings.page"))


@bp.get("/text")
def text() -> str:
    remark = store.remark_of(g.opened.sitting) or ""
    return render_template("outward/text.html", view=page_view(), text="\n".join(lines(g.opened, remark)))


def lines(opened: View, remark: str = "") -> tuple[str, ...]:
    """At most five, and the note on the evening; the last is for whoever wants to see it."""
    said = shared(opened.game, opened.screen, opened.log, day(opened.sitting.opened_at))
    watch = url_for("sittings.page", link=opened.sitting.watch_link, _external=True)
    told_lines = (
        translate(said.heading),
        ", ".join(map(translate, said.ranking)),
        " ".join(map(translate, said.decided)),
        " ".join(map(translate, said.aside)),
        remark,
        watch,
    )
    return tuple(line for line in told_lines if line)


@bp.get("/picture")
def of_picture() -> str:
    sitting = g.opened.sitting
    name = f"{sitting.game}-{sitting.opened_at.astimezone(zone()):%Y-%m-%d}"  # of a file, whatever the day is called
    return render_template("outward/picture.html", view=page_view(), name=name, said=lines(g.opened))


@bp.get("/picture.svg")
def svg() -> Response:
    opened = g.opened
    date = day(opened.sitting.opened_at)
    said = shared(opened.game, opened.screen, opened.log, date)
    drawn, title = poster(opened.game, opened.screen, opened.log, said, translate), translate(said.heading)
    font = _font(str(current_app.static_folder))
    given = {"view": page_view(), "drawn": drawn, "date": date, "title": title, "font": font, "face": FACE}
    headers = {"Content-Security-Policy": LIKE_A_PICTURE}
    return Response(render_template("outward/picture.svg", **given), mimetype="image/svg+xml", headers=headers)


@lru_cache(maxsize=1)
def _font(static: str) -> str:
    """The typeface as a picture carries it inside: nothing is loaded for a picture that is sent on."""
    return base64.b64encode(Path(static, "vendor", "bitter.woff2").read_bytes()).decode("ascii")


@bp.app_template_global()
def bg_stats(view: View) -> str:
    """The link that hands this game over."""
    sitting, log = view.sitting, view.log
    ended_at = log.played_last or sitting.opened_at
    results = view.game.results(log.sheet)
    return bgstats_link(Play(sitting.uid, view.game, view.table, results, sitting.opened_at, ended_at))
