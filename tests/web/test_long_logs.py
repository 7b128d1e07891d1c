"""Tables with more entries than any evening has: what they take to show holds up no other table."""

import threading
from datetime import UTC, datetime
from time import sleep

import pytest
from sqlalchemy import insert

from companion.store.database.engine import KEY
from companion.store.tables import EntryRow
from companion.web.share import paper


@pytest.fixture
def long(app, open_table):
    """One draw, taken back and brought again 250 times: this process hasn't read it."""
    table = open_table()
    table.note("draw", player=0, card="goods")
    about = {"sitting_id": table.sitting.id, "target": 1, "at": datetime.now(UTC), "phone": "a-phone"}
    kinds = ("undo", "redo")
    entries = [{**about, "number": at, "kind": kinds[at % 2], "tap": f"tap-{at}"} for at in range(2, 502)]
    store = app.extensions[KEY]
    with store.engine.begin() as connection:
        connection.execute(insert(EntryRow), entries)
    store.logs.clear()
    return table


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr("companion.store.database.queue.PATIENCE", 0.1)


def test_pages_of_long_logs_are_made_one_at_a_time(new_phone, long, monkeypatch):
    making, most, made = [], [], paper._around

    def around():
        making.append(1)
        most.append(len(making))
        sleep(0.05)
        making.pop()
        return made()

    monkeypatch.setattr(paper, "_around", around)
    phones = [new_phone() for _ in range(4)]
    threads = [threading.Thread(target=phone.open, args=(long.address + "paper",)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 4


def test_while_one_is_made_other_tables_wait_for_nothing(app, phone, open_table, long, impatient):
    usual = open_table()
    with app.extensions[KEY].long_turns:
        refused = phone.open(long.address)
        assert (refused.status, "Retry-After" in refused.headers) == (503, True)
        assert phone.request("GET", f"/api{long.address.rstrip('/').replace('/s/', '/sittings/')}").status_code == 503
        app.extensions[KEY].logs.clear()
        assert phone.open(usual.address).status == 200
        assert usual.tap(phone, "draw", card="goods", player=0).status == 200
    assert phone.open(long.address).status == 200


@pytest.mark.parametrize("way", ["", "paper", "log/9999/insert", "why/nothing", "stream", "nowhere"])
def test_whatever_comes_of_a_page_the_next_one_is_made(phone, long, impatient, way):
    for _ in range(2):
        assert phone.open(long.address + way).status in (200, 302, 404, 503)
        assert phone.open(long.address + "paper").status == 200
