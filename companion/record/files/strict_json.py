"""JSON taken at its word: no doubled keys, no NaN, each value of exactly its type, or one line that says why."""

from __future__ import annotations

import codecs
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from companion.rules.core import RuleBroken
from companion.rules.text import brief

if TYPE_CHECKING:  # only an export has times to read, and a tally starts faster without them
    from datetime import datetime

R = TypeVar("R")
WINDOW = 32_768  # bytes of a long list that are read at once: more than most games have
_BLANKS = re.compile(rb"[ \t\r\n]*")
TIME_SIGNS = frozenset("0123456789-+:.,TWZ ")
FIRST_YEAR, LAST_YEAR = 1900, 2199  # what every clock and calendar of here can show, east and west of Greenwich
TYPE_NAMES = {
    int: "a whole number",
    str: "a text",
    list: "a list",
    dict: "a JSON object",
    tuple: "a list of whole numbers",
}


class NotAGameFile(ValueError):
    """Says in one line why a file can't be read as a game."""


class WithAPoint(NotAGameFile):
    """4.0 in the place of 4: a whole number to JSON Schema, and none to us."""


class AnotherAge(NotAGameFile):
    """A time, but none in which anybody can have played."""


def load_json(raw: bytes) -> Any:
    """Stricter than json: no doubled keys, no NaN, UTF-8 only."""
    with _strictly():
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_no_key_twice, parse_constant=_no_constant)


class LongList(Sequence[Any]):
    """A JSON list, as strict as `load_json`, of which only what is asked for is in memory beside its bytes. Of its
    elements the first `most` are found: a million of them would take their time.
    """

    def __init__(self, raw: bytes, most: int | None = None) -> None:
        self._raw = raw
        with _strictly():
            self._places = list(islice(self._find(), most))

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, number: Any) -> Any:
        return load_json(self._raw[slice(*self._places[number])])

    def _find(self) -> Iterator[tuple[int, int]]:
        """Where each element begins and ends."""
        at = self._skip(self._skip(0) + 1)
        if self._raw[at : at + 1] == b"]":
            self._finish(at)
            return
        while True:
            end = self._end(at)
            yield at, end
            at = self._skip(end)
            if self._raw[at : at + 1] != b",":
                break
            at = self._skip(at + 1)
        if self._raw[at : at + 1] != b"]":
            self._fail("Expecting ',' delimiter", at)
        self._finish(at)

    def _skip(self, at: int) -> int:
        blanks = _BLANKS.match(self._raw, at)
        return blanks.end() if blanks else at

    def _finish(self, at: int) -> None:
        if (end := self._skip(at + 1)) < len(self._raw):
            self._fail("Extra data", end)

    def _end(self, at: int) -> int:
        """Of the element that begins there: as much is read as it takes."""
        size = WINDOW
        while True:
            whole = at + size >= len(self._raw)
            try:
                text, _ = codecs.utf_8_decode(memoryview(self._raw)[at : at + size], "strict", whole)
                _, end = _DECODER.raw_decode(text)
                if whole or end < len(text):
                    return at + len(text[:end].encode())
            except UnicodeDecodeError as error:
                raise NotAGameFile(f"is not UTF-8 text (byte {at + error.start + 1})") from None
            except json.JSONDecodeError as error:
                if whole:
                    self._fail(error.msg, at + len(text[: error.pos].encode()))
            size *= 4

    def _fail(self, why: str, at: int) -> NoReturn:
        line, begins = self._raw.count(b"\n", 0, at) + 1, self._raw.rfind(b"\n", 0, at) + 1
        column = len(self._raw[begins:at].decode("utf-8", "replace")) + 1
        raise NotAGameFile(f"is not JSON: {why} at line {line}, column {column}")


@contextmanager
def _strictly() -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError as error:
        raise NotAGameFile(f"is not UTF-8 text (byte {error.start + 1})") from None
    except RecursionError:
        raise NotAGameFile("is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise NotAGameFile(f"is not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except NotAGameFile:
        raise
    except ValueError:  # int() refuses thousands of digits
        raise NotAGameFile("holds a number that is far too large") from None


def each(given: list[Any], where: str, read_it: Callable[[int, Any], R]) -> tuple[R, ...]:
    return tuple(one_by_one(given, where, read_it))


def one_by_one(given: Sequence[Any], where: str, read_it: Callable[[int, Any], R]) -> Iterator[R]:
    for number, item in enumerate(given, 1):
        try:
            read_one = read_it(number, item)
        except (NotAGameFile, RuleBroken) as error:
            raise NotAGameFile(f"entry {number} of “{where}”: {error}") from None
        yield read_one


def of_type(value: object, kind: type, what: str, name: str | None = None) -> Any:
    """JSON's own types, exactly: true is no 1, 1.0 is no 1, and "1" is no 1."""
    if type(value) is not kind:
        no_such = WithAPoint if kind is int and type(value) is float and value.is_integer() else NotAGameFile
        raise no_such(f"{what} must be {name or TYPE_NAMES[kind]}")
    return value


def check_keys(data: Mapping[str, Any], required: set[str], known: set[str], what: str) -> None:
    if missing := sorted(required - data.keys()):
        raise NotAGameFile(f"{what} lacks “{missing[0]}”")
    if unknown := [key for key in data if key not in known]:
        raise NotAGameFile(f"{what} has an unknown key “{brief(unknown[0])}”")


def read_seat(players: Sequence[str], value: object, what: str) -> int:
    seat: int = of_type(value, int, what)
    if seat not in range(len(players)):
        raise NotAGameFile(f"{what} is a seat from 0 to {len(players) - 1}, not {brief(seat)}")
    return seat


def read_time(at: object) -> datetime:
    """In UTC, which is also what a time without a zone is taken for."""
    from datetime import UTC, datetime

    given = of_type(at, str, "“at”")
    try:
        if not TIME_SIGNS.issuperset(given):
            raise ValueError
        time = datetime.fromisoformat(given)
        time = time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError):  # the latter: of the year 1, east of Greenwich
        raise NotAGameFile(f"“{brief(at)}” is not a time") from None
    if not FIRST_YEAR <= time.year <= LAST_YEAR:
        raise AnotherAge(f"“{brief(at)}” is not between the years {FIRST_YEAR} and {LAST_YEAR}")
    return time


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise NotAGameFile(f"has the key “{brief(twice)}” twice in one object")
    return data


def _no_constant(name: str) -> None:
    """Python would read NaN and Infinity, which JSON hasn't got."""
    raise NotAGameFile(f"is not JSON: {name} is no number")


_DECODER = json.JSONDecoder(object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
