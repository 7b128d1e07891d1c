"""What if? The same moves under another ruling: said only where somebody else would have won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from companion.rules.core import Move, RuleBroken, Ruleset, Ruling, Table, step
from companion.rules.options import Bearing, Choice


class Otherwise(NamedTuple):
    """A ruling under which others win, and the sheet that it leads to."""

    ruling: Ruling
    winners: tuple[int, ...]
    sheet: Any


def otherwise(game: Ruleset[Any], sheet: Any, moves: Sequence[Move]) -> tuple[Otherwise, ...]:
    """Of a game that is over. The log doesn't tell what the table would have done: only its own moves are reckoned."""
    return tuple(_changed(game, sheet, moves)) if sheet.over else ()


def _changed(game: Ruleset[Any], sheet: Any, moves: Sequence[Move]) -> Iterator[Otherwise]:
    won = game.winners(sheet)
    for ruling in _rulings(game, sheet.table):
        ended = _ended_under(game, sheet, ruling, moves)
        if ended is not None and (others := game.winners(ended)) != won:
            yield Otherwise(ruling, others, ended)


def _rulings(game: Ruleset[Any], table: Table) -> Iterable[Ruling]:
    """Every answer that this table didn't choose, to a question that can matter."""
    for option in game.options:
        if isinstance(option, Choice) and option.bearing is not Bearing.NOTHING:
            for value, label in option.choices:
                if value != table.options[option.key]:
                    yield Ruling(option, value, label)
    yield from game.rulings(table)


def _ended_under(game: Ruleset[Any], sheet: Any, ruling: Ruling, moves: Sequence[Move]) -> Any:
    """The sheet where it ends, perhaps earlier. None where these moves don't go with the ruling, or end nothing."""
    options = {**sheet.table.options, ruling.option.key: ruling.value}
    table = sheet.table._replace(options=options)
    if game.conflict(options):
        return None
    return sheet._replace(table=table) if ruling.option.bearing is Bearing.COUNT else _played(game, table, moves)


def _played(game: Ruleset[Any], table: Table, moves: Sequence[Move]) -> Any:
    sheet = game.start(table)
    try:
        for move in moves:
            if sheet.over:
                break
            sheet = step(game, sheet, move)
    except RuleBroken:
        return None
    return sheet if sheet.over else None
