"""The floor of a tap: bare Flask and Flask-SQLAlchemy, a committed row and a page, by the server that serves the app.

`python tests/bench/load/bare.py DATABASE PROCESSES LENGTH`: the length in bytes of the page that is answered.
"""

from __future__ import annotations

import signal
import socket
import sys
from contextlib import nullcontext
from functools import partial
from threading import Lock
from typing import Any

from flask import Flask, render_template_string
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import event
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from companion import settings
from companion.serve.connections import server_of
from companion.store.database.connect import BUSY_MS, SQLITE
from companion.web.live import routes as live

LINE = "<tr><th>{{ line.name }}</th><td>{{ line.points }}</td></tr>\n"
LINE_BYTES = 46  # of it, filled in
PAGE = f"<table>{{% for line in lines %}}{LINE}{{% endfor %}}</table>"


def make(address: str, length: int) -> Flask:
    class Base(DeclarativeBase):
        pass

    db = SQLAlchemy(model_class=Base)

    class Row(db.Model):  # type: ignore[name-defined,misc]
        id: Mapped[int] = mapped_column(primary_key=True)
        text: Mapped[str]

    app = Flask("bare")
    app.config.from_mapping(settings.DEFAULTS)  # as ours is told
    app.config["SQLALCHEMY_DATABASE_URI"] = address
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"pool_size": 16}
    db.init_app(app)
    live.init_app(app)  # the server asks it how many streams there may be
    with app.app_context():
        on_sqlite = db.engine.dialect.name == "sqlite"
        if on_sqlite:
            event.listen(db.engine, "connect", _as_ours)
        db.create_all()
    lines = [{"name": f"Maximilian {number:06}", "points": number % 10} for number in range(length // LINE_BYTES)]
    in_turn: Any = Lock() if on_sqlite else nullcontext()

    @app.post("/s/<link>/taps")
    def tap(link: str) -> str:
        with in_turn:
            db.session.add(Row(text=link))
            db.session.commit()
        return render_template_string(PAGE, lines=lines)

    return app


def _as_ours(connection: Any, _: Any) -> None:
    for setting in SQLITE:
        connection.execute(setting.format(busy=BUSY_MS))


def main() -> None:
    address, processes, length = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    app = make(address, length)
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    sys.stdout.write(f"ready: http://127.0.0.1:{listener.getsockname()[1]}/\n")
    sys.stdout.flush()
    if processes == 1:
        server_of(app, listener).run()
    else:
        from companion.serve.processes import Workers

        Workers(partial(make, address, length), listener, processes).run()


if __name__ == "__main__":
    main()
