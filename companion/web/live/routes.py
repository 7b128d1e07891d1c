"""What travels by itself: a sitting's stream for the phones that have it open, and the poll under it."""

from __future__ import annotations

import socket
from typing import Any, cast
from uuid import uuid4

from flask import Flask, Response, abort, current_app, g, render_template, request
from flask_babel import get_locale
from flask_wtf.csrf import generate_csrf
from markupsafe import escape

from companion import store
from companion.record.history import Log
from companion.web.live.hub import Full, Hub
from companion.web.live.listener import Abreast
from companion.web.live.push import Drawn, Onlooker, owned
from companion.web.live.stream import Stream
from companion.web.sitting.page import bp
from companion.web.sitting.view import View, phone, view_of

KEY, ABREAST = "companion.live", "companion.abreast"
KEEP = "companion.keep_line"  # how a server of ours lets us go on writing to a line when the answer has begun
MOST = 1400  # streams of a process; whoever comes later lives on the poll
NEXT = "Location"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def init_app(app: Flask) -> None:
    """Setting: `STREAMS`, how many may be open at once."""
    app.extensions[KEY] = Hub(app.config.get("STREAMS", MOST))
    app.extensions[ABREAST] = Abreast(app, app.extensions[KEY])


def hub_of(app: Flask) -> Hub:
    known: Hub = app.extensions[KEY]
    return known


def hub() -> Hub:
    return hub_of(current_app)


def tell_others(log: Log, said: str) -> str | None:
    """Of what has just been noted. The sheet for this phone, where one had to be drawn for others anyway."""
    here, sitting = hub(), g.opened.sitting.id
    if not here.is_heard(sitting):
        return None
    drawn: Drawn = {}
    _, sheet = _onlooker().for_all(log, drawn)
    here.tell(sitting, log, drawn)
    return owned(sheet, "", str(escape(said)), str(generate_csrf()), str(uuid4()))


@bp.get("/now")
def now() -> Response:
    """The sheet as it stands, if it is another than the phone has. Whoever asks lets the others know, too."""
    log = g.opened.log
    hub().tell(g.opened.sitting.id, log)
    seen = request.args.get("after", type=int)
    view = view_of(g.opened, seen=seen)
    if seen == log.length:
        return Response(status=204, headers=_onward(view))
    return Response(render_template("sittings/_sitting.html", view=view), headers=_onward(view))


def _onward(view: View) -> dict[str, str]:
    """Where the others play on: a phone that looks at the end goes along, unless its page knew of it from the start."""
    return {NEXT: view.onward} if view.onward and "led" not in request.args else {}


@bp.get("/stream")
def stream() -> Response:
    try:
        return open_stream(_onlooker(), _seen())
    except Full:
        return Response(status=503, headers={**HEADERS, "Retry-After": "5"})


def open_stream(onlooker: Onlooker, seen: int | None) -> Response:
    """The answer's head, or Full. What follows is written by the hub."""
    if request.method == "HEAD":  # which asks only what it would be
        return Response(mimetype="text/event-stream", headers=HEADERS)
    here, sitting, keep = hub(), g.opened.sitting, request.environ.get(KEEP)
    if keep is None:  # a server that isn't ours
        raise Full
    room = here.enter(sitting, g.opened.link)
    try:
        stand = _as_it_stands(sitting, g.opened.link)
        room.stand = room.stand or stand
        current_app.extensions[ABREAST].listen()
        here.tell(sitting.id, store.read(sitting))
    except BaseException:
        here.back_out(room)
        raise

    def go_on(line: socket.socket | None, head: bytes) -> None:
        if line is None:  # the phone has gone meanwhile
            here.back_out(room)
        else:
            here.listen(room, Stream(line, head, onlooker, seen))

    keep(go_on)
    return Response(iter(()), mimetype="text/event-stream", headers=HEADERS)


def _as_it_stands(sitting: store.Sitting, link: str) -> store.Snapshot:
    """Looked up once more: new links end whatever is in the room by then, and this phone has come in after it."""
    stand = store.snapshots([sitting.id]).get(sitting.id)
    if stand is None or link not in stand.links:
        abort(404)
    return stand


def _onlooker() -> Onlooker:
    app = cast(Any, current_app)._get_current_object()
    return Onlooker(app, phone(), str(get_locale()), g.opened, request.script_root)


def _seen() -> int | None:
    """The length of the log that the phone has: of its page, or of the last sheet that came by its stream."""
    return request.headers.get("Last-Event-ID", request.args.get("after", type=int), type=int)
