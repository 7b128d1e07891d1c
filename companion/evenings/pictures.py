"""Past evenings as pictures: how many cups, flags and sticks, and where. A picture never grows with the years."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import count
from typing import NamedTuple

from companion.evenings.sums import Fate
from companion.screens.geometry import round_numbers

# Cups

MOST_CUPS = 30  # from here on a cup stands for ten
CUP = 26.5  # wide and high, with what is around it


class Cup(NamedTuple):
    """Of a game; `half` is what a shared win leaves. Two abreast, from the plank up."""

    game: str
    half: bool
    x: float
    y: float


class Cups(NamedTuple):
    """Those of one person."""

    cups: tuple[Cup, ...]
    height: float


class Shelf(NamedTuple):
    """What each cup stands for, and each person's."""

    worth: int
    of: tuple[Cups, ...]


Wins = tuple[int, Sequence[tuple[str, int]]]  # in halves: all of them, and by game


def shelf(winners: Sequence[Wins]) -> Shelf:
    most = max((halves for halves, _ in winners), default=0)
    worth = next(10**power for power in count() if most < 2 * MOST_CUPS * 10**power)
    return Shelf(worth, tuple(_cups(by_game, worth) for _, by_game in winners))


def _cups(by_game: Sequence[tuple[str, int]], worth: int) -> Cups:
    halves = ((game, round(won / worth)) for game, won in by_game)
    kinds = [(game, half) for game, won in halves for half in [False] * (won // 2) + [True] * (won % 2)]
    rows = -(-len(kinds) // 2)
    places = ((27.0 if number % 2 else 0.5, (rows - 1 - number // 2) * CUP) for number in count())
    return Cups(tuple(Cup(*kind, *place) for kind, place in zip(kinds, places, strict=False)), rows * CUP)


# Bunting

WIDTH = 374.0
MOST_COLUMNS, FEWEST_COLUMNS = 30, 12
MOST_FLAGS = 6  # one below the other
LABEL = 44.0  # wide, at least
FLAG, DROP = 11.1, 18.0
EARLIEST, LATEST = date(1900, 1, 1), date(2999, 12, 31)


class Flag(NamedTuple):
    """Of a game, hanging from a string."""

    game: str
    x: float
    y: float


class MonthLabel(NamedTuple):
    """Where a month begins; or a year, where months are too many."""

    day: date
    year: bool
    x: float
    y: float


class Bunting(NamedTuple):
    """A flag for so many games, period by period."""

    worth: int
    flags: tuple[Flag, ...]
    labels: tuple[MonthLabel, ...]
    height: float


class Period(NamedTuple):
    """Weeks, months, quarters or years: numbered one after the other."""

    of: Callable[[date], int]
    start: Callable[[int], date]
    by_year: bool


PERIODS = (
    Period(lambda day: (day.toordinal() - 1) // 7, lambda number: date.fromordinal(number * 7 + 1), False),
    Period(lambda day: day.year * 12 + day.month - 1, lambda number: date(number // 12, number % 12 + 1, 1), True),
    Period(
        lambda day: (day.year * 12 + day.month - 1) // 3, lambda number: date(number // 4, number % 4 * 3 + 1, 1), True
    ),
    Period(lambda day: day.year, lambda number: date(number, 1, 1), True),
)


def bunting(played: Counter[tuple[date, str]], games: Sequence[str]) -> Bunting:
    """Of how often which game was played on which day: a file can say any, also one that has none before or after."""
    days = [min(max(day, EARLIEST), LATEST) for day, _ in played]
    period = next((one for one in PERIODS if one.of(max(days)) - one.of(min(days)) < MOST_COLUMNS), PERIODS[-1])
    last = period.of(max(days))
    first = max(min(period.of(min(days)), last - FEWEST_COLUMNS + 1), last - MOST_COLUMNS + 1)
    hung: Counter[tuple[int, str]] = Counter()
    for day, ((_, game), times) in zip(days, played.items(), strict=True):
        hung[max(period.of(day), first) - first, game] += times  # what is older still hangs at the left
    wide, worth = WIDTH / (last - first + 1), _flag_worth(hung)
    flags = tuple(_flags(hung, games, worth, wide))
    labels = tuple(_labels(period, first, last, wide))
    return Bunting(worth, flags, labels, max(flag.y for flag in flags) + DROP)


def _flag_worth(hung: Counter[tuple[int, str]]) -> int:
    """The smallest round number that lets no column grow too long."""
    for worth in round_numbers():
        columns: Counter[int] = Counter()
        for (column, _), times in hung.items():
            columns[column] += -(-times // worth)
        if max(columns.values()) <= MOST_FLAGS:
            return worth
    raise AssertionError("round numbers never end")


def _string(x: float) -> float:
    """How far down the string hangs."""
    along = x / WIDTH
    return 22 + 24 * along * (1 - along)


def _flags(hung: Counter[tuple[int, str]], games: Sequence[str], worth: int, wide: float) -> Iterator[Flag]:
    below: Counter[int] = Counter()
    for column, game in sorted(hung, key=lambda one: (one[0], games.index(one[1]))):
        middle = (column + 0.5) * wide
        for _ in range(-(-hung[column, game] // worth)):
            yield Flag(game, round(middle - FLAG / 2, 1), round(_string(middle) + 0.4 + DROP * below[column], 1))
            below[column] += 1


def _labels(period: Period, first: int, last: int, wide: float) -> Iterator[MonthLabel]:
    """Where a month or a year begins, as far as there is room for its name."""
    taken = -LABEL
    for number in range(first, last + 1):
        start, following = period.start(number), period.start(number + 1)
        begun = date(following.year, following.month, 1) if not period.by_year else date(following.year, 1, 1)
        x = (number - first) * wide
        begins = start <= begun < following if not period.by_year else start.month == 1 and start.day == 1
        if begins and x - taken >= LABEL:
            taken = x
            shown = start if period.by_year else begun
            yield MonthLabel(shown, period.by_year, round(x, 1), round(_string(x), 1))


# Sticks

MOST_STICKS = 12
STICK = 7.7  # wide, with what is beside it

Sticks = tuple[float, ...]  # where each begins


class StickPairs(NamedTuple):
    """Duels: sticks at either side, away from the middle. Each stands for `worth` games."""

    worth: int
    of: tuple[tuple[Sticks, Sticks], ...]


def sticks(duels: Sequence[tuple[int, int]]) -> StickPairs:
    most = max((max(sides) for sides in duels), default=0)
    worth = next(worth for worth in round_numbers() if most <= MOST_STICKS * worth)
    drawn = (
        (
            tuple(round(85 - STICK * place, 1) for place in range(-(-left // worth))),
            tuple(round(0.7 + STICK * place, 1) for place in range(-(-right // worth))),
        )
        for left, right in duels
    )
    return StickPairs(worth, tuple(drawn))


# Pegs

BOARD = 118.0  # to either side
BESIDE_BAND = 1.08


class Peg(NamedTuple):
    """A band about what was expected, and a peg where it came; 0 is what was expected. Its figure stands beside it."""

    band_x: float
    band_width: float
    x: float
    figure_x: float
    figure_at_left: bool


def pegs(fates: Sequence[Fate]) -> tuple[Peg, ...]:
    widest = max((max(fate.spread, abs(fate.more)) for fate in fates), default=0) * BESIDE_BAND or 1
    drawn = []
    for fate in fates:
        band, x = BOARD * fate.spread / widest, round(BOARD * fate.more / widest, 1)
        at_left = -80 < x < 0 or x > 80
        drawn.append(Peg(round(-band, 1), round(2 * band, 1), x, round(x - 10 if at_left else x + 10, 1), at_left))
    return tuple(drawn)
