"""Phones without JavaScript: they load pages, follow links and send forms exactly as the pages have them.

Whatever such a phone loads is valid, or any test that comes across it fails: a page is parsed strictly if it has a tag
or text in a place where no page before it had one.
"""

import re
import socket
import threading
import uuid
from collections import Counter
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from pathlib import Path
from queue import Empty, Queue
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

import html5lib
import pytest
from lxml import etree
from sqlalchemy import event

from companion.store.database.engine import KEY
from companion.web.live import routes as live
from companion.web.security import COOKIE

HTMX = {"HX-Request": "true"}
SOON = 10.0  # seconds: a generous soon, for a machine that is busy
NO_BLOCKS = {"p", "span", "b", "small", "s", "i", "button", "label", "h1", "h2", "legend", "summary", "caption"}
BLOCKS = {"p", "div", "ul", "ol", "li", "table", "form", "fieldset", "section", "h1", "h2", "dl", "details", "dialog"}
TOKENS = re.compile(r"[\w.-]{20,}")  # what a phone or a table has for itself; pages that differ in it alone are one
TAG = re.compile(r"""<(/?)([A-Za-z][\w-]*)((?:\s+[\w:-]+(?:=(?:"[^"<]*"|'[^'<]*'))?)*)\s*(/?)>|<!(?i:doctype) html>""")
VALUE = re.compile(r"""=(?:"[^"]*"|'[^']*')""")  # no matter which it is, a parser reads it alike
STRANGE = re.compile(r"&(?!(?:amp|lt|gt|quot|nbsp|#34|#39);)")  # stands for a character, but not as Jinja writes it
ALONE = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
BOXES = {"div", "section", "main", "header", "footer", "nav", "span", "g"}
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
CHECKED, VALID = set(), set()  # the pages that were found so, and the places in them of tags and text
FAST = etree.HTMLParser(encoding="utf-8", remove_comments=True)
IDS, SCRIPTED, REFERENCES = (
    etree.XPath(path, smart_strings=False)
    for path in (
        "descendant-or-self::*/@id",
        "descendant-or-self::*/@*[name() = 'style' or starts-with(name(), 'on')]",
        "//@aria-labelledby | //@aria-describedby | //@for | //@list",
    )
)
NAMESAKES = etree.XPath("//svg//a | //svg//title")  # of elements of a page, in a drawing
OPERABLE = {"a", "button", "input", "select", "textarea", "summary"}
CANT_HOLD = {**dict.fromkeys(NO_BLOCKS, BLOCKS), "a": OPERABLE, "button": BLOCKS | OPERABLE}


# Pages


