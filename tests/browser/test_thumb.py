"""A random thumb: real fingers on every key of the three games; after each press the page is whole.

Some presses in every run. `pytest tests/browser/test_thumb.py -n 4 --presses 20000 --seed 7` shares so many among the
games and sizes. A press after which something is wrong is told with its seed and number: the same seed presses the
same keys again.
"""

import re
import time
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Error

from companion.rules import GAMES
from companion.rules.core import RuleBroken

CAST = ("Ana", "Tom", "Chloé", "Maximilian", "Eve")
SIZES = ((390, 664), (360, 560), (844, 390), (768, 1024), (1366, 768))
SITTING = 40  # presses at one table
APART, A_LOOK = 26, 0.6  # pixels and seconds: another key there, so soon, would be the second tap of a double tap
AT_LEAST = 0.4  # seconds since it came there

LOOK = Path(__file__).with_name("look.js").read_text().partition("\n")[2]
# Where one of them is, moved into view as a person does it; and what its form says.
AIM = """async (number) => {
  const key = window.keys[number], pressed = key.type === 'submit' ? key : null;
  const fields = key.form ? [...new FormData(key.form, pressed)] : [];
  const box = () => key.getBoundingClientRect();
  const at = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const free = () => key.contains(document.elementFromPoint(...at(box())));
  if (!free()) key.scrollIntoView({ block: 'center', inline: 'center' });
  await new Promise(requestAnimationFrame);
  return { at: at(box()), free: free(), gone: !key.isConnected, fields };
}"""


class Thumb:
    def __init__(self, phone, open_table, slug, size, seed, folder):
        self.phone, self.open_table, self.slug, self.size = phone, open_table, slug, size
        self.seed, self.folder = seed, folder
        self.chance = Random(f"{seed} {slug} {size}")
        self.session = phone.session()
        self.number, self.told, self.last = 0, [], ((0, 0), 0)
        self.faults = {}

    def sit_down(self):
        """At a new table, somewhere in its game."""
        chance, seats = self.chance, GAMES[self.slug].seats
        players = CAST[: chance.randint(seats.low, min(seats.high, len(CAST)))]
        self.table = self.open_table(self.slug, players=players)
        for _ in range(chance.choice((0, 1, 4, 12, 30))):
            try:
                self.table.note(**PLAYED[self.slug](chance, self.table))
            except RuleBroken:
                continue
        self.phone.open(self.table.address)
        self.told = [f"a table of {len(players)} with {self.table.log.length} entries"]

    def press_on(self, presses):
        page = {"over": False}
        for at in range(presses):
            if at % SITTING == 0 or (page["over"] and self.chance.random() < 0.1):
                self.sit_down()
                page = self.look()
            page = self.press(page)

    def look(self):
        for _ in range(3):
            try:
                return self.phone.page.evaluate(LOOK)
            except Error:  # another page came
                self.phone.page.wait_for_load_state()
        return self.phone.page.evaluate(LOOK)

    def choose(self, keys):
        """Undo and redo often; in a slip most often its own keys, and often enough the one that notes it."""
        back, slip, notes, pad = (
            [number for number, key in keys.items() if is_one(key)]
            for is_one in (
                lambda key: key["id"] in ("undo", "redo"),
                lambda key: key["slip"],
                lambda key: key["slip"] and key["notes"],
                lambda key: key["pad"],
            )
        )
        chance = self.chance.random()
        if slip:
            wanted = notes if chance < 0.2 else slip if chance < 0.9 else None
        else:
            wanted = back if chance < 0.25 else pad if chance < 0.7 else None
        return self.chance.choice(wanted or list(keys))

    def press(self, before):
        self.number += 1
        keys = {number: key for number, key in enumerate(before["keys"]) if not key["leaves"]}
        if before["asks"]:
            keys = {number: key for number, key in keys.items() if key["slip"]}
        chosen = self.choose(keys)
        aim, key = self.phone.page.evaluate(AIM, chosen), keys[chosen]
        if aim["gone"]:  # a late answer brought another one in its place
            return self.look()
        if not aim["free"]:
            self.told.append(f"{key['name']} is not free")
            if not before["open"]:
                self.fault(f"{key['name']} can't be reached")
            return self.look()
        self.told.append(key["name"])
        length = self.table.log.length
        self.touch(*aim["at"])
        after = self.look()
        fields = {}
        for name, value in aim["fields"]:
            fields[name] = f"{fields[name]} {value}" if name in fields else value
        self.compare(key, fields, length, before, after)
        for fault in after["faults"]:
            self.fault(fault)
        if self.phone.wrong:
            self.fault(f"{self.phone.wrong}")
            self.phone.wrong.clear()
        if not after["path"].startswith(self.table.address) or not after["keys"]:
            self.phone.open(self.table.address)
            return self.look()
        return after

    def touch(self, x, y):
        (last_x, last_y), when = self.last
        if abs(x - last_x) < APART and abs(y - last_y) < APART and self.told[-1] != self.told[-2]:
            time.sleep(max(AT_LEAST, when + A_LOOK - time.monotonic()))
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            time.sleep(self.chance.uniform(0.06, 0.15) if points else 0)
        self.last = (x, y), time.monotonic()

    def compare(self, key, fields, length, before, after):
        """What the server has noted is what was pressed; the page shows it; and the focus is where it should be."""
        entries = self.table.log.entries
        if len(entries) != after["after"]:
            self.fault(f"the page shows {after['after']} entries, the server has {len(entries)}")
        new = entries[length:]
        if not key["notes"]:
            if new:
                self.fault(f"{key['name']} noted {new}")
        elif not new:
            if not after["asks"] and not after["wrong"]:
                self.fault(f"{key['name']} with {fields} noted nothing, and nobody says why")
        elif len(new) > 1:
            self.fault(f"{key['name']} noted {len(new)} entries")
        elif key["id"] in ("undo", "redo"):
            if new[0].kind != key["id"]:
                self.fault(f"{key['name']} noted {new[0].kind}")
        elif "move" in fields and (differs := different(fields, new[0].brought)):
            self.fault(f"{key['name']} with {fields} noted {new[0].brought}: {differs}")
        if after["open"] and not before["open"] and not after["within"]:
            self.fault(f"the slip has come without the focus, which is at {after['focus']}")
        elif before["focus"] and not after["focus"] and not (after["open"] and not before["open"]):
            self.fault(f"the focus was at {before['focus']} and is lost")

    def fault(self, what):
        """Each kind once: what it is about in its own words, without its numbers."""
        kind = re.sub(r"\d+(\.\d+)?", "0", what)
        if kind not in self.faults:
            picture = self.folder / f"{self.slug}-{self.size[0]}x{self.size[1]}-{self.seed}-{self.number}.png"
            self.phone.page.screenshot(path=picture)
            self.faults[kind] = (
                f"seed {self.seed}, press {self.number} of {self.slug} at {self.size[0]} × {self.size[1]}: {what}\n"
                f"    {self.table.address} after {' > '.join(self.told[-6:])}\n    {picture}"
            )


