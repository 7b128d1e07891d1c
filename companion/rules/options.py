"""What a table says for itself, and how it is read: answers to what a rulebook leaves open, names, and a note."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from companion.rules.text import Text, brief, say

LONGEST_NAME = 24
LONGEST_REMARK = 280
TURNS_TEXT = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}  # would turn the sentences around it, too
NOT_KNOWN, AS_PRINTED = say("Not known"), say("As in the rulebook")
UNSEEN = {"Zs", "Zl", "Zp", "Cc", "Cf", "Cs"}  # not Cn: a new emoji is no character yet to an older Python

# What has no letter under an accent of its own
UNDER = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})

PLANES = range(0, 0x110000, 0x10000)
# Of what can't be seen, what joins letters and pictures, and the letters of flags
JOINING = {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}
BLANK = set("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs of which nothing is drawn
# What Unicode keeps for no character ever; with two of them no XML can be made
NO_CHARACTERS = re.compile(
    "[\ufdd0-\ufdef" + "".join(chr(plane + 0xFFFE) + chr(plane + 0xFFFF) for plane in PLANES) + "]"
)


class BadOption(ValueError):
    """An option or a name that no table can have. Carries a sentence, and the option if it is about one of several."""

    def __init__(self, text: Text, key: str | None = None) -> None:
        super().__init__(str(text))
        self.text = text
        self.key = key


class Bearing(Enum):
    """What another answer would change of a game that is over, by its own moves."""

    PLAY = "play"  # what they do: they have to be played anew
    COUNT = "count"  # only what the last sheet comes to
    NOTHING = "nothing"  # not who wins: it is about the counter, or about hands, whose cards every score tells


@dataclass(frozen=True)
class Option:
    """`title` names the question, `why` says in one line why there is a choice."""

    key: str
    title: Text
    why: Text
    default: Any
    bearing: Bearing = field(default=Bearing.PLAY, kw_only=True)

    @property
    def wanted(self) -> Text | None:
        """What would be right, for somebody who types the answer."""
        return None

    def read(self, value: object) -> Any:
        """The value as a table holds it, or BadOption."""
        raise NotImplementedError

    def write(self, value: Any) -> Any:
        """The value as a file holds it."""
        return value

    def refuse(self, value: object) -> BadOption:
        return BadOption(say("“%(key)s” can’t be “%(value)s”", key=self.key, value=brief(value)))


@dataclass(frozen=True)
class Choice(Option):
    """One of a few values, each with its label."""

    choices: tuple[tuple[Any, Text], ...] = ()

    def read(self, value: object) -> Any:
        for known, _ in self.choices:
            if type(value) is type(known) and value == known:
                return known
        raise self.refuse(value)


@dataclass(frozen=True)
class Number(Option):
    """A whole number, or None while nobody knows it."""

    low: int = 0
    high: int = 0
    usual: Text = NOT_KNOWN  # where nothing was typed

    @property
    def wanted(self) -> Text:
        return say("A whole number from %(low)s to %(high)s", low=self.low, high=self.high)

    def read(self, value: object) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            raise self.refuse(value)
        return value


@dataclass(frozen=True)
class Numbers(Option):
    """Several whole numbers by name, each of which may be left out: `fields` are (name, lowest, highest, label)."""

    fields: tuple[tuple[str, int, int, Text], ...] = ()
    usual: Text = AS_PRINTED

    @property
    def wanted(self) -> Text:
        ranges = (
            say("%(label)s from %(low)s to %(high)s", label=it, low=low, high=high) for _, low, high, it in self.fields
        )
        return say("Whole numbers: %(ranges)s", ranges=tuple(ranges))

    def read(self, value: object) -> dict[str, int]:
        if not isinstance(value, dict) or not value.keys() <= {name for name, *_ in self.fields}:
            raise self.refuse(value)
        for name, low, high, _ in self.fields:
            number = value.get(name, low)
            if type(number) is not int or not low <= number <= high:
                raise self.refuse(number)
        return dict(value)


@dataclass(frozen=True)
class Names(Option):
    """As many different names as the default has."""

    def read(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, (list, tuple)) or len(value) != len(self.default):
            raise self.refuse(value)
        return read_names(value)

    def write(self, value: Any) -> Any:
        return list(value)


def defaults(options: Iterable[Option]) -> dict[str, Any]:
    return {option.key: option.default for option in options}


def changed(options: Iterable[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Only what differs from the default, as a file holds it."""
    return {option.key: option.write(chosen[option.key]) for option in options if chosen[option.key] != option.default}


