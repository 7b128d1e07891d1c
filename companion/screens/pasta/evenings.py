"""What is told of past evenings of Pasta: large groups, and what decided between equal totals."""

from __future__ import annotations

from companion.rules.text import say, say_many
from companion.screens.core import Past, Record

PAST = Past(
    ink="corn",
    signed=True,
    records=(
        Record(
            "largest",
            say("the largest group"),
            lambda kept: say_many("%(count)s card in one group", "%(count)s cards in one group", kept["largest"]),
            lambda kept: "farfalle",
        ),
    ),
    level={
        "largest": say("Level, and won on the largest group"),
        "cards": say("Level, and won on the most cards"),
        "groups": say("Level, and won on the most groups"),
    },
)
