"""A process that taps, for tests that race it or kill it.

`tapper.py ADDRESS LINK COUNT` taps so often. `tapper.py ADDRESS` reads links from standard input, and for each
forks a process that taps until it is killed; what is imported by then is shared, so that a hundred start quickly.
Every tap that the store has answered is printed.
"""

import os
import sys
import time
import uuid
from itertools import count

from flask import Flask

from companion import store

PATIENCE = 20.0  # seconds in which a tap is sent again, before the trouble is one


def say(line):
    os.write(1, f"{line}\n".encode())  # at once, and whole


def tap_on(address, link, numbers):
    app = Flask("companion", instance_path="/nowhere")
    app.config["DATABASE_URL"] = address
    store.init_app(app)
    with app.app_context():
        sitting, _ = store.find(link)
        recount = sitting.ruleset.move_type("recount")(pile=88)
        phone = f"phone-{os.getpid()}"
        for _ in numbers:
            tap = store.Tap(str(uuid.uuid4()), 0, phone, confirmed=True)
            note(sitting, tap, store.Wanted("move", move=recount))
            say(f"tap {tap.id}")


def note(sitting, tap, wanted):
    """Again where a busy machine had others in front for too long, as phones do, but not for ever."""
    last = time.monotonic() + PATIENCE
    while True:
        try:
            return store.note(sitting, tap, wanted)
        except store.StoreTrouble as trouble:
            if time.monotonic() > last:
                sys.exit(f"A tap was refused for {PATIENCE:.0f} seconds: {trouble}")


def fork_for_each_link(address):
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            tap_on(address, line.strip(), count())
        say(f"process {child}")
        os.waitpid(child, 0)
        say("gone")


if __name__ == "__main__":
    address, *rest = sys.argv[1:]
    if rest:
        tap_on(address, rest[0], range(int(rest[1])))
    else:
        fork_for_each_link(address)
