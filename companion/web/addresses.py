"""The address by which others come to this server: in links that leave a page, and in codes."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, current_app, request

FOUND = "companion.address"  # a function of whoever serves: by which address a phone on the same network comes, if any
_SAID = "companion.address_said"
_FORWARDED = "companion.forwarded"
NEEDED = ("X-Forwarded-Proto", "X-Forwarded-Host")  # beside X-Forwarded-For


def init_app(app: Flask) -> None:
    """Setting: `ADDRESS`, the public one."""
    app.extensions[_SAID] = Lock()
    app.before_request(_remember_proxies)
    if app.config.get("ADDRESS"):
        app.before_request(_compare)


def origin() -> str:
    """`http://host:port` for others. An address of this machine alone is of no use to them."""
    if public := current_app.config.get("ADDRESS"):
        return "{0.scheme}://{0.netloc}".format(urlsplit(public))
    found: Callable[[], str | None] | None = current_app.extensions.get(FOUND)
    if found and not current_app.config["PROXIES"] and is_of_this_machine(urlsplit(request.host_url).hostname or ""):
        return found() or request.host_url.rstrip("/")
    return request.host_url.rstrip("/")


def for_others(path: str) -> str:
    prefix = urlsplit(current_app.config.get("ADDRESS") or "").path
    return origin() + (path if path.startswith(f"{prefix}/") else prefix + path)


def is_below_known_path() -> bool:
    """Some proxies pass on whatever path a stranger says that they put before ours."""
    public = current_app.config.get("ADDRESS")
    return not (public and request.script_root) or urlsplit(request.url_root).path.rstrip("/") == urlsplit(public).path


def is_asked_by_ours() -> bool:
    """Whether a form is of a page of ours, and not one that another site has made."""
    asks = request.headers.get("Origin")
    return asks is None or asks.partition("://")[2] == request.host


def is_of_this_machine(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name
        return False


def forwarded() -> dict[str, Any] | None:
    """What this process was told by the proxies of the last request that came by any."""
    known: dict[str, Any] | None = current_app.extensions.get(_FORWARDED)
    return known


def _remember_proxies() -> None:
    if named := request.headers.get("X-Forwarded-For"):
        lacks = [name for name in NEEDED if name not in request.headers]
        current_app.extensions[_FORWARDED] = {"proxies": named.count(",") + 1, "lacks": lacks}


def _compare() -> None:
    """Said once: whoever looks after the server may have forgotten to tell a proxy something."""
    came, public = request.url_root.rstrip("/"), current_app.config["ADDRESS"]
    if (
        came != public
        and request.endpoint != "errors.healthz"
        and current_app.extensions[_SAID].acquire(blocking=False)
    ):
        current_app.logger.warning(
            "A request came for %s, and COMPANION_ADDRESS is %s. If it came by a proxy, let that send "
            "X-Forwarded-Host, -Proto and -Prefix, and set COMPANION_PROXIES. This is said once.",
            came,
            public,
        )
