"""Pasta on a phone: whole games by thumb, without a script and by keyboard; thefts, the token, the hands, the pile."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from companion.rules.pasta.moves import SHAPES

SIX = ("Ana", "Tom", "Chloé", "Max", "Eve", "Bo")
MACARONI, SPAGHETTI, FARFALLE, FUSILLI, PENNE, *_, TAGLIATELLE = range(len(SHAPES))


def pick(name, value):
    return f"#pad .pick:has([name={name}][value='{value}'])"


class Thumb:
    """Plays by touch."""

    def __init__(self, phone, seats, glance=True):
        self.phone, self.page, self.seats, self.noted, self.glance = phone, phone.page, SIX[:seats], 0, glance

    def press(self, selector):
        self.phone.tap(selector)

    def choose(self, name, value):
        self.phone.tap(pick(name, value))

    def set_up(self, **options):
        self.phone.open("/")
        self.press("a[href='/new/pasta']")
        for name in self.seats:
            self.page.fill("input[name=name]", name)
            self.press("button[name=enter]")
            expect(self.page.locator(f"input[name=player][value='{name}']")).to_have_count(1)
        if options:
            self.press(".rulings > summary")
        for name, value in options.items():
            self.press(f"[data-option={name}] summary")
            if name == "deck":
                self.page.fill("[name=deck]", value)
            else:
                self.press(f".pick:has([name={name}][value={value}])")
        self.press("button[name=start]")
        self.page.wait_for_url("**/s/**")
        return self.look()

    def bank(self, shape, pasta=3, sauce=0, rob=None, stolen="pasta"):
        self.choose("shape", shape)
        for name, value in (("pasta", pasta), ("sauce", sauce)):
            if not self.page.locator(f"#pad [name={name}][value='{value}']").is_checked():
                self.choose(name, value)
        if rob is not None:
            self.choose("steal_from", rob)
        if stolen == "sauce":
            self.press("#pad .a-sauce")
        self.press("#bank")
        return self.settled()

    def take(self, cards):
        self.press("#to-take")
        self.press(f"#take [name=cards][value='{cards}']")
        return self

    def undo(self):
        self.press("#undo")
        return self.settled()

    def ask(self, number):
        self.press(f"a[href$='/why/{number}']")
        expect(self.page.locator("#slip-title")).to_be_visible()
        self.press("#slip .big[data-closes]")
        expect(self.page.locator("#slip dialog")).to_have_count(0)
        return self

    def settled(self):
        self.noted += 1
        expect(self.page.locator("#pad input[name=after]")).to_have_value(str(self.noted))
        expect(self.page.locator("#slip dialog")).to_have_count(0)
        return self.look()

    def look(self):
        if self.glance:
            assert self.phone.overflow == [0, 0]
        return self

    def says(self, sentence):
        expect(self.page.locator("#shelf .now")).to_contain_text(sentence)
        if self.glance and self.noted:
            expect(self.page.locator("#said")).to_contain_text(sentence)
        return self

    def count(self):
        self.press("#to-end")
        self.press("#end button.go")
        return self

    def sees_the_end(self, verdict, totals):
        expect(self.page.locator(".win h2")).to_have_text(verdict)
        shown = self.page.locator("#tally .sums .tag").all_inner_texts()
        assert [int(text.split()[-1]) for text in shown] == list(totals)
        assert self.phone.overflow[1] <= 0
        return self


class Keys(Thumb):
    """A keyboard and nothing else."""

    def tab_to(self, reached):
        for _ in range(120):
            if self.page.evaluate(f"() => {{ const e = document.activeElement; return !!({reached}) }}"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {reached}")

    def press(self, selector):
        expect(self.page.locator(selector)).to_be_visible()
        self.tab_to(f"e.matches({selector!r})")
        self.page.keyboard.press("Enter")

    def choose(self, name, value):
        """Tab to the group, then the arrows; the space bar where nothing is chosen yet."""
        radio = self.page.locator(f"#pad [name={name}][value='{value}']")
        self.tab_to(f"e.name === {name!r}")
        self.page.keyboard.press("Space")
        for _ in range(12):
            if radio.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"no arrow leads to {name} {value}")


def play_on_the_table(player):
    """Four seats. Chloé robs Ana and takes the token, Ana robs her back; Tom's single card takes the token from her."""
    player.bank(MACARONI)
    player.bank(SPAGHETTI, sauce=1)
    player.bank(MACARONI, pasta=2, rob=0).says("Al Dente is with Chloé: −2")
    player.bank(FARFALLE, pasta=5)
    player.bank(MACARONI, rob=2)
    player.bank(SPAGHETTI, pasta=4).undo()
    player.ask("total.0").ask("token")
    player.bank(PENNE, pasta=1).says("Al Dente goes from Chloé to Tom: −2")
    player.count().sees_the_end("Ana wins with 6", (6, 3, 2, 5))


