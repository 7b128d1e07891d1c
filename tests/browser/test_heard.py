"""What a screen reader says of each kind of move, by Chromium's accessibility tree, and how few stops the keys are."""

import pytest
from playwright.sync_api import expect

STATUS, ALERTS = {"status"}, {"alert", "alertdialog"}


class Ears:
    """What the live regions of a page say."""

    def __init__(self, phone):
        self.phone, self.session = phone, phone.session()
        self.session.send("Accessibility.enable")

    def nodes(self):
        found = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return {node["nodeId"]: node for node in found}

    def regions(self, role):
        nodes = self.nodes()
        return [self._text(nodes, node) for node in nodes.values() if node.get("role", {}).get("value") == role]

    def _text(self, nodes, node):
        if node.get("role", {}).get("value") == "StaticText":
            return node["name"]["value"]
        return "".join(self._text(nodes, nodes[child]) for child in node.get("childIds", ()) if child in nodes)

    def hear(self, sentence):
        """Said, and said once."""
        expect(self.phone.find("#said")).to_have_text(sentence)
        said = [text for text in self.regions("status") if sentence in text]
        assert said == [sentence]

    def headings(self):
        nodes = self.nodes().values()
        return [node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == "heading"]

    # All that its person knows of the page: a role and a name, to press by the keyboard

    def find(self, role, name):
        nodes = self.nodes().values()
        return [
            node for node in nodes if (node.get("role", {}).get("value"), _named(node)[: len(name)]) == (role, name)
        ]

    def press(self, role, name, key="Enter"):
        (node,) = self.find(role, name)
        self.session.send("DOM.focus", {"backendNodeId": node["backendDOMNodeId"]})
        self.phone.page.keyboard.press(key)

    def until(self, role, name):
        """Waits until it is there."""
        for _ in range(100):
            if found := self.find(role, name):
                return _named(found[0])
            self.phone.page.wait_for_timeout(50)
        raise AssertionError(f"no {role} is called {name}: {[_named(node) for node in self.find(role, '')]}")


def _named(node):
    return node.get("name", {}).get("value", "")


@pytest.fixture
def sits_down(new_phone):
    def open_as(address, locale="en-GB", **options):
        phone = new_phone(locale=locale, **options)
        phone.open(address)
        return phone, Ears(phone)

    return open_as


FIASKO = [
    ("en-GB", "#drew-goods", "Ana: Goods. Tom’s turn"),
    ("de-DE", "#drew-goods", "Ana: Ware. Tom ist dran"),
]


@pytest.mark.parametrize(("locale", "key", "sentence"), FIASKO)
def test_a_drawn_card_is_heard(sits_down, table, locale, key, sentence):
    phone, ears = sits_down(table.address, locale)
    phone.tap(key)
    ears.hear(sentence)


def test_a_catastrophe_is_heard_with_what_it_cost_here_and_on_the_other_phone(sits_down, told):
    phone, ears = sits_down(told.address)
    other, others = sits_down(told.address)
    expect(other.find("#live")).to_contain_text("2 phones")
    phone.tap("#drew-catastrophe")
    expect(phone.find("#said")).to_contain_text("Tom: Catastrophe. ")
    expect(phone.find("#said")).to_contain_text("Ana")
    expect(phone.find("#said")).to_contain_text("Chloé’s turn")
    expect(other.find("#said")).to_contain_text("Another phone: Tom: Catastrophe. ")
    (said,) = (text for text in ears.regions("status") if "Catastrophe" in text)
    (also,) = (text for text in others.regions("status") if "Catastrophe" in text)
    assert also == f"Another phone: {said}"


def test_a_fiasko_is_heard_with_what_it_cost(sits_down, told):
    phone, ears = sits_down(told.address)
    phone.tap("#drew-fiasko")
    expect(phone.find("#said")).to_contain_text("Tom: Fiasko. ")
    (said,) = (text for text in ears.regions("status") if "Fiasko" in text)
    assert said.endswith("Chloé’s turn")


def test_a_score_is_heard_with_what_it_brings(sits_down, told):
    phone, ears = sits_down(told.address + "note/score?player=3&product=corn")
    phone.tap("#score .pick:has([name=without][value='values hand'])")
    phone.page.fill("#score [name=points]", "144")
    phone.tap("#score button.go")
    expect(phone.find("#said")).to_contain_text("Maximilian: Corn 144. ")
    assert any("+30" in text or "bonus" in text for text in ears.regions("status"))


