"""The note on an evening: a page of its own, where whoever keeps score writes it and changes it."""

from __future__ import annotations

from flask import Response, g, make_response, render_template, request, url_for

from companion import store
from companion.record.remark import LONGEST_REMARK, BadRemark, read_remark
from companion.rules.text import Text, say
from companion.web.fragments import go
from companion.web.sitting.page import bp, only_scorers
from companion.web.sitting.page_view import page_view
from companion.web.sitting.view import View

ANOTHER = say(
    "The note was changed on another phone meanwhile. Save yours in its place, or go back to keep the other one."
)
CLEARED = say("The note was deleted on another phone meanwhile. Save yours, or go back to leave it deleted.")


@bp.app_template_global()
def remark_of(view: View) -> str | None:
    return store.remark_of(view.sitting)


@bp.get("/remark")
def remark() -> Response:
    only_scorers()
    if not g.opened.log.sheet.over:
        return go(url_for(".page"))
    kept = store.remark_of(g.opened.sitting)
    return _page(kept or "", kept)


@bp.post("/remark")
def write_remark() -> Response:
    """`seen`: what it said when the page was opened. Where that has changed, both are shown; the next press wins."""
    typed, seen = request.form.get("remark", ""), request.form.get("seen", "") or None
    try:
        store.write_remark(g.opened.sitting, read_remark(typed), seen)
    except BadRemark as bad:
        return _page(typed, seen, 422, wrong=bad.text)
    except store.RemarkChanged as changed:
        return _page(typed, changed.remark, 409, wrong=ANOTHER if changed.remark else CLEARED, theirs=changed.remark)
    if _came_from_evenings():
        return go(url_for("evenings.page", _anchor=f"line-{g.opened.sitting.id}"))
    return go(url_for(".page", _anchor="now"))


def _page(
    typed: str, seen: str | None, status: int = 200, wrong: Text | None = None, theirs: str | None = None
) -> Response:
    about = {"typed": typed, "seen": seen or "", "wrong": wrong, "theirs": theirs, "most": LONGEST_REMARK}
    page = render_template("sittings/remark.html", view=page_view(), from_evenings=_came_from_evenings(), **about)
    return make_response(page, status)


def _came_from_evenings() -> bool:
    return request.args.get("back") == "evenings"
