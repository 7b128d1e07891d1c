"""Was that bad luck? A count against the very chances that led to it, told in twentieths and never finer.

Every chance is cut down, never up: nothing is claimed that the odds don't bear out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import ceil, exp, floor, log, sqrt
from typing import NamedTuple

PARTS = 20  # of an evening nothing finer is ever said
WORTH_SAYING = 13  # of them; below it is nothing out of the ordinary
ROUNDING = 1e-9  # what floating point may have lost of a whole part
NEVER = 1e-15  # a chance that is as good as none


class Luck(NamedTuple):
    """How often something came, how often its chances led to expect it, and how rare that is."""

    came: int
    expected: float
    spread: float  # as far as it usually falls from there
    fewer: float  # the chance that it comes less often
    more: float  # the chance that it comes more often
    counts: tuple[float, ...]  # the chance of each count, from none on
    twenty: tuple[int, ...]  # so many of 20 evenings with these very chances bring each count
    above: int | None  # in so many of them it comes less often; None where that says little
    below: int | None  # in so many of them it comes more often

    def kept(self, name: str) -> dict[str, float]:
        """As past evenings keep it: what came of several of them can be added up, and so can what was expected."""
        return {
            name: self.came,
            f"{name}_expected": round(self.expected, 4),
            f"{name}_variance": round(self.spread**2, 4),
        }

    def shared_by(self, everybody: Sequence[Luck]) -> int:
        """In so many of 20 evenings one of these has it as bad: as rarely less often, each by their own chances."""
        nobody = 1.0
        for lucky in everybody:
            below = (0.0, *accumulate(lucky.counts))  # the chance that it comes less often than each count
            nobody *= next((fewer for fewer in below if fewer >= self.fewer - ROUNDING), 1.0)
        return min(ceil(PARTS * (1 - nobody) - ROUNDING), PARTS)  # rounded up: it never comes more often than it says


class Run(NamedTuple):
    """The longest one without it, the chance that one as long comes somewhere in as many tries, and their chances."""

    length: int
    chance: float
    tries: tuple[float, ...] = ()

    def one_in(self, everybody: Sequence[Run]) -> int | None:
        """One evening in so many has a run of one of these that is as rare, for whoever had the rarest is told.

        None where it is nothing special: from one in two on.
        """
        nobody = 1.0
        for run in everybody:
            nobody *= 1 - run.as_rare_as(self.chance)
        many = floor(1 / max(1 - nobody, NEVER) + ROUNDING)
        return many if many > 2 else None

    def as_rare_as(self, chance: float) -> float:
        """The chance that these tries have a run that is as rare: of its possible lengths, the first that is."""
        lengths = range(1, len(self.tries) + 1)
        first = bisect_left(lengths, -chance - ROUNDING, key=lambda length: -run_chance(self.tries, length))
        return run_chance(self.tries, lengths[first]) if first < len(lengths) else 0.0


def luck(chances: Sequence[float], came: int) -> Luck:
    """As if each try were made anew, at its own odds.

    Of twenty evenings, what is cut down from either end is left with the count that came.
    """
    counts = counts_of(chances)
    counts += [0.0] * (came + 1 - len(counts))
    spread = sqrt(sum(chance * (1 - chance) for chance in chances))
    fewer, more = sum(counts[:came]), sum(counts[came + 1 :])
    low, high = _cut_down(counts[:came]), _cut_down(counts[:came:-1])[::-1]
    twenty = (*low, PARTS - sum(low) - sum(high), *high)
    above, below = (evenings if evenings >= WORTH_SAYING else None for evenings in (parts(fewer), parts(more)))
    return Luck(came, sum(chances), spread, fewer, more, tuple(counts), twenty, above, below)


def counts_of(chances: Sequence[float]) -> list[float]:
    """The chance of each count, from none on (Poisson binomial), as far up as there is one."""
    counts = [1.0]
    for chance in chances:
        missed = 1 - chance
        both = zip((*counts, 0.0), (0.0, *counts), strict=True)
        counts = [as_many * missed + fewer * chance for as_many, fewer in both]
        while counts[-1] < NEVER:
            counts.pop()
    return counts


def longest_run(chances: Sequence[float], hits: Sequence[bool]) -> Run:
    """Anywhere in these tries: a run that was chosen for its length must not be judged by its own chances alone."""
    length = longest = 0
    for hit in hits:
        length = 0 if hit else length + 1
        longest = max(longest, length)
    return Run(longest, run_chance(chances, longest), tuple(chances))


def run_chance(chances: Sequence[float], length: int) -> float:
    """That somewhere in these tries so many in a row bring nothing: each first one begins after a hit, or at once."""
    if not length:
        return 1.0
    missed = (0.0, *accumulate(log(max(1 - chance, NEVER)) for chance in chances))  # differences are rows of misses
    found, hits = 0.0, [1.0]  # the chance of a hit at each try, of those who had no such run yet
    for tries, chance in enumerate(chances, 1):
        hits.append((1 - found) * chance)
        if tries >= length:
            found += hits[tries - length] * exp(missed[tries] - missed[tries - length])
    return found


def parts(chance: float) -> int:
    """Of twenty: cut down, and never all of them."""
    return min(floor(PARTS * chance + ROUNDING), PARTS - 1)


def _cut_down(counts: Sequence[float]) -> tuple[int, ...]:
    """Of twenty, for each count from the outer end on: together never more than their chance."""
    reached = [0, *(parts(chance) for chance in accumulate(counts))]
    return tuple(upto - before for before, upto in pairwise(reached))
