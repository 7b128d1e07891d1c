"""Who sits where while a table is being set, and who plays here: names this phone has seen at its last tables."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import count, islice
from typing import Any, NamedTuple

from companion import store
from companion.rules.core import Ruleset
from companion.rules.options import BadOption, read_new_names
from companion.rules.text import Text, say
from companion.web.languages import translate

FEWEST_CHAIRS = 4
MOST_TABLES = 24
MOST_KNOWN = 12


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
        grown = read_new_names((*players, name))
        if len(grown) > game.seats.high:
            raise BadOption(say("%(game)s has room for %(most)s players", game=game.name, most=game.seats.high))
        return grown

    for name in names:
        if name.strip():
            seated = seated.then(partial(with_one_more, name), name)
    return seated


def nameless(number: int) -> str:
    """What a seat is called that nobody has given a name yet."""
    return translate(say("Player %(number)s", number=number))


def so_many(players: tuple[str, ...], wanted: int) -> tuple[str, ...]:
    """As many seats: the nameless come and go, and nobody with a name has to."""
    unnamed = {nameless(number) for number in range(1, wanted + len(players) + 1)}
    while len(players) > wanted and (spare := [name for name in players if name in unnamed]):
        players = tuple(name for name in players if name != spare[-1])
    free = (name for number in count(len(players) + 1) if (name := nameless(number)) not in players)
    return (*players, *islice(free, max(0, wanted - len(players))))


def chairs(game: Ruleset[Any], players: tuple[str, ...]) -> tuple[str | None, ...]:
    """Round the table: four at least, in two equal rows where the game has so many seats."""
    drawn = max(FEWEST_CHAIRS, len(players))
    drawn = min(drawn + drawn % 2, game.seats.high)
    return (*players, *[None] * (drawn - len(players)))


# Who plays here, and who began there


def regulars(game: Ruleset[Any], phone: str, players: Sequence[str]) -> tuple[tuple[str, ...], str | None]:
    """Names that this phone has seen, the newest first; and which of the players began their last game of this kind."""
    sittings = [visit.sitting for visit in store.visits(phone) if not visit.put_away][:MOST_TABLES]
    tables = list(zip(sittings, store.names_now(sittings), strict=True))
    nobody = all_nameless(game)
    seen = (name for _, names in tables for name in names if name not in nobody)
    known = tuple(islice(dict.fromkeys(seen), MOST_KNOWN))
    for sitting, names in tables:
        began = names[sitting.first]
        if game.in_turns and sitting.game == game.slug and began in players:
            with contextlib.suppress(store.Unreadable):
                if store.read(sitting).length:  # else it was never played
                    return known, began
    return known, None


def all_nameless(game: Ruleset[Any]) -> set[str]:
    """What seats without a name are called, also where a game of more players was before."""
    return {nameless(number) for number in range(1, 2 * game.seats.high + 1)}
