"""A stranger who knows every address and has tables of their own bends good requests, and gets nowhere.

Some in every run; `pytest tests/attack/test_stranger.py --requests 100000 --seed 3` sends so many, and `--workers 2` or
`--postgresql` asks another kind of server. What goes wrong is told with its number: the same seed sends the same again.
"""

import http.client
import json
import re
import sys
import time
import uuid
from contextlib import closing
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from urllib.parse import quote, urlencode, urlsplit

import pytest

from load.served import served

pytestmark = pytest.mark.slow
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"  # the family's address, and the stranger's
FAMILY = ("Zébulon-Privé", "Quasimodo-Privé")
FINE = {200, 201, 202, 204, 206, 301, 302, 303, 304, 308, *range(400, 419), 422} - {401, 402, 407}
SPARED = {429, 431, 501, 503}  # refusals of who asks for too much; 501: what needs an extra
PATIENCE = 60  # seconds; who waits longer was forgotten
WEIGHTY = re.compile(r"taps?$|bring|insert|replace|strike|undo|redo|rename|again|open_sitting|move$|setup|evenings")
STREAM = re.compile(r"/stream$")
PATHS = re.compile(r"<(?:([a-z]+)(?:\([^)]*\))?:)?([a-z]+)>")
NUMBERS = ("", "0", "-1", "1", "2", "3", "7", "99", "1e9", "NaN", "²", "٣", "9" * 20, "9" * 4400, "1.5", "5 5 3", "0x1")
DATES = ("9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59-14:00", "2026-11-19T24:00:00Z")
ODD = (
    *("\x00", "\ud800", "\ufffe", "\uffff", "\u202e", "\r\nX: y", "%00", "%", "{{7*7}}", "%s %(x)s", "';--", "=1+1"),
    *(";=1+1;", "<b>'\"&", "//x", "../../etc/passwd", "null", "true", "[]", "é" * 300, "a" * 9000, "👨‍👩‍👧‍👦" * 20),
    *(*DATES, "-1", "Ana", " ", "none", "log", "page"),
)
ASKED = ("until", "slip", "before", "waits", "away", "with", "back", "for", "kept", "led", "first")
HEADERS = {
    "Host": ("evil.example:99999", "ä.de", "", "a b", "[::1", "x" * 3000, "127.0.0.1"),
    "HX-Request": ("true", "false", "", "x"),
    "HX-Current-URL": ("http://[", "javascript:1", "", "//x", "http://h:99999/"),
    "HX-Target": ("slip", "\xff", "x" * 3000),
    "Accept-Language": ("xx", "de;q=x", "fr-" * 500, "*"),
    "Content-Type": (
        "",
        "text/plain",
        "application/json",
        "multipart/form-data",
        "multipart/form-data; boundary=" + "x" * 90,
    ),
    "Cookie": (
        "companion-phone=x",
        "phone=x",
        "companion-phone=; phone=; session=;",
        "language=\xff; theme==",
        "session=" + "A" * 4000,
    ),
    "X-Forwarded-For": ("1.2.3.4", "::", "x, y", "127.0.0.1"),
    "X-Forwarded-Prefix": ("//evil.example", "/x" * 900),
    "Range": ("bytes=0-", "bytes=9-1", "x"),
    "Last-Event-ID": ("-1", "x", "9" * 30),
    "Accept": ("application/json", "text/event-stream", "x/y;q=9"),
}
MOVES = {
    "fiasko": (
        {"move": "draw", "player": "0", "card": "goods"},
        {"move": "draw", "player": "1", "card": "catastrophe"},
        {"move": "score", "player": "0", "product": "milk", "values": "5 5 3", "hand": "4"},
        {"move": "score", "player": "1", "product": "corn", "points": "36"},
        {"move": "recount", "pile": "20", "fiasko": "2", "catastrophe": "1"},
        {"move": "reshuffle"},
        {"move": "end"},
    ),
    "pasta": (
        {"move": "bank", "player": "0", "shape": "2", "pasta": "3", "sauce": "1"},
        {"move": "token", "player": "1"},
        {"move": "end"},
    ),
    "states": (
        {"move": "battle", "state": "MA", "value": "10", "winner": "0"},
        {"move": "battle", "state": "TX", "value": "33", "tanks": "3 30"},
        {"move": "battle", "state": "OH", "value": "9", "winner": "none"},
        {"move": "end"},
    ),
}


