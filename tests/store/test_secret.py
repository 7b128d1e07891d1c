"""The key that signs the pages' tokens: one for a database, whoever serves it."""

import threading

import pytest
from flask import Flask
from sqlalchemy import text

from companion import store
from companion.store.database.engine import KEY


def key_of(app):
    with app.app_context():
        return store.secret_key()


def test_every_process_of_a_database_has_the_same_key(address, opened):
    keys = {key_of(opened(address)) for _ in range(3)}
    assert len(keys) == 1
    assert len(keys.pop()) == 64


def test_each_database_has_its_own(tmp_path, opened):
    apps = [opened(f"sqlite:///{tmp_path}/{name}.sqlite3") for name in ("one", "two")]
    assert [store.upgrade(app) for app in apps] == [None, None]
    assert key_of(apps[0]) != key_of(apps[1])


def test_processes_that_need_a_key_at_once_end_with_the_same(address, opened):
    apps, keys = [opened(address) for _ in range(6)], []
    with apps[0].extensions[KEY].engine.begin() as connection:
        connection.execute(text("DELETE FROM secret"))
    start = threading.Barrier(len(apps))

    def need_it(app):
        start.wait()
        keys.append(key_of(app))

    threads = [threading.Thread(target=need_it, args=(app,)) for app in apps]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == len(apps)
    assert len(set(keys)) == 1


@pytest.fixture
def alone(tmp_path):
    """An application on a folder that has no database yet."""
    app = Flask("companion", instance_path=str(tmp_path))
    store.init_app(app)
    yield app
    app.extensions[KEY].close()


def test_the_key_of_former_days_is_taken_over_once(alone, tmp_path):
    (tmp_path / "secret_key").write_text("of-former-days\n")
    store.upgrade(alone)
    (tmp_path / "secret_key").write_text("of-somebody-else")
    store.upgrade(alone)
    assert key_of(alone) == "of-former-days"


@pytest.mark.parametrize("left", [b"", b" \n", b"\xff\xfe\xfd"])
def test_a_file_that_holds_no_key_is_as_good_as_none(alone, tmp_path, left):
    (tmp_path / "secret_key").write_bytes(left)
    store.upgrade(alone)
    assert len(key_of(alone)) == 64
