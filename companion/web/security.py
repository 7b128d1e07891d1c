"""What keeps a table's phones apart from the rest of the world: headers, and each phone's own id."""

from __future__ import annotations

import unicodedata
import uuid

from flask import Flask, Response, g, request

from companion.rules.options import BadOption, read_names
from companion.rules.text import brief, say
from companion.web import api

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}
OF_PAGES = {  # no browser heeds them with a script, a style or a drawing
    "Referrer-Policy": "same-origin",  # a sitting's link is its key: it goes to nobody else
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
VARY = ["HX-Request", "HX-Boosted", "HX-History-Restore-Request", "Cookie", "Accept-Language"]
COOKIE = "phone"
OWNER_COOKIE = "owner"
TURNS_TEXT = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
TWO_YEARS = 2 * 365 * 24 * 3600


def init_app(app: Flask) -> None:
    app.before_request(_know_phone)
    app.after_request(_guard)


def owner() -> str | None:
    """Whose phone this is, where they said so, and it is a name."""
    try:
        return read_owner(request.cookies.get(OWNER_COOKIE, ""))
    except BadOption:
        return None


def read_owner(typed: str) -> str | None:
    """Other phones show it in the middle of a sentence: what would turn that sentence round is no part of a name."""
    if not typed.strip():
        return None
    (name,) = read_names((typed,))
    if any(unicodedata.bidirectional(character) in TURNS_TEXT for character in name):
        raise BadOption(say("“%(name)s” has a character that can’t be printed", name=brief(name)))
    return name


def remember(response: Response, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=TWO_YEARS, secure=request.is_secure, httponly=True, samesite="Lax")


def _know_phone() -> None:
    if api.is_asked():
        return
    g.phone = request.cookies.get(COOKIE, "")
    g.new_phone = not _is_id(g.phone)
    if g.new_phone:
        g.phone = str(uuid.uuid4())


def _is_id(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False


def _guard(response: Response) -> Response:
    page = request.endpoint != "static"
    for name, value in {**HEADERS, **(OF_PAGES if page else {})}.items():
        response.headers.setdefault(name, value)
    if page:
        response.headers.setdefault("Cache-Control", "no-store")
        response.vary.update(["Accept-Language"] if api.is_asked() else VARY)
        if g.get("new_phone"):
            remember(response, COOKIE, g.phone)
    return response