class Page:
    """An answer, read as a browser reads it, and refused where the HTML is not valid."""

    def __init__(self, phone, response, address):
        self.phone, self.response, self.address = phone, response, address
        self.status, self.headers, self.text = response.status_code, response.headers, response.text

    def checked(self):
        """A page that was looked at once, at another table, is not looked at again only to find it valid."""
        if self.apart not in CHECKED:
            assert self.tree is not None
        return self

    @cached_property
    def apart(self):
        """Its text without what this phone and this table have for themselves."""
        return TOKENS.sub("", self.text)

    @cached_property
    def tree(self):
        """Read by a fast parser, after a strict one had nothing to say about what is new in it."""
        text = UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", self.text)  # typed by somebody, and kept in the field
        whole = text.lstrip().lower().startswith("<!doctype")
        seen = self.apart in CHECKED
        places = set() if seen else _places(text)
        if places is None or not places <= VALID:
            strict = html5lib.HTMLParser(strict=True)
            _ = strict.parse(text) if whole else strict.parseFragment(text)
            VALID.update(places or ())
        tree = etree.fromstring((text if whole else f"<!doctype html><body><div>{text}").encode(), FAST)
        for node in NAMESAKES(tree):
            node.tag = f"svg-{node.tag}"
        part = tree if whole else tree[0][0]
        if not seen:
            _check(part, whole, Path(self.phone.app.static_folder).parent)
            CHECKED.add(self.apart)
        return part

    @cached_property
    def nodes(self):
        return list(self.tree.iter())

    def all(self, tag="*", **attributes):
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            node
            for node in (self.nodes if tag == "*" else self.tree.iter(tag))
            if all(node.get(name) == value for name, value in wanted.items())
        ]

    def one(self, tag="*", **attributes):
        (found,) = self.all(tag, **attributes)
        return found

    def by_class(self, name):
        return [node for node in self.all() if name in node.get("class", "").split()]

    @property
    def words(self):
        return " ".join("".join(node_texts(self.tree)).split())

    def words_of(self, **attributes):
        return " ".join("".join(node_texts(self.one(**attributes))).split())

    @property
    def root(self):
        """The outermost element of a fragment; beside a sheet, what is this phone's own."""
        root, *own = self.tree
        assert [node.get("id") for node in own] in ([], ["own"]), "a fragment has one root"
        return root

    @property
    def own(self):
        """What is this phone's own: what is said, and what stands on its shelf, as data."""
        return self.one(id="own")

    @property
    def said(self):
        """What is said to those who don't see the sheet change; and, of what others did, what stands on the shelf."""
        own = self.all(id="own")
        return (own[0].get("data-said"), own[0].get("data-news")) if own else ("", "")

    @property
    def links(self):
        return [node.get("href") for node in self.all("a")]

    @property
    def refusals(self):
        told = [node.get("data-refusal") for node in self.all(id="own") if node.get("data-refusal")]
        return told + [" ".join("".join(node_texts(node)).split()) for node in self.by_class("wrong")]

    def form_to(self, action):
        """The form whose action ends like this, with what stands in its fields."""
        (form,) = [form for form in self.all("form") if form.get("action", self.address).endswith(action)]
        return Form(self, form)

    def form_with(self, **attributes):
        """The form around an element."""
        inner = self.one(**attributes)
        return Form(self, next(form for form in self.all("form") if inner in list(form.iter())))

    def follow(self, ending, **headers):
        (address,) = {link for link in self.links if link.endswith(ending)}
        return self.phone.open(urljoin(self.address, address), **headers)


class Form:
    """A form as it stands on the page, to be typed into and sent."""

    def __init__(self, page, form):
        self.page, self.form = page, form
        self.fields = [pair for node in form.iter() if (pair := _sent(node))]
        self.buttons = [node for node in form.iter("button") if node.get("type", "submit") == "submit"]

    def __getitem__(self, name):
        return [value for field, value in self.fields if field == name]

    def press(self, name=None, value=None, /, htmx=False, key=None, **typed):
        """Send it with this button of it (the first one is what Enter presses), over what is typed or chosen."""
        wanted = {"name": name, "value": value, "id": key}
        (button, *_) = [
            node for node in self.buttons if all(said in (None, node.get(of)) for of, said in wanted.items())
        ]
        fields = self._filled(typed)
        if self.form.get("data-notes") and not self["tap"]:  # on the sheet that all get, its script has them
            fields += [("csrf_token", self.page.phone.token), ("tap", str(uuid.uuid4()))]
        if button.get("name"):
            fields.append((button.get("name"), button.get("value", "")))
        address = button.get("formaction") or self.form.get("action") or self.page.address
        return self.page.phone.send(address, fields, htmx=htmx)

    def preview(self, **typed):
        """What the page asks the server while this is being typed."""
        (shown,) = [node for node in self.form.iter() if node.get("id") == "preview"]
        address, _, query = shown.get("hx-get").partition("?")
        answer = self.page.phone.client.get(address, query_string=urlencode(parse_qsl(query) + self._filled(typed)))
        return Page(self.page.phone, answer, address)

    def _filled(self, typed):
        known = {node.get("name") for node in self.form.iter() if node.get("name")}
        strangers = typed.keys() - known
        assert not strangers, f"the form has no field {strangers}"
        fields = [(field, value) for field, value in self.fields if field not in typed]
        return fields + [(field, value) for field, value in typed.items() if value is not None]


