"""Who writes next: in order, and nobody waits for ever."""

import threading
import time

from companion import store
from companion.store.database.queue import Turns
from companion.store.database.trouble import BUSY


def test_turns_are_taken_in_the_order_in_which_they_were_asked_for():
    turns, order = Turns(), []

    def take(number):
        with turns:
            order.append(number)

    threads = [threading.Thread(target=take, args=(number,)) for number in range(10)]
    with turns:
        for number, thread in enumerate(threads, 1):
            thread.start()
            while len(turns._waiting) < number:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert order == list(range(10))


def test_nobody_waits_for_ever(monkeypatch):
    monkeypatch.setattr("companion.store.database.queue.PATIENCE", 0.05)
    turns, refused = Turns(), []

    def take():
        try:
            with turns:
                pass
        except store.StoreTrouble as trouble:
            refused.append(trouble.text)

    with turns:
        thread = threading.Thread(target=take)
        thread.start()
        thread.join()
    assert refused == [BUSY]
    take()
    assert len(refused) == 1
