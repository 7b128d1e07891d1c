"""A tap that others' taps have made doubtful: it is asked about in a slip, and answered with or without a script."""

import uuid

import pytest

from companion.record.conflicts import EndedMeanwhile
from companion.rules.text import say
from companion.screens import SCREENS
from companion.screens.questions import question_about

HTMX = pytest.mark.parametrize("htmx", [False, True])


@pytest.fixture
def ana(new_phone, table):
    """Ana's phone, which says so."""
    phone = new_phone()
    phone.send("/settings", {"csrf_token": phone.token, "owner": "Ana"})
    phone.open(table.address)
    return phone


def hands(table):
    return table.sheet.counter.hands


def asked(page):
    assert page.status == 409, page.refusals
    assert page.one("dialog", role="alertdialog").get("aria-labelledby") == "asked"
    return page.words_of(id="asked")


def buttons(page):
    return [" ".join("".join(button.itertext()).split()) for button in page.form_with(name="twice").buttons]


def fields(page):
    return dict(page.form_with(name="twice").fields)


def drop(page):
    return page.one("a", data_drops=fields(page)["tap"])


# Whose is it?


@HTMX
def test_a_stale_page_never_notes_for_the_wrong_player(phone, ana, table, htmx):
    page = phone.open(table.address)
    table.tap(ana, "draw", player=0, card="goods")
    page = page.form_with(id="drew-fiasko").press("card", "fiasko", htmx=htmx)
    assert asked(page) == "It’s Tom’s turn now: Ana · Goods has just been noted (Ana’s phone). Who was yours for?"
    assert buttons(page) == ["Ana", "Tom", "Chloé", "Maximilian"]
    assert "nothing more is noted" in page.words
    assert "player" not in fields(page)
    assert table.log.length == 1
    page.form_with(name="twice").press("player", "1", htmx=htmx)
    assert table.log.last.move.player == 1
    assert hands(table) == (1, 0, 0, 0)


def test_two_phones_mostly_mean_one_card(phone, ana, table):
    page = phone.open(table.address)
    table.tap(ana, "draw", player=0, card="goods")
    page = page.form_with(id="drew-goods").press("card", "goods")
    assert asked(page) == "It’s Tom’s turn now: Ana · Goods has just been noted (Ana’s phone). Who was yours for?"
    assert "Drop it it’s the one Ana’s phone noted" in page.words
    assert phone.open(drop(page).get("href")).status == 200
    assert table.log.length == 1


@HTMX
def test_once_more_is_answered_with_the_name_and_counts_once(phone, other, table, htmx):
    page = phone.open(table.address)
    table.tap(other, "draw", player=0, card="fiasko")
    question = page.form_with(id="drew-fiasko").press("card", "fiasko", htmx=htmx)
    assert asked(question).startswith("It’s Tom’s turn now: Ana · Fiasko has just been noted (another phone).")
    answer = question.form_with(name="twice")
    for _ in range(2):
        assert answer.press("player", "0", htmx=htmx).came_by.status_code == (200 if htmx else 303)
    assert table.log.length == 2
    assert table.sheet.counter.fiasko == 4


def test_whoever_is_to_move_after_a_strike_is_said_with_what_was_struck(phone, ana, table):
    table.tap(phone, "draw", player=0, card="goods")
    page = phone.open(table.address)
    ana.open(table.address).form_with(id="undo").press()
    page = page.form_with(id="drew-goods").press("card", "goods")
    assert asked(page) == "It’s Ana’s turn now: Undone: Ana · Goods (Ana’s phone). Who was yours for?"


def test_whose_it_is_is_asked_again_when_the_turn_moves_on_again(phone, other, table):
    page = phone.open(table.address)
    table.tap(other, "draw", player=0, card="goods")
    question = page.form_with(id="drew-fiasko").press("card", "fiasko")
    table.tap(other, "draw", player=1, card="goods")
    question = question.form_with(name="twice").press("player", "1")
    assert (
        asked(question) == "It’s Chloé’s turn now: Tom · Goods has just been noted (another phone). Who was yours for?"
    )
    question.form_with(name="twice").press("player", "1")
    assert table.log.last.move.player == 1
    assert table.log.length == 3


# The same again


def test_the_same_from_another_phone_asks_and_notes_nothing_yet(phone, ana, table):
    page = phone.open(table.address + "?seat=2")
    table.tap(ana, "draw", player=2, card="fiasko")
    page = page.form_with(id="drew-fiasko").press("card", "fiasko")
    assert asked(page) == "Chloé · Fiasko has just been noted (Ana’s phone). Another one?"
    assert buttons(page) == ["Yes, once more"]
    assert "Drop it it’s the one Ana’s phone noted" in page.words
    assert table.log.length == 1
    page.form_with(name="twice").press()
    assert table.sheet.counter.fiasko == 4


