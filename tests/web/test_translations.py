"""French, German and Italian: whole, each in its own form, and on every page in place of the English."""

import ast
import importlib.util
import json
import re
from collections import Counter, defaultdict
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.dates import get_month_names
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from flask_babel import format_decimal, ngettext
from jinja2 import Environment

from companion import create_app, store
from companion.rules import GAMES
from companion.rules.moves import End, fields_of
from companion.rules.options import Names
from companion.rules.states import STATE_NAMES
from companion.store.database.engine import KEY
from companion.web import languages
from companion.web.languages import LANGUAGES, listed, one_in, percent

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "tests" / "rules" / "examples"
_spec = importlib.util.spec_from_file_location("sentences", ROOT / "tools" / "sentences.py")
sentences = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(sentences)

PLACE = re.compile(r"%\((\w+)\)s")
ID = re.compile(r'\sid="([^"]+)"')
LETTER = re.compile(r"[^\W\d_]")

SAME = {  # said as in English
    "fr": "Fiasko Pasta States Catastrophe Sauces Sardines Points Bonus Total Menu Vibration point points sauce sauces "
    "catastrophe catastrophes",
    "de": "Fiasko Fiaskos Pasta States Bonus Live Name Text Vibration Ätsch!",
    "it": "Fiasko Pasta States Bonus Menu Ätsch!",
}
RENAMED = {  # of the fifty States
    "fr": "CA FL GA HI LA NM NC ND PA SC SD VA WV",
    "de": "CA",
    "it": "NM NC ND SC SD WV",
}
UNFIT = {  # what a language's own typography never has
    "fr": r"""(?<![\u00a0\u202f])[;!?»] | (?<![\u00a0\u202f]):(?!//) | «(?!\u202f) | ["'“”„]""",
    "de": r"""["'”«»] | „(?![^“]*“) | ^[^„]*“ | \s[:;!?]""",
    "it": r"""["'“”„] | \s[:;!?»] | «\s""",
}
FORMAL = {
    "fr": r"(?i)\b(v(ous|otre|os)|(?!(ass|ch)ez\b)\w+ez)\b",
    "de": r"\b(Ihnen|Ihr(e[mnrs]?)?)\b",
    "it": r"\b(Lei|Suo|Sua|Vostr.)\b",
}
NAMED = r"%\((name|names|loser|taker)\)s"  # nobody knows how it begins, or whose gender it is
UNSURE = {  # what goes before some names and not before others
    "fr": rf"\b(d|qu|l)(e|a|’)\ ?{NAMED} | \b(du|au|le|la|l’|de|en|à)\ ?%\(state\)s",
    "it": rf"\b(a|ad|del|della|il|la|l’)\ ?{NAMED} | \b(il|lo|la|l’|del|al|nel)\ ?%\((state|tank|alone)\)s",
}
OUTWORN = {  # what was once said, and is now said with another word everywhere
    "fr": r"\btiré\b | \bbattre\b | \bliaison\b | \bce\ geste\b | Compter\ la\ table | seul\ produit | \bPassés\b",
    "it": r"\bEntra\b | \btavola\b | Totali\ pari | \bda\ qui\b | può\ fare | \bmaggiore\b | in\ linea",
}
TOLD_ALIKE = [  # in some language; else what English tells apart stays apart
    *({f"Best {product}", product.capitalize()} for product in ("milk", "pickles", "tomatoes", "corn", "sardines")),
    {"All", "Every card", "Everyone"},
    {"Cards lost", "number of lost cards"},
    {"Continue", "Play on"},
    {"Never", "Not shown"},
    {"Had Al Dente meant %(weight)s, %(name)s would have won.", "Had it meant %(weight)s, %(name)s would have won."},
    {"No counting", "None"},
    {"No one", "Nobody"},
    {"free", "open"},
    {"{n} tap waits", "{n} taps wait"},
]
AS_ON_A_TYPEWRITER = re.compile(r"\.\.\. | \ x\ | \d-\d | s-%\( | (?<![\w)])-[%\d]", re.VERBOSE)
AS_TYPED = "'psycopg[binary]>=3.3,<3.4'"
TAGS = {"Fiasko next", "Hand lost before next turn"}  # the two odds, beside each other on a narrow phone
DAY = re.compile(r"\w+ \d+ \w+ 20\d\d")  # Babel knows the names of days and months
PROPER = {"Companion", "Al Dente", "UTC", *LANGUAGES.values(), *STATE_NAMES}  # on every page as they are


