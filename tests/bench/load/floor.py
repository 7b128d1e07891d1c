"""The floor: each tap on the disk, then as many bytes as the app pushes and answers, by a bare loop of sockets.

`python tests/bench/load/floor.py FILE PUSHED ANSWERED`: where to write, and the sizes in bytes.
"""

from __future__ import annotations

import os
import re
import selectors
import signal
import socket
import sys
from collections import defaultdict
from typing import BinaryIO

NUMBER = re.compile(rb"after=(\d+)")
OPENED = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nevent: phones\ndata: 1\n\n"


class Floor:
    def __init__(self, file: BinaryIO, pushed: int, answered: int) -> None:
        self.file, self.pushed, self.answered = file, pushed, answered
        self.listeners: dict[bytes, list[socket.socket]] = defaultdict(list)  # by the path of their sitting
        self.waiting = selectors.DefaultSelector()
        self.door = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.waiting.register(self.door, selectors.EVENT_READ)

    def run(self) -> None:
        sys.stdout.write(f"ready: http://127.0.0.1:{self.door.getsockname()[1]}/\n")
        sys.stdout.flush()
        while True:
            for key, _ in self.waiting.select():
                if key.fileobj is self.door:
                    self.waiting.register(self.door.accept()[0], selectors.EVENT_READ, "a phone")
                else:
                    self.hear(key.fileobj)  # type: ignore[arg-type]

    def hear(self, line: socket.socket) -> None:
        request = line.recv(1 << 16)
        if request.startswith(b"GET"):
            self.listeners[request.split(b"stream")[0][4:]].append(line)
            line.sendall(OPENED)
        elif request.startswith(b"POST"):
            self.file.write(request)
            os.fsync(self.file.fileno())
            self.push(self.listeners[request.split(b"taps")[0][5:]], request)
            head = f"HTTP/1.1 200 OK\r\nContent-Length: {self.answered}\r\n\r\n".encode()
            line.sendall(head + bytes(self.answered))
        else:
            self.waiting.unregister(line)
            line.close()

    def push(self, listeners: list[socket.socket], tap: bytes) -> None:
        number = NUMBER.findall(tap)[-1]
        head = b"event: sheet\nid: %d\ndata: " % (int(number) + 1)
        event = head + b"." * (self.pushed - len(head) - 2) + b"\n\n"
        for line in listeners:
            line.sendall(event)


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with open(sys.argv[1], "wb", buffering=0) as file:
        Floor(file, *map(int, sys.argv[2:])).run()


if __name__ == "__main__":
    main()