def test_the_same_fields_with_twice_are_meant_whatever_others_noted(phone, other, table):
    told = table.fields(phone, "draw", player=0, card="fiasko")
    table.tap(other, "draw", player=0, card="fiasko")
    assert phone.send(table.address + "taps", told).status == 409
    assert phone.send(table.address + "taps", {**told, "twice": "1"}).came_by.status_code == 303
    assert table.sheet.counter.fiasko == 4


def test_what_was_noted_after_the_question_is_asked_about_too(phone, other, table):
    page = phone.open(table.address + "?seat=2")
    table.tap(other, "draw", player=2, card="fiasko")
    question = page.form_with(id="drew-fiasko").press("card", "fiasko")
    assert (fields(question)["asked"], fields(question)["after"]) == ("1", "1")
    table.tap(other, "draw", player=2, card="fiasko")
    assert asked(question.form_with(name="twice").press()).endswith("Another one?")
    assert table.log.length == 2


# What it was filled in from


def test_a_hand_that_has_grown_meanwhile_is_not_scored_as_it_was(phone, ana, table):
    """Three cards were filled in; it were four, and 52 points, not 39."""
    for _ in range(3):
        table.note("draw", player=1, card="goods")
    slip = phone.open(table.address + "note/score?player=1&product=milk")
    table.tap(ana, "draw", player=1, card="goods")
    page = slip.form_with(id="preview").press(values="5 5 3", without="points")
    question = "Cards in hand: was 3, is now 4 (Ana’s phone: Tom · Goods). Note yours anyway?"
    assert asked(page) == question
    assert buttons(page) == ["Note it like this"]
    assert (fields(page)["hand"], fields(page)["values"], fields(page)["player"]) == ("3", "5 5 3", "1")
    assert table.sheet.scores[1] == {}
    page.form_with(name="twice").press()
    assert table.sheet.scores[1]["milk"].points == 39


@pytest.mark.parametrize(
    ("slug", "seen", "meanwhile", "wanted", "sentence"),
    [
        (
            "fiasko",
            [],
            {"kind": "draw", "player": 2, "card": "goods"},
            {"move": "recount", "pile": 80},
            "Cards in the pile: was 88, is now 87 (another phone: Chloé · Goods).",
        ),
        (
            "pasta",
            [],
            {"kind": "bank", "player": 0, "shape": 0, "pasta": 1},
            {"move": "token", "player": 1},
            "Al Dente: was nobody, is now Ana (another phone: Ana · Macaroni 1).",
        ),
        (
            "states",
            [{"kind": "battle", "state": "OH", "value": 20, "winner": None}],
            {"kind": "battle", "state": "OH", "value": 24, "winner": None},
            {"move": "battle", "state": "OH", "value": 20, "winner": 1},
            "Points: was 20, is now 24 (another phone: Nobody · Ohio 24).",
        ),
    ],
)
def test_each_game_says_what_a_slip_was_filled_in_from(phone, open_table, slug, seen, meanwhile, wanted, sentence):
    table = open_table(slug)
    for told in seen:
        table.note(**told)
    told = table.fields(phone, **wanted)
    table.note(**meanwhile)
    page = phone.send(table.address + "taps", told)
    assert asked(page) == f"{sentence} Note yours anyway?"
    page.form_with(name="twice").press()
    assert table.log.length == len(seen) + 2


# Corrections


@pytest.mark.parametrize("back", ["", "log"])
@HTMX
def test_a_correction_never_overwrites_a_newer_one_without_a_word(phone, ana, table, back, htmx):
    table.note("score", player=0, product="milk", values=[5, 5, 3], hand=4)
    slip = {**table.fields(phone, back=back), "player": "0", "product": "milk", "points": "60"}
    ana.open(table.address + "log/1").form_to("/log/1/replace").press(values="5 5 4")
    page = phone.send(table.address + "log/1/replace", slip, htmx=htmx)
    assert asked(page) == "Entry 1 was changed meanwhile (Ana’s phone): Ana · Milk 56. Correct it anyway?"
    assert buttons(page) == ["Correct it"]
    assert len(page.all(id="sitting" if htmx else back or "sitting")) == 1
    assert drop(page).get("href").endswith("/log" if back else f"/s/{table.sitting.score_link}/")
    assert table.sheet.scores[0]["milk"].points == 56
    page = page.form_with(name="twice").press(htmx=htmx)
    assert page.status == 200
    assert len(page.all(id="sitting" if htmx else back or "sitting")) == 1
    assert table.sheet.scores[0]["milk"].points == 60


