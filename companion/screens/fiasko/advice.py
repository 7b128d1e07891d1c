"""Whether another card is worth it, in words."""

from __future__ import annotations

from companion.rules.fiasko.pack import AnotherCard
from companion.rules.text import Text, say, say_many

LIKELY = 0.4  # from here on "1 time in so many" says little
SHARES = {
    2: say("half"),
    3: say("a third"),
    4: say("a quarter"),
    5: say("a fifth"),
    6: say("a sixth"),
    7: say("a seventh"),
    8: say("an eighth"),
    9: say("a ninth"),
    10: say("a tenth"),
}


def worth_it(another: AnotherCard) -> tuple[Text, ...]:
    """What the card does, and what comes of it on average."""
    gain = abs(another.gain)
    sign = say("+%(gain)s", gain=gain) if round(100 * another.gain) >= 0 else say("−%(gain)s", gain=gain)
    return _what_it_does(another), say("On average: %(gain)s.", gain=sign)


def _what_it_does(another: AnotherCard) -> Text:
    if not another.goods:
        return say("No goods are left in the pile: another card adds nothing to your hand.")
    share = SHARES.get(another.cards, f"1/{another.cards}")
    if not another.lost:
        return say_many(
            "Another card makes your card worth double, at no risk.",
            "Another card makes your %(count)s cards worth %(share)s more, at no risk.",
            another.cards,
            share=share,
        )
    return say_many(
        "Another card makes your card worth double; it is lost %(often)s.",
        "Another card makes your %(count)s cards worth %(share)s more; they are lost %(often)s.",
        another.cards,
        share=share,
        often=_often(another.lost),
    )


def _often(chance: float) -> Text:
    if chance < LIKELY:
        return say("1 time in %(many)s", many=round(1 / chance))
    return say("%(chance)s of the time", chance=chance)
