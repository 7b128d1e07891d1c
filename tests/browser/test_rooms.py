"""Every screen, as a thumb, an eye and a screen reader find it: targets, contrast, names, large text, both themes."""

import pytest
from playwright.sync_api import expect

THUMB = 44  # pixels


def home(phone, told):
    phone.visit(told).open("/")


def put_away(phone, told):
    home(phone, told)
    phone.tap(".away")
    expect(phone.find(".removed")).to_be_visible()


def set_up(*names, then=()):
    def enter(phone, told):
        phone.open("/new/fiasko")
        for name in names:
            phone.page.fill("input[name=name]", name)
            phone.page.press("input[name=name]", "Enter")
            expect(phone.find(f"button[name=lift]:has-text('{name}')")).to_be_visible()
            expect(phone.find(".htmx-request")).to_have_count(0)
        for one in then:
            phone.tap(one)

    return enter


def refused_name(phone, told):
    set_up("Ana")(phone, told)
    phone.page.fill("input[name=name]", "ana")
    phone.tap("button[name=enter]")
    expect(phone.find("#wrong-name")).to_be_visible()


def refused_score(phone, told):
    phone.open(told.address + "note/score?player=3&product=milk")
    phone.tap("#score .pick:has([name=without][value=points])")
    phone.page.fill("#score [name=values]", "5 5 9")
    phone.page.fill("#score [name=hand]", "1")
    phone.tap("#score button.go")
    expect(phone.find("#wrong-values")).to_be_visible()


def refused_letters(phone, told):
    phone.open("/j")
    phone.page.fill("#letters", "ababa")
    phone.tap("main button.go")
    expect(phone.find("#wrong-letters")).to_be_visible()


def scanned(phone, told):
    phone.visit(told).open("/tv/AAAAAAAAAAAAAAAAAAAAAAAA")


def bare_points(phone, told):
    phone.open(told.address + "note/score?player=3&product=milk")
    phone.tap("#score .pick:has([name=without][value='values hand'])")


def refused_tap(phone, told):
    phone.open(told.address)
    with phone.finger_on("#drew-goods"):
        told.note("recount", pile=0, fiasko=0, catastrophe=0)
    expect(phone.find("#shelf .wrong")).to_be_visible()


def asked_twice(phone, told):
    phone.open(told.address + "?seat=3")
    with phone.finger_on("#drew-fiasko"):
        told.note("draw", player=3, card="fiasko")
    expect(phone.find(".asks button")).to_have_count(1)


def asked_whose(phone, told):
    phone.open(told.address)
    with phone.finger_on("#drew-fiasko"):
        told.note("draw", player=1, card="fiasko")
    expect(phone.find(".asks button")).to_have_count(4)


def asked_in_the_log(phone, told):
    phone.open(told.address + "log")
    phone.find("#entry-1 summary").click()
    with phone.finger_on("#entry-1 form button"):  # the page that it means stays until it goes up
        told.correct(1, "score", player=0, product="milk", points=60)
    expect(phone.find("#slip .asks")).to_be_visible()


def offline(phone, told):
    phone.may_fail = True
    phone.open(told.address)
    phone.loses_its_line()
    phone.tap("#drew-goods")
    expect(phone.find("#waits")).to_be_visible()


def at(part=""):
    return lambda phone, told: phone.open(told.address + part)


def ended(part):
    def enter(phone, told):
        told.note("score", player=0, product="sardines", points=36)
        phone.open(told.address + part)

    return enter


def brought(phone, told):
    phone.open("/import")
    files = [{"name": name, "mimeType": "application/json", "buffer": b"{"} for name in ("half.json", "x" * 60)]
    phone.page.set_input_files("#files", files)
    phone.may_fail = True
    phone.tap("button.go")
    expect(phone.find("li.wrong")).to_have_count(2)


def evenings(part="", opened=False):
    def enter(phone, told):
        told.note("score", player=0, product="sardines", points=36)
        phone.visit(told).open(f"/evenings/{part}")
        for fold in phone.find("summary").all() if opened else ():
            fold.click()

    return enter


def shared(phone, told):
    """With the widest of letters, whatever the table's are."""
    phone.open(told.address + "share/")
    phone.find(".five b").evaluate_all("(all) => all.forEach((one) => { one.textContent = 'W' })")
    expect(phone.find(".five b").last).to_have_text("W")


