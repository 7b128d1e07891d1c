"""How a score is told: what its slip asks for next, what is filled in, and what the score would do once it is noted."""

from __future__ import annotations

from typing import NamedTuple

from companion.record.history import Log
from companion.rules.fiasko.moves import PRODUCT_TITLES, Score
from companion.rules.fiasko.play import Sheet
from companion.rules.fiasko.scores import COPIES, LOWEST, nearest, possible_points
from companion.rules.text import Text, say
from companion.screens.core import Asked, Outcome
from companion.screens.fiasko import words
from companion.screens.fiasko.slips import ProductKey, correcting

BY_POINTS = frozenset({"values", "hand"})  # left out where a score is told in bare points


class Preview(NamedTuple):
    """What a half-told score asks for, or what it would be worth and bring; or why it can't be, and what could."""

    button: Text
    prompt: Text | None = None
    refusal: Text | str | None = None
    nearest: tuple[int, ...] = ()  # points that cards can make
    score: Score | None = None
    bonus: Text | None = None
    ends: bool = False


class ScoreSlip(NamedTuple):
    """`hand` is filled in from the count, where hands are `counted`; `previews` what was filled in, too."""

    heading: Text
    heading_shown: bool
    scorer: int | None
    products: tuple[ProductKey, ...]
    values: tuple[int, ...]
    typed: str  # the cards
    by_points: bool
    hand: str
    counted: bool
    previews: bool
    begins_at: str  # the field that is to be told next
    preview: Preview


def score(log: Log, asked: Asked) -> ScoreSlip:
    scorer, by_points = _scorer(log.sheet, asked), _told_in_points(log, asked)
    hand = _hand(log.sheet, asked, scorer)
    missing = _next_field(asked, scorer, by_points, hand)
    return ScoreSlip(
        _heading(log, asked, scorer),
        asked.entry is not None or scorer is None,
        None if "player" in asked.refused else scorer,
        tuple(_product(log.sheet, asked, scorer, product) for product in PRODUCT_TITLES),
        tuple(COPIES),
        " + ".join(map(str, asked.given.get("values", ()))),
        by_points,
        hand,
        log.sheet.table.options["count"] == "all",
        bool({"values", "points"} & asked.given.keys()) and not asked.sent,
        missing or ("points" if by_points else "values"),
        Preview(
            _button(log.sheet, asked, scorer),
            None if asked.sent else _prompt(missing),
            nearest=_nearest(asked.given.get("points")) if asked.sent and by_points else (),
        ),
    )


def _scorer(sheet: Sheet, asked: Asked) -> int | None:
    seat = asked.given.get("player")
    return seat if seat in range(len(sheet.scores)) else None


def _heading(log: Log, asked: Asked, scorer: int | None) -> Text:
    if corrects := correcting(log, asked):
        return corrects
    return say("Who scores?") if scorer is None else say("%(name)s scores", name=log.sheet.table.players[scorer])


def _product(sheet: Sheet, asked: Asked, scorer: int | None, product: str) -> ProductKey:
    taken = scorer is not None and product in sheet.scores[scorer] and product != _corrected(asked)
    return ProductKey(product, PRODUCT_TITLES[product], asked.given.get("product") == product and not taken, taken)


def _corrected(asked: Asked) -> str | None:
    """The product whose score is being corrected."""
    move = asked.entry and asked.entry.move
    return move.product if isinstance(move, Score) else None


def _told_in_points(log: Log, asked: Asked) -> bool:
    """As this score was told, or else as the table told its last one."""
    if asked.left_out:
        return asked.left_out == BY_POINTS
    if "values" in asked.given or "points" in asked.given:
        return "values" not in asked.given
    told = [noted.move.points for noted in log.effective if isinstance(noted.move, Score)]
    return asked.entry is None and bool(told) and told[-1] is not None


def _hand(sheet: Sheet, asked: Asked, scorer: int | None) -> str:
    """As it was counted: now, or before the score that is being corrected."""
    if scorer is None or sheet.table.options["count"] != "all":
        return ""
    return str(asked.met().counter.hands[scorer] or "")


# What comes next


def _next_field(asked: Asked, scorer: int | None, by_points: bool, hand: str = "") -> str | None:
    """Whose score, of which product, then the points or the cards, and how many in hand; None where all is told."""
    told = {*asked.given} - {"player"} | ({"player"} if scorer is not None else set()) | ({"hand"} if hand else set())
    fields = ("player", "product", "points") if by_points else ("player", "product", "values", "hand")
    return next((name for name in fields if name not in told), None)


def _prompt(field: str | None) -> Text | None:
    return {
        None: None,
        "player": say("Tap who scores"),
        "product": say("Tap the product"),
        "points": say("Type the points"),
        "values": say("Tap the cards of the product"),
        "hand": say("How many cards in hand?"),
    }[field]


def _button(sheet: Sheet, asked: Asked, scorer: int | None, points: int | None = None) -> Text:
    if asked.entry:
        return say("Correct it") if points is None else say("Correct it to %(points)s", points=points)
    if scorer is None:
        return say("Note it")
    name = sheet.table.players[scorer]
    if points is None:
        return say("Note it for %(name)s", name=name)
    return say("Note %(points)s for %(name)s", points=points, name=name)


def preview(log: Log, asked: Asked, outcome: Outcome) -> Preview:
    """What can't be read is said first, then what is missing, then what the rules say."""
    move, sheet, refusal = outcome
    scorer = _scorer(log.sheet, asked)
    button = _button(log.sheet, asked, scorer)
    if isinstance(refusal, str):
        return Preview(button, refusal=refusal)
    if move is None and (field := _next_field(asked, scorer, asked.left_out == BY_POINTS)):
        return Preview(button, _prompt(field))
    if not isinstance(move, Score) or sheet is None:
        return _refused(button, move, refusal)
    button = _button(log.sheet, asked, move.player, move.worth)
    bonus = words.brings(log.sheet, sheet, move)
    return Preview(button, score=move, bonus=bonus, ends=sheet.over and not log.sheet.over)


def _refused(button: Text, move: object, refusal: Text | None) -> Preview:
    """Too little is no mistake yet: the next digit, or the next card, may follow."""
    if not isinstance(move, Score):
        return Preview(button, refusal=refusal)
    if move.worth is not None and move.worth < LOWEST:
        return Preview(button, refusal)
    near = _nearest(move.points)
    return Preview(button, refusal=_choose(move.points) if near else refusal, nearest=near)


def _choose(points: int | None) -> Text:
    """Before keys with those that cards do make."""
    return say("No cards make %(points)s points. The nearest:", points=points)


def _nearest(points: int | None) -> tuple[int, ...]:
    """Where no cards make these."""
    if points is None or points < LOWEST or points in possible_points():
        return ()
    return tuple(near for near in nearest(points) if near is not None)
