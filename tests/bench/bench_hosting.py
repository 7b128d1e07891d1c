"""What a host pays: a start, memory, an import, a copy: `python tests/bench/bench_hosting.py`."""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter
from urllib.request import urlopen

from load.figures import load, row, run, show, up_to
from load.served import served

COMPANION = [sys.executable, "-m", "companion"]
DRAW = {"move": "draw", "player": 0, "card": "goods"}
ENTRIES = 75  # of a table: an evening of Fiasko
ONE = "Wall clock and processor time in seconds, and the most memory of the process in MB."


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="What a host pays.", epilog=ONE)
    parser.add_argument("--megabytes", type=up_to(400), default=62, help="of the imported file (default: 62)")
    parser.add_argument("--tables", type=up_to(100_000), default=10_000, help="that are copied (default: 10000)")
    parser.add_argument("--to", help="a database that is empty, such as postgresql://…; else another file")
    asked = parser.parse_args(argv)
    show(row("", "wall", "CPU", "MB"))
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        for start in ("a start on an empty folder, and memory", "the next start, and memory"):
            begun = perf_counter()
            with served(
                [*COMPANION, "--host", "127.0.0.1", "--port", "0", "--instance", str(folder / "new")]
            ) as server:
                came = perf_counter() - begun
                for path in ("/", "/new/fiasko", "/healthz"):
                    urlopen("http://{}:{}{}".format(*server.address[:2], path), timeout=20).read()
                status = Path(f"/proc/{server.process.pid}/status").read_text()
                megabytes = int(status.partition("VmRSS:")[2].split()[0]) / 1000
            show(row(start, f"{came:.2f}", "", f"{megabytes:.0f}"))
        file = _games(folder, asked.megabytes * 1_000_000)
        _take("an import", folder, "import", str(file))
        _many(folder / "companion.sqlite3", asked.tables)
        _take("a copy", folder, "copy", "--to", asked.to or f"sqlite:///{folder}/copy.sqlite3")
    show(f"{ONE}\n{load()}")


def _games(folder: Path, size: int) -> Path:
    """What `export all` wrote of so many tables: each is the same evening, with its whole log."""
    moves = [{**DRAW, "player": number % 2} for number in range(ENTRIES - 1)] + [{"move": "end"}]
    about = {"game": "fiasko", "players": ["Ana", "Tom"]}
    game = {"format": "companion.game/1", **about, "moves": moves}
    where = ["--instance", str(folder / "one")]
    imported = subprocess.run(
        [*COMPANION, "import", "-", *where], input=json.dumps(game).encode(), stdout=subprocess.PIPE, check=True
    )
    link = imported.stdout.decode().split()[0]
    whole = subprocess.run([*COMPANION, "export", link, *where], stdout=subprocess.PIPE, check=True).stdout.decode()
    uid = json.loads(whole)["sitting"]["uid"]
    path = folder / "games.json"
    with path.open("w") as file:
        for number in range(max(1, size // len(whole))):
            file.write(("," if number else "[") + whole.replace(uid, f"bench-{number}"))
        file.write("]")
    return path


def _many(file: Path, tables: int) -> None:
    """The tables of the import, again and again until there are so many."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("BEGIN")
        (there,) = database.execute("SELECT max(id) FROM sitting").fetchone()
        while there < tables:
            limit = min(there, tables - there)
            _again(database, "sitting", "id", limit, there, {"uid", "score_link", "watch_link"})
            for table in ("entry", "finished"):
                _again(database, table, "sitting_id", limit, there, set())
            there += limit
        database.execute("COMMIT")


def _again(database: sqlite3.Connection, table: str, key: str, limit: int, there: int, own: set[str]) -> None:
    names = [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")]
    values = [
        f"{key} + {there}" if name == key else f"substr({name}, 1, 20) || '-' || {there} || id" if name in own else name
        for name in names
    ]
    database.execute(
        f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)} FROM {table} WHERE {key} <= {limit}"
    )


def _take(what: str, folder: Path, *command: str) -> None:
    begun = perf_counter()
    process = subprocess.Popen([*COMPANION, *command, "--instance", str(folder)], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{what} ended with {process.returncode}")
    cpu = used.ru_utime + used.ru_stime
    show(row(what, f"{perf_counter() - begun:.1f}", f"{cpu:.1f}", f"{used.ru_maxrss / 1000:.0f}"))


if __name__ == "__main__":
    run(main)
