"""Was it luck? Each player's Fiaskos against the odds of those very draws, and what they cost: in small numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from companion.record.history import Log, Step
from companion.rules.fiasko.luck import AgainstOdds, DrawLuck, evenings
from companion.rules.fiasko.moves import Draw
from companion.rules.luck import PARTS, Luck
from companion.rules.text import Text, say, say_many
from companion.screens.wording import tenths

ENOUGH = 10  # draws of whoever drew most
COLUMNS = 7  # of the picture, at least: no Fiasko to all six


class Twenty(NamedTuple):
    """Twenty evenings with these very draws, by the Fiaskos that each brings."""

    evenings: tuple[int, ...]
    came: int
    expected: float
    spread: float
    described: Text

    @property
    def tallest(self) -> int:
        return max(self.evenings)


class Fortune(NamedTuple):
    """A player's."""

    seat: int
    name: str
    title: Text
    said: tuple[Text, ...]
    twenty: Twenty
    beside: tuple[Text, ...]  # the catastrophes, and the cards


class Draws(NamedTuple):
    """Somebody's draws in order, True for a Fiasko, and the longest run without one."""

    seat: int
    fiaskos: tuple[bool, ...]
    start: int
    length: int
    title: Text
    said: Text


class Fortunes(NamedTuple):
    """None of them where there were too few draws."""

    each: tuple[Fortune, ...]
    unluckiest: tuple[int, Text] | None  # a seat, and that somebody has it as bad
    run: Draws | None


def luck(log: Log) -> Fortunes | None:
    """None where not every draw was counted."""
    names = log.sheet.table.players
    each = evenings(log.steps, len(names)) if log.sheet.table.options["count"] == "all" else None
    if each is None:
        return None
    if max(evening.draws for evening in each) < ENOUGH:
        return Fortunes((), None, None)
    fortunes = tuple(_fortune(seat, names[seat], evening) for seat, evening in enumerate(each))
    return Fortunes(fortunes, _unluckiest(each, names), _run(each, names, log.steps))


def _fortune(seat: int, name: str, evening: DrawLuck) -> Fortune:
    said = (_said(evening.fiaskos), *_cost(evening))
    return Fortune(seat, name, _drew(name, evening.fiaskos.came), said, _twenty(evening.fiaskos), _beside(evening))


def _drew(name: str, fiaskos: int) -> Text:
    if not fiaskos:
        return say("%(name)s drew no Fiasko", name=name)
    return say_many("%(name)s drew %(count)s Fiasko", "%(name)s drew %(count)s Fiaskos", fiaskos, name=name)


def _said(lucky: Luck) -> Text:
    expected, above, below = tenths(lucky.expected), lucky.above, lucky.below
    if above:
        return say("The odds said %(expected)s: worse than %(share)s.", expected=expected, share=_of(above))
    if below:
        return say("The odds said %(expected)s: better than %(share)s.", expected=expected, share=_of(below))
    return say("The odds said %(expected)s: nothing out of the ordinary.", expected=expected)


def _of(evenings: int) -> Text:
    """Of twenty, in the smallest numbers."""
    share = Fraction(evenings, PARTS)
    return say("%(many)s in %(all)s evenings", many=share.numerator, all=share.denominator)


def _cost(evening: DrawLuck) -> tuple[Text, ...]:
    fiaskos, cards = evening.fiaskos.came, evening.to_fiaskos.came
    if not cards:
        return ()
    if fiaskos == 1:
        return (say_many("It cost %(count)s card.", "It cost %(count)s cards.", cards),)
    return (say_many("They cost %(count)s card.", "They cost %(count)s cards.", cards),)


def _twenty(lucky: Luck) -> Twenty:
    all_counts = lucky.twenty
    shown = max(COLUMNS, max(count for count, brought in enumerate(all_counts) if brought) + 1)
    twenty = (*all_counts, *(0,) * COLUMNS)[:shown]
    brought = tuple(_brings(count, evenings) for count, evenings in enumerate(twenty) if evenings)
    described = say("Of twenty evenings with these draws: %(list)s.", list=brought)
    return Twenty(twenty, lucky.came, lucky.expected, lucky.spread, described)


def _brings(fiaskos: int, evenings: int) -> Text:
    """For those who don't see the picture."""
    brought = say_many("%(count)s Fiasko", "%(count)s Fiaskos", fiaskos) if fiaskos else say("no Fiasko")
    return say_many(
        "%(count)s evening with %(fiaskos)s", "%(count)s evenings with %(fiaskos)s", evenings, fiaskos=brought
    )


def _beside(evening: DrawLuck) -> tuple[Text, ...]:
    """What the picture doesn't show: everything is set against its odds."""
    return (
        *_against(say("Cards lost to Fiaskos: %(came)s"), evening.to_fiaskos),
        *_against(say("Catastrophes drawn: %(came)s"), evening.catastrophes),
        *_against(say("Cards lost to catastrophes: %(came)s"), evening.to_catastrophes),
    )


def _against(sentence: Text, what: AgainstOdds) -> tuple[Text, ...]:
    """None where what the odds said depends on what the table says."""
    if what.expected is None:
        return ()
    came = sentence._replace(params=(("came", what.came),))
    return (say("%(came)s (the odds said %(expected)s)", came=came, expected=tenths(what.expected)),)


def _unluckiest(each: tuple[DrawLuck, ...], names: tuple[str, ...]) -> tuple[int, Text] | None:
    """Whoever had it worst hears how often anybody does."""
    seat, evening = max(enumerate(each), key=lambda one: one[1].fiaskos.fewer)
    if evening.fiaskos.above is None:
        return None
    somebody = evening.fiaskos.shared_by(len(each))
    return seat, say(
        "%(players)s sit here: in %(evenings)s evenings of %(all)s, somebody has it as bad as %(name)s.",
        players=len(each),
        evenings=somebody,
        all=PARTS,
        name=names[seat],
    )


def _run(each: tuple[DrawLuck, ...], names: tuple[str, ...], steps: tuple[Step, ...]) -> Draws | None:
    """The rarest of all the longest ones, if it is rare."""
    seat, evening = min(enumerate(each), key=lambda one: one[1].run.chance)
    length, one_in = evening.run.length, evening.run.one_in
    if one_in is None:
        return None
    fiaskos = tuple(
        one.move.card == "fiasko" for one in steps if isinstance(one.move, Draw) and one.move.player == seat
    )
    title = say_many(
        "%(name)s: %(count)s card in a row without a Fiasko.",
        "%(name)s: %(count)s cards in a row without a Fiasko.",
        length,
        name=names[seat],
    )
    said = say("1 evening in %(many)s with these draws has such a run.", many=one_in)
    return Draws(seat, fiaskos, _where(fiaskos, length), length, title, said)


def _where(fiaskos: tuple[bool, ...], length: int) -> int:
    return next(start for start in range(len(fiaskos)) if not any(fiaskos[start : start + length]))
