"""The rules in a minute: what a game's page is made of, and what a table chose where a rulebook leaves it open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.rules.options import Choice, Names, Numbers, Option
from companion.rules.text import Text, bare, say


class Part(NamedTuple):
    """A few short sentences beside a drawing; `decides` are the options that they depend on.

    `cards` are laid out with what they come to, and `picture` is a part of the game's own templates. What is `folded`
    is read by whoever wants to know: no rule of the game is.
    """

    title: Text
    drawing: str | None  # None: the trophy
    lines: tuple[Text, ...]
    decides: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()
    result: Text | None = None
    picture: str | None = None
    folded: bool = False


class ChosenRuling(NamedTuple):
    """What a table chose, and why there was a choice."""

    key: str
    title: Text
    answer: Text
    why: Text


def rulings(options: Iterable[Option], chosen: Mapping[str, Any]) -> dict[str, ChosenRuling]:
    return {
        option.key: ChosenRuling(option.key, option.title, answer(option, chosen[option.key]), option.why)
        for option in options
    }


def answer(option: Option, value: Any) -> Text:
    """An option's value, in words."""
    match option:
        case Choice():
            return next(label for known, label in option.choices if known == value)
        case Names():
            return bare(tuple(value))
        case Numbers():
            told = tuple(
                Text("%(label)s %(number)s", None, (("label", label), ("number", value[name])))
                for name, _, _, label in option.fields
                if name in value
            )
            return bare(told) if told else say("As in the rulebook")
        case _:
            return say("Not known") if value is None else bare(value)
