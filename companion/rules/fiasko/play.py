"""What each move does to the sheet. What is said of hands that the table corrects is silent in both rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.rules.core import Played, RuleBroken, Table, set_seat
from companion.rules.fiasko.moves import PRODUCT_NAMES, PRODUCTS, Draw, Recount, Reshuffle, Score
from companion.rules.fiasko.pack import COPIES, GOODS, PACK, Count, plausible, worth
from companion.rules.moves import End, Move
from companion.rules.text import say


class NotedScore(NamedTuple):
    """A score on the sheet, with its arithmetic: sum of values times hand, unless it came as bare points."""

    points: int
    values: tuple[int, ...] | None
    hand: int | None
    move: int  # which move of the game wrote it


LaidCards = Mapping[tuple[str, int], tuple[int, ...]]  # by product and value, the moves that laid such a card


class FiaskoSheet(NamedTuple):
    """`laid`: the cards of scores that lie on the discards since the last shuffle, as far as the table told them."""

    table: Table
    scores: tuple[dict[str, NotedScore], ...]  # one a seat; never changed in place
    counter: Count
    turn: int | None = None
    finisher: int | None = None
    over: bool = False
    played: int = 0
    laid: LaidCards = {}  # never changed in place


def start(table: Table) -> FiaskoSheet:
    """Whoever the table says begins; the books say the neighbour of whoever writes (fiasko-from-english.fr.txt:68)."""
    seats = len(table.players)
    turn = table.first if table.options["count"] == "all" else None
    return FiaskoSheet(table, ({},) * seats, Count(PACK, 0, (0,) * seats), turn)


def play(sheet: FiaskoSheet, move: Move) -> FiaskoSheet:
    if not move.noted_with(sheet.table.options):
        raise RuleBroken(say("This table doesn’t count the cards"))
    match move:
        case Draw():
            after = _draw(sheet, move)
        case Score():
            after = _score(sheet, move)
        case Recount():
            after = sheet._replace(counter=_recounted(sheet.counter, move))
        case Reshuffle():  # silent: the books shuffle only a pile that has run out, and a table may do it early
            if not sheet.counter.pile + sheet.counter.discard:
                raise RuleBroken(say("There is nothing to shuffle until somebody discards"))
            after = sheet._replace(counter=sheet.counter.shuffled())
        case End():  # a game that is stopped early: silent
            after = sheet._replace(over=True, turn=None)
        case _:
            raise TypeError(f"not a move of Fiasko: {move!r}")
    if after.counter.shuffles > sheet.counter.shuffles:
        after = after._replace(laid={})
    return after._replace(played=sheet.played + 1)


def refuses(sheet: FiaskoSheet, move: Move) -> None:
    """What no table can tell now, though older logs do: they are read as they were."""
    match move:
        case Score(values=tuple(values)) if sheet.table.options["count"] != "none":
            _refuse_laid_cards(sheet, move.product, values)
        case Reshuffle() if not sheet.counter.discard and (
            sheet.table.options["count"] == "all" or not any(sheet.scores)
        ):
            raise RuleBroken(say("There is nothing to shuffle: nothing has been discarded yet"))
        case _:
            pass


def _refuse_laid_cards(sheet: FiaskoSheet, product: str, values: tuple[int, ...]) -> None:
    """What was laid down lies on the discards until somebody shuffles. Where nobody counts, nobody says when."""
    for value in sorted(set(values)):
        lying = sheet.laid.get((product, value), ())
        if len(lying) + values.count(value) > COPIES[value]:
            raise RuleBroken(
                say(
                    "Since the last shuffle more than %(copies)s × %(value)s: %(product)s",
                    product=PRODUCT_NAMES[product],
                    copies=COPIES[value],
                    value=value,
                ),
                "values",
                moves=tuple(sorted({*lying})),
            )


def _draw(sheet: FiaskoSheet, move: Draw) -> FiaskoSheet:
    """Clockwise (fiasko-from-english.fr.txt:68). Where only some draws are tapped, nobody can know whose turn it is."""
    counts_all = sheet.table.options["count"] == "all"
    if move.card == "goods" and not counts_all:
        raise RuleBroken(say("This table counts only the Fiasko and catastrophe cards"))
    if counts_all and not sheet.counter.pile:
        raise RuleBroken(say("There is nothing to draw until somebody discards"))
    if not counts_all:
        counter = sheet.counter.drawn(move.card)
        return sheet._replace(counter=counter._replace(discard=counter.discard + 1))
    drawer_loses = sheet.table.options["catastrophe"] == "everyone"
    counter = sheet.counter.after(move.card, move.player, drawer_loses, move.lost)
    return sheet._replace(counter=counter, turn=(move.player + 1) % len(sheet.scores))


def _recounted(counter: Count, move: Recount) -> Count:
    """Silent: the cards are right, and the count gives way. What was not said stays; but an empty pile holds none."""
    if move.hands is not None:
        counter = _with_hands(counter, move.hands)
    if move.pile == 0:
        counter = counter._replace(fiasko=0, catastrophe=0)
    if move.fiasko is not None:
        counter = counter._replace(fiasko=move.fiasko)
    if move.catastrophe is not None:
        counter = counter._replace(catastrophe=move.catastrophe)
    if move.pile is None and move.hands is None:
        return counter
    pile = counter.pile if move.pile is None else move.pile
    if pile > PACK - counter.discard:
        raise RuleBroken(
            say(
                "The pile can’t have %(pile)s cards: the pack has %(pack)s, and %(discard)s are in the discards",
                pile=pile,
                pack=PACK,
                discard=counter.discard,
            ),
            "pile",
        )
    if counter.fiasko + counter.catastrophe > pile:
        raise RuleBroken(
            say(
                "A pile of %(pile)s can’t hold %(fiasko)s Fiasko and %(catastrophe)s catastrophe cards: "
                "say how many of each are left",
                pile=pile,
                fiasko=counter.fiasko,
                catastrophe=counter.catastrophe,
            ),
            "fiasko",
        )
    # What the real pile has less, or more, becomes unseen
    return counter._replace(pile=pile, unseen=counter.unseen + counter.pile - pile).renewed()


def _with_hands(counter: Count, hands: tuple[int, ...]) -> Count:
    """Each as one that is told when its player scores: what is missing or spare comes and goes as it does there."""
    if len(hands) != len(counter.hands):
        raise RuleBroken(
            say("A hand for each of the %(seats)s players, not %(hands)s", seats=len(counter.hands), hands=len(hands)),
            "hands",
        )
    if sum(hands) > GOODS:
        raise RuleBroken(
            say("All hands together have at most %(goods)s cards, not %(cards)s", goods=GOODS, cards=sum(hands)),
            "hands",
        )
    fewer_first = sorted(range(len(hands)), key=lambda seat: hands[seat] - counter.hands[seat])
    for seat in fewer_first:  # so that a card which was counted in another hand goes from that to this
        counter = counter.told_hand(seat, hands[seat])
    return counter


def _score(sheet: FiaskoSheet, move: Score) -> FiaskoSheet:
    """Each product once (fiasko-from-english.fr.txt:109); the fifth one ends the game (line 115).

    The whole hand goes to the discards (line 107): as it was told, or as it was counted.
    """
    seat, mine = move.player, sheet.scores[move.player]
    if move.product in mine:
        name, product = sheet.table.players[seat], PRODUCT_NAMES[move.product]
        raise RuleBroken(say("%(name)s has already scored %(product)s", name=name, product=product), "product")
    if move.values is not None and move.hand is not None:
        points = worth(move.values, move.hand)
    else:
        assert move.points is not None, "a score without cards has points"
        points = plausible(move.points)
    mine = {**mine, move.product: NotedScore(points, move.values, move.hand, sheet.played + 1)}
    finished, counter, turn = len(mine) == len(PRODUCTS), sheet.counter, None
    if sheet.table.options["count"] == "all":
        counter = counter if move.hand is None else counter.told_hand(seat, move.hand)
        counter = counter.discarded({seat: counter.hands[seat]}).renewed()
        turn = None if finished else (seat + 1) % len(sheet.scores)
    return sheet._replace(
        scores=set_seat(sheet.scores, seat, mine),
        counter=counter,
        laid=_with_cards(sheet.laid, move, sheet.played + 1),
        turn=turn,
        finisher=seat if finished else None,
        over=finished,
    )


def _with_cards(laid: LaidCards, move: Score, number: int) -> LaidCards:
    if move.values is None:
        return laid
    cards = [(move.product, value) for value in move.values]
    return {**laid, **{card: (*laid.get(card, ()), *[number] * cards.count(card)) for card in cards}}


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
