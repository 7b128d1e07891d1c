"""What is told of past evenings of Pasta: large groups, and what decided between equal totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.text import Text, say, say_many
from companion.screens.core import Past, Record


def _large(kept: Mapping[str, Any]) -> Text:
    return say_many("%(count)s card in one group", "%(count)s cards in one group", kept["largest"])


PAST = Past(
    ink="corn",
    signed=True,
    records=(Record("largest", say("the largest group"), _large, lambda kept: "farfalle"),),
    level={
        "largest": say("Level, and won on the largest group"),
        "cards": say("Level, and won on the most cards"),
        "groups": say("Level, and won on the most groups"),
    },
)
