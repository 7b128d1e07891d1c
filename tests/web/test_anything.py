"""Whatever is sent, wherever: a sentence or a page, never a 500, and nothing half noted."""

import uuid
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import store
from companion.store import Sitting as Row
from companion.store.database.base import db

NUMBERS = ("0", "1", "3", "4", "-1", "7", "88", "99", "1e9", "NaN", "٣", "²", "9" * 20, "9" * 5000, "5 5 3", "5,5")
ANSWERS = ("goods", "fiasko", "milk", "corn", "points", "values hand", "hand", "all", "specials", "none", "log", "true")
OTHERS = ("", "Ana", " Tom ", "/", "//x", "\x00", "\r\n", "\u202e", "%s %(x)s", "{{7*7}}", "'\"><b>", "1 " * 200)
WORDS = st.sampled_from((*NUMBERS, *ANSWERS, *OTHERS))
OF_TAPS = ("move", "tap", "after", "twice", "asked", "without", "slip", "back", "entry", "seat", "for")
OF_MOVES = ("player", "card", "lost", "product", "values", "hand", "points", "pile", "fiasko", "catastrophe")
OF_SETUP = ("name", "enter", "add", "drop", "lift", "lifted", "start", "count", "fiasko_loss", "language", "theme")
NAMES = st.sampled_from((*OF_TAPS, *OF_MOVES, *OF_SETUP))
MOVES = ("draw", "score", "recount", "reshuffle", "end")
FIELDS = st.lists(st.tuples(NAMES | st.text(max_size=8), WORDS | st.text(max_size=30)), max_size=8)
HTMX = st.dictionaries(
    st.sampled_from(
        ["HX-Request", "HX-Boosted", "HX-History-Restore-Request", "HX-Target", "HX-Trigger", "HX-Current-URL"]
    ),
    st.sampled_from(["true", "false", "", "slip", "http://x/"]),
    max_size=3,
)
READ = (
    "",
    "preview",
    "menu",
    "share/",
    "why/odds",
    "why/total.0",
    "note/draw",
    "note/score",
    "note/recount",
    "note/end",
)
LOG = ("log", "log/1", "log/2", "log/0", "log/1/strike", "log/2/restore", "log/1/replace", "log/3/replace")
PARTS = st.sampled_from((*READ, *LOG, "taps", "again", "share/links"))
ADDRESSES = st.sampled_from(["/", "/settings", "/new/fiasko", "/new/pasta", "/new/states", "/s/", "/new/"])
FINE = {200, 204, 303, 308, 400, 403, 404, 405, 409, 413, 422}


class World:
    """A table in the middle of its game, and what it was before a request."""

    def __init__(self, app, table, phone):
        self.app, self.table, self.phone = app, table, phone

    def count(self):
        with self.app.app_context():
            sitting, _ = store.find(self.link)
            return store.read(sitting).length, db.session.query(Row).count()

    @property
    def link(self):
        with self.app.app_context():
            return db.session.get(Row, self.table.sitting.id).score_link

    def send(self, method, address, fields, headers):
        before = self.count()
        if method == "GET":
            query = "&".join(f"{quote(name)}={quote(value)}" for name, value in fields)
            answer = self.phone.client.get(f"{address}?{query}", headers=headers, buffered=True)
        else:
            data = {}
            for name, value in fields:
                data.setdefault(name, []).append(value)
            answer = self.phone.client.post(address, data=data, headers=headers, buffered=True)
        entries, sittings = (now - then for now, then in zip(self.count(), before, strict=True))
        assert answer.status_code in FINE
        assert (entries, sittings) in {(0, 0), (1, 0), (0, 1)}
        if method == "GET" or answer.status_code >= 400:
            assert (entries, sittings) == (0, 0)
        if answer.status_code in (400, 404, 405, 409, 422) and method == "POST":
            assert answer.text.strip()
        return answer


@pytest.fixture(scope="module")
def world(app, open_table):
    table = open_table()
    for seat in (0, 1, 2):
        table.note("draw", player=seat, card="goods")
    table.note("score", player=0, product="milk", points=88)
    return table


@pytest.fixture(scope="module")
def at(app, world, phone_type):
    phone = phone_type(app)
    phone.open(world.address)
    return World(app, world, phone)


@settings(max_examples=75)
@given(st.data())
def test_nothing_that_is_sent_breaks_the_table(at, data):
    method = data.draw(st.sampled_from(["GET", "POST", "POST", "POST"]))
    part = data.draw(st.one_of(PARTS, ADDRESSES, st.just("taps")))
    address = part if part.startswith("/") else f"/s/{at.link}/{part}"
    at.send(method, address, [*_proper(at, data), *data.draw(FIELDS)], data.draw(HTMX))


def _proper(at, data):
    """What lets a request in: now and then forgotten."""
    if data.draw(st.integers(0, 9)) == 0:
        return []
    move = data.draw(st.sampled_from(MOVES[:4]))
    tap = data.draw(st.just(str(uuid.uuid4())) | st.sampled_from([str(uuid.UUID(int=7)), "x"]))
    after = data.draw(st.sampled_from(["0", "1", "2", "3", "4"]))
    return [("csrf_token", at.phone.token), ("tap", tap), ("after", after), ("move", move)]


@settings(max_examples=20)
@given(st.binary(max_size=200), st.sampled_from(["taps", "log/1/strike", "share/links", ""]), st.text(max_size=20))
def test_no_body_of_bytes_breaks_the_table(at, body, part, kind):
    types = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data", ""]
    before = at.count()
    for content_type in types:
        headers = {"X-CSRFToken": at.phone.token}
        answer = at.phone.client.post(
            f"/s/{at.link}/{part}", data=body, content_type=content_type, headers=headers, buffered=True
        )
        assert answer.status_code in FINE
    entries, _ = at.count()
    assert entries == before[0]


@settings(max_examples=40)
@given(
    st.text(max_size=30), st.sampled_from(["/{}", "/s/{}/", "/new/{}", "/s/LINK/{}", "/s/LINK/why/{}", "/static/{}"])
)
def test_no_address_breaks_the_table(at, word, where):
    address = where.replace("LINK", at.link).format(quote(word, safe="/."))
    assert at.phone.client.get(address, buffered=True).status_code in FINE | {301, 302}


@settings(max_examples=10)
@given(
    st.dictionaries(
        st.sampled_from(["companion-phone", "phone", "language", "theme", "session", "owner"]), st.text(max_size=40)
    )
)
def test_no_cookie_breaks_the_table(app, at, cookies):
    client = app.test_client()
    jar = "; ".join(f"{name}={quote(value)}" for name, value in cookies.items())
    for address in ("/", f"/s/{at.link}/", "/settings", "/new/fiasko"):
        assert client.get(address, headers={"Cookie": jar}, buffered=True).status_code == 200
