"""Every setting: its name, what it may be, what it is by itself, and what it means. All are read and checked here.

Each is a variable of the environment, COMPANION_ and its name; one that is empty counts as unset. Some are options of
`companion serve` as well, which are read by the same functions.
"""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

PREFIX = "COMPANION_"
OF_TESTS = {"NO_SKIPS", "ORDER"}  # which are said the same way, and are none of ours
FORMER = "config.py"  # in the data folder: former versions ran it
HERE = Path(__file__).resolve().parent
INSTALLED = (HERE / "templates").is_dir()  # a wheel has them inside, a checkout beside
MOST_WORKERS = 64
MOST = 10**12  # of anything


class BadSettings(Exception):
    """A sentence for each setting that is wrong."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("; ".join(sentences))
        self.sentences = sentences


class Setting(NamedTuple):
    name: str
    default: Any
    read: Callable[[str], Any]  # raises ArgumentTypeError, with a sentence that goes on after the name
    meaning: str


def _number(least: int, most: int, wrong: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 20 or not least <= int(text) <= most:
        raise ArgumentTypeError(f"{text!r} is {wrong}")
    return int(text)


port = partial(_number, 0, 65535, "no port: they go from 0 to 65535")
workers = partial(_number, 1, MOST_WORKERS, f"no number of processes: they go from 1 to {MOST_WORKERS}")
days = partial(_number, 0, 36_500, "no number of days: write it with digits alone, like 90")
_count = partial(_number, 0, MOST, "no number: write it with digits alone, like 400")
_proxies = partial(_number, 0, 10, "no number of proxies: they go from 0 to 10")  # each adds an address to the headers


def _address(text: str) -> str:
    try:
        parts = urlsplit(text)
        well = parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        well = False
    if not well or parts.username or parts.query or parts.fragment or any(sign <= " " for sign in text):
        raise ArgumentTypeError(f"{text!r} is no address like https://cards.example.org")
    return f"{parts.scheme}://{parts.netloc.lower()}{parts.path.rstrip('/')}"


SETTINGS = (
    Setting("HOST", None, str, "the address to listen on; by itself every one (or: --host)"),
    Setting("PORT", None, port, "the port; by itself 8000, or the next free one (or: --port)"),
    Setting("UDS", None, Path, "a socket to listen at, in place of a port, for a proxy (or: --uds)"),
    Setting("ADDRESS", None, _address, "the public address, like https://cards.example.org: for links and codes"),
    Setting("INSTANCE", None, Path, "the folder with the database (or: --instance)"),
    Setting("WORKERS", 1, workers, "how many processes serve (or: --workers)"),
    Setting("DATABASE_URL", None, str, "a PostgreSQL database, or another SQLite file"),
    Setting("SECRET_KEY", None, str, "a key of your own that signs the pages; by itself one in the database"),
    Setting("PROXIES", 0, _proxies, "how many proxies stand before Companion, and say by which address a phone came"),
    Setting("BACKUPS", 0, _count, "how many copies of an SQLite database are kept, one of each night; 0: none is made"),
    Setting("KEEP", 0, days, "days after which unfinished tables are put away, and later deleted; 0: never"),
    # Of one process
    Setting("STREAMS", 1400, _count, "phones that hear at once what is noted; further ones ask every 20 seconds"),
    # How much one address may do: a household, a café, a school. 0 of the first five: as much as it likes
    Setting("TABLES", 600, _count, "tables that an address opens in an hour"),  # thirty pupils: one every three minutes
    Setting("IMPORTS", 30_000, _count, "games of 6 kB that files of an address bring in an hour"),  # of three families
    Setting("GUESSES", 30, _count, "wrong links of an address in a minute, for scripts"),
    Setting("CODES", 12, _count, "wrong short codes of an address in ten minutes"),  # a family that mistypes
    Setting("CODES_IN_ALL", 60, _count, "wrong short codes of all addresses in ten minutes"),  # of thirty thousand
    Setting("CONNECTIONS", 400, _count, "open connections of an address"),  # forty phones with a browser's six are 240
    Setting("BODIES_OF_ONE", 100_000_000, _count, "bytes of uploads of an address under way"),  # forty phones
    Setting("BODIES", 300_000_000, _count, "bytes of all uploads under way"),  # what a small computer's disk can spare
)
DEFAULTS = {setting.name: setting.default for setting in SETTINGS if setting.default is not None}


def read(environment: Mapping[str, str]) -> dict[str, Any]:
    """Those that are set, or have a default; or BadSettings."""
    chosen, wrong = dict(DEFAULTS), []
    for setting in SETTINGS:
        if text := environment.get(PREFIX + setting.name, "").strip():
            try:
                chosen[setting.name] = setting.read(text)
            except ArgumentTypeError as error:
                wrong.append(f"{PREFIX}{setting.name}: {error}")
    if wrong:
        raise BadSettings(wrong)
    return chosen


def unknown(environment: Mapping[str, str]) -> list[str]:
    """A sentence for each COMPANION_… that is no setting: what it was meant to do is not done."""
    names = [setting.name for setting in SETTINGS]
    sentences = []
    for variable in sorted(environment):
        name = variable.removeprefix(PREFIX)
        if variable.startswith(PREFIX) and environment[variable] and name not in {*names, *OF_TESTS}:
            from difflib import get_close_matches

            near = get_close_matches(name, names, 1)
            advice = f"is {PREFIX}{near[0]} meant?" if near else "“companion --help” lists those that are."
            sentences.append(f"{variable} is not a setting and changes nothing: {advice}")
    return sentences


def data_folder(chosen: Mapping[str, Any]) -> Path:
    """That of the database: `instance/` in a checkout, the user's own data elsewhere."""
    if folder := chosen.get("INSTANCE"):
        return Path(folder).absolute()
    if not INSTALLED:
        return HERE.parent / "instance"
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share", "companion").absolute()
    except RuntimeError:
        none = f"this user has no home folder for the data: name a folder with --instance, or with {PREFIX}INSTANCE"
        raise BadSettings([none]) from None


def former(chosen: Mapping[str, Any]) -> str | None:
    """What is said of a file that former versions ran, whatever stood in it."""
    file = data_folder(chosen) / FORMER
    try:
        there = file.exists()
    except OSError:  # in a folder that nobody may look into
        there = False
    return f"{file} is not read any more: set what it says as COMPANION_… in the environment" if there else None


def listed() -> str:
    """For --help."""
    lines = (
        f"  {PREFIX}{one.name:<15}{one.meaning}{f' ({one.default})' if one.default is not None else ''}"
        for one in SETTINGS
    )
    return "settings, in the environment:\n" + "\n".join(lines)
