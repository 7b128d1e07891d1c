"""Companion: the score sheet that a phone brings to a table of real cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"  # the one place where it stands

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The front door. The web is imported only here, so that `companion tally` starts at once."""
    from companion.web.app import create_app

    return create_app(config)
