"""What keeps a table's phones apart from the rest of the world: headers, each phone's own id, and its session.

The session says which pages' tokens are this phone's. It has no clock: an evening is longer than any limit.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, g, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, TimestampSigner, URLSafeTimedSerializer
from werkzeug.sansio.utils import get_current_url

from companion import store
from companion.rules.text import say
from companion.store.database.trouble import FULL
from companion.web.addresses import is_asked_by_ours
from companion.web.api import PREFIX
from companion.web.errors import HEALTH, LONGEST_FIELD, TOO_LARGE, TOO_OFTEN, UNAVAILABLE, UNREADABLE, TurnedAway
from companion.web.fragments import wants_json

NO_HOST = "companion.no_host"
HOST = re.compile(r"(?:(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}\.?|\[[a-f0-9:.]+\])(?::([1-9][0-9]{,4}))?", re.A | re.I)
PATH = re.compile(r"(?!//)[\w/.~!$&'()*+,;=:@%-]*", re.A)  # that a proxy has put before ours
LONGEST_ADDRESS = 400  # characters, of the host and such a path: a code to scan holds some two thousand
MOST_FIELDS = 1000  # of a form: people type some hundred
FORM = "application/x-www-form-urlencoded"
LONGEST_FORM = 1_000_000  # bytes of one without files
LONGEST_BOUNDARY = 70  # characters between the parts of one with files, as its standard has it
REFUSED = "companion.refused"  # by whoever listens, with this status: nothing of its body has been read
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}
OF_PAGES = {  # no browser heeds them with a script, a style or a drawing
    "Referrer-Policy": "same-origin",  # a sitting's link is its key: it goes to nobody else
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
KEYLESS = ("/static/", "/sw.js", "/app.webmanifest", "/apple-touch-icon.png", HEALTH)  # nothing of them is signed
VARY = ["HX-Request", "HX-Boosted", "HX-History-Restore-Request", "Cookie", "Accept-Language"]
COOKIE = "companion-phone"
FORMER_COOKIE, FORMER_SESSION = "phone", "session"  # until version 0.1.0; other programs of a host have such, too
TWO_YEARS = 2 * 365 * 24 * 3600
# A date, since Flask sends no span; and this one, since a small computer without a battery may believe it is 1970.
FOR_EVER = datetime(9999, 12, 31, tzinfo=UTC)


def init_app(app: Flask) -> None:
    app.session_interface = Sessions()
    app.add_template_global(cookie_terms)
    app.url_value_preprocessor(_want_host)
    app.jinja_env.globals["longest_field"] = LONGEST_FIELD
    app.before_request(_receive)
    app.after_request(_guard)


def phone() -> str:
    """The id of the phone that asks."""
    known: str = g.phone
    return known


def needs_key(path: str) -> bool:
    """Whether what is asked for may have to do with a session, or with the database."""
    return not path.startswith(KEYLESS)


def remember(response: Response, name: str, value: str) -> None:
    path, secure = request.script_root or "/", request.is_secure
    response.set_cookie(name, value, max_age=TWO_YEARS, path=path, secure=secure, httponly=True, samesite="Lax")


def cookie_terms() -> str:
    """What follows a cookie that a script keeps: as above, but that the script may read it."""
    secure = "; Secure" if request.is_secure else ""
    return f"; Path={request.script_root or '/'}; Max-Age={TWO_YEARS}; SameSite=Lax{secure}"


@lru_cache(maxsize=256)
def is_address(host: str, path: str) -> bool:
    """Whether somebody can have come by it, and others can be told it. Asked of none that is too long to be kept."""
    known = HOST.fullmatch(host)
    if not known or int(known[1] or 1) > 65535 or not PATH.fullmatch(path):
        return False
    try:
        urlsplit(get_current_url("http", host))
    except ValueError:  # in brackets no number of version 6, or letters of no language behind xn--
        return False
    return True


def _want_host(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Before any link is looked up."""
    if NO_HOST in request.environ:
        raise TurnedAway(
            UNREADABLE,
            say("That is not the address of a computer"),
            say("Type the address shown where Companion was started, or scan the code there."),
        )


