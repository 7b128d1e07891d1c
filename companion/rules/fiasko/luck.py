"""Fiaskos and catastrophes against the odds of the very draws that brought them, and the cards they cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.rules.core import Played
from companion.rules.fiasko.moves import Draw
from companion.rules.luck import Luck, Run, longest_run, luck


class Cost(NamedTuple):
    """Cards that went, and how many the odds led to expect; None where that depends on what the table says."""

    cards: int
    expected: float | None


class Evening(NamedTuple):
    """How lucky a player was. A run is without a Fiasko."""

    draws: int
    fiaskos: Luck
    to_fiaskos: Cost
    catastrophes: Luck
    to_catastrophes: Cost
    run: Run


class Drawn(NamedTuple):
    """A draw: the chances just before it, and what went from each hand."""

    seat: int
    card: str
    fiasko: float
    catastrophe: float
    hands: tuple[int, ...]
    lost: tuple[int, ...]


def evenings(played: Iterable[Played], seats: int) -> tuple[Evening, ...] | None:
    """One a seat. None where the pile wasn't counted, or nothing was drawn from it."""
    draws, rulings = [], {}
    for one in played:
        if isinstance(one.move, Draw):
            if one.before.turn is None or not one.before.counter.pile:
                return None
            draws.append(_drawn(one))
            rulings = one.before.table.options
    if not draws:
        return None
    whole_hand, drawer_loses = rulings["fiasko_loss"] == "hand", rulings["catastrophe"] == "everyone"
    return tuple(_evening(draws, seat, whole_hand, drawer_loses) for seat in range(seats))


def _drawn(one: Played) -> Drawn:
    counter, draw = one.before.counter, one.move
    hands, after = counter.hands, one.after.counter.hands
    lost = tuple(max(had - has, 0) for had, has in zip(hands, after, strict=True))
    return Drawn(draw.player, draw.card, counter.fiasko / counter.pile, counter.catastrophe / counter.pile, hands, lost)


def _evening(draws: list[Drawn], seat: int, whole_hand: bool, drawer_loses: bool) -> Evening:
    mine = [drawn for drawn in draws if drawn.seat == seat]
    threats = [drawn for drawn in draws if drawer_loses or drawn.seat != seat]
    chances, hits = [drawn.fiasko for drawn in mine], [drawn.card == "fiasko" for drawn in mine]
    catastrophes = sum(drawn.card == "catastrophe" for drawn in mine)
    return Evening(
        len(mine),
        luck(chances, sum(hits)),
        Cost(
            sum(drawn.lost[seat] for drawn in mine if drawn.card == "fiasko"),
            sum(drawn.fiasko * drawn.hands[seat] for drawn in mine) if whole_hand else None,
        ),
        luck([drawn.catastrophe for drawn in mine], catastrophes),
        Cost(
            sum(drawn.lost[seat] for drawn in threats if drawn.card == "catastrophe"),
            sum(drawn.catastrophe * drawn.hands[seat] for drawn in threats),
        ),
        longest_run(chances, hits),
    )
