"""A sentence as data: said in English here, in the table's own language by the web."""

from __future__ import annotations

from typing import NamedTuple

LONGEST = 40
JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}\N{NO-BREAK SPACE}"  # in names, and in families of emoji


MEANT = "|"  # what follows tells translators where it is said, and nobody else


class Text(NamedTuple):
    """`one` with `%(name)s` places; `many` instead, where there is a plural and `count` asks for it.

    A tuple is listed, a float is a chance, told in per cent, and a Decimal a number with its decimals.
    """

    one: str
    many: str | None
    params: tuple[tuple[str, object], ...]

    def about(self, **params: object) -> Text:
        """A sentence from a table of several, with what stands in its places."""
        return self._replace(params=tuple(params.items()))

    def __str__(self) -> str:
        params = dict(self.params)
        form = self.one if self.many is None or params["count"] == 1 else self.many
        return form.partition(MEANT)[0] % {name: _english(value) for name, value in params.items()}


def say(sentence: str, /, **params: object) -> Text:
    """Babel collects the sentences from the calls of `say` and `say_many`."""
    return Text(sentence, None, tuple(params.items()))


def say_many(one: str, many: str, count: int, /, **params: object) -> Text:
    return Text(one, many, (("count", count), *params.items()))


def bare(value: object) -> Text:
    """No sentence: a number or some names as the language writes them."""
    return Text("%(value)s", None, (("value", value),))


def brief(value: object) -> str:
    """What a file or a browser sent, fit to stand in one line of a sentence."""
    if type(value) is int and abs(value) >= 10**LONGEST:
        return "a number that is far too large"
    try:
        shown = one_line(str(value)[: LONGEST + 1])
    except RecursionError:
        return "something nested too deeply"
    return shown if len(shown) <= LONGEST else shown[:LONGEST] + "…"


def one_line(text: str) -> str:
    return "".join(c if c.isprintable() or c in JOINERS else "\N{REPLACEMENT CHARACTER}" for c in text)


def _english(value: object) -> str:
    if isinstance(value, Text):
        return str(value)
    if isinstance(value, float):
        return f"{value:.0%}"
    if isinstance(value, tuple):
        *most, last = (_english(item) for item in value)
        return f"{', '.join(most)} and {last}" if most else last
    return brief(value)
