"""Who plays here: the names that this phone has seen at its last tables, and who began there."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from companion import store
from companion.rules.core import Ruleset
from companion.web.languages import told
from companion.web.setup.seating import nameless

MOST_TABLES = 24
MOST_KNOWN = 12


@dataclass(frozen=True)
class Regulars:
    """`tables`: the newest first, each with what its players are called by now."""

    game: Ruleset[Any]
    tables: Sequence[tuple[store.Sitting, tuple[str, ...]]]

    @property
    def names(self) -> tuple[str, ...]:
        nobody = all_nameless(self.game)
        seen = (name for _, players in self.tables for name in players if name not in nobody)
        return tuple(islice(dict.fromkeys(seen), MOST_KNOWN))

    def last_to_begin(self, players: Sequence[str]) -> str | None:
        """In the newest game of this kind that was played, and begun by somebody who sits here, too."""
        if not self.game.in_turns:
            return None
        for sitting, names in self.tables:
            began = names[sitting.first]
            if sitting.game == self.game.slug and began in players:
                with contextlib.suppress(store.Unreadable):
                    if store.read(sitting).length:
                        return began
        return None


def regulars(game: Ruleset[Any], phone: str) -> Regulars:
    tables = [visit.sitting for visit in store.visits(phone) if not visit.put_away][:MOST_TABLES]
    return Regulars(game, list(zip(tables, store.names_now(tables), strict=True)))


def all_nameless(game: Ruleset[Any]) -> set[str]:
    """What seats without a name are called, also where a game of more players was before."""
    return {told(nameless(number)) for number in range(1, 2 * game.seats.high + 1)}
