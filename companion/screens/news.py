"""What others did, in words: on the shelf, and for those who don't see it."""

from __future__ import annotations

from companion.record.history import Entry, Log, Step
from companion.record.news import News
from companion.rules.core import Move
from companion.rules.text import Text, say, say_many
from companion.screens.core import Words


def sentences(words: Words, log: Log, news: News, owner: str | None) -> tuple[Text, ...]:
    """What was done, by whose phone, and what came of it. `owner`: whose phone it was, where that is known."""
    done = _done(news.entry, words.move(log.sheet.table, _about(log, news.entry)), owner)
    if news.more:
        done = say_many("%(done)s, and %(count)s more", "%(done)s, and %(count)s more", news.more, done=done)
    newest = news.entry is log.last and not log.sheet.over  # at the end, who wins is what came of it
    came = words.came(Step(news.entry, log.before, log.sheet)).text if newest else None
    return (done,) if came is None else (done, came)


def _about(log: Log, entry: Entry) -> Move:
    """The move that was noted or brought, else the one that the correction is about."""
    move = entry.move if entry.move is not None else log.entries[(entry.target or 0) - 1].move
    assert move is not None, "corrections are about moves"
    return move


def _done(entry: Entry, move: Text, owner: str | None) -> Text:
    if owner is None:
        return _by_another_phone(entry.kind, move)
    match entry.kind:
        case "move":
            return say("%(name)s’s phone: %(move)s", name=owner, move=move)
        case "strike":
            return say("%(name)s’s phone struck out: %(move)s", name=owner, move=move)
        case "restore":
            return say("%(name)s’s phone restored: %(move)s", name=owner, move=move)
        case _:
            return say("%(name)s’s phone corrected: %(move)s", name=owner, move=move)


def _by_another_phone(kind: str, move: Text) -> Text:
    match kind:
        case "move":
            return say("Another phone: %(move)s", move=move)
        case "strike":
            return say("Another phone struck out: %(move)s", move=move)
        case "restore":
            return say("Another phone restored: %(move)s", move=move)
        case _:
            return say("Another phone corrected: %(move)s", move=move)
