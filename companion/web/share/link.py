"""How others come to the table: a QR code and a link, for those who score and for those who watch."""

from __future__ import annotations

from io import BytesIO

import segno
from flask import Blueprint, Response, g, render_template, request, url_for
from markupsafe import Markup

from companion import store
from companion.web.fragments import go
from companion.web.live.routes import hub
from companion.web.security import phone
from companion.web.sitting.page import keep_link, only_scorers_write, open_link
from companion.web.sitting.page_view import page_view

bp = Blueprint("share", __name__, url_prefix="/s/<link>/share")
bp.url_value_preprocessor(open_link)
bp.url_defaults(keep_link)
bp.before_request(only_scorers_write)


@bp.app_template_filter()
def qr_code(address: str) -> Markup:
    picture = BytesIO()
    segno.make(address, error="m").save(
        picture, kind="svg", xmldecl=False, svgns=True, omitsize=True, svgclass="qr", lineclass=None, title=address
    )
    return Markup(picture.getvalue().decode())


@bp.get("/")
def page() -> str:
    """Who may only watch is not shown the link for scoring."""
    watching = request.args.get("for") == "watching" or not g.opened.may_score
    sitting = g.opened.sitting
    address = url_for("sittings.page", link=sitting.watch_link if watching else sitting.score_link, _external=True)
    return render_template("sittings/share.html", view=page_view(), watching=watching, address=address)


@bp.post("/links")
def new_links() -> Response:
    """The old links open nothing any more: for when one has gone too far."""
    together = store.new_links(g.opened.sitting, phone())
    for sitting in together:
        hub().shut(sitting)
    return go(url_for(".page", link=together[g.opened.sitting.id].score_link))
