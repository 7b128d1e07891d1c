"""Once more: one next table for all phones of this one, and they are taken along."""

from __future__ import annotations

from flask import Response, g, render_template, request, url_for

from companion import store
from companion.rules import anew
from companion.web.fragments import go
from companion.web.live.routes import hub
from companion.web.security import phone
from companion.web.sitting.page import bp
from companion.web.sitting.page_view import page_view, seat_in


@bp.post("/again")
def again() -> Response:
    """The same seats and options by today's rules, and a new sheet: one for all phones, whoever taps first."""
    sitting, over, first = g.opened.sitting, True, seat_in(g.opened, request.form.get("first", ""))
    while over:  # whoever comes from an older evening joins where the others are now
        game, table = anew(sitting.ruleset, store.read(sitting).sheet.table, first)
        uid, series = store.successor(sitting, table.players), store.series_of(sitting)
        following = store.open_sitting(game, table, phone(), uid, series)
        hub().shut(sitting.id)  # where a stream ends a phone asks, and is told where the others are
        sitting, first = following, None
        over = store.read(sitting).sheet.over
    return go(url_for(".page", link=sitting.score_link))


@bp.get("/series")
def series() -> Response | str:
    """The games that this table has played one after the other. Of the first one there is nothing more to say."""
    view = page_view()
    return render_template("outward/series.html", view=view) if view.series.games else go(url_for(".page"))