def test_undo_of_what_another_phone_corrected_meanwhile_is_asked_about(phone, other, table):
    table.note("score", player=0, product="milk", points=88)
    page = phone.open(table.address)
    other.open(table.address + "log/1").form_to("/log/1/replace").press(points="60", without="values hand")
    page = page.form_with(id="undo").press()
    assert asked(page) == "Entry 1 was changed meanwhile (another phone): Ana · Milk 60. Undo it anyway?"
    assert buttons(page) == ["Undo"]
    page.form_with(name="twice").press()
    assert table.sheet.scores[0] == {}


def test_an_entry_that_was_restored_and_struck_again_is_asked_about(phone, other, table):
    table.note("draw", player=0, card="goods")
    phone.open(table.address + "log").form_to("/log/1/strike").press()
    stale = phone.open(table.address + "log").form_to("/log/1/restore")
    other.open(table.address + "log").form_to("/log/1/restore").press()
    other.open(table.address + "log").form_to("/log/1/strike").press()
    page = stale.press()
    assert asked(page) == "Entry 1 was changed meanwhile (another phone): Ana · Goods. Restore it anyway?"
    assert buttons(page) == ["Restore"]
    page.form_with(name="twice").press()
    assert hands(table) == (1, 0, 0, 0)


def test_an_entry_that_its_person_has_not_seen_is_asked_about(phone, other, table):
    told = table.fields(phone)
    table.tap(other, "draw", player=0, card="goods")
    page = phone.send(table.address + "log/1/strike", told)
    assert asked(page) == "Entry 1 is new (another phone): Ana · Goods. Strike it out anyway?"


def test_a_correction_after_the_end_is_asked_about_over_the_tally(phone, other, over):
    last = over.log.last.number
    stale = phone.open(f"{over.address}log/{last}").form_to("/replace")
    other.open(f"{over.address}log/{last}").form_to("/replace").press(points="40", without="values hand")
    page = stale.press(points="60", without="values hand")
    assert asked(page) == f"Entry {last} was changed meanwhile (another phone): Ana · Sardines 40. Correct it anyway?"
    page.form_with(name="twice").press()
    assert over.sheet.scores[0]["sardines"].points == 60


# The answer to a tap got lost, and the next tap came under its name


@HTMX
def test_a_different_tap_of_a_known_name_is_never_swallowed(phone, table, htmx):
    page = phone.open(table.address)
    page.form_with(id="drew-goods").press("card", "goods")
    name = page.form_with(id="drew-goods")["tap"][0]
    page = page.form_with(id="drew-goods").press("card", "fiasko", htmx=htmx)
    assert asked(page) == "Your previous tap did arrive: Ana · Goods. Note this one as well?"
    assert buttons(page) == ["Yes, note this one too"]
    form = page.form_with(name="twice")
    assert form.form.get("data-settles") == name != form["tap"][0]
    assert page.one("a", data_drops=name) is not None
    assert table.log.length == 1
    form.press(htmx=htmx)
    assert table.sheet.counter.fiasko == 5


def test_undo_under_the_name_of_another_tap_is_never_swallowed(phone, table):
    table.note("draw", player=0, card="goods")
    name = str(uuid.uuid4())
    table.tap(phone, "draw", player=1, card="goods", tap=name)
    page = phone.send(table.address + "log/1/strike", table.fields(phone, tap=name))
    assert asked(page) == "Your previous tap did arrive: Tom · Goods. Note this one as well?"
    page.form_with(name="twice").press()
    assert hands(table) == (0, 1, 0, 0)


def test_a_score_of_five_cards_is_never_taken_for_the_one_of_four(phone, table):
    slip = phone.open(table.address + "note/score?player=0&product=milk").form_with(id="preview")
    slip.press(values="5 5 3", hand="4", without="points")
    page = slip.press(values="5 5 3", hand="5", without="points")
    assert asked(page) == "Your previous tap did arrive: Ana · Milk 52. Change it to this one?"
    assert buttons(page) == ["Correct it"]
    assert table.sheet.scores[0]["milk"].points == 52
    page.form_with(name="twice").press()
    assert table.sheet.scores[0]["milk"].points == 65


