"""What the shell asks of every game's screen. Pure: a screen decides what is shown, and a template prints it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from companion.record.history import Entry, Log
from companion.rules.core import Sheet
from companion.rules.text import Text

S = TypeVar("S", bound=Sheet)


class Asked(NamedTuple):
    """A move that is being told, or corrected, as far as it has been told."""

    given: Mapping[str, Any]  # what could be read, by field; None where somebody said that it is nobody
    left_out: frozenset[str]  # of two ways to tell the move, the fields of the one not chosen
    refused: frozenset[str]  # the fields that have a sentence beside them
    entry: Entry | None  # the one that is being corrected
    sent: bool  # it came back from a try to note it
    recall: Callable[[], Mapping[str, Any]]  # what earlier tables of this game taught
    in_words: Callable[[Text], str]  # in the language of whoever looks


class Best(NamedTuple):
    """Who is ahead, and with how many points."""

    seat: int
    points: int


Slip = Callable[[Log, Asked], Any]  # what a slip that notes a move shows


@dataclass(frozen=True)
class Screen(Generic[S]):
    """A game as a phone shows it: one of these at the end of its package, one line for it in SCREENS."""

    figures: Callable[[S], Any]  # the sheet, reckoned out
    slips: Mapping[str, Slip] = field(default_factory=dict)  # by the kind of move that they note