TEMPLATES = ROOT / "templates"


@cache
def sources():
    return sentences.extracted()


@cache
def catalogs():
    return {language: sentences.read(language) for language in sentences.SPOKEN}


def spoken(test):
    return pytest.mark.parametrize("language", sentences.SPOKEN)(test)


def forms(sentence):
    return sentence if isinstance(sentence, tuple) else (sentence,)


def said(catalog):
    return {message.id: message for message in catalog if message.id}


def translated(language):
    """English and its translation, form by form."""
    for message in said(catalogs()[language]).values():
        for place, form in enumerate(forms(message.string)):
            yield forms(message.id)[min(place, len(forms(message.id)) - 1)], form


# The catalogs


@spoken
def test_every_sentence_is_translated_and_none_is_left_over(language):
    known = said(catalogs()[language])
    assert [sentence for sentence in said(sources()) if sentence not in known] == [], "python tools/sentences.py"
    assert [sentence for sentence, message in known.items() if not sentences.complete(message)] == []
    assert [sentence for sentence, message in known.items() if message.fuzzy] == []
    assert [sentence for sentence in known if sentence not in said(sources())] == [], "python tools/sentences.py"
    assert [message.id for message in catalogs()[language].obsolete.values()] == []


@spoken
def test_a_catalog_stands_as_the_command_writes_it(language):
    path = sentences.catalog_file(language)
    assert sentences.written(language, sentences.updated(language, sources())) == path.read_bytes()


def test_there_is_a_catalog_for_every_language_but_english():
    assert set(sentences.SPOKEN) | {"en"} == set(LANGUAGES)
    folder = ROOT / "companion" / "translations"
    assert {path.name for path in folder.iterdir() if path.is_dir()} == set(sentences.SPOKEN)


@spoken
def test_every_form_has_the_places_of_its_sentence(language):
    wrong = {
        sentence: form
        for sentence, form in translated(language)
        if set(PLACE.findall(sentence)) != set(PLACE.findall(form)) or "%" in PLACE.sub("", form)
    }
    assert wrong == {}


@spoken
def test_only_what_is_listed_is_said_as_in_english(language):
    states = {name.one for code, name in STATE_NAMES.items() if code not in RENAMED[language].split()}
    same = {PLACE.sub("", form).strip() for sentence, form in translated(language) if sentence == form}
    assert {text for text in same if LETTER.search(text)} == states | set(SAME[language].split())


@spoken
def test_signs_stand_as_the_language_sets_them(language):
    unfit = re.compile(UNFIT[language], re.VERBOSE)
    assert [form for _, form in translated(language) if unfit.search(form.replace(AS_TYPED, ""))] == []


@spoken
def test_a_full_stop_stands_where_english_has_one(language):
    sentences = [pair for pair in translated(language) if pair[0] != "No."]  # a number's name, short
    unlike = {form for sentence, form in sentences if sentence.endswith(".") != form.endswith(".")}
    assert unlike == set()


@spoken
def test_no_space_is_doubled_or_left_at_an_end(language):
    spaced = re.compile("  |^ | $")
    assert [form for sentence, form in translated(language) if spaced.search(form) and sentence != ": "] == []


@spoken
def test_the_table_is_spoken_to_as_friends_are(language):
    assert [form for _, form in translated(language) if re.search(FORMAL[language], form)] == []