@pytest.mark.long
def test_a_whole_game_of_four_is_played_with_one_thumb(phone):
    player = Thumb(phone, 4)
    play_on_the_table(player.set_up())
    expect(player.page.locator(".ifs")).to_contain_text("Tom would have won.")
    old = player.phone.path
    player.press("form[action$='/again'] button")
    expect(player.page.locator("#token")).to_have_count(0)
    expect(player.page.locator("#pad")).to_be_visible()
    assert player.phone.path != old


def test_a_whole_game_of_two_ends_with_the_last_card_of_the_pile(phone):
    player = Thumb(phone, 2).set_up(track="hands", deck="30")
    counter = phone.find("#counter .fig")
    for cards, left in ((5, "9"), (4, "5")):
        player.take(cards).settled()
        expect(counter).to_have_text(left)
    player.bank(FUSILLI)
    player.bank(PENNE, pasta=2).says("Al Dente is with Tom: −2")
    player.take(3).settled()
    player.take(2).sees_the_end("Ana wins with 3", (3, 0))


def test_a_sauce_is_stolen_at_a_table_of_six(phone, open_table):
    table = open_table("pasta", players=SIX)
    for shape in range(6):
        table.note("bank", player=shape, shape=shape, pasta=3, sauce=1)
    phone.open(table.address)
    player = Thumb(phone, 6)
    player.noted = 6
    player.bank(FARFALLE, rob=2, stolen="sauce")
    player.bank(FARFALLE, pasta=2, rob=0).says("Al Dente is with Tom: −2")
    player.count().sees_the_end("Ana wins with 7", (7, 5, 3, 4, 4, 4))


def test_what_a_bank_would_do_is_not_said_once_it_is_done(phone, told):
    """The answer to what was asked while it was chosen comes after the bank: then it is about one more bank."""
    phone.open(told.address)
    late = []
    phone.page.route("**/preview?*", lambda route: late.append(route))
    player = Thumb(phone, 4)
    player.noted = told.log.length
    player.choose("shape", PENNE)
    player.choose("pasta", 1)
    player.press("#bank")
    player.settled()
    said = phone.find("#shelf .now").inner_text()
    key = phone.find("#bank").inner_text()
    assert late
    for route in late:
        with phone.page.expect_response("**/preview?*"):
            route.continue_()
    phone.page.wait_for_timeout(100)
    assert phone.find("#shelf .now").inner_text() == said
    assert phone.find("#bank").inner_text() == key


def test_nor_when_the_table_was_shown_before_its_own_answer_came(phone, told):
    """Then the keys that are still pressed are asked about once more, as of one more bank."""
    phone.open(told.address)
    late, answers = [], []
    player = Thumb(phone, 4)
    player.noted = told.log.length
    player.choose("shape", PENNE)
    player.choose("pasta", 1)
    expect(phone.find("#preview .does")).to_contain_text("Penne")
    phone.page.route("**/preview?*", lambda route: late.append(route))
    phone.page.route("**/taps", lambda route: answers.append((route, route.fetch())), times=1)
    with phone.page.expect_request("**/preview?*"):
        player.press("#bank")
    ((route, answer),) = answers
    route.fulfill(response=answer)
    player.settled()
    expect(phone.find("#pad :checked:not(:default)")).to_have_count(0)
    said = phone.find("#shelf .now").inner_text()
    for one in late:
        with phone.page.expect_response("**/preview?*"):
            one.continue_()
    phone.page.wait_for_timeout(100)
    assert phone.find("#shelf .now").inner_text() == said


@pytest.mark.long
def test_a_whole_game_is_played_without_javascript(new_phone):
    play_on_the_table(Thumb(new_phone(java_script_enabled=False), 4, glance=False).set_up())


@pytest.mark.long
def test_a_whole_game_is_played_by_keyboard(new_phone):
    phone = new_phone(is_mobile=False, has_touch=False, viewport={"width": 1024, "height": 768})
    player = Keys(phone, 4, glance=False).set_up()
    play_on_the_table(player)
    phone.page.keyboard.press("Tab")
    assert phone.page.evaluate("() => document.activeElement.tagName") in ("A", "BUTTON")


# At a table that is under way


@pytest.fixture
def table(open_table):
    return open_table("pasta")


