"""What a phone asks about a doubtful tap: one sentence that says what happened and by whom, and the answers to it."""

from __future__ import annotations

from typing import NamedTuple

from companion.record import doubts
from companion.record.history import Log
from companion.rules.text import Text, say, say_many
from companion.screens.core import Words
from companion.screens.log.logbook import happened

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


def question_about(doubt: doubts.Doubt, kind: str, log: Log, words: Words, phone: Text) -> Question:
    """`kind`: of what the tap wants. `phone`: whose it was that noted the other entry."""
    what = happened(log, doubt.entry, words) if doubt.entry else None
    nothing, the_same = say("nothing more is noted"), say("it’s the one %(phone)s noted", phone=phone)
    match doubt:
        case doubts.SameAgain():
            sentence = say("%(move)s has just been noted (%(phone)s). Another one?", move=what, phone=phone)
            return Question(sentence, ONCE_MORE, the_same)
        case doubts.TurnMoved():
            told = {"name": log.sheet.table.players[doubt.turn], "what": what, "phone": phone}
            sentence = say("It’s %(name)s’s turn now: %(what)s (%(phone)s). Who was yours for?", **told)
            if doubt.entry.kind == "move":
                sentence = say(
                    "It’s %(name)s’s turn now: %(what)s has just been noted (%(phone)s). Who was yours for?", **told
                )
            return Question(sentence, None, the_same if doubt.same else nothing)
        case doubts.Corrected():
            target, (anyway, yes) = doubt.target, ANYWAY[kind]
            met = {"number": target.number, "phone": phone, "move": happened(log, target, words)}
            if doubt.entry.number == target.number:
                said = say("Entry %(number)s is new (%(phone)s): %(move)s.", **met)
            else:
                said = say("Entry %(number)s was changed meanwhile (%(phone)s): %(move)s.", **met)
            return Question(_one_after_the_other(said, anyway), yes, nothing)
        case doubts.Changed():
            sentence = say(
                "%(what)s: was %(before)s, is now %(now)s (%(phone)s: %(move)s). Note yours anyway?",
                what=doubt.now.what,
                now=doubt.now.value,
                before=doubt.before.value,
                phone=phone,
                move=what,
            )
            return Question(sentence, NOTE_IT, nothing)
        case doubts.Renamed():
            return Question(say("%(what)s (%(phone)s). Rename anyway?", what=what, phone=phone), say("Rename"), nothing)
        case doubts.EndsHere():
            return Question(doubt.ends.text, say("Yes, strike"), say("nothing is changed"))
        case doubts.EndedMeanwhile(ends=ends):
            said = say("The game ended meanwhile (%(phone)s: %(move)s).", phone=phone, move=what)
            if ends:
                return Question(_one_after_the_other(said, ends.text), say("Yes, strike"), nothing)
            sentence = _one_after_the_other(said, _with_yours(doubt), say("Add it?"))
            return Question(sentence, say("Add it before that"), nothing)
        case doubts.OlderBackup(whose=whose):
            said = say("An older backup was restored: this table is at entry %(number)s.", number=log.length)
            if whose:
                return Question(_one_after_the_other(said, say("Who was yours for?")), None, nothing)
            anyway, yes = ANYWAY.get(kind, (say("Note yours anyway?"), NOTE_IT))
            return Question(_one_after_the_other(said, anyway), yes, nothing)
        case doubts.Arrived(instead=True):
            sentence = say("Your previous tap did arrive: %(move)s. Change it to this one?", move=what)
            return Question(sentence, ANYWAY["replace"][1], nothing)
        case doubts.Arrived():
            sentence = say("Your previous tap did arrive: %(move)s. Note this one as well?", move=what)
            return Question(sentence, NOTE_THIS, nothing)


def _with_yours(doubt: doubts.EndedMeanwhile) -> Text:
    """What it changes, put in before the end."""
    if doubt.winners is None:
        return say("If yours comes before that, the game isn’t over.")
    if not doubt.winners:
        return say("If yours comes before that, nobody has any points.")
    if doubt.the_same:
        return say_many(
            "If yours comes before that, %(names)s still wins.",
            "If yours comes before that, %(names)s still share the victory.",
            len(doubt.winners),
            names=doubt.winners,
        )
    return say_many(
        "If yours comes before that, %(names)s wins.",
        "If yours comes before that, %(names)s share the victory.",
        len(doubt.winners),
        names=doubt.winners,
    )


def _one_after_the_other(*sentences: Text) -> Text:
    said = tuple((f"sentence{at}", sentence) for at, sentence in enumerate(sentences))
    return Text(" ".join(f"%({name})s" for name, _ in said), None, said)
