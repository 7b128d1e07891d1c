"""The application: its settings, its extensions and its rooms."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask, request
from flask.ctx import RequestContext
from flask_compress import Compress
from flask_htmx import HTMX
from flask_wtf import CSRFProtect
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from companion import settings, store
from companion.record.files.game_file import LARGEST
from companion.rules import GAMES
from companion.rules.core import Incomplete
from companion.screens import SCREENS
from companion.web import (
    addresses,
    assets,
    errors,
    evenings,
    home,
    imports,
    installed,
    languages,
    limits,
    preferences,
    security,
)
from companion.web.api import routes
from companion.web.fragments import wants_fragment
from companion.web.live import routes as live
from companion.web.setup import routes as setup
from companion.web.share import join, outward, paper, television
from companion.web.sitting import series, taps

ASSETS = settings.HERE if settings.INSTALLED else settings.HERE.parent
FRAGMENTS = ("_face", "_sheet", "_counter", "_pad", "_preview", "_tally", "_why")  # templates of each game
FILES = ("symbols.svg", "game.css", "watch.css", "end.css")
DEFAULTS = {
    "WTF_CSRF_TIME_LIMIT": None,  # an evening is longer than any limit
    "WTF_CSRF_SSL_STRICT": False,  # some phones send no Referer, and a proxy may hide a port: the token says enough
    "SESSION_COOKIE_SAMESITE": "Lax",
    "MAX_CONTENT_LENGTH": LARGEST + 1_000_000,  # a game file, and the form around it
    "COMPRESS_MIN_SIZE": 300,
    "COMPRESS_ALGORITHM": ["gzip"],  # for pages made anew each time, its quick levels beat brotli's
    "COMPRESS_STREAMS": False,
}


class Companion(Flask):
    def url_for(self, endpoint: str, **values: Any) -> str:
        """Without the host unless it is asked for: a sheet that is pushed names the addresses that its page does."""
        path = super().url_for(endpoint, **{**values, "_external": False})
        return addresses.for_others(path) if values.get("_external") else path

    def request_context(self, environ: dict[str, Any]) -> RequestContext:
        """An address that is none gets no page, and what says so is a page, too: it is made for another one."""
        host = environ.get("HTTP_HOST", "localhost")  # old programs and probes may say none
        path = environ.get("SCRIPT_NAME", "")
        if len(host) + len(path) > security.LONGEST_ADDRESS or not security.is_address(host, path):
            environ = {**environ, "HTTP_HOST": "localhost", "SCRIPT_NAME": "", security.NO_HOST: True}
        return super().request_context(environ)

    def log_exception(self, exc_info: Any) -> None:
        """By the route's name: the address of a sitting is its key, and logs are read by others."""
        self.logger.error("Exception in %s [%s]", request.endpoint, request.method, exc_info=exc_info)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """`config` goes before the settings of the environment, and may have those of Flask as well."""
    chosen = {**settings.read(os.environ), **(config or {})}
    check_games(ASSETS / "templates", ASSETS / "static")
    app = Companion(
        "companion",
        instance_path=str(settings.data_folder(chosen)),
        template_folder=str(ASSETS / "templates"),
        static_folder=str(ASSETS / "static"),
    )
    app.config.from_mapping(DEFAULTS, **chosen)
    _extend(app)
    rooms = (home, preferences, installed, evenings, imports, setup, paper, join, television, errors)
    of_a_sitting = (taps, series, outward)  # where it is tapped, shown and played again, it is one
    for bp in dict.fromkeys(room.bp for room in (*rooms, *of_a_sitting)):
        app.register_blueprint(bp)
    app.register_blueprint(routes.bp)
    return app


def check_games(templates: Path, static: Path) -> None:
    """A game that lacks a piece is an error here, and not a case wherever a piece is used."""
    for slug in (*GAMES, *SCREENS):
        if slug not in GAMES:
            raise Incomplete(f"{slug} has a screen and no rules: add its line to GAMES in companion/rules")
        if slug not in SCREENS:
            raise Incomplete(f"{slug} has rules and no screen: add its line to SCREENS in companion/screens")
        if slug != GAMES[slug].slug:
            raise Incomplete(f"{slug} stands in GAMES, and its rules are called {GAMES[slug].slug}")
        for kind in SCREENS[slug].keys.slips:
            if GAMES[slug].move_type(kind) is None:
                raise Incomplete(f"{slug} has a slip for “{kind}”, and no such move")
        for fragment in (*FRAGMENTS, *(f"_pad_{name}" for name in SCREENS[slug].keys.rounds)):
            if not (templates / "games" / slug / f"{fragment}.html").is_file():
                raise Incomplete(f"{slug} lacks its template templates/games/{slug}/{fragment}.html")
        for name in FILES:
            if not (static / "games" / slug / name).is_file():
                raise Incomplete(f"{slug} lacks its file static/games/{slug}/{name}")


def _extend(app: Flask) -> None:
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    addresses.init_app(app)
    security.init_app(app)
    limits.init_app(app)
    store.init_app(app)
    languages.init_app(app)
    preferences.init_app(app)
    assets.init_app(app)
    live.init_app(app)
    installed.init_app(app)
    CSRFProtect(app).exempt(routes.bp)  # companion/web/api says why
    HTMX(app)
    app.jinja_env.globals["wants_fragment"] = wants_fragment
    Compress(app)
    if many := app.config["PROXIES"]:
        fixed = ProxyFix(app.wsgi_app, x_for=many, x_proto=many, x_host=many, x_prefix=many)
        app.wsgi_app = fixed  # type: ignore[method-assign]
