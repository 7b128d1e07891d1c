"""How names are told where there is little room: whole, else on two lines, else shorter, and never two alike.

“Player 5” is P5. What is too long is cut in its middle: names differ at either end more often than there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.screens.geometry import ELLIPSIS, width

Lines = tuple[str, ...]
JOINER = "\u200d"
VOWELS = set("aeiouyæœø")
UNDO_ROOM = 4.6  # of a name in Undo, in widths of its letters: what was done needs the rest


class NameRoom(NamedTuple):
    """In widths of the letters' size: of a name in one line, and of each line where it has two."""

    line: float
    two: float | None = None  # there is no second one
    small: float | None = None  # then of a name that is cut, where that is set smaller


def short_names(names: Sequence[str], room: NameRoom) -> tuple[Lines, ...]:
    """By seat. One that is whole is its only line."""
    if all(width(name, 1) <= room.line for name in names):
        return tuple((name,) for name in names)
    ways = [_ways(name, room) for name in names]
    taken: set[Lines] = set()
    told: list[Lines | None] = [None] * len(names)
    for seat, name in enumerate(names):  # whoever has room keeps the whole name: another gives way
        if width(name, 1) <= room.line:
            told[seat] = (name,)
            taken.add((name,))
    for seat, name in enumerate(names):
        if told[seat] is None:
            last = (_cut(name, str(seat + 1), room.two or room.line),)
            told[seat] = next((way for way in ways[seat] if not _alike(way, taken)), last)
            taken.add(told[seat] or last)
    return tuple(lines or (name,) for lines, name in zip(told, names, strict=True))


def in_a_line(names: Sequence[str], room: Callable[[int], float]) -> tuple[str, ...]:
    """By seat, each as long as its own place allows: in a drawing."""
    found: list[str] = []
    for seat, name in enumerate(names):
        others = [(one,) for one in found]
        ways = _ways(name, NameRoom(room(seat)))
        whole = [(name,)] if width(name, 1) <= room(seat) else []
        last = (_cut(name, str(seat + 1), room(seat)),)
        found.append(next((way for way in (*whole, *ways) if not _alike(way, set(others))), last)[0])
    return tuple(found)


@lru_cache(maxsize=1024)
def shortened(names: tuple[str, ...], room: float) -> tuple[tuple[str, str], ...]:
    """Each that is too long for such a line, and how it is shown there. Kept: it is asked with each tap."""
    shown = in_a_line(names, lambda _: room)
    return tuple((name, short) for name, short in zip(names, shown, strict=True) if short != name)


class BurstRoom(NamedTuple):
    """Beside the prices in a burst."""

    name: float  # of each name, in widths of its letters; 0 where all have room enough
    of_many: bool  # as have no room side by side: names stand one below the other, or marks alone


def burst_room(prices: int) -> BurstRoom:
    return BurstRoom({1: 0.0, 2: 0.0, 3: 3.0}.get(prices, 5.0), prices > 3)


def _alike(way: Lines, taken: set[Lines]) -> bool:
    said = " ".join(way).casefold()
    return any(" ".join(one).casefold() == said for one in taken)


def _ways(name: str, room: NameRoom) -> Iterator[Lines]:
    """The better ones first."""
    word, _, number = name.rpartition(" ")
    if word and " " not in word and number.isdecimal():
        yield (f"{word[0]}{number}",)
    if room.two is None:
        yield from ((cut,) for cut in _cuts(name, room.small or room.line))
        return
    for line, rest in _broken(name):
        if width(line, 1) <= room.two and width(rest, 1) <= room.two:
            yield (line, rest)
    letters = clusters(name)
    head = _most(letters, room.two - width(ELLIPSIS, 1))
    for end in range(len(letters), head, -1):
        tail = _most(list(reversed(letters[head:end])), room.two)
        yield ("".join(letters[:head]).rstrip() + ELLIPSIS, "".join(letters[end - tail : end]).lstrip())


def _broken(name: str) -> list[Lines]:
    """In two: at a space, behind a hyphen, else where a syllable may begin, the halves as equal as can be."""
    at = [(place, name[:place], name[place + 1 :]) for place, sign in enumerate(name) if sign == " "]
    at += [(place, name[: place + 1], name[place + 1 :]) for place, sign in enumerate(name) if sign in "-‐–/"]
    if not at:
        plain = unicodedata.normalize("NFD", name.casefold())
        if len(plain) == len(name):  # else letters and accents don't stand side by side
            places = [n for n in range(2, len(name) - 1) if plain[n] not in VOWELS and plain[n + 1] in VOWELS]
        else:
            places = []
        places = places or [len(clusters(name)) // 2]
        letters = clusters(name)
        at = [(n, "".join(letters[:n]) + "-", "".join(letters[n:])) for n in places if 1 < n < len(letters) - 1]
    at.sort(key=lambda one: abs(2 * one[0] - len(name)))
    return [(line, rest) for _, line, rest in at if line.strip() and rest.strip()]


def _cuts(name: str, room: float) -> Iterator[str]:
    """In a line: as much of both ends as has room, then more of what comes before the end."""
    letters = clusters(name)
    for head in range(max(_most(letters, (room - width(ELLIPSIS, 1)) / 2), 1), 0, -1):
        start = "".join(letters[:head]) + ELLIPSIS
        for end in range(len(letters), head, -1):
            tail = _most(list(reversed(letters[head:end])), room - width(start, 1))
            if tail:
                yield start + "".join(letters[end - tail : end]).lstrip()


def _cut(name: str, sign: str, room: float) -> str:
    """The beginning, and the number of the seat: where all else is alike."""
    letters = clusters(name)
    return "".join(letters[: max(_most(letters, room - width(ELLIPSIS + sign, 1)), 1)]) + ELLIPSIS + sign


def _most(letters: Sequence[str], room: float) -> int:
    """How many of them have room."""
    wide, count = 0.0, 0
    for letter in letters:
        wide += width(letter, 1)
        if wide > room:
            break
        count += 1
    return count


def clusters(text: str) -> list[str]:
    """What is one letter to whoever reads it: with its accents, or an emoji that is made of several signs."""
    found: list[str] = []
    for sign in text:
        category = unicodedata.category(sign)
        follows = category.startswith("M") or sign == JOINER or "\U0001f3fb" <= sign <= "\U0001f3ff"
        pair = found and _flags(found[-1]) == 1 and _flags(sign) == 1
        if found and (follows or pair or found[-1].endswith(JOINER)):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def _flags(text: str) -> int:
    return sum("\U0001f1e6" <= sign <= "\U0001f1ff" for sign in text)
