"""Real fingers on a slow line: a thumb that is down while answers come, and a press that means the next seat."""

import asyncio
import threading
import time
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

PRESSES = 30
NOTED = "#shelf input[name=after]"


class Delay:
    """A proxy between a phone and the server, which hands on each byte as late as it is told, and in order.

    Chromium's own `Network.emulateNetworkConditions` holds back where an answer begins; what comes on a stream that is
    open already is not late at all. Here answers and pushes each have a lateness of their own, in seconds, asked for
    anew for every chunk that comes from the server, or for every request that goes there.
    """

    def __init__(self, server, answers, pushes):
        self.host, self.port = server.removeprefix("http://").split(":")
        self.answers, self.pushes = answers, pushes

    @contextmanager
    def between(self):
        loop, ready = asyncio.new_event_loop(), threading.Event()
        loop.set_exception_handler(lambda *_: None)  # lines that are cut off at the end
        self.open = set()

        async def serve():
            self.stop = asyncio.Event()
            listening = await asyncio.start_server(self._connect, "127.0.0.1", 0)
            self.address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
            ready.set()
            await self.stop.wait()
            listening.close()
            for task in self.open:
                task.cancel()
            await asyncio.gather(*self.open, return_exceptions=True)

        thread = threading.Thread(target=loop.run_until_complete, args=[serve()], daemon=True)
        thread.start()
        ready.wait()
        try:
            yield self.address
        finally:
            loop.call_soon_threadsafe(self.stop.set)
            thread.join()
            loop.close()

    async def _connect(self, from_phone, to_phone):
        self.open.add(asyncio.current_task())
        from_server, to_server = await asyncio.open_connection(self.host, self.port)
        streams = False

        def up(chunk):
            nonlocal streams
            streams = b"/stream?" in chunk.split(b"\r\n", 1)[0]
            return self.answers() / 2

        def down(_):
            return self.pushes() if streams else self.answers() / 2

        ways = [
            asyncio.create_task(way)
            for way in (_hand_on(from_phone, to_server, up), _hand_on(from_server, to_phone, down))
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            to_server.close()
            to_phone.close()
            self.open.discard(asyncio.current_task())


async def _hand_on(reader, writer, lateness):
    loop, due = asyncio.get_running_loop(), 0
    queue = asyncio.Queue()

    async def write():
        while True:
            due, chunk = await queue.get()
            await asyncio.sleep(due - loop.time())
            writer.write(chunk)
            await writer.drain()
            queue.task_done()

    writing = asyncio.create_task(write())
    try:
        while chunk := await reader.read(65536):
            due = max(due, loop.time() + lateness(chunk))
            queue.put_nowait((due, chunk))
        await queue.join()
    finally:
        writing.cancel()


class Rhythm(NamedTuple):
    """In seconds: how long the finger is down and up, how late an answer is, and a push."""

    down: float
    up: float
    answer: float
    push: float = 0.0
    jitter: float = 0.0  # how much of each may be more or less
    slow: float = 0.0  # how late one answer in ten is
    listening: int = 0  # other phones

    def drawn(self, chance, time):
        return time * (1 + chance.uniform(-self.jitter, self.jitter))


RHYTHMS = {
    "quick": Rhythm(0.08, 0.12, 0.15),
    "steady": Rhythm(0.1, 0.25, 0.25, 0.125),
    "hammering": Rhythm(0.01, 0.02, 0),
    "hammering on a slow line": Rhythm(0.01, 0.02, 0.3, 0.15),
    "calm": Rhythm(0.12, 0.4, 0.4, 0.2),
    "drumming": Rhythm(0.06, 0.06, 0),
    "even": Rhythm(0.15, 0.15, 0.3, 0.3),
    "on a very slow line": Rhythm(0.08, 0.4, 0.6, 0.1),
    "uneven": Rhythm(0.1, 0.2, 0.2, 0.1, jitter=0.8),
    "one slow answer in ten": Rhythm(0.09, 0.2, 0.04, 0.02, slow=1.5),
    "answers while the finger is down": Rhythm(0.3, 0.05, 0.15, 0.15),
    "others listen": Rhythm(0.1, 0.3, 0.2, 0.1, listening=2),
}


@pytest.fixture
def far(new_phone, server):
    """A phone at this table, whose answers and pushes are late; and how its finger presses."""

    @contextmanager
    def sit(address, rhythm, seed=1):
        chance, asked = Random(seed), iter(range(10**6))

        def answers():
            return rhythm.slow if rhythm.slow and next(asked) % 20 == 19 else rhythm.drawn(chance, rhythm.answer)

        with Delay(server, answers, lambda: rhythm.drawn(chance, rhythm.push)).between() as proxy:
            phone = new_phone()
            phone.server = proxy
            phone.open(address)
            expect(phone.find("#live")).to_contain_text("Live")
            try:
                yield phone, Finger(phone, rhythm, chance)
            finally:
                phone.page.close()

    return sit


class Finger:
    def __init__(self, phone, rhythm, chance):
        self.phone, self.rhythm, self.chance, self.session = phone, rhythm, chance, phone.session()

    def press(self, key, times=1):
        """In this rhythm, on one spot: where the key is now."""
        box = self.phone.find(key).bounding_box()
        spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for _ in range(times):
            self._touch("touchStart", spot)
            time.sleep(self.rhythm.drawn(self.chance, self.rhythm.down))
            self._touch("touchEnd")
            time.sleep(self.rhythm.drawn(self.chance, self.rhythm.up))

    def _touch(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})


