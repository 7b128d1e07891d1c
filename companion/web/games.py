"""Every game has all its pieces: a screen, its templates, its drawings. Where one lacks, nothing is served at all."""

from __future__ import annotations

from pathlib import Path

from companion.rules import GAMES
from companion.rules.core import Incomplete
from companion.screens import SCREENS

FRAGMENTS = ("_face", "_sheet", "_counter", "_pad", "_preview", "_tally", "_why")
FILES = ("drawings.svg", "game.css", "end.css")


def check_games(templates: Path, static: Path) -> None:
    """A game that lacks a piece is an error here, and not a case wherever a piece is used."""
    for slug in (*GAMES, *SCREENS):
        if slug not in GAMES:
            raise Incomplete(f"{slug} has a screen and no rules: add its line to GAMES in companion/rules")
        if slug not in SCREENS:
            raise Incomplete(f"{slug} has rules and no screen: add its line to SCREENS in companion/screens")
        if slug != GAMES[slug].slug:
            raise Incomplete(f"{slug} stands in GAMES, and its rules are called {GAMES[slug].slug}")
        for kind in SCREENS[slug].slips:
            if GAMES[slug].move_type(kind) is None:
                raise Incomplete(f"{slug} has a slip for “{kind}”, and no such move")
        for fragment in (*FRAGMENTS, *(f"_pad_{name}" for name in SCREENS[slug].rounds)):
            if not (templates / "games" / slug / f"{fragment}.html").is_file():
                raise Incomplete(f"{slug} lacks its template templates/games/{slug}/{fragment}.html")
        for name in FILES:
            if not (static / "games" / slug / name).is_file():
                raise Incomplete(f"{slug} lacks its file static/games/{slug}/{name}")
