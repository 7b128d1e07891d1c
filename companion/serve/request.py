"""A request as it arrives: what waitress would take too long for, or fail at, is refused while it is read."""

from __future__ import annotations

import re
from contextlib import suppress
from copy import copy
from typing import Any

from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import BadRequest, Error

from companion.web.imports import LARGEST_UPLOAD, PATH

LONGEST_LINE = 8192  # bytes around a chunk: waitress copies such a line with each piece of it that comes
FIRST_LINE = re.compile(rb"\S+ \S+ HTTP/\d\.\d[ \t]*\r\n")
PADDED = re.compile(rb"[ \t]{64}|\r\n[ \t]")  # many spaces, or a folded line
MOST_HEADERS = 100  # a browser sends some twenty, a proxy adds a few


class TooMuchAtOnce(Error):
    code, reason = 429, "Too Many Requests"


class NoRoom(Error):
    """For its body, on the disk where large ones lie until they are whole."""

    code, reason = 503, "Service Unavailable"


class IncomingRequest(HTTPRequestParser):
    """A request as it arrives. Where files come in, several may come at once."""

    closed, home = False, ""  # whether it is answered, or given up; and whose it is
    channel: Any = None  # by which it comes

    def received(self, data: bytes) -> int:
        known: Any = self
        begun = data if known.header_plus or self.headers_finished else data.lstrip()
        if not begun:  # for waitress two empty lines are a request, and a piece of data is thousands of them
            return len(data)
        try:
            taken: int = len(data) - len(begun) + super().received(begun)
        except OSError:
            self._finds_no_room()
            return len(data)
        if known.chunked:
            body = known.body_rcv
            around = self.body_bytes_received - len(body)  # and each chunk takes its time, however small it is
            if len(body.control_line + body.trailer) > LONGEST_LINE or around > LONGEST_LINE + len(body) // 50:
                known.error, self.completed = BadRequest("What stands around a chunk is too long"), True
        self.expect_continue &= not self.completed  # what is whole, or refused, waits for no leave to go on
        if self.completed and not self.empty and self.channel is not None:
            self.channel.rest = data[taken:]
            return len(data)
        return taken

    def _finds_no_room(self) -> None:
        """What has come of it makes room for others."""
        self.close()
        known: Any = self
        known.error, self.completed = NoRoom("The disk for large requests is full: make room, then try again"), True
        known.body_rcv, known.headers["CONTENT_LENGTH"] = None, "0"

    def close(self) -> None:
        with suppress(OSError):  # a full disk, which doesn't take the rest: this would end the server
            super().close()
        self.closed = True
        if self.channel is not None:
            self.channel.server.door.release_body(self)

    def gives_way(self) -> bool:
        """Unless it is whole. Nobody reads what has come of it; it is told so."""
        if self.completed:
            return False
        known: Any = self
        with self.channel.requests_lock:
            self.close()
            known.error = TooMuchAtOnce("Too much is on its way at once. Wait a minute, then send it again.")
            known.completed, known.body_rcv, known.headers["CONTENT_LENGTH"] = True, None, "0"
            self.channel.request = None
            self.channel.requests.append(self)
            self.channel.server.add_task(self.channel)
        self.channel.say_if_turned_away()
        return True

    def parse_header(self, header_plus: bytes) -> None:
        """All lines wait while one head is read: waitress would take the square of its length for an odd one."""
        known: Any = self
        odd = not FIRST_LINE.match(header_plus) or PADDED.search(header_plus)
        if odd or header_plus.count(b"\r\n") > MOST_HEADERS:
            raise ParsingError("Not a first line and headers of HTTP/1.1")
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # of an address, or a number of five thousand digits
            raise ParsingError(str(error)) from None
        if known.path == PATH:
            known.adj = copy(known.adj)
            known.adj.max_request_body_size = LARGEST_UPLOAD + 1
