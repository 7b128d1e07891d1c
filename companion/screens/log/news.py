"""What others did, in words, on the shelf: by whose phone, and what came of it."""

from __future__ import annotations

from companion.record.conflicts import News
from companion.record.history import Log
from companion.rules.text import Text, say, say_many
from companion.screens.core import Words
from companion.screens.log.logbook import happened, what_came

DONE = {  # in itself, by another phone, by somebody's: of the kinds of entries that correct
    "strike": (
        say("Struck out: %(what)s"),
        say("Another phone struck out: %(move)s"),
        say("%(name)s’s phone struck out: %(move)s"),
    ),
    "restore": (
        say("Restored: %(what)s"),
        say("Another phone restored: %(move)s"),
        say("%(name)s’s phone restored: %(move)s"),
    ),
    "replace": (
        say("Corrected: %(what)s"),
        say("Another phone corrected: %(move)s"),
        say("%(name)s’s phone corrected: %(move)s"),
    ),
    "undo": (
        say("Undone: %(what)s"),
        say("Another phone undid: %(move)s"),
        say("%(name)s’s phone undid: %(move)s"),
    ),
    "redo": (
        say("Redone: %(what)s"),
        say("Another phone redid: %(move)s"),
        say("%(name)s’s phone redid: %(move)s"),
    ),
}
NOTED = (Text("%(what)s", None, ()), say("Another phone: %(move)s"), say("%(name)s’s phone: %(move)s"))


def sentences(words: Words, log: Log, news: News, owner: str | None) -> tuple[Text, ...]:
    """What was done, by whose phone, and what came of it. `owner`: whose phone it was, where that is known."""
    about, kind = news.entry, news.entry.kind  # what was brought, else what was struck, restored or taken back
    if kind in ("strike", "restore", "undo", "redo"):
        about = log.entries[(about.target or 0) - 1]
    if about.move and about.kind != "insert":
        what = words.move(log.sheet.table, about.move)
    else:
        what = happened(log, about, words)
    in_itself, by_another, by_owner = DONE.get(kind, NOTED)
    if news.entry.by_script:
        done = say("%(what)s (%(phone)s)", what=in_itself.about(what=what), phone=the_script(owner))
    else:
        done = by_another.about(move=what) if owner is None else by_owner.about(move=what, name=owner)
    if news.more:
        done = say_many("%(done)s, and %(count)s more", "%(done)s, and %(count)s more", news.more, done=done)
    return done, *what_came(words, log, news.entry)


def the_script(name: str | None) -> Text:
    """As it calls itself, if it does."""
    return say("script “%(name)s”", name=name) if name else say("a script")
