"""Whether this process serves, for whatever looks after it: a load balancer, a container's runtime, a script."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version

from flask import Blueprint, Response, g, jsonify, make_response

from companion import store

bp = Blueprint("health", __name__)
ENDPOINT = "health.healthz"
SOON = {"Retry-After": "5"}


@bp.get("/healthz")
def healthz() -> Response:
    """Ok once the database answers."""
    g.new_phone = False  # nobody who looks at a table
    try:
        store.answer()
    except store.StoreTrouble as trouble:
        return make_response(jsonify(status="trouble", error=str(trouble)), 503, SOON)
    return jsonify(status="ok", version=_version())


@cache
def _version() -> str:
    return version("companion")
