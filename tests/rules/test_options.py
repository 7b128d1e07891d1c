"""Options and names: what a table can agree on."""

from dataclasses import replace

import pytest

from companion.rules import GAMES
from companion.rules.options import (
    BadOption,
    Choice,
    Names,
    Number,
    Numbers,
    alphabetical,
    changed,
    defaults,
    kept,
    read_kept,
    read_names,
    read_new_names,
    read_options,
)
from companion.rules.text import say

LABEL = say("a label")
SIGN = Choice("sign", LABEL, LABEL, -2, ((-2, LABEL), (2, LABEL), (0, LABEL)))
DECK = Number("deck", LABEL, LABEL, None, low=17, high=200)
GOAL = Numbers("goal", LABEL, LABEL, {}, (("points", 1, 9999, LABEL), ("states", 0, 50, LABEL)))
PETS = Names("pets", LABEL, LABEL, ("Cat", "Dog"))
ALL = (SIGN, DECK, GOAL, PETS)


def test_a_table_that_says_nothing_has_the_defaults():
    assert read_options(ALL, {}) == defaults(ALL) == {"sign": -2, "deck": None, "goal": {}, "pets": ("Cat", "Dog")}


def test_only_what_differs_is_written():
    chosen = read_options(ALL, {"sign": 2, "pets": ["Dog", "Cat"], "goal": {}})
    assert changed(ALL, chosen) == {"sign": 2, "pets": ["Dog", "Cat"]}


def test_a_sitting_keeps_all_of_them_and_reads_them_again():
    for said in ({}, {"sign": 2, "pets": ["Dog", "Cat"]}, {"deck": 60, "goal": {"points": 9}}):
        chosen = read_options(ALL, said)
        assert kept(ALL, chosen).keys() == chosen.keys()
        assert read_kept(ALL, kept(ALL, chosen)) == chosen


def test_what_a_sitting_kept_is_no_matter_of_later_defaults():
    later = (replace(SIGN, default=2), replace(DECK, default=60), replace(GOAL, default={"points": 7}), PETS)
    early = kept(ALL, defaults(ALL))
    assert read_kept(later[:1] + later[2:], early) == {"sign": -2, "goal": {}, "pets": ("Cat", "Dog")}


def test_an_option_that_came_later_is_read_by_its_default():
    assert read_kept(ALL, {"sign": 2, "gone": 1}) == {**defaults(ALL), "sign": 2}


def test_an_unknown_option_is_named():
    with pytest.raises(BadOption, match="no option “colour”"):
        read_options(ALL, {"colour": "red"})


@pytest.mark.parametrize("value", [-2, 2, 0])
def test_a_choice_takes_each_of_its_values(value):
    assert SIGN.read(value) == value


@pytest.mark.parametrize("value", [1, "2", 2.0, True, False, None, [], {}, [2], "", -0.0, 10**40])
def test_a_choice_takes_nothing_else(value):
    with pytest.raises(BadOption, match="“sign” can’t be"):
        SIGN.read(value)


@pytest.mark.parametrize("value", [17, 200])
def test_a_number_takes_its_bounds(value):
    assert DECK.read(value) == value


@pytest.mark.parametrize("value", [16, 201, 17.0, "17", True, None, [17], float("nan"), 10**40])
def test_a_number_takes_nothing_else(value):
    with pytest.raises(BadOption, match="“deck” can’t be"):
        DECK.read(value)


@pytest.mark.parametrize("value", [{}, {"points": 1}, {"points": 9999}, {"states": 0}, {"points": 30, "states": 50}])
def test_numbers_may_each_be_left_out(value):
    assert GOAL.read(value) == value


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        30,
        {"points": 0},
        {"points": 10000},
        {"states": -1},
        {"states": 51},
        {"points": None},
        {"points": True},
        {"points": 30.0},
        {"points": "30"},
        {"tanks": 1},
        {"points": 30, "tanks": 1},
    ],
)
def test_numbers_take_nothing_else(value):
    with pytest.raises(BadOption):
        GOAL.read(value)


def test_reading_numbers_keeps_none_of_the_given_object():
    given = {"points": 30}
    read = GOAL.read(given)
    given["points"] = 40
    assert read == {"points": 30}


@pytest.mark.parametrize("value", [None, "ab", ["Cat"], ["Cat", "Dog", "Cow"], ["Cat", "cat"], ["Cat", 2], {"Cat": 1}])
def test_names_are_as_many_and_different(value):
    with pytest.raises(BadOption):
        PETS.read(value)


