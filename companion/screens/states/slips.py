"""The slip of a battle: first which State, then how many points it shows and who took it."""

from __future__ import annotations

from typing import NamedTuple

from companion.record.history import Log
from companion.rules.states.moves import COPIES, STATE_NAMES, Battle
from companion.rules.states.play import Sheet, fought_as
from companion.rules.states.standing import stock
from companion.rules.text import Text, say, say_many
from companion.screens.core import Asked, Outcome
from companion.screens.states import phrases, words
from companion.screens.states.figures import last_battle
from companion.screens.states.search import Search, ask, meant, search, showed, taker

HOW_MANY = say("How many points does the State show?")


class Value(NamedTuple):
    """The points on the card: what was typed, where that `stands`, else what is `known`."""

    known: int | None
    stands: bool
    origin: Text | None  # of what is known
    filled: bool  # so nobody need type it
    showed: Text | None  # what it means to type another


class Winner(NamedTuple):
    seat: int
    chosen: bool


class Tank(NamedTuple):
    number: int
    gone: Text | None
    once: bool
    out: bool


class Fight(NamedTuple):
    code: str
    name: Text
    value: Value
    missing: Text  # what is asked where no value was typed
    value_first: bool  # the tanks come on a page of their own
    by_tanks: bool
    winners: tuple[Winner, ...]
    may_match: bool  # all the tanks, so that nobody wins
    matched: bool
    tanks: tuple[Tank, ...]
    played: tuple[int | None, ...]  # each seat's, as far as told
    prompt: Text | None
    previews: bool  # at once, for something has been told


class Slip(NamedTuple):
    heading: Text
    search: Search | None
    fight: Fight | None


def battle(log: Log, asked: Asked) -> Slip:
    sheet: Sheet = log.sheet
    typed, own = str(asked.given.get("state", "")), _own(asked)
    states = search(asked.in_words, typed)
    state = meant(states, typed)
    if state is None or taker(sheet, state.code, own) is not None:
        heading = _heading(sheet, asked, say("Which State is turned up?"))
        return Slip(heading, ask(sheet, asked, states, typed, own), None)
    heading = _heading(sheet, asked, say("A battle for %(state)s", state=STATE_NAMES[state.code]))
    return Slip(heading, None, _fight(sheet, asked, state.code, elsewhere=own not in (None, state.code)))


def _heading(sheet: Sheet, asked: Asked, of_new: Text) -> Text:
    if asked.entry is None or asked.entry.move is None:
        return of_new
    return say("Correct: %(move)s", move=words.move(sheet.table, asked.entry.move))


def _own(asked: Asked) -> str | None:
    """The State of the battle that is being corrected."""
    move = asked.entry and asked.entry.move
    return move.state if isinstance(move, Battle) else None


# Its points, and who took it


def _fight(sheet: Sheet, asked: Asked, code: str, elsewhere: bool) -> Fight:
    value = _value(sheet, asked, code, elsewhere)
    by_tanks = _by_tanks(sheet, asked)
    tanks = asked.given.get("tanks", ())
    has_value = value.known is not None or (value.stands and "value" in asked.given)
    return Fight(
        code,
        STATE_NAMES[code],
        value,
        HOW_MANY,
        by_tanks and not (has_value or asked.entry or asked.sent),
        by_tanks,
        tuple(Winner(seat, asked.given.get("winner") == seat) for seat in range(len(sheet.points))),
        len(sheet.points) % COPIES == 0 or _all_matched(asked),
        _all_matched(asked),
        _tanks(sheet, asked),
        _played(sheet, tanks),
        _prompt(sheet, tanks),
        bool(tanks) and "tanks" not in asked.refused,
    )


def _value(sheet: Sheet, asked: Asked, code: str, elsewhere: bool) -> Value:
    before = showed(sheet, code) if elsewhere or not asked.entry else None
    known = before or asked.recall().get(code)
    stands = asked.sent or not elsewhere
    typed = asked.given.get("value") if stands else None
    refused = "value" in asked.refused
    return Value(
        known,
        stands,
        None if refused or typed not in (None, known) else _origin(known, before, typed),
        not refused and bool(known or typed),
        say("Showed %(before)s before: a new value is right, the old one scored nothing", before=before)
        if before
        else None,
    )


def _origin(known: int | None, before: int | None, typed: int | None) -> Text | None:
    if before:
        return say("as before")
    return say("as last time") if known and typed is None else None


def _by_tanks(sheet: Sheet, asked: Asked) -> bool:
    """As it is being told, else as the last battle was."""
    if "winner" in asked.left_out or "tanks" in asked.given:
        return True
    last = last_battle(sheet)
    return not (asked.entry or asked.left_out) and last is not None and last.tanks is not None


def _all_matched(asked: Asked) -> bool:
    return "winner" in asked.given and asked.given["winner"] is None


def _tanks(sheet: Sheet, asked: Asked) -> tuple[Tank, ...]:
    """Which have gone is known of the battle to come; a correction may be of any before."""
    gone = stock(sheet).gone
    return tuple(_tank(tank, 0 if asked.entry else copies) for tank, copies in gone.items())


def _tank(tank: int, gone: int) -> Tank:
    return Tank(tank, say_many("one has gone", "both have gone", gone) if gone else None, gone == 1, gone >= COPIES)


def _played(sheet: Sheet, tanks: tuple[int, ...]) -> tuple[int | None, ...]:
    return tuple(tanks[seat] if seat < len(tanks) else None for seat in range(len(sheet.points)))


def _prompt(sheet: Sheet, tanks: tuple[int, ...]) -> Text | None:
    """Whose tank comes next."""
    players = sheet.table.players
    return say("%(name)s’s tank?", name=players[len(tanks)]) if len(tanks) < len(players) else None


# What the tanks come to, while they are typed


class Preview(NamedTuple):
    played: tuple[int | None, ...]
    sentence: Text | str | None
    wrong: bool
    ends: bool


def preview(log: Log, asked: Asked, outcome: Outcome) -> Preview:
    sheet: Sheet = log.sheet
    tanks = asked.given.get("tanks", ())
    played, prompt = _played(sheet, tanks), _prompt(sheet, tanks)
    if "tanks" in asked.refused:
        return Preview(played, outcome.refusal, wrong=True, ends=False)
    if prompt:
        return Preview(played, prompt, wrong=False, ends=False)
    if "value" in asked.refused:
        return Preview(played, HOW_MANY, wrong=True, ends=False)
    if not isinstance(outcome.move, Battle) or outcome.sheet is None:
        return Preview(played, outcome.refusal, wrong=True, ends=False)
    fought = fought_as(outcome.move, outcome.sheet.played)  # of a correction the sheet may have a later one
    ends = outcome.sheet.over and not sheet.over
    return Preview(played, phrases.working(sheet.table.players, fought), wrong=False, ends=ends)
