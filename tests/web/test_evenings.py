"""Past evenings as a phone sees them: what is counted, chosen, put away, joined, brought and taken along."""

import csv
import errno
import io
import json
import re
import time
import tracemalloc
import uuid
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from flask import g
from sqlalchemy import insert, update
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from companion import store
from companion.evenings.people import Place
from companion.rules import GAMES
from companion.rules.text import say
from companion.screens import SCREENS
from companion.screens.core import Past
from companion.store import files as imports
from companion.store.database.engine import here, writing
from companion.store.results import write_places
from companion.store.sittings import new_sitting
from companion.store.tables import Finished, Sitting, Visit
from companion.web import imports as files
from companion.web.home import running_scores
from companion.web.limits import IMPORTS, Lately

CAST = ("Ana", "Tom", "Chloé", "Bo", "Maximilian", "Eve")
PRODUCTS = ("milk", "pickles", "tomatoes", "corn", "sardines")
MAY = datetime(2026, 5, 2, 18, tzinfo=UTC)


@pytest.fixture
def keep(app):
    """An evening that a phone has seen: (name, points, rank) for each, whatever else is kept."""

    def one(phone, *places, game="fiasko", ended_at=MAY, whole=True, kept=None, rules=1, may_score=True):
        told = [Place(*place, (kept or {}).get(place[0], {}), seat) for seat, place in enumerate(places)]
        with app.app_context(), writing() as session:
            table = GAMES["fiasko"].table([place.name for place in told])
            sitting = new_sitting(GAMES["fiasko"], table, str(uuid.uuid4()), ended_at)
            sitting.game, sitting.rules = game, rules
            session.add(sitting)
            session.flush()
            seen = {"first_seen": ended_at, "last_seen": ended_at, "may_score": may_score}
            session.add(Visit(phone=phone.id, sitting_id=sitting.id, **seen))
            row = {"sitting_id": sitting.id, "ended_at": ended_at, "whole": whole}
            row |= {"game": game, "rules": rules}
            session.execute(insert(Finished), row | {"places": write_places(told)})
        return sitting

    return one


def ana_beats_tom(keep, phone, **more):
    return keep(phone, ("Ana", 88, 1), ("Tom", 60, 2), **more)


def shelf(page):
    """By name, what stands under the cups."""
    people = [" ".join("".join(node.itertext()).split()) for node in page.by_class("plank")]
    return dict(reversed(re.fullmatch(r"([\d,]*½?)(.+?)(of [\d,]+)", text).groups()[:2]) for text in people)


def lines(page):
    (found,) = [node for node in page.one(id="list").iter("ul") if "list" in node.get("class", "")]
    return [" ".join("".join(node.itertext()).split()) for node in found]


def rows(page, place=0):
    """Of a table behind a picture."""
    table = page.by_class("behind")[place]
    return [["".join(cell.itertext()).strip() for cell in row] for row in table.find("tbody")]


# What is counted


def test_a_new_phone_is_told_that_nothing_has_ended_yet(phone):
    page = phone.open("/evenings/")
    assert "No game has ended on this phone yet." in page.words
    assert {"/", "/import"} <= set(page.links)
    assert "/evenings/all.csv" not in page.links


def test_one_evening_fills_the_page(phone, over):
    phone.open(over.address)
    page = phone.open("/evenings/")
    assert shelf(page) == {"Ana": "1", "Tom": "0", "Chloé": "0", "Maximilian": "0"}
    assert "1 game" in page.words
    assert re.fullmatch(r"Ana won .+, with Tom, Chloé and Maximilian 1,418", lines(page)[0])
    assert "1,418 Ana" in page.words
    assert "Milk: 88" not in page.words
    assert "Corn: 1,000" in page.words  # the best product score
    assert over.address in page.links


def test_another_phone_sees_none_of_it(phone, other, over):
    phone.open(over.address)
    assert "No game has ended" in other.open("/evenings/").words


def test_a_tie_at_the_top_is_half_a_cup_each(phone, keep):
    keep(phone, ("Ana", 75, 1), ("Tom", 75, 1), ("Bo", 3, 3))
    page = phone.open("/evenings/")
    assert shelf(page) == {"Ana": "½", "Tom": "½", "Bo": "0"}
    assert {use.get("href") for use in page.by_class("winners")[0].iter("use")} == {
        "#half-cup",
        "#sign-fiasko",
    }
    assert "Ana and Tom shared the victory" in page.words
    assert "Level to the end" in page.words


def test_people_who_are_level_come_in_the_order_of_a_dictionary(phone, keep):
    keep(phone, *((name, 3, 1) for name in ("Zoé", "Özil", "Émile", "anna", "Li")))
    assert list(shelf(phone.open("/evenings/"))) == ["anna", "Émile", "Li", "Özil", "Zoé"]


def test_a_stopped_game_counts_as_played_and_for_no_record(phone, keep):
    ana_beats_tom(keep, phone)
    keep(phone, ("Tom", 300, 1), ("Ana", 1, 2), whole=False, kept={"Tom": {"dearest": 300, "product": "milk"}})
    page = phone.open("/evenings/")
    assert shelf(page) == {"Ana": "1", "Tom": "1"}
    assert [row[2:] for row in rows(page)] == [["2", "1", "88", "88"], ["2", "1", "60", "60"]]
    assert "Milk: 300" not in page.words
    assert "stopped early" in page.words