@pytest.mark.parametrize(
    "name", ["A", "x" * 24, "Zoë", "李", "👨‍👩‍👧", "🫨", "Anne Marie", "O'Neil", "{}", "%s", "<b>", "0", "null"]
)
def test_a_name_can_be(name):
    assert read_names([name]) == (name,)


def test_a_name_is_trimmed():
    assert read_names(["  Ana\n", "\u00a0Bo\t", f" {'x' * 24} "]) == ("Ana", "Bo", "x" * 24)


@pytest.mark.parametrize("name", ["", " ", "\t\n", "\u00a0", "\u200b", "\u200d\u200d", "\u3000"])
def test_nobody_is_called_nothing(name):
    with pytest.raises(BadOption, match="at least one letter"):
        read_names([name])


def test_a_name_has_at_most_24_characters():
    with pytest.raises(BadOption, match="at most 24"):
        read_names(["x" * 25])


@pytest.mark.parametrize("sign", "\n\r\x00\x1b\x7f\x85\u2028\u2029\ud800")
def test_a_name_is_one_line(sign):
    with pytest.raises(BadOption, match="“a�b” has a character that can’t be printed"):
        read_names([f"a{sign}b"])


@pytest.mark.parametrize("sign", ["\ufffe", "\uffff", "\ufdd0", "\U0001ffff", "\U0010fffe", "\ud800", "\x00"])
def test_no_name_has_what_no_xml_can_have(sign):
    """Pictures are made of it, and QR codes, and what other programs make of an export."""
    with pytest.raises(BadOption, match="has a character that can’t be printed"):
        read_names((f"An{sign}a",))


@pytest.mark.parametrize("name", ["👨‍👩‍👧", "نیم\u200cروز", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", " Zoë "])
def test_what_joins_letters_and_pictures_is_part_of_a_name(name):
    assert read_new_names([name]) == (name.strip(),)


@pytest.mark.parametrize("sign", "\u202e\u2069\u200b\u200f\u00ad\ufeff\u2060\u3164\u2800")
def test_a_new_name_has_nothing_that_is_not_seen_and_an_old_one_is_still_read(sign):
    with pytest.raises(BadOption, match=r"“An.a” has a character that can’t be printed"):
        read_new_names(["Tom", f"An{sign}a"])
    assert read_kept(ALL, {**kept(ALL, defaults(ALL)), "pets": ["Dog", f"An{sign}a"]})["pets"][1] == f"An{sign}a"


@pytest.mark.parametrize("name", [None, 1, True, ["Ana"], {"name": "Ana"}, 1.5])
def test_a_name_is_a_text(name):
    with pytest.raises(BadOption, match="A name is a text"):
        read_names(["Ana", name])


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "ana"), ("Ana", "ANA "), ("Zoë", "ZOË"), ("Zoe\u0308", "Zo\u00eb"), ("Straße", "STRASSE"), ("Σας", "ΣΑΣ")],
)
def test_two_names_that_differ_only_in_case_are_one(one, other):
    with pytest.raises(BadOption, match="Two are called"):
        read_names([one, "Bo", other])


@pytest.mark.parametrize("other", ["Anna", "Àna", "An a", "Ana2", "Ana²"])
def test_names_that_differ_in_more_are_two(other):
    assert read_names(["Ana", "ANA2" if other == "Ana²" else "Bo", other])[2] == other


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_default_is_an_answer_that_can_be_read(game):
    for option in game.options:
        if option.default is not None:
            assert option.read(option.write(option.default)) == option.default


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_option_says_in_one_line_why_there_is_a_choice(game):
    for option in game.options:
        assert "\n" not in str(option.why)
        assert str(option.title)
        assert str(option.why)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_default_of_a_choice_comes_first(game):
    for option in game.options:
        if isinstance(option, Choice):
            assert option.choices[0][0] == option.default


@pytest.mark.parametrize(
    "names",
    [
        ("Ana", "anna", "Anna", "Änne", "Åsa", "Bea", "Çelik", "Chloé", "Cleo"),
        ("cote", "coté", "côte", "côté", "Côté", "Coteau"),  # accents after letters, and case after both
        ("Oda", "Œdipe", "Ofélia", "Øyvind", "Ozan"),
        ("Straßburg", "Strasser", "Strauß", "Żaneta", "Zoë"),
        ("D’Amico", "d’Angelo", "Damiano", "Jean", "Jean-Luc", "Jean Marc", "Jeanne"),
    ],
)
def test_names_are_sorted_as_in_a_dictionary(names):
    assert tuple(sorted({*names}, key=alphabetical)) == names
