"""How long others' taps wait while thousands of games come in: `python tests/bench/bench_import.py`."""

from __future__ import annotations

import argparse
import http.client
import json
import re
import sys
import tempfile
from collections.abc import Sequence
from threading import Event, Thread
from time import perf_counter
from typing import Any
from uuid import uuid4

from load.figures import late, load, row, run, show, up_to
from load.phones import MOVES, NotServed
from load.served import Served, served

MOST = 0.2  # seconds that any tap may take meanwhile
ONE = "A program notes a move at its own table, one after the other, while a phone brings a file."


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Others' taps beside an import.", epilog=ONE)
    parser.add_argument("--games", type=up_to(10_000), default=10_000, help="in the file (default: 10000)")
    parser.add_argument("--files", type=up_to(8), default=1, help="brought at once, by a phone each (default: 1)")
    parser.add_argument("--series", action="store_true", help="all games of a file are of one series")
    asked = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"]
        with served([*command, "--instance", folder]) as running:
            taps = Taps(running)
            alone = taps.until(Event(), 200)
            files = [_file(asked.games, seed, asked.series) for seed in range(asked.files)]
            over, bringing = Event(), [Bringing(running, file) for file in files]
            beside: list[float] = []
            tapping = Thread(target=lambda: beside.extend(taps.until(over)))
            tapping.start()
            for one in bringing:
                one.start()
            for one in bringing:
                one.join()
            over.set()
            tapping.join()
    show(row("a tap", "p50", "p99", "the longest"))
    for what, times in (("nothing else", alone), ("beside the import", beside)):
        show(row(f"{what}, {len(times)} taps", *(late(times, share) for share in (0.5, 0.99, 1.0))))
    for one in bringing:
        show(f"{one.said} ({one.took:.1f} s, {len(one.body) / 1e6:.1f} MB)\n")
    show(f"{ONE}\n{load()}")
    if asked.files == 1 and max(beside) > MOST + max(alone):  # which is what else the machine does
        raise NotServed(f"a tap took {max(beside):.2f} s: more than {MOST} s longer than without it")


def _file(games: int, seed: int, series: bool) -> bytes:
    about: dict[str, Any] = {"format": "companion.game/1", "game": "fiasko", "moves": [{"move": "end"}]}
    if not series:
        return json.dumps([{**about, "players": [f"A{seed}", f"B{number}"]} for number in range(games)]).encode()
    at, first = "2026-11-18T20:00:00+00:00", str(uuid4())
    about |= {"rules": 1, "players": ["Ana", "Tom"], "moves": [{"move": "end", "at": at}]}
    entry = {"number": 1, "kind": "move", "tap": "end", "at": at, "move": {"move": "end"}}
    origins = [{"uid": str(uuid4()), "opened_at": at, "series": first} for _ in range(games)]
    return json.dumps([{**about, "sitting": origin, "log": [entry]} for origin in origins]).encode()


class Taps:
    """Of a program at a table of its own."""

    def __init__(self, running: Served) -> None:
        self._line, self._length = http.client.HTTPConnection(*running.address, timeout=60), 0
        opened = self._ask("/api/sittings", {"game": "fiasko", "players": ["Ana", "Tom"]})
        self._path = f"/api/sittings/{opened['score']}/moves"

    def until(self, over: Event, most: int = 1_000_000) -> list[float]:
        """Seconds, of each."""
        times = []
        while not over.is_set() and len(times) < most and self._length < 3_900:
            began = perf_counter()
            self._ask(self._path, {**MOVES[self._length % 2], "tap": str(uuid4()), "after": self._length})
            times.append(perf_counter() - began)
            self._length += 1
            over.wait(0.01)
        return times

    def _ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        self._line.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = self._line.getresponse()
        told: dict[str, Any] = json.loads(answer.read())
        if answer.status not in (200, 201):
            raise NotServed(f"a tap was refused: {answer.status} {told}")
        return told


class Bringing(Thread):
    """A phone that brings a file by the page that is there for it."""

    def __init__(self, running: Served, body: bytes) -> None:
        super().__init__()
        self._line, self.body, self.said, self.took = (
            http.client.HTTPConnection(*running.address, timeout=600),
            body,
            "",
            0.0,
        )

    def run(self) -> None:
        self._line.request("GET", "/import")
        page = self._line.getresponse()
        token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page.read().decode())
        cookies = "; ".join(cookie.partition(";")[0] for cookie in page.headers.get_all("Set-Cookie") or ())
        assert token is not None
        fields = ("csrf_token", "", token[1].encode()), ("files", '; filename="games.json"', self.body)
        parts = [
            f'--part\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + value + b"\r\n"
            for name, more, value in fields
        ]
        headers = {"Content-Type": "multipart/form-data; boundary=part", "Cookie": cookies}
        began = perf_counter()
        self._line.request("POST", "/import", b"".join(parts) + b"--part--\r\n", headers)
        answer = self._line.getresponse()
        told = re.findall(r"“games.json”[^<]*", answer.read().decode())
        self.said, self.took = f"{answer.status} {' '.join(told[-1:])}", perf_counter() - began


if __name__ == "__main__":
    run(main)
