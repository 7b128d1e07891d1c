"""What a request is for: a page; the part of it that htmx asks for, which is the very file that the page includes; or
JSON, for a script.
"""

from __future__ import annotations

from typing import Any, cast

from flask import Response, current_app, make_response, redirect, render_template, request
from flask_htmx import HTMX

from companion.web.api import PREFIX


def wants_fragment() -> bool:
    """Also boosted and history-restoring requests come from htmx, and those need whole pages."""
    htmx: HTMX = cast(Any, current_app).htmx
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def over_the_sheet() -> bool:
    """Whether what htmx asks for belongs to a page of the sitting, and not to its log."""
    htmx: HTMX = cast(Any, current_app).htmx
    return not (htmx.current_url or "").partition("#")[0].partition("?")[0].endswith("/log")


def show(page: str, fragment: str, status: int = 200, **context: Any) -> Response:
    return make_response(render_template(fragment if wants_fragment() else page, **context), status)


def go(address: str) -> Response:
    """On to another page, from a form or from htmx."""
    if wants_fragment():
        return Response(status=204, headers={"HX-Redirect": address})
    return cast(Response, redirect(address, 303))


def wants_json() -> bool:
    """Whether this request is for the door for scripts, also where nothing lies behind its address."""
    return request.path == PREFIX or request.path.startswith(f"{PREFIX}/")
