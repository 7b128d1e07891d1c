"""What a phone asks about a tap that is in conflict: one sentence on what happened and by whom, and its answers."""

from __future__ import annotations

from typing import NamedTuple

from companion.record import conflicts
from companion.record.history import Log
from companion.rules.text import Text, say, say_many
from companion.screens.core import Words
from companion.screens.logbook import happened

ONCE_MORE, NOTE_IT, NOTE_THIS = say("Yes, once more"), say("Note it like this"), say("Yes, note this one too")
ANYWAY = {
    "strike": (say("Strike it out anyway?"), say("Strike it out")),
    "restore": (say("Restore it anyway?"), say("Restore")),
    "replace": (say("Correct it anyway?"), say("Correct it")),
    "undo": (say("Undo it anyway?"), say("Undo")),
    "redo": (say("Redo it anyway?"), say("Redo")),
}


class Question(NamedTuple):
    sentence: Text
    yes: Text | None  # None: one of the seats is the answer
    no: Text  # what it means to drop the tap


def question_about(conflict: conflicts.Conflict, kind: str, log: Log, words: Words, phone: Text) -> Question:
    """`kind`: of what the tap wants. `phone`: whose it was that noted the other entry."""
    what = happened(log, conflict.entry, words) if conflict.entry else None
    nothing, the_same = say("nothing more is noted"), say("it’s the one %(phone)s noted", phone=phone)
    match conflict:
        case conflicts.SameAgain():
            sentence = say("%(move)s has just been noted (%(phone)s). Another one?", move=what, phone=phone)
            return Question(sentence, ONCE_MORE, the_same)
        case conflicts.TurnMoved():
            told = {"name": log.sheet.table.players[conflict.turn], "what": what, "phone": phone}
            sentence = say("It’s %(name)s’s turn now: %(what)s (%(phone)s). Who was yours for?", **told)
            if conflict.entry.kind == "move":
                sentence = say(
                    "It’s %(name)s’s turn now: %(what)s has just been noted (%(phone)s). Who was yours for?", **told
                )
            return Question(sentence, None, the_same if conflict.same else nothing)
        case conflicts.Corrected():
            target, (anyway, yes) = conflict.target, ANYWAY[kind]
            met = {"number": target.number, "phone": phone, "move": happened(log, target, words)}
            if conflict.entry.number == target.number:
                said = say("Entry %(number)s is new (%(phone)s): %(move)s.", **met)
            else:
                said = say("Entry %(number)s was changed meanwhile (%(phone)s): %(move)s.", **met)
            return Question(_one_after_the_other(said, anyway), yes, nothing)
        case conflicts.Changed():
            sentence = say(
                "%(what)s: was %(before)s, is now %(now)s (%(phone)s: %(move)s). Note yours anyway?",
                what=conflict.now.what,
                now=conflict.now.value,
                before=conflict.before.value,
                phone=phone,
                move=what,
            )
            return Question(sentence, NOTE_IT, nothing)
        case conflicts.Renamed():
            return Question(say("%(what)s (%(phone)s). Rename anyway?", what=what, phone=phone), say("Rename"), nothing)
        case conflicts.EndsHere():
            return Question(conflict.ends.text, say("Yes, strike"), say("nothing is changed"))
        case conflicts.EndedMeanwhile(ends=ends):
            said = say("The game ended meanwhile (%(phone)s: %(move)s).", phone=phone, move=what)
            if ends:
                return Question(_one_after_the_other(said, ends.text), say("Yes, strike"), nothing)
            sentence = _one_after_the_other(said, _with_yours(conflict), say("Add it?"))
            return Question(sentence, say("Add it before that"), nothing)
        case conflicts.OlderBackup(whose=whose):
            said = say("An older backup was restored: this table is at entry %(number)s.", number=log.length)
            if whose:
                return Question(_one_after_the_other(said, say("Who was yours for?")), None, nothing)
            anyway, yes = ANYWAY.get(kind, (say("Note yours anyway?"), NOTE_IT))
            return Question(_one_after_the_other(said, anyway), yes, nothing)
        case conflicts.Arrived(instead=True):
            sentence = say("Your previous tap did arrive: %(move)s. Change it to this one?", move=what)
            return Question(sentence, ANYWAY["replace"][1], nothing)
        case conflicts.Arrived():
            sentence = say("Your previous tap did arrive: %(move)s. Note this one as well?", move=what)
            return Question(sentence, NOTE_THIS, nothing)


def _with_yours(conflict: conflicts.EndedMeanwhile) -> Text:
    """What it changes, put in before the end."""
    if conflict.winners is None:
        return say("If yours comes before that, the game isn’t over.")
    if not conflict.winners:
        return say("If yours comes before that, nobody has any points.")
    if conflict.the_same:
        return say_many(
            "If yours comes before that, %(names)s still wins.",
            "If yours comes before that, %(names)s still share the victory.",
            len(conflict.winners),
            names=conflict.winners,
        )
    return say_many(
        "If yours comes before that, %(names)s wins.",
        "If yours comes before that, %(names)s share the victory.",
        len(conflict.winners),
        names=conflict.winners,
    )


def _one_after_the_other(*sentences: Text) -> Text:
    said = tuple((f"sentence{at}", sentence) for at, sentence in enumerate(sentences))
    return Text(" ".join(f"%({name})s" for name, _ in said), None, said)
