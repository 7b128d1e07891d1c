"""A television without a table: it shows a code to scan and a field for five letters. A phone sends its table there.

Whatever leads there, a television only watches.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from contextlib import suppress
from hashlib import sha256

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from companion import store
from companion.rules.text import Text
from companion.web import home
from companion.web.fragments import go, show
from companion.web.limits import one_more_television
from companion.web.security import phone
from companion.web.share import join
from companion.web.share.join import NoWay, led
from companion.web.sitting.view import View

bp = Blueprint("television", __name__, url_prefix="/tv")
KEY = re.compile(r"[A-Za-z0-9_-]{24}")
MOST_OFFERED = 6


def own_key() -> str:
    """By which a phone reaches this television: it stays the same after a restart, and can't be guessed."""
    return urlsafe_b64encode(sha256(f"television {phone()}".encode()).digest())[:24].decode()


@bp.get("")
def page() -> Response:
    """Whoever comes back from a table waits for the next one. `waits`: as browsers without scripts look again."""
    key = own_key()
    if "waits" not in request.args:
        with suppress(store.StoreTrouble):
            store.clear_television(key)
    elif sitting := store.sent_to_television(key):
        return watch(sitting)
    return shown("", None, join.LETTERS[0])


def shown(typed: str, wrong: Text | None, at: str) -> Response:
    """`at`: the key that was pressed last."""
    address = url_for("television.offer", key=own_key(), _external=True)
    told = {"address": address, "typed": typed, "wrong": wrong, "at": at, "said_letters": join.LETTERS}
    return show("share/television.html", "share/_letters.html", 422 if wrong else 200, **told)


def watch(sitting: store.Sitting) -> Response:
    return go(url_for("sittings.page", link=sitting.watch_link))


@bp.get("/now")
def now() -> Response:
    """Asked every few seconds."""
    sitting = store.sent_to_television(own_key())
    return watch(sitting) if sitting else Response(status=204)


@bp.post("")
def press() -> Response:
    """A letter of the remote control; the fifth opens the table."""
    typed = join.read_code(request.form.get("typed", ""))[: join.LENGTH - 1]
    typed = typed[:-1] if "rub" in request.form else typed + join.read_code(request.form.get("letter", ""))[:1]
    if len(typed) < join.LENGTH:
        return shown(typed, None, request.form.get("letter", "rub"))
    try:
        return watch(led(typed)[0])
    except NoWay as refused:
        return shown("", refused.text, request.form.get("letter", "rub"))


# On the phone that has scanned it


@bp.get("/<key>")
def offer(key: str) -> str:
    return _offered(key, None)


@bp.post("/<key>")
def send(key: str) -> Response:
    """Whoever has a table's link may show it."""
    try:
        sitting, may_score = store.find(request.form.get("link", ""))
    except store.NoSuchSitting:
        abort(404)
    if not KEY.fullmatch(key):
        abort(404)
    one_more_television()
    store.send_to_television(key, sitting)
    return make_response(_offered(key, View(sitting, may_score, request.form["link"])))


def _offered(key: str, sent: View | None) -> str:
    """The tables under way that this phone has seen, the newest first."""
    if not KEY.fullmatch(key):
        abort(404)
    tables: list[View] = []
    for _, view in home.newest_tables(store.visits(phone())):
        with suppress(store.Unreadable):
            tables += [] if view.log.sheet.over else [view]
        if len(tables) == MOST_OFFERED:
            break
    return render_template("share/offer.html", tables=tables, sent=sent)
