"""The slip of a battle: first which State, then how many points it shows and who took it."""

from __future__ import annotations

from typing import NamedTuple

from companion.record.history import Log
from companion.rules.states.moves import COPIES, STATE_NAMES, Battle
from companion.rules.states.play import StatesSheet, fought_as
from companion.rules.states.standing import stock
from companion.rules.text import Text, say, say_many
from companion.screens.core import Asked, Outcome, SeatKey
from companion.screens.states import words
from companion.screens.states.figures import last_battle
from companion.screens.states.search import StateSearch, ask, meant, search, showed, taker

HOW_MANY = say("How many points does the State show?")


class CardValue(NamedTuple):
    """The points on the card: what was typed, where that `stands`, else what is `known`."""

    known: int | None
    stands: bool
    origin: Text | None  # of what is known
    filled: bool  # so nobody need type it
    showed: Text | None  # what it means to type another


class TankKey(NamedTuple):
    number: int
    gone: Text | None
    once: bool
    out: bool


class Fight(NamedTuple):
    code: str
    name: Text
    value: CardValue
    missing: Text  # what is asked where no value was typed
    value_first: bool  # the tanks come on a page of their own
    by_tanks: bool
    takers: tuple[SeatKey, ...]
    may_match: bool  # all the tanks, so that nobody wins
    matched: bool
    tanks: tuple[TankKey, ...]
    played: tuple[int | None, ...]  # each seat's, as far as told
    prompt: Text | None
    previews: bool  # at once, for something has been told


class BattleSlip(NamedTuple):
    heading: Text
    search: StateSearch | None
    fight: Fight | None


class FightPreview(NamedTuple):
    """What the tanks come to, while they are typed."""

    played: tuple[int | None, ...]
    sentence: Text | str | None
    wrong: bool
    ends: bool


def battle(log: Log, asked: Asked) -> BattleSlip:
    sheet: StatesSheet = log.sheet
    typed, corrected = str(asked.given.get("state", "")), asked.entry and asked.entry.move
    own = corrected.state if isinstance(corrected, Battle) else None
    states = search(asked.in_words, typed)
    state = meant(states, typed)
    if state is None or taker(sheet, state.code, own) is not None:
        heading, found, fight = say("Which State is turned up?"), ask(sheet, asked, states, typed, own), None
    else:
        heading, found = say("A battle for %(state)s", state=STATE_NAMES[state.code]), None
        fight = _fight(sheet, asked, state.code, elsewhere=own not in (None, state.code))
    return BattleSlip(asked.heading(log, words.move, heading), found, fight)


def _fight(sheet: StatesSheet, asked: Asked, code: str, elsewhere: bool) -> Fight:
    value, tanks, last = _value(sheet, asked, code, elsewhere), asked.given.get("tanks", ()), last_battle(sheet)
    played, prompt = _so_far(sheet, tanks)
    by_tanks = "winner" in asked.left_out or "tanks" in asked.given  # as it is being told, else as the last one was
    if not (by_tanks or asked.entry or asked.left_out):
        by_tanks = last is not None and last.tanks is not None
    has_value = value.known is not None or (value.stands and "value" in asked.given)
    seats, winner = range(len(sheet.points)), asked.given.get("winner")
    matched = "winner" in asked.given and winner is None
    return Fight(
        code=code,
        name=STATE_NAMES[code],
        value=value,
        missing=HOW_MANY,
        value_first=by_tanks and not (has_value or asked.entry or asked.sent),
        by_tanks=by_tanks,
        takers=tuple(SeatKey(seat, seat == winner) for seat in seats),
        may_match=len(seats) % COPIES == 0 or matched,
        matched=matched,
        tanks=_tank_keys(sheet, asked),
        played=played,
        prompt=prompt,
        previews=bool(tanks) and "tanks" not in asked.refused,
    )


def _value(sheet: StatesSheet, asked: Asked, code: str, elsewhere: bool) -> CardValue:
    before = showed(sheet, code) if elsewhere or not asked.entry else None
    known = before or asked.recall().get(code)
    stands, refused = asked.sent or not elsewhere, "value" in asked.refused
    typed = asked.given.get("value") if stands else None
    origin = says = None
    if before:
        origin = say("as before")
        says = say("Was %(before)s before: enter a new value and it counts, the old one is dropped", before=before)
    elif known and typed is None:
        origin = say("as last time")
    return CardValue(
        known=known,
        stands=stands,
        origin=None if refused or typed not in (None, known) else origin,
        filled=not refused and bool(known or typed),
        showed=says,
    )


def _tank_keys(sheet: StatesSheet, asked: Asked) -> tuple[TankKey, ...]:
    """Which have gone is known of the battle to come; a correction may be of any before."""
    keys = []
    for tank, copies in stock(sheet).gone.items():
        gone = 0 if asked.entry else copies
        told = say_many("one played", "both played", gone) if gone else None
        keys.append(TankKey(tank, told, once=gone == 1, out=gone >= COPIES))
    return tuple(keys)


def _so_far(sheet: StatesSheet, tanks: tuple[int, ...]) -> tuple[tuple[int | None, ...], Text | None]:
    """The tanks that were told, one a seat, and whose comes next."""
    players, told = sheet.table.players, len(tanks)
    played = tanks[: len(players)] + (None,) * (len(players) - told)
    return played, say("%(name)s’s tank?", name=players[told]) if told < len(players) else None


def preview(log: Log, asked: Asked, outcome: Outcome) -> FightPreview:
    sheet: StatesSheet = log.sheet
    tanks = asked.given.get("tanks", ())
    played, prompt = _so_far(sheet, tanks)
    if "tanks" in asked.refused:
        return FightPreview(played, outcome.refusal, wrong=True, ends=False)
    if prompt:
        return FightPreview(played, prompt, wrong=False, ends=False)
    if "value" in asked.refused:
        return FightPreview(played, HOW_MANY, wrong=True, ends=False)
    if not isinstance(outcome.move, Battle) or outcome.sheet is None:
        return FightPreview(played, outcome.refusal, wrong=True, ends=False)
    fought = fought_as(outcome.move, outcome.sheet.played)  # of a correction the sheet may have a later one
    ends = outcome.sheet.over and not sheet.over
    return FightPreview(played, words.working(sheet.table.players, fought), wrong=False, ends=ends)
