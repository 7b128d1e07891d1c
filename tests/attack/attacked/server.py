"""A server that can be killed, stopped and started again."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

HOST = "127.0.0.1"
PATIENCE = 8  # seconds that a phone waits for an answer
SOON = 60  # seconds within which taps are answered again


class Server:
    """`companion serve` at a told port, in a group of processes of its own."""

    def __init__(self, folder, database, workers):
        with socket.create_server((HOST, 0)) as free:
            self.port = free.getsockname()[1]
        command = [sys.executable, "-m", "companion", "serve", "--host", HOST, "--port", str(self.port)]
        self.command = [*command, "--workers", str(workers)]
        self.environment = {**os.environ, "COMPANION_INSTANCE": str(folder), "COMPANION_DATABASE_URL": database}

    def start(self):
        """It may have to be tried again where the database isn't there yet."""
        until = time.monotonic() + SOON
        while time.monotonic() < until:
            quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            self.process = subprocess.Popen(self.command, env=self.environment, start_new_session=True, **quiet)
            if b"ready" in self.process.stdout.readline():
                return
            self.process.wait(SOON)
            self.process.stdout.close()
            time.sleep(0.2)
        raise AssertionError("the server doesn't start again")

    def signal(self, number):
        os.killpg(self.process.pid, number)

    def kill(self):
        with suppress(ProcessLookupError):
            self.signal(signal.SIGKILL)
        self.process.wait(SOON)
        self.process.stdout.close()

    @property
    def children(self):
        of = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(child) for child in of.read_text().split()]

    def ask(self, method, path, body=None):
        with closing(http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)) as line:
            line.request(method, path, body and json.dumps(body), {"Content-Type": "application/json"})
            answer = line.getresponse()
            said = answer.read().decode()
            return answer.status, json.loads(said or "{}") if path.startswith("/api/") else said