@pytest.fixture
def told(table):
    """Each has banked; Chloé stole from Ana, and took the token with her two cards."""
    table.note("bank", player=0, shape=MACARONI, pasta=3)
    table.note("bank", player=1, shape=SPAGHETTI, pasta=3, sauce=1)
    table.note("bank", player=2, shape=MACARONI, pasta=2, steal_from=0)
    table.note("bank", player=3, shape=MACARONI, pasta=3, sauce=2)
    return table


@pytest.fixture
def by_hand(open_table):
    table = open_table("pasta", track="hands", deck=60)
    for seat, cards in enumerate((6, 3, 5)):
        table.note("take", player=seat, cards=cards)
    table.note("bank", player=0, shape=FUSILLI, pasta=2)
    return table


def test_a_bank_with_a_theft_is_five_taps_at_most(phone, told):
    phone.open(told.address)
    phone.tap(pick("shape", MACARONI))
    phone.tap(pick("pasta", 4))
    phone.tap(pick("sauce", 1))
    phone.tap(pick("steal_from", 3))
    expect(phone.find("#preview")).to_contain_text("Bank 5 Macaroni for Ana")
    expect(phone.find("#preview")).to_contain_text("and steal one from Maximilian: 8 on the table")
    phone.tap("#bank")
    expect(phone.find("#pad input[name=after]")).to_have_value("5")
    print(f"\na bank with a theft: {phone.taps} taps")
    assert phone.taps == 5
    assert told.sheet.groups[0][MACARONI] == (7, 1)


def test_a_bank_of_three_with_a_theft_is_three_taps(phone, told):
    phone.open(told.address)
    phone.tap(pick("shape", MACARONI))
    phone.tap(pick("steal_from", 3))
    phone.tap("#bank")
    expect(phone.find("#pad input[name=after]")).to_have_value("5")
    print(f"\na bank of three with a theft: {phone.taps} taps")
    assert phone.taps == 3


@pytest.mark.parametrize("javascript", [True, False])
def test_only_those_who_can_be_robbed_are_offered(new_phone, told, javascript):
    phone = new_phone(java_script_enabled=javascript).open(told.address)
    offered = phone.find("#pad .robs:visible")
    expect(offered).to_have_count(0)
    for shape, names in ((MACARONI, ["Chloé", "Maximilian"]), (SPAGHETTI, ["Tom"]), (PENNE, [])):
        phone.tap(pick("shape", shape))
        expect(offered).to_have_count(len(names))
        assert [text.strip() for text in offered.all_inner_texts()] == names
    expect(phone.find("#pad .no-theft")).to_be_visible()
    phone.tap(pick("shape", MACARONI))
    phone.tap(pick("steal_from", 2))
    expect(phone.find("#pad .a-sauce")).to_be_hidden()
    phone.tap(pick("steal_from", 3))
    expect(phone.find("#pad .a-sauce")).to_be_visible()


def test_a_theft_that_another_shape_has_hidden_is_given_up(phone, told):
    phone.open(told.address)
    phone.tap(pick("shape", MACARONI))
    phone.tap(pick("steal_from", 3))
    phone.tap("#pad .a-sauce")
    expect(phone.find("#preview")).to_contain_text("steal a sauce from Maximilian")
    phone.tap(pick("shape", SPAGHETTI))
    expect(phone.find("#preview")).to_have_text(re.compile("Bank 3 Spaghetti for Ana\\s*3 on the table"))
    phone.tap("#bank")
    expect(phone.find("#pad input[name=after]")).to_have_value("5")
    assert told.sheet.groups[3][MACARONI] == (3, 2)
    assert told.sheet.groups[1][SPAGHETTI] == (3, 1)


def test_the_token_lies_before_its_holder_and_moves(phone, told):
    phone.open(told.address)
    expect(phone.find(".basket:has(#seat-2) #token")).to_be_in_viewport(ratio=1)
    phone.tap(pick("shape", PENNE))
    phone.tap(pick("pasta", 2))
    expect(phone.find("#shelf #notice")).to_have_text("Al Dente goes from Chloé to Ana: −2")
    phone.tap(pick("pasta", 3))
    expect(phone.find("#shelf #notice")).to_have_text("Tap shape and number")
    phone.tap(pick("pasta", 2))
    phone.tap("#bank")
    expect(phone.find(".basket:has(#seat-0) #token")).to_be_in_viewport(ratio=1)
    expect(phone.find("#token")).to_have_count(1)
    expect(phone.find("#said")).to_contain_text("Al Dente goes from Chloé to Ana: −2")


def test_a_tap_on_a_name_lets_somebody_else_bank(phone, told):
    phone.open(told.address)
    phone.tap("#seat-2")
    expect(phone.find("#seat-2")).to_have_attribute("aria-current", "true")
    phone.tap(pick("shape", FUSILLI))
    phone.tap("#bank")
    expect(phone.find("#shelf .now")).to_contain_text("Maximilian’s turn")
    assert told.sheet.groups[2][FUSILLI] == (3, 0)


