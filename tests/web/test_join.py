"""Joining by five letters, and sending a table to a television."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from companion import create_app, store
from companion.store import access
from companion.web import limits
from companion.web.share import join

WRONG = "No table has the code"


def shown(page):
    """The letters on the page."""
    return "".join(node.text for node in page.by_class("five")[0].iter("b"))


def joins(phone, typed):
    return phone.open("/j").form_to("/j").press(letters=typed)


def refuse(*_):
    raise store.StoreTrouble("full")


@pytest.fixture(autouse=True)
def nobody_has_guessed(app):
    """All tests are one address."""
    limits.init_app(app)


@pytest.fixture
def code(new_phone, told):
    """As it is said by whoever has the share page open."""
    return shown(new_phone().open(told.address + "share/"))


def test_five_letters_lead_to_the_table_and_may_score(phone, told, code):
    page = joins(phone, code)
    assert page.address == told.address
    assert page.came_by.status_code == 303


@pytest.mark.parametrize("between", ["", " ", "-", " \N{MIDDLE DOT} "])
def test_it_is_taken_however_it_was_typed(phone, told, code, between):
    assert joins(phone, between.join(code.lower())).address == told.address


def test_what_was_shown_for_watching_watches(phone, told):
    watching = shown(phone.open(told.address + "share/?for=watching"))
    assert watching != shown(phone.open(told.address + "share/"))
    assert joins(phone, watching).address == told.watching


def test_who_watches_has_a_code_for_watching_alone(phone, new_phone, told):
    assert joins(phone, shown(new_phone().open(told.watching + "share/?for=scoring"))).address == told.watching


def test_all_who_share_a_table_show_the_same_letters(new_phone, told, code):
    assert shown(new_phone().open(told.address + "share/")) == code


def test_the_open_page_asks_for_it_again_and_again_and_gets_the_same(phone, told, code):
    asks = phone.open(told.address + "share/").one(id="code").get("hx-get")
    assert shown(phone.open(asks, htmx=True)) == code
    assert phone.open(asks, htmx=True).root.get("id") == "code"


def test_a_code_that_has_run_out_is_a_sentence_and_another_one_comes(phone, told, monkeypatch):
    with monkeypatch.context() as old:
        old.setattr(access, "LIVES", timedelta(seconds=-1))
        gone = shown(phone.open(told.address + "share/"))
    page = joins(phone, gone)
    assert (page.status, page.refusals) == (404, [page.refusals[0]])
    assert f"{WRONG} {gone}" in page.refusals[0]
    assert page.one(id="letters").get("value") == gone
    assert shown(phone.open(told.address + "share/")) != gone


@pytest.mark.parametrize("typed", ["", "RAM", "RAMEKS", "12345", "🤷", "R" * 2000, "ÀÉ", "\u0000\u202e"])
def test_what_is_no_code_is_told_what_one_is_and_is_no_try(phone, typed):
    for _ in range(20):
        page = joins(phone, typed)
        assert page.status == 422
        assert "A code has five letters" in page.refusals[0]


def test_letters_that_were_typed_come_back_as_text(phone):
    page = joins(phone, "<b>x</b>")
    assert page.one(id="letters").get("value") == "<b>x</b>"


def test_guessing_is_stopped_by_address_and_in_all(new_phone, told, code):
    def guess(home, times):
        for _ in range(times):
            phone = new_phone()
            phone.client.environ_base["REMOTE_ADDR"] = home
            page = joins(phone, "ABABA")
        return page

    assert WRONG in guess("192.0.2.1", 12).refusals[0]
    stopped = guess("192.0.2.1", 1)
    assert stopped.status == 429
    assert "Wait 10" in stopped.refusals[0]
    for last in range(2, 6):
        assert WRONG in guess(f"192.0.2.{last}", 12).refusals[0]
    assert guess("192.0.2.99", 1).status == 429  # sixty in all
    assert new_phone().open(told.address).status == 200  # links are as they were


def test_of_guesses_that_are_sent_at_once_no_more_are_looked_at(new_phone, told, monkeypatch):
    forms, all_at_once, looked = [new_phone().open("/j").form_to("/j") for _ in range(15)], threading.Barrier(12), []

    def find_slowly(code):
        looked.append(code)
        all_at_once.wait(10)

    monkeypatch.setattr(store, "find_code", find_slowly)
    with ThreadPoolExecutor(15) as guessers:
        answers = list(guessers.map(lambda form: form.press(letters="ABABA").status, forms))
    assert (sorted(answers), len(looked)) == ([404] * 12 + [429] * 3, 12)


def test_right_letters_and_those_that_can_not_be_looked_up_are_no_guesses(phone, told, code, monkeypatch):
    for _ in range(13):
        assert joins(phone, code).address == told.address
    with monkeypatch.context() as down:
        down.setattr(store, "find_code", refuse)
        for _ in range(13):
            assert joins(phone, code).status == 503
    assert WRONG in joins(phone, "ABABA").refusals[0]


def test_new_links_end_the_letters(phone, new_phone, told, code):
    phone.open(told.address + "share/").form_to("/links").press()
    assert WRONG in joins(new_phone(), code).refusals[0]


def test_a_game_that_is_over_has_a_link_and_no_code(phone, over):
    page = phone.open(over.address + "share/")
    assert not page.by_class("five")
    assert page.one(id="address").text.endswith(over.address)


def test_a_database_that_takes_nothing_leaves_the_link(phone, told, monkeypatch):
    monkeypatch.setattr(store, "show_code", refuse)
    page = phone.open(told.address + "share/")
    assert page.status == 200
    assert not page.by_class("five")


def test_another_process_knows_the_letters(told, code, instance, database):
    with create_app({"INSTANCE": instance, "DATABASE_URL": database}).app_context():
        sitting, may_score = store.find_code(code)
    assert (sitting.uid, may_score) == (told.sitting.uid, True)


def test_no_code_can_be_misread_or_is_a_bad_word():
    proposed = join.proposed_codes()
    for _ in range(3000):
        code = next(proposed)
        assert not set(code) & set("CIJLOQXY0123456789")
        assert [letter in "AEU" for letter in code] == [False, True, False, True, False]
        assert not [word for word in ("NEGER", "PUTAN", "RAPED", "SATAN", "HUREN", "SEMEN") if word == code]
    assert len(join.CONSONANTS) ** 3 * len(join.VOWELS) ** 2 > 30_000


@pytest.mark.parametrize("word", join.UNSAID)
def test_what_nobody_wants_to_say_is_never_proposed(word, monkeypatch):
    spelt = (word + "BABAB")[:5] if word[0] in join.CONSONANTS else ("B" + word)[:5]
    taken = iter([*spelt, *"BABAB"])
    monkeypatch.setattr(join.secrets, "choice", lambda _: next(taken))
    assert next(join.proposed_codes()) == "BABAB"


# A television


@pytest.fixture
def television(new_phone):
    return new_phone()


def offered(television):
    """What its code to scan says."""
    return "/tv/" + television.open("/tv").text.split("/tv/")[1].split("<")[0].split('"')[0]


def test_a_phone_sends_its_table_to_the_television_which_only_watches(phone, television, told):
    phone.open(told.address)
    address = offered(television)
    assert television.open("/tv/now", htmx=True).status == 204
    page = phone.open(address).form_with(name="link").press("link", told.sitting.score_link)
    assert "The sheet is on its way" in page.words
    assert told.address in page.links
    answer = television.open("/tv/now", htmx=True)
    assert answer.headers["HX-Redirect"] == told.watching
    assert television.request("GET", "/tv?waits=1").location == told.watching  # without a script


def test_a_television_that_comes_back_waits_for_the_next_table(phone, television, told):
    phone.open(told.address)
    phone.open(offered(television)).form_with(name="link").press("link", told.sitting.score_link)
    television.open("/tv")
    assert television.open("/tv/now", htmx=True).status == 204


def test_two_televisions_show_different_codes_and_each_keeps_its_own(new_phone):
    one, other = new_phone(), new_phone()
    assert offered(one) != offered(other)
    one.open("/tv")
    assert offered(one) == offered(one)


def test_a_phone_without_a_table_is_told_what_to_do(phone, television):
    page = phone.open(offered(television))
    assert "no table under way" in page.words
    assert "/j" in page.links


def test_a_television_takes_no_strangers_link_and_no_other_key(phone, television, told):
    fields = {"csrf_token": phone.token, "link": "x" * 22}
    assert phone.send(offered(television), fields).status == 404
    for key in ("x", "x" * 23, "é" * 24, "x" * 500):
        assert phone.open(f"/tv/{key}").status == 404
        assert phone.send(f"/tv/{key}", {**fields, "link": told.sitting.score_link}).status == 404


def press(page, letter):
    return page.form_with(id="letter-rub").press(*(("rub", "1") if letter == "<" else ("letter", letter)))


def test_five_letters_by_the_remote_control_open_the_table_for_watching(television, told, code):
    page = television.open("/tv")
    for letter in ("Z", "<", *code[:4]):
        page = press(page, letter)
    assert f"So far: {' '.join(code[:4])}" in page.words
    assert press(page, code[4]).address == told.watching  # though it was shown for keeping score


def test_wrong_letters_on_a_television_are_a_sentence_and_begin_anew(television):
    page = television.open("/tv")
    for letter in "ABABA":
        page = press(page, letter)
    assert WRONG in page.refusals[0]
    assert page.one(name="typed").get("value") == ""
