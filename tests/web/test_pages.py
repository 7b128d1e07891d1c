"""What is true of every page: its headers, its cookies, page or part, and the HTML of all of them."""

import contextlib
import gzip
import re
from pathlib import Path

import pytest
from flask import url_for

from companion import create_app
from companion.rules import GAMES
from companion.store.database.engine import KEY
from companion.web.app import ASSETS

OF_PAGES = {
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
POLICY = {
    "default-src": "'self'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
STATIC = ["css/companion.css", "js/page.js", "vendor/htmx.min.js", "logo.svg", "games/fiasko/symbols.svg"]
EVERYWHERE = ["/", "/settings", "/new/fiasko", "/nothing", "/static/css/companion.css", "/static/nothing.css"]


def assert_guarded(response, page=True):
    for name, value in OF_PAGES.items():
        assert response.headers.get_all(name) == ([value] if page else [])
    assert response.headers.get_all("X-Content-Type-Options") == ["nosniff"]
    (policy,) = response.headers.get_all("Content-Security-Policy")
    assert dict(part.strip().split(" ", 1) for part in policy.split(";")) == POLICY


@pytest.mark.parametrize("address", EVERYWHERE)
def test_every_answer_is_guarded(phone, address):
    """What goes for pages alone would only make a script longer."""
    assert_guarded(phone.request("GET", address), page=not address.startswith("/static/"))


@pytest.mark.parametrize("packed", ["*", "*;q=0.1", "gzip;q=x, *", ""])
def test_whatever_may_be_packed_is_answered(phone, packed):
    for address in ("/", "/static/css/companion.css", "/static/logo.svg", "/healthz"):
        assert phone.request("GET", address, Accept_Encoding=packed).status_code == 200, address


def test_refusals_and_redirects_are_guarded_too(phone, table):
    for part in ("taps", "log/1/strike", "again", "share/links"):
        assert_guarded(phone.request("POST", table.address + part))  # forged
        assert_guarded(phone.request("POST", table.watching + part, table.fields(phone)))
        assert_guarded(phone.request("PUT", table.address + part))
    assert_guarded(phone.request("GET", table.address.rstrip("/")))
    assert_guarded(table.tap(phone, "draw", player=0, card="goods").came_by)
    assert_guarded(table.tap(phone, "draw", player=9, card="goods").came_by)


def test_a_page_is_stored_nowhere_and_depends_on_who_asks_for_it_and_how(phone, table):
    for address in ("/", "/new/fiasko", table.address, table.address + "log", "/nothing"):
        answer = phone.request("GET", address)
        assert answer.headers["Cache-Control"] == "no-store"
        vary = {name.strip() for name in answer.headers["Vary"].split(",")}
        assert vary >= {"HX-Request", "HX-History-Restore-Request", "Cookie", "Accept-Language"}
        assert "HX-Boosted" in vary


def test_pages_travel_compressed(phone, table):
    answer = phone.request("GET", table.address, **{"Accept-Encoding": "gzip, deflate, br"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]


# Cookies


def test_cookies_are_for_this_site_and_not_for_scripts(new_phone):
    phone = new_phone()
    answers = [phone.request("GET", "/"), phone.request("GET", "/settings")]
    answers.append(phone.request("POST", "/settings", {"csrf_token": phone.token, "theme": "dark", "language": "fr"}))
    cookies = [cookie for answer in answers for cookie in answer.headers.get_all("Set-Cookie")]
    names = {cookie.partition("=")[0] for cookie in cookies}
    assert names >= {"companion-phone", "theme", "language"}
    assert any(re.fullmatch(r"companion-[0-9a-f]{8}", name) for name in names)
    for cookie in cookies:
        flags = {flag.strip() for flag in cookie.split(";")[1:]}
        assert flags >= {"HttpOnly", "SameSite=Lax", "Path=/"}
        assert not [flag for flag in flags if flag.startswith("Domain")]


def test_a_phone_keeps_its_name_for_two_years(new_phone):
    phone = new_phone()
    first = phone.request("GET", "/")
    assert re.search(r"companion-phone=[0-9a-f-]{36};.*Max-Age=63072000", first.headers["Set-Cookie"])
    assert "Set-Cookie" not in phone.request("GET", "/").headers


@pytest.mark.parametrize("name", ["x", "", "'; DROP TABLE visit; --", "Ana", "0" * 4000])
@pytest.mark.parametrize("cookie", ["companion-phone", "phone"])
def test_a_phone_with_a_name_that_we_never_gave_gets_one(new_phone, cookie, name):
    phone = new_phone()
    phone.client.set_cookie(cookie, name)
    answer = phone.request("GET", "/")
    assert answer.status_code == 200
    assert re.search(r"companion-phone=[0-9a-f-]{36};", answer.headers["Set-Cookie"])


def test_a_static_file_gives_no_cookie(new_phone):
    assert "Set-Cookie" not in new_phone().request("GET", "/static/css/companion.css").headers


# Static files


@pytest.mark.parametrize("file", [*STATIC, "vendor/bitter.woff2"])
def test_a_static_file_is_kept_for_ever_by_its_digest(phone, table, file):
    page = phone.open("/" if file == "logo.svg" else table.address)
    (address,) = set(re.findall(rf"/static/{re.escape(file)}\?v=[0-9a-f]{{12}}", page.text))
    answer = phone.request("GET", address)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert answer.data == Path(ASSETS, "static", file).read_bytes()


def test_the_face_is_fetched_ahead_and_once(phone):
    (ahead,) = [node for node in phone.open("/").all("link") if node.get("rel") == "preload"]
    (named,) = re.findall(r'url\("\.\.(/vendor/[^"]+)"\)', Path(ASSETS, "static/css/companion.css").read_text())
    assert ahead.get("href") == "/static" + named
    assert phone.request("GET", ahead.get("href")).mimetype == ahead.get("type") == "font/woff2"


def as_run(text):
    """Without the notes that only stand in our own scripts and styles, and without blanks."""
    return re.sub(rb"(?s:/\*.*?\*/)|(?<!\S)//.*|\s+", b"", text)


@pytest.mark.parametrize("file", STATIC)
def test_a_static_file_travels_packed_where_the_browser_can_unpack_it(phone, file):
    plain = phone.request("GET", f"/static/{file}")
    packed = phone.request("GET", f"/static/{file}", **{"Accept-Encoding": "gzip, deflate"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert as_run(gzip.decompress(packed.data)) == as_run(plain.data)
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_a_static_file_that_has_not_changed_is_not_sent_again(phone):
    first = phone.request("GET", "/static/css/companion.css", **{"Accept-Encoding": "gzip"})
    again = {"Accept-Encoding": "gzip", "If-None-Match": first.headers["ETag"]}
    assert phone.request("GET", "/static/css/companion.css", **again).status_code == 304
    assert phone.request("HEAD", "/static/css/companion.css", **{"Accept-Encoding": "gzip"}).data == b""


def test_a_static_file_asked_for_by_hand_is_not_kept_for_ever(phone):
    assert "immutable" not in phone.request("GET", "/static/css/companion.css").headers.get("Cache-Control", "")
    assert "immutable" not in phone.request("GET", "/static/css/companion.css?v=1").headers.get("Cache-Control", "")
    assert "immutable" not in phone.request("GET", "/static/nothing.css?v=1").headers.get("Cache-Control", "")


@pytest.mark.parametrize("testing", [True, False])
def test_a_file_that_is_missing_breaks_a_test_and_no_evening(tmp_path, testing):
    app = create_app({"INSTANCE": tmp_path, "TESTING": testing})
    with app.test_request_context(), pytest.raises(FileNotFoundError) if testing else contextlib.nullcontext():
        assert url_for("static", filename="css/nobody-wrote.css") == "/static/css/nobody-wrote.css"
    app.extensions[KEY].close()


OUTWARD = "https://app.bgstatsapp.com/createPlay.html"


def test_no_page_names_a_third_party(phone, over):
    """But the one link that says where it leads; nothing is fetched from there."""
    for address in ("/", "/settings", "/new/fiasko", over.address, over.address + "log", over.address + "share/"):
        page = phone.open(address)
        addresses = re.findall(r"""(?:https?:)?//[^\s"'<>]+""", page.text)
        assert {found.partition("?")[0] for found in addresses if not found.startswith("http://localhost/")} <= {
            "http://www.w3.org/2000/svg",
            OUTWARD,
        }
        assert page.text.count(OUTWARD) == page.text.count(f'href="{OUTWARD}') == (address == over.address)


# Page or part


def parts(table):
    """Every address that answers htmx with a fragment and others with a page, and the file that it comes from."""
    return [
        (table.address + "menu", "_slip"),
        (table.address + "note/draw", "_slip"),
        (table.address + "note/score", "_slip"),
        (table.address + "note/recount", "_slip"),
        (table.address + "why/odds", "_slip"),
        (table.address + "log", "_log"),
        (table.address + "log/1", "_slip"),
        ("/new/fiasko", "_seats"),
    ]


def test_the_root_of_a_fragment_has_the_name_of_its_file(phone, table):
    table.note("draw", player=0, card="goods")
    for address, file in [(table.address + "now?after=0", "_sitting"), *parts(table)]:
        page = phone.open(address, htmx=True)
        assert page.status == 200
        assert page.root.get("id") == file.removeprefix("_"), address


@pytest.mark.parametrize("name", ["sitting", "slip", "shelf", "log", "seats", "tables"])
def test_the_file_of_a_fragment_has_its_root_alone(name):
    (file,) = Path(ASSETS, "templates").glob(f"[a-z]*/_{name}.html")
    source = re.sub(r"\{[%#].*?[%#]\}", "", file.read_text(), flags=re.S).strip()
    assert re.match(rf'<div id="{name}"', source)


@pytest.mark.parametrize("name", ["sheet", "counter", "pad"])
def test_what_each_game_brings_has_the_name_of_its_file(phone, table, name):
    source = Path(ASSETS, "templates", "games", "fiasko", f"_{name}.html").read_text()
    source = re.sub(r"\{[%#].*?[%#]\}", "", source, flags=re.S).strip()
    assert re.match(rf'<(div|section)[^>]* id="{name}"', source)
    assert len(phone.open(table.address).all(id=name)) == 1


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"HX-Request": "true", "HX-Boosted": "true"},
        {"HX-Request": "true", "HX-History-Restore-Request": "true"},
        {"HX-Boosted": "true"},
        {"HX-Target": "slip"},
    ],
)
def test_whoever_needs_a_page_gets_a_page(phone, table, how):
    table.note("draw", player=0, card="goods")
    for address, _ in parts(table):
        page = phone.open(address, **how)
        assert page.text.lower().startswith("<!doctype html>")
        assert page.one("html").get("lang") == "en"


def test_a_boosted_tap_goes_on_to_the_page(phone, table):
    answer = phone.request(
        "POST",
        table.address + "taps",
        table.fields(phone, "draw", player=0, card="goods"),
        **{"HX-Request": "true", "HX-Boosted": "true"},
    )
    assert answer.status_code == 303


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_every_page_is_valid_in_every_language(new_phone, over, told, language):
    """`open` parses strictly, and refuses ids that are not unique."""
    phone = new_phone(language)
    for address in ("/", "/settings", "/new/fiasko"):
        assert phone.open(address).status == 200
    entries = [f"log/{number}" for number in (1, told.log.length)]
    for part in (
        "",
        "menu",
        "log",
        "share/",
        "share/?for=watching",
        "note/draw",
        "note/score",
        "note/recount",
        *entries,
    ):
        page = phone.open(told.address + part)
        assert (page.status, page.one("html").get("lang")) == (200, language)
        assert page.one("title").text
    assert phone.open(told.watching).status == 200
    assert phone.open("/").status == 200


def test_each_page_says_where_it_is(phone, told):
    """One main heading each, and a title of its own."""
    addresses = [
        "/",
        "/settings",
        "/new/fiasko",
        told.address,
        told.address + "log",
        told.address + "share/",
        "/nothing",
    ]
    pages = [phone.open(address) for address in addresses]
    assert all(len(page.all("h1")) == len(page.all("main")) == 1 for page in pages)
    assert len({page.one("title").text for page in pages}) == len(pages)


# Names that are no names


NASTY = ("<script>alert(1)", '"><img src=x onerror=', "{{7*7}}{% raw %}", "مريم", "👩‍👩‍👧‍👦👩‍🚀")


def test_a_name_is_only_ever_words(phone, open_table):
    table = open_table(players=NASTY)
    for seat, product in enumerate(("milk", "milk", "corn", "corn", "sardines")):
        table.note("score", player=seat, product=product, points=88)
    table.note("draw", player=0, card="goods")
    asks = ["why/score.0.milk", "why/total.1", "why/bonus.2.corn", "why/odds"]
    for part in ("", "menu", "log", "share/", "note/score?player=1", "note/draw", "log/1", *asks):
        page = phone.open(table.address + part)
        assert page.status == 200
        assert not page.all("img")
        assert {script.get("src", "").partition("?")[0] for script in page.all("script")} == {
            "/static/vendor/htmx.min.js",
            "/static/js/page.js",
            *(
                ["/static/js/share.js"]
                if part == "share/"
                else [f"/static/js/{name}.js" for name in ("sheet", "outbox", "live")]
            ),
        }
    phone.send(table.address + "taps", table.fields(phone, "end"))
    for address in (table.address, table.address + "log", "/", "/new/fiasko"):
        page = phone.open(address)
        assert not page.all("img")
        assert all(name in page.words.replace("  ", " ") for name in ("<script>alert(1)", "{{7*7}}"))


def test_an_address_with_words_in_it_says_none_of_them(phone, table):
    for address in ("/<script>alert(1)</script>", table.address + "why/<script>", table.address + "note/<b>"):
        page = phone.open(address)
        assert page.status == 404
        assert "<script>alert" not in page.text
        assert "<b>" not in page.text


def test_what_is_typed_into_an_address_is_only_ever_a_value(phone, table):
    page = phone.open(table.address + 'note/score?player=0&points="><script>alert(1)</script>&product=<b>&values=<i>')
    assert page.form_with(id="preview")["points"] == ['"><script>alert(1)</script>']
    assert len(page.all("script")) == 5


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_any_move_can_be_looked_at_before_it_is_told(phone, open_table, slug):
    """Also one that has no preview of its own to show, and with nothing typed yet."""
    table = open_table(slug)
    for kind in (*(move.kind for move in GAMES[slug].moves), "end"):
        assert phone.open(f"{table.address}preview?move={kind}", htmx=True).status == 200
