"""Fiaskos and catastrophes against the odds of the very draws that brought them, and the cards they cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.rules.core import Played
from companion.rules.fiasko.moves import Draw
from companion.rules.luck import Luck, Run, longest_run, luck


class Came(NamedTuple):
    """How many there were, and how many the odds led to expect; None where that depends on what the table says."""

    came: int
    expected: float | None


class Evening(NamedTuple):
    """How lucky a player was, by catastrophes and by the cards that they and the Fiaskos cost. A run is without one."""

    draws: int
    fiaskos: Luck
    to_fiaskos: Came
    catastrophes: Came
    to_catastrophes: Came
    run: Run


class Drawn(NamedTuple):
    """A draw: the chances and every hand just before it, and the cards that it took, by seat."""

    seat: int
    card: str
    fiasko: float
    catastrophe: float
    had: tuple[int, ...]
    took: Mapping[int, int]


def cards_lost(one: Played) -> Mapping[int, int]:
    """By seat. What the table told of its loss may be more than was counted in that hand."""
    match one.move:
        case Draw(player=player, lost=int(lost)):
            return {player: lost} if lost else {}
        case Draw():
            hands = zip(one.before.counter.hands, one.after.counter.hands, strict=True)
            return {seat: had - has for seat, (had, has) in enumerate(hands) if had > has}
        case _:
            return {}


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
    fiasko, catastrophe = counter.fiasko / counter.pile, counter.catastrophe / counter.pile
    return Drawn(draw.player, draw.card, fiasko, catastrophe, counter.hands, cards_lost(one))


def _evening(draws: list[Drawn], seat: int, whole_hand: bool, drawer_loses: bool) -> Evening:
    mine = [drawn for drawn in draws if drawn.seat == seat]
    threats = draws if drawer_loses else [drawn for drawn in draws if drawn.seat != seat]
    chances, hits = [drawn.fiasko for drawn in mine], [drawn.card == "fiasko" for drawn in mine]
    return Evening(
        len(mine),
        luck(chances, sum(hits)),
        Came(
            sum(drawn.took.get(seat, 0) for drawn in mine if drawn.card == "fiasko"),
            sum([drawn.fiasko * drawn.had[seat] for drawn in mine]) if whole_hand else None,
        ),
        Came(sum([drawn.card == "catastrophe" for drawn in mine]), sum([drawn.catastrophe for drawn in mine])),
        Came(
            sum(drawn.took.get(seat, 0) for drawn in threats if drawn.card == "catastrophe"),
            sum([drawn.catastrophe * drawn.had[seat] for drawn in threats]),
        ),
        longest_run(chances, hits),
    )
