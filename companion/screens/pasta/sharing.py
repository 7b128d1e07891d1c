"""Pasta, told to whoever wasn't there; and what is told of past evenings: large groups, and what broke ties."""

from __future__ import annotations

from itertools import pairwise

from companion.record.history import Log
from companion.rules.pasta.play import PastaSheet
from companion.rules.text import Text, say, say_many
from companion.rules.what_if import Otherwise
from companion.screens.core import Gist, Past, Record
from companion.screens.pasta.figures import figures, worth
from companion.screens.pasta.words import because
from companion.screens.share import would_have_won
from companion.screens.wording import times


def gist(log: Log, other: Otherwise | None) -> Gist:
    """The token too, where it ended with somebody; then who would have won, had it meant something else."""
    sheet: PastaSheet = log.sheet
    aside: list[Text] = []
    holders = [one.after.token.holder for one in log.steps if one.after.token]
    moved = sum(before != after for before, after in pairwise(holders))
    if sheet.token and moved:
        name = sheet.table.players[sheet.token.holder]
        aside.append(say("Al Dente changed hands %(times)s and ended up with %(name)s.", times=times(moved), name=name))
    if other:
        aside.append(_otherwise(other, token_named=bool(aside)))
    return Gist(because(sheet, figures(sheet)), tuple(aside))


def _otherwise(other: Otherwise, token_named: bool) -> Text:
    ruling = other.ruling
    if ruling.option.key != "al_dente" or not ruling.value:
        return would_have_won(other)
    weight, name = worth(ruling.value).words, other.sheet.table.players[other.winners[0]]
    if token_named:
        return say("Had it meant %(weight)s, %(name)s would have won.", weight=weight, name=name)
    return say("Had Al Dente meant %(weight)s, %(name)s would have won.", weight=weight, name=name)


# Past evenings


PAST = Past(
    ink="corn",
    signed=True,
    records=(
        Record(
            "largest",
            say("the largest group"),
            lambda kept: say_many("%(count)s card in one group", "%(count)s cards in one group", kept["largest"]),
            lambda kept: "farfalle",
        ),
    ),
    level={
        "largest": say("Level, and won on the largest group"),
        "cards": say("Level, and won on the most cards"),
        "groups": say("Level, and won on the most groups"),
    },
)
