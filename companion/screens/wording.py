"""Who came first, as it stands below a name: nothing in it agrees with a player."""

from __future__ import annotations

from companion.rules.text import Text, say

RANKS = (say("first"), say("second"), say("third"), say("fourth"), say("fifth"), say("sixth"))


def ranked(rank: int) -> Text:
    return RANKS[rank - 1]
