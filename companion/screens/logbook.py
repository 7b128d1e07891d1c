"""What an entry of the log did, in a line, and what came of it; and what others did meanwhile."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from companion.record.conflicts import News
from companion.record.entries import Entry
from companion.record.history import Log
from companion.rules.core import RuleBroken, Ruleset
from companion.rules.moves import Move
from companion.rules.text import Text, say, say_many
from companion.screens.core import Came, Screen, Words

NAMED = re.compile(r"%\(name\)s ·( %\(\w+\)s)+")  # a sentence without a word of its own: the rest is one, too


def happened(log: Log, entry: Entry, words: Words) -> Text:
    """Also what it struck out along with that."""
    if entry.strikes:
        return say_many(
            "%(done)s, %(count)s later entry struck out",
            "%(done)s, %(count)s later ones struck out",
            len(entry.strikes),
            done=happened(log, entry._replace(strikes=()), words),
        )
    table = log.sheet.table
    about = log.entries[entry.target - 1] if entry.target else entry
    match entry.kind:
        case "strike" if about.move is not None:
            return say("Struck out: %(what)s", what=words.move(table, about.move))
        case "restore" if about.move is not None:
            return say("Restored: %(what)s", what=words.move(table, about.move))
        case "replace" if entry.move is not None:
            before, now = words.move(table, _stood_before(log, entry)), words.move(table, entry.move)
            return say("Corrected: %(what)s", what=now) if now == before else changed(before, now)
        case "insert" if entry.move is not None:
            return say("Added: %(move)s", move=words.move(table, entry.move))
        case "rename" if entry.seat is not None:
            earlier = (one.name for one in reversed(log.entries[: entry.number - 1]) if _names(one, entry.seat))
            old = next(earlier, log.opened.players[entry.seat])
            return say("%(old)s is now %(name)s", old=old, name=entry.name)
        case "undo":
            return say("Undone: %(what)s", what=happened(log, about, words))
        case "redo":
            return say("Redone: %(what)s", what=happened(log, about, words))
        case _:
            assert entry.move is not None, "what corrects nothing notes a move"
            return words.move(table, entry.move)


def _names(entry: Entry, seat: int) -> bool:
    """Whether the entry gives this seat its name, and stands."""
    return entry.kind == "rename" and entry.seat == seat and not entry.undone and entry.name is not None


def _stood_before(log: Log, entry: Entry) -> Move:
    """What a correction found in the place of what it brought."""
    earlier = (
        one.move
        for one in reversed(log.entries[: entry.number - 1])
        if one.kind == "replace" and one.target == entry.target and not one.undone
    )
    move = next(earlier, None) or log.entries[(entry.target or 0) - 1].first
    assert move is not None, "what is corrected notes a move"
    return move


def changed(before: Text, now: Text) -> Text:
    """The newer of two sentences; where they differ in one place, both of what stands there: Tomatoes 53 → 50."""
    pairs = tuple((name, one, other) for (name, one), (_, other) in zip(before.params, now.params, strict=False))
    places = [name for name, one, other in pairs if one != other]
    if (before.one, before.many) != (now.one, now.many) or len(places) > 1 or "count" in places:
        if before.one == now.one and NAMED.fullmatch(now.one) and "name" not in places:  # once is enough
            now = now._replace(one=now.one.removeprefix("%(name)s · "))
        return Text("%(before)s → %(now)s", None, (("before", before), ("now", now)))
    return now._replace(params=tuple((name, _change(one, other)) for name, one, other in pairs))


def _change(before: object, now: object) -> object:
    if before == now:
        return now
    if isinstance(before, Text) and isinstance(now, Text):
        return changed(before, now)
    return Text("%(before)s → %(now)s", None, (("before", before), ("now", now)))


def what_came(words: Words, log: Log, entry: Entry) -> tuple[Text, ...]:
    """Of the newest move; at the end, who wins is what came of it."""
    if entry is not log.last or log.sheet.over:
        return ()
    came = words.came(log.steps[-1]).text
    return () if came is None else (came,)


def given_back(game: Ruleset[Any], screen: Screen[Any], log: Log) -> frozenset[int]:
    """The seats that have cards in hand again, right after a move was taken back."""
    undone = log.to_redo
    if undone is None or undone.kind != "move" or undone.move is None:
        return frozenset()
    try:
        without = screen.blows.hands(game.tap(log.sheet, undone.move))
    except RuleBroken:  # since it was noted, what came before it was corrected
        return frozenset()
    hands = zip(screen.blows.hands(log.sheet), without, strict=True)
    return frozenset(seat for seat, (held, others) in enumerate(hands) if held > others)


# What others did, in words, on the shelf: by whose phone, and what came of it


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


LINES = 10  # as many as there is ever room for


class NotedLine(NamedTuple):
    """A line of what was noted last."""

    entry: Entry
    line: Text
    came: Came


def last_noted(screen: Screen[Any], log: Log) -> tuple[NotedLine, ...]:
    """The newest first. What was struck out is gone, and what was corrected stands as it is now."""
    words, table = screen.words, log.sheet.table
    return tuple(
        NotedLine(step.entry, words.move(table, step.move), words.came(step)) for step in reversed(log.steps[-LINES:])
    )
