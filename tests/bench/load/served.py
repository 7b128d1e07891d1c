"""A server of our own, in a process of its own, and what it takes from the machine."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlsplit

CROWD = {"COMPANION_CONNECTIONS": "5600", "COMPANION_TABLES": "0"}  # a thousand phones are one address here
READY = re.compile(r"http://\S+/")


class Served(NamedTuple):
    process: subprocess.Popen[str]
    address: tuple[str, int]

    def seconds(self) -> float:
        """Of a core, that it has had so far."""
        fields = self._about("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Of memory, at most so far."""
        peak = re.search(r"VmHWM:\s+(\d+) kB", self._about("status"))
        assert peak is not None, "Linux says so of every process"
        return int(peak[1]) * 1024 / 1e6

    def lines(self) -> list[int]:
        """How many sockets each of its processes has open."""
        found = Path("/proc", str(self.process.pid), "task", str(self.process.pid), "children").read_text().split()
        return [_sockets(Path("/proc", process, "fd")) for process in found]

    def _about(self, name: str) -> str:
        return Path("/proc", str(self.process.pid), name).read_text()

    def stop(self) -> float:
        """How long it takes, as Ctrl+C and the system ask for it."""
        began = perf_counter()
        self.process.terminate()
        self.process.wait(timeout=30)
        return perf_counter() - began


def _sockets(descriptors: Path) -> int:
    return sum(os.readlink(one).startswith("socket:") for one in descriptors.iterdir())


@contextmanager
def served(command: Sequence[str], environment: Mapping[str, str] = {}) -> Iterator[Served]:
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, env={**os.environ, **CROWD, **environment}
    )
    try:
        assert process.stdout is not None
        found = next(filter(None, map(READY.search, process.stdout)))
        place = urlsplit(found[0])
        yield Served(process, (str(place.hostname), int(place.port or 80)))
    finally:
        process.kill()
        process.communicate()
