"""What is told of past evenings of Fiasko: dry spells, dear products, and luck."""

from __future__ import annotations

from companion.rules.fiasko.moves import PRODUCT_TITLES
from companion.rules.text import say, say_many
from companion.screens.core import Fortune, Past, Record

PAST = Past(
    ink="tomato",
    signed=True,
    records=(
        Record(
            "run",
            say("the longest dry spell"),
            lambda kept: say_many("%(count)s card without a Fiasko", "%(count)s cards without a Fiasko", kept["run"]),
            lambda kept: "goods",
        ),
        Record(
            "dearest",
            say("the dearest product"),
            lambda kept: say(
                "%(product)s: %(points)s", product=PRODUCT_TITLES[kept["product"]], points=kept["dearest"]
            ),
            lambda kept: str(kept["product"]),
        ),
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
