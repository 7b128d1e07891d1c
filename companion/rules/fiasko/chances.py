"""Who is likely to win, by what everybody at the table knows: the sheet, the pile, and how many cards each one holds.

A small net for each number of seats says it; `tools/chances` taught them by playing, and wrote `chances.bin`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import exp, prod
from operator import mul
from pathlib import Path
from struct import unpack
from typing import NamedTuple

from companion.rules.core import once_a_sheet
from companion.rules.fiasko.moves import PRODUCTS
from companion.rules.fiasko.pack import CATASTROPHE, FIASKO, PACK, Count
from companion.rules.fiasko.play import FiaskoSheet, NotedScore
from companion.rules.fiasko.standing import BEST, SHARED, best_bonus

SHIPPED = Path(__file__).with_name("chances.bin")
CARDS = ("goods", "fiasko", "catastrophe")
TABLE, STEADY, HANDED = 5, 7, 3  # inputs of the table; of a seat those that only scores change, and those of its hand
SOFT = 40.0  # points of a best score that make it half as easy to beat
LARGEST = 40  # cards: with more in hand nobody has ever played
Row = tuple[float, ...]


class Layer(NamedTuple):
    """Of each unit the weights, then its bias."""

    units: tuple[tuple[Row, float], ...]

    def of(self, inputs: Sequence[float]) -> list[float]:
        return [sum(map(mul, weights, inputs)) + bias for weights, bias in self.units]


class Net(NamedTuple):
    """The first layer in parts: what only scores change, what every draw does, and what is known of one hand."""

    steady: Layer
    moving: Layer
    known: Layer
    last: Layer

    def chances(self, first: Sequence[float]) -> list[float]:
        """For the seats in turn order, as parts of 1."""
        out = self.last.of([it if it > 0 else 0.0 for it in first])
        most = max(out)
        risen = [exp(it - most) for it in out]
        total = sum(risen)
        return [it / total for it in risen]


class Nets(NamedTuple):
    public: Net
    own: Net


@cache
def _shipped() -> tuple[tuple[float, ...], Sequence[int], Sequence[Sequence[int]]]:
    """All numbers, how many usual hands come first, and of each net its seats and how wide its layers are.

    The first line of the file says that, and the rest are the numbers, two bytes each.
    """
    head, numbers = SHIPPED.read_bytes().split(b"\n", 1)
    hands, *shapes = ([int(it) for it in part.split()] for part in head.decode("ascii").split(";"))
    return unpack(f"<{len(numbers) // 2}e", numbers), hands, shapes


@cache
def nets(seats: int) -> Nets:
    """First comes the one for everybody’s view, then the one for one’s own."""
    numbers, hands, shapes = _shipped()
    at, found = prod(hands), []
    for known, *wide in shapes:
        if known == seats:
            found.append(_net(numbers, at, wide, seats))
        at += sum(into * out + out for into, out in pairwise(wide))
    return Nets(*found)


def _net(numbers: tuple[float, ...], at: int, wide: Sequence[int], seats: int) -> Net:
    read = []
    for into, out in pairwise(wide):
        columns = [numbers[at + unit : at + into * out : out] for unit in range(out)]
        at += into * out
        read.append(list(zip(columns, numbers[at : at + out], strict=True)))
        at += out
    first, last = read
    each = STEADY + HANDED
    steady = [TABLE + seat * each + it for seat in range(seats) for it in range(STEADY)]
    moving = [*range(TABLE), *(TABLE + seat * each + STEADY + it for seat in range(seats) for it in range(HANDED))]
    rest = range(TABLE + seats * each, wide[0])

    def part(inputs: Sequence[int], biased: bool = False) -> Layer:
        return Layer(tuple((tuple(weights[it] for it in inputs), bias if biased else 0.0) for weights, bias in first))

    return Net(part(steady, biased=True), part(moving), part(rest), Layer(tuple(last)))


@cache
def usual_hands(cards: int, opened: int) -> tuple[Row, ...]:
    """The sums of a hand of so many, with so many products open, the best first: of the worse hands, and the better."""
    numbers, (sizes, lefts, parts, ranks), _ = _shipped()
    at = (min(cards, sizes - 1) * lefts + opened) * parts * ranks
    return tuple(numbers[at + part * ranks : at + part * ranks + opened] for part in range(parts))


class Board:
    """Everybody's scores, as long as nobody notes another one."""

    def __init__(self, scores: Sequence[Sequence[int]], three_way_tie: str) -> None:
        """`scores` by seat and product, 0 where it is open."""
        seats = len(scores)
        self.seats, self.scores, self.tie = seats, scores, three_way_tie
        best = [max(column) for column in zip(*scores, strict=True)]
        level = [column.count(most) for column, most in zip(zip(*scores, strict=True), best, strict=True)]
        takers = [column.count(0) / (seats - 1) for column in zip(*scores, strict=True)]
        ease = [SOFT / (SOFT + most) for most in best]
        bonus = [best_bonus(many, three_way_tie) for many in level]
        led = [[most == mine > 0 for mine, most in zip(row, best, strict=True)] for row in scores]
        extra = [sum(b for b, has in zip(bonus, row, strict=True) if has) for row in led]
        totals = [sum(row) + more for row, more in zip(scores, extra, strict=True)]
        self.totals, most_points = totals, max(totals)
        self.open_bests = [[b for b, mine in zip(best, row, strict=True) if not mine] for row in scores]
        self.steady = [
            (
                1 - len(opened) / len(PRODUCTS),
                float(len(opened) == 1),
                (total - most_points) / 100,
                more / 100,
                sum(b / BEST * t * e for b, t, e, has in zip(bonus, takers, ease, row, strict=True) if has),
                sum(SOFT / (SOFT + b) for b in opened) / len(PRODUCTS),
                total / 300,
            )
            for opened, total, more, row in zip(self.open_bests, totals, extra, led, strict=True)
        ]
        self._first: dict[tuple[int, bool], list[float]] = {}
        self._others: dict[int, list[int]] = {}

    def best_of_others(self, seat: int) -> list[int]:
        if seat not in self._others:
            columns = zip(*(row for other, row in enumerate(self.scores) if other != seat), strict=True)
            self._others[seat] = [max(column) for column in columns]
        return self._others[seat]

    def gain(self, seat: int, at: int, points: float) -> int:
        """What so many points of a product would bring beside themselves."""
        best = self.best_of_others(seat)[at]
        return BEST if points > best else SHARED if points == best > 0 else 0

    def first(self, turn: int, own: bool) -> list[float]:
        """What the scores put into the first layer, for whoever is to move."""
        if (turn, own) not in self._first:
            net = nets(self.seats).own if own else nets(self.seats).public
            inputs = [it for seat in range(self.seats) for it in self.steady[(turn + seat) % self.seats]]
            self._first[turn, own] = net.steady.of(inputs)
        return self._first[turn, own]

    def moving(self, turn: int, counter: Count) -> list[float]:
        """The pile, and every hand in turn order."""
        pile = max(counter.pile, 1)
        inputs = [
            counter.pile / PACK,
            counter.fiasko / FIASKO,
            counter.catastrophe / CATASTROPHE,
            counter.fiasko / pile,
            counter.catastrophe / pile,
        ]
        for seat in (*range(turn, self.seats), *range(turn)):
            cards = min(counter.hands[seat], LARGEST)
            usual = 0.6 * cards * cards + 1.4 * cards**1.5
            reach = sum([usual / (usual + best + 1) for best in self.open_bests[seat]]) / len(PRODUCTS)
            inputs += (cards / 10, cards * cards / 100, reach)
        return inputs

    def chances(self, turn: int, counter: Count) -> tuple[float, ...]:
        """Of each seat, where this one is to move."""
        net = nets(self.seats).public
        moved = net.moving.of(self.moving(turn, counter))
        told = net.chances([a + b for a, b in zip(self.first(turn, False), moved, strict=True)])
        return tuple(told[-turn:] + told[:-turn]) if turn else tuple(told)


