"""What a template may name of a sitting: as everybody with its link sees it, and as one phone does."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from werkzeug.utils import cached_property  # Python 3.11's own has one lock for all tables

from companion import store
from companion.record import history
from companion.record.entries import Entry
from companion.record.history import Log
from companion.rules.core import Ruleset, Table
from companion.rules.text import Text, say
from companion.screens import SCREENS
from companion.screens.core import Burst, Screen
from companion.screens.end import Beginner, Ending, beginners, ending
from companion.screens.logbook import NotedLine, given_back, happened, last_noted, the_script
from companion.screens.names import short_names
from companion.screens.story import Story, story
from companion.screens.wording import whose_turn
from companion.store import Sitting
from companion.web.sitting.slips import ConflictSlip, Slip

A_MOMENT = timedelta(seconds=5)  # then a burst is over, for a phone that wakes, too
WHILE_IT_IS_NEW = timedelta(seconds=8)


class SeatView(NamedTuple):
    """A player at the table: colour and mark are numbered from 1, clockwise."""

    number: int
    name: str
    mark: int
    chosen: bool
    short: str = ""  # where it is too long for the sheet: in one line, or in two


@dataclass
class View:
    """Whatever a template doesn't ask for is neither read nor reckoned; the log is read when somebody asks for it.

    `g.opened` is everybody's; `page_view` makes the one of the phone that asks.
    """

    sitting: Sitting
    may_score: bool
    link: str
    chosen: int | None = None  # the seat that was tapped on
    round: str | None = None  # which keys are there in the place of the usual ones
    entry: int | None = None  # up to which the course is shown
    of: int | None = None  # the seat whose entries alone are shown in the log
    until: int | None = None  # the entry up to which a very long log is shown

    tap: str = field(default_factory=lambda: str(uuid.uuid4()))  # the id of what it notes, where no script gives it one
    phone: str | None = None  # nobody's, until a page is shown to one
    refusal: Text | None = None  # of what was tapped
    slip: Slip | None = None  # that has slid over the sheet
    conflict: ConflictSlip | None = None  # the tap that is asked about

    @cached_property
    def log(self) -> Log:
        return store.read(self.sitting)

    @property
    def game(self) -> Ruleset[Any]:
        return self.sitting.ruleset

    @property
    def table(self) -> Table:
        """As they are called now."""
        now: Table = self.log.sheet.table
        return now

    @property
    def screen(self) -> Screen[Any]:
        return SCREENS[self.sitting.game]

    @cached_property
    def figures(self) -> Any:
        return self.screen.figures(self.log.sheet)

    # Who sits there, and whose the pad is

    @cached_property
    def seats(self) -> tuple[SeatView, ...]:
        chosen = self.log.sheet.turn if self.chosen is None or self.log.sheet.over else self.chosen
        names = self.table.players
        told = short_names(names, self.screen.heads(len(names)))
        return tuple(
            SeatView(seat, name, seat + 1, seat == chosen, "" if lines == (name,) else "\n".join(lines))
            for seat, (name, lines) in enumerate(zip(names, told, strict=True))
        )

    @cached_property
    def seat(self) -> SeatView | None:
        """Whoever was tapped on, else whose turn it is."""
        return next((seat for seat in self.seats if seat.chosen), None)

    @property
    def stays(self) -> dict[str, Any]:
        """What an address says so that who goes round the table stays there, where no script remembers it."""
        return {"pad": self.round, "seat": self.chosen} if self.round else {}

    @cached_property
    def pad(self) -> Any:
        """The keys for whoever is chosen."""
        pad = self.screen.keys.rounds[self.round] if self.round else self.screen.keys.pad
        return pad(self.log.sheet, self.seat and self.seat.number)

    @cached_property
    def turn(self) -> Text | None:
        """The heading of the pad: whose turn it is, or what the keys are for."""
        if self.round:
            heading: Text = self.pad.heading
            return heading
        return whose_turn(self.log.sheet, self.seat.number) if self.seat else None

    @cached_property
    def notice(self) -> Text | None:
        """What the last move cost, where nothing came after it; else what there is to do."""
        if self.round:
            notice: Text = self.pad.notice
            return notice
        last = self.log.last
        if not self.log.entries and self.sitting.drawn:
            if self.sitting.drawn == 1:
                return say("Drawn to begin")
            return say("Drawn to begin, after %(count)s draws", count=self.sitting.drawn)
        if last is not None and last is self.log.entries[-1]:
            cost = self.screen.words.cost(self.log.steps[-1])
            if cost is not None:
                return cost
        return self.screen.words.notice(self.log.sheet, self.figures, self.seat and self.seat.number)

    @property
    def just_drawn(self) -> bool:
        """Whether the page shows the draw of who begins as it comes to rest: only while the table is new."""
        age = datetime.now(UTC) - self.sitting.opened_at
        return bool(self.sitting.drawn) and not self.log.entries and age < WHILE_IT_IS_NEW

    # What happened

    def happened(self, entry: Entry) -> Text:
        return happened(self.log, entry, self.screen.words)

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """Whose phone it is, by phone, where they said so."""
        try:
            return store.owners(self.sitting)
        except store.StoreTrouble:  # a sheet is worth more than the names, and what was noted is noted
            return {}

    def noted_by(self, entry: Entry, however_few: bool = False) -> Text | None:
        """The phone that noted it, by its name: looked up only where several note, to tell them apart."""
        several = however_few or len({one.phone for one in self.log.entries}) > 1
        name = self.owners.get(entry.phone or "") if several else None
        if entry.by_script:
            return the_script(name)
        return say("%(name)s’s phone", name=name) if name else None

    def whose_phone(self, entry: Entry | None, phone: str | None) -> Text:
        """The same, said to this phone."""
        if entry is None or entry.phone == phone:
            return say("this phone")
        return self.noted_by(entry, however_few=True) or say("another phone")

    @property
    def matters(self) -> bool:
        """Whether what was noted last is worth a shake of the phone."""
        last = self.log.entries[-1] if self.log.entries else None
        if self.log.sheet.over or last is None:
            return bool(self.log.sheet.over)
        return last.kind == "move" and last.move is not None and self.screen.blows.heavy(last.move)

    @property
    def corrects(self) -> bool:
        """Whether what was noted last changes what was noted before it."""
        return bool(self.log.entries) and self.log.entries[-1].kind not in ("move", "rename")

    @cached_property
    def burst(self) -> Burst | None:
        """What was noted last, where that is worth two seconds of everybody's, and just now."""
        last = self.log.entries[-1] if self.log.entries else None
        if self.log.sheet.over or last is None or last.kind != "move" or last is not self.log.last:
            return None
        return None if datetime.now(UTC) - last.at > A_MOMENT else self.screen.blows.burst(self.log.steps[-1])

    @cached_property
    def given_back(self) -> frozenset[int]:
        return given_back(self.game, self.screen, self.log)

    @cached_property
    def last_noted(self) -> tuple[NotedLine, ...]:
        """The newest first, for whoever watches, or has a large screen: all else is in the log."""
        return last_noted(self.screen, self.log)

    def fresh(self, seat: int, what: object) -> bool:
        """Whether the newest that was noted stands there: nobody but those who watch is told."""
        return not self.may_score and bool(self.last_noted) and self.last_noted[0].came.place == (seat, what)

    @cached_property
    def story(self) -> Story:
        return story(self.screen, self.log, self.of, self.until)

    @cached_property
    def shown(self) -> Any:
        """What the open slip shows, of the move that it notes or of the number that was asked why."""
        slip = self.slip
        assert slip is not None
        if slip.form is None:
            return self.screen.keys.why(self.log.sheet, slip.answer)
        log = self.log if slip.before is None else history.at(self.log, slip.before.number)
        return self.screen.keys.slips[slip.name](log, slip.asked(self.sitting, log))

    # How it stands, and how it ended

    @property
    def line(self) -> Text | None:
        """The sitting in a line, at home and in the page's title."""
        return self.screen.words.line(self.log.sheet, self.figures)

    @property
    def stopped(self) -> bool:
        """Before its end, but with points to count: where nobody has any, the verdict says it."""
        sheet = self.log.sheet
        return bool(sheet.over) and not self.game.whole(sheet) and any(one.points for one in self.game.results(sheet))

    @property
    def verdict(self) -> Text | None:
        return self.screen.words.verdict(self.log.sheet, self.figures)

    @cached_property
    def ending(self) -> Ending:
        return ending(self.game, self.screen, self.log)

    @cached_property
    def beginners(self) -> tuple[Beginner, ...]:
        """Who may begin the next game of these players, the next seat first; nobody does where all play at once."""
        return beginners(self.game, self.log.sheet)

    def seat_named(self, typed: str) -> int | None:
        """The seat of this table that an address names, if there is one."""
        known = typed.isascii() and typed.isdigit() and len(typed) < 3 and int(typed) < len(self.sitting.players)
        return int(typed) if known else None
