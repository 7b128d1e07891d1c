"""The script in docs/ that shows a table on a terminal, beside a server of its own."""

import json
import queue
import subprocess
import sys
import threading
import urllib.request
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from load.served import served

SCRIPT = Path(__file__).resolve().parent.parent / "docs" / "terminal.py"
SERVE = [sys.executable, "-m", "companion", "--host", "127.0.0.1", "--port"]

pytestmark = pytest.mark.slow


def sent(address, body):
    request = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


@contextmanager
def terminal(page):
    """What it prints, line by line."""
    lines = queue.Queue()
    with subprocess.Popen([sys.executable, str(SCRIPT), page], stdout=subprocess.PIPE, text=True) as process:
        reader = threading.Thread(target=lambda: [lines.put(line.rstrip("\n")) for line in process.stdout])
        reader.start()
        try:
            yield lines
        finally:
            process.kill()
            reader.join()


def read_until(lines, beginning):
    read = []
    while not read or not read[-1].startswith(beginning):
        read.append(lines.get(timeout=20))
    return read


def draw(api, player, after):
    return sent(f"{api}/moves", {"move": "draw", "player": player, "card": "goods", "tap": f"t{after}", "after": after})


def test_it_shows_a_table_and_what_is_noted_there_also_after_a_restart_of_the_server(tmp_path):
    environment = {"COMPANION_INSTANCE": str(tmp_path)}
    with served([*SERVE, "0"], environment) as server:
        port = server.address[1]
        home = f"http://127.0.0.1:{port}"
        links = sent(f"{home}/api/sittings", {"game": "fiasko", "players": ["Ana", "Maximilian"]})
        api = f"{home}/api/sittings/{links['score']}"
        draw(api, 0, 0)
        with terminal(f"{home}/s/{links['watch']}/") as lines:
            shown = read_until(lines, "Maximilian")
            assert shown[1] == "   1 Ana: draw goods"
            assert shown[2].split() == ["subtotal", "bonus", "total", "rank"]
            draw(api, 1, 1)
            assert "   2 Maximilian: draw goods" in read_until(lines, "Maximilian")
            assert server.stop() < 10
            with served([*SERVE, str(port)], environment):
                draw(api, 0, 2)
                shown = read_until(lines, "Maximilian")
                assert [line for line in shown if line[:4].strip().isdigit()] == ["   3 Ana: draw goods"]
                sent(f"{api}/moves", {"move": "end", "tap": "the-end", "after": 3})
                assert read_until(lines, "Won by")


def test_a_link_that_leads_nowhere_is_said(tmp_path):
    with served([*SERVE, "0"], {"COMPANION_INSTANCE": str(tmp_path)}) as server:
        page = f"http://127.0.0.1:{server.address[1]}/s/nowhere/"
        done = subprocess.run(
            [sys.executable, str(SCRIPT), page], capture_output=True, text=True, timeout=60, check=False
        )
    assert done.returncode == 1
    assert done.stderr.startswith("The link may be mistyped")


def test_why_it_has_to_wait_is_said_as_well(tmp_path):
    with served([*SERVE, "0"], {"COMPANION_INSTANCE": str(tmp_path), "COMPANION_STREAMS": "0"}) as server:
        home = f"http://127.0.0.1:{server.address[1]}"
        link = sent(f"{home}/api/sittings", {"game": "fiasko", "players": ["Ana", "Tom"]})["watch"]
        command = [sys.executable, str(SCRIPT), f"{home}/s/{link}/"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            said = process.stderr.readline()
            process.kill()
    assert said.startswith("No more programs can listen")
    assert said.endswith("Trying again in 5 s\n")


class Proxy(BaseHTTPRequestHandler):
    """It says in words of its own that Companion is away, and until which day."""

    def do_GET(self):
        self.send_response(503)
        self.send_header("Retry-After", "Thu, 19 Nov 2026 12:00:00 GMT")
        self.end_headers()
        self.wfile.write(b"<h1>Away</h1>")

    def log_message(self, *_):
        pass


def test_a_proxy_that_says_in_its_own_way_to_wait_is_asked_again():
    with HTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        command = [sys.executable, str(SCRIPT), f"http://127.0.0.1:{proxy.server_port}/s/any/"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            said = [process.stderr.readline() for _ in range(2)]
            process.kill()
        proxy.shutdown()
    assert said == ["HTTP Error 503: Service Unavailable. Trying again in 1 s\n"] * 2


@pytest.mark.parametrize("arguments", [[], ["localhost:8000/s/x/"], ["http://localhost:8000/"]])
def test_it_says_how_it_wants_to_be_called(arguments):
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert "docs/terminal.py http" in done.stderr