# For whom


def expect_chosen(phone, **chosen):
    for name, value in chosen.items():
        expect(phone.find(f"#pad [name={name}]:checked")).to_have_value(str(value))


def test_a_tap_on_another_name_keeps_what_was_chosen(phone, told):
    """And says whose it is now, on the shelf and on the key; after a reload, too."""
    phone.open(told.address)
    for name, value in (("shape", MACARONI), ("pasta", 4), ("sauce", 1), ("steal_from", 3)):
        phone.tap(pick(name, value))
    phone.tap("#pad .a-sauce")
    expect(phone.find("#preview .does")).to_have_text("Bank 5 Macaroni for Ana")
    phone.tap("#seat-1")
    expect(phone.find("#preview .does")).to_have_text("Bank 5 Macaroni for Tom")
    expect(phone.find("#preview")).to_contain_text("and steal a sauce from Maximilian")
    expect(phone.find("#shelf .now")).to_contain_text("For Tom")
    expect_chosen(phone, shape=MACARONI, pasta=4, sauce=1, steal_from=3)
    phone.page.reload()
    expect(phone.find("#shelf .now")).to_contain_text("For Tom")
    expect(phone.find("#preview")).to_contain_text("Bank for Tom")


def test_nobody_robs_themselves_when_their_name_is_tapped(phone, told):
    phone.open(told.address)
    for name, value in (("shape", MACARONI), ("pasta", 5), ("steal_from", 3)):
        phone.tap(pick(name, value))
    phone.tap("#seat-3")
    expect(phone.find("#preview .does")).to_have_text("Bank 5 Macaroni for Maximilian")
    expect(phone.find("#preview .sub")).to_have_text("10 on the table")
    expect_chosen(phone, shape=MACARONI, pasta=5, steal_from="")
    assert [text.strip() for text in phone.find("#pad .robs:visible").all_inner_texts()] == ["Ana", "Chloé"]


def test_what_another_phone_notes_keeps_whose_it_is_and_what_was_chosen(new_phone, told):
    phone = new_phone().open(told.address)
    expect(phone.find("#live")).to_contain_text("Live")
    phone.tap("#seat-2")
    for name, value in (("shape", MACARONI), ("pasta", 2), ("steal_from", 3)):
        phone.tap(pick(name, value))
    other = new_phone().open(told.address)
    other.tap(pick("shape", PENNE))
    other.tap("#bank")
    expect(phone.find("#sheet")).to_contain_text("3 Penne")
    expect(phone.find("#pad input[name=after]")).to_have_value("5")
    expect_chosen(phone, shape=MACARONI, pasta=2, steal_from=3)
    expect(phone.find("#shelf .now")).to_contain_text("For Chloé")
    expect(phone.find("#preview .does")).to_have_text("Bank 2 Macaroni for Chloé")
    phone.tap("#bank")
    expect(phone.find("#pad input[name=after]")).to_have_value("6")
    assert told.sheet.groups[2][MACARONI] == (6, 0)


def test_a_theft_stays_with_its_victim_when_the_turn_moves_on(new_phone, told):
    """Of keys that had moved by a place, the next one would have been pressed."""
    phone = new_phone().open(told.address)
    for name, value in (("shape", MACARONI), ("steal_from", 2)):
        phone.tap(pick(name, value))
    other = new_phone().open(told.address)
    other.tap(pick("shape", PENNE))
    other.tap("#bank")
    expect(phone.find("#preview .does")).to_have_text("Bank 3 Macaroni for Tom")
    expect_chosen(phone, shape=MACARONI, steal_from=2)
    expect(phone.find("#preview .sub")).to_contain_text("and steal one from Chloé")


def test_a_bank_that_is_on_its_way_is_not_banked_again_when_another_phone_notes(new_phone, told):
    phone, other = new_phone().open(told.address), new_phone().open(told.address + "seats/3/name")
    expect(phone.find("#live")).to_contain_text("2 phones")
    held = []
    phone.page.route("**/taps", lambda route: held.append(route), times=1)
    phone.tap(pick("shape", PENNE))
    phone.tap("#bank")
    other.page.fill("input[name=name]", "Moritz")
    other.tap("#slip button.go")
    expect(phone.find("#sheet")).to_contain_text("Moritz")
    phone.page.wait_for_timeout(900)
    phone.page.evaluate("() => document.getElementById('bank').click()")
    held.pop().continue_()
    expect(phone.find("#sheet")).to_contain_text("3 Penne")
    phone.page.wait_for_timeout(300)
    assert [entry.kind for entry in told.log.entries[4:]] == ["rename", "move"]
    expect(phone.find("#pad :checked:not(:default)")).to_have_count(0)


