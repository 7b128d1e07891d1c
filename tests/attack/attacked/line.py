"""The network between a server and its PostgreSQL."""

import socket
from contextlib import suppress
from select import select
from threading import Event, Lock, Thread

from attacked.server import HOST


class Between(Thread):
    """The network between a server and its PostgreSQL, which can be cut, or swallow everything."""

    def __init__(self, place):
        super().__init__(daemon=True)
        self.place, self.open, self.lines, self.lock = place, Event(), [], Lock()
        self.door = socket.create_server((HOST, 0))
        self.address = f"postgresql://postgres@{HOST}:{self.door.getsockname()[1]}/postgres"
        self.open.set()

    def run(self):
        with suppress(OSError):
            while True:
                line, _ = self.door.accept()
                beyond = socket.socket(socket.AF_UNIX)
                try:
                    beyond.connect(self.place)
                except OSError:
                    line.close()
                    beyond.close()
                    continue
                with self.lock:
                    self.lines += [line, beyond]
                Thread(target=self.carry, args=(line, beyond), daemon=True).start()

    def carry(self, one, other):
        with suppress(OSError, ValueError), one, other:
            while True:
                ready, _, _ = select([one, other], [], [])
                self.open.wait()
                for here in ready:
                    if not (said := here.recv(1 << 16)):
                        return
                    (other if here is one else one).sendall(said)

    def cut(self):
        with self.lock:
            for line in self.lines:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
            self.lines.clear()

    def close(self):
        self.open.set()
        self.cut()
        self.door.close()
