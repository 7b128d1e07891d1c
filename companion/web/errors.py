"""What can go wrong, in one table: said to people on a page, and to programs as data of one shape (RFC 9457).

And whether all is well, for whatever asks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import quote

from flask import Blueprint, Response, current_app, g, jsonify, make_response, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, NotFound

from companion import __version__, store
from companion.record.files.game_file import LARGEST as LARGEST_FILE
from companion.rules.text import Text, say
from companion.web.addresses import forwarded, is_asked_by_ours, is_of_this_machine
from companion.web.api import PREFIX
from companion.web.fragments import show, wants_json
from companion.web.languages import translate

MIMETYPE = "application/problem+json"
LONGEST_FIELD = 2000  # characters of a field of a form
LARGEST = 100_000  # bytes of a program's body: the longest move has some hundred
HEALTH = "/healthz"
HUB = "companion.live"
SOON = "5"  # seconds until trouble may be over

bp = Blueprint("errors", __name__)


class Problem(NamedTuple):
    """`name` is for programs and never changes; `advice`, to them, is said where nothing more exact is known."""

    name: str
    status: int
    title: Text
    advice: Text
    on_page: Text | None = None  # the advice there, where people can come to it
    title_on_page: Text | None = None  # where it is another one

    @property
    def type(self) -> str:
        """The same wherever this is served."""
        return f"{PREFIX}/#{self.name}"


UNREADABLE = Problem(
    "unreadable",
    400,
    say("That doesn’t match the description"),
    say("Compare it with the description: /api/openapi.json"),
    say("Go back and try again."),
    say("That arrived incomplete"),
)
WATCHING = Problem(
    "watching",
    403,
    say("This link is for watching"),
    say("The player who keeps score has the other link: ask for it."),
    say("To note something you need the other link: ask the player who keeps score."),
)
NOWHERE = Problem(
    "nowhere",
    404,
    say("Nothing here"),
    say("The link may be mistyped, or its table has new links. Ask for a fresh one."),
    say("The link may be mistyped, or its table has new links. Ask for a fresh one."),
)
NOT_SO = Problem(
    "method",
    405,
    say("That can’t be done here"),
    say("The description lists the methods: /api/openapi.json"),
    say("Go back and use the buttons of the page."),
)
ASKED = Problem(
    "asked",
    409,
    say("Still right?"),
    say("Others have noted something meanwhile: send one of the answers, or drop it."),
)
TOO_LARGE = Problem(
    "too-large",
    413,
    say("That is too large"),
    say("A request has at most %(kilobytes)s kB here.", kilobytes=LARGEST // 1000),
    say("A game file has at most %(megabytes)s MB.", megabytes=LARGEST_FILE // 1_000_000),
)
NOT_JSON = Problem(
    "media-type",
    415,
    say("Everything here is JSON"),
    say("The request must be sent as %(type)s.", type="application/json"),
)
REFUSED = Problem("refused", 422, say("That can’t be noted"), say("The rules or the log don’t allow it."))
TOO_OFTEN = Problem(
    "too-often",
    429,
    say("Too much at once"),
    say("Too many wrong links. Wait a minute: links that worked before still work."),
)
OURS = Problem(
    "ours",
    500,
    say("Something broke on our side"),
    say("Nothing is left half done. Send the same tap again."),
    say("Nothing is left half done. Go back and try again."),
)
UNAVAILABLE = Problem(
    "unavailable",
    503,
    say("Not just now"),
    say("Nothing was noted. Send the same tap again in a moment."),
    say("Nothing was noted. Try again in a moment."),
    say("Nothing can be noted just now"),
)
PROBLEMS = tuple(known for known in list(vars().values()) if isinstance(known, Problem))  # each of the above
NOTED = (  # what broke then was only its sheet
    say("That was noted"),
    say("Only its sheet can’t be shown just now. You can send it again: nothing is noted twice."),
)
OUT_OF_DATE = say("This page was too old"), say("Nothing has been noted yet. Tap again to note it.")


class TurnedAway(Exception):
    """Before anything was done, for a reason of its own. `seconds`: until it is worth another try, or `again`: now."""

    def __init__(self, kind: Problem, title: Text, advice: Text, seconds: int = 0, again: bool = False) -> None:
        super().__init__(str(title))
        self.kind, self.title, self.advice, self.seconds = kind, title, advice, seconds
        self.again = again or seconds > 0


@bp.get(HEALTH)
def healthz() -> Response:
    """For whatever looks after servers: ok once the database answers, and with `write`, asked on this machine, can be
    written. With `address`, it says by which one it is asked. 500 where only a new start helps."""
    g.new_phone = False  # nobody who looks at a table
    asker, proxied = request.remote_addr or "", bool(current_app.config["PROXIES"])
    # At a socket that is a file everybody has this name: strangers, too, whose proxy isn't told of
    here = is_of_this_machine(asker) and (proxied or asker != "localhost")
    if current_app.extensions[HUB].hangs:
        return make_response(jsonify(status="trouble", error="Phones no longer hear what is noted: restart it"), 500)
    try:
        store.answer(writes="write" in request.args and here)
    except store.StoreTrouble as trouble:
        return make_response(jsonify(status="trouble", error=str(trouble)), 503, {"Retry-After": SOON})
    asked: dict[str, Any] = {"address": request.url_root} if "address" in request.args else {}
    if "proxies" in request.args and here:
        asked["forwarded"] = forwarded()
    return jsonify(status="ok", version=__version__, **asked)


def _page(status: int, sentences: tuple[Text, Text], again: bool = False) -> Response:
    """`again`: what was typed, or asked for, is there to be sent once more; but for files, which no page can hold."""
    if "noted" in g:
        sentences, again = NOTED, True
    typed, asks, too_long = None, None, False
    if again and request.method == "POST" and not request.files:
        typed = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]
        too_long = any(len(value) > LONGEST_FIELD for _, value in typed)
    elif again:
        path, query = quote(request.path.lstrip("/")), request.query_string.decode("latin-1")
        asks = f"{request.script_root}/{path}{query and '?'}{query}"
    title, advice = map(translate, sentences)
    about = {"title": title, "advice": advice, "typed": typed, "too_long": too_long, "asks": asks}
    return show("errors/page.html", "errors/_trouble.html", status, **about)


@bp.app_errorhandler(HTTPException)
def http_error(error: HTTPException) -> Response:
    status = error.code
    assert status is not None, "Flask asks about no others"
    if wants_json():
        return problem_of(status, headers=error.get_headers())
    response = _page(status, _on_page(status))
    for name, value in error.get_headers():
        if name != "Content-Type":
            response.headers[name] = value
    return response


@bp.app_errorhandler(store.NoSuchSitting)
def no_such_sitting(error: store.NoSuchSitting) -> Response:
    """Also one that got new links while it was asked for."""
    return http_error(NotFound())


@bp.app_errorhandler(CSRFError)
def forged(error: CSRFError) -> Response:
    """What was typed on a page of ours is there to be sent again, with a token that holds."""
    return _page(400, OUT_OF_DATE, again=is_asked_by_ours())


@bp.app_errorhandler(store.StoreTrouble)
def store_trouble(error: store.StoreTrouble) -> Response:
    """The database's own sentence, since somebody at the table may run the server."""
    title, _ = _on_page(503)
    response = problem_of(503, error.text) if wants_json() else _page(503, (title, error.text), again=True)
    response.headers["Retry-After"] = SOON
    return response