def test_one_that_was_stopped_before_anybody_had_a_point_is_nobodys(phone, keep):
    keep(phone, ("Ana", 0, 1), ("Tom", 0, 1), whole=False)
    page = phone.open("/evenings/")
    assert shelf(page) == {"Ana": "0", "Tom": "0"}
    assert "Stopped before anybody had a point" in page.words
    assert "Best scores" not in page.words


def test_from_thirty_on_a_cup_stands_for_ten(phone, keep):
    for _ in range(34):
        ana_beats_tom(keep, phone)
    page = phone.open("/evenings/")
    assert "Each cup stands for 10." in page.words
    (cups,) = page.by_class("cups")
    assert len([node for node in cups if node.get("class", "").startswith("cup ")]) == 4  # three and a half
    assert shelf(page)["Ana"] == "34"


def test_six_people_stand_on_the_shelf_and_the_others_in_the_table(phone, keep):
    keep(phone, *((name, 60 - place, place + 1) for place, name in enumerate(CAST)))
    keep(phone, ("Zoé", 9, 1), ("Yan", 1, 2))
    page = phone.open("/evenings/")
    assert len(shelf(page)) == 6
    assert {row[0] for row in rows(page)} == {*CAST, "Zoé", "Yan"}


def test_a_name_of_24_letters_is_whole_where_it_can_be(phone, keep):
    name = "W" * 24
    keep(phone, (name, 60, 1), ("Ana", 1, 2))
    page = phone.open("/evenings/")
    assert shelf(page)[name] == "1"
    assert f"{name} won" in page.words


def test_head_to_head_says_who_finished_ahead_of_whom(phone, keep):
    for _ in range(2):
        ana_beats_tom(keep, phone)
    keep(phone, ("Tom", 9, 1), ("Bo", 4, 2), ("Ana", 4, 2))
    page = phone.open("/evenings/")
    assert ["Ana", "Tom", "2", "1", "0"] in rows(page, 1)
    assert ["Ana", "Bo", "0", "0", "1"] in rows(page, 1)
    assert "2 : 1" in page.words.replace("\N{NO-BREAK SPACE}", " ")


def test_luck_adds_up_what_came_and_what_was_expected(phone, keep):
    luck = {"draws": 30, "run": 9, "fiaskos": 4, "fiaskos_expected": 2.5, "fiaskos_variance": 2.0}
    for _ in range(2):
        ana_beats_tom(keep, phone, kept={"Ana": luck})
    page = phone.open("/evenings/")
    assert rows(page, 2) == [["Ana", "2", "8", "5.0", "2.0"]]
    assert "Ana: 8 (expected: 5.0)" in page.words


def test_the_luck_of_all_cards_is_added_up_beside_it_where_it_is_known(phone, keep):
    luck = {"draws": 30, "run": 9, "fiaskos": 4, "fiaskos_expected": 2.5, "fiaskos_variance": 2.0}
    for cards in (-12.4, 3.3):
        ana_beats_tom(keep, phone, kept={"Ana": {**luck, "cards": cards}, "Tom": luck})
    ana_beats_tom(keep, phone, kept={"Ana": luck})
    page = phone.open("/evenings/")
    assert rows(page, 2) == [["Ana", "3", "12", "7.5", "2.4", "−9"], ["Tom", "2", "8", "5.0", "2.0", "–"]]
    assert "how many points (of 100) the cards drawn added to the chance to win" in page.words


def test_whoever_was_first_holds_a_record(phone, keep):
    kept = {"Ana": {"run": 12, "dearest": 60, "product": "milk"}, "Tom": {"run": 12, "dearest": 20, "product": "corn"}}
    ana_beats_tom(keep, phone, ended_at=MAY + timedelta(days=9), kept=kept)
    ana_beats_tom(keep, phone, kept={"Tom": {"run": 12}})
    words = phone.open("/evenings/").words
    assert "12 cards without a Fiasko Tom, 2 May: the longest lucky streak" in words
    assert "Milk: 60 Ana, 11 May: the best product score" in words
    assert "Won by 28 points Ana, 2 May: the closest finish" in words


@pytest.mark.parametrize(
    ("game", "kept", "said"),
    [
        ("pasta", {"largest": 9, "level": "groups"}, "Level, and won on the most groups"),
        ("pasta", {"largest": 9, "level": "of another age"}, "Level, and still won"),
        ("states", {"states": 12, "level": "goal"}, "Level, and won at the goal"),
        ("pasta", {"largest": 9}, "9 cards in one group"),
        ("states", {"states": 12}, "12 States taken"),
    ],
)
def test_each_game_has_its_own_records(phone, keep, game, kept, said):
    keep(phone, ("Ana", 30, 1), ("Tom", 30, 2), game=game, kept={"Ana": kept})
    assert said in phone.open("/evenings/").words


def test_the_year_is_said_where_it_is_another(phone, keep):
    ana_beats_tom(keep, phone, ended_at=datetime(2019, 5, 2, 18, tzinfo=UTC))
    ana_beats_tom(keep, phone)
    assert "2 games on 2 evenings since 2 May 2019" in phone.open("/evenings/").words


# A hundred random games against plain sums


@pytest.fixture
def hundred(phone, keep):
    """By friends who come and go."""
    chance, kept = Random(7), []
    for number in range(100):
        names = chance.sample(CAST, chance.randint(2, 5))
        points = sorted((chance.randint(0, 40) for _ in names), reverse=True)
        game, whole = chance.choice(sorted(GAMES)), chance.random() < 0.8
        places = [(name, mine, 1 + points.index(mine)) for name, mine in zip(names, points, strict=True)]
        chance.shuffle(places)
        keep(phone, *places, game=game, whole=whole, ended_at=MAY + timedelta(hours=13 * number))
        kept.append((game, whole, places))
    return kept


