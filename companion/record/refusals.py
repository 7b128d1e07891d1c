"""Why a log takes no such entry: sentences that name the entries to look at."""

from __future__ import annotations

from companion.rules.core import RuleBroken
from companion.rules.text import say, say_many


class InTheWay(RuleBroken):
    """A correction after which a later entry would no longer make sense."""

    def __init__(self, entry: int, broken: RuleBroken) -> None:
        super().__init__(say("Entry %(number)s would no longer make sense: %(why)s", number=entry, why=broken.text))
        self.entry = entry
        self.broken = broken


class EndsEarlier(RuleBroken):
    """A correction by which the game was over before the entries that came `later`: they can be struck along."""

    def __init__(self, winners: tuple[str, ...], later: tuple[int, ...]) -> None:
        if len(winners) == 1:
            text = say_many(
                "%(name)s would have won here. Strike the entry after it?",
                "%(name)s would have won here. Strike the %(count)s entries after it?",
                len(later),
                name=winners[0],
            )
        else:
            text = say_many(
                "%(names)s would have shared the victory here. Strike the entry after it?",
                "%(names)s would have shared the victory here. Strike the %(count)s entries after it?",
                len(later),
                names=winners,
            )
        super().__init__(text)
        self.later = later


class SeeEntries(RuleBroken):
    """A refusal that earlier moves are to blame for: any of them can be corrected."""

    def __init__(self, numbers: tuple[int, ...], broken: RuleBroken) -> None:
        text = say_many(
            "%(why)s. Look at entry %(numbers)s: it can be corrected",
            "%(why)s. Look at entries %(numbers)s: one of them can be corrected",
            len(numbers),
            why=broken.text,
            numbers=numbers,
        )
        super().__init__(text, broken.field)
        self.number = broken.number
