"""What if? The same moves under another ruling: said only where somebody else would have won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.rules.core import RuleBroken, Ruleset, Ruling, Table, step
from companion.rules.moves import Move
from companion.rules.options import Bearing, Choice


class Otherwise(NamedTuple):
    """A ruling under which others win, and the sheet that it leads to."""

    ruling: Ruling
    winners: tuple[int, ...]
    sheet: Any


def otherwise(game: Ruleset[Any], sheet: Any, moves: Sequence[Move]) -> tuple[Otherwise, ...]:
    """Of a game that is over. The log doesn't tell what the table would have done: only its own moves are reckoned."""
    if not sheet.over:
        return ()
    won, table, changed = game.winners(sheet), sheet.table, []
    for ruling in (*_not_chosen(game, table), *game.rulings(table)):
        options = {**table.options, ruling.option.key: ruling.value}
        if game.incompatible(options):
            continue
        other = table._replace(options=options)
        counted = ruling.option.bearing is Bearing.COUNT
        ended = sheet._replace(table=other) if counted else _ended(game, other, moves)
        if ended is not None and (winners := game.winners(ended)) != won:
            changed.append(Otherwise(ruling, winners, ended))
    return tuple(changed)


def _not_chosen(game: Ruleset[Any], table: Table) -> Iterator[Ruling]:
    """Every answer that this table didn't give, to a question that can matter."""
    for option in game.options:
        if isinstance(option, Choice) and option.bearing is not Bearing.NOTHING:
            for value, label in option.choices:
                if value != table.options[option.key]:
                    yield Ruling(option, value, label)


def _ended(game: Ruleset[Any], table: Table, moves: Sequence[Move]) -> Any:
    """The sheet where it ends, perhaps earlier. None where these moves are against the ruling, or end nothing."""
    sheet = game.start(table)
    try:
        for move in moves:
            if sheet.over:
                break
            sheet = step(game, sheet, move)
    except RuleBroken:
        return None
    return sheet if sheet.over else None
