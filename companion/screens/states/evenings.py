"""What is told of past evenings of States: how many were taken, and what decided between equal points."""

from __future__ import annotations

from companion.rules.text import say, say_many
from companion.screens.core import Past, Record

PAST = Past(
    ink="sardine",
    signed=True,
    records=(
        Record(
            "states",
            say("the most States"),
            lambda kept: say_many("%(count)s State taken", "%(count)s States taken", kept["states"]),
            lambda kept: "map",
        ),
    ),
    level={
        "goal": say("Level, and won at the goal"),
        "states": say("Level, and won on the most States"),
    },
)