def test_a_recount_a_shuffle_and_an_undo_are_heard(sits_down, told):
    told.note("draw", player=0, card="fiasko")  # something to shuffle
    phone, ears = sits_down(told.address)
    phone.tap("a.icon[hx-get$='/menu']")
    phone.tap("#slip button:has-text('We shuffled')")
    expect(phone.find("#said")).to_contain_text("Shuffled")
    phone.tap("#undo")
    expect(phone.find("#said")).to_contain_text("Undone: Shuffled")
    assert any(text.endswith("Tom’s turn") for text in ears.regions("status"))
    phone.open(told.address + "note/recount")
    phone.page.fill("[name=pile]", "40")
    phone.tap("#slip button.go")
    expect(phone.find("#said")).to_contain_text("40 cards")
    assert any("40 cards" in text for text in ears.regions("status"))


def test_the_end_is_heard_with_who_wins(sits_down, told):
    phone, ears = sits_down(told.address + "stop")
    phone.tap("#stop button.go")
    ears.hear("Stopped here. Ana wins with 1,332")


def test_a_game_is_brought_to_its_end_by_what_the_accessibility_tree_says_alone(sits_down, told):
    """Whose turn it is, a card and its undo, a score that is refused and then noted, and the tally."""
    phone, ears = sits_down(told.address)
    assert ears.until("link", "Tom 1 ").endswith("whose turn it is")
    ears.press("button", "Goods")
    ears.hear("Tom: Goods. Chloé’s turn")
    ears.press("button", "Undo")
    assert ears.until("link", "Tom 1 ").endswith("whose turn it is")
    ears.press("link", "Sardines, Ana: note a score")
    ears.until("dialog", "Ana scores")
    (product,) = ears.find("radio", "Sardines")
    assert {"name": "checked", "value": {"type": "tristate", "value": "true"}} in product["properties"]
    ears.press("button", "7")
    ears.hear("7")
    ears.press("button", "Note it for Ana")
    expect(phone.find("#score .wrong[role=alert]")).to_be_visible()
    assert [text for text in ears.regions("alert") if "at least 13 points" in text]
    ears.press("button", "Take the last one back")
    for digit in "36":
        ears.press("button", digit)
    ears.press("button", ears.until("button", "Note 36 for Ana"))
    ears.until("heading", " Ana wins with 1,418")
    assert ears.find("rowheader", "Total")


def test_a_refusal_is_heard_as_an_alert_and_not_twice(sits_down, table):
    phone, ears = sits_down(table.address)
    table.note("recount", pile=0, fiasko=0, catastrophe=0)
    phone.tap("#drew-goods")
    expect(phone.find("#shelf .wrong")).to_be_visible()
    alerts = [text for text in ears.regions("alert") if text]
    assert len(alerts) == 1
    assert alerts[0] not in ears.regions("status")


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [("en-GB", "Ana: Farfalle 3. Tom’s turn"), ("de-DE", "Ana: Farfalle 3. Tom ist dran")],
)
def test_what_is_banked_is_heard(sits_down, open_table, locale, sentence):
    table = open_table("pasta")
    phone, ears = sits_down(table.address, locale)
    phone.page.check("[name=shape][value='2']", force=True)
    phone.page.check("[name=pasta][value='3']", force=True)
    phone.tap("#bank")
    expect(phone.find("#said")).to_contain_text("Farfalle")
    assert [text for text in ears.regions("status") if "Farfalle" in text] == [sentence]


def test_the_token_that_moves_is_heard(sits_down, open_table):
    table = open_table("pasta")
    phone, ears = sits_down(table.address)
    phone.page.check("[name=shape][value='2']", force=True)
    phone.page.check("[name=pasta][value='1']", force=True)
    phone.tap("#bank")
    expect(phone.find("#said")).to_contain_text("Al Dente is with Ana: −2")
    assert any(text.endswith("Tom’s turn") for text in ears.regions("status"))


def test_cards_taken_and_what_is_put_right_are_heard(sits_down, open_table):
    table = open_table("pasta", track="hands")
    phone, ears = sits_down(table.address + "note/take?player=0")
    phone.tap("#slip [name=cards][value='3'], #slip .pick:has([value='3'])")
    expect(phone.find("#said")).to_contain_text("Ana: 3 cards taken")
    assert any("Ana: 3 cards taken" in text for text in ears.regions("status"))


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [("en-GB", "Tom: Ohio 12"), ("de-DE", "Tom: Ohio 12")],
)
def test_a_battle_is_heard_on_the_other_phone(sits_down, open_table, new_phone, locale, sentence):
    table = open_table("states")
    phone, ears = sits_down(table.address, locale)
    table.note("battle", state="OH", value=12, winner=1, phone="hers")
    phone.page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(phone.find("#said")).to_contain_text(sentence)
    assert len([text for text in ears.regions("status") if sentence in text]) == 1