def test_a_refused_bank_that_is_put_away_is_still_on_the_pad(phone, told):
    phone.open(told.address)
    phone.tap("#seat-1")
    for name, value in (("shape", FUSILLI), ("pasta", 7), ("sauce", 2)):
        phone.tap(pick(name, value))
    phone.tap("#bank")
    expect(phone.find("#slip-title")).to_have_text("Tom banks a shape")
    phone.page.wait_for_timeout(600)  # a look, before it is put away
    phone.tap("#slip .full[data-closes]")
    expect(phone.find("#slip dialog")).to_have_count(0)
    expect(phone.find("#shelf .now")).to_contain_text("For Tom")
    expect_chosen(phone, shape=FUSILLI, pasta=7, sauce=2)
    phone.tap(pick("sauce", 0))
    expect(phone.find("#preview .does")).to_have_text("Bank 7 Fusilli for Tom")
    phone.tap("#bank")
    expect(phone.find("#pad input[name=after]")).to_have_value("5")
    expect(phone.find("#pad [name=shape]:checked")).to_have_count(0)
    assert told.sheet.groups[1][FUSILLI] == (7, 0)


def test_without_a_script_the_key_says_whose_it_is_too(new_phone, told):
    phone = new_phone(java_script_enabled=False).open(told.address)
    expect(phone.find("#bank")).to_contain_text("Bank for Ana")
    phone.tap("#seat-1")
    expect(phone.find("#bank")).to_contain_text("Bank for Tom")
    expect(phone.find("#shelf .now")).to_contain_text("For Tom")
    for name, value in (("shape", FUSILLI), ("pasta", 7), ("sauce", 2)):
        phone.tap(pick(name, value))
    phone.tap("#bank")
    expect(phone.find("#slip-title")).to_have_text("Tom banks a shape")
    expect(phone.find("#slip [name=shape]:checked")).to_have_value(str(FUSILLI))
    expect(phone.find("#shelf .now")).to_contain_text("For Tom")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_correction_offers_only_whom_one_could_rob_then(new_phone, told, javascript):
    """Chloé's theft, the third entry: Maximilian had no macaroni yet, and nobody robs themselves."""
    phone = new_phone(java_script_enabled=javascript).open(told.address + "log/3")
    offered = phone.find("#slip .robs:visible")
    assert [text.strip() for text in offered.all_inner_texts()] == ["Ana"]
    expect(phone.find("#slip [name=steal_from]:checked")).to_have_value("0")
    phone.tap("#slip .pick:has([name=player][value='0'])")
    expect(offered).to_have_count(0)
    phone.tap("#slip .pick:has([name=player][value='1'])")
    assert [text.strip() for text in offered.all_inner_texts()] == ["Ana"]


# What the keys are called

LONG_NAMES = ("Wilhelmine Mummenschanz", "Maximilian-Alexander Wei", "WWWWWWWWWWWWWWWWWWWWWWWW", "Bo")
LONG_SHAPES = ("Schmetterlinge von Oma W", "MMMMMMMMMMMMMMMMMMMMMMMM", *(f"Kind {letter}" for letter in "abcdefg"))
NAMES_ON_KEYS = """() => [...document.querySelectorAll("#pad .shapes .pick")].map((label) => {
  const key = label.querySelector(".key").getBoundingClientRect(), name = label.querySelector("b");
  const box = name.getBoundingClientRect(), size = parseFloat(getComputedStyle(name).fontSize);
  const shown = box.left >= key.left && box.right <= key.right && box.top >= key.top && box.bottom <= key.bottom;
  return [shown && box.width >= 8 && box.height >= 13, size, label.querySelector("input").labels[0].innerText.trim()];
})"""


@pytest.mark.parametrize(("language", "shapes"), [("de", SHAPES), ("fr", LONG_SHAPES)], ids=["usual", "long"])
def test_shapes_have_their_names_on_the_keys(new_phone, open_table, each_font, language, shapes):
    table = open_table("pasta", shapes=list(shapes))
    phone = new_phone(locale=language).open(table.address)
    for _ in phone.at_each([(390, 664), (360, 560)]):
        for _ in each_font(phone):
            keys = phone.page.evaluate(NAMES_ON_KEYS)
            assert [(shown, size >= 13, name) for shown, size, name in keys] == [(True, True, name) for name in shapes]


