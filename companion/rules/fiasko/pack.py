"""Fiasko's 88 cards: where they are by the count, the odds of the next ones, and which scores they can make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import product as picks_of
from math import comb
from typing import NamedTuple

from companion.rules.core import RuleBroken, set_seat
from companion.rules.text import brief, say, say_many

# fiasko-from-english.fr.txt:50-52
PER_PRODUCT, GOODS = 16, 80
FIASKO, CATASTROPHE = 6, 2
SPECIALS = FIASKO + CATASTROPHE
PACK = GOODS + SPECIALS
CURVE = 10

_SAY_WHAT_HAPPENED = {
    "fiasko": say("By the count no Fiasko is left: undo, shuffle or recount"),
    "catastrophe": say("By the count no catastrophe is left: undo, shuffle or recount"),
    "goods": say("By the count no goods are left: shuffle or recount"),
}


class Odds(NamedTuple):
    """Of the next card, of a hand before its next turn, and of a Fiasko among the next 1, 2, … cards."""

    fiasko: float
    catastrophe: float
    before_next_turn: float
    fiasko_within: tuple[float, ...]


class Count(NamedTuple):
    """Where the cards are: pile + discard + hands + unseen is 88, always. The specials are those in the pile."""

    pile: int
    discard: int
    hands: tuple[int, ...]
    unseen: int = 0
    fiasko: int = FIASKO
    catastrophe: int = CATASTROPHE
    shuffles: int = 0

    @property
    def goods(self) -> int:
        return self.pile - self.fiasko - self.catastrophe

    def drawn(self, card: str) -> Count:
        """One card off the pile; what the count calls impossible, the table has to explain."""
        if not getattr(self, card):
            raise RuleBroken(_SAY_WHAT_HAPPENED[card])
        fiasko, catastrophe = self.fiasko - (card == "fiasko"), self.catastrophe - (card == "catastrophe")
        return Count(self.pile - 1, self.discard, self.hands, self.unseen, fiasko, catastrophe, self.shuffles)

    def discarded(self, lost: Mapping[int, int], card: int = 0) -> Count:
        """Out of the hands, by seat; and the card that took them."""
        hands = tuple([cards - lost.get(seat, 0) for seat, cards in enumerate(self.hands)])
        return self._replace(hands=hands, discard=self.discard + sum(lost.values()) + card)

    def told_hand(self, seat: int, cards: int) -> Count:
        """The spoken size of a hand wins over the counted one (silent).

        Missing cards come out of the unseen ones, then out of the pile as goods; if that hasn't so many either,
        other hands were counted too high, and unseen goes below zero. Cards too many first fill that up again.
        """
        missing = cards - self.hands[seat]
        if missing > 0:
            from_pile = min(max(missing - max(self.unseen, 0), 0), self.goods)
        else:
            from_pile = min(missing - min(self.unseen, 0), 0)
        hands, unseen = set_seat(self.hands, seat, cards), self.unseen - missing + from_pile
        return self._replace(hands=hands, pile=self.pile - from_pile, unseen=unseen)

    def renewed(self) -> Count:
        """A pile that has run out is made anew at once, if there are discards (fiasko-from-english.fr.txt:107)."""
        return self.shuffled() if self.pile == 0 and self.discard else self

    def shuffled(self) -> Count:
        """The specials never stay in a hand (fiasko-from-english.fr.txt:83, 89): the new pile has all of them."""
        together = self.pile + self.discard
        pile = max(together, SPECIALS)
        return Count(pile, 0, self.hands, self.unseen + together - pile, shuffles=self.shuffles + 1)

    def hand_kept(self, seat: int, drawer_loses: bool) -> tuple[float, float]:
        """The chances to keep the hand till the next turn: having drawn goods, or having drawn a catastrophe.

        You draw, then everybody else draws one: your own Fiasko takes your hand, or a catastrophe of theirs.
        `drawer_loses`: a catastrophe takes the hand of whoever draws it, too. The pile has cards in it.
        Where it ends within the lap, the look goes on into the new one, as the discards will be then.
        """
        others, left = len(self.hands) - 1, self.pile - 1
        if left < others:
            return self._kept_beyond("goods", seat, drawer_loses), self._kept_beyond("catastrophe", seat, drawer_loses)
        goods = catastrophe = 0.0
        if self.goods:
            goods = self.goods * none_within(left, self.catastrophe, others) / self.pile
        if self.catastrophe and not drawer_loses:
            catastrophe = self.catastrophe * none_within(left, self.catastrophe - 1, others) / self.pile
        return goods, catastrophe

    def _kept_beyond(self, card: str, seat: int, drawer_loses: bool) -> float:
        """The chance that this seat draws the card, and that the hand outlasts what the others draw then."""
        left = self.catastrophe if card == "catastrophe" else self.goods
        if not left or (card == "catastrophe" and drawer_loses):
            return 0.0
        others = [(seat + after) % len(self.hands) for after in range(1, len(self.hands))]
        return left / self.pile * self.after(card, seat, drawer_loses)._outlasts(others, drawer_loses)

    def _outlasts(self, drawing: list[int], drawer_loses: bool) -> float:
        """That none of these draws a catastrophe, one after the other."""
        if not drawing or not self.pile:
            return 1.0
        first, *rest = drawing
        kept = 0.0
        for card, left in (("goods", self.goods), ("fiasko", self.fiasko)):
            if left:
                kept += left / self.pile * self.after(card, first, drawer_loses)._outlasts(rest, drawer_loses)
        return kept

    def after(self, card: str, seat: int, drawer_loses: bool, lost: int | None = None) -> Count:
        """Once this seat has drawn such a card: goods to the hand (fiasko-from-english.fr.txt:79), a Fiasko and a hand
        to the discards (83; or the product shown, of `lost` cards: fiasko-from-german.fr.txt:30), a catastrophe and all
        others' hands (87), or everybody's (fiasko-from-german.fr.txt:34).
        """
        counter = self.drawn(card)
        if card == "goods":
            return counter._replace(hands=set_seat(counter.hands, seat, counter.hands[seat] + 1)).renewed()
        if card == "catastrophe":
            taken = {it: cards for it, cards in enumerate(counter.hands) if drawer_loses or it != seat}
            return counter.discarded(taken, card=1).renewed()
        if lost is not None and lost > counter.hands[seat]:
            counter = counter.told_hand(seat, lost)
        return counter.discarded({seat: counter.hands[seat] if lost is None else lost}, card=1).renewed()


def none_within(pile: int, marked: int, draws: int) -> float:
    """The chance that the next `draws` cards of a pile hold none of the marked ones."""
    draws = min(draws, pile)
    return comb(pile - marked, draws) / comb(pile, draws)


# What a score can be: which cards make it, and which points no cards can make


COPIES = {1: 3, 2: 3, 3: 4, 4: 3, 5: 3}  # of each product: fiasko-from-english.fr.txt:50
OTHER_GOODS = GOODS - PER_PRODUCT
LOWEST = 13  # fiasko-from-english.fr.txt:111


def worth(values: tuple[int, ...], hand: int) -> int:
    """The sum of the product's cards times the whole hand (fiasko-from-english.fr.txt:97), for real cards."""
    if not values:
        raise RuleBroken(say("A score shows at least one card of its product"), "values")
    for value, times in Counter(values).items():
        copies = COPIES.get(value, 0)
        if times > copies:
            many = say("A product has only %(copies)s cards of the value %(value)s", copies=copies, value=brief(value))
            raise RuleBroken(many, "values")
    low, high = len(values), len(values) + OTHER_GOODS
    if not low <= hand <= high:
        raise RuleBroken(
            say_many(
                "A hand with %(count)s card of the product has %(low)s to %(high)s cards, not %(hand)s",
                "A hand with %(count)s cards of the product has %(low)s to %(high)s cards, not %(hand)s",
                len(values),
                low=low,
                high=high,
                hand=brief(hand),
            ),
            "hand",
        )
    points = sum(values) * hand
    if points < LOWEST:
        raise RuleBroken(
            say(
                "%(sum)s × %(hand)s is %(points)s: a score has at least %(lowest)s points",
                sum=sum(values),
                hand=hand,
                points=points,
                lowest=LOWEST,
            ),
            "values",
        )
    return points


