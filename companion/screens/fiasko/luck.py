"""Was it luck? Each player's Fiaskos against the odds of those very draws, and what they cost: in small numbers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from companion.record.history import Log
from companion.rules.fiasko.luck import DrawLuck, evenings
from companion.rules.fiasko.moves import Draw
from companion.rules.luck import PARTS, Luck
from companion.rules.text import Text, say, say_many
from companion.screens.geometry import Scale
from companion.screens.wording import tenths

ENOUGH = 10  # draws of whoever drew most
COLUMNS = 7  # of the picture, at least: no Fiasko to all six
FIRST, COLUMN, DOT = 12.5, 21, 8.2  # where the first of them stands, how far apart they and their dots are
CARD, ALL_CARDS = 11.4, 357  # as wide as a card is at most, and all of them


class EveningDot(NamedTuple):
    kind: str  # "fewer" Fiaskos than came, "own", "beyond"
    x: float
    y: float


class Twenty(NamedTuple):
    """Twenty evenings with these very draws, by the Fiaskos that each brings: as dots that can be counted.

    `band` and `peg`: how far it usually falls, and what the odds led to expect.
    """

    evenings: tuple[int, ...]
    came: int
    expected: float
    described: Text
    width: int
    ground: float
    band: tuple[float, float]
    peg: float
    dots: tuple[EveningDot, ...]
    numbers: tuple[float, ...]  # where each count stands


class FiaskoFortune(NamedTuple):
    """A player's; `beside`: the catastrophes, and the cards."""

    seat: int
    name: str
    title: Text
    said: tuple[Text, ...]
    twenty: Twenty
    beside: tuple[Text, ...]


class RarestRun(NamedTuple):
    """Somebody's draws in order, True for a Fiasko, with where each stands; and the longest run without one."""

    seat: int
    cards: tuple[tuple[bool, float], ...]
    card: float  # as wide as each is
    length: int
    brace: tuple[float, float]  # from its first card to its last
    title: Text
    said: Text


class FiaskoFortunes(NamedTuple):
    """None of them where there were too few draws."""

    each: tuple[FiaskoFortune, ...]
    unluckiest: tuple[int, Text] | None  # a seat, and that somebody has it as bad
    run: RarestRun | None


def luck(log: Log) -> FiaskoFortunes | None:
    """None where not every draw was counted."""
    names = log.sheet.table.players
    each = evenings(log.steps, len(names)) if log.sheet.table.options["count"] == "all" else None
    if each is None:
        return None
    if max(evening.draws for evening in each) < ENOUGH:
        return FiaskoFortunes((), None, None)
    fortunes = tuple(
        FiaskoFortune(
            seat,
            names[seat],
            title=say_many(
                "%(name)s drew %(count)s Fiasko",
                "%(name)s drew %(count)s Fiaskos",
                evening.fiaskos.came,
                name=names[seat],
            )
            if evening.fiaskos.came
            else say("%(name)s drew no Fiasko", name=names[seat]),
            said=tuple(_said(evening)),
            twenty=_twenty(evening.fiaskos),
            beside=_beside(evening),
        )
        for seat, evening in enumerate(each)
    )
    return FiaskoFortunes(fortunes, _unluckiest(each, names), _rarest_run(each, names, log))


# In words


def _said(evening: DrawLuck) -> Iterator[Text]:
    """Against its odds, and what it cost."""
    fiaskos, cards = evening.fiaskos, evening.to_fiaskos.came
    expected, of_twenty = tenths(fiaskos.expected), Fraction(fiaskos.above or fiaskos.below or 0, PARTS)
    share = say("%(many)s out of %(all)s evenings", many=of_twenty.numerator, all=of_twenty.denominator)
    if fiaskos.above:
        yield say("Expected: %(expected)s. Unluckier than in %(share)s.", expected=expected, share=share)
    elif fiaskos.below:
        yield say("Expected: %(expected)s. Luckier than in %(share)s.", expected=expected, share=share)
    else:
        yield say("Expected: %(expected)s. Nothing unusual.", expected=expected)
    if cards and fiaskos.came == 1:
        yield say_many("It cost %(count)s card.", "It cost %(count)s cards.", cards)
    elif cards:
        yield say_many("They cost %(count)s card.", "They cost %(count)s cards.", cards)


