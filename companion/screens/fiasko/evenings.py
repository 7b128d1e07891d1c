"""What is told of past evenings of Fiasko: dry spells, dear products, and luck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.fiasko.moves import PRODUCT_TITLES
from companion.rules.text import Text, say, say_many
from companion.screens.core import Fortune, Past, Record


def _dry(kept: Mapping[str, Any]) -> Text:
    return say_many("%(count)s card without a Fiasko", "%(count)s cards without a Fiasko", kept["run"])


def _dear(kept: Mapping[str, Any]) -> Text:
    return say("%(product)s: %(points)s", product=PRODUCT_TITLES[kept["product"]], points=kept["dearest"])


PAST = Past(
    ink="tomato",
    signed=True,
    records=(
        Record("run", say("the longest dry spell"), _dry, lambda kept: "goods"),
        Record("dearest", say("the dearest product"), _dear, lambda kept: str(kept["product"])),
    ),
    luck=Fortune(
        "fiaskos",
        say("Luck at Fiasko"),
        say(
            "Fiaskos drawn, against what the odds of those draws led to expect. "
            "Two dots of three should lie in their band."
        ),
        say("fewer Fiaskos"),
        say("Drawn"),
    ),
)
