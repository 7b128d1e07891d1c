"""What it would mean to stop here, said before anybody does."""

from __future__ import annotations

from typing import Any

from companion.record import history
from companion.record.history import Log
from companion.rules.core import End, Ruleset
from companion.rules.text import Text, say
from companion.screens.core import Screen


def if_stopped(game: Ruleset[Any], screen: Screen[Any], log: Log) -> tuple[Text, ...]:
    """What counts then and what doesn't, and who would win."""
    sheet = history.sheet_if(game, log, None, End())
    figures = screen.figures(sheet)
    if screen.words.best(figures) is None:
        return (*screen.stops, say("Nobody has any points yet."))
    return (*screen.stops, say("As it stands: %(verdict)s.", verdict=screen.words.verdict(sheet, figures)))