@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_longest_names_are_whole_on_the_big_key_and_move_no_other(new_phone, open_table, each_font, language):
    table = open_table("pasta", players=LONG_NAMES, shapes=list(LONG_SHAPES))
    table.note("bank", player=3, shape=0, pasta=2)
    phone = new_phone(locale=language).open(table.address)
    for _ in each_font(phone):
        before = phone.find("#bank").bounding_box()
        phone.tap(pick("shape", 0))
        phone.tap(pick("pasta", 2))
        does = phone.find("#preview .does")
        expect(does).to_contain_text(LONG_SHAPES[0])
        expect(does).to_contain_text(LONG_NAMES[0])
        assert does.evaluate("e => e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth")
        assert phone.find("#bank").bounding_box() == before
        phone.page.reload()


def lays(phone, told):
    """From the menu: Chloé's macaroni are nine, and a sauce."""
    phone.open(told.address)
    phone.tap(".top a[href$='/menu']")
    phone.tap("a[href$='/note/lay']")
    phone.tap("#lay a[href*='player=2']")
    phone.tap("#lay a[href*='player=2'][href*='shape=0']")


def test_what_really_lies_there_is_put_right_by_thumb(phone, told):
    """A digit on a number that the page had filled in begins it anew: 9, and not 39."""
    lays(phone, told)
    expect(phone.find("#lay [name=pasta]")).to_have_value("3")
    phone.tap("#lay [data-adds='9'][data-to=pasta]")
    phone.tap("#lay [data-adds='1'][data-to=sauce]")
    phone.tap("#lay button.go")
    expect(phone.find("#shelf")).to_contain_text("instead of 3")
    assert told.sheet.groups[2][MACARONI] == (9, 1)
    assert told.sheet.turn == 0


def test_what_lies_there_is_put_right_without_a_script(new_phone, told):
    phone = new_phone(java_script_enabled=False)
    lays(phone, told)
    phone.page.fill("#lay [name=pasta]", "9")
    phone.tap("#lay button.go")
    expect(phone.find("#shelf")).to_contain_text("instead of 3")
    assert told.sheet.groups[2][MACARONI] == (9, 0)


def test_the_token_is_given_to_whoever_really_has_it(phone, told):
    phone.open(told.address)
    phone.tap(".top a[href$='/menu']")
    phone.tap("a[href$='/note/token']")
    phone.tap("#told-holder .pick:has([value='0'])")
    phone.tap("#told-holder button.go")
    expect(phone.find(".basket:has(#seat-0) #token")).to_be_visible()
    assert told.sheet.token.holder == 0


def test_a_refused_bank_keeps_what_was_tapped_says_why_and_put_right_leaves_nothing_chosen(phone, told):
    phone.open(told.address)
    for name, value in (("shape", FUSILLI), ("pasta", 7), ("sauce", 2)):
        phone.tap(pick(name, value))
    expect(phone.find("#preview .wrong")).to_be_visible()
    phone.tap("#bank")
    expect(phone.find("#wrong-pasta")).to_be_in_viewport(ratio=1)
    for name, value in (("shape", FUSILLI), ("pasta", 7), ("sauce", 2)):
        expect(phone.find(f"#slip [name={name}][value='{value}']")).to_be_checked()
    phone.tap("#slip .pick:has([name=pasta][value='5'])")
    phone.tap("#slip button.go")
    expect(phone.find("#pad input[name=after]")).to_have_value("5")
    expect(phone.find("#pad [name=shape]:checked")).to_have_count(0)
    assert told.sheet.groups[0][FUSILLI] == (5, 2)


def test_a_bank_that_reaches_nobody_goes_out_by_itself_later(phone, told, line):
    phone.may_fail = True  # Chromium writes of the lost line to its console
    phone.open(told.address)
    phone.tap(pick("shape", FUSILLI))
    expect(phone.find("#preview")).to_contain_text("Fusilli")
    with line(phone).lost():
        phone.tap("#bank")
        expect(phone.find("#waits button")).to_contain_text("Fusilli")
    expect(phone.find("#pad input[name=after]")).to_have_value("5")
    assert told.log.length == 5


# Counting at the end only

COUNTED = (
    ((MACARONI, 5, 0), (FARFALLE, 4, 1), (PENNE, 3, 0)),
    ((SPAGHETTI, 6, 2), (MACARONI, 2, 0), (FUSILLI, 4, 0)),
    ((FUSILLI, 3, 0), (PENNE, 12, 3), (SPAGHETTI, 1, 0)),
    ((FARFALLE, 7, 0), (FUSILLI, 2, 1), (MACARONI, 8, 0)),
)


def lay(phone, shape, pasta, sauce):
    phone.tap(pick("shape", shape))
    if sauce:
        phone.tap(pick("sauce", sauce))
    phone.tap(f"#pad button[name=pasta][value='{pasta}']")


