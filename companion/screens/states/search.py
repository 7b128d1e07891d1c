"""Finding the State that is turned up. The page narrows its list by the same words (static/games/states/game.js)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import NamedTuple

from companion.rules.options import alphabetical
from companion.rules.states.moves import STATE_NAMES
from companion.rules.states.play import StatesSheet
from companion.rules.text import Text, say
from companion.screens.core import Asked


class FoundState(NamedTuple):
    code: str
    name: str  # in the language of whoever looks
    names: tuple[str, ...]  # plainly: its two letters, this name, and the one that is printed on the card
    words: str  # what finds it, each after a blank; also what was typed without any
    fits: bool


class StateKey(NamedTuple):
    """One to choose from."""

    code: str
    name: str
    words: str
    value: int | None
    taker: int | None  # whoever has it already
    hidden: bool  # others fit what was typed


class StateSearch(NamedTuple):
    typed: str
    refusal: Text | None
    states: tuple[StateKey, ...]  # those that are left come first


def plain(text: str) -> str:
    """Without accents, hyphens and case, and with one blank between two words."""
    bare = (c for c in unicodedata.normalize("NFKD", text) if not unicodedata.category(c).startswith("M"))
    return " ".join("".join(" " if unicodedata.category(c).startswith("P") else c for c in bare).lower().split())


def search(in_words: Callable[[Text], str], typed: str) -> tuple[FoundState, ...]:
    """All States, by name, with those marked of which each typed word begins one."""
    sought = [f" {word}" for word in plain(typed).split()]
    found = []
    for code, title in STATE_NAMES.items():
        name = in_words(title)
        names = tuple(dict.fromkeys(map(plain, (code, name, str(title)))))
        joined = (name.replace(" ", "") for name in names if " " in name)
        words = "".join(f" {words}" for words in (*names, *joined))
        found.append(FoundState(code, name, names, words, fits=all(word in words for word in sought)))
    return tuple(sorted(found, key=lambda state: alphabetical(state.name)))


def meant(states: Iterable[FoundState], typed: str) -> FoundState | None:
    """The State that is called so, else the only one that fits."""
    sought, fitting = plain(typed), [state for state in states if state.fits]
    called = [state for state in fitting if sought in state.names]
    return (called or fitting)[0] if sought and len(called or fitting) == 1 else None


def taker(sheet: StatesSheet, code: str, own: str | None) -> int | None:
    """Whoever took it in another battle than the one that is corrected."""
    fought = sheet.battles.get(code)
    return None if fought is None or code == own else fought.winner


def showed(sheet: StatesSheet, code: str) -> int | None:
    fought = sheet.battles.get(code)
    return fought and fought.value


def ask(sheet: StatesSheet, asked: Asked, states: tuple[FoundState, ...], typed: str, own: str | None) -> StateSearch:
    """Those that were taken are shown as taken: whoever looks for one finds it, and whose it is."""
    remembered, any_fits = asked.recall(), any(state.fits for state in states)
    told = (
        StateKey(
            state.code,
            state.name,
            state.words,
            showed(sheet, state.code) or remembered.get(state.code),
            taker(sheet, state.code, own),
            any_fits and not state.fits,
        )
        for state in states
    )
    refusal = None if "state" in asked.refused else _refusal(sheet, states, typed, own)
    by_left = sorted(told, key=lambda state: state.taker is not None)
    return StateSearch(typed if any_fits else "", refusal, tuple(by_left))


def _refusal(sheet: StatesSheet, states: tuple[FoundState, ...], typed: str, own: str | None) -> Text | None:
    if typed and not any(state.fits for state in states):
        return say("No State left is called “%(name)s”", name=typed)
    state = meant(states, typed)
    seat = taker(sheet, state.code, own) if state else None
    if state is None or seat is None:
        return None
    return say("%(state)s was already taken by %(name)s", state=STATE_NAMES[state.code], name=sheet.table.players[seat])
