"""A game that is over, told in five lines to whoever wasn't there. The last one, its link, is the web's."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.record.history import Log
from companion.rules.core import Ruleset
from companion.rules.text import Text, say
from companion.rules.what_if import Otherwise, otherwise
from companion.screens.core import Gist, Screen


class Shared(NamedTuple):
    """A line each; one that has nothing to say is left out."""

    heading: Text
    ranking: tuple[Text, ...]
    decided: tuple[Text, ...]
    aside: tuple[Text, ...]


def shared(game: Ruleset[Any], screen: Screen[Any], log: Log, day: str) -> Shared:
    gist = screen.gist(log, otherwise(game, log.sheet, log.moves))
    verdict = _verdict(game, log.sheet) or screen.words.verdict(log.sheet, screen.figures(log.sheet))
    heading = say("%(game)s, %(day)s: %(verdict)s", game=game.name, day=day, verdict=verdict)
    return Shared(heading, _ranking(game, log.sheet, gist), gist.decided, gist.aside)


def _verdict(game: Ruleset[Any], sheet: Any) -> Text | None:
    """The same in every game, and short; None where it takes more words."""
    won = game.winners(sheet)
    total = game.results(sheet)[won[0]].points
    if len(won) > 1 or not total:
        return None
    return say("%(name)s wins with %(total)s", name=sheet.table.players[won[0]], total=total)


def _ranking(game: Ruleset[Any], sheet: Any, gist: Gist) -> tuple[Text, ...]:
    results = game.results(sheet)
    ranked = sorted(range(len(results)), key=lambda seat: results[seat].rank)
    placed = [
        say("%(rank)s. %(name)s %(total)s", rank=rank, name=sheet.table.players[seat], total=points)
        for seat in ranked
        for points, rank in (results[seat],)
    ]
    return tuple(
        place if beside is None else say("%(place)s (%(beside)s)", place=place, beside=beside)
        for place, beside in zip(placed, gist.beside or (None,) * len(placed), strict=True)
    )


def alone_otherwise(others: tuple[Otherwise, ...]) -> Otherwise | None:
    """The first ruling under which somebody else alone would have won."""
    return next((one for one in others if len(one.winners) == 1), None)


def would_have_won(one: Otherwise) -> Text:
    name, ruling = one.sheet.table.players[one.winners[0]], one.ruling
    return say(
        "With “%(choice)s” (%(option)s), %(name)s would have won.",
        choice=ruling.label,
        option=ruling.option.title,
        name=name,
    )