@pytest.mark.parametrize(
    ("query", "chosen"),
    [
        ("", lambda game, names: True),
        ("?game=pasta", lambda game, names: game == "pasta"),
        ("?with=ana", lambda game, names: "Ana" in names),
        ("?game=states&with=Tom&with=Bo", lambda game, names: game == "states" and {"Tom", "Bo"} <= set(names)),
    ],
)
def test_a_hundred_random_games_are_plain_sums(phone, hundred, query, chosen):
    tables, wins, games, points, ahead = Counter(), Counter(), Counter(), defaultdict(list), Counter()
    for game, whole, places in hundred:
        if not chosen(game, [name for name, *_ in places]):
            continue
        first = [name for name, _, rank in places if rank == 1]
        nobody = not whole and not max(mine for _, mine, _ in places)
        for name, mine, rank in places:
            tables[name, game] += 1
            wins[name, game] += (rank == 1 and not nobody) / (1 if len(first) == 1 else 2)
            points[name, game] += [mine] if whole else []
            for other, _, lower in places:
                ahead[name, other] += rank < lower
        games[game] += 1
    page = phone.open(f"/evenings/{query}")
    names = {str(GAMES[slug].name): slug for slug in GAMES}
    for name, title, played, won, best, average in rows(page):
        mine = points[name, names[title]]
        assert int(played) == tables.pop((name, names[title]))
        assert float(won.replace("½", ".5")) == wins[name, names[title]]
        assert best == (str(max(mine)) if mine else "–")
        assert average == (f"{sum(mine) / len(mine):,.{min(1, len(mine) - 1)}f}" if mine else "–")
    assert not tables
    for one, other, more, fewer, _ in rows(page, 1):
        assert (int(more), int(fewer)) == (ahead[one, other], ahead[other, one])
    assert f"{sum(games.values())} games on" in page.words
    told = page.words_of(id="when-text")
    assert told == ", ".join(f"{GAMES[slug].name}: {games[slug]}" for slug in GAMES if games[slug])


# Chosen


def test_games_and_people_are_chosen_by_links(phone, keep):
    ana_beats_tom(keep, phone)
    keep(phone, ("Bo", 9, 1), ("Ana", 4, 2), game="pasta")
    page = phone.open("/evenings/").follow("?game=pasta")
    assert shelf(page) == {"Bo": "1", "Ana": "0"}
    page = phone.open("/evenings/").follow("?with=Tom")
    assert shelf(page) == {"Ana": "1", "Tom": "0"}
    assert [node.text for node in page.one(id="filters").iter("span")] == ["Ana", "Bo", "Tom"]
    assert "?" not in page.follow("/evenings/").address  # a second tap gives Tom up


def test_where_nothing_was_like_that_the_page_says_so_and_offers_all(phone, keep):
    ana_beats_tom(keep, phone)
    keep(phone, ("Bo", 9, 1), ("Eve", 4, 2))
    page = phone.open("/evenings/?with=Bo&with=Tom")
    assert "No evening on this phone matches." in page.words
    assert page.by_class("key")


@pytest.mark.parametrize(
    "query", ["game=poker", "with=", "with=%00", "page=0", "page=-3", "page=x", "page=99999999999"]
)
def test_what_is_no_choice_breaks_nothing(phone, keep, query):
    ana_beats_tom(keep, phone)
    assert phone.open(f"/evenings/?{query}").status == 200


@pytest.mark.parametrize(
    "query", ["&".join(f"with={number:060}" for number in range(900)), "&".join([f"with={'x' * 2000}"] * 30)]
)
def test_an_address_of_sixty_kilobytes_makes_no_page_that_repeats_it_in_each_key(app, phone, keep, query):
    for evening in range(8):
        keep(phone, *((f"{evening} {seat}", 9 - seat, seat + 1) for seat in range(5)))
    plain, long = (phone.open(f"/evenings/?{asked}") for asked in ("with=nobody", query))
    assert (long.status, "No evening on this phone matches." in long.words) == (200, True)
    assert len(long.text) < len(plain.text) + 40_000


def test_of_thousands_of_people_the_page_names_those_who_played_most(phone, keep, monkeypatch):
    monkeypatch.setattr("companion.evenings.figures.LISTED_PEOPLE", 3)
    monkeypatch.setattr("companion.web.evenings.LISTED_PEOPLE", 3)
    for names in (("Ana", "Tom"), ("Ana", "Tom"), ("Tom", "Bo"), ("Bo", "Eve"), ("Kim", "Lea")):
        keep(phone, (names[0], 9, 1), (names[1], 4, 2))
    page = phone.open("/evenings/")
    assert [node.text for node in page.one(id="filters").iter("span")] == ["Tom", "Ana", "Bo"]
    assert {name for name, *_ in rows(page)} == {"Tom", "Ana", "Bo"}
    assert {node.text for node in page.one(id="names").iter("option")} == {"–", "Tom", "Ana", "Bo"}