def _sent(node):
    """What a browser would send of a form's field."""
    unchosen = node.get("type") in ("radio", "checkbox") and node.get("checked") is None
    if node.tag != "input" or not node.get("name") or unchosen or node.get("disabled") is not None:
        return None
    return node.get("name"), node.get("value", "")


def node_texts(node):
    if node.tag in ("script", "style", "head"):
        return
    yield node.text or ""
    for child in node:
        yield from node_texts(child)
        yield child.tail or ""
    if node.tag in BLOCKS | {"td", "th", "tr", "button", "a"}:
        yield " "


def _places(text):
    """In which elements, from the outermost on, stand which tags and text; and which attributes there are.

    These are all that a strict parser looks at where each element is closed; where one isn't, there is no answer. What
    is in a plain box it reads as if the box weren't there.
    """
    if STRANGE.search(text):
        return None
    places, inside, around, end = set(), ("",), ("",), 0
    for found in TAG.finditer(text):
        between, end = text[end : found.start()], found.end()
        if "<" in between:
            return None
        if between and not between.isspace():
            places.add((inside, "text"))
        closes, name, attributes, closed = found.groups()
        if closes:
            if around[-1] != name:
                return None
            around = around[:-1]
            inside = inside if name in BOXES else inside[:-1]
        else:
            names = VALUE.sub("", attributes or "").split()
            if len(names) > len(set(names)):
                return None
            places.add((inside, name, closed))
            places.update(names)
            if name and not closed and name not in ALONE:
                around = (*around, name)
                inside = inside if name in BOXES else (*inside, name)
    return places if around == ("",) and "<" not in text[end:] else None


def _check(tree, whole, assets):
    """What a parser lets through: ids that are not unique, words for nobody, missing drawings, a button in a button."""
    ids = IDS(tree)
    assert not [name for name, times in Counter(ids).items() if times > 1]
    assert not SCRIPTED(tree)
    for node in tree.iter(*CANT_HOLD):
        inner = [child.tag for child in node.iter(*CANT_HOLD[node.tag]) if child is not node]
        assert not inner, f"<{node.tag}> can't hold {inner}"
        if node.tag in ("a", "button"):
            assert "".join(node_texts(node)).strip() or node.get("aria-label"), f"{node.attrib} says nothing"
    for node in tree.iter("ul", "ol"):
        assert {child.tag for child in node} <= {"li"}
    for node in tree.iter("use"):
        file, _, name = node.get("href").partition("#")
        known = _drawn(assets / urlsplit(file).path.removeprefix("/")) if file else {*ids, *_on_the_page(assets)}
        assert name in known, f"nobody drew {name}"
    if whole:
        assert {*REFERENCES(tree)} <= {*ids}, "what has this id is not there"


@cache
def _drawn(path):
    """The names in a file of drawings."""
    return frozenset(re.findall(r'\bid="([^"]+)"', path.read_text(encoding="utf-8")))


@cache
def _on_the_page(assets):
    """What a part may use: the page around it has brought them."""
    templates = assets / "templates"
    files = [templates / "_glyphs.html", *templates.glob("**/_symbols.html")]
    return frozenset(name for file in files for name in _drawn(file))


# Phones


