"""The stream of a sitting for a program: what the phones get as a sheet, it gets as JSON."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from typing import Any

from companion.record.entries import SCRIPT
from companion.record.files.log_file import write_log
from companion.record.history import Log
from companion.rules.core import Ruleset
from companion.web.live.push import Drawn, Onlooker, event

EVENT = "tally"


def tally_of(game: Ruleset[Any], log: Log, after: int | None) -> dict[str, Any]:
    """How it stands, and the log; or what of it came after so many entries."""
    seen = after if after is not None and 0 <= after <= log.length else 0  # another past: a backup is back
    return {**game.tally(log.sheet), "after": log.length, "log": write_log(log.entries)[seen:]}


@dataclass(frozen=True)
class Reader(Onlooker):
    """A program that listens. It looks at no sheet, and so is in no language."""

    def sheet(self, log: Log, seen: int | None, drawn: Drawn) -> bytes:
        way = (EVENT, seen)
        if way not in drawn:
            text = json.dumps(tally_of(self.opened.game, log, seen))
            drawn[way] = event(EVENT, text, log.length)
        return bytes(drawn[way])


def nobodys_phone() -> str:
    return f"{SCRIPT}{uuid.uuid4()}"
