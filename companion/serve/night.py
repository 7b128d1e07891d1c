"""What a server does once a night: a copy of its database, and putting away what nobody finished."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from threading import Event, Thread
from time import monotonic

from flask import Flask

from companion import store

LOOKS = 60.0  # seconds between two looks at the clock
AGAIN = 3600.0  # seconds until tables are put away again, and until another try where one failed
logger = logging.getLogger(__name__)


def begin(app: Flask) -> Event | None:
    """In a thread that ends with the process; set what it returns to end it sooner."""
    if not app.config["BACKUPS"] and not app.config["KEEP"]:
        return None
    ends = Event()
    Thread(target=_go_on, args=(app, ends), name="night", daemon=True).start()
    return ends


def _go_on(app: Flask, ends: Event) -> None:
    pause, tidied = 1.0, -AGAIN  # whoever waits for the server comes first
    while not ends.wait(pause):
        tidies = monotonic() - tidied >= AGAIN  # which reads about all tables
        tidied = monotonic() if tidies else tidied
        pause = LOOKS if look(app, datetime.now().astimezone(), tidies) else AGAIN


def look(app: Flask, now: datetime, tidies: bool = True) -> bool:
    """Whether all went well: what didn't is in the log."""
    try:
        with app.app_context():
            if (
                app.config["BACKUPS"]
                and store.is_file()
                and (made := store.back_up_nightly(app.config["BACKUPS"], now))
            ):
                logger.warning("The database was copied to %s", made)
            if tidies and app.config["KEEP"] and any(done := store.prune(app.config["KEEP"], now.astimezone(UTC))):
                logger.warning("Of tables that nobody finished, %s were put away and %s deleted", *done)
    except (store.StoreTrouble, OSError) as error:
        logger.error("The database wasn't copied, or not tidied up: %s", error)
        return False
    return True