def _receive() -> None:
    """Who asks; and what went wrong before anybody could be told: on the line, or when the session was opened.

    Reading a text may take the square of its length, as putting very many accents in order does, and nobody else is
    served meanwhile: what is far too long for any field, of a form or of an address, is read by nobody.
    """
    status = request.environ.get(REFUSED)
    if status == TOO_OFTEN.status:
        advice = say("Your network is sending too much at once. Wait a minute, then send it again.")
        raise TurnedAway(TOO_OFTEN, say("Too much at once"), advice, 60)
    if status == UNAVAILABLE.status:
        raise TurnedAway(UNAVAILABLE, UNAVAILABLE.title, FULL)
    if status:
        abort(status)
    if "no_key" in g:
        raise g.no_key
    of_programs = request.path.startswith(PREFIX)
    try:
        if not of_programs and len(request.mimetype_params.get("boundary", "")) > LONGEST_BOUNDARY:
            abort(400)  # of what stands between parts Python keeps a pattern
        if not of_programs and request.mimetype == FORM:  # each field takes a hundred bytes, however few of the line
            request.max_content_length = min(request.max_content_length or LONGEST_FORM, LONGEST_FORM)
            if request.get_data().count(b"&") >= MOST_FIELDS:
                raise _too_many()
        fields = [*request.args.items(multi=True), *([] if of_programs else request.form.items(multi=True))]
    except OSError as error:  # large files are copied to the disk
        raise TurnedAway(UNAVAILABLE, UNAVAILABLE.title, FULL) from error
    if any(name is None for name, _ in fields):  # of a body in parts, where one doesn't say it
        abort(400)
    if len(fields) > MOST_FIELDS:
        raise _too_many()
    if any(len(typed) > LONGEST_FIELD for _, typed in fields):
        advice = say("A field holds at most %(most)s characters. Shorten it, and send it again.", most=LONGEST_FIELD)
        again = request.method == "POST" and is_asked_by_ours()
        raise TurnedAway(TOO_LARGE, say("That is too long"), advice, again=again)
    if of_programs and wants_json():
        return
    known = request.cookies.get(COOKIE)
    g.phone = known or request.cookies.get(FORMER_COOKIE, "")
    try:
        is_one = str(uuid.UUID(g.phone)) == g.phone
    except ValueError:
        is_one = False
    if not is_one:
        g.phone = str(uuid.uuid4())
    g.new_phone = g.phone != known


def _too_many() -> TurnedAway:
    advice = say("A form has at most %(most)s fields. Go back, and send fewer at a time.", most=MOST_FIELDS)
    return TurnedAway(TOO_LARGE, say("That is too large"), advice)


def _guard(response: Response) -> Response:
    if response.status_code == 308:  # the router's own: on to where it belongs, by whatever name it was found
        response.location = "/" + str(response.location).split("/", 3)[3].lstrip("/")
    page = request.endpoint != "static"
    for name, value in {**HEADERS, **(OF_PAGES if page else {})}.items():
        response.headers.setdefault(name, value)
    if page:
        response.headers.setdefault("Cache-Control", "no-store")
        response.vary.update(["Accept-Language"] if wants_json() else VARY)
        # A form of another site comes without cookies, however long the phone has been known here
        if g.get("new_phone") and is_asked_by_ours():
            remember(response, COOKIE, g.phone)
    return response


class Sessions(SecureCookieSessionInterface):
    """As Flask's own, but a clock that was moved takes nobody's token away, and the key comes when it is needed.

    The cookie is called after the key: phones tell no ports of a host apart, and send it to whatever else is there.
    """

    def get_cookie_name(self, app: Flask) -> str:
        return f"companion-{sha256(str(app.secret_key).encode()).hexdigest()[:8]}"

    def get_cookie_path(self, app: Flask) -> str:
        return request.script_root or "/"

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        if not app.secret_key and needs_key(request.path):
            try:
                app.secret_key = store.secret_key()
            except store.StoreTrouble as trouble:
                g.no_key = trouble
        known = super().open_session(app, request)
        if known is not None and not known and (former := request.cookies.get(FORMER_SESSION)):
            serializer = self.get_signing_serializer(app)
            with suppress(BadSignature):  # of another Companion, or of any other program
                known.update(serializer.loads(former) if serializer else {})
        return known

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = Ageless
        return serializer

    def get_cookie_secure(self, app: Flask) -> bool:
        """What came by HTTPS goes by nothing else; on a plain network there is nothing else."""
        return request.is_secure

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime:
        return FOR_EVER


class Ageless(TimestampSigner):
    """Takes what was signed 40 days ago, and what was signed tomorrow."""

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        unsign: Callable[..., Any] = super().unsign
        return unsign(signed_value, return_timestamp=return_timestamp)
