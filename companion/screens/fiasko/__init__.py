"""Fiasko as a phone shows it: `figures` reckons the sheet out."""

from __future__ import annotations

from companion.screens.core import Screen
from companion.screens.fiasko.figures import figures

SCREEN = Screen(figures=figures)
