"""Sentences as data, and what may stand in one line."""

import pytest

from companion.rules.text import brief, one_line, say, say_many


def test_a_sentence_fills_its_places():
    assert str(say("%(name)s has already scored %(product)s", name="Tom", product=say("milk"))) == (
        "Tom has already scored milk"
    )


def test_a_percent_sign_in_a_name_stays():
    assert str(say("%(name)s won", name="100 %(d)s")) == "100 %(d)s won"


@pytest.mark.parametrize(("count", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_one_card_and_two_cards(count, said):
    assert str(say_many("%(count)s card", "%(count)s cards", count)) == said


@pytest.mark.parametrize(
    ("names", "said"), [(("Ana",), "Ana"), (("Ana", "Bo"), "Ana and Bo"), (("Ana", "Bo", "Cy"), "Ana, Bo and Cy")]
)
def test_names_are_listed_as_one_says_them(names, said):
    assert str(say("%(names)s", names=names)) == said


def test_a_chance_is_told_in_per_cent():
    assert str(say("On average: %(gain)s", gain=0.017)) == "On average: 2%"


def test_the_same_sentence_is_equal():
    assert say("%(a)s", a=1) == say("%(a)s", a=1)
    assert say("%(a)s", a=1) != say("%(a)s", a=2)


@pytest.mark.parametrize("text", ["Anne\u00a0Marie", "👨‍👩‍👧", "Zoë", "李", "می‌خواهم"])
def test_names_are_said_as_they_are_written(text):
    assert one_line(text) == brief(text) == text


@pytest.mark.parametrize("sign", "\n\r\t\x00\x1b\x7f\x85\u2028\u2029\u202e\ud800")
def test_what_breaks_a_line_is_replaced(sign):
    assert one_line(f"a{sign}b") == "a�b"


def test_a_long_text_is_cut():
    assert brief("x" * 40) == "x" * 40
    assert brief("x" * 41) == "x" * 40 + "…"


@pytest.mark.parametrize("number", [10**40, -(10**40), 10**5000], ids=["40 zeros", "negative", "5000 zeros"])
def test_a_far_too_large_number_is_not_written_out(number):
    assert brief(number) == "a number that is far too large"
    assert brief(10**39) == "1" + "0" * 39


def test_something_deep_is_not_written_out():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert brief(deep) == "something nested too deeply"