def _beside(evening: DrawLuck) -> tuple[Text, ...]:
    """What the picture doesn't show; nothing where what the odds said depends on what the table says."""
    told = (
        (evening.to_fiaskos, say("Cards lost to Fiaskos: %(came)s", came=evening.to_fiaskos.came)),
        (evening.catastrophes, say("Catastrophes drawn: %(came)s", came=evening.catastrophes.came)),
        (evening.to_catastrophes, say("Cards lost to catastrophes: %(came)s", came=evening.to_catastrophes.came)),
    )
    return tuple(
        say("%(came)s (expected: %(expected)s)", came=came, expected=tenths(what.expected))
        for what, came in told
        if what.expected is not None
    )


def _unluckiest(each: tuple[DrawLuck, ...], names: tuple[str, ...]) -> tuple[int, Text] | None:
    """Whoever had it worst hears how often anybody does."""
    seat, evening = max(enumerate(each), key=lambda one: one[1].fiaskos.fewer)
    if evening.fiaskos.above is None:
        return None
    return seat, say(
        "With %(players)s players, somebody is as unlucky as %(name)s in %(evenings)s out of %(all)s evenings.",
        players=len(each),
        evenings=evening.fiaskos.shared_by([one.fiaskos for one in each]),
        all=PARTS,
        name=names[seat],
    )


# Drawn


def _twenty(lucky: Luck) -> Twenty:
    """A column for each count."""
    shown = max(COLUMNS, max(count for count, brought in enumerate(lucky.twenty) if brought) + 1)
    twenty = (*lucky.twenty, *(0,) * COLUMNS)[:shown]
    x, ground, width = Scale(1, FIRST, FIRST + COLUMN), 7.3 + DOT * max(twenty), 4 + COLUMN * shown
    usual = max(x(lucky.expected - lucky.spread), 0), min(x(lucky.expected + lucky.spread), width)
    return Twenty(
        twenty,
        lucky.came,
        lucky.expected,
        described=say("Twenty evenings with the same draws: %(list)s.", list=tuple(_described(twenty))),
        width=width,
        ground=ground,
        band=usual,
        peg=x(lucky.expected),
        dots=tuple(
            EveningDot(kind, x(count), ground - 5.7 - DOT * dot)
            for count, bring_it in enumerate(twenty)
            for kind in ("own" if count == lucky.came else "fewer" if count < lucky.came else "beyond",)
            for dot in range(bring_it)
        ),
        numbers=tuple(x(count) for count in range(shown)),
    )


def _described(twenty: tuple[int, ...]) -> Iterator[Text]:
    """For those who don't see the picture."""
    for count, bring_it in enumerate(twenty):
        if bring_it:
            fiaskos = say_many("%(count)s Fiasko", "%(count)s Fiaskos", count) if count else say("no Fiasko")
            yield say_many(
                "%(count)s evening with %(fiaskos)s", "%(count)s evenings with %(fiaskos)s", bring_it, fiaskos=fiaskos
            )


def _rarest_run(each: tuple[DrawLuck, ...], names: tuple[str, ...], log: Log) -> RarestRun | None:
    """Of all the longest ones, if it is rare."""
    seat, evening = min(enumerate(each), key=lambda one: one[1].run.chance)
    length, one_in = evening.run.length, evening.run.one_in([one.run for one in each])
    if one_in is None:
        return None
    fiaskos = [move.card == "fiasko" for move in log.moves if isinstance(move, Draw) and move.player == seat]
    start = next(start for start in range(len(fiaskos)) if not any(fiaskos[start : start + length]))
    pitch = min(CARD, ALL_CARDS / len(fiaskos))
    places = [0.8 + pitch * card for card in range(len(fiaskos))]
    return RarestRun(
        seat,
        cards=tuple(zip(fiaskos, places, strict=True)),
        card=pitch * 0.86,
        length=length,
        brace=(places[start], places[start + length - 1] + pitch * 0.86),
        title=say_many(
            "%(name)s: %(count)s card in a row without a Fiasko.",
            "%(name)s: %(count)s cards in a row without a Fiasko.",
            length,
            name=names[seat],
        ),
        said=say("A run like this comes up in 1 evening in %(many)s.", many=one_in),
    )
