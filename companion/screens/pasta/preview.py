"""What the big button says while a bank is being tapped: what it would do."""

from __future__ import annotations

from typing import NamedTuple

from companion.record.history import Log
from companion.rules.pasta.moves import Bank
from companion.rules.pasta.play import Sheet, shape_name
from companion.rules.text import Text, say, say_many
from companion.screens.core import Asked, Outcome
from companion.screens.pasta.keys import bank_key
from companion.screens.pasta.slips import asked_seat
from companion.screens.pasta.words import token_news


class Preview(NamedTuple):
    label: Text
    line: Text
    token: Text | None = None  # where it would go
    refusal: Text | str | None = None


def preview(log: Log, asked: Asked, outcome: Outcome) -> Preview:
    move, sheet = outcome.move, outcome.sheet
    if outcome.refusal or sheet is None or not isinstance(move, Bank):
        return Preview(_key(log, asked), say("Choose a shape"), None, outcome.refusal)
    what = {"cards": move.cards, "shape": shape_name(sheet.table, move.shape), "name": sheet.table.players[move.player]}
    token = None if asked.entry else token_news(sheet)  # the news is of the last move, whatever is corrected
    return Preview(say("Bank %(cards)s %(shape)s for %(name)s", **what), _on_the_table(sheet, move), token)


def _key(log: Log, asked: Asked) -> Text:
    seat = asked_seat(log, asked)
    return say("Bank") if seat is None else bank_key(log.sheet, seat)


def _on_the_table(sheet: Sheet, move: Bank) -> Text:
    group = sheet.groups[move.player].get(move.shape)
    cards = group.cards if group else 0
    if move.steal_from is None:
        return say_many("%(count)s on the table", "%(count)s on the table", cards)
    victim = sheet.table.players[move.steal_from]
    if move.stolen == "sauce":
        return say("and steal a sauce from %(name)s: %(cards)s on the table", name=victim, cards=cards)
    return say("and steal one from %(name)s: %(cards)s on the table", name=victim, cards=cards)
