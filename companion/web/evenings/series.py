"""The series that a sitting belongs to, as its page tells it: the score so far, and where it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from flask import url_for

from companion import store
from companion.evenings.places import Place
from companion.evenings.series import RunningScore, SeriesLuck, running_score, series_luck
from companion.screens import SCREENS
from companion.screens.core import Fortune
from companion.screens.geometry import Frame
from companion.screens.totals import TotalsChart, totals_chart
from companion.store import Sitting
from companion.store.evenings import Ended

if TYPE_CHECKING:
    from companion.web.sitting.view import View

SHOWN = 6  # games of a long series
SMALL = Frame(2, 8, 104, 65)


class SeriesGame(NamedTuple):
    """One of its games."""

    number: int
    link: str
    sitting: Sitting
    places: Sequence[Place]
    course: TotalsChart | None  # None where its log can't be read

    @property
    def began(self) -> str | None:
        """Where the players take turns."""
        return self.places[self.sitting.first].name if self.sitting.ruleset.in_turns else None


@dataclass(frozen=True)
class Series:
    """Whatever nobody asks for is not read."""

    opened: View

    @cached_property
    def games(self) -> tuple[Ended, ...]:
        """Those that are over."""
        return tuple(one for one in store.ended_together(self.opened.sitting) if one.counts)

    @property
    def is_one(self) -> bool:
        """From the second game on."""
        return bool(self.games) and (len(self.games) > 1 or self.games[0].sitting.uid != self.opened.sitting.uid)

    @property
    def score(self) -> RunningScore:
        return running_score(self.opened.table.players, [one.places for one in self.games])

    @cached_property
    def onward(self) -> str | None:
        """The address of the table that goes on after this one, for this kind of link."""
        following = store.follower(self.opened.sitting, self.opened.table.players)
        return url_for("sittings.page", link=self.link_to(following)) if following else None

    @property
    def told(self) -> tuple[SeriesGame, ...]:
        """Each game as its page shows it: the only ones whose logs are read, and so the newest of many."""
        found = []
        for number, one in list(enumerate(self.games, 1))[-SHOWN:]:
            small = None
            with suppress(store.Unreadable):
                small = totals_chart(one.sitting.ruleset, store.read(one.sitting), SMALL)
            found.append(SeriesGame(number, self.link_to(one.sitting), one.sitting, one.places, small))
        return tuple(found)

    @property
    def points(self) -> tuple[tuple[str, int], ...]:
        """Of all games, by seat."""
        players = enumerate(self.opened.table.players)
        return tuple((name, sum(one.places[seat].points for one in self.games)) for seat, name in players)

    @cached_property
    def fortune(self) -> Fortune | None:
        """What this game counts as luck, where it does."""
        return SCREENS[self.opened.game.slug].past.luck

    @property
    def fates(self) -> tuple[SeriesLuck, ...]:
        games = [one.places for one in self.games]
        return series_luck(self.fortune.key, self.opened.table.players, games) if self.fortune else ()

    def link_to(self, sitting: Sitting) -> str:
        """Whoever may only watch, watches there, too."""
        return sitting.score_link if self.opened.may_score else sitting.watch_link
