"""How often, in words as far as people say them."""

from __future__ import annotations

from companion.rules.text import Text, say

TIMES = (
    *(say("never"), say("once"), say("twice"), say("three times"), say("four times"), say("five times")),
    *(say("six times"), say("seven times"), say("eight times"), say("nine times"), say("ten times")),
)


def times(count: int) -> Text:
    return TIMES[count] if count < len(TIMES) else say("%(count)s times", count=count)