@pytest.mark.parametrize("language", UNSURE)
def test_nothing_before_a_name_depends_on_the_name(language):
    unsure = re.compile(UNSURE[language], re.VERBOSE | re.IGNORECASE)
    assert [form for _, form in translated(language) if unsure.search(form)] == []


@pytest.mark.parametrize("language", OUTWORN)
def test_a_word_that_was_given_up_is_gone(language):
    outworn = re.compile(OUTWORN[language], re.VERBOSE)
    assert [form for _, form in translated(language) if outworn.search(form)] == []


@spoken
def test_what_english_tells_apart_stays_apart(language):
    alike = defaultdict(set)
    for sentence, message in said(catalogs()[language]).items():
        alike[message.string].add(sentence)
    merged = [
        group for group in alike.values() if len({str(sentence).partition("|")[0].lower() for sentence in group}) > 1
    ]
    assert [group for group in merged if not any(group <= known for known in TOLD_ALIKE)] == []


@spoken
def test_no_sign_is_made_of_others(language):
    both = {form for pair in translated(language) for form in pair}
    assert [form for form in both if AS_ON_A_TYPEWRITER.search(form.replace(AS_TYPED, ""))] == []


@spoken
def test_the_tags_of_the_odds_are_short(language):
    assert {form: len(form) for sentence, form in translated(language) if sentence in TAGS and len(form) > 22} == {}


# The glossary


def sentences_in(language):
    english, *_ = catalogs().values()
    told = said(english) if language == "en" else said(catalogs()[language])
    return [form for message in told.values() for form in forms(message.id if language == "en" else message.string)]


def glossary():
    """Its rows: the term in each language, and what it is never called."""
    lines = (ROOT / "docs" / "glossary.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_has_the_words_of_the_catalogs(language):
    spoken_here = "\n".join(sentences_in(language)).casefold()
    stems = {term: term[: max(4, len(term) - 3)] for row in glossary() for term in row[language].split(", ")}
    assert [term for term, stem in stems.items() if stem.casefold() not in spoken_here] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_called_what_the_glossary_never_calls_it(language):
    banned = [word.split(" ", 1) for row in glossary() for word in row["never"].split("; ") if word]
    words = re.compile("|".join(rf"\b{re.escape(word)}\b" for spoken, word in banned if spoken == language) or r"(?!)")
    assert [form for form in sentences_in(language) if words.search(PLACE.sub("", form))] == []


def test_english_has_its_own_signs_and_no_comma_before_the_last_of_a_list():
    unfit = re.compile(r"""['"] | \w+,\s\w+(?:\s\w+)?,\s(?:and|or)\b""", re.VERBOSE)
    assert [form for form in sentences_in("en") if unfit.search(form.replace(AS_TYPED, ""))] == []


# The sources


def calls():
    """Every call that asks for a sentence, in Python."""
    for path in sorted(Path(ROOT, "companion").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) in sentences.KEYWORDS:
                yield node


def test_what_python_says_is_written_out_where_it_is_said():
    """Else no extraction finds it. The fallback for a field without a noun, and `told` itself, are the exceptions."""
    passed_on = {"say(field.name)", "gettext(text.one, **params)"}
    known = {form for sentence in said(sources()) for form in forms(sentence)}
    unwritten, unknown = [], []
    for call in calls():
        count = 2 if call.func.id in ("say_many", "ngettext") else 1
        if all(isinstance(argument, ast.Constant) for argument in call.args[:count]):
            unknown += [argument.value for argument in call.args[:count] if argument.value not in known]
        elif ast.unparse(call) not in passed_on and not ast.unparse(call).startswith("ngettext(text.one, text.many"):
            unwritten.append(ast.unparse(call))
    assert (unwritten, unknown) == ([], [])


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_every_field_that_can_be_refused_has_a_noun(game):
    for move in game.moves:
        refusable = [field.name for field in fields_of(move) if (field.choices or field.within) and not field.seat]
        assert [name for name in refusable if name not in move.labels or move.labels[name].noun is None] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_every_move_has_a_title_and_every_field_a_label(game):
    for move in (*game.moves, End):
        assert str(move.title)
        unlabelled = [field.name for field in fields_of(move) if not field.seat and field.name not in move.labels]
        assert unlabelled == []
        for field in fields_of(move):
            assert not field.choices or set(move.labels[field.name].choices) == set(field.choices)


SHOWN = {"alt", "aria-label", "data-copied", "data-none", "data-offline", "data-refused", "data-title"}
SHOWN |= {"placeholder", "title"}


MONTHS = get_month_names("wide", locale="fr").values()  # babel's own


def any_of(names):
    return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))


