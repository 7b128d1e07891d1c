"""The sheet that all phones get, drawn once for each variant; and beside it what is one phone's own, as data."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from flask import Flask, current_app, g, request
from flask_babel import force_locale, gettext

from companion.record import conflicts
from companion.record.history import Log
from companion.rules.text import Text
from companion.screens.logbook import sentences, what_came
from companion.store import Sitting
from companion.web.languages import language, translate_all
from companion.web.sitting.view import View

INDENTED = re.compile(r"\n\s*")
Variant = tuple[str, str, str]  # the language, the link, and the path that a proxy has put before ours
Drawn = dict[Hashable, Any]  # of one log: sheets by their variant, and what was made of them


def sheet_of(view: View) -> str:
    """Nobody's name, token or tap, news or chosen seat is in it. `view`: the sitting, whoever looks."""
    template = current_app.jinja_env.get_template("sittings/_sitting.html")
    return INDENTED.sub("\n", template.render(view=view))


def variant_of(view: View) -> Variant:
    """The link is part of it, since the sheet has it in it: a phone with an old link must not learn the new one."""
    return language(), view.link, request.script_root


def answer_part(view: View, tap: str) -> str:
    """What the phone that sent this tap gets beside the sheet: what came of it, or a question, or a refusal."""
    entry = next((entry for entry in reversed(view.log.entries) if entry.tap == tap), None)
    refused = bool(view.refusal or view.conflict or view.slip)
    told = () if entry is None or refused else (view.happened(entry), *what_came(view.screen.words, view.log, entry))
    reads_out = entry is not None and not refused and view.log.sheet.over and view.log.last is entry
    return _own(view, told, reads_out=reads_out, has_slip=bool(view.conflict or view.slip))


def news_part(view: View, seen: int | None, phone: str) -> str:
    """What others did since a phone saw so much of the log; nothing where they did nothing."""
    fresh = None if seen is None else conflicts.since(view.log, seen, phone)
    if fresh is None:
        return _own(view, (), reads_out=True) if ends_it(view.log, seen, phone) else ""
    told = sentences(view.screen.words, view.log, fresh, view.owners.get(fresh.entry.phone or ""))
    return _own(view, told, told)


def ends_it(log: Log, seen: int | None, phone: str) -> bool:
    """Whether the phone has noted the last move itself. A push can overtake the answer, so it says so, too."""
    last = log.last
    return bool(log.sheet.over and last and last.phone == phone and seen is not None and last.number > seen)


def _own(
    view: View, said: tuple[Text, ...], news: tuple[Text, ...] = (), reads_out: bool = False, has_slip: bool = False
) -> str:
    """`said`: for those who don't see the sheet change, with whose turn it is then, or who won."""
    rest = view.verdict if view.log.sheet.over else view.turn
    aloud = translate_all((*said, rest) if said and rest else said)
    aloud = aloud.replace(" · ", gettext(": "))  # to the ear the dot in the middle of a line says nothing
    template = current_app.jinja_env.get_template("sittings/_own.html")
    return INDENTED.sub(
        "\n", template.render(view=view, said=aloud, news=translate_all(news), reads_out=reads_out, has_slip=has_slip)
    )


@dataclass(frozen=True)
class Listener:
    """A phone, and how it looks at the sitting: in its language, by its kind of link."""

    app: Flask
    phone: str
    variant: Variant
    sitting: Sitting  # and not its view, which would keep the log as it is now for as long as it listens
    may_score: bool

    def event(self, log: Log, seen: int | None, drawn: Drawn) -> bytes:
        """The sheet as it is pushed. `seen`: the length of the log that this phone has; `drawn`: for others."""
        fresh = None if seen is None else conflicts.since(log, seen, self.phone)
        way = (self.variant, fresh, fresh is None and ends_it(log, seen, self.phone))
        if way not in drawn:
            spoken, link, root = self.variant
            view = View(self.sitting, self.may_score, link)
            view.log = log
            with self.app.app_context() as context, force_locale(spoken):
                context.url_adapter = self.app.url_map.bind("", script_name=root or "/")
                g.opened = view
                if self.variant not in drawn:
                    drawn[self.variant] = sheet_of(view)
                drawn[way] = event("sheet", drawn[self.variant] + news_part(view, seen, self.phone), log.length)
        return bytes(drawn[way])


def event(name: str, text: str, number: int | None = None) -> bytes:
    """An event of the stream, as bytes."""
    about = f"event: {name}\n" if number is None else f"event: {name}\nid: {number}\n"
    data = text.strip().replace("\n", "\ndata: ")
    return f"{about}data: {data}\n\n".encode()
