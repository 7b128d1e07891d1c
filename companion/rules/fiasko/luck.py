"""How lucky everybody was: Fiaskos and catastrophes against the odds of the very draws that brought them.

And what is kept of a game for the evenings to come: that luck, what all cards did to the chances, the dearest score.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.rules.core import Kept, Played
from companion.rules.fiasko.moves import Draw
from companion.rules.fiasko.play import FiaskoSheet, cards_lost
from companion.rules.fiasko.turning import turning
from companion.rules.luck import Luck, Run, longest_run, luck


class AgainstOdds(NamedTuple):
    """How many there were, and how many the odds led to expect; None where that depends on what the table says."""

    came: int
    expected: float | None


class DrawLuck(NamedTuple):
    """How lucky a player was, by catastrophes and by the cards that they and the Fiaskos cost. A run is without one."""

    draws: int
    fiaskos: Luck
    to_fiaskos: AgainstOdds
    catastrophes: AgainstOdds
    to_catastrophes: AgainstOdds
    run: Run


class DrawnCard(NamedTuple):
    """A draw: the chances and every hand just before it, and the cards that it took, by seat."""

    seat: int
    card: str
    fiasko: float
    catastrophe: float
    had: tuple[int, ...]
    took: Mapping[int, int]


def evenings(played: Iterable[Played], seats: int) -> tuple[DrawLuck, ...] | None:
    """One a seat. None where the pile wasn't counted, or nothing was drawn from it."""
    draws, rulings = [], {}
    for one in played:
        if isinstance(one.move, Draw):
            if one.before.turn is None or not one.before.counter.pile:
                return None
            counter, rulings = one.before.counter, one.before.table.options
            fiasko, catastrophe = counter.fiasko / counter.pile, counter.catastrophe / counter.pile
            draw = DrawnCard(one.move.player, one.move.card, fiasko, catastrophe, counter.hands, cards_lost(one))
            draws.append(draw)
    if not draws:
        return None
    whole_hand, drawer_loses = rulings["fiasko_loss"] == "hand", rulings["catastrophe"] == "everyone"
    return tuple(_luck_of(draws, seat, whole_hand, drawer_loses) for seat in range(seats))


def _luck_of(draws: list[DrawnCard], seat: int, whole_hand: bool, drawer_loses: bool) -> DrawLuck:
    mine = [drawn for drawn in draws if drawn.seat == seat]
    threats = draws if drawer_loses else [drawn for drawn in draws if drawn.seat != seat]
    chances, hits = [drawn.fiasko for drawn in mine], [drawn.card == "fiasko" for drawn in mine]
    return DrawLuck(
        len(mine),
        luck(chances, sum(hits)),
        AgainstOdds(
            sum(drawn.took.get(seat, 0) for drawn in mine if drawn.card == "fiasko"),
            sum([drawn.fiasko * drawn.had[seat] for drawn in mine]) if whole_hand else None,
        ),
        AgainstOdds(sum([drawn.card == "catastrophe" for drawn in mine]), sum([drawn.catastrophe for drawn in mine])),
        AgainstOdds(
            sum(drawn.took.get(seat, 0) for drawn in threats if drawn.card == "catastrophe"),
            sum([drawn.catastrophe * drawn.had[seat] for drawn in threats]),
        ),
        longest_run(chances, hits),
    )


def kept(sheet: FiaskoSheet, played: Iterable[Played]) -> tuple[Kept, ...]:
    seats: list[dict[str, Any]] = []
    for mine in sheet.scores:
        scores = [(noted.points, product) for product, noted in mine.items()]
        points, product = max(scores, key=lambda score: score[0], default=(None, None))
        seats.append({"dearest": points, "product": product} if points else {})
    each = evenings(played, len(seats))
    for seat, lucky in enumerate(each or ()):
        seats[seat] |= {"draws": lucky.draws, "run": lucky.run.length, **lucky.fiaskos.kept("fiaskos")}
    turned = turning(sheet, played) if each and sheet.table.options["advice"] == "asked" else None
    for seat, moved in enumerate((turned and turned.apart) or ()):
        seats[seat]["cards"] = round(100 * moved.cards, 2)  # in points of chance to win
    return tuple(seats)