@pytest.mark.parametrize(("look_up", "goes"), [("links", "new_links"), ("remarks", "forget")])
def test_an_evening_that_goes_while_its_page_is_made_is_not_on_it(app, phone, keep, monkeypatch, look_up, goes):
    """By new links, or deleted; also where it had the best score."""
    kept, gone = keep(phone, ("Ana", 30, 1), ("Tom", 20, 2)), keep(phone, ("Kim", 88, 1), ("Bo", 60, 2))
    found = getattr(store, look_up)

    def at_that_moment(*asked):
        monkeypatch.undo()
        getattr(store, goes)(gone)
        return found(*asked)

    monkeypatch.setattr(store, look_up, at_that_moment)
    page = phone.open("/evenings/")
    assert ("Ana won" in page.text, "Kim" in page.text) == (True, False)
    assert kept.score_link in page.text


def test_a_home_with_long_series_keeps_none_of_their_games_in_memory(app, phone, keep):
    """Twenty series have a thousand games each."""
    games = [keep(phone, ("Ana", 9, 1), ("Tom", 4, 2)).id for _ in range(600)]
    with app.app_context(), writing() as session:
        for id in games:
            session.execute(update(Sitting).where(Sitting.id == id).values(series=f"series-{id % 4}"))
    with app.test_request_context():
        g.phone = phone.id
        tracemalloc.start()
        scores = running_scores(set(games[-4:]))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert {score.figures for score in scores.values()} == {"150 : 0"}
    assert most < 500_000


def test_the_list_comes_by_twenty(phone, keep):
    for number in range(45):
        ana_beats_tom(keep, phone, ended_at=MAY + timedelta(days=number))
    page = phone.open("/evenings/?with=Ana")
    assert len(lines(page)) == 20
    assert "15 June" in lines(page)[0]
    page = page.follow("page=2#list")
    assert "21 to 40 of 45" in page.words
    page = page.follow("page=3#list")
    assert (len(lines(page)), "2 May" in lines(page)[-1]) == (5, True)
    assert "Who won" not in page.words
    assert "with=Ana" in page.follow("page=2#list").address


# Cost


def test_no_log_is_read_and_twice_the_evenings_ask_no_more(app, phone, keep, statements):
    counts = []
    for _ in range(2):
        for number in range(60):
            ana_beats_tom(keep, phone, ended_at=MAY + timedelta(days=number))
        with statements() as asked:
            phone.open("/evenings/")
        assert not [statement for statement in asked if re.search(r"\bentry\b", statement)]
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 8


def test_a_corrected_score_is_told_at_once(phone, over):
    phone.open(over.address)
    assert "1,418" in phone.open("/evenings/").words
    over.correct(1, "score", player=0, product="milk", points=60)
    assert "1,375" in phone.open("/evenings/").words


# Unreadable, and games that say nothing


def test_what_this_version_cant_read_is_shown_as_such_and_harms_no_other(app, phone, keep, open_table):
    ana_beats_tom(keep, phone)
    keep(phone, ("Eve", 9, 1), ("Kim", 3, 2), game="poker")
    keep(phone, ("Eve", 9, 1), ("Kim", 3, 2), rules=99)
    table = open_table(players=("Lea", "Bo"))
    phone.open(table.address)
    with app.app_context(), writing() as session:
        session.execute(update(Sitting).where(Sitting.id == table.sitting.id).values(rules=99))
    page = phone.open("/evenings/")
    assert shelf(page) == {"Ana": "1", "Tom": "0"}
    assert len([line for line in lines(page) if "needs a newer one" in line]) == 3
    assert [line for line in lines(page) if "Lea and Bo" in line]
    assert "Eve" not in phone.open("/evenings/?with=Ana").words


def test_a_game_without_records_is_won_and_listed_all_the_same(monkeypatch, phone, keep):
    monkeypatch.setitem(GAMES, "bare", replace(GAMES["fiasko"], slug="bare"))
    monkeypatch.setitem(SCREENS, "bare", replace(SCREENS["fiasko"], past=Past()))
    ana_beats_tom(keep, phone, game="bare")
    page = phone.open("/evenings/")
    assert shelf(page) == {"Ana": "1", "Tom": "0"}
    assert "88" in lines(page)[0]
    assert "Luck" not in page.words


# Put away


def test_an_evening_is_put_away_with_an_undo_in_its_place(phone, keep):
    older = ana_beats_tom(keep, phone)
    keep(phone, ("Bo", 9, 1), ("Eve", 4, 2), ended_at=MAY + timedelta(days=1))
    page = phone.open("/evenings/").form_to("/away?page=1").press("put", older.score_link)
    assert page.came_by.status_code == 303
    assert page.came_by.location.endswith(f"#line-{older.id}")
    assert shelf(page) == {"Bo": "1", "Eve": "0"}
    assert lines(page)[1].startswith("Removed from this phone: Ana won, 2 May")
    assert "Removed" not in phone.open("/evenings/").words
    page = page.form_with(name="take").press("take", older.score_link)
    assert shelf(page) == {"Bo": "1", "Eve": "0", "Ana": "1", "Tom": "0"}


def test_the_last_one_put_away_still_has_its_undo(phone, keep):
    only = ana_beats_tom(keep, phone)
    page = phone.open("/evenings/").form_with(name="put").press("put", only.score_link)
    assert lines(page) == ["Removed from this phone: Ana won, 2 May Undo"]
    assert "Ana won" in page.form_with(name="take").press("take", only.score_link).words


def test_an_evening_is_put_away_from_its_own_page(phone, over):
    menu = phone.open(over.address).follow("/menu")
    page = menu.form_with(name="put").press("put", over.sitting.score_link)
    assert page.address.startswith("/evenings/?away=")
    assert "Removed from this phone: Ana won" in page.words
    assert "No game has ended" in phone.open("/evenings/").words


