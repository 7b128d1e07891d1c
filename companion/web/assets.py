"""Static files, whose addresses carry their contents' digests, and so are kept for ever; what templates draw with."""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
import os
import re
from typing import Any

import rjsmin
from flask import Flask, Response, g, request, url_for
from jinja2.ext import Extension

from companion.screens.geometry import apart, curve, cut, rings, smaller, ticks, two_rows

TEXTS = {"text/css", "text/javascript", "application/javascript", "image/svg+xml"}
FOR_EVER = "public, max-age=31536000, immutable"
INDENTED = re.compile(r"^[ \t]+", re.M)
NOTES = re.compile(rb"/\*.*?\*/\n?|^\s+|(?<=[;:,{}])\s+|\s+(?=[{}])", re.M | re.S)  # and room, in our styles


def init_app(app: Flask) -> None:
    folder = str(app.static_folder)
    strict = app.testing or app.debug
    mimetypes.add_type("font/woff2", ".woff2")  # not every machine knows it

    @app.url_defaults
    def with_digest(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint != "static" or "v" in values:
            return
        path = os.path.join(folder, values["filename"])
        try:
            values["v"] = _digest(path, os.stat(path).st_mtime_ns)
        except OSError:
            if strict:  # a template names a file that is missing
                raise

    @app.template_global()
    def symbols(slug: str) -> str:
        """The file of a game’s drawings: a page shows a dozen of them, and asks once where they are."""
        known: dict[str, str] = g.setdefault("symbols", {})
        if slug not in known:
            known[slug] = url_for("static", filename=f"games/{slug}/symbols.svg")
        return known[slug]

    app.jinja_env.add_extension(Unindented)
    for drawn in (apart, curve, cut, rings, smaller, ticks, two_rows):
        app.jinja_env.filters[drawn.__name__] = drawn

    @app.after_request
    def keep_and_pack(response: Response) -> Response:
        if request.endpoint != "static":
            return response
        response.headers.pop("Content-Disposition", None)  # a name for who saves it: bytes for everybody else
        if response.status_code not in (200, 304):
            return response
        path = os.path.join(folder, (request.view_args or {})["filename"])
        changed = os.stat(path).st_mtime_ns
        if request.args.get("v") == _digest(path, changed):  # and no page of another version asks for it
            response.headers["Cache-Control"] = FOR_EVER
            response.headers.pop("Last-Modified", None)  # its ETag says the same, should anybody ask again
        if response.status_code == 200 and response.mimetype in TEXTS:
            response.vary.add("Accept-Encoding")
            if request.accept_encodings.quality("gzip"):
                response.close()  # the file
                response.direct_passthrough = False
                response.set_data(_packed(path, changed))
                response.headers["Content-Encoding"] = "gzip"
                response.headers.pop("Accept-Ranges", None)
                etag, _ = response.get_etag()
                if etag:
                    response.set_etag(etag, weak=True)
        return response


class Unindented(Extension):
    """Templates are indented for who reads them, and sent without that."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return INDENTED.sub(" ", source)


@functools.lru_cache(maxsize=64)
def _packed(path: str, changed: int) -> bytes:
    """As small as gzip can, which browsers take nothing better than over plain http."""
    return gzip.compress(bare(path), 9, mtime=0)


def bare(path: str) -> bytes:
    """A file as a browser needs it: ours without our notes, and without the room between words."""
    with open(path, "rb") as file:
        text = file.read()
    if "vendor" in path:
        return text
    if path.endswith(".js"):
        text = rjsmin.jsmin(text).replace(b";\n", b";")
    return NOTES.sub(b"", text) if path.endswith(".css") else text


@functools.lru_cache(maxsize=512)
def _digest(path: str, changed: int) -> str:
    """Of a file's content: computed once for each time that the file has `changed`."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:12]