def wait_until_noted(phone, entries):
    expect(phone.find(NOTED)).to_have_value(str(entries), timeout=30_000)


def all_settled(phone):
    """Nothing waits in the outbox, and nothing is asked."""
    phone.page.wait_for_function("() => !localStorage.length", timeout=40_000)


def seats(table):
    return [entry.move.player for entry in table.log.entries if entry.kind == "move"]


@pytest.mark.long
@pytest.mark.parametrize("rhythm", RHYTHMS.values(), ids=RHYTHMS.keys())
def test_thirty_presses_are_thirty_entries_for_the_seats_in_turn(far, new_phone, open_table, rhythm):
    table = open_table(players=("Ana", "Tom", "Eve"))
    others = [new_phone().open(table.address) for _ in range(rhythm.listening)]
    with far(table.address, rhythm) as (phone, finger):
        finger.press("#drew-goods", PRESSES)
        all_settled(phone)
        assert seats(table) == [press % 3 for press in range(PRESSES)]
        for each in (phone, *others):
            wait_until_noted(each, PRESSES)
            expect(each.find("#waits")).to_have_count(0)


def test_undo_means_what_is_last_after_all_presses_before_it(far, open_table):
    table = open_table(players=("Ana", "Tom", "Eve"))
    with far(table.address, Rhythm(0.08, 0.1, 0.5, 0.25)) as (phone, finger):
        finger.press("#drew-goods")
        wait_until_noted(phone, 1)
        for presses, undone, hands in ((3, 1, (1, 1, 1)), (2, 2, (1, 1, 1)), (1, 3, (1, 0, 0))):
            finger.press("#drew-goods", presses)
            finger.press("#undo", undone)
            all_settled(phone)
            assert table.sheet.counter.hands == hands


def test_a_key_that_is_tapped_twice_counts_twice_and_the_second_time_for_the_next_seat(far, open_table):
    """Whoever taps one key twice draws two cards; only another key that came under the finger is not meant."""
    table = open_table(players=("Ana", "Tom", "Eve"))
    with far(table.address, Rhythm(0.04, 0.05, 0.1, 0.05)) as (phone, finger):
        for _ in range(3):
            finger.press("#drew-goods", 2)
            phone.page.wait_for_timeout(400)
        all_settled(phone)
        assert seats(table) == [0, 1, 2, 0, 1, 2]


def test_the_second_tap_of_a_double_tap_reaches_nothing_that_came_under_the_finger(far, open_table):
    table = open_table(players=("Ana", "Tom", "Eve"))
    with far(table.address, Rhythm(0.05, 0.06, 0)) as (phone, finger):
        finger.press("#to-score")
        expect(phone.find("#slip dialog")).to_be_visible()
        phone.page.wait_for_timeout(600)
        finger.press("#score [data-closes]", 2)
        expect(phone.find("#slip dialog")).to_have_count(0)
        phone.page.wait_for_timeout(400)
        expect(phone.find("#slip dialog")).to_have_count(0)
        assert table.log.length == 0