def test_a_line_that_was_never_removed_has_no_undo_whatever_the_address_says(phone, keep):
    sitting = ana_beats_tom(keep, phone)
    assert "Removed" not in phone.open(f"/evenings/?away={sitting.score_link}&away=x").words


# Who is who


def joined(phone, name="Max", person="Maximilian"):
    return phone.open("/evenings/").form_with(name="person").press(name=name, person=person)


def test_two_names_of_one_person_count_together_and_are_parted_again(phone, other, keep):
    keep(phone, ("Maximilian", 9, 1), ("Ana", 4, 2))
    keep(phone, ("Max", 9, 1), ("Ana", 4, 2), ended_at=MAY + timedelta(days=1))
    page = joined(phone)
    assert page.came_by.status_code == 303
    assert shelf(page) == {"Ana": "0", "Maximilian": "2"}
    assert "“Max” counts as Maximilian" in page.words
    assert lines(page)[0].startswith("Maximilian won")
    assert [row[:5] for row in rows(page, 1)] == [["Maximilian", "Ana", "2", "0", "0"]]
    assert shelf(phone.open("/evenings/?with=Max")) == {"Ana": "0", "Maximilian": "2"}
    page = page.form_with(name="part").press("part", "Max")
    assert shelf(page) == {"Ana": "0", "Max": "1", "Maximilian": "1"}
    ana_beats_tom(keep, other)
    assert "counts as Maximilian" not in other.open("/evenings/").words


def test_names_that_look_alike_are_one_person_by_themselves(phone, keep):
    keep(phone, ("Ana", 9, 1), ("Tom", 4, 2))
    keep(phone, ("ana", 9, 1), ("Tom", 4, 2), ended_at=MAY + timedelta(days=1))
    assert shelf(phone.open("/evenings/")) == {"ana": "2", "Tom": "0"}


@pytest.mark.parametrize(
    ("name", "person", "why"),
    [
        ("Ana", "Tom", "Ana and Tom sat at one table: they are two people."),
        ("Ana", "Ana", "Choose two different names."),
        ("", "", "Choose two different names."),
        ("Ana", "Nobody", "Nobody called “Nobody” has played on this phone."),
    ],
)
def test_names_that_are_two_people_stay_so_with_a_reason(phone, keep, name, person, why):
    ana_beats_tom(keep, phone)
    page = joined(phone, name, person)
    assert (page.status, page.refusals) == (422, [why])
    assert shelf(page) == {"Ana": "1", "Tom": "0"}


@pytest.mark.parametrize(("name", "spelled"), [("é" * 24, "e\u0301" * 24), ("ß" * 24, "ss" * 24)])
def test_nobody_is_called_by_more_letters_than_a_name_has(phone, keep, name, spelled):
    """PostgreSQL keeps no such name."""
    keep(phone, (name, 9, 1), ("Tom", 4, 2))
    keep(phone, ("Max", 9, 1), ("Tom", 4, 2))
    for page in (joined(phone, spelled, "Max"), joined(phone, "Max", spelled)):
        assert page.status == 422
        assert "has played on this phone" in page.words


def test_who_are_one_later_sit_at_one_table_as_two(phone, keep):
    keep(phone, ("Maximilian", 9, 1), ("Ana", 4, 2))
    keep(phone, ("Max", 9, 1), ("Ana", 4, 2))
    joined(phone)
    keep(phone, ("Max", 9, 1), ("Maximilian", 4, 2))
    assert shelf(phone.open("/evenings/")) == {"Maximilian": "2", "Ana": "0", "Max": "1"}


def chips(page):
    """Who can be chosen at once, and who behind a fold."""
    front, *behind = page.one(id="filters").iter("div")
    return [[" ".join("".join(node.itertext()).split()) for node in part.iter("a")] for part in (front, *behind)]


def test_of_many_names_nine_stand_in_front_and_whoever_was_chosen_from_behind(phone, keep):
    for number in range(6):
        keep(phone, (f"Ana {number}", 9, 1), (f"Tom {number}", 4, 2))
    page = phone.open("/evenings/")
    front, behind = chips(page)
    assert (len(front), len(behind)) == (9, 3)
    assert "3 more names" in page.words
    (way,) = {node.get("href") for node in page.all("a") if "".join(node.itertext()).strip() == behind[-1]}
    chosen, others = chips(phone.open(way))
    assert (len(chosen), chosen[-1], len(others)) == (10, behind[-1], 2)


# For a spreadsheet


def read_csv(phone):
    answer = phone.request("GET", "/evenings/all.csv")
    assert answer.mimetype == "text/csv"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return answer.data


def test_all_evenings_come_as_csv_with_a_row_for_each_player_of_each_game(phone, keep):
    keep(phone, ("Chloé", 75, 1), ("Tom", 75, 1), ("Bo", -2, 3))
    keep(phone, ("Ana", 88, 1), ("Tom", 60, 2), game="states", whole=False, ended_at=MAY + timedelta(days=1))
    keep(phone, ("Ana", 0, 1), ("Tom", 0, 1), whole=False, ended_at=MAY + timedelta(days=2))  # stopped at once
    raw = read_csv(phone)
    assert raw.startswith(b"\xef\xbb\xbf")
    assert list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline=""))) == [
        ["Date", "Game", "Player", "Counts as", "Points", "Rank", "Victory", "Players", "Played to the end"],
        ["2026-05-02", "Fiasko", "Chloé", "Chloé", "75", "1", "1", "3", "1"],
        ["2026-05-02", "Fiasko", "Tom", "Tom", "75", "1", "1", "3", "1"],
        ["2026-05-02", "Fiasko", "Bo", "Bo", "-2", "3", "0", "3", "1"],
        ["2026-05-03", "States", "Ana", "Ana", "88", "1", "1", "2", "0"],
        ["2026-05-03", "States", "Tom", "Tom", "60", "2", "0", "2", "0"],
        ["2026-05-04", "Fiasko", "Ana", "Ana", "0", "1", "0", "2", "0"],
        ["2026-05-04", "Fiasko", "Tom", "Tom", "0", "1", "0", "2", "0"],
    ]


