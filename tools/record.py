"""How the evenings of the tests were recorded: played by chance, through the store, with phones that err.

`python tools/record.py` adds those that aren't there yet. It never touches one that is: what was recorded
stays as it is for ever, and so does what it comes to.
"""

import json
import tempfile
import uuid
from pathlib import Path
from random import Random

import time_machine
from flask import Flask

from companion import store
from companion.record.files.game_file import read_move
from companion.record.files.strict_json import NotAGameFile
from companion.rules import GAMES
from companion.rules.core import RuleBroken

EVENINGS = Path(__file__).resolve().parents[1] / "tests" / "evenings"
CAST = ["Ana", "Tom", "Bo", "Kim", "Lea", "Max"]
PHONES = ["a", "a", "a", "b", "b", None]
NINE = ["Sedani", "Linguine", "Orecchiette", "Gnocchi", "Ziti", "Lumache", "Trofie", "Agnolotti", "Fettuccine"]
SOME_STATES = "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH"

PLAYED = {  # name: game, seats, options, most entries
    "fiasko-every-card": ("fiasko", 4, {}, 260),
    "fiasko-as-the-germans-play": (
        "fiasko",
        3,
        {"catastrophe": "everyone", "fiasko_loss": "product", "three_way_tie": "split"},
        220,
    ),
    "fiasko-only-the-eight": ("fiasko", 5, {"count": "specials", "three_way_tie": "none"}, 90),
    "fiasko-on-paper": ("fiasko", 2, {"count": "none"}, 40),
    "fiasko-stopped-early": ("fiasko", 2, {}, 60),
    "pasta-on-the-table": ("pasta", 4, {}, 60),
    "pasta-by-the-hand": ("pasta", 3, {"track": "hands", "deck": 90, "al_dente": 2, "tiebreak": "cards"}, 160),
    "pasta-of-another-box": ("pasta", 6, {"shapes": NINE, "al_dente": 0, "track": "hands"}, 80),
    "states-by-winners": ("states", 2, {}, 60),
    "states-by-tanks": ("states", 4, {"goal": {"points": 120}}, 70),
    "states-of-the-house": ("states", 6, {"goal": {"points": 90, "states": 6}}, 60),
}


def fiasko(chance, sheet, options):
    player = chance.randrange(len(sheet.scores)) if sheet.turn is None else sheet.turn
    product = chance.choice(["milk", "pickles", "tomatoes", "corn", "sardines"])
    count, hand = options["count"], sheet.counter.hands[player]
    if chance.random() < (0.3 if hand > 4 or count != "all" else 0.02):
        if chance.random() < 0.3:
            return {"move": "score", "player": player, "product": product, "points": chance.choice([20, 45, 60, 88])}
        values = [chance.randint(1, 5) for _ in range(chance.randint(2, 4))]
        return {"move": "score", "player": player, "product": product, "values": values, "hand": max(hand, 6)}
    if chance.random() < 0.04:
        pile = {"pile": max(sheet.counter.pile - 1, 8)} if count == "all" else {"fiasko": 3, "catastrophe": 1}
        return chance.choice([{"move": "reshuffle"}, {"move": "recount", **pile}])
    cards = ["goods"] * 80 + ["fiasko"] * 6 + ["catastrophe"] * 2
    card = chance.choice(cards[80:] if count == "specials" else cards)
    lost = {"lost": 2} if card == "fiasko" and options["fiasko_loss"] == "product" else {}
    return {"move": "draw", "player": player, "card": card, **lost}


def pasta(chance, sheet, options):
    player = sheet.turn or 0
    if options["track"] == "hands" and chance.random() < 0.6:
        return {"move": "take", "player": player, "cards": chance.randint(1, 4)}
    bank = {"move": "bank", "player": player, "shape": chance.randrange(9), "pasta": chance.randint(1, 5)}
    if chance.random() < 0.4:
        bank["sauce"] = chance.randint(1, 2)
    if chance.random() < 0.3:
        bank |= {"steal_from": chance.randrange(len(sheet.groups)), "stolen": chance.choice(["pasta", "sauce"])}
    return bank


def states(chance, sheet, options):
    seats = len(sheet.points)
    battle = {"move": "battle", "state": chance.choice(SOME_STATES.split()), "value": chance.randint(3, 40)}
    if "points" in options["goal"] and chance.random() < 0.8:
        return {**battle, "tanks": [chance.randint(1, 30) for _ in range(seats)]}
    return {**battle, "winner": chance.choice([None, *range(seats)])}


PLAYS = {"fiasko": fiasko, "pasta": pasta, "states": states}


class Evening:
    def __init__(self, name, game, seats, options, most):
        self.chance, self.most = Random(name), most
        self.game = GAMES[game]
        self.sitting = store.open_sitting(self.game, self.game.table(CAST[:seats], options))

    def play(self, clock):
        while (log := store.read(self.sitting)).length < self.most:
            clock.shift(self.chance.uniform(4, 60))
            if log.sheet.over and self.chance.random() < 0.7:
                break
            self.try_something(log)
        if not store.read(self.sitting).sheet.over:
            self.tap("move", None, read_move(self.game, self.sitting.table, {"move": "end"}))

    def try_something(self, log):
        try:
            if log.effective and (log.sheet.over or self.chance.random() < 0.12):
                self.correct(log)
            else:
                self.tap("move", None, self.some_move(log))
        except (RuleBroken, NotAGameFile):
            pass

    def correct(self, log):
        moves = [line for line in log.entries if line.kind == "move"]
        line = self.chance.choice([moves[-1], moves[-1], *moves[-6:]])
        if line.struck:
            self.tap("restore", line.number)
        elif self.chance.random() < 0.4:
            self.tap("replace", line.number, self.some_move(log))
        else:
            self.tap("strike", line.number)

    def some_move(self, log):
        move = PLAYS[self.game.slug](self.chance, log.sheet, self.sitting.table.options)
        return read_move(self.game, self.sitting.table, move)

    def tap(self, *wanted):
        name = str(uuid.UUID(int=self.chance.getrandbits(128), version=4))
        length = store.read(self.sitting).length
        store.note(self.sitting, store.Tap(name, length, self.chance.choice(PHONES)), store.Wanted(*wanted))


def record(name):
    with time_machine.travel("2026-10-03T18:15:00Z", tick=False) as clock:
        evening = Evening(name, *PLAYED[name])
        evening.play(clock)
    tally = evening.game.tally(store.read(evening.sitting).sheet)
    for path, document in ((f"{name}.json", store.export(evening.sitting)), (f"{name}.tally.json", tally)):
        text = json.dumps(document, ensure_ascii=False).replace('}, {"', '},\n {"')  # an entry a line
        (EVENINGS / path).write_text(f"{text}\n", encoding="utf-8")
    return len(store.read(evening.sitting).entries)


def main():
    with tempfile.TemporaryDirectory() as folder:
        app = Flask("companion", instance_path=folder)
        store.init_app(app)
        store.upgrade(app)
        with app.app_context():
            for name in PLAYED:
                if not (EVENINGS / f"{name}.json").exists():
                    print(name, record(name))


if __name__ == "__main__":
    main()