def go_round(phone, table, watched=lambda: None):
    """Four players with three groups each, one of them with sauces; the token; the tally."""
    noted = 0
    phone.open(table.address)
    phone.tap("#to-count")
    for seat, groups in enumerate(COUNTED):
        expect(phone.find(f"#seat-{seat}")).to_have_attribute("aria-current", "true")
        for group in groups:
            lay(phone, *group)
            noted += 1
            expect(phone.find("#pad input[name=after]").first).to_have_value(str(noted))
        watched()
        phone.tap("#to-next")
    phone.tap("#holder button[value='2']")
    expect(phone.find("#holder button[value='2']")).to_have_attribute("aria-pressed", "true")
    phone.tap("#count")
    expect(phone.find(".win h2")).to_have_text("Maximilian wins with 18")


def assert_counted(phone, table):
    print(f"\na whole table of four, twelve groups: {phone.taps} taps")
    assert phone.taps == 1 + 12 * 2 + 4 + 4 + 1 + 1
    assert table.sheet.groups[2] == {shape: (pasta, sauce) for shape, pasta, sauce in COUNTED[2]}


def test_a_table_of_four_is_counted_in_few_taps_and_a_second_phone_sees_it_live(new_phone, table):
    phone, other = new_phone(), new_phone().open(table.address)
    expect(other.find("#live")).to_contain_text("Live")
    totals = iter(("13", "14", "19", "18"))
    seats = iter(range(4))

    def watched():
        expect(other.find(f".basket:has(#seat-{next(seats)}) .total")).to_contain_text(next(totals))

    go_round(phone, table, watched)
    expect(other.find(".win h2")).to_have_text("Maximilian wins with 18")
    assert_counted(phone, table)


def test_without_a_script_a_table_is_counted_in_as_few_taps(new_phone, table):
    phone = new_phone(java_script_enabled=False)
    go_round(phone, table)
    assert_counted(phone, table)


def test_the_round_is_interrupted_and_goes_on_after_a_reload(new_phone, table):
    """Another phone's tap doesn't end it, either."""
    phone = new_phone().open(table.address)
    phone.tap(".top a[href$='/menu']")
    phone.tap("#slip a[href*='pad=lay']")
    expect(phone.find("#shelf .now")).to_contain_text("Ana: what’s on the table?")
    phone.tap("#to-next")
    expect(phone.find("#shelf .now")).to_contain_text("Tom: what’s on the table?")
    lay(phone, PENNE, 9, 1)
    expect(phone.find("#pad .lies")).to_have_text("10")
    phone.page.reload()
    expect(phone.find("#shelf .now")).to_contain_text("Tom: what’s on the table?")
    expect(phone.find("#pad .lies")).to_have_text("10")
    other = new_phone().open(table.address)
    other.tap(pick("shape", FUSILLI))
    other.tap("#bank")
    expect(phone.find("#sheet")).to_contain_text("3 Fusilli")
    expect(phone.find("#pad input[name=after]")).to_have_value("2")
    expect(phone.find("#shelf .now")).to_contain_text("Tom: what’s on the table?")
    phone.tap("#seat-3")
    expect(phone.find("#shelf .now")).to_contain_text("Maximilian: what’s on the table?")
    lay(phone, PENNE, 2, 0)
    expect(phone.find("#pad input[name=after]")).to_have_value("3")
    phone.tap("#undo")
    expect(phone.find("#shelf .now")).to_contain_text("Maximilian: what’s on the table?")
    phone.tap("#pad a[href$='/']")
    expect(phone.find("#bank")).to_be_visible()


# At a glance


@pytest.fixture
def fits(at_a_glance):
    return lambda phone: at_a_glance(phone, "#sheet", "#shelf", "#pad")


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_four_seats_fit_at_a_glance(new_phone, told, by_hand, fits, language):
    phone = new_phone(locale=language)
    fits(phone.open(told.address))
    expect(phone.find("html")).to_have_attribute("lang", language)
    phone.tap(pick("shape", MACARONI))
    phone.tap(pick("pasta", 2))
    phone.tap(pick("steal_from", 3))
    expect(phone.find("#preview small")).to_have_count(2)
    expect(phone.find("#notice")).to_have_class("ahead")
    fits(phone)
    phone.open(by_hand.address + "?seat=1")
    fits(phone)
    for part in ("?pad=lay&seat=3", "?pad=token"):
        fits(phone.open(told.address + part))
    for seat, shape in itertools.product(range(4), range(9)):
        told.note("bank", player=seat, shape=shape, pasta=3, sauce=3)
    told.note("bank", player=3, shape=0, pasta=1, steal_from=2)
    fits(phone.open(told.address))