@bp.app_errorhandler(TurnedAway)
def turned_away(refusal: TurnedAway) -> Response:
    if wants_json():
        response = problem(refusal.kind._replace(title=refusal.title), refusal.advice)
    else:
        response = _page(refusal.kind.status, (refusal.title, refusal.advice), again=refusal.again)
    if refusal.seconds:
        response.headers["Retry-After"] = str(refusal.seconds)
    return response


def _on_page(status: int) -> tuple[Text, Text]:
    """A title and an advice."""
    for known in PROBLEMS:
        if known.status == status and known.on_page:
            return known.title_on_page or known.title, known.on_page
    return OURS.title, OURS.on_page or OURS.advice


def problem(kind: Problem, detail: Text | str | None = None, **more: Any) -> Response:
    """`more`: what a program can act on."""
    title, advice = translate(kind.title), translate(detail or kind.advice)
    said = {"type": kind.type, "title": title, "status": kind.status, "detail": advice, **more}
    # In ASCII: half a character that somebody sent may be in what they are to send again
    return Response(json.dumps(said), kind.status, mimetype=MIMETYPE)


def early_problem(status: int, detail: str | None = None) -> bytes:
    """Where no application has been asked yet, and so nobody knows a language."""
    kind = _alike(status)
    advice, title = detail or str(kind.advice), str(kind.title)
    return json.dumps({"type": kind.type, "title": title, "status": status, "detail": advice}).encode()


def problem_of(status: int, detail: Text | None = None, headers: Iterable[tuple[str, str]] = ()) -> Response:
    """For what is found before any route of ours is asked, or behind all of them."""
    response = problem(_alike(status)._replace(status=status), detail)
    response.headers.extend((name, value) for name, value in headers if name != "Content-Type")
    return response


def _alike(status: int) -> Problem:
    return next((known for known in PROBLEMS if known.status == status), OURS if status >= 500 else UNREADABLE)