GONE = {"fiasko": 6, "catastrophe": 2}  # told by what lies in the discards


def different(fields, move):
    """The fields of a form that its move doesn't have as they were; none but those that say one thing."""
    unsaid = fields.get("without", "").split()
    found = {} if move.kind == fields["move"] else {"move": move.kind}
    for name, typed in fields.items():
        if name in unsaid or not typed or not hasattr(move, name):
            continue
        noted = getattr(move, name)
        if isinstance(noted, tuple):
            typed, noted = [int(one) for one in re.findall(r"\d+", typed)], list(noted)
        elif typed == "none":
            typed, noted = None, noted
        elif name in fields.get("gone", "").split():
            typed, noted = typed.strip().lstrip("0") or "0", str(GONE[name] - noted)
        else:
            typed, noted = typed.strip().lstrip("0") or "0", str(noted)
        if typed != noted:
            found[name] = noted
    return found


def of_fiasko(chance, table):
    seat = chance.randrange(len(table.sheet.table.players)) if table.sheet.turn is None else table.sheet.turn
    if chance.random() < 0.3:
        product = chance.choice(("milk", "pickles", "tomatoes", "corn", "sardines"))
        return {"kind": "score", "player": seat, "product": product, "points": chance.choice((36, 60, 72, 88))}
    return {"kind": "draw", "player": seat, "card": chance.choice(("goods",) * 8 + ("fiasko", "catastrophe"))}


def of_pasta(chance, table):
    shape, pasta, sauce = chance.randrange(5), chance.randint(1, 7), chance.choice((0, 0, 1))
    return {"kind": "bank", "player": table.sheet.turn, "shape": shape, "pasta": pasta, "sauce": sauce}


def of_states(chance, table):
    state, seats = chance.choice(("OH", "NY", "TX", "CA", "FL", "WA", "ME", "IL")), len(table.sheet.table.players)
    return {"kind": "battle", "state": state, "value": chance.randint(5, 30), "winner": chance.randrange(seats)}


PLAYED = {"fiasko": of_fiasko, "pasta": of_pasta, "states": of_states}


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("slug", PLAYED)
def test_after_each_press_the_page_is_whole(new_phone, open_table, slug, size, request, tmp_path):
    """Fiasko is pressed on, at a table that counts its cards, and so on."""
    presses = -(-request.config.getoption("presses") // (len(PLAYED) * len(SIZES)))
    phone = new_phone(dict(zip(("width", "height"), size, strict=True)))
    phone.may_fail = True  # it is told with the press
    thumb = Thumb(phone, open_table, slug, size, request.config.getoption("seed"), tmp_path)
    begun = time.monotonic()
    thumb.press_on(presses)
    print(f"\n{presses} presses, {(time.monotonic() - begun) / presses * 1000:.0f} ms each")
    if thumb.faults:
        pytest.fail("\n".join(thumb.faults.values()), pytrace=False)
