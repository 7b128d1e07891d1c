"""What each move does to the sheet. What is said of hands that the table corrects is silent in both rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.rules.core import End, Move, RuleBroken, Table
from companion.rules.fiasko.moves import PRODUCT_NAMES, PRODUCTS, Draw, Recount, Reshuffle, Score
from companion.rules.fiasko.pack import PACK, Count
from companion.rules.fiasko.scores import plausible, worth
from companion.rules.text import say


class Noted(NamedTuple):
    """A score on the sheet, with its arithmetic: sum of values times hand, unless it came as bare points."""

    points: int
    values: tuple[int, ...] | None
    hand: int | None
    move: int  # which move of the game wrote it


class Sheet(NamedTuple):
    table: Table
    scores: tuple[dict[str, Noted], ...]  # one a seat; never changed in place
    counter: Count
    turn: int | None = None
    finisher: int | None = None
    over: bool = False
    played: int = 0


def start(table: Table) -> Sheet:
    """Whoever the table says begins; the books say the neighbour of whoever writes (fiasko-from-english.fr.txt:68)."""
    seats = len(table.players)
    turn = table.first if table.options["count"] == "all" else None
    return Sheet(table, ({},) * seats, Count(PACK, 0, (0,) * seats), turn)


def play(sheet: Sheet, move: Move) -> Sheet:
    return _happened(sheet, move)._replace(played=sheet.played + 1)


def _happened(sheet: Sheet, move: Move) -> Sheet:
    match move:
        case Draw():
            return _draw(sheet, move)
        case Score():
            return _score(sheet, move)
        case Recount():
            return _recount(sheet, move)
        case Reshuffle():
            return _reshuffled(sheet)
        case End():  # a game that is stopped early: silent
            return sheet._replace(over=True, turn=None)
        case _:
            raise TypeError(f"not a move of Fiasko: {move!r}")


def _draw(sheet: Sheet, move: Draw) -> Sheet:
    _needs_count(sheet)
    counts_all = sheet.table.options["count"] == "all"
    if move.card == "goods" and not counts_all:
        raise RuleBroken(say("This table counts only the Fiasko and catastrophe cards"))
    if counts_all and not sheet.counter.pile:
        raise RuleBroken(say("There is nothing to draw until somebody discards"))
    counter = sheet.counter.drawn(move.card)
    if not counts_all:
        return sheet._replace(counter=counter.onto_discards())
    counter = _taken(counter, sheet.table.options, move).renewed()
    return sheet._replace(counter=counter, turn=_next_seat(sheet, move.player))


def _needs_count(sheet: Sheet) -> None:
    if sheet.table.options["count"] == "none":
        raise RuleBroken(say("This table doesn’t count the cards"))


def _taken(counter: Count, options: Mapping[str, Any], move: Draw) -> Count:
    """The card goes to the hand, or takes hands with it to the discards.

    Goods: fiasko-from-english.fr.txt:79. A Fiasko, the whole hand: line 83; the product shown:
    fiasko-from-german.fr.txt:30. A catastrophe, the others: fiasko-from-english.fr.txt:87; everybody:
    fiasko-from-german.fr.txt:34.
    """
    if move.card == "goods":
        return counter.into_hand(move.player)
    counter = counter.onto_discards()
    if move.card == "catastrophe":
        return counter.all_discarded(but=move.player if options["catastrophe"] == "others" else None)
    held = counter.hands[move.player]
    lost = held if move.lost is None else move.lost
    if lost > held:
        counter = counter.told_hand(move.player, lost)
    return counter.discarded(move.player, lost)


def _reshuffled(sheet: Sheet) -> Sheet:
    """Silent: the books shuffle only a pile that has run out, and a table may do it early."""
    _needs_count(sheet)
    if not sheet.counter.pile + sheet.counter.discard:
        raise RuleBroken(say("There is nothing to shuffle until somebody discards"))
    return sheet._replace(counter=sheet.counter.shuffled())


def _next_seat(sheet: Sheet, seat: int) -> int | None:
    """Clockwise (fiasko-from-english.fr.txt:68). Where only some draws are tapped, nobody can know whose turn it is."""
    return (seat + 1) % len(sheet.scores) if sheet.table.options["count"] == "all" else None


def _recount(sheet: Sheet, move: Recount) -> Sheet:
    """Silent: the cards are right, and the count gives way."""
    _needs_count(sheet)
    counter = _specials_told(sheet.counter, move)
    if move.pile is None:
        return sheet._replace(counter=counter)
    if move.pile > PACK - counter.discard:
        raise RuleBroken(
            say(
                "The pile can’t have %(pile)s cards: the pack has %(pack)s, and %(discard)s lie on the discards",
                pile=move.pile,
                pack=PACK,
                discard=counter.discard,
            ),
            "pile",
        )
    if counter.fiasko + counter.catastrophe > move.pile:
        raise RuleBroken(
            say(
                "A pile of %(pile)s can’t hold %(fiasko)s Fiasko and %(catastrophe)s catastrophe cards: "
                "say how many of each are left",
                pile=move.pile,
                fiasko=counter.fiasko,
                catastrophe=counter.catastrophe,
            ),
            "fiasko",
        )
    return sheet._replace(counter=counter.recounted(move.pile).renewed())


def _specials_told(counter: Count, move: Recount) -> Count:
    """What was not said stays as counted; but an empty pile holds none."""
    empty = move.pile == 0
    fiasko = (0 if empty else counter.fiasko) if move.fiasko is None else move.fiasko
    catastrophe = (0 if empty else counter.catastrophe) if move.catastrophe is None else move.catastrophe
    return counter._replace(fiasko=fiasko, catastrophe=catastrophe)


def _score(sheet: Sheet, move: Score) -> Sheet:
    """Each product once (fiasko-from-english.fr.txt:109); the fifth one ends the game (line 115)."""
    seat, mine = move.player, sheet.scores[move.player]
    if move.product in mine:
        name, product = sheet.table.players[seat], PRODUCT_NAMES[move.product]
        raise RuleBroken(say("%(name)s has already scored %(product)s", name=name, product=product), "product")
    mine = {**mine, move.product: Noted(_points(move), move.values, move.hand, sheet.played + 1)}
    finished = len(mine) == len(PRODUCTS)
    return sheet._replace(
        scores=(*sheet.scores[:seat], mine, *sheet.scores[seat + 1 :]),
        counter=_hand_shown(sheet, move),
        turn=None if finished else _next_seat(sheet, seat),
        finisher=seat if finished else None,
        over=finished,
    )


def _points(move: Score) -> int:
    if move.values is not None and move.hand is not None:
        return worth(move.values, move.hand)
    assert move.points is not None, "a score without cards has points"
    return plausible(move.points)


def _hand_shown(sheet: Sheet, move: Score) -> Count:
    """The whole hand goes to the discards (fiasko-from-english.fr.txt:107): as it was told, or as it was counted."""
    counter = sheet.counter
    if sheet.table.options["count"] != "all":
        return counter
    if move.hand is not None:
        counter = counter.told_hand(move.player, move.hand)
    return counter.discarded(move.player, counter.hands[move.player]).renewed()
