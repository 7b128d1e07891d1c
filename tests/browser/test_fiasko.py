"""Whole games of Fiasko by four, set-up to tally: with a thumb in German, without a script, by keyboard."""

import re

import pytest
from playwright.sync_api import expect

NAMES = ("Ana", "Tom", "Chloé", "Maximilian")
SCORES = {"milk": 88, "pickles": 40, "tomatoes": 36, "corn": 24, "sardines": 20}  # Ana's; Tom has 60 of milk
TOTAL = 88 + 40 + 36 + 24 + 20 + 5 * 30 + 20

SEEN = """() => {
  const at = document.activeElement, label = at.matches(".pick input") ? at.nextElementSibling : at;
  const { left, top, width, height } = label.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!label.contains(there) && !there?.contains(label)) return `under ${there?.outerHTML.slice(0, 80)}`;
  const { outlineStyle, outlineWidth } = getComputedStyle(label);
  return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 ? "seen" : "without a ring";
}"""  # of what has the focus


class Thumb:
    """Plays by touch."""

    def __init__(self, phone, fits=True):
        self.phone, self.page, self.noted, self.fits = phone, phone.page, 0, fits

    def press(self, selector):
        self.phone.tap(selector)

    def choose(self, selector):
        self.phone.tap(selector)

    def type_name(self, name):
        self.page.fill("input[name=name]", name)
        self.press("button[name=enter]")
        expect(self.page.locator(f"input[name=player][value='{name}']")).to_have_count(1)

    def type_cards(self, values):
        for value in values:
            self.press(f"[data-to=values][data-adds='{value}']")

    def type_points(self, points):
        for digit in str(points):
            self.press(f"[data-to=points][data-adds='{digit}']")

    def type_hand(self, hand):
        if self.page.input_value("#score input[name=hand]") == str(hand):
            return
        self.choose("#score .pick:has(.types-hand)")
        for digit in str(hand):
            self.press(f"#score [data-to=hand][data-adds='{digit}']")

    def settled(self):
        """The sheet shows what was noted, and the whole of it fits."""
        self.noted += 1
        expect(self.page.locator("#pad input[name=after], #shelf input[name=after]").first).to_have_value(
            str(self.noted)
        )
        expect(self.page.locator("#slip dialog")).to_have_count(0)
        self.look()

    def look(self):
        if self.fits:
            assert self.phone.overflow == [0, 0]

    # The game

    def set_up(self):
        self.phone.open("/")
        self.press("a[href='/new/fiasko']")
        for name in NAMES:
            self.type_name(name)
        self.press("button[name=start]")
        self.page.wait_for_url("**/s/**")
        self.look()

    def draw(self, card):
        self.press(f"#drew-{card}")
        self.settled()

    def score(self, product, values=None, hand=None, points=None, after=None):
        self.press("#to-score")
        self.choose(f"#score .pick:has([value={product}])")
        way = f"[name=without][value='{'points' if values else 'values hand'}']"
        if not self.page.locator(f"#score {way}").is_checked():
            self.choose(f"#score .pick:has({way})")
        if values:
            self.type_cards(values)
            self.type_hand(hand)
        else:
            self.type_points(points)
        self.press("#score button.go")
        if after is None:
            self.settled()

    def turn_of(self, seat):
        """A tap on a name corrects whose turn it is."""
        self.press(f"#seat-{seat}")
        expect(self.page.locator(f"#seat-{seat}")).to_have_attribute("aria-current", "true")

    def undo(self):
        self.press("#undo")
        self.settled()

    def ask(self, number):
        self.press(f"a[href$='/why/{number}']")
        expect(self.page.locator("#slip-title")).to_be_visible()
        self.close()

    def close(self):
        self.press("#slip .big[data-closes]")
        expect(self.page.locator("#slip dialog")).to_have_count(0)

    def rest_of_the_round(self):
        for _ in range(3):
            self.draw("goods")

    def play(self):
        self.set_up()
        for card in ("goods", "goods", "fiasko", "goods"):
            self.draw(card)
        self.undo()
        self.draw("catastrophe")
        self.score("milk", values=(5, 2, 4), hand=8)
        self.score("milk", points=60)
        self.draw("goods")
        self.draw("goods")
        self.ask("score.0.milk")
        self.ask("odds")
        self.score("pickles", points=40)
        self.rest_of_the_round()
        self.score("tomatoes", values=(3, 3), hand=6)
        self.turn_of(0)
        self.score("corn", points=24)
        self.ask("total.0")
        self.turn_of(0)
        self.score("sardines", values=(5,), hand=4, after="the end")
        return self

    def see_the_end(self):
        expect(self.page.locator(".win h2")).to_have_text(re.compile(rf"Ana.*{TOTAL}"))
        assert self.page.locator("#tally tbody tr").count() == 7
        assert self.phone.overflow[1] <= 0
        totals = self.page.locator(".totals .tag").all_text_contents()  # also while the tally is read out
        assert [total.split()[-1] for total in totals] == [str(TOTAL), "60", "0", "0"]


class Page(Thumb):
    """Without JavaScript our keys do nothing: the numbers are typed."""

    def type_cards(self, values):
        self.page.fill("#score input[name=values]", " ".join(map(str, values)))

    def type_points(self, points):
        self.page.fill("#score input[name=points]", str(points))

    def type_hand(self, hand):
        self.page.fill("#score input[name=hand]", str(hand))


