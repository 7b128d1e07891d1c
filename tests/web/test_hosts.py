"""By which name a phone has come, and what becomes of one that names none, or a page that is none."""

import pytest
from werkzeug.test import create_environ, run_wsgi_app
from werkzeug.wrappers import Response

NONE = (
    *("evil.example:99999", "ä.de", 'evil"><script>', "a b", "", "x" * 300, "[::1", "☃", "a..b", ":80", "h:", "u@h"),
    *("[::::::]", "[1:2:3:4:5:6:7:8:9]", "xn--", "xn--a", "xn--" + "9" * 59, ".".join(["a" * 62] * 9)),
)
SENTENCE = "That is not the address of a computer"


@pytest.mark.parametrize("host", NONE)
def test_a_host_that_is_none_is_told_so_wherever_it_leads(phone, host):
    for path in ("/api", "/", "/s/abc", "/tv", "/healthz?address", "/api/sittings/abc", "/static/none.js"):
        asked = {**create_environ(path), "HTTP_HOST": host.encode().decode("latin-1")}  # a test's client reads it, too
        answer = Response(*run_wsgi_app(phone.client.application, asked))
        assert (answer.status_code, answer.location) == (400, None), path
        text = answer.get_data(as_text=True)
        assert SENTENCE in text
        assert "evil" not in text
        assert answer.mimetype == ("application/problem+json" if path.startswith("/api") else "text/html")


def test_it_is_told_in_ones_own_language(new_phone):
    answer = new_phone("de").request("GET", "/", Host="evil.example:99999")
    assert "Das ist keine Adresse eines Computers" in answer.text


@pytest.mark.parametrize(
    "host", ["localhost", "192.168.1.7:8000", "[fe80::1]:8000", "MY_PC:8000", "table.example.", "xn--tf-eka.ch"]
)
def test_a_host_that_can_be_one_is_served(phone, host):
    assert phone.request("GET", "/settings", Host=host).status_code == 200


@pytest.mark.parametrize("host", ["localhost", "evil.example", "MY_PC"])
@pytest.mark.parametrize("path", ["/api", "/s/abc"])
def test_where_a_stroke_is_missing_it_goes_on_at_this_very_server(phone, host, path):
    answer = phone.request("GET", path, Host=host)
    assert (answer.status_code, answer.headers["Location"]) == (308, path + "/")


@pytest.mark.parametrize("path", ["//evil.example/s/abc", "/s//evil.example"])
def test_no_redirect_leads_to_another_server(phone, path):
    answer = phone.request("GET", path)
    assert not answer.headers.get("Location", "/").startswith(("//", "http"))


@pytest.mark.parametrize("page", ["http://[", "http://[/log", "[", "log", "http://a:0x/s/b/log?a#b"])
def test_a_page_that_is_none_is_no_fault_of_ours(phone, table, page):
    preview = table.address + "preview?move=draw&player=0&card=goods&kept=1"
    answer = phone.request("GET", preview, HX_Request="true", HX_Current_URL=page)
    assert answer.status_code == 200
    assert ("Companion-Told" in answer.headers) == (not page.startswith(("http://[/log", "http://a")))
