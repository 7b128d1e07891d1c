"""What makes an app of the pages where a browser can: a manifest, a worker, and a page for when nothing answers."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, current_app, g, json, render_template, request, url_for
from flask_babel import force_locale, gettext

from companion.rules import GAMES
from companion.web.addresses import is_of_this_machine
from companion.web.assets import bare
from companion.web.languages import LANGUAGES, translate

bp = Blueprint("installed", __name__)
CLOTH = {"light": "#c8321f", "dark": "#523131"}  # of the awning: what a phone draws its own bars in
PAPER = {"light": "#fbf5e6", "dark": "#15181f"}
ICONS = (("any", 192), ("any", 512), ("maskable", 192), ("maskable", 512))
PARTS = {".py", ".mo", ".html", ".css", ".js", ".svg", ".png", ".woff2"}  # of which pages are made


def init_app(app: Flask) -> None:
    app.context_processor(lambda: {"cloth": CLOTH})
    app.add_template_global(is_secure)


def is_secure() -> bool:
    """Whether a browser takes this address for a secure one, as far as the server knows; its script puts it right."""
    return request.is_secure or is_of_this_machine(urlsplit(request.host_url).hostname or "")


@bp.get("/app.webmanifest")
def manifest() -> Response:
    """A browser asks for it without cookies: its address says for whom. It is one app in every language.

    The format knows one colour of each: that of the phone's theme if one is chosen.
    """
    g.new_phone = False  # and what comes without a cookie is no new phone
    asked = request.args.get("language")
    language = asked if asked in LANGUAGES else next(iter(LANGUAGES))
    home, light = url_for("home.page"), "dark" if request.args.get("theme") == "dark" else "light"
    with force_locale(language):
        said = {
            "id": home,
            "name": "Companion",
            "short_name": "Companion",
            "description": gettext("You play with real cards, this phone keeps the score sheet."),
            "lang": language,
            "dir": "ltr",
            "start_url": home,
            "scope": home,
            "display": "standalone",
            "theme_color": CLOTH[light],
            "background_color": PAPER[light],
            "categories": ["games", "utilities"],
            "icons": [
                {
                    "src": url_for("static", filename=f"icons/{purpose}-{side}.png"),
                    "sizes": f"{side}x{side}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for purpose, side in ICONS
            ],
            "shortcuts": [
                {"name": translate(game.name), "url": url_for("setup.page", slug=slug)} for slug, game in GAMES.items()
            ],
        }
    return _fresh(json.dumps(said), "application/manifest+json")


@bp.get("/apple-touch-icon.png")
def apple() -> Response:
    """Where an iPhone looks for it by itself, too."""
    g.new_phone = False
    return current_app.send_static_file("icons/apple-180.png")


@bp.get("/sw.js")
def worker() -> Response:
    """At the root, since a worker looks after what lies below it. It differs when anything of a page does."""
    g.new_phone = False  # a proxy that keeps it would give one phone's id to others
    source = bare(str(Path(current_app.static_folder or "", "js", "worker.js")))
    return _fresh(f'const VERSION = "{_version()}";\n{source.decode()}', "text/javascript")


@functools.cache
def _version() -> str:
    digest = hashlib.sha256()
    package = Path(__file__).resolve().parent.parent
    for folder in (package, Path(current_app.static_folder or ""), Path(str(current_app.template_folder))):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in PARTS):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _fresh(body: str, mimetype: str) -> Response:
    """To be kept, but never used without asking."""
    response = Response(body, mimetype=mimetype, headers={"Cache-Control": "no-cache"})
    response.add_etag()
    response.make_conditional(request)
    return response


@bp.get("/offline")
def offline() -> str:
    """Kept ahead by the worker, for whatever was asked for and isn't kept."""
    return render_template("installed/offline.html")
