"""The application: its settings, its extensions and its rooms."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask, request
from flask_compress import Compress
from flask_htmx import HTMX
from flask_wtf import CSRFProtect
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from companion import store
from companion.record.files.game_file import LARGEST
from companion.web import assets, errors, home, installed, languages, minute, preferences, security
from companion.web.api import guesses, routes
from companion.web.evenings import files as imports
from companion.web.evenings import page as evenings
from companion.web.games import check_games
from companion.web.live import routes as live
from companion.web.setup import routes as setup
from companion.web.share import export as outward
from companion.web.share import link as share
from companion.web.share import paper
from companion.web.sitting import rematch, taps

_HERE = Path(__file__).resolve().parent.parent
ASSETS = _HERE if (_HERE / "templates").is_dir() else _HERE.parent  # a wheel has them inside, a checkout beside
DEFAULTS = {
    "WTF_CSRF_TIME_LIMIT": None,  # an evening is longer than any limit
    "WTF_CSRF_SSL_STRICT": False,  # some phones send no Referer, and a proxy may hide a port: the token says enough
    "SESSION_COOKIE_SAMESITE": "Lax",
    "PROXIES": 0,
    "MAX_CONTENT_LENGTH": LARGEST + 1_000_000,  # a game file, and the form around it
    "COMPRESS_MIN_SIZE": 300,
    "COMPRESS_ALGORITHM": ["gzip"],  # for pages made anew each time, its quick levels beat brotli's
    "COMPRESS_ALGORITHM_STREAMING": [],
}


class Companion(Flask):
    def url_for(self, endpoint: str, **values: Any) -> str:
        """Without the host unless it is asked for: a sheet that is pushed names the addresses that its page does."""
        return super().url_for(endpoint, **{**values, "_external": bool(values.get("_external"))})

    def log_exception(self, exc_info: Any) -> None:
        """By the route's name: the address of a sitting is its key, and logs are read by others."""
        self.logger.error("Exception in %s [%s]", request.endpoint, request.method, exc_info=exc_info)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Settings: defaults, then instance/config.py, then COMPANION_… in the environment, then `config`."""
    given = dict(config or {})
    check_games(ASSETS / "templates", ASSETS / "static")
    app = Companion(
        "companion",
        instance_path=str(_instance(given)),
        instance_relative_config=True,
        template_folder=str(ASSETS / "templates"),
        static_folder=str(ASSETS / "static"),
    )
    app.config.from_mapping(DEFAULTS)
    app.config.from_pyfile("config.py", silent=True)
    app.config.from_prefixed_env("COMPANION")
    app.config.from_mapping(given)
    _extend(app)
    _believe_proxies(app)
    rooms = (home, preferences, installed, evenings, imports, setup, minute, paper, errors)
    of_a_sitting = (taps, rematch, share, outward)  # where it is tapped, shown and played again, it is one
    for bp in dict.fromkeys(room.bp for room in (*rooms, *of_a_sitting)):
        app.register_blueprint(bp)
    app.register_blueprint(routes.bp)
    return app


def _instance(given: dict[str, Any]) -> Path:
    """The folder of the database: `instance/` in a checkout, the user's own data elsewhere."""
    chosen = given.pop("INSTANCE", None) or os.environ.get("COMPANION_INSTANCE")
    if ASSETS == _HERE:
        usual = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "companion"
    else:
        usual = ASSETS / "instance"
    return Path(chosen or usual).absolute()


def _believe_proxies(app: Flask) -> None:
    """Setting: `PROXIES`, how many stand before us, and say by which address, HTTPS or not, a phone has come."""
    if many := int(app.config["PROXIES"]):
        fixed = ProxyFix(app.wsgi_app, x_for=many, x_proto=many, x_host=many, x_prefix=many)
        app.wsgi_app = fixed  # type: ignore[method-assign]


def _extend(app: Flask) -> None:
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    security.init_app(app)
    store.init_app(app)
    languages.init_app(app)
    preferences.init_app(app)
    assets.init_app(app)
    errors.init_app(app)
    live.init_app(app)
    installed.init_app(app)
    guesses.init_app(app)
    CSRFProtect(app).exempt(routes.bp)  # companion/web/api says why
    HTMX(app)
    Compress(app)
