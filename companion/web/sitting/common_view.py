"""A sitting as every phone sees it: what its sheet says of itself, whoever looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion import store
from companion.record.entries import Entry
from companion.record.history import Log
from companion.rules.core import Move, Ruleset, Table
from companion.rules.text import Text
from companion.screens import SCREENS
from companion.screens.core import Best, Screen, Up
from companion.screens.end.ending import Beginner, Ending, beginners, ending, if_stopped
from companion.screens.log.lines import happened
from companion.screens.log.telling import matters
from companion.screens.watching import NotedLine, last_noted
from companion.web.evenings.series import Series
from companion.web.sitting.opened import Open


@dataclass(frozen=True)
class CommonView:
    """Whatever a template doesn't ask for is neither read nor reckoned."""

    opened: Open

    @property
    def game(self) -> Ruleset[Any]:
        return self.opened.game

    @property
    def table(self) -> Table:
        return self.opened.table

    @property
    def options(self) -> Mapping[str, Any]:
        return self.opened.options

    @property
    def link(self) -> str:
        return self.opened.link

    @property
    def may_score(self) -> bool:
        return self.opened.may_score

    @property
    def log(self) -> Log:
        return self.opened.log

    @property
    def sheet(self) -> Any:
        return self.log.sheet

    @property
    def after(self) -> int:
        return self.log.length

    @property
    def screen(self) -> Screen[Any]:
        return SCREENS[self.game.slug]

    @cached_property
    def figures(self) -> Any:
        return self.screen.figures(self.sheet)

    def in_a_line(self, move: Move) -> Text:
        return self.screen.words.move(self.table, move)

    def happened(self, entry: Entry) -> Text:
        return happened(self.log, entry, self.screen.words)

    @property
    def begins_next(self) -> str | None:
        """The next game of these players; nobody does where all play at once."""
        return self.table.players[self.game.next_to_begin(self.table)] if self.game.in_turns else None

    @property
    def beginners(self) -> tuple[Beginner, ...]:
        return beginners(self.game, self.sheet)

    @cached_property
    def series(self) -> Series:
        return Series(self.opened)

    @property
    def onward(self) -> str | None:
        """Where the others play on, after the end."""
        return self.series.onward if self.sheet.over else None

    @property
    def cost(self) -> Text | None:
        last = self.log.last
        if last is None or last is not self.log.entries[-1]:
            return None
        return self.screen.words.cost(self.log.steps[-1])

    @property
    def up(self) -> Up:
        """What is up, for whoever watches."""
        return self.screen.words.up(self.log, self.figures)

    @cached_property
    def last_noted(self) -> tuple[NotedLine, ...]:
        """The newest first, for whoever watches, or has a large screen: all else is in the log."""
        return last_noted(self.screen, self.log)

    def fresh(self, seat: int, what: object) -> bool:
        """Whether the newest that was noted stands there: nobody but those who watch is told."""
        return not self.may_score and bool(self.last_noted) and self.last_noted[0].came.place == (seat, what)

    @property
    def matters(self) -> bool:
        return matters(self.screen, self.log)

    @property
    def line(self) -> Text | None:
        """The sitting in a line, at home."""
        return self.screen.words.line(self.sheet, self.figures)

    @property
    def best(self) -> Best | None:
        return self.screen.words.best(self.figures)

    @property
    def verdict(self) -> Text | None:
        return self.screen.words.verdict(self.sheet, self.figures)

    @property
    def because(self) -> tuple[Text, ...]:
        return self.screen.words.because(self.sheet, self.figures)

    @cached_property
    def ending(self) -> Ending:
        return ending(self.game, self.screen, self.log)

    @property
    def if_stopped(self) -> tuple[Text, ...]:
        """What it would mean to stop here."""
        return if_stopped(self.game, self.screen, self.log)

    @cached_property
    def remembered(self) -> dict[str, Any]:
        """What earlier tables of this game taught."""
        return store.recall_all(self.game)

    def named(self, seats: tuple[int, ...]) -> list[str]:
        return [self.table.players[seat] for seat in seats]
