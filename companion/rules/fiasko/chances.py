"""Who is likely to win, by what everybody at the table knows: the sheet, the pile, and how many cards each one holds.

A small net for each number of seats says it; `tools/chances` taught them by playing, and wrote `chances.bin`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import exp, prod
from operator import mul
from pathlib import Path
from struct import unpack
from typing import NamedTuple

from companion.rules.core import once_a_sheet
from companion.rules.fiasko.moves import PRODUCTS
from companion.rules.fiasko.pack import CATASTROPHE, FIASKO, PACK, Count
from companion.rules.fiasko.play import FiaskoSheet
from companion.rules.fiasko.standing import BEST, SHARED, best_bonus

SHIPPED = Path(__file__).with_name("chances.bin")
CARDS = ("goods", "fiasko", "catastrophe")
TABLE, STEADY, HANDED = 5, 7, 3  # inputs of the table; of a seat those that only scores change, and those of its hand
SOFT = 40.0  # points of a best score that make it half as easy to beat
LARGEST = 40  # cards: with more in hand nobody has ever played
INPUT, WEIGHT, LANE = 20, 24, 64  # bits: of the fraction of an input, of a weight (a float16 has no more); of a unit
ALWAYS = 1 << INPUT  # an input, whose weights are the biases
Row = tuple[float, ...]
Layer = list[int]  # of each input the weights of all units, side by side


def side_by_side(weights: Row) -> int:
    """In one whole number: Python multiplies and adds all of them at once, many times faster than one by one."""
    return sum(round(it * (1 << WEIGHT)) << unit * LANE for unit, it in enumerate(weights))


def apart(units: int, many: int) -> tuple[int, ...]:
    """Beside a negative unit the next one is less by 1, which is next to nothing."""
    return unpack(f"<{many}q", units.to_bytes(many * LANE // 8, "little", signed=True))


def whole(inputs: Iterable[float]) -> list[int]:
    return [round(it * ALWAYS) for it in inputs]


def added(layer: Layer, inputs: Sequence[int]) -> int:
    units: int = sum(map(mul, layer, inputs))
    return units


class Net(NamedTuple):
    """The first layer in parts: what only scores change, what every draw does, and what is known of one hand."""

    steady: Layer
    moving: Layer
    known: Layer
    last: Layer
    seats: int

    def chances(self, first: int) -> list[float]:
        """For the seats in turn order, as parts of 1. `first`: the parts of the first layer, added up."""
        risen = [it >> WEIGHT if it > 0 else 0 for it in apart(first, len(self.last) - 1)]
        out = apart(added(self.last, [*risen, ALWAYS]), self.seats)
        most = max(out)
        shares = [exp((it - most) / (1 << INPUT + WEIGHT)) for it in out]
        total = sum(shares)
        return [it / total for it in shares]


class Nets(NamedTuple):
    """Also by index: 0 for everybody’s view, 1 for one’s own."""

    public: Net
    own: Net


@cache
def _shipped() -> tuple[tuple[float, ...], Sequence[int], Sequence[Sequence[int]]]:
    """The numbers, two bytes each; how many usual hands come first; of each net its seats and its layers’ widths."""
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
    layers = []
    for into, out in pairwise(wide):
        following = at + (into + 1) * out
        layers.append([side_by_side(numbers[row : row + out]) for row in range(at, following, out)])
        at = following
    first, last = layers
    steady, moving, at = [first[-1]], first[:TABLE], TABLE
    for _ in range(seats):
        steady += first[at : at + STEADY]
        moving += first[at + STEADY : at + STEADY + HANDED]
        at += STEADY + HANDED
    return Net(steady, moving, first[at:-1], last, seats)


@lru_cache(maxsize=4096)  # of each net there are 2,000 or so, and they come again in every game
def piled(seats: int, own: bool, pile: int, fiasko: int, catastrophe: int) -> int:
    """What the pile puts into the first layer."""
    some = max(pile, 1)
    shares = (pile / PACK, fiasko / FIASKO, catastrophe / CATASTROPHE, fiasko / some, catastrophe / some)
    return added(nets(seats)[own].moving[:TABLE], whole(shares))


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
            whole(
                (
                    1 - len(opened) / len(PRODUCTS),
                    float(len(opened) == 1),
                    (total - most_points) / 100,
                    more / 100,
                    sum(b / BEST * t * e for b, t, e, has in zip(bonus, takers, ease, row, strict=True) if has),
                    sum(SOFT / (SOFT + b) for b in opened) / len(PRODUCTS),
                    total / 300,
                )
            )
            for opened, total, more, row in zip(self.open_bests, totals, extra, led, strict=True)
        ]
        self._first: dict[tuple[int, bool], int] = {}
        self._hands: dict[tuple[int, int], list[int]] = {}
        self._held: dict[tuple[bool, int, int, int], int] = {}
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

    def first(self, turn: int, counter: Count, own: bool) -> int:
        """What everybody knows, in the first layer: the scores, the pile and every hand, for whoever is to move."""
        units = self._first[turn, own] if (turn, own) in self._first else self._scored(turn, own)
        units += piled(self.seats, own, counter.pile, counter.fiasko, counter.catastrophe)
        for place, seat in enumerate((*range(turn, self.seats), *range(turn))):
            key = own, place, seat, counter.hands[seat]
            units += self._held[key] if key in self._held else self._hand(*key)
        return units

    def _scored(self, turn: int, own: bool) -> int:
        inputs = [it for seat in range(self.seats) for it in self.steady[(turn + seat) % self.seats]]
        self._first[turn, own] = added(nets(self.seats)[own].steady, [ALWAYS, *inputs])
        return self._first[turn, own]

    def _hand(self, own: bool, place: int, seat: int, counted: int) -> int:
        """How large it is, and how often it beats the bests of the products that are open to it."""
        if (seat, counted) not in self._hands:
            cards = min(counted, LARGEST)
            usual = 0.6 * cards * cards + 1.4 * cards**1.5
            reach = sum(usual / (usual + best + 1) for best in self.open_bests[seat]) / len(PRODUCTS)
            self._hands[seat, counted] = whole((cards / 10, cards * cards / 100, reach))
        at = TABLE + place * HANDED
        layer = nets(self.seats)[own].moving[at : at + HANDED]
        self._held[own, place, seat, counted] = units = added(layer, self._hands[seat, counted])
        return units

    def chances(self, turn: int, counter: Count) -> tuple[float, ...]:
        """Of each seat, where this one is to move."""
        told = nets(self.seats).public.chances(self.first(turn, counter, False))
        return tuple(told[-turn:] + told[:-turn]) if turn else tuple(told)


_board = lru_cache(maxsize=256)(Board)  # most moves are draws, which change no score


def board(sheet: FiaskoSheet) -> Board:
    scores = tuple([tuple([mine[it].points if it in mine else 0 for it in PRODUCTS]) for mine in sheet.scores])
    return _board(scores, sheet.table.options["three_way_tie"])


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
