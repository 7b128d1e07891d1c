"""The address by which others come to this server: in links that leave a page, and in codes."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from threading import Lock
from urllib.parse import urlsplit

from flask import Flask, current_app, request

FOUND = "companion.address"  # a function of whoever serves: by which address a phone on the same network comes, if any
_SAID = "companion.address_said"


def init_app(app: Flask) -> None:
    """Setting: `ADDRESS`, the public one."""
    app.extensions[_SAID] = Lock()
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


def is_of_this_machine(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name
        return False


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
