"""What the big button says while a bank is being tapped: what it would do."""

from __future__ import annotations

from typing import NamedTuple

from companion.record.history import Log
from companion.rules.pasta.moves import Bank
from companion.rules.pasta.play import Sheet, shape_name
from companion.rules.text import Text, say, say_many
from companion.screens.core import Asked, Outcome
from companion.screens.pasta import phrases


class Preview(NamedTuple):
    label: Text
    lines: tuple[Text, ...] = ()
    refusal: Text | str | None = None


def preview(log: Log, asked: Asked, outcome: Outcome) -> Preview:
    move, sheet = outcome.move, outcome.sheet
    if outcome.refusal or sheet is None or not isinstance(move, Bank):
        return Preview(say("Bank"), (say("Choose a shape"),), outcome.refusal)
    label = say("Bank %(cards)s %(shape)s", cards=move.cards, shape=shape_name(sheet.table, move.shape))
    lines = (_on_the_table(sheet, move), _token(log.sheet, sheet, move))
    return Preview(label, tuple(line for line in lines if line))


def _on_the_table(sheet: Sheet, move: Bank) -> Text:
    group = sheet.groups[move.player].get(move.shape)
    cards = group.cards if group else 0
    if move.steal_from is None:
        return say_many("%(count)s on the table", "%(count)s on the table", cards)
    victim = sheet.table.players[move.steal_from]
    if move.stolen == "sauce":
        return say("and steal a sauce from %(name)s: %(cards)s on the table", name=victim, cards=cards)
    return say("and steal one from %(name)s: %(cards)s on the table", name=victim, cards=cards)


def _token(before: Sheet, sheet: Sheet, move: Bank) -> Text | None:
    if sheet.token is None or sheet.token.move != sheet.played:
        return None
    name = sheet.table.players[move.player]
    stays = before.token is not None and before.token.holder == move.player
    news = say("Al Dente stays with %(name)s", name=name) if stays else say("Al Dente comes to %(name)s", name=name)
    return say("%(news)s: %(weight)s", news=news, weight=phrases.worth(sheet.table.options["al_dente"]).words)
