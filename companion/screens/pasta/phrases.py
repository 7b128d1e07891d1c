"""Parts of Pasta's sentences that several screens need."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.core import Table
from companion.rules.pasta.play import Group
from companion.rules.pasta.standing import TieBreak
from companion.rules.text import Text, say, say_many

Amount = Text | int


class Worth(NamedTuple):
    """What the token counts at a table: in figures, and as agreed at set-up."""

    points: int  # without the sign
    sign: str
    signed: str
    words: Text


def worth(points: int) -> Worth:
    size = abs(points)
    if points > 0:
        words = say_many("%(count)s point more", "%(count)s points more", size)
        return Worth(size, "+", f"+{size}", words)
    if points < 0:
        words = say_many("%(count)s point less", "%(count)s points less", size)
        return Worth(size, "−", f"−{size}", words)
    return Worth(0, "−", "0", say("counts for nothing"))


def amount(group: Group) -> Amount:
    """So many pasta cards and sauces."""
    if not group.cards:
        return say("nothing")
    if not group.sauce:
        return group.pasta
    sauces = say_many("%(count)s sauce", "%(count)s sauces", group.sauce)
    return say("%(pasta)s + %(sauces)s", pasta=group.pasta, sauces=sauces) if group.pasta else sauces


def heap(cards: int, shape: str, sauce: int) -> Text:
    whole = say("%(cards)s %(shape)s", cards=cards, shape=shape)
    if not sauce:
        return whole
    sauces = say_many("%(count)s of them sauce", "%(count)s of them sauces", sauce)
    return say("%(cards)s, %(sauces)s", cards=whole, sauces=sauces)


def names(table: Table, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(table.players[seat] for seat in seats)


def tie(decided: TieBreak) -> Text:
    """What told equal totals apart."""
    return {
        "largest": say("Equal totals: the largest group decides."),
        "cards": say("Equal totals: the most cards decide."),
        "groups": say("Equal totals and still level: the most groups decide."),
        None: say("Equal totals, level to the last: the victory is shared."),
    }[decided.by]


def level(table: Table, decided: TieBreak) -> Text:
    """The same beside the winner's name, where anything did."""
    best, runner_up, *_ = sorted(decided.figures, reverse=True)
    others = tuple(seat for seat, figure in zip(decided.tied, decided.figures, strict=True) if figure != best)
    told = {"names": names(table, others), "most": best, "next": runner_up}
    match decided.by:
        case "largest":
            return say("Level with %(names)s: the largest group decides, %(most)s to %(next)s.", **told)
        case "cards":
            return say("Level with %(names)s: the most cards decide, %(most)s to %(next)s.", **told)
        case "groups":
            return say("Level with %(names)s: the most groups decide, %(most)s to %(next)s.", **told)
        case _:
            return tie(decided)


def tie_rule(tiebreak: str) -> Text:
    if tiebreak == "largest":
        return say("First the largest group decides, then the most groups, then they share.")
    return say("First the most cards decide, then the most groups, then they share.")
