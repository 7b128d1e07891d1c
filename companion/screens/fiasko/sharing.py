"""Fiasko, told to whoever wasn't there; and what is told of past evenings: dry spells, dear products, and luck."""

from __future__ import annotations

from companion.record.history import Log
from companion.rules.fiasko.luck import DrawLuck, evenings
from companion.rules.fiasko.moves import PRODUCT_TITLES
from companion.rules.fiasko.play import FiaskoSheet
from companion.rules.fiasko.standing import FINISH
from companion.rules.text import Text, say, say_many
from companion.rules.what_if import Otherwise
from companion.screens.core import Fortune, Gist, Past, Record, Worth
from companion.screens.fiasko import words
from companion.screens.fiasko.figures import FiaskoFigures, figures
from companion.screens.share import would_have_won
from companion.screens.wording import tenths


def gist(log: Log, other: Otherwise | None) -> Gist:
    """Who would have won otherwise only where no luck is worth telling."""
    sheet: FiaskoSheet = log.sheet
    lucks = evenings(log.steps, len(sheet.scores))
    aside = _luck(sheet.table.players, lucks) if lucks else ()
    if other and not aside:
        aside = (would_have_won(other),)
    return Gist(_decided(sheet, figures(sheet)), aside)


def _decided(sheet: FiaskoSheet, figures: FiaskoFigures) -> tuple[Text, ...]:
    if len(figures.winners) > 1 or figures.ahead is None or not figures.finish_decided:
        return words.because(sheet, figures)
    names = tuple(sheet.table.players[seat] for seat in figures.runners_up)
    return (
        say_many(
            "%(count)s point ahead of %(names)s: the %(points)s for finishing made the difference.",
            "%(count)s points ahead of %(names)s: the %(points)s for finishing made the difference.",
            figures.ahead,
            names=names,
            points=FINISH,
        ),
    )


def _luck(names: tuple[str, ...], lucks: tuple[DrawLuck, ...]) -> tuple[Text, ...]:
    """Whose was worst, and the rarest run."""
    told = []
    worst = max(range(len(lucks)), key=lambda seat: lucks[seat].fiaskos.fewer)
    if lucks[worst].fiaskos.above:
        told.append(
            say_many(
                "%(name)s drew %(count)s Fiasko (expected: %(expected)s).",
                "%(name)s drew %(count)s Fiaskos (expected: %(expected)s).",
                lucks[worst].fiaskos.came,
                name=names[worst],
                expected=tenths(lucks[worst].fiaskos.expected),
            )
        )
    spared = min(range(len(lucks)), key=lambda seat: lucks[seat].run.chance)
    if many := lucks[spared].run.one_in([luck.run for luck in lucks]):
        told.append(_spared(names[spared], lucks[spared], many, bool(told)))
    return tuple(told)


def _spared(name: str, luck: DrawLuck, many: int, goes_on: bool) -> Text:
    told = {"name": name, "cards": luck.run.length, "many": many}
    if luck.run.length < luck.draws:
        return say("%(name)s drew %(cards)s cards in a row without a Fiasko: 1 evening in %(many)s.", **told)
    if goes_on:
        return say("%(name)s drew none in %(cards)s cards: 1 evening in %(many)s.", **told)
    return say("%(name)s drew no Fiasko in %(cards)s cards: 1 evening in %(many)s.", **told)


# Past evenings


PAST = Past(
    ink="tomato",
    signed=True,
    records=(
        Record(
            "run",
            say("the longest lucky streak"),
            lambda kept: say_many("%(count)s card without a Fiasko", "%(count)s cards without a Fiasko", kept["run"]),
            lambda kept: "goods",
        ),
        Record(
            "dearest",
            say("the best product score"),
            lambda kept: say(
                "%(product)s: %(points)s", product=PRODUCT_TITLES[kept["product"]], points=kept["dearest"]
            ),
            lambda kept: str(kept["product"]),
        ),
    ),
    luck=Fortune(
        "fiaskos",
        say("Luck at Fiasko"),
        say("Fiaskos drawn, compared with what the odds predicted. Two dots in three should fall inside their band."),
        say("fewer Fiaskos"),
        say("Drawn"),
        Worth(
            "cards",
            say("in points"),
            say("On the right: how many points (of 100) the cards drawn added to the chance to win, roughly."),
        ),
    ),
)