def plausible(points: int) -> int:
    """Bare points, if they are some sum times some hand that real cards can make (silent)."""
    if points in possible_points():
        return points
    if points < LOWEST:
        raise RuleBroken(say("A score has at least %(lowest)s points", lowest=LOWEST), "points")
    below, above = nearest(points)
    if above is None:
        raise RuleBroken(
            say("No cards make %(points)s points: the highest possible is %(below)s", points=points, below=below),
            "points",
        )
    raise RuleBroken(
        say(
            "No cards make %(points)s points: the nearest are %(below)s and %(above)s",
            points=points,
            below=below,
            above=above,
        ),
        "points",
    )


def nearest(points: int) -> tuple[int, int | None]:
    below = max(known for known in possible_points() if known < points)
    return below, min((known for known in possible_points() if known > points), default=None)


@cache
def sums_of_a_product() -> tuple[Counter[int], ...]:
    """In how many ways so many of its cards make each sum, by how many they are: of sixteen, none to all."""
    ways = [Counter({0: 1})] + [Counter[int]() for _ in range(PER_PRODUCT)]
    for value in (value for value, copies in COPIES.items() for _ in range(copies)):
        for cards in range(PER_PRODUCT, 0, -1):
            for total, many in ways[cards - 1].items():
                ways[cards][total + value] += many
    return tuple(ways)


@cache
def chance_to_beat(points: int, hand: int) -> float:
    """That a hand of so many, any of the box's goods, makes more of a product that was chosen before."""
    better = sum(
        comb(OTHER_GOODS, hand - cards) * many
        for cards, sums in enumerate(sums_of_a_product()[: hand + 1])
        for total, many in sums.items()
        if total * hand > points
    )
    return better / comb(GOODS, hand)


@cache
def possible_points() -> frozenset[int]:
    """Every sum of k cards of one product, times every hand that can hold these k."""
    picks = picks_of(*(range(copies + 1) for copies in COPIES.values()))
    sums = {(sum(pick), sum(value * times for value, times in zip(COPIES, pick, strict=True))) for pick in picks}
    products = (total * hand for k, total in sums if k for hand in range(k, OTHER_GOODS + k + 1))
    return frozenset(points for points in products if points >= LOWEST)