class Keys(Thumb):
    """A keyboard and nothing else. Choices are made with the space bar, as everywhere."""

    def reach(self, selector):
        """Tab until it has the focus."""
        expect(self.page.locator(selector)).to_be_visible()
        for _ in range(120):
            if self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {selector}")

    def press(self, selector):
        self.reach(selector)
        assert self.page.evaluate(SEEN) == "seen", selector
        self.page.keyboard.press("Enter")

    def choose(self, selector):
        """The radio in this label: Tab to its group, then the arrows."""
        radio = self.page.locator(f"{selector} input")
        if radio.is_checked():
            return
        name = radio.get_attribute("name")
        for _ in range(120):
            if self.page.evaluate("() => document.activeElement.name") == name:
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Space")
        for _ in range(6):
            if radio.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"no arrow leads to {selector}")

    def type_hand(self, hand):
        self.reach("#score input[name=hand]")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(str(hand))

    def type_name(self, name):
        self.reach("input[name=name]")
        self.page.keyboard.type(name)
        self.page.keyboard.press("Enter")
        expect(self.page.locator(f"input[name=player][value='{name}']")).to_have_count(1)

    def close(self):
        self.page.keyboard.press("Escape")
        expect(self.page.locator("#slip dialog")).to_have_count(0)


@pytest.mark.long
def test_a_whole_game_is_played_with_one_thumb(new_phone):
    phone = new_phone(locale="de")
    Thumb(phone).play().see_the_end()
    expect(phone.find("html")).to_have_attribute("lang", "de")
    old = phone.path
    phone.tap("form[action$='/again'] button")
    expect(phone.find("#sheet .cell:not(.open)")).to_have_count(0)
    assert phone.path != old


def test_a_whole_game_is_played_without_javascript(new_phone):
    phone = new_phone(java_script_enabled=False)
    Page(phone, fits=False).play().see_the_end()


@pytest.mark.long
def test_a_whole_game_is_played_by_keyboard(new_phone):
    phone = new_phone(is_mobile=False, has_touch=False, viewport={"width": 1024, "height": 768})
    Keys(phone, fits=False).play().see_the_end()
    phone.page.keyboard.press("Tab")
    assert phone.page.evaluate("() => document.activeElement.tabIndex") == 0


# The loudest moment


SHOWN = """names => names.filter((name) => name.offsetWidth).map((name) => ({
  cut: name.scrollWidth > name.clientWidth,
  name: name.querySelector('[data-short]')?.dataset.short ?? name.textContent,
}))"""


@pytest.mark.parametrize(("seats", "losers"), [(4, "others"), (5, "everyone")])
def test_a_burst_shows_all_its_prices_and_no_two_names_alike(phone, open_table, seats, losers):
    names = ("Person Eins", "Person Zwei", "Jean-Baptiste", "Jean-Bernard", "Eve")[:seats]
    table = open_table("fiasko", names, catastrophe=losers)
    for seat in range(seats):
        table.note("draw", player=seat, card="goods")
    phone.open(table.address)
    tags = [f".losses .tag:nth-child({place + 1})" for place in range(seats - (losers == "others"))]
    for _ in phone.at_each([(390, 664), (360, 560), (844, 390), (1366, 768)]):
        phone.tap("#drew-catastrophe")
        expect(phone.find(".losses .tag")).to_have_count(len(tags))
        shown = phone.find(".losses .name").evaluate_all(SHOWN)
        assert [one["name"] for one in shown if one["cut"]] == []
        assert len({one["name"] for one in shown}) == len(shown)
        burst, *prices = phone.boxes(".burst", *tags)
        assert [one for one in prices if one["bottom"] > burst["bottom"] or one["right"] > burst["right"]] == []
        phone.tap("#undo")
        expect(phone.find(".losses")).to_have_count(0)


def test_a_burst_moves_no_key_ends_with_a_tap_and_else_by_itself(phone, table):
    for seat in range(4):
        table.note("draw", player=seat, card="goods")
    phone.open(table.address)
    phone.page.wait_for_load_state("networkidle")
    parts = ("#sheet", "#counter", "#shelf", "#drew-goods", "#drew-fiasko", "#drew-catastrophe", "#to-score")
    for _ in phone.at_each([(390, 664), (360, 560), (844, 390), (1366, 768)]):
        before = phone.boxes(*parts)
        phone.tap("#drew-catastrophe")
        expect(phone.find(".burst")).to_be_visible()
        assert phone.boxes(*parts) == before
        (burst,) = phone.boxes(".burst")
        keys = phone.boxes("#drew-goods", "#drew-fiasko", "#drew-catastrophe", "#to-score")
        covered = [
            key
            for key in keys
            if burst["top"] < key["bottom"] - 1
            and burst["bottom"] > key["top"] + 4
            and burst["left"] < key["right"] - 1
            and burst["right"] > key["left"] + 1
        ]
        assert covered == []
        phone.find(".burst").tap()
        expect(phone.find(".burst")).to_be_hidden(timeout=800)
        phone.tap("#undo")
        expect(phone.find(".burst")).to_have_count(0)
        phone.tap("#redo")  # what was put back is no news
        expect(phone.find("#redo")).to_have_count(0)
        phone.tap("#undo")
    phone.tap("#drew-catastrophe")
    expect(phone.find(".burst")).to_be_visible()
    expect(phone.find(".burst")).to_be_hidden(timeout=3000)