OTHER_FIELDS = {  # what a form says there, beside what all of them do
    "setup.change": (
        *({"player": ("Ana", "Bo"), key: value} for key, value in (("start", "1"), ("draw", "1"), ("seats", "4"))),
        *({"player": ("Ana", "Bo"), key: value} for key, value in (("add", "Cy"), ("drop", "Bo"), ("usual", "count"))),
        {"player": ("Ana", "Bo"), "lifted": "0", "lift": "1"},
        {"player": ("Ana", "Bo"), "lifted": "0", "renamed": "Max", "rename": "1"},
    ),
    "preferences.choose": ({"owner": "Cy", "back": "/j"}, {"theme": "dark", "aloud": "all", "awake": "off"}),
    "television.press": (
        {"typed": "BABA", "letter": "B"},
        {"typed": "BAB", "letter": "A"},
        {"typed": "BA", "rub": "1"},
    ),
    "sittings.again": ({"first": "drawn"}, {"first": "1"}),
    "evenings.names": ({"name": "Bo", "person": "Ana"}, {"part": "Bo"}),
    "home.put_away": ({"put": "LINK"}, {"take": "LINK"}),
    "evenings.put_away": ({"put": "LINK"}, {"take": "LINK"}),
    "television.send": ({"link": "LINK"},),
    "join.enter": ({"letters": "CODE"}, {"letters": "ABABA"}),
}
UNKNOWN = {400, 404, 405, 415}  # what a request is told that is none


class Wrong(Exception):
    """What no server of ours may do."""


class Caller:
    """Somebody's phone, at an address of the network, with its cookies."""

    def __init__(self, server, source):
        self.server, self.source, self.cookies, self.line = server, source, {}, None

    def ask(self, method, path, body=None, headers=()):
        """The status, the head and the text; of a stream no more than its head."""
        given = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **dict(headers)}
        for fresh in (False, True):  # a line that has been idle may have been closed
            if self.line is None or fresh:
                self.hang_up()
                self.line = http.client.HTTPConnection(*self.server, timeout=PATIENCE, source_address=(self.source, 0))
            try:
                self.line.putrequest(method, path, skip_host="Host" in given, skip_accept_encoding=True)
                for name, value in given.items():
                    self.line.putheader(name, value.encode("utf-8", "surrogatepass"))
                if body is not None:
                    self.line.putheader("Content-Length", str(len(body)))
                self.line.endheaders(body)
                answer = self.line.getresponse()
                break
            except (http.client.BadStatusLine, ConnectionError):
                if fresh:
                    raise Wrong("the line was closed without an answer") from None
        endless = answer.status == 200 and STREAM.search(urlsplit(path).path)
        text = "" if endless else answer.read().decode("utf-8", "replace")
        if not text or answer.getheader("Connection") == "close":
            self.hang_up()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(cookie).items():
                self.cookies[name] = morsel.value
        return answer.status, answer.headers, text

    def hang_up(self):
        if self.line:
            self.line.close()
        self.line = None

    def token(self, page="/settings"):
        return re.search(r'name="csrf_token"[^>]* value="([^"]+)"', self.ask("GET", page)[2])[1]

    def post(self, path, **fields):
        pairs = [("csrf_token", self.token())]
        for name, value in fields.items():
            pairs += [(name, one) for one in (value if isinstance(value, tuple) else (value,))]
        return self.ask("POST", path, urlencode(pairs).encode(), {"Content-Type": "application/x-www-form-urlencoded"})

    def open_table(self, slug, names):
        """Its link for those who score."""
        return self.post(f"/new/{slug}", player=names, start="1")[1]["Location"].split("/")[2]

    def tap(self, link, after, **move):
        return self.post(f"/s/{link}/taps", tap=str(uuid.uuid4()), after=str(after), **move)[0]


