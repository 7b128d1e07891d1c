"""Phones that tap and remember what was acknowledged; others, and programs, that listen."""

import http.client
import json
import re
import time
import uuid
from collections import Counter
from contextlib import closing, suppress
from threading import Thread

from attacked.server import HOST

PAUSE = 0.02  # seconds between two taps of a phone
AGAIN = 0.1  # and until one is sent again
SILENCE = 20  # seconds without a beat, after which a stream is opened anew


class Phone(Thread):
    """It sends each tap until it hears that it is noted, and remembers which were."""

    def __init__(self, server, link, name, stop):
        super().__init__(daemon=True)
        self.server, self.link, self.name, self.stop = server, link, name, stop
        self.noted, self.after, self.wrong, self.told = [], 0, None, Counter()

    def run(self):
        while not self.stop.is_set():
            tap = str(uuid.uuid4())
            while not self.sent(tap):
                if self.stop.is_set():
                    return
                time.sleep(AGAIN)
            self.noted.append(tap)
            time.sleep(PAUSE)

    def sent(self, tap):
        body = {"move": "recount", "pile": 88, "tap": tap, "after": self.after, "by": self.name, "twice": True}
        try:
            status, said = self.server.ask("POST", f"/api/sittings/{self.link}/moves", body)
        except (OSError, http.client.HTTPException, ValueError):
            return False
        if status in (200, 201):
            self.after = said["after"]
        elif status in (503, 429) and said["detail"]:
            self.told[re.sub(r"-\d+", "-…", said["detail"])] += 1
        else:
            self.wrong = f"{status}: {said}"
        return status in (200, 201)


class Listener(Thread):
    """It hears a stream, and comes again when that is cut."""

    event, address = "sheet", "/s/{}/stream"

    def __init__(self, server, link, stop):
        super().__init__(daemon=True)
        self.server, self.link, self.stop = server, link, stop
        self.heard, self.last, self.wrong = 0, "", None

    def run(self):
        while not self.stop.is_set():
            with (
                suppress(OSError, http.client.HTTPException),
                closing(http.client.HTTPConnection(HOST, self.server.port, timeout=SILENCE)) as line,
            ):
                line.request("GET", self.address.format(self.link), headers={"Last-Event-ID": str(self.heard)})
                self.listen(line.getresponse())
            time.sleep(AGAIN)

    def listen(self, stream):
        said, data = {}, []
        for line in iter(stream.readline, b""):
            name, _, text = line.decode().rstrip("\n").partition(": ")
            if name == "data":
                data.append(text)
            elif name:
                said[name] = text
            else:
                if said.get("event") == self.event:
                    self.hear(int(said["id"]), "\n".join(data))
                said, data = {}, []
            if self.stop.is_set():
                return

    def hear(self, length, data):
        if length <= self.heard:
            self.wrong = f"{length} is told after {self.heard}"
        self.heard, self.last = length, data

    def has(self, log, sheet):
        """Whether what it heard last is how it stands."""
        return self.heard == len(log) and self.last.startswith(sheet.strip())


class Program(Listener):
    """It gets each entry of the log, once."""

    event, address = "tally", "/api/sittings/{}/stream"

    def __init__(self, *given):
        super().__init__(*given)
        self.log = []

    def hear(self, length, data):
        told, before = json.loads(data)["log"], self.heard
        super().hear(length, data)
        if [entry["number"] for entry in told] != list(range(before + 1, length + 1)):
            self.wrong = f"after {before} it is told {[entry['number'] for entry in told]}"
        self.log += told

    def has(self, log, sheet):
        if len(self.log) == len(log) and self.log != log:
            self.wrong = next(pair for pair in zip(self.log, log, strict=True) if pair[0] != pair[1])
        return self.log == log
