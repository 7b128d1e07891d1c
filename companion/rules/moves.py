"""A move, and what each of its typed fields says of itself: type, range, choices, and whether it names a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, cast, get_args, get_origin, get_type_hints

from companion.rules.text import Text, say


class Unsaid(Enum):
    """For a field where None is an answer: this is having given none."""

    UNSAID = "unsaid"


UNSAID: Final = Unsaid.UNSAID


class Within(NamedTuple):
    """The lowest and the highest number that a field takes."""

    low: int
    high: int


Seat = Annotated[int, "seat"]


class Field(NamedTuple):
    """One field of a move, as its annotation tells it."""

    name: str
    type: type  # int, str, or tuple for a list of int
    required: bool
    nullable: bool  # None is an answer
    seat: bool
    within: Within | None
    choices: tuple[str, ...] | None


class Label(NamedTuple):
    """What a player calls a field: above it, and in a refusal; and what its choices are called."""

    title: Text
    noun: Text | None = None
    choices: Mapping[Any, Text] = {}


@dataclass(frozen=True, slots=True)
class Move:
    """A fact about the table, in the past tense. Its typed fields are its file form and its web form."""

    kind: ClassVar[str]
    title: ClassVar[Text]
    labels: ClassVar[Mapping[str, Label]] = {}  # of its fields; a seat needs none
    in_turn: ClassVar[bool] = False  # made by whoever is to move, and then the next one is

    @classmethod
    def noted_with(cls, options: Mapping[str, Any]) -> bool:
        """Whether a table with these options notes such moves at all."""
        return True

    def misfit(self, options: Mapping[str, Any]) -> str | None:
        """Why these fields don't make a move together, where that is so. English: only files can do it."""
        return None

    @property
    def lacking(self) -> tuple[str, ...]:
        """The fields that are still to be told, where it can't do without."""
        return ()


@dataclass(frozen=True, slots=True)
class End(Move):
    """The table stopped here and wants the count."""

    kind = "end"
    title = say("The game is stopped")


def _read_fields(move_type: Any) -> tuple[Field, ...]:
    """As the annotations of its class tell them."""
    hints = get_type_hints(move_type, include_extras=True)
    return tuple(_field(f.name, hints[f.name], f.default is MISSING) for f in fields(move_type))


# Cast, since a type checker takes no class of a dataclass for a key of a cache
fields_of = cast(Callable[[type[Move]], tuple[Field, ...]], cache(_read_fields))


def _field(name: str, hint: Any, required: bool) -> Field:
    union = get_args(hint) if get_origin(hint) is UnionType or str(get_origin(hint)) == "typing.Union" else (hint,)
    (said,) = (part for part in union if part not in (NoneType, Unsaid))
    base, marks = _unmarked(said)
    nullable = Unsaid in union or (required and NoneType in union)
    if get_origin(base) is Literal:
        return Field(name, str, required, nullable, False, None, get_args(base))
    kind = base
    if get_origin(base) is tuple:
        kind, (_, marks) = tuple, _unmarked(get_args(base)[0])
    within = next((mark for mark in marks if isinstance(mark, Within)), None)
    return Field(name, kind, required, nullable, "seat" in marks, within, None)


def _unmarked(hint: Any) -> tuple[Any, tuple[object, ...]]:
    return (hint.__origin__, hint.__metadata__) if get_origin(hint) is Annotated else (hint, ())