def test_a_correction_under_the_name_of_another_is_never_swallowed(phone, table):
    table.note("score", player=0, product="milk", values=[5, 5, 3], hand=4)
    slip = phone.open(table.address + "log/1").form_to("/log/1/replace")
    slip.press(values="5 5 4")
    page = slip.press(values="5 5 4", hand="5")
    assert asked(page) == "Your previous tap did arrive: Ana · Milk 52 → 56. Note this one as well?"
    page.form_with(name="twice").press()
    assert table.sheet.scores[0]["milk"].points == 70


# How it stands on the page


def test_the_form_of_a_question_carries_the_tap_and_its_name(phone, other, table):
    name = str(uuid.uuid4())
    table.tap(other, "draw", player=2, card="goods")
    page = table.tap(phone, "draw", player=2, card="goods", after=0, tap=name, htmx=True)
    told = {name: text for name, text in fields(page).items() if name != "csrf_token"}
    assert told == {
        "tap": name,
        "after": "1",
        "twice": "1",
        "asked": "1",
        "move": "draw",
        "player": "2",
        "card": "goods",
    }
    assert page.form_with(name="twice").form.get("data-settles") == drop(page).get("data-drops") == name
    assert page.root.get("data-after") == "1"


def test_sheet_and_log_say_how_long_the_log_is(phone, told):
    assert phone.open(told.address).one(id="sitting").get("data-after") == str(told.log.length)
    assert phone.open(told.address + "log").one(id="log").get("data-after") == str(told.log.length)


def test_what_no_longer_makes_sense_is_refused_and_not_asked_about(phone, other, table):
    """Both catastrophes are out, the second by another phone."""
    table.tap(other, "draw", player=0, card="catastrophe")
    page = phone.open(table.address)
    table.tap(other, "draw", player=1, card="catastrophe")
    page = page.form_with(id="drew-catastrophe").press("card", "catastrophe")
    assert page.status == 422
    assert table.log.length == 2


# The game ended meanwhile


@HTMX
def test_what_was_drawn_before_anothers_end_may_go_in_before_it(phone, ana, told, htmx):
    page = phone.open(told.address)
    told.tap(ana, "score", player=0, product="sardines", points=36)
    end = told.log.length
    page = page.form_with(id="drew-goods").press("card", "goods", htmx=htmx)
    assert asked(page) == (
        "The game ended meanwhile (Ana’s phone: Ana · Sardines 36). If yours comes before that, Ana still wins. Add it?"
    )
    assert buttons(page) == ["Add it before that"]
    assert told.log.length == end
    page.form_with(name="twice").press(htmx=htmx)
    log = told.log
    assert [(entry.kind, entry.target) for entry in log.entries[end:]] == [("insert", end)]
    assert log.entries[-1].move.player == 1  # whose turn it was, as far as its person could know
    assert log.sheet.over


def test_all_that_waited_behind_it_is_asked_about_too(phone, ana, told):
    after = told.log.length
    told.tap(ana, "score", player=0, product="sardines", points=36)
    for times in (1, 2, 3):
        page = told.tap(phone, "draw", player=1, card="goods", aim="turn", after=after)
        assert asked(page).startswith("The game ended meanwhile")
        assert fields(page)["asked"] == str(after)
        page.form_with(name="twice").press()
        assert told.log.length == after + 1 + times
    assert [entry.move.player for entry in told.log.entries[-3:]] == [1, 2, 3]


def test_it_says_who_wins_with_it(phone, ana, table):
    table.note("score", player=0, product="milk", points=60)
    told = table.fields(phone, "score", player=1, product="milk", points=88)
    table.tap(ana, "end")
    page = phone.send(table.address + "taps", told)
    assert asked(page) == (
        "The game ended meanwhile (Ana’s phone: Stopped here). If yours comes before that, Tom wins. Add it?"
    )
    page.form_with(name="twice").press()
    assert table.sheet.scores[1]["milk"].points == 88


@pytest.mark.parametrize(
    ("game", "move"),
    [
        ("fiasko", {"move": "draw", "player": 0, "card": "goods"}),
        ("pasta", {"move": "token", "player": 1}),
        ("states", {"move": "battle", "state": "TX", "value": 10, "winner": "none"}),
    ],
)
def test_nobody_shares_a_victory_in_what_was_stopped_before_anybody_had_a_point(phone, ana, open_table, game, move):
    table = open_table(game, players=("Ana", "Tom"))
    kind = move["move"]
    told = table.fields(phone, kind, **{name: value for name, value in move.items() if name != "move"})
    table.tap(ana, "end")
    page = phone.send(table.address + "taps", told)
    assert asked(page).endswith("If yours comes before that, nobody has any points. Add it?")