class Family:
    """Two tables, one of them over, which nobody else has a link of; and what their phone sees of them."""

    def __init__(self, server):
        self.phone = Caller(server, HERE)
        self.links = [self.phone.open_table(slug, FAMILY) for slug in ("states", "fiasko", "states")]
        assert self.phone.tap(self.links[0], 0, move="battle", state="MA", value="10", winner="0") == 303
        for after, card in enumerate(("goods", "fiasko")):
            assert self.phone.tap(self.links[1], after, move="draw", player="0", card=card) == 303
        assert self.phone.tap(self.links[1], 2, move="end") == 303
        files = [json.loads(self.phone.ask("GET", f"/s/{link}/game.json")[2]) for link in self.links]
        self.known = [file["sitting"]["uid"] for file in files]
        self.before = self.sees()

    def close(self):
        self.phone.hang_up()

    def sees(self):
        """Its pages without tokens and without the letters of a table, which change every ten minutes; and what a new
        table of theirs is offered as Massachusetts' value.
        """
        pages = ["/", "/evenings/", f"/s/{self.links[2]}/note/battle?state=MA"]
        pages += [f"/s/{link}/{part}" for link in self.links for part in ("", "log", "share/", "game.json")]
        texts = [self.phone.ask("GET", page) for page in pages]
        assert {status for status, _, _ in texts} == {200}
        passing = r'name="(?:csrf_token|tap)"[^>]*value="[^"]*"|<p class="five".*?</p>'
        bare = [re.sub(passing, "", text, flags=re.DOTALL) for *_, text in texts]
        return dict(zip(pages, bare, strict=True))