class Visible(HTMLParser):
    """The words of a page that somebody sees or hears, and its links."""

    def __init__(self, source):
        super().__init__()
        self.words, self.links, self.unseen = [], [], 0
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.unseen += tag in ("script", "style")
        self.words += [text for name, text in attrs if text and name in SHOWN]
        self.links += [text for name, text in attrs if tag == "a" and name == "href"]

    def handle_endtag(self, tag):
        self.unseen -= tag in ("script", "style")

    def handle_data(self, data):
        if not self.unseen and data.strip():
            self.words.append(data.strip())


def test_no_template_has_words_of_its_own():
    proper, attribute = any_of(PROPER), re.compile(r'[\w-]+="[^"]*"')  # some macros have attributes only
    lexer, found = Environment(autoescape=True), []
    for path in TEMPLATES.rglob("*.html"):
        page = Visible("".join(text for _, kind, text in lexer.lex(path.read_text()) if kind == "data"))
        words = [attribute.sub("", text) for text in page.words]
        found += [(path.name, text) for text in words if LETTER.search(proper.sub("", text))]
    assert found == []


# Pages. Catalogs are compiled anew, so that no older ones are in the way.


def compiled(folder, catalogs):
    for language, catalog in catalogs.items():
        path = folder / language / "LC_MESSAGES" / "messages.mo"
        path.parent.mkdir(parents=True)
        with path.open("wb") as file:
            write_mo(file, catalog)
    return str(folder)


@pytest.fixture(scope="session")
def app(instance, database, tmp_path_factory):
    folder = compiled(tmp_path_factory.mktemp("translations"), catalogs())
    told = {"INSTANCE": instance, "DATABASE_URL": database, "BABEL_TRANSLATION_DIRECTORIES": folder}
    app = create_app({**told, "TESTING": True})
    yield app
    app.extensions[KEY].close()


@pytest.fixture(scope="session")
def wordless(instance, database, tmp_path_factory):
    """Speaks a language of which the catalogs say no word: every letter that is left never asked for one."""
    mute = Catalog("fr")
    for message in said(sources()).values():
        found = [PLACE.finditer(form) for form in forms(message.id)]
        silent = tuple("…" + "…".join(place[0] for place in places) for places in found)
        mute.add(message.id, silent if message.pluralizable else silent[0], flags=message.flags)
    folder = compiled(tmp_path_factory.mktemp("wordless"), {"fr": mute})
    told = {"INSTANCE": instance, "DATABASE_URL": database, "BABEL_TRANSLATION_DIRECTORIES": folder}
    app = create_app({**told, "TESTING": True})
    yield app
    app.extensions[KEY].close()


TOLD = {path: json.loads(path.read_bytes()) for path in sorted(EXAMPLES.glob("*.json")) if "tally" not in path.stem}
NAMES = {name for told in TOLD.values() for name in (*told["players"], *told.get("options", {}).get("shapes", ()))}
for _option in (option for game in GAMES.values() for option in game.options if isinstance(option, Names)):
    NAMES.update(_option.default)