@pytest.mark.parametrize(("seats", "height"), [(2, 664), (6, 664), (4, 844)])
def test_other_tables_and_taller_phones_fit_too(new_phone, open_table, fits, seats, height):
    table = open_table("pasta", players=SIX[:seats], track="hands", deck=120)
    for seat in range(seats):
        table.note("take", player=seat, cards=6)
        table.note("bank", player=seat, shape=seat, pasta=2, sauce=1)
    fits(new_phone(viewport={"width": 390, "height": height}).open(table.address))


# Every screen


def refused(phone, table):
    phone.open(table.address)
    for name, value in (("shape", SPAGHETTI), ("pasta", 7), ("sauce", 1)):
        phone.tap(pick(name, value))
    phone.tap("#bank")
    expect(phone.find("#wrong-pasta")).to_be_visible()


def being_tapped(phone, table):
    phone.open(table.address)
    for name, value in (("shape", MACARONI), ("steal_from", 3)):
        phone.tap(pick(name, value))
    expect(phone.find("#preview")).to_contain_text("Maximilian")


def being_set_up(phone, table):
    phone.open("/new/pasta")
    phone.tap(".rulings > summary")
    phone.tap("[data-option=shapes] summary")


def at(part):
    return lambda phone, table: phone.open(table.address + part)


def over(phone, table):
    table.note("bank", player=2, shape=PENNE, pasta=1)
    table.note("end")
    phone.open(table.address)


ROOMS = {
    "set-up": being_set_up,
    "sheet": at(""),
    "sheet, a theft chosen": being_tapped,
    "sheet, watching": lambda phone, table: phone.open(table.watching),
    "bank, refused": refused,
    "bank, corrected": at("log/3"),
    "the last card": at("note/end"),
    "why a total": at("why/total.2"),
    "why the token": at("why/token"),
    "corrected, whose and which": at("note/lay?player=2"),
    "corrected, how many": at("note/lay?player=2&shape=0"),
    "who has the token": at("note/token"),
    "round the table": at("?pad=lay&seat=2"),
    "round the table, the token": at("?pad=token"),
    "menu": at("menu"),
    "the end": over,
}


@pytest.mark.parametrize("room", ROOMS)
def test_every_screen_is_fit_for_thumbs_and_readers(new_phone, told, targets, assert_fit, room):
    phone = new_phone(reduced_motion="reduce", color_scheme="light")
    ROOMS[room](phone, told)
    assert_fit(phone, targets(phone))


@pytest.mark.parametrize("part", ["?seat=1", "?seat=0", "note/take?player=1"])
def test_every_screen_of_the_hands_is_too(new_phone, by_hand, targets, assert_fit, part):
    phone = new_phone(reduced_motion="reduce", color_scheme="light")
    phone.open(by_hand.address + part)
    assert_fit(phone, targets(phone))


def test_a_tie_is_explained_and_fit_too(new_phone, open_table, targets, assert_fit):
    table = open_table("pasta")
    for seat, shape in ((0, MACARONI), (1, SPAGHETTI)):
        table.note("bank", player=seat, shape=shape, pasta=4)
    table.note("end")
    phone = new_phone(reduced_motion="reduce", color_scheme="light").open(table.address)
    phone.tap("a[href$='/why/tie']")
    expect(phone.find("#slip dialog")).to_be_visible()
    assert_fit(phone, targets(phone))


def test_the_sitting_page_is_light(weight, told):
    assert weight(told.address)[1] <= 75_000


CUT = "(text) => text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1"


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE", "it-IT"])
def test_a_correction_is_read_whole_in_undo(new_phone, told, each_font, locale):
    told.note("lay", player=3, shape=TAGLIATELLE, pasta=1, sauce=5)
    phone = new_phone(locale=locale).open(told.address)
    said = phone.find("#undo > span:not(.unsent)")
    expect(said).to_contain_text("1 + 5")
    for size in phone.at_each([(390, 664), (360, 560), (844, 390), (1366, 768)]):
        for _ in each_font(phone):
            assert not said.evaluate(CUT), size


def test_names_have_room_beside_their_letters_on_a_laptop(new_phone, told):
    laptop = new_phone({"width": 1366, "height": 768}, is_mobile=False, has_touch=False)
    laptop.open(told.address + "note/token")
    expect(laptop.find("#slip [data-letter=C]")).to_be_visible()
    cut = f"(all) => all.filter({CUT}).map((one) => one.innerText)"
    assert laptop.find("#slip .pick .name").evaluate_all(cut) == []
