"""What goes wrong, said in a sentence, with the status that means it; and whether all is well, for whatever asks."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version

from flask import Blueprint, Flask, Response, g, jsonify, make_response, request
from flask.globals import request_ctx
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from companion import store
from companion.rules.text import Text, say
from companion.web import api
from companion.web.fragments import show
from companion.web.languages import told
from companion.web.problems import problem_of, sentences_on_page

NOTED = (  # what broke then was only its sheet
    say("That was noted"),
    say("Only its sheet can’t be shown just now. Sending it again notes nothing twice."),
)
OUT_OF_DATE = (
    say("This page was too old"),
    say("Nothing has been noted yet. Once more, and it will be."),
)
HEALTH = "errors.healthz"
SOON = "5"  # seconds until trouble may be over

bp = Blueprint("errors", __name__)
installed_version = cache(version)


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(CSRFError, _forged)
    app.register_error_handler(store.StoreTrouble, _trouble)


@bp.get("/healthz")
def healthz() -> Response:
    """For a load balancer, a container's runtime, a script: ok once the database answers."""
    g.new_phone = False  # nobody who looks at a table
    try:
        store.answer()
    except store.StoreTrouble as trouble:
        return make_response(jsonify(status="trouble", error=str(trouble)), 503, {"Retry-After": SOON})
    return jsonify(status="ok", version=installed_version("companion"))


def _page(status: int, sentences: tuple[Text, Text], again: bool = False) -> Response:
    """`again`: what was typed is there to be sent once more."""
    if "noted" in g:
        sentences, again = NOTED, True
    typed = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"] if again else []
    title, advice = map(told, sentences)
    return show("errors/page.html", "errors/_trouble.html", status, title=title, advice=advice, again=typed)


def _http(error: HTTPException) -> Response:
    status = error.code
    assert status is not None, "Flask asks about no others"
    if status < 400 or request_ctx.url_adapter is None:  # a host so wrong that no page has an address
        return error.get_response()  # type: ignore[return-value]
    if api.is_asked():
        return problem_of(status, headers=error.get_headers())
    response = _page(status, sentences_on_page(status))
    for name, value in error.get_headers():
        if name != "Content-Type":
            response.headers[name] = value
    return response


def _forged(error: CSRFError) -> Response:
    """What was typed on a page of ours is there to be sent again, with a token that holds."""
    origin = request.headers.get("Origin")
    ours = origin is None or origin.partition("://")[2] == request.host  # no form that another site has made
    return _page(400, OUT_OF_DATE, again=ours)


def _trouble(error: store.StoreTrouble) -> Response:
    """The database's own sentence, since somebody at the table may run the server."""
    title, _ = sentences_on_page(503)
    response = problem_of(503, error.text) if api.is_asked() else _page(503, (title, error.text))
    response.headers["Retry-After"] = SOON
    return response