NAMES |= {  # as a drawing cuts them
    f"{name[:head]}…{name[tail:].strip()}"
    for name in NAMES
    for head in range(1, len(name))
    for tail in range(head, len(name) + 1)
}


def shape(address):
    """What addresses that look alike have in common."""
    path, _, query = address.partition("?")
    return re.sub(r"(?<=^/s/)[^/]+|\d+|(?<=\.)\w+$", "N", path), re.sub(r"=[^&]*", "", query)


def pages(phone, addresses, alike):
    """What is seen of these pages, and of those that their links lead to: of many that look alike, only a few."""
    waiting, met = [*addresses], Counter()
    while waiting:
        address = waiting.pop(0)
        met[shape(address)] += 1
        if met[shape(address)] > alike and address not in addresses:
            continue
        response = phone.request("GET", address)
        assert response.status_code in (200, 404), address
        if response.mimetype != "text/html":  # a file to keep
            continue
        assert [name for name, times in Counter(ID.findall(response.text)).items() if times > 1] == [], address
        page = Visible(response.text)
        yield address, [text for text in page.words if "://" not in text]
        links = {link for link in page.links if link.startswith(("/s/", "/new/", "/settings"))} - {*waiting}
        waiting += sorted(link for link in links if met[shape(link)] < alike)


def tables(app, slug):
    """The examples of a game, in the store."""
    for path in [path for path, told in TOLD.items() if told["game"] == slug and path.stem[:4] != "bad-"]:
        with app.app_context():
            (sitting,) = store.import_games(path.read_bytes())
            yield f"/s/{sitting.score_link}/"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_every_letter_of_a_page_is_asked_of_the_catalog_and_no_id_stands_twice(wordless, phone_type, slug):
    phone, proper = phone_type(wordless, "fr"), any_of({*PROPER, *NAMES, *MONTHS, " et "})
    for address, words in pages(phone, ["/", f"/new/{slug}", "/nowhere", *tables(wordless, slug)], alike=4):
        words = [text for text in words if len(text) > 1 and not DAY.fullmatch(text)]  # what has one letter is its key
        assert [text for text in words if LETTER.search(proper.sub("", text))] == [], address


# What a phone gets


@pytest.mark.parametrize(
    ("asked", "got"),
    [
        ("fr-CH,fr;q=0.9,en;q=0.8", "fr"),
        ("de-AT", "de"),
        ("it", "it"),
        ("es,it;q=0.5,de;q=0.3", "it"),
        ("en-GB,fr;q=0.9", "en"),
        ("pt-BR,ja;q=0.5", "en"),
        ("x-klingon", "en"),
        ("*", "en"),
        ("", "en"),
    ],
)
def test_the_browser_says_which_language(new_phone, asked, got):
    assert new_phone(asked).open("/").one("html").get("lang") == got


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_that_was_chosen_stays(new_phone, language):
    phone = new_phone("it" if language != "it" else "fr")
    page = phone.open("/settings").form_to("/settings").press(language=language)
    assert page.one("html").get("lang") == language
    assert phone.open("/settings").form_to("/settings")["language"] == [language]
    assert phone.client.get_cookie("language").max_age > 30_000_000


def test_a_language_that_nobody_speaks_changes_nothing(new_phone):
    phone = new_phone("de")
    phone.open("/settings").form_to("/settings").press(language="tlh")
    phone.client.set_cookie("language", "../../etc")
    assert phone.open("/").one("html").get("lang") == "de"


@pytest.mark.parametrize(
    ("language", "none", "one", "several"),
    [
        ("en", "0 cards", "1 card", "2 cards"),
        ("fr", "0 carte", "1 carte", "2 cartes"),
        ("de", "0 Karten", "1 Karte", "2 Karten"),
        ("it", "0 carte", "1 carta", "2 carte"),
    ],
)
def test_a_language_has_its_own_plural(app, language, none, one, several):
    with app.test_request_context(headers={"Accept-Language": language}):
        said = [str(ngettext("%(num)s card", "%(num)s cards", count)) for count in (0, 1, 2)]
    assert said == [none, one, several]


