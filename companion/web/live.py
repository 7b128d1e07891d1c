"""What travels by itself: a sitting's stream for the phones that have it open, and the poll under it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic
from typing import Any, cast

from flask import Flask, Response, current_app, g, render_template, request
from flask_babel import get_locale

from companion import store
from companion.web.hub import Full, Hub, Room
from companion.web.pushed import Onlooker
from companion.web.sittings import bp
from companion.web.view import phone, view_of

KEY = "companion.live"
MOST = 1400  # streams of a process; whoever comes later lives on the poll
PATIENCE = 2.0  # seconds until a stream looks whether its phone is still there
BEAT = 15.0  # and until it says that it is
LIFE = (240.0, 300.0)  # and until it ends: the phone opens another, and one that has vanished frees its thread
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def init_app(app: Flask) -> None:
    """Setting: `STREAMS`, how many may be open at once."""
    app.extensions[KEY] = Hub(app.config.get("STREAMS", MOST))


def hub_of(app: Flask) -> Hub:
    known: Hub = app.extensions[KEY]
    return known


def hub() -> Hub:
    return hub_of(current_app)


@bp.get("/now")
def now() -> Response:
    """The sheet as it stands, if it is another than the phone has. Whoever asks lets the others know, too."""
    log = g.opened.log
    hub().tell(g.opened.sitting.id, log)
    if (seen := request.args.get("after", type=int)) == log.length:
        return Response(status=204)
    return Response(render_template("sittings/_sitting.html", view=view_of(g.opened, seen=seen)))


@bp.get("/stream")
def stream() -> Response:
    here, me, sitting = hub(), object(), g.opened.sitting.id
    try:
        room = here.enter(sitting, me, phone())
    except Full:
        return Response(status=503, headers={**HEADERS, "Retry-After": "5"})
    leave = partial(here.leave, sitting, room, me)
    try:
        here.tell(sitting, store.read(g.opened.sitting))  # entered first, read second: nothing falls between
        events = _events(room, _seen(), _onlooker(), _gone())
    except BaseException:
        leave()
        raise
    response = Response(events, mimetype="text/event-stream", headers=HEADERS)
    response.call_on_close(leave)  # runs even if the body was never asked for; a generator's `finally` would not
    return response


def _seen() -> int | None:
    """The length of the log that the phone has: of its page, or of the last sheet that came by its stream."""
    return request.headers.get("Last-Event-ID", request.args.get("after", type=int), type=int)


def _gone() -> Callable[[], bool]:
    return cast("Callable[[], bool]", request.environ.get("waitress.client_disconnected", lambda: False))


def _onlooker() -> Onlooker:
    app = cast(Any, current_app)._get_current_object()
    return Onlooker(app, phone(), str(get_locale()), g.opened)


def _event(name: str, text: str, number: int | None = None) -> bytes:
    lines = [f"event: {name}", *([] if number is None else [f"id: {number}"])]
    lines += [f"data: {line.lstrip(' ')}" for line in text.splitlines() if line.strip()]
    return "\n".join([*lines, "", ""]).encode()


def _events(room: Room, seen: int | None, onlooker: Onlooker, gone: Callable[[], bool]) -> Iterator[bytes]:
    yield b"retry: 1000\n\n"
    end, beat, phones = monotonic() + random.uniform(*LIFE), monotonic(), 0
    heard = room.log if room.log and room.log.length == seen else None
    while not room.shut and monotonic() < end and not gone():
        if (counted := room.phones) != phones:
            phones = counted
            yield _event("phones", str(phones))
        if heard is not room.log:
            try:
                heard, sheet = onlooker.sheet(room, seen)
            except store.StoreTrouble:  # the phone comes again, or polls
                return
            seen = heard.length
            yield _event("sheet", sheet, seen)
        elif monotonic() - beat > BEAT:
            beat = monotonic()
            yield b": still here\n\n"
        room.wait(heard, PATIENCE)
