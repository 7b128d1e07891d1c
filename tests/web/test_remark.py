"""A note on the evening: written once the game is over, by whoever keeps score, and shown wherever the evening is."""

import pytest

from companion import store

PIZZA = "Pizza at Chloé’s, and the lights went out twice."


def write(phone, table, remark=PIZZA):
    return phone.open(table.address + "remark").form_to("/remark").press(remark=remark)


def stands(app, table):
    with app.app_context():
        return store.remark_of(table.sitting)


@pytest.fixture
def seen(phone, over):
    """A game that is over, and among this phone's evenings."""
    phone.open(over.address)
    return over


def test_it_is_at_the_end_among_the_evenings_on_paper_and_in_the_text(phone, seen):
    page = write(phone, seen)
    assert page.came_by.location.endswith(f"{seen.address}#now")
    for address in (seen.address, seen.watching, "/evenings/", seen.address + "paper", seen.address + "text"):
        assert PIZZA in phone.open(address).words.replace("&#39;", "'"), address
    assert PIZZA not in phone.open(seen.address + "picture").text  # where it has no room, nobody reads it out either


def test_it_is_written_from_the_evenings_too_and_leads_back_to_its_line(phone, seen):
    page = phone.open("/evenings/").follow(f"{seen.address}remark?back=evenings")
    page = page.form_to("/remark?back=evenings").press(remark="  Late,\n and\tloud ")
    assert page.came_by.location.endswith(f"/evenings/#line-{seen.sitting.id}")
    assert "Late, and loud" in page.words


def test_who_watches_reads_it_and_writes_none(app, phone, other, seen):
    write(phone, seen)
    page = other.open(seen.watching)
    assert not [link for link in page.links + other.open("/evenings/").links if link and "remark" in link]
    assert other.open(seen.watching + "remark").status == 404
    assert other.send(seen.watching + "remark", {"csrf_token": other.token, "remark": "Mine"}).status == 403
    assert stands(app, seen) == PIZZA


def test_of_two_phones_the_second_sees_both_and_its_next_press_wins(app, phone, other, seen):
    theirs = other.open(seen.address + "remark").form_to("/remark")
    write(phone, seen)
    asked = theirs.press(remark="Soup")
    assert asked.came_by.status_code == 409
    assert asked.words_of(id="theirs") == PIZZA
    assert (asked.one(id="note").text.strip(), stands(app, seen)) == ("Soup", PIZZA)
    asked.form_to("/remark").press(remark="Soup")
    assert stands(app, seen) == "Soup"


def test_one_that_was_deleted_meanwhile_is_asked_about_too_and_the_same_one_twice_is_not(app, phone, other, seen):
    write(phone, seen)
    theirs, same = (other.open(seen.address + "remark").form_to("/remark") for _ in range(2))
    write(phone, seen, "")
    assert stands(app, seen) is None
    assert "deleted on another phone" in theirs.press(remark="Soup").refusals[0]
    write(phone, seen, "Soup")
    assert same.press(remark="Soup").came_by.status_code == 303


@pytest.mark.parametrize(
    ("typed", "said"),
    [("x" * 281, "has 281 characters"), ("a\x07b", "can’t be printed"), ("a\u202eb", "can’t be printed")],
)
def test_what_has_no_room_or_can_t_be_printed_is_refused_and_still_there(app, phone, seen, typed, said):
    page = write(phone, seen, typed)
    assert (page.came_by.status_code, stands(app, seen)) == (422, None)
    assert said in page.refusals[0]
    assert page.one(id="note").text.strip()[:1] == typed[0]


def test_a_game_that_goes_on_has_no_evening_yet(phone, table):
    assert phone.request("GET", table.address + "remark").status_code == 303
    page = phone.send(table.address + "remark", {"csrf_token": phone.token, "remark": "Too soon"})
    assert (page.status, "once the game is over" in page.text) == (422, True)
    with table.app.app_context():
        assert store.remark_of(table.sitting) is None