@pytest.mark.parametrize(("language", "separator"), [("en", ","), ("fr", ";"), ("de", ";"), ("it", ";")])
def test_spreadsheets_of_each_language_split_the_cells(new_phone, keep, language, separator):
    phone = new_phone(language)
    keep(phone, ("Bo; C", 75, 1), ("Ana,=1+1", -2, 2))
    told = list(csv.reader(io.StringIO(read_csv(phone).decode("utf-8-sig"), newline=""), delimiter=separator))
    assert {len(row) for row in told} == {9}
    assert told[1][2:5] == ["Bo; C", "Bo; C", "75"]
    name = "Ana,=1+1" if separator == "," else "Ana,'=1+1"  # in English it is quoted
    assert told[2][2:5] == [name, name, "-2"]


EVIL = ("=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "a,b", 'a"b', "；", "\t=1", ";=1+1;", 'Ana|"=1', "Ana; B")


def test_a_name_that_looks_like_a_formula_computes_nothing(phone, keep):
    for name in EVIL:
        keep(phone, (name, 3, 1), ("Ana", 2, 2))
    found = list(csv.reader(io.StringIO(read_csv(phone).decode("utf-8-sig"), newline="")))[1::2]
    names = [row[2] for row in found]
    assert names == [
        "'=1+1",
        "'+1",
        "'-1",
        "'@SUM(A1)",
        "'＝1+1",
        "a,b",
        'a"b',
        "；",
        "'\t'=1",
        ";'=1+1;",
        "Ana|'\"=1",
        "Ana; B",
    ]


def test_what_was_put_away_or_cant_be_read_is_not_in_it(app, phone, keep):
    sitting = ana_beats_tom(keep, phone)
    keep(phone, ("Eve", 9, 1), ("Kim", 3, 2), game="poker")
    with app.app_context():
        store.put_away(phone.id, sitting)
    assert len(read_csv(phone).splitlines()) == 1


# Brought in


def bring(phone, *files, token=True):
    """(name, bytes) each, as a browser without a script sends them."""
    fields = {
        "files": [FileStorage(io.BytesIO(raw), name) for name, raw in files],
        **({"csrf_token": phone.token} if token else {}),
    }
    boundary, body = encode_multipart(fields)
    kind = f"multipart/form-data; boundary={boundary}"
    page = phone.open("/import")
    return type(page)(phone, phone.request("POST", "/import", body, Content_Type=kind), "/import")


@pytest.fixture
def exported():
    """A game of nobody here, as a file."""

    def one(players=("Lea", "Bo"), at="2026-05-02T20:10:00+02:00", end=True, **more):
        moves = [
            {"move": "score", "player": 0, "product": product, "points": 20 + place, "at": at}
            for place, product in enumerate(PRODUCTS[: 5 if end else 2])
        ]
        file = {"format": "companion.game/1", "game": "fiasko", "players": list(players), "moves": moves, **more}
        return json.dumps(file).encode()

    return one


def said(page):
    return [" ".join("".join(node.itertext()).split()) for node in page.all("li") if "“" in "".join(node.itertext())]


def test_files_come_in_from_home_and_the_phone_sees_their_evenings(phone, exported):
    page = phone.open("/").follow("/import")
    assert page.one("input", name="files").get("multiple") is not None
    page = bring(phone, ("a.json", exported()), ("b.json", exported(("Zoé", "Yan"))))
    assert said(page) == ["“a.json”: 1 game imported.", "“b.json”: 1 game imported."]
    page = phone.open("/evenings/")
    assert shelf(page) == {"Lea": "1", "Zoé": "1", "Bo": "0", "Yan": "0"}
    assert "2 May" in lines(page)[0]
    sitting = next(link for link in page.links if link.startswith("/s/"))
    assert "/again" in phone.open(sitting).text  # it may score there


def test_whatever_is_wrong_with_one_file_the_others_come_in(app, phone, exported):
    good, half = exported(("Kim", "Flo")), exported(("Pia", "Leo"))
    tampered = json.dumps(
        {**json.loads(half), "moves": [{"move": "score", "player": 0, "product": "milk", "points": 67}]}
    )
    page = bring(
        phone,
        ("large.json", b" " * 5_000_001),
        ("half.json", half[: len(half) // 2]),
        ("photo.jpg", b"\xff\xd8\xff\xe0 no game"),
        ("tampered.json", tampered.encode()),
        ("good.json", good),
        ("empty.json", b""),
        ("deep.json", b"[" * 100_000),
        ("nothing.json", b"[]"),
        ("newer.json", exported(rules=99)),
        ("x" * 300 + ".json", b"{}"),
    )
    assert page.status == 200
    told = said(page)
    assert told[0] == "“large.json” was not imported: it is larger than 5 MB."
    assert told[1].startswith("“half.json” was not imported: it is not a game file, or not a whole one.")
    assert told[3].startswith("“tampered.json” was not imported: move 1 (score): ")
    assert told[4] == "“good.json”: 1 game imported."
    assert len(told) == 10
    assert len([one for one in told if "not imported" in one]) == 9
    assert shelf(phone.open("/evenings/")) == {"Kim": "1", "Flo": "0"}


def test_where_we_break_at_one_file_the_others_come_in_and_are_told_of(app, phone, exported, monkeypatch, caplog):
    bring_in = store.bring_in

    def breaks(raw, *arguments):
        return bring_in(raw, *arguments) if raw != b"odd" else 1 / 0

    monkeypatch.setattr(store, "bring_in", breaks)
    good = exported(("Kim", "Fay")), exported(("Pia", "Lou"))
    told = said(bring(phone, ("one.json", good[0]), ("odd.json", b"odd"), ("two.json", good[1])))
    assert told == [
        "“one.json”: 1 game imported.",
        "“odd.json” was not imported: Something broke on our side",
        "“two.json”: 1 game imported.",
    ]
    assert "ZeroDivisionError" in caplog.text


AGES = ["0001-01-01T00:00:00Z", "1850-01-01T12:00:00+05:00", "2200-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]


@pytest.mark.parametrize("at", AGES)
def test_a_file_of_another_age_is_left_out_and_said_why(phone, exported, at):
    page = bring(phone, ("old.json", exported(("Ana", "Bo"), at)), ("new.json", exported(("Ana", "Kim"))))
    assert len([one for one in said(page) if "game imported" in one]) == 1
    assert "is not between the years 1900 and 2199" in page.text or "is not a time" in page.text
    assert shelf(phone.open("/evenings/"))["Ana"] == "1"
    assert phone.open("/").status == 200


@pytest.fixture(params=["Pacific/Kiritimati", "Etc/GMT+12"])
def kitchen(request, monkeypatch):
    """Its clock, as far east or west as there is one."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("at", [f"{at[:10]} {at[11:19]}" for at in (AGES[0], AGES[-1])])
def test_an_evening_of_another_age_that_is_there_already_takes_no_page_down(app, phone, over, kitchen, at):
    """Former versions let it in, and from then on nothing but this phone's first page was 500 for ever."""
    phone.open(over.address)
    with app.app_context(), here().writing() as connection:
        for column in ("sitting.opened_at", "entry.at", "finished.ended_at", "visit.last_seen"):
            table, name = column.split(".")
            connection.exec_driver_sql(f"UPDATE {table} SET {name} = '{at}.999999'")
        connection.exec_driver_sql(f"UPDATE finished SET day = '{at[:10]}'")
        here().logs.clear()
    for page in ("/", "/evenings/", "/evenings/?page=2", over.address, over.watching, over.address + "log"):
        assert phone.open(page).status == 200, page
    for page in ("text", "picture", "picture.svg", "paper", "series", "menu", "share/", "now?after=0", "sheet.csv"):
        assert phone.request("GET", over.address + page).status_code < 400, page
    for page in (over.address + "game.json", "/evenings/all.csv", f"/api/sittings/{over.sitting.score_link}"):
        assert phone.request("GET", page).status_code == 200, page
    assert phone.open(over.address).form_to("/again").press().status == 200


def test_a_file_with_more_moves_than_any_game_has_is_not_even_reckoned(phone, exported):
    draw = {"move": "draw", "player": 0, "card": "goods"}
    page = bring(phone, ("endless.json", exported(moves=[draw] * 4001)))
    assert said(page) == ["“endless.json” was not imported: No game has more than 4,000 moves"]


@pytest.fixture(autouse=True)
def takes_no_time(monkeypatch):
    """Whatever comes in, however busy the machine is."""
    monkeypatch.setattr(files, "SHOWN_AFTER", 3600.0)


@pytest.fixture
def takes_long(monkeypatch, takes_no_time):
    """Whatever comes in; and a slice takes all there is, however busy the machine is."""
    monkeypatch.setattr(files, "SHOWN_AFTER", 0.0)
    monkeypatch.setattr(imports, "SLICE", 3600.0)
    monkeypatch.setattr(files, "SHOWN_EVERY", 0.0)


FULL = store.StoreTrouble(say("The disk is full")), "The disk is full"
OURS = ZeroDivisionError(), "Something broke on our side"


@pytest.mark.parametrize(("trouble", "why"), [FULL, OURS])
@pytest.mark.parametrize("long", [False, True])
def test_what_came_in_of_a_file_before_it_broke_off_is_said_and_led_to(
    request, phone, exported, monkeypatch, trouble, why, long
):
    bring_in = store.bring_in

    def breaks_off(raw, phone):
        yield from bring_in(raw, phone)
        raise trouble

    monkeypatch.setattr(store, "bring_in", breaks_off)
    if long:
        request.getfixturevalue("takes_long")
    page = bring(phone, ("a.json", two(exported)))
    assert page.status == (200 if long else 422)
    assert said(page)[-1] == f"“a.json”: 2 games were imported, the ones after them were not: {why}"
    assert len([link for link in page.links if link.startswith("/s/")]) == 2
    assert page.form_to("/import")


def two(exported):
    return b"[" + exported(("Uma", "Vic")) + b"," + exported(("Wim", "Xia")) + b"]"


def test_while_many_games_come_in_the_page_says_how_far_they_are(phone, exported, takes_long):
    page = bring(phone, ("a.json", two(exported)), ("b.json", exported()))
    steps = [" ".join(step.text.split()) for step in page.all("p") if step.get("class") == "block coming"]
    assert steps == [
        "“a.json”: 1 of 2 games checked.",
        "“a.json”: 2 of 2 games checked.",
        "“a.json”: 2 of 2 games imported.",
        "“b.json”: 1 of 1 games imported.",
    ]
    assert said(page) == ["“a.json”: 2 games imported.", "“b.json”: 1 game imported."]
    assert "import the same files again" in page.words
    assert page.headers["X-Accel-Buffering"] == "no"
    assert "coming" not in bring(phone).text


def test_a_page_that_was_shut_meanwhile_leaves_what_came_in_and_counts_it(
    app, phone, exported, takes_long, monkeypatch
):
    """Else a stranger would bring as many as they like, and hear of none."""
    monkeypatch.setitem(app.extensions, IMPORTS, Lately(2, 3600))
    phone.open("/import")
    fields = {"files": [(io.BytesIO(two(exported)), "a.json")], "csrf_token": phone.token}
    answer = phone.client.post("/import", data=fields)
    while b"2 of 2 games imported" not in next(answer.response):
        pass
    answer.close()
    assert len(lines(phone.open("/evenings/"))) == 2
    page = bring(phone, ("a.json", two(exported)))
    assert page.status == 429
    app.extensions[IMPORTS].seconds = 0.0
    assert said(bring(phone, ("a.json", two(exported)))) == ["“a.json” was here already."]


def test_games_that_came_in_are_told_of_where_the_database_then_names_no_links(phone, exported, monkeypatch):
    def broken(*arguments):
        raise store.StoreTrouble(say("The disk is full"))

    monkeypatch.setattr(store, "links", broken)
    assert said(bring(phone, ("a.json", exported()))) == ["“a.json”: 1 game imported."]


def test_where_one_of_a_list_is_bad_none_of_that_file_comes_in(phone, exported):
    both = b"[" + exported(("Uma", "Vic")) + b"," + exported(("Wim", "Xia"), rules=99) + b"]"
    assert bring(phone, ("both.json", both)).status == 422
    assert "No game has ended" in phone.open("/evenings/").words


def test_a_file_that_comes_twice_makes_one_sitting(phone, exported):
    file = exported(("Ida", "Jon"))
    assert said(bring(phone, ("a.json", file), ("b.json", file))) == [
        "“a.json”: 1 game imported.",
        "“b.json” was here already.",
    ]
    assert said(bring(phone, ("a.json", file))) == ["“a.json” was here already."]
    assert len(lines(phone.open("/evenings/"))) == 1


def test_one_that_was_put_away_comes_back_with_its_file(app, phone, exported):
    file = exported(("Ida", "Kai"))
    bring(phone, ("a.json", file))
    page = phone.open("/evenings/")
    link = page.one("button", name="put").get("value")
    page.form_with(name="put").press("put", link)
    bring(phone, ("a.json", file))
    assert len(lines(phone.open("/evenings/"))) == 1


def test_a_table_with_its_whole_log_comes_in_as_it_was_exported(app, phone, over):
    with app.app_context():
        document = json.dumps(store.export(over.sitting)).encode()
    page = bring(phone, ("ours.json", document))
    assert said(page) == ["“ours.json”: 1 game imported."]
    assert not {over.watching, over.address}.intersection(page.links)  # on other phones: a file is no key to it


def test_a_file_of_a_table_under_way_on_other_phones_opens_nothing(app, phone, table):
    table.note("draw", player=0, card="goods")
    with app.app_context():
        document = json.dumps(store.export(table.sitting)).encode()
    page = bring(phone, ("theirs.json", document))
    assert page.status == 422
    assert "This game is under way on other phones" in page.words
    assert not [link for link in page.links if link.startswith("/s/")]


def test_a_form_without_a_file_is_told_so(phone):
    page = bring(phone)
    assert (page.status, "Choose a file first." in page.words) == (422, True)


def test_a_disk_with_no_room_for_a_file_is_told_in_a_sentence(phone, monkeypatch):
    """A file of more than 500 kB is copied there while its form is read."""

    def is_full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    phone.open("/import")
    monkeypatch.setattr("werkzeug.wrappers.Request._get_file_stream", is_full)
    fields = {"files": [(io.BytesIO(b"{}"), "a.json")], "csrf_token": phone.token}
    answer = phone.client.post("/import", data=fields)
    assert answer.status_code == 503
    assert "The disk is full: make room, then try again" in answer.get_data(as_text=True)


def test_several_large_files_may_come_at_once_but_not_anything(phone):
    several = [(f"{number}.json", b" " * 4_000_000) for number in range(3)]
    assert len(said(bring(phone, *several))) == 3
    too_much = {"CONTENT_LENGTH": "50000001", "CONTENT_TYPE": "multipart/form-data; boundary=x"}
    answer = phone.client.post("/import", environ_overrides=too_much)
    assert answer.status_code == 413
    assert "A game file has at most 5 MB" in answer.text


def test_nothing_comes_in_by_another_sites_form(phone, exported):
    assert bring(phone, ("a.json", exported(("Mia", "Noa"))), token=False).status == 400
    assert "No game has ended" in phone.open("/evenings/").words


@pytest.mark.parametrize("address", ["/evenings/away", "/evenings/names"])
def test_what_is_only_sent_can_not_be_opened(phone, address):
    assert phone.open(address).status == 405
