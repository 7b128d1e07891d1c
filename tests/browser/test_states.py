"""States on a phone: whole games by winner and by tanks, the map, finding a State, our keypads, what is remembered."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.rules.states.moves import STATE_NAMES
from companion.screens.states.search import search

SEARCHES = json.loads(Path(__file__).parents[1].joinpath("states_searches.json").read_text())
SIX = ("Ana", "Tom", "Chloé", "Max", "Eve", "Bo")
LARGE = {"OH": 60, "TX": 60, "CA": 60, "NY": 40}  # the other States show 8: always the same, as they are remembered
TILE = "#sheet .over a[href$='state={}']"
BY_TANKS = "#battle .pick:has([name=without][value=winner])"
BY_WINNER = "#battle .pick:has([name=without][value=tanks])"


def worth(state):
    return LARGE.get(state, 8)


def wait_for_slip(page):
    """Until htmx has settled it, 40 ms after it came, keys that are pressed may get lost: no hand is faster."""
    expect(page.locator("#slip-title")).to_be_focused()
    expect(page.locator(".htmx-added, .htmx-settling")).to_have_count(0)


class Thumb:
    """Plays by touch: finds a State on the map, types on our keypads."""

    def __init__(self, phone, seats, glance=True):
        self.phone, self.page, self.seats, self.noted, self.glance = phone, phone.page, SIX[:seats], 0, glance

    def press(self, selector):
        self.phone.tap(selector)

    def choose(self, selector):
        self.phone.tap(selector)

    def set_up(self, **goal):
        self.phone.open("/")
        self.press("a[href='/new/states']")
        for name in self.seats:
            self.page.fill("input[name=name]", name)
            self.press("button[name=enter]")
            expect(self.page.locator(f"input[name=player][value='{name}']")).to_have_count(1)
        if goal:
            self.press(".rulings > summary")
            self.press("[data-option=goal] summary")
            for name, value in goal.items():
                self.page.fill(f"[name='goal.{name}']", str(value))
        self.press("button[name=start]")
        self.page.wait_for_url("**/s/**")
        self.look()
        return self

    def find(self, state):
        self.press(TILE.format(state))

    def type_value(self, state):
        field = self.page.locator("#battle [name=value]")
        if field.input_value() != str(worth(state)):
            for digit in str(worth(state)):
                self.press(f"#battle [data-to=value][data-adds='{digit}']")
        expect(field).to_have_value(str(worth(state)))

    def tell(self, selector):
        """By the winner, or by the tanks."""
        if not self.page.locator(f"{selector} input").is_checked():
            self.choose(selector)

    def open(self, state):
        self.find(state)
        expect(self.page.locator("#battle [name=state]")).to_have_value(state)

    def taken(self, state, winner, ends=False):
        """The winner is told."""
        self.open(state)
        if self.page.locator("#battle [name=tanks]").count():
            self.type_value(state)
            self.tell(BY_WINNER)
        else:  # this table tells its tanks: the value comes first
            self.type_value(state)
            self.press("#battle [name=without][value=tanks]")
        self.press(f"#battle .by-winner [name=winner][value='{winner}']")
        return self if ends else self.settled()

    def fought(self, state, *tanks, ends=False):
        """The tanks are told."""
        self.open(state)
        self.type_value(state)
        if self.page.locator("#battle [name=tanks]").count():
            self.tell(BY_TANKS)
        else:
            self.press("#battle button.go")
            expect(self.page.locator("#battle [name=tanks]")).to_have_count(1)
        self.type_tanks(tanks)
        self.press("#battle button.go")
        return self if ends else self.settled()

    def type_tanks(self, tanks):
        for tank in tanks:
            self.press(f"#battle [data-to=tanks][data-adds='{tank}']")
        expect(self.page.locator("#battle [name=tanks]")).to_have_value(" ".join(map(str, tanks)))

    def undo(self):
        self.press("#undo")
        return self.settled()

    def settled(self):
        """The sheet shows what was noted, and the whole of it fits."""
        self.noted += 1
        expect(self.page.locator("#shelf input[name=after]")).to_have_value(str(self.noted))
        expect(self.page.locator("#slip dialog")).to_have_count(0)
        self.look()
        return self

    def look(self):
        if self.glance:
            assert self.phone.overflow == [0, 0]

    def says(self, sentence):
        expect(self.page.locator("#shelf .now")).to_contain_text(sentence)
        return self

    def sees_the_end(self, verdict, points):
        expect(self.page.locator(".win h2")).to_have_text(verdict)
        shown = [re.search(r"\d+", text)[0] for text in self.page.locator("#tally .sums .tag").all_inner_texts()]
        assert list(map(int, shown)) == points
        assert self.phone.overflow[1] <= 0
        return self


class Page(Thumb):
    """Without JavaScript our keys do nothing: numbers and names are typed."""

    def find(self, state):
        self.press("#to-battle")
        self.page.fill("input[type=search]", state.lower())
        self.press("form.choice .search button")

    def type_value(self, state):
        field = self.page.locator("#battle [name=value]")
        if field.get_attribute("type") != "hidden":
            field.fill(str(worth(state)))

    def type_tanks(self, tanks):
        self.page.fill("#battle [name=tanks]", " ".join(map(str, tanks)))


class Keys(Page):
    """A keyboard and nothing else."""

    def tab_to(self, reached):
        for _ in range(150):
            if self.page.evaluate(f"() => {{ const e = document.activeElement; return !!({reached}) }}"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {reached}")

    def press(self, selector):
        expect(self.page.locator(selector)).to_be_visible()
        self.tab_to(f"e.matches({selector!r})")
        self.page.keyboard.press("Enter")

    def choose(self, selector):
        self.tab_to("e.name === 'without'")
        self.page.keyboard.press("ArrowRight" if selector == BY_TANKS else "ArrowLeft")
        expect(self.page.locator(f"{selector} input")).to_be_checked()

    def type(self, selector, text):
        self.tab_to(f"e.matches({selector!r})")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def find(self, state):
        self.press("#to-battle")
        wait_for_slip(self.page)
        self.type("input[type=search]", state.lower())
        self.page.keyboard.press("Enter")

    def type_value(self, state):
        if self.page.locator("#battle [name=value]").get_attribute("type") != "hidden":
            self.type("#battle [name=value]", str(worth(state)))

    def type_tanks(self, tanks):
        self.type("#battle [name=tanks]", " ".join(map(str, tanks)))


def play_by_tanks(player):
    """Two seats, to 150 points. For Texas both play the 30: nobody takes it, and it comes back."""
    player.fought("OH", 12, 3).says("Ana takes Ohio: 6 flags")
    player.fought("TX", 30, 30).says("Nobody takes Texas")
    player.fought("NY", 4, 29)
    player.fought("TX", 9, 5)
    player.fought("CA", 8, 7, ends=True).sees_the_end("Ana wins with 180 points", [180, 40])


def test_a_whole_game_of_two_is_told_by_its_tanks(phone):
    player = Thumb(phone, 2).set_up()
    play_by_tanks(player)
    old = player.phone.path
    player.press("form[action$='/again'] button")
    expect(player.page.locator("#to-battle")).to_be_visible()
    assert player.phone.path != old


def at_table(phone, open_table, seats, taken):
    """Where these States were taken already: who took which."""
    table = open_table("states", players=SIX[:seats])
    for state, winner in taken.items():
        table.note("battle", state=state, value=worth(state), winner=winner)
    phone.open(table.address)
    player = Thumb(phone, seats)
    player.noted = len(taken)
    return player


def test_a_game_of_four_is_won_by_its_tenth_state(phone, open_table):
    taken = {"AL": 1, "FL": 2, **dict.fromkeys(("AK", "ME", "VT", "OR", "ID", "NV", "UT", "AZ"), 0)}
    player = at_table(phone, open_table, 4, taken)
    player.taken("HI", 3).taken("WA", 1).undo()
    player.taken("WA", 0)
    player.taken("RI", 0, ends=True).sees_the_end("Ana wins with 80 points", [80, 8, 8, 8])


def test_a_game_of_six_is_told_both_ways(phone, open_table):
    player = at_table(phone, open_table, 6, dict.fromkeys(("SD", "MN", "WI", "KS", "MO"), 0))
    player.taken("MT", 5)
    player.fought("ND", 30, 30, 12, 12, 4, 3).says("Eve takes North Dakota")
    player.fought("IA", 28, 27, 26, 25, 24, 23)
    player.taken("AR", 0, ends=True).sees_the_end("Ana wins with 56 points", [56, 0, 0, 0, 8, 8])


def test_a_whole_game_is_played_without_javascript(new_phone):
    play_by_tanks(Page(new_phone(java_script_enabled=False), 2, glance=False).set_up(points=150))


def test_a_whole_game_is_played_by_keyboard(new_phone):
    phone = new_phone(is_mobile=False, has_touch=False, viewport={"width": 1024, "height": 768})
    player = Keys(phone, 2, glance=False).set_up(points=120)
    player.fought("OH", 12, 3).taken("TX", 1)
    player.fought("CA", 8, 7, ends=True).sees_the_end("Ana wins with 120 points", [120, 60])


# At a table that is under way


@pytest.fixture
def table(open_table):
    return open_table("states")


@pytest.fixture
def told(table):
    """Ana took Ohio with the 12, Tom two States by word; for Texas all tanks were matched."""
    table.note("battle", state="OH", value=60, tanks=[12, 30, 30, 4])
    table.note("battle", state="CA", value=60, winner=1)
    table.note("battle", state="DE", value=8, winner=1)
    table.note("battle", state="TX", value=60, tanks=[9, 9, 8, 8])
    return table


@pytest.fixture
def three(open_table):
    return open_table("states", players=("Ana", "Tom", "Chloé"))


def wait_until_noted(phone, entries):
    expect(phone.find("#shelf input[name=after]")).to_have_value(str(entries))


def play_before(phone, open_table, **battle):
    """At a table where this phone scored: what it showed there is remembered."""
    table = open_table("states")
    phone.open(table.address)
    table.note("battle", winner=0, **battle)


def test_a_battle_for_a_remembered_state_is_two_taps(phone, open_table):
    """A State and its winner: the value comes from an earlier sitting."""
    play_before(phone, open_table, state="NY", value=40)
    table = open_table("states")
    phone.open(table.address)
    phone.tap(TILE.format("NY"))
    phone.tap("#battle [name=winner][value='2']")
    wait_until_noted(phone, 1)
    print(f"\na battle by its winner: {phone.taps} taps")
    assert phone.taps == 2
    assert table.sheet.points == (0, 0, 40, 0)


def test_a_battle_by_four_tanks_is_six_taps(phone, open_table):
    """The State, four tanks, and the yes: the value is known, and this table tells its tanks."""
    play_before(phone, open_table, state="NY", value=40)
    table = open_table("states")
    table.note("battle", state="OH", value=20, tanks=[1, 2, 3, 4])
    phone.open(table.address)
    phone.tap(TILE.format("NY"))
    for tank in (30, 12, 30, 7):
        phone.tap(f"#battle [data-to=tanks][data-adds='{tank}']")
    expect(phone.find("#preview")).to_contain_text("30 and 30 cancel out; Tom’s 12 takes New York")
    phone.tap("#battle button.go")
    wait_until_noted(phone, 2)
    print(f"\na battle by four tanks: {phone.taps} taps")
    assert phone.taps == 6
    assert table.sheet.points == (0, 40, 0, 20)


SIZES = ((360, 560), (390, 664), (844, 390), (1280, 800))


def test_who_took_a_state_is_one_press_once_its_points_are_there(new_phone, table):
    """Until then the question stands in the place of the names, and typing moves no key."""
    phone = new_phone(locale="de")
    phone.open(table.address + "note/battle?state=OR")
    winner, digit = "#battle [name=winner][value='1']", "#battle [data-to=value][data-adds='7']"
    expect(phone.find(winner)).to_be_hidden()
    for size in (*phone.at_each(SIZES), "twice the text"):
        if size == "twice the text":
            phone.text_at(200)
        expect(phone.find(".asks-value")).to_be_visible()
        assert phone.overflow[1] <= 0
    phone.text_at(100)
    phone.page.set_viewport_size({"width": 390, "height": 664})
    phone.page.wait_for_timeout(200)
    before = phone.boxes(digit)
    phone.find(digit).click()
    phone.page.wait_for_timeout(200)
    assert phone.boxes(digit) == before
    length = table.log.length
    phone.tap(winner)
    expect(phone.find("#sitting")).to_have_attribute("data-after", str(length + 1))
    assert (table.log.last.move.value, table.log.last.move.winner) == (7, 1)


FREE = """(key) => {
  const { left, top, width, height } = key.getBoundingClientRect();
  return key.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""  # nothing lies over its middle


def test_the_keys_of_a_battle_are_under_the_thumb(phone, open_table):
    """The letters, the tanks and what notes them; each key as large as a thumb."""
    table = open_table("states")
    table.note("battle", state="OH", value=20, tanks=[1, 2, 3, 4])
    phone.open(table.address + "note/battle")
    for _ in phone.at_each(SIZES):
        expect(phone.find(".letters .key >> nth=-1")).to_be_in_viewport(ratio=1)
        expect(phone.find("#open-states .key >> nth=0")).to_be_in_viewport(ratio=1)
    phone.open(table.address + "note/battle?state=TX&value=38")
    for _ in phone.at_each(SIZES):
        for key in ("[data-adds='1'][data-to=tanks]", "[data-adds='30']", "[data-rubs=tanks]", "button.go"):
            expect(phone.find(f"#battle {key}")).to_be_in_viewport(ratio=1)
            assert phone.find(f"#battle {key}").evaluate(FREE), key
        widths = phone.find("#battle .tank-keys .key:visible").evaluate_all(
            "(keys) => keys.map((key) => Math.min(key.offsetWidth, key.offsetHeight))"
        )
        assert min(widths) >= 44


def test_the_tank_pile_says_what_it_shows_and_when_to_shuffle(phone, told):
    phone.open(told.address)
    expect(phone.find("#counter .legend")).to_have_text("8 known of 16 played since the last shuffle")
    phone.tap("#counter a")
    slip = phone.find("#slip dialog")
    expect(slip).to_contain_text("60 − 20 in hands − 16 played = 24")
    expect(slip).to_contain_text("8 more are unknown: battles noted without tanks")
    phone.tap("#slip form:has([value=reshuffle]) button")
    wait_until_noted(phone, 5)
    expect(phone.find("#counter")).to_contain_text("40")


def test_a_value_is_typed_on_our_keypad(phone, table):
    phone.open(table.address)
    phone.tap(TILE.format("GA"))
    value = phone.find("#battle [name=value]")
    expect(value).to_have_attribute("inputmode", "none")
    for key in ("[data-adds='1']", "[data-adds='9']", "[data-rubs=value]", "[data-adds='2']"):
        phone.tap(f"#battle .digits {key}")
    expect(value).to_have_value("12")
    phone.tap("#battle [name=winner][value='0']")
    wait_until_noted(phone, 1)
    assert table.sheet.points[0] == 12


def test_another_value_than_the_remembered_one_can_be_typed(phone, open_table):
    play_before(phone, open_table, state="SC", value=7)
    table = open_table("states")
    phone.open(table.address)
    phone.tap(TILE.format("SC"))
    expect(phone.find("#battle .digits")).to_be_hidden()
    phone.tap("#battle .for-what .pick")
    phone.tap("#battle [data-rubs=value]")
    phone.tap("#battle .digits [data-adds='9']")
    phone.tap("#battle [name=winner][value='0']")
    wait_until_noted(phone, 1)
    assert table.sheet.points[0] == 9


SHOWN = "(list) => [...list.children].filter((e) => !e.hidden).map((e) => e.querySelector('b').innerText)"


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_the_list_is_narrowed_by_what_one_reads_on_the_card(new_phone, table, language):
    phone = new_phone(locale=language).open(table.address + "note/battle")
    for _, typed, fitting, _ in (case for case in SEARCHES if case[0] == language):
        phone.page.fill("input[type=search]", typed)
        assert phone.find("#open-states").evaluate(SHOWN) == fitting, typed


ODD = (
    "",
    " ",
    "n",
    "carol",
    " Géorgie ",
    "du n",
    "new  y",
    "-",
    "é",
    "İ",
    "ß",
    "ﬁ",
    "Ⅿ",
    "A\u0301",
    "A\u20dd",
    "🧀",
    "N’Y",
)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_and_the_server_find_the_same(new_phone, table, language):
    phone = new_phone(locale=language).open(table.address + "note/battle")
    keys = phone.find("#open-states .key").evaluate_all(
        "(all) => all.map((key) => [...key.children].map((e) => e.innerText))"
    )
    names = {STATE_NAMES[code]: name for code, name, *_ in keys}
    for typed in ODD:
        phone.page.fill("input[type=search]", typed)
        found = [state.code for state in search(names.get, typed) if state.fits]
        assert phone.find("#open-states").evaluate(SHOWN) == found, typed


def test_taken_states_are_shown_as_taken_and_found(phone, told):
    phone.open(told.address)
    phone.tap("#to-battle")
    wait_for_slip(phone.page)
    phone.find("input[type=search]").press_sequentially("cali")
    key = phone.find("#open-states li:visible .key")
    expect(key).to_have_count(1)
    expect(key).to_have_accessible_name("CA California taken by Tom")
    key.tap()
    expect(phone.find("#slip dialog")).to_contain_text("California: 60 points")


def test_another_value_of_a_state_that_came_back_is_announced_and_noted(phone, told):
    phone.open(told.address)
    phone.tap(TILE.format("TX"))
    said = phone.find("#battle p.quiet")
    phone.tap("#battle .for-what .pick")
    expect(said).to_have_text("Was 60 before: enter a new value and it counts, the old one is dropped")
    expect(said).to_be_in_viewport(ratio=1)
    for key in ("[data-rubs=value]", "[data-rubs=value]", "[data-adds='7']"):
        phone.tap(f"#battle .digits {key}")
    phone.tap(BY_WINNER)
    phone.tap("#battle [name=winner][value='3']")
    wait_until_noted(phone, 5)
    assert told.sheet.points[3] == 7


def test_a_table_that_shuffles_early_says_so(phone, told):
    phone.open(told.address + "menu")
    phone.tap("#slip form:has([value=reshuffle]) button")
    wait_until_noted(phone, 5)
    expect(phone.find("#shelf .now")).to_contain_text("Shuffled: 40 tanks in the pile")
    expect(phone.find("#said")).to_contain_text("Shuffled")


@pytest.mark.parametrize(("letters", "state"), [("NEWY", "NY"), ("AZ", "AZ")])
def test_a_state_is_found_by_our_letters(phone, table, letters, state):
    phone.open(table.address)
    phone.tap("#to-battle")
    for letter in letters:
        phone.tap(f"#slip .letters [data-adds='{letter}']")
    expect(phone.find("#open-states li:visible")).to_have_count(1)
    phone.tap("#open-states li:visible a")
    expect(phone.find("#battle [name=state]")).to_have_value(state)


def test_a_tap_on_a_taken_tile_says_how_it_was_taken(phone, told):
    phone.open(told.address)
    phone.tap("#sheet .over a[href$='why/battle.OH']")
    expect(phone.find("#slip dialog")).to_contain_text("30 and 30 cancel out; Ana’s 12 takes Ohio")


def test_thirty_thirty_and_twelve_are_explained_before_they_are_noted(phone, three):
    player = Thumb(phone, 3)
    phone.open(three.address)
    player.open("OH")
    player.type_value("OH")
    player.tell(BY_TANKS)
    preview = phone.find("#preview")
    for tank, sentence in (
        (30, "Tom’s tank?"),
        (30, "Chloé’s tank?"),
        (12, "30 and 30 cancel out; Chloé’s 12 takes Ohio"),
    ):
        phone.tap(f"#battle [data-to=tanks][data-adds='{tank}']")
        expect(preview).to_contain_text(sentence)
    phone.tap("#battle button.go")
    wait_until_noted(phone, 1)
    expect(phone.find("#shelf .now")).to_contain_text("Chloé takes Ohio: 6 flags")
    expect(phone.find("#said")).to_contain_text("Chloé’s 12 takes Ohio")
    assert three.sheet.battles["OH"].winner == 2


def test_where_all_tanks_match_the_state_comes_back_with_its_value(phone, told):
    phone.open(told.address)
    expect(phone.find(".tiles g.again")).to_have_text("TX")
    phone.tap(TILE.format("TX"))
    expect(phone.find("#battle [name=value]")).to_have_value("60")
    expect(phone.find("#battle .digits")).to_be_hidden()
    phone.tap(BY_WINNER)
    phone.tap("#battle [name=winner][value='3']")
    wait_until_noted(phone, 5)
    expect(phone.find(".tiles g.again")).to_have_count(0)
    assert told.sheet.points[3] == 60


def test_tanks_that_have_gone_twice_can_not_be_played_again(phone, told):
    phone.open(told.address)
    phone.tap(TILE.format("TX"))
    expect(phone.find("#battle [data-to=tanks][data-adds='30']")).to_be_disabled()
    expect(phone.find("#battle [data-to=tanks][data-adds='12']")).to_be_enabled()


def test_a_refused_battle_keeps_what_was_typed_and_says_why(phone, three):
    player = Thumb(phone, 3)
    phone.open(three.address)
    player.open("OH")
    player.type_value("OH")
    player.tell(BY_TANKS)
    player.type_tanks((30, 12))
    phone.tap("#battle button.go")
    expect(phone.find("#preview .wrong")).to_be_in_viewport(ratio=1)
    phone.page.wait_for_load_state("networkidle")  # no preview takes its place
    expect(phone.find("#preview .wrong")).to_contain_text("that makes 3, not 2")
    expect(phone.find("#battle [name=tanks]")).to_have_value("30 12")
    expect(phone.find("#battle [name=value]")).to_have_value("60")
    phone.tap("#battle [data-to=tanks][data-adds='4']")
    phone.tap("#battle button.go")
    wait_until_noted(phone, 1)
    assert three.sheet.battles["OH"].winner == 0


def test_a_battle_that_reaches_nobody_goes_out_by_itself_later(phone, told, line):
    phone.may_fail = True  # Chromium writes of the lost line to its console
    phone.open(told.address)
    phone.tap(TILE.format("TX"))
    phone.tap(BY_WINNER)
    with line(phone).lost():
        phone.tap("#battle [name=winner][value='3']")
        expect(phone.find("#waits button")).to_have_count(1)
    wait_until_noted(phone, 5)
    assert told.log.length == 5


# At a glance


@pytest.fixture
def fits(at_a_glance):
    return lambda phone: at_a_glance(phone, "#sheet", "#counter", "#shelf", "#pad")


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_four_seats_fit_at_a_glance(new_phone, told, fits, each_font, language):
    phone = new_phone(locale=language)
    fits(phone.open(told.address))
    expect(phone.find("html")).to_have_attribute("lang", language)
    for part in ("", "?state=TX", "?state=MA", "?state=MA&value=8"):
        phone.open(f"{told.address}note/battle{part}")
        slip = phone.find("#slip dialog")
        assert all(slip.evaluate("(e) => e.scrollHeight <= e.clientHeight") for _ in each_font(phone)), part
    for state in ("PA", "NJ", "MD"):
        told.note("battle", state=state, value=8, winner=1)
    fits(phone.open(told.address))  # enough points, too few States


@pytest.mark.parametrize(("seats", "height"), [(2, 664), (5, 664), (6, 664), (4, 844)])
def test_other_tables_and_taller_phones_fit_too(new_phone, open_table, fits, seats, height):
    table = open_table("states", players=SIX[:seats])
    phone = new_phone(viewport={"width": 390, "height": height})
    fits(phone.open(table.address))
    table.note("battle", state="OH", value=40, tanks=list(range(1, seats + 1)))
    fits(phone.open(table.address))


# Every screen


def at(part):
    return lambda phone, table: phone.open(table.address + part)


def tanks_typed(phone, table):
    phone.open(table.address + "note/battle?state=TX")
    for tank in (1, 2):
        phone.tap(f"#battle [data-to=tanks][data-adds='{tank}']")
    expect(phone.find("#preview")).to_contain_text("Chloé’s tank?")


def refused(phone, table):
    tanks_typed(phone, table)
    phone.tap("#battle button.go")
    expect(phone.find("#preview .wrong")).to_be_visible()


def over(phone, table):
    table.note("end")
    phone.open(table.address)


ROOMS = {
    "set-up": lambda phone, table: phone.open("/new/states"),
    "sheet": at(""),
    "sheet, watching": lambda phone, table: phone.open(table.watching),
    "find a State": at("note/battle"),
    "find a State, several fit": at("note/battle?state=new"),
    "find a State, none fits": at("note/battle?state=bavaria"),
    "a battle by its winner": at("note/battle?state=MA&value=8&without=tanks"),
    "a battle, the value first": at("note/battle?state=MI"),
    "a battle by tanks": tanks_typed,
    "a battle, refused": refused,
    "a battle corrected": at("log/1"),
    "a battle by its winner corrected": at("log/2"),
    "why a battle": at("why/battle.OH"),
    "why a total": at("why/total.1"),
    "why the tanks": at("why/tanks"),
    "menu": at("menu"),
    "the end": over,
}


def for_thumbs(phone, targets):
    """The map's tiles are smaller than a thumb: whoever misses one finds its State in the list."""
    tiles = [False] * phone.find(".over a").count()
    found = [box for box in targets(phone) if box["what"] != "slip-title"]  # which is read first, and not for thumbs
    nameless = [box["what"] != "" for box in found if not box["what"]]
    assert nameless == tiles
    return [box for box in found if box["what"]]


@pytest.mark.parametrize("room", ROOMS)
def test_every_screen_is_fit_for_thumbs_and_readers(new_phone, told, targets, assert_fit, room):
    phone = new_phone(reduced_motion="reduce", color_scheme="light")
    ROOMS[room](phone, told)
    assert_fit(phone, for_thumbs(phone, targets))


def test_a_tie_is_explained_and_fit_too(new_phone, open_table, targets, assert_fit):
    table = open_table("states")
    for state, winner in (("AL", 0), ("FL", 1)):
        table.note("battle", state=state, value=8, winner=winner)
    table.note("end")
    phone = new_phone(reduced_motion="reduce", color_scheme="light").open(table.address)
    phone.tap("a[href$='/why/tie']")
    expect(phone.find("#slip dialog")).to_contain_text("no rulebook breaks the tie")
    assert_fit(phone, for_thumbs(phone, targets))


# Colours


def test_who_sees_no_colours_sees_the_marks(phone, open_table):
    """On every taken tile, and beside every name, the same mark: one for each of six."""
    table = open_table("states", players=SIX)
    states = ("AL", "FL", "HI", "WA", "OR", "ID")
    for seat, state in enumerate(states):
        table.note("battle", state=state, value=8, winner=seat)
    phone.open(table.address)
    phone.session().send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    marks = []
    for seat, state in enumerate(states):
        tile = phone.find(f".tiles g.s{seat + 1}")
        expect(tile).to_have_text(state)
        mark = tile.locator("use")
        expect(mark).to_be_visible()
        marks.append(mark.get_attribute("href"))
        expect(phone.find(f"#seat-{seat} .mark use")).to_have_attribute("href", marks[-1])
    assert len(set(marks)) == 6


def test_the_sitting_page_is_light(weight, told):
    assert weight(told.address)[1] <= 75_000


def test_a_state_that_another_phone_was_quicker_to_take_is_refused_in_full_width(new_phone, table):
    phone = new_phone(viewport={"width": 360, "height": 560}, locale="de").open(table.address)
    phone.tap(TILE.format("OH"))
    phone.find("#battle [name=value]").wait_for()
    table.note("battle", state="OH", value=60, winner=0)
    phone.tap("#battle .digits [data-adds='8']")
    phone.tap("#battle [name=winner][value='1']")
    refusal = phone.find("#wrong-state")
    expect(refusal).to_contain_text("Ohio")
    assert refusal.bounding_box()["width"] == phone.find("#open-states").bounding_box()["width"]


def test_on_a_laptop_all_is_read_of_what_the_tank_pile_holds(new_phone, open_table):
    table = open_table("states", players=("Ana", "Tom", "Chloé"))
    for state, tanks in (("OH", [12, 30, 29]), ("TX", [9, 8, 7])):
        table.note("battle", state=state, value=12, tanks=tanks)
    table.note("reshuffle")
    table.note("battle", state="ME", value=12, tanks=[12, 30, 29])
    table.note("battle", state="NH", value=12, winner=1)
    laptop = new_phone({"width": 1366, "height": 768}, is_mobile=False, has_touch=False).open(table.address)
    said = laptop.find("#counter .pile > small")
    expect(said).to_contain_text("known of")
    right = "e => [e, ...e.children].map(part => part.getBoundingClientRect().right)"
    assert max(said.evaluate(right)) <= laptop.find("#counter").evaluate("e => e.getBoundingClientRect().right")
