"""What was noted, in words: what others did, on the shelf; and what came of one's own, for those who don't see it."""

from __future__ import annotations

from companion.record.doubts import News
from companion.record.entries import Entry
from companion.record.history import Log
from companion.rules.text import Text, say, say_many
from companion.screens.core import Words
from companion.screens.log.logbook import happened


def sentences(words: Words, log: Log, news: News, owner: str | None) -> tuple[Text, ...]:
    """What was done, by whose phone, and what came of it. `owner`: whose phone it was, where that is known."""
    about, kind = news.entry, news.entry.kind  # what was brought, else what was struck, restored or taken back
    if kind in ("strike", "restore", "undo", "redo"):
        about = log.entries[(about.target or 0) - 1]
    if about.move and about.kind != "insert":
        what = words.move(log.sheet.table, about.move)
    else:
        what = happened(log, about, words)
    if news.entry.by_script:
        done = say("%(what)s (%(phone)s)", what=_in_itself(kind, what), phone=the_script(owner))
    else:
        done = _by_another_phone(kind, what) if owner is None else _by_the_phone_of(owner, kind, what)
    if news.more:
        done = say_many("%(done)s, and %(count)s more", "%(done)s, and %(count)s more", news.more, done=done)
    return done, *what_came(words, log, news.entry)


def _by_the_phone_of(owner: str, kind: str, what: Text) -> Text:
    match kind:
        case "strike":
            return say("%(name)s’s phone struck out: %(move)s", name=owner, move=what)
        case "restore":
            return say("%(name)s’s phone restored: %(move)s", name=owner, move=what)
        case "replace":
            return say("%(name)s’s phone corrected: %(move)s", name=owner, move=what)
        case "undo":
            return say("%(name)s’s phone undid: %(move)s", name=owner, move=what)
        case "redo":
            return say("%(name)s’s phone redid: %(move)s", name=owner, move=what)
        case _:
            return say("%(name)s’s phone: %(move)s", name=owner, move=what)


def the_script(name: str | None) -> Text:
    """As it calls itself, if it does."""
    return say("script “%(name)s”", name=name) if name else say("a script")


def _in_itself(kind: str, what: Text) -> Text:
    match kind:
        case "strike":
            return say("Struck out: %(what)s", what=what)
        case "restore":
            return say("Restored: %(what)s", what=what)
        case "replace":
            return say("Corrected: %(what)s", what=what)
        case "undo":
            return say("Undone: %(what)s", what=what)
        case "redo":
            return say("Redone: %(what)s", what=what)
        case _:
            return what


def _by_another_phone(kind: str, what: Text) -> Text:
    match kind:
        case "strike":
            return say("Another phone struck out: %(move)s", move=what)
        case "restore":
            return say("Another phone restored: %(move)s", move=what)
        case "replace":
            return say("Another phone corrected: %(move)s", move=what)
        case "undo":
            return say("Another phone undid: %(move)s", move=what)
        case "redo":
            return say("Another phone redid: %(move)s", move=what)
        case _:
            return say("Another phone: %(move)s", move=what)


def what_came(words: Words, log: Log, entry: Entry) -> tuple[Text, ...]:
    """Of the newest move; at the end, who wins is what came of it."""
    if entry is not log.last or log.sheet.over:
        return ()
    came = words.came(log.steps[-1]).text
    return () if came is None else (came,)
