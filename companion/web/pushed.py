"""What is pushed: a sheet that is nobody's own, drawn once for all who look alike, with each phone's news in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import Flask, g, render_template
from markupsafe import escape

from companion.record import news
from companion.record.history import Log
from companion.web.hub import Room
from companion.web.languages import told_all
from companion.web.view import NEWS, SAID, Open, View, ViewForAll


@dataclass(frozen=True)
class Onlooker:
    """A phone that listens, and how it looks at the sitting: in its language, by its kind of link."""

    app: Flask
    phone: str
    language: str
    opened: Open

    def sheet(self, room: Room, seen: int | None) -> tuple[Log, str]:
        """The newest log, and its sheet for this phone. `seen`: the length of the log that it has."""
        alike = (self.language, self.opened.may_score)
        with room.drawing() as (log, drawn):
            fresh = None if seen is None else news.since(log, seen, self.phone)
            if alike not in drawn:
                drawn[alike] = self._drawn(log)
            if (self.language, fresh) not in drawn:
                drawn[self.language, fresh] = self._told(log, seen) if fresh else ("", "")
            on_the_shelf, said = drawn[self.language, fresh]
            return log, drawn[alike].replace(NEWS, on_the_shelf).replace(SAID, said)

    def _drawn(self, log: Log) -> str:
        with self._nobodys_request(log) as opened:
            return render_template("sittings/_sitting.html", view=ViewForAll(opened))

    def _told(self, log: Log, seen: int | None) -> tuple[str, str]:
        with self._nobodys_request(log) as opened:
            view = View(opened, self.phone, seen=seen)
            return str(escape(told_all(view.news))), str(escape(told_all(view.said)))

    @contextmanager
    def _nobodys_request(self, log: Log) -> Iterator[Open]:
        """Without cookies: what is drawn in it can't have anything that only one phone may know."""
        with self.app.test_request_context(headers={"Accept-Language": self.language}):
            g.opened = Open(self.opened.sitting, self.opened.may_score, self.opened.link)
            g.opened.log = log
            yield g.opened
