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
    what = _about(words, log, news.entry)
    done = _done(news.entry.kind, what, owner) if not news.entry.by_script else _by_script(news.entry.kind, what, owner)
    if news.more:
        done = say_many("%(done)s, and %(count)s more", "%(done)s, and %(count)s more", news.more, done=done)
    newest = news.entry is log.last and not log.sheet.over  # at the end, who wins is what came of it
    came = words.came(log.steps[-1]).text if newest else None
    return (done,) if came is None else (done, came)


def _about(words: Words, log: Log, entry: Entry) -> Text:
    """What was brought, else what was struck, restored or taken back."""
    if entry.kind in ("strike", "restore", "undo", "redo"):
        entry = log.entries[(entry.target or 0) - 1]
    return (
        words.move(log.sheet.table, entry.move)
        if entry.move and entry.kind != "insert"
        else happened(log, entry, words)
    )


def _done(kind: str, what: Text, owner: str | None) -> Text:
    if owner is None:
        return _by_another_phone(kind, what)
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


def _by_script(kind: str, what: Text, name: str | None) -> Text:
    return say("%(what)s (%(phone)s)", what=_in_itself(kind, what), phone=the_script(name))


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
