"""The cookie that says which pages' tokens are this phone's. It has no clock: an evening is longer than any limit."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

# A date, since Flask sends no span; and this one, since a small computer without a battery may believe it is 1970.
FOR_EVER = datetime(9999, 12, 31, tzinfo=UTC)


class Sessions(SecureCookieSessionInterface):
    """As Flask's own, but a clock that was moved takes nobody's token away."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = Ageless
        return serializer

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime:
        return FOR_EVER


class Ageless(TimestampSigner):
    """Takes what was signed 40 days ago, and what was signed tomorrow."""

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        unsign: Callable[..., Any] = super().unsign
        return unsign(signed_value, return_timestamp=return_timestamp)