class Stranger:
    def __init__(self, server, rules, family):
        self.chance, self.rules, self.family = Random(), rules, family
        self.phone = Caller(server, ELSEWHERE)
        self.tables, self.files, self.code, self.television = {}, {}, "", ""
        self.csrf = self.phone.token()
        self.sit_down()
        self.statuses, self.number, self.sent = {}, 0, ""

    def close(self):
        self.phone.hang_up()

    def go(self, requests):
        for self.number in range(1, requests + 1):
            method, path, fields, kind = self.good()
            headers = {"HX-Request": "true"} if self.chance.random() < 0.5 else {}
            for _ in range(self.chance.randint(1, 3)):
                method, path, fields, headers = self.bend(method, path, fields, headers)
            body = self.body(fields, kind, headers) if method in ("POST", "PUT") else None
            self.sent = f"request {self.number}: {method} {path[:300]!r} {headers} {(body or b'')[:600]!r}"
            self.look_at(*self.phone.ask(method, path, body, headers))
            if self.number % 50 == 0:
                self.csrf = self.phone.token()
                self.sit_down()

    def know_all(self):
        """A good request for each route and method is one that the server knows: at the third try, or the fortieth."""
        for rule in self.rules:
            for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
                told = set()
                for _ in range(40):
                    self.sit_down()
                    headers, (_, path, fields, kind) = {}, self.good(rule, method)
                    body = self.body(fields, kind, headers) if method == "POST" else None
                    status, _, _ = self.phone.ask(method, path, body, headers)
                    told.add(status)
                    if status not in UNKNOWN | SPARED:
                        break
                else:
                    raise Wrong(f"nobody knows {method} {rule.rule}: {told}")

    def sit_down(self):
        """At a table of each game, anew where it has new links, in the middle of it. And at a television."""
        self.television = re.search(r"/tv/([\w-]{24})", self.phone.ask("GET", "/tv")[2])[1]
        for slug, moves in MOVES.items():
            if slug in self.tables and self.phone.ask("GET", f"/s/{self.tables[slug]}/")[0] == 200:
                continue
            self.files[slug] = self.phone.ask("GET", f"/s/{self.play(slug, moves[:3] + moves[-1:])}/game.json")[2]
            self.tables[slug] = self.play(slug, moves[:3])
        shared = re.search(
            r'<p class="five".*?</p>', self.phone.ask("GET", f"/s/{self.tables['pasta']}/share/")[2], re.DOTALL
        )
        self.code = "".join(re.findall(r"<b>([A-Z])</b>", shared[0])) if shared else ""

    def play(self, slug, moves):
        link = self.phone.open_table(slug, ("Ana", "Bo"))
        for after, move in enumerate(moves):
            self.phone.tap(link, after, **move)
        return link

    def good(self, rule=None, method=None):
        """A request as a page, a script or a file of one's own would make it."""
        weighty = [rule for rule in self.rules if WEIGHTY.search(rule.endpoint)]
        rule = rule or self.chance.choice(weighty if self.chance.random() < 0.5 else self.rules)
        slug = self.chance.choice(list(MOVES))
        values = {
            **{"link": self.tables[slug], "number": str(self.chance.randint(1, 4)), "seat": "0", "slug": slug},
            **{"kind": self.chance.choice(MOVES[slug])["move"], "what": "paper", "filename": "css/companion.css"},
            "key": self.television,
        }
        if rule.endpoint == "sittings.why":
            values["number"] = self.chance.choice(("total.0", "score.0.milk", "odds", "battle.MA", "tanks.1"))
        path = PATHS.sub(lambda name: values[name[2]], rule.rule)
        method = method or self.chance.choice(sorted(rule.methods - {"HEAD", "OPTIONS"}))
        move = dict(self.chance.choice(MOVES[slug]))
        id = str(uuid.UUID(int=self.chance.getrandbits(128), version=4))
        tap = {"tap": id, "after": str(self.chance.randint(1, 4))}
        if rule.endpoint.startswith("api."):
            return method, path, list(self.in_json(rule.endpoint, slug, move, id).items()), "json"
        if rule.endpoint == "imports.bring" and method == "POST":
            file = re.sub(r'("uid":\s*)"[^"]*"', rf'\1"{id}"', self.files[slug])  # else it is here already
            return method, path, [("csrf_token", self.csrf), ("files", file)], "file"
        more = {"name": "Cy", "player": "0", "start": "1", "language": "fr", "sitting": "1", "person": "Bo"}
        fields = {"csrf_token": self.csrf, **tap, **more, **move}
        if other := OTHER_FIELDS.get(rule.endpoint):
            known = {"LINK": self.tables[slug], "CODE": self.code}
            chosen = {name: known.get(value, value) for name, value in self.chance.choice(other).items()}
            fields = {"csrf_token": self.csrf, **chosen}
        pairs = [
            (name, one) for name, value in fields.items() for one in (value if isinstance(value, tuple) else (value,))
        ]
        if method == "GET" and self.chance.random() < 0.4:
            path += "?" + urlencode(pairs[1:])
        return method, path, pairs, "form"

    def in_json(self, endpoint, slug, move, id):
        """What a script sends there."""
        if endpoint == "api.open_sitting":
            return {"game": slug, "players": ["Ana", "Bo"], "tap": id}
        numbers = {"values": [5, 5, 3], "tanks": [3, 30], "winner": None if move.get("winner") == "none" else 0}
        whole = {name: int(value) if value.isdigit() else value for name, value in move.items()}
        told = whole | {name: value for name, value in numbers.items() if name in move}
        about = {"rename": {"name": "Cy"}, "move": told, "replace": told, "insert": told}
        return {**about.get(endpoint.removeprefix("api."), {}), "tap": id, "after": self.chance.randint(1, 4)}

    def bend(self, method, path, fields, headers):
        way, odd = self.chance.random(), self.odd()
        fields = list(fields)
        if fields and way < 0.6:
            at = self.chance.randrange(len(fields))
            name, value = fields[at]
            if name == "files":
                fields[at] = (name, self.bent(value))
            elif way < 0.4:
                fields[at] = (name, odd)
            elif way < 0.5:
                del fields[at]
            else:
                fields += [(name, odd)] * self.chance.choice((1, 2, 400))
        elif way < 0.65:
            parts = path.split("/")
            told = str(odd).encode("utf-8", "surrogatepass")[:2000]
            parts[self.chance.randrange(1, len(parts))] = quote(told, safe="")
            path = "/".join(parts)
        elif way < 0.8:
            name = self.chance.choice(
                ("seat", "pad", "after", "of", "game", "page", "entry", "player", "values", *ASKED)
            )
            path += "?" + urlencode({name: str(odd).encode("utf-8", "surrogatepass")})
        elif way < 0.95:
            name = self.chance.choice(list(HEADERS))
            headers = {**headers, name: self.chance.choice(HEADERS[name])}
        else:
            method = self.chance.choice(("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"))
        return method, path, fields, headers

    def odd(self):
        return self.chance.choice((*NUMBERS, *ODD, *self.family.known, *self.tables.values()))

    def bent(self, text):
        """A file in which some values have become others, or which was cut off."""
        try:
            data = json.loads(text)
        except ValueError:
            return text
        if self.chance.random() < 0.3:
            evil = self.chance.choice(DATES)
            return re.sub(r'("(?:at|opened_at)":\s*)"[^"]*"', rf'\1"{evil}"', text)
        for _ in range(self.chance.randint(1, 3)):
            place = data
            while isinstance(place, dict | list) and place:
                key = self.chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
                if not isinstance(place[key], dict | list) or self.chance.random() < 0.2:
                    place[key] = self.chance.choice((self.odd(), None, 10**30, -1, 1.5, True, [], {}, [[]] * 50))
                    break
                place = place[key]
        text = json.dumps(data)
        return text[: self.chance.randrange(len(text))] if self.chance.random() < 0.1 else text

    def body(self, fields, kind, headers):
        if kind == "json":
            headers.setdefault("Content-Type", "application/json")
            return json.dumps(dict(fields)).encode()
        plain = [(name, str(value).encode("utf-8", "surrogatepass")) for name, value in fields]
        if kind == "form":
            headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
            return urlencode(plain).encode()
        headers.setdefault("Content-Type", "multipart/form-data; boundary=bound")
        parts = [
            b'--bound\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
            % (name.encode(), b'; filename="game.json"' if name == "files" else b"", value)
            for name, value in plain
        ]
        return b"".join(parts) + b"--bound--\r\n"

    def look_at(self, status, head, text):
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if status not in FINE | SPARED:
            raise Wrong(f"{status}: {text[:400]}")
        if status >= 400 and not text.strip() and " HEAD " not in self.sent and " OPTIONS " not in self.sent:
            raise Wrong(f"{status} without a word")
        for secret in (*self.family.links, *FAMILY):
            if secret in text or secret in str(head):
                raise Wrong(f"the stranger is told {secret}")


