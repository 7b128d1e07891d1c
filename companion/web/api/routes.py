"""What a script can ask and do. What it notes ends in the same calls of the store as what is tapped."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from typing import Any, cast
from uuid import uuid4

from flask import Blueprint, Response, abort, current_app, g, render_template, request, url_for
from werkzeug.exceptions import TooManyRequests

from companion import store
from companion.record.entries import SCRIPT
from companion.record.files.game_file import Misfit
from companion.record.files.log_file import ABOUT, write_log
from companion.record.files.strict_json import AnotherAge, NotAGameFile, WithAPoint
from companion.record.history import Log, Mark
from companion.rules.core import RuleBroken, Ruleset
from companion.rules.options import BadOption
from companion.rules.text import brief, say
from companion.web.api import PREFIX
from companion.web.api.document import document
from companion.web.api.taps import ask, read_body, read_opening, read_wanted
from companion.web.errors import LARGEST, NOWHERE, PROBLEMS, REFUSED, UNAVAILABLE, UNREADABLE, problem
from companion.web.limits import GUESSES, Guesses, home_of, one_more_table, one_more_visit
from companion.web.live.hub import Full, hub
from companion.web.live.routes import open_stream
from companion.web.live.sheet import Drawn, Listener, event
from companion.web.sitting.page import only_scorers_write, open_link

bp = Blueprint("api", __name__, url_prefix=PREFIX)
EVENT = "tally"
NO_ROOM = say("No more programs can listen, or this server has no streams: ask for the tally from time to time.")
ASK_AGAIN = "private, no-cache"  # kept, and asked for each time with the mark of what one has


@bp.url_value_preprocessor
def find_sitting(endpoint: str | None, values: dict[str, Any] | None) -> None:
    if values is None or "link" not in values:
        return
    guesses: Guesses = current_app.extensions[GUESSES]
    with guesses.trying(home_of(request.remote_addr), values["link"]):
        open_link(endpoint, values)


@bp.before_request
def only_small_bodies_of_scorers() -> None:
    request.max_content_length = LARGEST
    if "opened" in g:
        only_scorers_write()


# Looking


@bp.get("/")
def page() -> str:
    """For whoever opens it in a browser."""
    return render_template("api/page.html", problems=PROBLEMS)


@bp.get("/openapi.json")
def description() -> Response:
    return _answer({**document(), "servers": [{"url": request.script_root or "/"}]})


@bp.get("/sittings/<link>")
def sitting() -> Response:
    log = g.opened.log
    answer = _answer(tally_of(g.opened.game, log, _after()))
    answer.headers["Cache-Control"] = ASK_AGAIN
    answer.set_etag(f"{log.length}-{log.mark.tap or ''}-{_after() or 0}", weak=True)
    answer.make_conditional(request)
    return answer


def tally_of(game: Ruleset[Any], log: Log, after: int | None) -> dict[str, Any]:
    """How it stands, and the log; or what of it came after so many entries."""
    seen = after if after is not None and log.follows(Mark(after)) else 0
    return {**game.tally(log.sheet), "after": log.length, "log": write_log(log.entries, seen)}


@dataclass(frozen=True)
class Reader(Listener):
    """A program that listens. It looks at no sheet, and so is in no language."""

    def event(self, log: Log, seen: int | None, drawn: Drawn) -> bytes:
        way = (EVENT, seen)
        if way not in drawn:
            text = json.dumps(tally_of(self.sitting.ruleset, log, seen))
            drawn[way] = event(EVENT, text, log.length)
        return bytes(drawn[way])


@bp.get("/sittings/<link>/stream")
def stream() -> Response:
    """A browser's own EventSource says by itself what it had last."""
    app = cast(Any, current_app)._get_current_object()
    seen = request.headers.get("Last-Event-ID", _after(), type=int)
    try:
        return open_stream(Reader(app, f"{SCRIPT}{uuid4()}", ("", "", ""), g.opened.sitting, False), seen)
    except Full:
        response = problem(UNAVAILABLE, NO_ROOM)
        response.headers["Retry-After"] = "5"
        return response


def _after() -> int | None:
    asked = request.args.get("after")
    if asked is None:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) < 10):
        raise NotAGameFile("“after” must be a whole number, the length of a log")
    return int(asked)


# Noting


@bp.post("/sittings")
def open_sitting() -> Response:
    opening = read_opening()
    who = opening.uid and f"{SCRIPT}{opening.uid}"  # may ask twice
    opened, anew = store.open_once(opening.game, opening.table, who, opening.uid, may=one_more_table)
    answer = _answer({"score": opened.score_link, "watch": opened.watch_link}, 201 if anew else 200)
    answer.headers["Location"] = url_for(".sitting", link=opened.score_link)
    return answer


@bp.post("/sittings/<link>/moves", endpoint="move", defaults={"kind": "move"})
@bp.post("/sittings/<link>/seats/<int:seat>/name", endpoint="rename", defaults={"kind": "rename"})
def answer_tap(kind: str, number: int | None = None, seat: int | None = None) -> Response:
    sitting, body = g.opened.sitting, read_body()
    wanted = read_wanted(body, sitting, kind, number, seat)
    if number is not None and not 0 < number <= g.opened.log.length:
        abort(problem(NOWHERE, say("There is no entry %(number)s", number=brief(number))))
    if seat is not None and seat > (last := len(sitting.players) - 1):
        sentence = say("There is no seat %(seat)s: this table has 0 to %(last)s", seat=brief(seat), last=last)
        abort(problem(NOWHERE, sentence))
    g.body = body
    log, entry, anew = store.note(sitting, body.tap, wanted)
    if body.by:
        with contextlib.suppress(store.StoreTrouble, store.NoSuchSitting, TooManyRequests):  # it is noted, whoever by
            store.visit(str(body.tap.phone), sitting, True, body.by, one_more_visit)
    hub().tell(sitting.id, log)
    said = {**g.opened.game.tally(log.sheet), "after": log.length, "entry": entry.number}
    return _answer(said, 201 if anew else 200)


for kind in (kind for kind, about in ABOUT.items() if "target" in about):
    way = f"/sittings/<link>/entries/<int:number>/{kind}"
    bp.add_url_rule(way, kind, answer_tap, methods=["POST"], defaults={"kind": kind})


def _answer(data: dict[str, Any], status: int = 200) -> Response:
    return Response(json.dumps(data), status, mimetype="application/json")


# What was not


@bp.errorhandler(store.Conflicting)
@bp.errorhandler(store.Stale)
@bp.errorhandler(RuleBroken)
@bp.errorhandler(BadOption)
@bp.errorhandler(NotAGameFile)
def not_noted(error: Exception) -> Response:
    match error:
        case store.Conflicting():
            return ask(error)
        case store.Stale():  # of its two reasons, a body leaves one: it says that less than nothing was seen
            return problem(REFUSED, say("“after” is at least 0"), field="after")
        case RuleBroken(field=field) | BadOption(key=field):
            return problem(REFUSED, error.text, **({"field": field} if field else {}))
        case _:  # In English: whoever reads it has written a program. What no schema can tell is refused
            said = str(error)
            kind = REFUSED if isinstance(error, Misfit | WithAPoint | AnotherAge) else UNREADABLE
            return problem(kind, said[:1].upper() + said[1:])
