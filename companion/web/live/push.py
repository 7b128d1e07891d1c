"""What is pushed: a sheet that is nobody's own, drawn once for all who look alike, with each phone's news in it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from flask import Flask, g, render_template
from markupsafe import escape

from companion.record import doubts
from companion.record.doubts import News
from companion.record.history import Log
from companion.web.languages import told_all, told_aloud
from companion.web.sitting.opened import Open
from companion.web.sitting.view import View

INDENTED, AND_MORE = re.compile(r"\n[\n ]*"), "\ndata: "
NEWS, SAID, TOKEN, TAP = OWN = [f"own-{secrets.token_hex(8)}" for _ in range(4)]  # where each phone's own goes
Drawn = dict[Hashable, Any]


class ViewForAll(View):
    """A sitting as everybody sees it: nobody's phone, no seat chosen, and a mark for what is only one phone's."""

    def __init__(self, opened: Open) -> None:
        super().__init__(opened, phone="")

    @property
    def token(self) -> str:
        return TOKEN

    @property
    def tap(self) -> str:
        return TAP

    @property
    def news(self) -> tuple[str]:
        return (NEWS,)

    @property
    def said(self) -> tuple[str]:
        return (SAID,)


def owned(sheet: str, *own: str) -> str:
    """With this phone's news, what is said of them, its token and its tap; nothing where there is none."""
    for mark, text in zip_longest(OWN, own, fillvalue=""):
        sheet = sheet.replace(mark, text)
    return sheet


@dataclass(frozen=True)
class Onlooker:
    """A phone, and how it looks at the sitting: in its language, by its kind of link."""

    app: Flask
    phone: str
    language: str
    opened: Open
    root: str = ""  # the path that a proxy has put before ours

    def sheet(self, log: Log, seen: int | None, drawn: Drawn) -> bytes:
        """As an event. `seen`: the length of the log that this phone has; `drawn`: for others, of the same log."""
        fresh = None if seen is None else doubts.since(log, seen, self.phone)
        way = (*self._alike, fresh)
        if way not in drawn:
            view, text = self.for_all(log, drawn)
            drawn[way] = event("sheet", owned(text, *(self._told(view, fresh) if fresh else ())), log.length)
        return bytes(drawn[way])

    def for_all(self, log: Log, drawn: Drawn) -> tuple[View, str]:
        """Drawn once for all who look alike."""
        if self._alike not in drawn:
            drawn[self._alike] = self._drawn(log)
        view, text = drawn[self._alike]
        return view, text

    @property
    def _alike(self) -> tuple[str, str, str]:
        """A link more than whether one may score: whoever came by an old one must not be told the new one."""
        return self.language, self.opened.link, self.root

    def _drawn(self, log: Log) -> tuple[View, str]:
        opened = Open(self.opened.sitting, self.opened.may_score, self.opened.link)
        opened.log = log
        view = ViewForAll(opened)
        with self._nobodys_request(opened):
            return view, render_template("sittings/_sitting.html", view=view)

    def _told(self, view: View, fresh: News) -> tuple[str, str]:
        with self._nobodys_request(view.opened):
            told = view.telling(fresh)
            return str(escape(told_all(told))), str(escape(told_aloud(view.with_the_turn(told))))

    @contextmanager
    def _nobodys_request(self, opened: Open) -> Iterator[None]:
        """Without cookies: what is drawn in it can't have anything that only one phone may know."""
        alike = {"SCRIPT_NAME": self.root}
        with self.app.test_request_context(headers={"Accept-Language": self.language}, environ_overrides=alike):
            g.opened = opened
            yield


def event(name: str, text: str, number: int | None = None) -> bytes:
    """As it goes by the line, without the page's indentation."""
    about = f"event: {name}\n" if number is None else f"event: {name}\nid: {number}\n"
    return f"{about}data: {INDENTED.sub(AND_MORE, text.strip())}\n\n".encode()