ROOMS = {
    "home": home,
    "home of a new phone": lambda phone, told: phone.open("/"),
    "home, a table put away": put_away,
    "past evenings": evenings(),
    "past evenings, all tables open": evenings(opened=True),
    "past evenings, none like that": evenings("?game=pasta"),
    "past evenings of a new phone": lambda phone, told: phone.open("/evenings/"),
    "import": lambda phone, told: phone.open("/import"),
    "import, refused": brought,
    "settings": lambda phone, told: phone.open("/settings"),
    "for scripts": lambda phone, told: phone.open("/api/"),
    "nothing here": lambda phone, told: phone.open("/nothing"),
    "set-up, nobody yet": set_up(),
    "set-up of four, one lifted": set_up("Ana", "Tom", "Chloé", "Maximilian", then=["#seat-2"]),
    "set-up, an option open": set_up("Ana", then=[".rulings > summary", "[data-option=three_way_tie] summary"]),
    "set-up, a name refused": refused_name,
    "sheet": at(),
    "sheet, watching": lambda phone, told: phone.open(told.watching),
    "sheet, a tap refused": refused_tap,
    "sheet, asked whether it happened twice": asked_twice,
    "sheet, asked whose it is": asked_whose,
    "log, asked whether it is meant": asked_in_the_log,
    "sheet, offline": offline,
    "score by cards": at("note/score?player=3&product=milk&values=5+5+3&hand=4"),
    "score in bare points": bare_points,
    "score, nobody named": at("note/score"),
    "score, refused": refused_score,
    "draw": at("note/draw"),
    "recount": at("note/recount"),
    "menu": at("menu"),
    "stop": at("stop"),
    "seats": at("seats"),
    "rules": at("rules"),
    "why a score": at("why/score.0.milk"),
    "why a total": at("why/total.0"),
    "why the odds": at("why/odds"),
    "log": at("log"),
    "an entry corrected": at("log/1"),
    "share": shared,
    "share, watching": at("share/?for=watching"),
    "joining by letters": lambda phone, told: phone.open("/j"),
    "joining, refused": refused_letters,
    "a television": lambda phone, told: phone.open("/tv"),
    "a table for a television": scanned,
    "the end": ended(""),
    "the end, menu": ended("menu"),
    "the end as a text": ended("text"),
    "the end as a picture": ended("picture"),
    "a series": ended("series"),
    "paper": at("paper"),
}


@pytest.fixture
def enter(new_phone, told, request):
    def go(room, **options):
        phone = new_phone(reduced_motion="reduce", **options)
        phone.may_fail = room in ("nothing here", "sheet, offline", "joining, refused")
        ROOMS[room](phone, told)
        expect(phone.find(".htmx-request")).to_have_count(0)
        return phone

    return go


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_for_thumbs_eyes_and_readers(enter, targets, axe, each_font, room):
    """Targets are large enough; by day and by night axe finds nothing; and nothing scrolls sideways, in any font."""
    phone = enter(room)
    found, wide = [], set()
    for _ in each_font(phone):
        found += targets(phone)
        wide.add(phone.overflow[1])
    assert found
    assert [box for box in found if round(box["width"], 1) < THUMB or round(box["height"], 1) < THUMB] == []
    assert wide == {0}
    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme=scheme)
        assert axe(phone, again=scheme == "dark") == [], scheme
    phone.text_at(200)
    assert {phone.overflow[1] for _ in each_font(phone)} == {0}


# As somebody reads it whose phone has its own colours, or large letters

OF_A_TABLE = ("", "log/1", "rules", "why/total.0")
ELSEWHERE = {
    "fiasko": (
        "/",
        "/settings",
        "menu",
        "stop",
        "seats",
        "log",
        "share/",
        "note/score?player=3&product=milk",
        "note/draw",
        "note/recount",
        "why/odds",
    ),
    "pasta": ("note/bank?player=0", "note/lay?player=0&shape=0", "note/token", "?pad=lay&seat=1", "?pad=token"),
    "states": ("note/battle", "note/battle?state=NY", "why/battle.OH", "why/tanks"),
}
NOTED = {
    "fiasko": {"kind": "score", "player": 0, "product": "corn", "points": 60},
    "pasta": {"kind": "bank", "player": 0, "shape": 1, "pasta": 1},
    "states": {"kind": "battle", "state": "OH", "value": 12, "winner": 1},
}


AS_PAINTED = """() => {
    const told = CSSStyleDeclaration.prototype.getPropertyValue;
    CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
        return told.call(this, name === "-webkit-text-fill-color" ? "color" : name);
    };
}"""
READS = [("active", "light", 200), ("active", "dark", 100)]


@pytest.fixture
def read(axe):
    """In forced colours, by day with twice the text, and by night. All else `assert_fit` and each room ask for.

    axe asks for the colour that fills a letter, which Chromium tells unforced: it is the text's, as painted.
    """

    def check(phone, part):
        phone.page.evaluate(AS_PAINTED)
        for forced, scheme, percent in READS:
            phone.page.emulate_media(forced_colors=forced, color_scheme=scheme)
            phone.text_at(percent)
            assert axe(phone, again=True) == [], (part, forced, scheme, percent)

    return check


@pytest.mark.long
@pytest.mark.parametrize("slug", ELSEWHERE)
def test_axe_finds_nothing_in_forced_colours_nor_at_twice_the_text(new_phone, open_table, read, slug):
    table = open_table(slug)
    table.note(**NOTED[slug])
    phone = new_phone(reduced_motion="reduce")
    for part in (*OF_A_TABLE, *ELSEWHERE[slug], f"/new/{slug}", table.watching):
        read(phone.open(part if part.startswith("/") else table.address + part), part)


def test_the_end_is_read_in_forced_colours_and_at_twice_the_text(new_phone, over, read):
    read(new_phone(reduced_motion="reduce").open(over.address), "the end")
