"""How a score is told: what its slip asks for next, what is filled in, and what the score would do once it is noted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.record.history import Log
from companion.rules.fiasko.moves import PRODUCT_TITLES, Recount, Score
from companion.rules.fiasko.pack import COPIES, LOWEST, nearest, possible_points
from companion.rules.fiasko.play import FiaskoSheet
from companion.rules.text import Text, say, say_many
from companion.screens.core import Asked, Outcome
from companion.screens.fiasko import words
from companion.screens.fiasko.slips import RecountPreview, recount_preview
from companion.screens.fiasko.weighed import Weighing, weighing

BY_POINTS = frozenset({"values", "hand"})  # left out where a score is told in bare points
PROMPTS = {
    "player": say("Tap who scores"),
    "product": say("Tap the product"),
    "points": say("Type the points"),
    "values": say("Tap the cards of the product"),
    "hand": say("How many cards in hand?"),
}


class ProductKey(NamedTuple):
    """A product to choose from: taken, where whoever scores has done so before."""

    value: str
    title: Text
    chosen: bool
    taken: bool


class ScorePreview(NamedTuple):
    """What a half-told score asks for, or what it would be worth and bring; or why it can't be, and what could."""

    button: Text
    prompt: Text | None = None
    refusal: Text | str | None = None
    nearest: tuple[int, ...] = ()  # points that cards can make
    doubt: Text | None = None  # possible points, but not with the hand that was counted
    score: Score | None = None
    bonus: Text | None = None
    ends: bool = False
    weighing: Weighing | None = None  # with the cards typed here, which no other phone gets


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
    preview: ScorePreview
    prompts: Mapping[str, Text] = PROMPTS  # for a phone that has no line to ask what is missing


def score(log: Log, asked: Asked) -> ScoreSlip:
    scorer, by_points = asked.seat(log.sheet), _told_in_points(log, asked)
    counted = log.sheet.table.options["count"] == "all"
    hand = ""
    if counted and scorer is not None:  # as it was counted: now, or before the score that is being corrected
        hand = str(asked.sheet_before().counter.hands[scorer] or "")
    missing = _next_field(asked, scorer, by_points, hand)
    heading = say("Who scores?") if scorer is None else say("%(name)s scores", name=log.sheet.table.players[scorer])
    return ScoreSlip(
        heading=asked.heading(log, words.move, heading),
        heading_shown=asked.entry is not None or scorer is None,
        scorer=None if "player" in asked.refused else scorer,
        products=_products(log.sheet, asked, scorer),
        values=tuple(COPIES),
        typed=" + ".join(map(str, asked.given.get("values", ()))),
        by_points=by_points,
        hand=hand,
        counted=counted,
        previews=bool({"values", "points"} & asked.given.keys()) and not asked.sent,
        begins_at=missing or ("points" if by_points else "values"),
        preview=ScorePreview(
            _button(log.sheet, asked, scorer),
            prompt=PROMPTS[missing] if missing and not asked.sent else None,
            nearest=_nearest(asked.given.get("points")) if asked.sent and by_points else (),
        ),
    )


def _told_in_points(log: Log, asked: Asked) -> bool:
    """As this score was told, or else as the table told its last one."""
    if asked.left_out:
        return asked.left_out == BY_POINTS
    if "values" in asked.given or "points" in asked.given:
        return "values" not in asked.given
    told = [move.points for move in log.moves if isinstance(move, Score)]
    return asked.entry is None and bool(told) and told[-1] is not None


def _products(sheet: FiaskoSheet, asked: Asked, scorer: int | None) -> tuple[ProductKey, ...]:
    """The product whose score is being corrected is not taken."""
    move, given = asked.entry and asked.entry.move, asked.given.get("product")
    noted = set() if scorer is None else set(sheet.scores[scorer])
    taken = noted - ({move.product} if isinstance(move, Score) else set())
    return tuple(
        ProductKey(product, title, product == given and product not in taken, product in taken)
        for product, title in PRODUCT_TITLES.items()
    )


# What comes next


def _next_field(asked: Asked, scorer: int | None, by_points: bool, hand: str = "") -> str | None:
    """Whose score, of which product, then the points or the cards, and how many in hand; None where all is told."""
    told = {*asked.given} - {"player"} | ({"player"} if scorer is not None else set()) | ({"hand"} if hand else set())
    fields = ("player", "product", "points") if by_points else ("player", "product", "values", "hand")
    return next((name for name in fields if name not in told), None)


def _button(sheet: FiaskoSheet, asked: Asked, scorer: int | None, points: int | None = None) -> Text:
    if asked.entry:
        return say("Correct it") if points is None else say("Correct it to %(points)s", points=points)
    if scorer is None:
        return say("Note it")
    name = sheet.table.players[scorer]
    if points is None:
        return say("Note it for %(name)s", name=name)
    return say("Note %(points)s for %(name)s", points=points, name=name)


def preview(log: Log, asked: Asked, outcome: Outcome) -> ScorePreview | RecountPreview:
    """What can't be read is said first, then what is missing, then what the rules say."""
    if asked.kind == Recount.kind:
        return recount_preview(log, asked, outcome)
    move, sheet, refusal = outcome
    scorer = asked.seat(log.sheet)
    button = _button(log.sheet, asked, scorer)
    if isinstance(refusal, str):
        return ScorePreview(button, refusal=refusal)
    if move is None and (field := _next_field(asked, scorer, asked.left_out == BY_POINTS)):
        return ScorePreview(button, PROMPTS[field])
    if not isinstance(move, Score):
        return ScorePreview(button, refusal=refusal)
    if sheet is None:
        return _refused(button, move, refusal)
    button = _button(log.sheet, asked, move.player, move.worth)
    bonus = words.brings(log.sheet, sheet, move)
    near: tuple[int, ...] = ()
    doubt = None
    if asked.entry is None and move.points is not None and log.sheet.table.options["count"] == "all":
        near, doubt = _doubt(move.points, log.sheet.counter.hands[move.player])
    weighs = asked.entry is None and move.values is not None and move.player == log.sheet.turn
    return ScorePreview(
        button,
        score=move,
        bonus=bonus,
        nearest=near,
        doubt=doubt,
        ends=sheet.over and not log.sheet.over,
        weighing=weighing(log.sheet, move) if weighs else None,
    )


def _refused(button: Text, score: Score, refusal: Text | None) -> ScorePreview:
    """Too little is no mistake yet: the next digit, or the next card, may follow."""
    if score.worth is not None and score.worth < LOWEST:
        return ScorePreview(button, refusal)
    if near := _nearest(score.points):
        refusal = say("No cards make %(points)s points. The nearest:", points=score.points)
    return ScorePreview(button, refusal=refusal, nearest=near)


def _doubt(points: int, hand: int) -> tuple[tuple[int, ...], Text | None]:
    """Points are a sum times the whole hand: the nearest that the counted one makes. What was typed can be noted."""
    if not hand or points % hand == 0:
        return (), None
    below = points // hand * hand
    near = tuple(it for it in (below, below + hand) if it in possible_points())
    if len(near) < 2:
        return (), None
    return near, say_many(
        "%(count)s card in hand: %(below)s or %(above)s?",
        "%(count)s cards in hand: %(below)s or %(above)s?",
        hand,
        below=near[0],
        above=near[1],
    )


def _nearest(points: int | None) -> tuple[int, ...]:
    """Where no cards make these."""
    if points is None or points < LOWEST or points in possible_points():
        return ()
    return tuple(near for near in nearest(points) if near is not None)
