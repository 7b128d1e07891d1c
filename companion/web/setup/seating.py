"""Who sits where while a table is being set: names sit down, change places, are put right. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import count, islice
from typing import Any, NamedTuple

from companion.rules.core import Ruleset
from companion.rules.options import BadOption, read_names
from companion.rules.text import Text, say

FEWEST_CHAIRS = 4


class Seated(NamedTuple):
    """The seats, clockwise; and of a name that can't sit there, how it was typed, and why."""

    players: tuple[str, ...]
    refused: str = ""
    wrong: Text | None = None

    def then(self, change: Callable[[tuple[str, ...]], tuple[str, ...]], typed: str = "") -> Seated:
        """One thing after the other: what can't be is passed over, and the first such is told."""
        try:
            return self._replace(players=change(self.players))
        except BadOption as bad:
            return self if self.wrong else Seated(self.players, typed, bad.text)


def sit_down(game: Ruleset[Any], seated: Seated, names: Iterable[str]) -> Seated:
    def with_one_more(name: str, players: tuple[str, ...]) -> tuple[str, ...]:
        grown = read_names((*players, name))
        if len(grown) > game.seats.high:
            raise BadOption(say("%(game)s has room for %(most)s players", game=game.name, most=game.seats.high))
        return grown

    for name in names:
        if name.strip():
            seated = seated.then(partial(with_one_more, name), name)
    return seated


def nameless(number: int) -> Text:
    """What a seat is called that nobody has given a name yet."""
    return say("Player %(number)s", number=number)


def so_many(players: tuple[str, ...], wanted: int, called: Callable[[int], str]) -> tuple[str, ...]:
    """As many seats: the nameless come and go, and nobody with a name has to."""
    unnamed = {called(number) for number in range(1, wanted + len(players) + 1)}
    while len(players) > wanted and (spare := [name for name in players if name in unnamed]):
        players = tuple(name for name in players if name != spare[-1])
    free = (name for number in count(len(players) + 1) if (name := called(number)) not in players)
    return (*players, *islice(free, max(0, wanted - len(players))))


def chairs(game: Ruleset[Any], players: tuple[str, ...]) -> tuple[str | None, ...]:
    """Round the table: four at least, in two equal rows where the game has so many seats."""
    drawn = max(FEWEST_CHAIRS, len(players))
    drawn = min(drawn + drawn % 2, game.seats.high)
    return (*players, *[None] * (drawn - len(players)))