@pytest.mark.parametrize(
    ("language", "thousand", "chance", "exactly", "odds", "names"),
    [
        ("en", "1,234", "19%", "18.7%", "1 in 9", "Ana, Tom and Bo"),
        ("fr", "1\u202f234", "19\u00a0%", "18,7\u00a0%", "1 sur 9", "Ana, Tom et Bo"),
        ("de", "1.234", "19\u00a0%", "18,7\u00a0%", "1 von 9", "Ana, Tom und Bo"),
        ("it", "1.234", "19%", "18,7%", "1 su 9", "Ana, Tom e Bo"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(app, language, thousand, chance, exactly, odds, names):
    with app.test_request_context(headers={"Accept-Language": language}):
        assert languages.number(1234) == format_decimal(1234) == thousand
        assert all(languages.number(few) == format_decimal(few) for few in (0, 7, 999))
        assert [languages.number(few) for few in (-2, -999)] == ["−2", "−999"]
        assert languages.number(-1234) == f"−{thousand}"
        assert (percent(0.187), percent(0.187, 1), one_in(0.11)) == (chance, exactly, odds)
        assert str(listed(["Ana", "Tom", "Bo"])) == names


@spoken
def test_the_options_come_in_the_language_of_the_phone(app, new_phone, language):
    for game in GAMES.values():
        words = " ".join(new_phone(language).open(f"/new/{game.slug}").words.split())
        with app.test_request_context(headers={"Accept-Language": language}):
            for option in game.options:
                labels = [label for *_, label in (*getattr(option, "choices", ()), *getattr(option, "fields", ()))]
                for text in (option.title, option.why, *labels):
                    assert " ".join(languages.translate(text).split()) in words


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "Aucune main ne fait 67 points : les plus proches sont 66 et 68"),
        ("de", "Keine Karten ergeben 67 Punkte: Am nächsten liegen 66 und 68"),
        ("it", "Nessuna mano fa 67 punti: i più vicini sono 66 e 68"),
    ],
)
def test_a_refusal_comes_in_the_language_of_the_phone(new_phone, table, language, said):
    page = table.tap(new_phone(language), "score", player=0, product="milk", points=67)
    assert (page.status, page.refusals) == (422, [said])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "Ce jeu ne connaît pas le produit « fish »"),
        ("de", "Dieses Spiel kennt „fish“ nicht (Produkt)"),
        ("it", "Questo gioco non conosce il prodotto «fish»"),
    ],
)
def test_a_sentence_within_a_sentence_is_translated_too(new_phone, table, language, said):
    assert table.tap(new_phone(language), "score", player=0, product="fish", points=66).refusals == [said]


@pytest.mark.parametrize(
    ("language", "drawn", "scored", "struck"),
    [
        ("fr", "Ana · Marchandise", "Tom marque", "barré"),
        ("de", "Ana · Ware", "Tom wertet Milch", "gestrichen"),
        ("it", "Ana · Merce", "Tom segna", "cancellato"),
    ],
)
def test_the_log_comes_in_the_language_of_the_phone(new_phone, table, language, drawn, scored, struck):
    phone = new_phone(language)
    table.note("draw", player=0, card="goods")
    table.note("score", player=1, product="milk", points=1000)
    phone.send(table.address + "log/1/strike", table.fields(phone))
    words = phone.open(table.address + "log").words
    assert all(line in words for line in (drawn, scored, struck))


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "Il n’y a rien ici"), ("de", "Hier ist nichts"), ("it", "Qui non c’è niente")]
)
def test_what_is_nowhere_is_said_in_the_language_of_the_phone(new_phone, language, said):
    page = new_phone(language).open("/s/nowhere/")
    assert page.status == 404
    assert said in page.words
