"""What travels by itself: a sitting's stream for the phones that have it open, and the poll under it."""

from __future__ import annotations

import socket
from contextvars import Context
from typing import Any, cast

from flask import Flask, Response, abort, current_app, g, request

from companion import store
from companion.web.addresses import is_below_known_path
from companion.web.errors import HUB
from companion.web.limits import home_of
from companion.web.live import sheet
from companion.web.live.hub import Full, Hub, hub
from companion.web.live.other_processes import OtherProcesses
from companion.web.live.sheet import Listener
from companion.web.live.stream import Stream
from companion.web.security import phone
from companion.web.sitting.page import bp
from companion.web.sitting.series import next_table
from companion.web.sitting.view import View

OTHERS = "companion.other_processes"
KEEP = "companion.keep_line"  # how a server of ours lets us go on writing to a line when the answer has begun
NEXT = "Location"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def init_app(app: Flask) -> None:
    app.extensions[HUB] = Hub(app.config["STREAMS"])
    app.extensions[OTHERS] = OtherProcesses(app, app.extensions[HUB])


@bp.get("/now")
def now() -> Response:
    """The sheet as it stands, if it is another than the phone has. Whoever asks lets the others know, too."""
    view, seen = g.opened, request.args.get("after", type=int)
    # Where the others play on: a phone that looks at the end goes along, unless its page knew of it from the start
    onward = None if "led" in request.args else next_table(view)
    headers = {NEXT: onward} if onward else {}
    if seen == view.log.length:
        hub().tell(view.sitting.id, view.log)
        return Response(status=204, headers=headers)
    drawn = sheet.sheet_of(view)
    hub().tell(view.sitting.id, view.log, {sheet.variant_of(view): drawn})
    return Response(drawn + sheet.news_part(view, seen, phone()), headers=headers)


@bp.get("/stream")
def stream() -> Response:
    try:
        if not is_below_known_path():  # the hub would draw a sheet for each, while all other tables wait
            raise Full
        app = cast(Any, current_app)._get_current_object()
        seen = request.headers.get("Last-Event-ID", request.args.get("after", type=int), type=int)  # of its last sheet
        view: View = g.opened
        return open_stream(Listener(app, phone(), sheet.variant_of(view), view.sitting, view.may_score), seen)
    except Full:
        return Response(status=503, headers={**HEADERS, "Retry-After": "5"})


def open_stream(listener: Listener, seen: int | None) -> Response:
    """The answer's head, or Full. Whatever is noted from now on is written by the hub."""
    if request.method == "HEAD":  # which asks only what it would be
        return Response(mimetype="text/event-stream", headers=HEADERS)
    here, sitting, keep = hub(), g.opened.sitting, request.environ.get(KEEP)
    if keep is None:  # a server that isn't ours
        raise Full
    home = home_of(request.remote_addr)
    room = here.enter(sitting, g.opened.link, home)
    try:  # looked up once more: new links end whatever is in the room by then, and this phone has come in after it
        stand = store.snapshots([sitting.id]).get(sitting.id)
        if stand is None or g.opened.link not in stand.links:
            abort(404)
        room.stand = room.stand or stand
        current_app.extensions[OTHERS].listen()
        here.tell(sitting.id, log := store.read(sitting))
        log = room.log or log  # that of somebody who has just told more
        # What it missed is made here: the hub has no more to do for who missed much than for everybody else
        heard, missed = log.mark, b""
        if log.length != seen:
            missed = Context().run(listener.event, log, seen, {})
    except BaseException:
        here.back_out(room)
        raise

    def go_on(line: socket.socket | None, head: bytes) -> None:
        if line is None:  # the phone has gone meanwhile
            here.back_out(room)
        else:
            here.listen(room, Stream(line, head + b"retry: 1000\n\n" + missed, listener, heard, home))

    keep(go_on)
    return Response(iter(()), mimetype="text/event-stream", headers=HEADERS)
