"""The cookie that says which pages' tokens are this phone's. It has no clock: an evening is longer than any limit."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Request, g, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from companion import store
from companion.web import health

# A date, since Flask sends no span; and this one, since a small computer without a battery may believe it is 1970.
FOR_EVER = datetime(9999, 12, 31, tzinfo=UTC)


def init_app(app: Flask) -> None:
    """Settings: `SECRET_KEY`, instead of the one in the database."""
    if isinstance(app.secret_key, int | float):  # as the environment brings one that is all digits
        app.secret_key = str(app.secret_key)
    app.session_interface = Sessions()
    app.before_request(_tell)


def _tell() -> None:
    """Only here is there somebody to tell what went wrong when the session was opened."""
    if "no_key" in g and request.endpoint not in ("static", health.ENDPOINT):
        raise g.no_key


class Sessions(SecureCookieSessionInterface):
    """As Flask's own, but a clock that was moved takes nobody's token away, and the key comes when it is needed."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        if not app.secret_key:
            try:
                app.secret_key = store.secret_key()
            except store.StoreTrouble as trouble:
                g.no_key = trouble
        return super().open_session(app, request)

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
