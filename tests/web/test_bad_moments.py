"""When the database can't do its part: what can be shown is shown, and what can't be noted is said."""

import contextlib
import sqlite3

import pytest

from companion import create_app, store
from companion.rules import GAMES
from companion.store.database import KEY


@pytest.fixture
def alone(tmp_path):
    """An application with a database of its own, that doesn't wait long for a lock."""
    app = create_app({"INSTANCE": tmp_path, "TESTING": True, "BUSY_MS": 50})
    store.upgrade(app)
    yield app
    app.extensions[KEY].close()


@pytest.fixture
def address(alone):
    with alone.app_context():
        return f"/s/{store.open_sitting(GAMES['fiasko'], GAMES['fiasko'].table(['Ana', 'Tom'])).score_link}/"


@contextlib.contextmanager
def locked(app):
    """Another program holds the database."""
    with contextlib.closing(sqlite3.connect(app.extensions[KEY].file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


def test_a_sheet_opens_where_the_visit_can_not_be_noted(alone, address, phone_type):
    phone = phone_type(alone)
    with locked(alone):
        assert phone.open(address).status == 200
        assert address not in phone.open("/").links
    phone.open(address)
    assert address in phone.open("/").links
