"""What travels by itself: a sitting's stream for the phones that have it open, and the poll under it."""

from __future__ import annotations

import socket
from typing import Any, cast

from flask import Flask, Response, abort, current_app, g, request

from companion import store
from companion.web.live import sheet
from companion.web.live.hub import Full, Hub
from companion.web.live.other_processes import OtherProcesses
from companion.web.live.sheet import Listener
from companion.web.live.stream import Stream
from companion.web.security import phone
from companion.web.sitting.page import bp

KEY, OTHERS = "companion.live", "companion.abreast"
KEEP = "companion.keep_line"  # how a server of ours lets us go on writing to a line when the answer has begun
MOST = 1400  # streams of a process; whoever comes later lives on the poll
NEXT = "Location"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def init_app(app: Flask) -> None:
    """Setting: `STREAMS`, how many may be open at once."""
    app.extensions[KEY] = Hub(app.config.get("STREAMS", MOST))
    app.extensions[OTHERS] = OtherProcesses(app, app.extensions[KEY])


def hub(app: Flask | None = None) -> Hub:
    known: Hub = (app or current_app).extensions[KEY]
    return known


@bp.get("/now")
def now() -> Response:
    """The sheet as it stands, if it is another than the phone has. Whoever asks lets the others know, too."""
    view, seen = g.opened, request.args.get("after", type=int)
    # Where the others play on: a phone that looks at the end goes along, unless its page knew of it from the start
    headers = {NEXT: view.onward} if "led" not in request.args and view.onward else {}
    if seen == view.after:
        hub().tell(view.sitting.id, view.log)
        return Response(status=204, headers=headers)
    drawn = sheet.sheet_of(view)
    hub().tell(view.sitting.id, view.log, {sheet.look_of(view): drawn})
    return Response(drawn + sheet.news_of(view, seen, phone()), headers=headers)


@bp.get("/stream")
def stream() -> Response:
    try:
        app = cast(Any, current_app)._get_current_object()
        seen = request.headers.get("Last-Event-ID", request.args.get("after", type=int), type=int)  # of its last sheet
        return open_stream(Listener(app, phone(), sheet.look_of(g.opened), g.opened), seen)
    except Full:
        return Response(status=503, headers={**HEADERS, "Retry-After": "5"})


def open_stream(listener: Listener, seen: int | None) -> Response:
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
        current_app.extensions[OTHERS].listen()
        here.tell(sitting.id, store.read(sitting))
    except BaseException:
        here.back_out(room)
        raise

    def go_on(line: socket.socket | None, head: bytes) -> None:
        if line is None:  # the phone has gone meanwhile
            here.back_out(room)
        else:
            here.listen(room, Stream(line, head, listener, seen))

    keep(go_on)
    return Response(iter(()), mimetype="text/event-stream", headers=HEADERS)


def _as_it_stands(sitting: store.Sitting, link: str) -> store.Snapshot:
    """Looked up once more: new links end whatever is in the room by then, and this phone has come in after it."""
    stand = store.snapshots([sitting.id]).get(sitting.id)
    if stand is None or link not in stand.links:
        abort(404)
    return stand