@pytest.fixture
def war(open_table):
    """Tom has Texas, and wins with twenty points."""
    one = open_table("states", players=("Ana", "Tom"), goal={"points": 20, "states": 0})
    one.note("battle", state="TX", value=10, winner=1)
    return one


def test_with_it_the_game_may_not_be_over(table):
    """None of our three games has such a move."""
    table.note("end")
    log, words = table.log, SCREENS["fiasko"].words
    question = question_about(EndedMeanwhile(log.last, 0, 1, None, False, None), "move", log, words, say("Eve’s phone"))
    assert str(question.sentence).endswith("If yours comes before that, the game isn’t over. Add it?")


def test_it_may_end_the_game_itself(phone, ana, war):
    told = war.fields(phone, "battle", state="CA", value=25, winner=0)
    war.tap(ana, "battle", state="NY", value=15, winner=1)
    page = phone.send(war.address + "taps", told)
    assert asked(page) == (
        "The game ended meanwhile (Ana’s phone: Tom · New York 15). Ana would have won here. Strike the entry after it?"
    )
    assert fields(page)["strikes"] == "2"
    page.form_with(name="twice").press()
    assert war.sheet.over
    assert [entry.stands for entry in war.log.entries] == [True, False, True]


@pytest.mark.parametrize("seen", [0, 1])
def test_who_knew_of_the_end_or_ends_it_too_is_told_that_it_is_over(phone, ana, table, seen):
    table.tap(ana, "end")
    move, what = ("draw", {"player": 0, "card": "goods"}) if seen else ("end", {})
    page = table.tap(phone, move, after=seen, **what)
    assert page.status == 422
    assert page.refusals == ["The game is over: no more moves can be noted"]
    assert table.log.length == 1


# An older backup was put back


@HTMX
def test_whose_turn_it_is_after_an_older_backup_is_asked(phone, table, htmx):
    table.note("draw", player=0, card="goods")
    page = table.tap(phone, "draw", player=3, card="goods", aim="turn", after=3, htmx=htmx)
    assert asked(page) == "An older backup was restored: this table is at entry 1. Who was yours for?"
    assert buttons(page) == ["Ana", "Tom", "Chloé", "Maximilian"]
    page.form_with(name="twice").press("player", "1", htmx=htmx)
    assert hands(table) == (1, 1, 0, 0)


@pytest.mark.parametrize("length", [0, 1])
def test_whatever_waited_for_an_older_backup_is_asked_about(phone, table, length):
    for _ in range(length):
        table.note("draw", player=0, card="goods")
    page = table.tap(phone, "score", player=2, product="milk", points=60, after=9)
    assert asked(page) == (f"An older backup was restored: this table is at entry {length}. Note yours anyway?")
    assert buttons(page) == ["Note it like this"]
    page.form_with(name="twice").press()
    assert table.sheet.scores[2]["milk"].points == 60


def test_a_correction_of_what_went_with_an_older_backup_is_refused_in_a_sentence(phone, table):
    for part in ("log/3/undo", "log/3/strike", "log/3/replace"):
        page = phone.send(table.address + part, table.fields(phone, after=3), htmx=True)
        assert page.status == 422
        assert page.refusals == ["Entry 3 is gone: an older backup was restored"]
    assert phone.send(table.address + "log/3/undo", table.fields(phone, after=2)).status == 404


def test_a_press_that_is_asked_about_goes_to_the_seat_that_it_meant(phone, other, open_table):
    """Two quick presses, both read off one page; meanwhile the other phone noted a lap, the same card for Tom in it."""
    table = open_table(players=("Ana", "Tom"))
    table.tap(phone, "draw", player=0, card="goods", aim="turn", after=0)
    for seat in (1, 0):
        table.tap(other, "draw", player=seat, card="goods")
    page = table.tap(phone, "draw", player=0, card="goods", aim="turn", after=0)
    assert "Tom" in asked(page)
    page.form_with(name="twice").press()
    assert hands(table) == (2, 2)


def test_an_undo_that_is_asked_about_takes_back_the_entry_that_it_meant(phone, other, table):
    """The page offered to undo entry 1, and this phone has noted entry 2 since."""
    table.tap(phone, "draw", player=0, card="goods")
    told = {**table.fields(phone), "aim": "last"}
    table.tap(phone, "score", player=1, product="milk", points=60, after=1)
    other.open(table.address + "log/2").form_to("/log/2/replace").press(points="88", without="values hand")
    page = phone.send(table.address + "log/1/undo", {**told, "after": "1"})
    assert asked(page).startswith("Entry 2 was changed meanwhile")
    page.form_with(name="twice").press()
    assert hands(table)[0] == 1
    assert table.sheet.scores[1] == {}
