"""Who is likely to win, over the wire: what phones, watchers and programs are sent, and what nobody is."""

import json
import re
from random import Random

import pytest

from companion import store
from companion.rules import GAMES
from companion.rules.core import RuleBroken
from companion.rules.fiasko.moves import PRODUCTS
from companion.web.live import hub
from tests.web.test_api_stream import Listener

OWN = re.compile(r"[\w.-]{20,}|\d\d:\d\d(:\d\d)?|[?&]v=\w+")  # links, tokens and times: what a table has for itself
RULINGS = {
    "as printed": {},
    "as the Germans": {"fiasko_loss": "product", "catastrophe": "everyone"},
    "ties shared": {"three_way_tie": "split", "catastrophe": "everyone"},
    "ties worth nothing": {"three_way_tie": "none"},
}


@pytest.fixture(autouse=True)
def looks_often(monkeypatch):
    """At all streams, and nobody lingers."""
    monkeypatch.setattr(hub, "TICK", 0.05)
    monkeypatch.setattr("companion.web.live.room.LINGERS", 0.0)


def drawn(table, cards=24):
    for at in range(cards):
        table.note("draw", player=at % 4, card="goods")


def api(phone, table):
    return json.loads(phone.request("get", f"/api/sittings/{table.sitting.watch_link}").text)


def bars(page):
    return [float(node.get("width")) for node in page.by_class("fill")]


# On the wall


def test_whoever_watches_sees_everybodys_chance_under_the_names(phone, table):
    drawn(table)
    page = phone.open(table.watching)
    assert bars(page) == pytest.approx([100 * chance for chance in api(phone, table)["chances"]], abs=0.2)
    heads = [page.words_of(id=f"seat-{seat}") for seat in range(4)]
    assert all(re.search(r"to win: about \d+%", words) for words in heads)
    assert "Chances to win" in page.words


def test_whoever_scores_sees_them_only_when_asked(phone, table):
    drawn(table)
    assert not phone.open(table.address).by_class("likely")
    assert not phone.open(table.address).by_class("to-win")
    assert len(phone.open(table.address + "why/odds").by_class("to-win")) == 4
    part = phone.open(table.address + "why/odds", htmx=True)
    assert [node.get("hx-swap-oob") for node in part.by_class("to-win")] == ["true"] * 4
    assert all(
        re.search(r"to win: about \d+%", " ".join("".join(node.itertext()).split())) for node in part.by_class("to-win")
    )


@pytest.mark.parametrize("options", [{"watch": "off"}, {"advice": "off"}, {"count": "specials"}, {"count": "none"}])
def test_no_bars_where_the_table_wants_none_or_nobody_counts(phone, open_table, options):
    table = open_table(**options)
    if options.get("count") is None:
        drawn(table)
    assert not phone.open(table.watching).by_class("likely")


def test_no_bars_once_it_is_over(phone, over):
    assert not phone.open(over.watching).by_class("likely")


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_about_stands_before_every_chance(new_phone, table, language):
    drawn(table)
    about = {"en": "about", "fr": "env.", "de": "etwa", "it": "circa"}[language]
    page = new_phone(language).open(table.address + "why/odds")
    told = [
        " ".join("".join(node.itertext()).split()) for node in page.by_class("to-win")
    ]  # the sign is shown, the word said
    assert all(re.search(rf"{re.escape(about)}\s+\d+\s*%≈ \d+\s*%$", words) for words in told)
    figures = [node.xpath("string()") for way in page.by_class("way") for node in way.iter() if node.tag == "b"]
    assert len(figures) >= 4
    assert all(re.match(rf"{re.escape(about)}\s+\d", figure) for figure in figures)


# What nobody else is sent


