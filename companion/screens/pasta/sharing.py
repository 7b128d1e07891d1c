"""Pasta, told to whoever wasn't there."""

from __future__ import annotations

from itertools import pairwise

from companion.record.history import Log, Step
from companion.rules.pasta.play import Sheet
from companion.rules.text import Text, say
from companion.rules.what_if import Otherwise
from companion.screens.core import Gist
from companion.screens.pasta import phrases, words
from companion.screens.pasta.figures import figures
from companion.screens.share.text import alone_otherwise, would_have_won
from companion.screens.times import times


def gist(log: Log, others: tuple[Otherwise, ...]) -> Gist:
    sheet, other, wandered = log.sheet, alone_otherwise(others), _wandered(log.sheet, log.steps)
    return Gist(
        words.because(sheet, figures(sheet)), (*wandered, *((_otherwise(other, bool(wandered)),) if other else ()))
    )


def _wandered(sheet: Sheet, steps: tuple[Step, ...]) -> tuple[Text, ...]:
    """The token, where it ended with somebody."""
    holders = [one.after.token.holder for one in steps if one.after.token]
    moved = sum(before != after for before, after in pairwise(holders))
    if not sheet.token or not moved:
        return ()
    name = sheet.table.players[sheet.token.holder]
    return (say("Al Dente changed hands %(times)s and stayed with %(name)s.", times=times(moved), name=name),)


def _otherwise(other: Otherwise, token_named: bool) -> Text:
    ruling = other.ruling
    if ruling.option.key != "al_dente" or not ruling.value:
        return would_have_won(other)
    weight, name = phrases.worth(ruling.value).words, other.sheet.table.players[other.winners[0]]
    if token_named:
        return say("Had it meant %(weight)s, %(name)s would have won.", weight=weight, name=name)
    return say("Had Al Dente meant %(weight)s, %(name)s would have won.", weight=weight, name=name)