def matrix(scores: Sequence[Mapping[str, NotedScore]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(mine[product].points if product in mine else 0 for product in PRODUCTS) for mine in scores)


def board(sheet: FiaskoSheet) -> Board:
    return Board(matrix(sheet.scores), sheet.table.options["three_way_tie"])


def countable(sheet: FiaskoSheet) -> bool:
    """Whether the count says enough: every card is tapped, and the game goes on."""
    return sheet.turn is not None and not sheet.over and sheet.table.options["count"] == "all"


@once_a_sheet
def chances(sheet: FiaskoSheet) -> tuple[float, ...] | None:
    """Each seat's, adding up to 1. None where not every card is counted, and once the game is over."""
    return board(sheet).chances(sheet.turn, sheet.counter) if countable(sheet) and sheet.turn is not None else None


class CardOutcome(NamedTuple):
    """A card that may come, how likely it is, and everybody's chances once it has."""

    card: str
    likely: float
    counter: Count
    chances: tuple[float, ...]


def outcomes(sheet: FiaskoSheet, standing: Board | None = None) -> tuple[CardOutcome, ...]:
    """What the next card may bring. Where a Fiasko takes only one product, nobody can say how many cards that is."""
    seat, counter, options = sheet.turn, sheet.counter, sheet.table.options
    if seat is None or not countable(sheet) or not counter.pile or options["fiasko_loss"] != "hand":
        return ()
    following, drawer_loses = (seat + 1) % len(sheet.scores), options["catastrophe"] == "everyone"
    standing = standing or board(sheet)
    told = []
    for card in CARDS:
        if (left := getattr(counter, card)) > 0:
            after = counter.after(card, seat, drawer_loses)
            told.append(CardOutcome(card, left / counter.pile, after, standing.chances(following, after)))
    return tuple(told)
