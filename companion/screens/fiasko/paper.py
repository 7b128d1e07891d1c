"""Fiasko on paper: the sheet at the end of the book, with its rows, in its order, and its five columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from companion.record.history import Log
from companion.rules.fiasko.pack import CATASTROPHE, FIASKO
from companion.rules.fiasko.play import FiaskoSheet
from companion.rules.fiasko.standing import BEST, FINISH, SHARED, Bonus, bonus_for, results, standing
from companion.rules.text import Text, say, say_many
from companion.screens.core import Beneath, ChancesToWin, Lane
from companion.screens.fiasko.course import FiaskoCourse
from companion.screens.fiasko.luck import FiaskoFortunes
from companion.screens.fiasko.turns import TurningPoints, moved
from companion.screens.paper import NONE, Cell, Ledger, LedgerRow, Paper, Ticks, names, ranks
from companion.screens.wording import tenths

READS = say("A cross: a Fiasko. A flash: a catastrophe.")
ROWS = {  # fiasko-from-english.fr.txt:31
    "milk": say("Milk|on paper"),
    "pickles": say("Pickles|on paper"),
    "tomatoes": say("Tomatoes|on paper"),
    "corn": say("Corn|on paper"),
    "sardines": say("Sardines|on paper"),
}
ROOM = 240
COLUMNS = 5  # fiasko-from-english.fr.txt:30
SHUFFLE_TWICE = 4  # so many players use the pile up twice, as a rule
TWO_SHEETS = 2  # fiasko-from-english.fr.txt:172 has two to copy, one under the other


def paper(log: Log) -> Paper:
    sheet: FiaskoSheet = log.sheet
    columns, players = standing(sheet), sheet.table.players
    rows = (
        *(
            LedgerRow(title, tuple(_cell(sheet, seat, product) for seat in range(len(players))), drawing=product)
            for product, title in ROWS.items()
        ),
        LedgerRow(say("Sub-total"), tuple(Cell(column.subtotal) for column in columns), "thin"),
        LedgerRow(say("Bonus"), tuple(Cell(column.bonus, _terms(column.bonuses)) for column in columns), "thin"),
        LedgerRow(say("Total"), tuple(Cell(column.total) for column in columns), "all"),
        ranks(results(sheet)),
    )
    return Paper("fiasko", (Ledger(say("Player"), names(players), rows, COLUMNS - len(players)),))


def _cell(sheet: FiaskoSheet, seat: int, product: str) -> Cell:
    noted = sheet.scores[seat].get(product)
    if noted is None:
        return Cell(NONE if sheet.over else None)
    bonus, working = bonus_for(sheet, seat, product), None
    if noted.values:  # it was told by its cards: (5 + 2 + 4) × 8
        cards = " + ".join(map(str, noted.values))
        working = f"({cards}) × {noted.hand}" if len(noted.values) > 1 else f"{cards} × {noted.hand}"
    return Cell(noted.points, working, bonus.points if bonus else None)


def _terms(bonuses: tuple[Bonus, ...]) -> str | None:
    """20 + 2 × 30 + 15, where it is a sum: as they are read out, those alone at the top before the shared ones."""
    finish = [bonus.points for bonus in bonuses if bonus.title is None]
    products = sorted((bonus.points for bonus in bonuses if bonus.title), reverse=True)
    each = [(points, len(list(same))) for points, same in groupby(finish + products)]
    terms = [f"{times} × {points}" if times > 1 else str(points) for points, times in each]
    return " + ".join(terms) if len(bonuses) > 1 else None


def beneath(log: Log, ending: Any) -> Beneath:
    """Every Fiasko and catastrophe where it was drawn, how many the odds led to expect, and what turned the game."""
    course: FiaskoCourse | None = ending.course and ending.course.course
    turns: TurningPoints | None = ending.turns
    lanes = tuple(_lanes(course)) if course and course.draws else ()
    return Beneath(
        ROOM,
        lanes=lanes,
        chances=turns and ChancesToWin(turns.each, tuple(one.at for one in turns.moments), turns.described),
        reads=READS if lanes else None,
        said=(*_luck(ending.luck), *_turned(turns, log)),
    )


def _lanes(course: FiaskoCourse) -> Iterator[Lane]:
    for player in course.players:
        fiaskos = [(emptied.turn, emptied.by) for emptied in player.emptied if emptied.by == "fiasko"]
        catastrophes = [(drawn.turn, "catastrophe") for drawn in course.catastrophes if drawn.value == player.seat]
        said = say_many("%(count)s Fiasko", "%(count)s Fiaskos", len(fiaskos))
        yield Lane(player.seat, said, (*fiaskos, *catastrophes))


def _luck(luck: FiaskoFortunes | None) -> Iterator[Text]:
    if luck and luck.each:
        each = tuple(
            say("%(name)s %(came)s (%(expected)s)", name=name, came=twenty.came, expected=tenths(twenty.expected))
            for _, name, *_, twenty, _ in luck.each
        )
        yield say("Fiaskos drawn (expected for those draws): %(list)s.", list=each)
        if luck.run:
            yield from (luck.run.title, luck.run.said)


def _turned(turns: TurningPoints | None, log: Log) -> Iterator[Text]:
    """Its moments, and for each player the cards and the choices apart."""
    if turns and turns.moments:
        names = log.sheet.table.players
        each = tuple(
            Text(
                "%(number)s) %(round)s, %(move)s (%(moved)s)",
                None,
                (
                    ("number", one.number),
                    ("round", one.title),
                    ("move", one.move),
                    ("moved", moved(names[one.seat], one.had, one.has, one.sure)),
                ),
            )
            for one in turns.moments
        )
        yield say("Turning points: %(list)s.", list=each)
    if turns and turns.apart:
        points = tuple(
            Text(
                "%(name)s %(cards)s / %(choices)s",
                None,
                (("name", row.name), ("cards", signed(row.moved[0])), ("choices", signed(row.moved[1]))),
            )
            for row in turns.apart
        )
        yield say("Own cards, then own choices, in points of chance, about: %(list)s.", list=points)


def signed(points: int) -> str:
    return f"{'−' if points < 0 else '+' if points else '±'}{abs(points)}"


def blank(options: Mapping[str, Any], players: int | None) -> Paper:
    """To be written by hand, with boxes to tick the eight off, as the book advises (fiasko-from-english.fr.txt:91)."""
    worth = say("finish %(finish)s · best %(best)s · level %(shared)s", finish=FINISH, best=BEST, shared=SHARED)
    rows = (
        *(LedgerRow(title, (), drawing=product) for product, title in ROWS.items()),
        LedgerRow(say("Sub-total"), (), "thin"),
        LedgerRow(say("Bonus"), (), "thin", note=worth),
        LedgerRow(say("Total"), (), "all"),
    )
    boxes = ((say("Fiasko"), FIASKO), (say("Catastrophe"), CATASTROPHE))
    again = (say("After the shuffle"), say("After the second shuffle"))
    shuffles = len(again) if players is None or players >= SHUFFLE_TWICE else 1
    ticks = Ticks(say("Drawn from the pile"), boxes, again[:shuffles])
    return Paper("fiasko", (Ledger(say("Initials"), (), rows, COLUMNS, "by-hand"), ticks), TWO_SHEETS)