def megabytes(process):
    """Of memory that it, and those that it has started, hold now."""
    lines = Path(f"/proc/{process}/status").read_text()
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return int(re.search(r"VmRSS:\s+(\d+)", lines)[1]) / 1000 + sum(megabytes(int(child)) for child in children)


@pytest.fixture
def server(kind_of_server, database, tmp_path, request):
    far = ("EAST-14", "WEST+11")[request.config.getoption("seed") % 2]  # of Greenwich
    command = [sys.executable, "-m", "companion", "serve", "--host", HERE, "--port", "0"]
    command += ["--workers", str(kind_of_server.workers)]
    told = {"COMPANION_INSTANCE": str(tmp_path), "COMPANION_DATABASE_URL": database, "TZ": far}
    told |= dict.fromkeys(("COMPANION_TABLES", "COMPANION_IMPORTS", "COMPANION_GUESSES"), "0")  # no bounds
    with served(command, told) as process:
        yield process
        process.stop()


@pytest.mark.long
def test_a_stranger_breaks_nothing_learns_nothing_and_changes_nothing_for_others(server, app, request):
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint in app.view_functions]
    with closing(Family(server.address)) as family, closing(Stranger(server.address, rules, family)) as stranger:
        stranger.chance = Random(f"stranger {request.config.getoption('seed')}")
        stranger.know_all()
        before, began = megabytes(server.process.pid), time.monotonic()
        try:
            stranger.go(request.config.getoption("requests"))
        except (Wrong, OSError, http.client.HTTPException) as wrong:
            pytest.fail(f"{wrong!r}\n{stranger.sent}", pytrace=False)
        rate = stranger.number / (time.monotonic() - began)
        print(f"\n{stranger.number} requests, {rate:.0f} a second: {dict(sorted(stranger.statuses.items()))}")
        print(f"memory: {before:.0f} MB before, {megabytes(server.process.pid):.0f} MB after")
        assert family.sees() == family.before