def test_what_is_put_right_and_the_token_given_are_heard(sits_down, open_table):
    table = open_table("pasta")
    phone, ears = sits_down(table.address + "note/lay?player=2&shape=0")
    phone.page.fill("#lay [name=pasta]", "4")
    phone.tap("#lay button.go")
    expect(phone.find("#said")).to_contain_text("Chloé: Macaroni 4")
    assert len([text for text in ears.regions("status") if "Macaroni" in text]) == 1
    phone.open(table.address + "note/token")
    phone.tap("#told-holder .pick:has([value='3'])")
    phone.tap("#told-holder button.go")
    expect(phone.find("#said")).to_contain_text("Al Dente")
    assert [text for text in ears.regions("status") if "Al Dente" in text and "Maximilian" in text]


def test_a_battle_is_heard_on_the_phone_that_noted_it(sits_down, open_table):
    table = open_table("states")
    table.note("battle", state="OH", value=12, winner=1)
    phone, ears = sits_down(table.address + "note/battle?state=NY")
    phone.page.fill("#battle [name=value]", "20")
    phone.tap("#battle button[name=winner][value='0']")
    expect(phone.find("#said")).to_contain_text("Ana: New York 20")
    assert len([text for text in ears.regions("status") if "New York" in text]) == 1


def test_shuffled_tanks_are_heard(sits_down, open_table):
    table = open_table("states")
    table.note("battle", state="OH", value=12, winner=1)
    phone, ears = sits_down(table.address + "menu")
    phone.tap("#slip form:has([value=reshuffle]) button")
    expect(phone.find("#said")).to_contain_text("Shuffled")
    assert len([text for text in ears.regions("status") if "Shuffled" in text]) == 1


# How far the keys are


@pytest.mark.parametrize(
    ("slug", "key"), [("fiasko", "#to-score"), ("pasta", "#pad [name=shape]"), ("states", "#to-battle")]
)
def test_what_is_done_most_is_eight_stops_away_at_most(new_phone, open_table, slug, key):
    phone = new_phone(is_mobile=False, has_touch=False)
    phone.open(open_table(slug).address)
    stops, there = 0, f"() => document.activeElement.matches({key!r})"
    while not phone.page.evaluate(there) and stops <= 8:
        phone.page.keyboard.press("Tab")
        stops += 1
        if stops == 1:
            expect(phone.find(".skip:focus")).to_have_text("To the keys")
            phone.page.keyboard.press("Enter")
    print(f"\n{slug}: {stops} stops")
    assert stops <= 8


def test_the_keys_have_a_heading_of_their_own(sits_down, table):
    _, ears = sits_down(table.address)
    assert ears.headings() == ["Fiasko", "The keys"]


def test_a_slip_puts_the_focus_on_what_it_asks_first(phone, table):
    phone.open(table.address)
    phone.tap("#to-score")
    expect(phone.find("#score [name=product][value=milk]")).to_be_focused()
    phone.page.keyboard.press("Escape")
    expect(phone.find("#slip dialog")).to_have_count(0)
    phone.tap(".cell.open.turn >> nth=0")
    expect(phone.find("#score [name=values]")).to_be_focused()
    assert phone.page.evaluate("() => document.activeElement.inputMode") == "none"


# Felt


FELT = "window.felt = []; Object.defineProperty(navigator, 'vibrate', { value: (time) => felt.push(time) });"


@pytest.fixture
def shaken(new_phone):
    def tap(address, key, until="#undo", reduced_motion="no-preference", cookie=None):
        phone = new_phone(reduced_motion=reduced_motion)
        if cookie:
            phone.context.add_cookies([{"name": "vibration", "value": cookie, "url": phone.server}])
        phone.page.add_init_script(FELT)
        phone.open(address)
        phone.tap(key)
        expect(phone.find(until)).to_be_visible()
        return phone.page.evaluate("() => felt.length")

    return tap


def test_a_phone_shakes_at_a_fiasko_and_a_refusal_and_not_at_goods(shaken, table, open_table):
    assert shaken(open_table().address, "#drew-goods") == 0
    assert shaken(open_table().address, "#drew-fiasko") == 1
    table.note("recount", pile=0, fiasko=0, catastrophe=0)
    assert shaken(table.address, "#drew-goods", until="#shelf .wrong") == 1


def test_nobody_is_shaken_who_minds(shaken, open_table):
    assert shaken(open_table().address, "#drew-fiasko", reduced_motion="reduce") == 0
    assert shaken(open_table().address, "#drew-fiasko", cookie="off") == 0
