"""What every command reads and writes, and how it ends with one sentence."""

from __future__ import annotations

import argparse
import io
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any, BinaryIO, TypeAlias

from companion import settings

FORBIDDEN, UNREADABLE = 1, 2  # exit statuses: a move that the rules forbid; no game at all

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # argparse has no public name for it


COUNTED_AFTER, COUNTED_EVERY, LOGGED_EVERY = 2.0, 0.2, 10.0  # seconds


class Trouble(Exception):
    """Ends a command with one sentence on standard error."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.status = status


def complain(sentence: str) -> None:
    from companion.rules.text import one_line

    if sys.stderr:  # print() would take None for standard output
        print(f"companion: {one_line(sentence)}", file=sys.stderr)


def chosen_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """Those of the environment, and before them the options of this command. What has no effect is said."""
    chosen = {**settings.read(os.environ), **options_of(arguments)}
    former = settings.former(chosen)
    for sentence in (*settings.unknown(os.environ), *([former] if former else [])):
        complain(sentence)
    return chosen


def options_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Those that are settings, by their names."""
    told, known = vars(arguments), {setting.name for setting in settings.SETTINGS}
    return {name.upper(): value for name, value in told.items() if value is not None and name.upper() in known}


@contextmanager
def counter() -> Iterator[Callable[[str], None]]:
    """For what takes long: how far it is. On a terminal one line that is gone when it is done, in a log some lines."""
    terminal, due, shown = bool(sys.stderr) and sys.stderr.isatty(), monotonic() + COUNTED_AFTER, False

    def count(line: str) -> None:
        nonlocal due, shown
        if monotonic() < due:
            return
        if terminal:
            due, shown = monotonic() + COUNTED_EVERY, True
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
        else:
            due = monotonic() + LOGGED_EVERY
            complain(line)

    try:
        yield count
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def read(name: str, most: int) -> bytes:
    """At most so many bytes. What is known to be larger is not even begun, and an endless file ends."""
    if name == "-" and not sys.stdin:
        raise Trouble("-: can't be read: standard input is closed", UNREADABLE)
    try:
        if name == "-":
            raw = _up_to(most + 1, sys.stdin.buffer)
        else:
            with open(name, "rb") as file:
                raw = _up_to(most + 1, file)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL byte
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Trouble(f"{name}: can't be read: {reason}", UNREADABLE) from None
    if raw is None or len(raw) > most:
        raise Trouble(f"{name}: is larger than {most // 1_000_000} MB", UNREADABLE)
    return raw


def _up_to(most: int, file: BinaryIO) -> bytes | None:
    """None where it has that many, and says so beforehand."""
    size = 0  # of what is no plain file: of a pipe some systems tell what is in it so far
    with suppress(io.UnsupportedOperation):  # what lies in memory has no number
        about = os.fstat(file.fileno())
        size = about.st_size if stat.S_ISREG(about.st_mode) else 0
    return None if size >= most else file.read(size + 1 if size else most)  # room is made for as many as are asked for


def write(text: str) -> None:
    """As UTF-8, whatever the terminal speaks."""
    with writing() as output:
        output.write(text.encode())


@contextmanager
def writing() -> Iterator[BinaryIO]:
    """To standard output, as bytes."""
    if not sys.stdout:
        raise Trouble("standard output is closed")
    try:
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        forget_output()
        raise Trouble(f"can't write: {error.strerror}") from None


def forget_output() -> None:
    """So that Python doesn't try to write the rest when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