class Phone:
    """A browser that keeps its cookies, and runs no script."""

    def __init__(self, app, language="en"):
        self.app, self.client, self.language = app, app.test_client(), language

    def request(self, method, address, data=None, **headers):
        given = {"Accept-Language": self.language, **{name.replace("_", "-"): text for name, text in headers.items()}}
        return self.client.open(address, method=method, data=data, headers=given, buffered=True)

    def open(self, address, htmx=False, **headers):
        response = self.request("GET", address, **(HTMX if htmx else {}), **headers)
        page = Page(self, response, address)
        return page.checked() if page.status == 200 else page

    def send(self, address, fields, htmx=False, **headers):
        """POST, and go where the answer says, as a browser does. `came_by` is the first answer."""
        data = {}
        for name, value in fields.items() if isinstance(fields, dict) else fields:
            data.setdefault(name, []).append(value)
        response = self.request("POST", address, data, **(HTMX if htmx else {}), **headers)
        page = Page(self, response, address)
        if response.status_code == 303:
            page = self.open(urljoin(address, response.location))
        elif response.status_code == 204:
            page = self.open(response.headers["HX-Redirect"])
        elif response.status_code in (200, 409, 422):
            page.checked()
        page.came_by = response
        return page

    @cached_property
    def token(self):
        return re.search(r'name="csrf_token" [^>]*value="([^"]+)"', self.open("/settings").text)[1]

    @cached_property
    def id(self):
        self.open("/settings")
        return self.client.get_cookie(COOKIE).value


@pytest.fixture(scope="session")
def phone_type():
    return Phone


@pytest.fixture
def new_phone(app):
    return lambda language="en": Phone(app, language)


@pytest.fixture
def phone(new_phone):
    return new_phone()


@pytest.fixture
def other(new_phone):
    return new_phone()


# Streams


class Stream:
    """An open stream, read by a thread of its own, as a browser reads it beside the page."""

    def __init__(self, phone, address, after=None, **headers):
        query = "" if after is None else f"?after={after}"
        given, going_on = {"Accept-Language": phone.language, **headers}, []
        self.answer = phone.client.get(
            f"{address}stream{query}", headers=given, environ_overrides={live.KEEP: going_on.append}
        )
        self.status, self.heard, self.ended = self.answer.status_code, Queue(), threading.Event()
        if self.status == 200:
            self.line, theirs = socket.socketpair()
            going_on[0](theirs, b"")
            threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        whole = b""
        while more := self.line.recv(1 << 16):
            *events, whole = (whole + more).split(b"\n\n")
            for told in events:
                self.heard.put(told.decode())
        self.line.close()
        self.ended.set()

    def vanish(self):
        if self.status == 200 and not self.ended.is_set():
            with suppress(OSError):  # it may be ending by itself
                self.line.shutdown(socket.SHUT_RDWR)
        return self.status != 200 or self.ended.wait(SOON)

    def next(self, name, seconds=SOON):
        """The text of the next event of this name."""
        while True:
            head, *lines = self.heard.get(timeout=seconds).split("\n")
            if head == f"event: {name}":
                return "\n".join(line.removeprefix("data: ") for line in lines if not line.startswith("id: "))

    def phones(self, many):
        """Waits until it says that so many have the sitting open."""
        while self.next("phones") != str(many):
            pass
        return many

    def silent(self):
        with pytest.raises(Empty):
            self.next("sheet", 0.1)
        return True


@pytest.fixture
def listen():
    """Opens streams, and has their phones vanish in the end."""
    opened = []

    def open_one(phone, address, *arguments, **headers):
        opened.append(Stream(phone, address, *arguments, **headers))
        return opened[-1]

    yield open_one
    for stream in opened:
        assert stream.vanish()


@pytest.fixture
def statements(app):
    """What is asked of the SQLite meanwhile, also by its driver itself."""

    @contextmanager
    def listening():
        engine, asked, traced = app.extensions[KEY].engine, [], []

        def trace(connection, *_):
            connection.set_trace_callback(asked.append)
            traced.append(connection)

        event.listen(engine, "checkout", trace)
        yield asked
        event.remove(engine, "checkout", trace)
        for connection in traced:
            connection.set_trace_callback(None)
        asked[:] = [statement for statement in asked if statement not in ("BEGIN", "BEGIN ", "COMMIT", "ROLLBACK")]

    return listening