def test_nobodys_typed_cards_change_what_another_phone_is_sent(phone, new_phone, open_table, listen):
    """Two tables play the same; at one of them somebody types cards all the while. Everybody else hears the same."""
    heard = []
    for types in (False, True):
        random, table = Random(7), open_table()
        drawn(table, 20)
        others = [listen(new_phone(), address, 20) for address in (table.address, table.watching)]
        program = Listener(table.app, table.sitting.watch_link, "?after=20")
        told = []
        for turn in range(6):
            seat = turn % 4
            if types:
                slip = phone.open(f"{table.address}note/score?player={seat}")
                for _ in range(3):
                    values = " ".join(str(random.randint(1, 5)) for _ in range(random.randint(1, 3)))
                    product, hand = random.choice(PRODUCTS), str(random.randint(5, 9))
                    assert slip.form_with(id="score").preview(product=product, values=values, hand=hand).status == 200
                assert others[0].silent()
            table.tap(phone, "draw", player=seat, card="goods")
            told += [OWN.sub("", other.next("sheet")) for other in others]
            data = program.next().data
            told += [{**data, "log": [{**entry, "tap": "", "phone": "", "at": ""} for entry in data["log"]]}]
            told += [OWN.sub("", new_phone().open(table.address + "why/odds").words)]
            told += [api(phone, table)[part] for part in ("counter", "chances", "players")]
        program.hang_up()
        heard.append(told)
    assert heard[0] == heard[1]


# Whatever the table tells


def random_move(random, sheet):
    seat = sheet.turn if random.random() < 0.9 else random.randrange(4)
    hand = sheet.counter.hands[seat] + random.choice([0, 0, 3, 20])
    return random.choices(
        [
            ("draw", {"player": seat, "card": "goods"}),
            ("draw", {"player": seat, "card": random.choice(["fiasko", "catastrophe"])}),
            ("score", {"player": seat, "product": random.choice(PRODUCTS), "values": [5, 4], "hand": max(hand, 3)}),
            ("score", {"player": seat, "product": random.choice(PRODUCTS), "points": random.choice([13, 60, 400])}),
            ("recount", {"pile": random.choice([0, 1, 8, 40]), "fiasko": 0, "catastrophe": random.choice([0, 1])}),
            ("reshuffle", {}),
        ],
        [50, 8, 8, 5, 4, 2],
    )[0]


@pytest.mark.parametrize("name", RULINGS)
def test_chances_add_up_or_none_are_told_whatever_is_noted_corrected_and_struck(phone, open_table, name):
    """Wrong counts, recounts, hands larger than counted, and corrections in the middle of the past."""
    table, random = open_table(**RULINGS[name]), Random(name)
    for _ in range(45):
        entries = [entry for entry in table.log.entries if entry.kind == "move"]
        kind, fields = random_move(random, table.sheet)
        try:
            if entries and random.random() < 0.15:
                table.correct(random.choice(entries).number, kind, **fields)
            else:
                table.note(kind, **fields)
        except (RuleBroken, store.StoreTrouble, ValueError, LookupError):
            continue
        told = api(phone, table)
        if told["over"]:
            assert told["chances"] is None
            break
        assert round(sum(told["chances"]), 9) == 1
        assert all(0 <= chance <= 1 for chance in told["chances"])
    page = phone.open(table.address + "why/odds")
    assert page.status in (200, 404)  # with an empty pile there are no odds
    assert phone.open(table.watching).status == 200


def test_one_more_card_is_worth_what_may_come_of_it(phone, table):
    """As the slip tells it: each card as often as it comes; whole per cent, and 1 in so many."""
    drawn(table)
    page = phone.open(table.address + "why/odds")
    way, *_ = page.by_class("way")
    draw = int(re.search(r"\d+", way.xpath("string(.//*[contains(@class, 'tag')])"))[0])
    counter = api(phone, table)["counter"]
    chances = [int(re.search(r"about\s+(\d+)", "".join(item.itertext()))[1]) for item in way.iter() if item.tag == "li"]
    cards = [counter["pile"] - counter["fiasko"] - counter["catastrophe"], counter["fiasko"], counter["catastrophe"]]
    assert draw == pytest.approx(sum(n * it for n, it in zip(cards, chances, strict=True)) / counter["pile"], abs=1)
    assert GAMES["fiasko"].tally(table.sheet)["chances"] == api(phone, table)["chances"]