def kept(options: Iterable[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All of them, as a sitting keeps them: whatever is the default later, they stay."""
    return {option.key: option.write(chosen[option.key]) for option in options}


def read_kept(options: Sequence[Option], given: Mapping[str, object]) -> dict[str, Any]:
    """What `kept` wrote. An option that these rules got since then is as it is by default."""
    usual = {option.key: option.write(option.default) for option in options}
    return read_options(options, {key: given[key] for key in usual if given.get(key, usual[key]) != usual[key]})


def read_options(options: Iterable[Option], given: Mapping[str, object]) -> dict[str, Any]:
    """All options of a table: those given, read; the others by default."""
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise BadOption(say("This game has no option “%(key)s”", key=brief(key)))
    return {key: option.read(given[key]) if key in given else option.default for key, option in known.items()}


def read_names(names: Iterable[object]) -> tuple[str, ...]:
    """Trimmed, one line each, not too long, and all different to a reader's eye."""
    read: list[str] = []
    for name in names:
        if not isinstance(name, str):
            raise BadOption(say("A name is a text, not “%(value)s”", value=brief(name)))
        trimmed = name.strip()
        kinds = [unicodedata.category(character) for character in trimmed]
        if all(kind in UNSEEN for kind in kinds):
            raise BadOption(say("A name needs at least one letter"))
        if len(trimmed) > LONGEST_NAME:
            sentence = say(
                "“%(name)s” is too long: a name has at most %(most)s characters", name=brief(trimmed), most=LONGEST_NAME
            )
            raise BadOption(sentence)
        if any(kind in ("Cc", "Cs", "Zl", "Zp") for kind in kinds) or NO_CHARACTERS.search(trimmed):
            raise BadOption(say("“%(name)s” has a character that can’t be printed", name=brief(trimmed)))
        if any(alike(trimmed) == alike(other) for other in read):
            raise BadOption(say("Two are called “%(name)s”: add a letter to one of them", name=trimmed))
        read.append(trimmed)
    return tuple(read)


def read_remark(typed: str) -> str | None:
    """The note on an evening, in one line however it was typed; None where nothing was. Or BadOption."""
    for character in typed:
        unprintable = unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or NO_CHARACTERS.search(character)
        if (unprintable and character not in "\t\r\n") or unicodedata.bidirectional(character) in TURNS_TEXT:
            raise BadOption(say("The note has a character that can’t be printed: leave that character out."))
    remark = " ".join(typed.split())
    if len(remark) > LONGEST_REMARK:
        sentence = say("The note has %(many)s characters: at most %(most)s fit.", many=len(remark), most=LONGEST_REMARK)
        raise BadOption(sentence)
    return remark or None


def visible(name: str) -> str:
    """Without what nobody sees of it, and what could turn the text around it."""
    if name.isascii():
        return name
    unseen = (one for one in name if one not in JOINING and (one in BLANK or unicodedata.category(one) == "Cf"))
    return name.translate(dict.fromkeys(map(ord, unseen))).strip()


def read_new_names(names: Iterable[object]) -> tuple[str, ...]:
    """Names that nothing here has yet; others may have what former versions let in."""
    read = read_names(names)
    for name in read:
        if visible(name) != name:
            raise BadOption(say("“%(name)s” has a character that can’t be printed", name=brief(name)))
    return read


def alike(name: str) -> str:
    """The same for all that a reader takes for one name."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def alphabetical(name: str) -> tuple[str, str, str]:
    """To sort names as the dictionaries of our languages do: É with E, ß with ss, œ with oe, a hyphen like a blank; of
    names with the same letters the one without accents first, and then the one in small letters."""
    accented = unicodedata.normalize("NFKD", alike(name))
    letters = "".join(letter for letter in accented if not unicodedata.combining(letter)).translate(UNDER)
    return " ".join(re.sub(r"[^\w\s]", " ", letters).split()), accented, name.swapcase()
