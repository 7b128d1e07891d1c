"""What each move does to the sheet."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.core import End, Move, RuleBroken, Table
from companion.rules.pasta.moves import HAND_LIMIT, MOST_BANKED, Bank, Take
from companion.rules.text import Text, say, say_many

FEW = 2  # banking no more than these takes the token
LAID_OUT = 16


class Group(NamedTuple):
    pasta: int
    sauce: int

    @property
    def cards(self) -> int:
        return self.pasta + self.sauce


class Token(NamedTuple):
    """Who has Al Dente, and why: the cards that were too few, and from whom they took it, if it was another's."""

    holder: int
    cards: int
    taken_from: int | None
    move: int


class Sheet(NamedTuple):
    table: Table
    groups: tuple[dict[int, Group], ...]  # one a seat, by shape; never changed in place
    token: Token | None = None
    hands: tuple[int, ...] | None = None
    pile: int | None = None
    turn: int | None = 0
    over: bool = False
    played: int = 0


def start(table: Table) -> Sheet:
    seats = len(table.players)
    deck = table.options["deck"]
    hands = (0,) * seats if table.options["track"] == "hands" else None
    return Sheet(table, ({},) * seats, None, hands, None if deck is None else deck - LAID_OUT)


def play(sheet: Sheet, move: Move) -> Sheet:
    match move:
        case Bank():
            after = _bank(sheet, move)._replace(turn=_next_seat(sheet, move.player))
        case Take():
            after = _take(sheet, move)._replace(turn=_next_seat(sheet, move.player))
        case End():
            after = sheet._replace(over=True)
        case _:
            raise TypeError(f"not a move of Pasta: {move!r}")
    return after._replace(played=sheet.played + 1, turn=None if after.over else after.turn)


def _next_seat(sheet: Sheet, seat: int) -> int:
    return (seat + 1) % len(sheet.groups)


def _bank(sheet: Sheet, move: Bank) -> Sheet:
    _check_bank(sheet, move)
    sheet = _steal(sheet, move)
    mine = sheet.groups[move.player]
    had = mine.get(move.shape, Group(0, 0))
    grown = {**mine, move.shape: Group(had.pasta + move.pasta, had.sauce + move.sauce)}
    cards, token = move.cards, sheet.token
    if cards <= FEW:
        taken_from = token.holder if token and token.holder != move.player else None
        token = Token(move.player, cards, taken_from, sheet.played + 1)
    return sheet._replace(
        groups=_with(sheet.groups, move.player, grown), token=token, hands=_hand_changed(sheet, move.player, -cards)
    )


def _check_bank(sheet: Sheet, move: Bank) -> None:
    if move.pasta < 1 or move.sauce < 0:
        raise RuleBroken(say("At least one of the banked cards is pasta: a sauce is never alone"), "pasta")
    cards = move.cards
    if cards > MOST_BANKED:
        raise RuleBroken(say("At most %(most)s cards are banked in a turn", most=MOST_BANKED), "pasta")
    if sheet.hands is not None and cards > sheet.hands[move.player]:
        held = sheet.hands[move.player]
        raise RuleBroken(
            say_many(
                "%(name)s has only %(count)s card in hand: note the cards taken first",
                "%(name)s has only %(count)s cards in hand: note the cards taken first",
                held,
                name=sheet.table.players[move.player],
            ),
            "pasta",
        )


def _steal(sheet: Sheet, move: Bank) -> Sheet:
    """One card of the banked shape, from a player who has it; a group can shrink to nothing."""
    if move.steal_from is None:
        return sheet
    victim = sheet.groups[move.steal_from]
    group = victim.get(move.shape)
    if move.steal_from == move.player or group is None:
        raise RuleBroken(_nothing_to_steal(sheet, move), "steal_from")
    if not getattr(group, move.stolen):
        raise RuleBroken(_no_such_card(sheet, move), "stolen")
    left = group._replace(**{move.stolen: getattr(group, move.stolen) - 1})
    rest = {shape: kept for shape, kept in victim.items() if shape != move.shape}
    robbed = {**victim, move.shape: left} if left.cards else rest
    mine = sheet.groups[move.player]
    had = mine.get(move.shape, Group(0, 0))
    richer = {**mine, move.shape: had._replace(**{move.stolen: getattr(had, move.stolen) + 1})}
    groups = _with(_with(sheet.groups, move.steal_from, robbed), move.player, richer)
    return sheet._replace(groups=groups)


def _nothing_to_steal(sheet: Sheet, move: Bank) -> Text:
    if move.steal_from == move.player:
        return say("Nobody steals from themselves")
    assert move.steal_from is not None
    return say(
        "%(name)s has no %(shape)s to steal",
        name=sheet.table.players[move.steal_from],
        shape=shape_name(sheet.table, move.shape),
    )


def _no_such_card(sheet: Sheet, move: Bank) -> Text:
    assert move.steal_from is not None
    name, shape = sheet.table.players[move.steal_from], shape_name(sheet.table, move.shape)
    if move.stolen == "sauce":
        return say("%(name)s has no sauce with the %(shape)s", name=name, shape=shape)
    return say("%(name)s has only sauces left of the %(shape)s", name=name, shape=shape)


def _with(groups: tuple[dict[int, Group], ...], seat: int, mine: dict[int, Group]) -> tuple[dict[int, Group], ...]:
    return (*groups[:seat], mine, *groups[seat + 1 :])


def _hand_changed(sheet: Sheet, seat: int, by: int) -> tuple[int, ...] | None:
    hands = sheet.hands
    return None if hands is None else (*hands[:seat], hands[seat] + by, *hands[seat + 1 :])


def _take(sheet: Sheet, move: Take) -> Sheet:
    if sheet.hands is None:
        raise RuleBroken(say("This table doesn't note the cards taken"))
    held = sheet.hands[move.player]
    if held + move.cards > HAND_LIMIT:
        raise RuleBroken(_too_many(sheet.table.players[move.player], held), "cards")
    pile = None if sheet.pile is None else max(sheet.pile - move.cards, 0)
    return sheet._replace(hands=_hand_changed(sheet, move.player, move.cards), pile=pile, over=pile == 0)


def _too_many(name: str, held: int) -> Text:
    if held == HAND_LIMIT:
        return say("%(name)s holds %(limit)s cards and must bank", name=name, limit=HAND_LIMIT)
    return say(
        "%(name)s holds %(held)s cards and can take at most %(room)s: a hand has no more than %(limit)s",
        name=name,
        held=held,
        room=HAND_LIMIT - held,
        limit=HAND_LIMIT,
    )


def shape_name(table: Table, shape: int) -> str:
    name: str = table.options["shapes"][shape]
    return name


def can_be_robbed(sheet: Sheet, seat: int, shape: int) -> tuple[int, ...]:
    return tuple(other for other, groups in enumerate(sheet.groups) if other != seat and shape in groups)
