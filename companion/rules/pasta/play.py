"""What each move does to the sheet. Lines are the rulebook's, `pasta.fr.txt`."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.core import RuleBroken, Table, set_seat
from companion.rules.moves import End, Move
from companion.rules.pasta.moves import HAND_LIMIT, MOST_BANKED, MOST_TAKEN, Bank, Hold, Lay, Take
from companion.rules.text import say, say_many

FEW = 2  # pasta.fr.txt:66: banking no more than these takes the token
LAID_OUT = 16  # pasta.fr.txt:34: a square of four by four


class Group(NamedTuple):
    pasta: int
    sauce: int

    @property
    def cards(self) -> int:
        return self.pasta + self.sauce


NOTHING = Group(0, 0)


class Token(NamedTuple):
    """Who has Al Dente, and why: the cards that were too few (None: the table said so), and who had it before."""

    holder: int
    cards: int | None
    taken_from: int | None
    move: int
    kind: str = "token"


class PutRight(NamedTuple):
    """A group that the table has just told, and what was noted of it until then."""

    seat: int
    shape: int
    before: Group
    now: Group


class NoToken(NamedTuple):
    """The table has just said that nobody has Al Dente: neither has who had it until then."""

    loser: int | None


class PastaSheet(NamedTuple):
    table: Table
    groups: tuple[dict[int, Group], ...]  # one a seat, by shape; never changed in place
    token: Token | None = None
    hands: tuple[int, ...] | None = None
    pile: int | None = None
    turn: int | None = 0
    over: bool = False
    played: int = 0
    told: PutRight | NoToken | None = None  # by the last move


def start(table: Table) -> PastaSheet:
    """Nobody has cards (pasta.fr.txt:38). Who begins, and how large the box is: silent."""
    seats = len(table.players)
    deck = table.options["deck"]
    hands = (0,) * seats if table.options["track"] == "hands" else None
    return PastaSheet(table, ({},) * seats, None, hands, None if deck is None else deck - LAID_OUT, table.first)


def play(sheet: PastaSheet, move: Move) -> PastaSheet:
    sheet = sheet._replace(played=sheet.played + 1, told=None)
    match move:
        case Bank():
            sheet = _bank(sheet, move)
        case Take():
            sheet = _take(sheet, move)
        case Lay(player=seat, shape=shape):  # the cards on the table are the score; hands, pile, token stay: silent
            now, before = Group(move.pasta, move.sauce), sheet.groups[seat].get(shape, NOTHING)
            told = PutRight(seat, shape, before, now)
            return sheet._replace(groups=_with(sheet.groups, seat, shape, now), told=told)
        case Hold(player=None):  # nobody's turn: silent
            return sheet._replace(token=None, told=NoToken(sheet.token.holder if sheet.token else None))
        case Hold(player=int(seat)):
            return sheet._replace(token=_token_for(sheet, seat, None))
        case End():
            return sheet._replace(over=True, turn=None)
        case _:
            raise TypeError(f"not a move of Pasta: {move!r}")
    # Clockwise: pasta.fr.txt:54 and 72
    return sheet._replace(turn=None if sheet.over else (move.player + 1) % len(sheet.groups))


def _bank(sheet: PastaSheet, move: Bank) -> PastaSheet:
    """Sauces go with pasta: pasta.fr.txt:62. A group may grow in later turns: 58.

    Few cards take the token, the stolen one aside: 66 and 70.
    """
    seat, cards, hands = move.player, move.cards, sheet.hands
    if move.pasta < 1 or move.sauce < 0:
        raise RuleBroken(say("At least one of the banked cards is pasta: a sauce is never alone"), "pasta")
    if cards > MOST_BANKED:
        raise RuleBroken(say("At most %(most)s cards are banked in a turn", most=MOST_BANKED), "pasta")
    if hands is not None and cards > hands[seat]:
        raise RuleBroken(
            say_many(
                "%(name)s has only %(count)s card in hand: note the cards taken first",
                "%(name)s has only %(count)s cards in hand: note the cards taken first",
                hands[seat],
                name=sheet.table.players[seat],
            ),
            "pasta",
        )
    sheet = _steal(sheet, move)
    had = sheet.groups[seat].get(move.shape, NOTHING)
    grown = Group(had.pasta + move.pasta, had.sauce + move.sauce)
    return sheet._replace(
        groups=_with(sheet.groups, seat, move.shape, grown),
        token=_token_for(sheet, seat, cards) if cards <= FEW else sheet.token,
        hands=None if hands is None else set_seat(hands, seat, hands[seat] - cards),
    )


def _token_for(sheet: PastaSheet, seat: int, cards: int | None) -> Token:
    holder = sheet.token.holder if sheet.token else None
    return Token(seat, cards, None if holder == seat else holder, sheet.played)


def _steal(sheet: PastaSheet, move: Bank) -> PastaSheet:
    """One card of the banked shape, from one player who has it: pasta.fr.txt:70. That a group can go: silent."""
    if move.steal_from is None:
        return sheet
    if move.steal_from == move.player:
        raise RuleBroken(say("Nobody steals from themselves"), "steal_from")
    name, shape = sheet.table.players[move.steal_from], shape_name(sheet.table, move.shape)
    group = sheet.groups[move.steal_from].get(move.shape)
    if group is None:
        raise RuleBroken(say("%(name)s has no %(shape)s to steal", name=name, shape=shape), "steal_from")
    if move.stolen == "sauce" and not group.sauce:
        raise RuleBroken(say("%(name)s has no sauce with the %(shape)s", name=name, shape=shape), "stolen")
    if move.stolen == "pasta" and not group.pasta:
        raise RuleBroken(say("%(name)s has only sauces left of the %(shape)s", name=name, shape=shape), "stolen")
    had = sheet.groups[move.player].get(move.shape, NOTHING)
    left = group._replace(**{move.stolen: getattr(group, move.stolen) - 1})
    richer = had._replace(**{move.stolen: getattr(had, move.stolen) + 1})
    groups = _with(sheet.groups, move.steal_from, move.shape, left)
    return sheet._replace(groups=_with(groups, move.player, move.shape, richer))


def _with(groups: tuple[dict[int, Group], ...], seat: int, shape: int, group: Group) -> tuple[dict[int, Group], ...]:
    """A group of no cards is none."""
    others = {known: kept for known, kept in groups[seat].items() if known != shape}
    return set_seat(groups, seat, {**others, shape: group} if group.cards else others)


def refuses(sheet: PastaSheet, move: Move) -> None:
    """Seven cards at once were taken in older logs; no square has them."""
    if isinstance(move, Take) and move.cards > MOST_TAKEN:
        raise RuleBroken(
            say("A turn takes at most %(most)s cards: those of one kind in the hat’s row and column", most=MOST_TAKEN),
            "cards",
        )


def _take(sheet: PastaSheet, move: Take) -> PastaSheet:
    """Every card taken is replaced from the pile (pasta.fr.txt:48), whose last one ends the game (76)."""
    if sheet.hands is None:
        raise RuleBroken(say("This table doesn’t note the cards taken"))
    held, name = sheet.hands[move.player], sheet.table.players[move.player]
    if held == HAND_LIMIT:
        raise RuleBroken(say("%(name)s holds %(limit)s cards and must bank", name=name, limit=HAND_LIMIT), "cards")
    if held + move.cards > HAND_LIMIT:
        raise RuleBroken(
            say(
                "%(name)s holds %(held)s cards and can take at most %(room)s: a hand has no more than %(limit)s",
                name=name,
                held=held,
                room=HAND_LIMIT - held,
                limit=HAND_LIMIT,
            ),
            "cards",
        )
    pile = None if sheet.pile is None else max(sheet.pile - move.cards, 0)
    return sheet._replace(hands=set_seat(sheet.hands, move.player, held + move.cards), pile=pile, over=pile == 0)


def shape_name(table: Table, shape: int) -> str:
    name: str = table.options["shapes"][shape]
    return name


def can_be_robbed(sheet: PastaSheet, seat: int | None, shape: int) -> tuple[int, ...]:
    """By this seat; None: by one that isn't known yet."""
    return tuple(other for other, groups in enumerate(sheet.groups) if other != seat and shape in groups)
