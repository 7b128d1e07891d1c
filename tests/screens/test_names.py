"""Names where there is little room: whole, on two lines, shorter; and never two alike."""

import random

import pytest

from companion.screens.geometry import width
from companion.screens.names import NameRoom, burst_room, clusters, in_a_line, short_names

HEAD = NameRoom(3.15, 4.6)  # over a column of four players on a phone
CHEF = "🧑‍🍳"


def shown(*names, room=HEAD):
    return [" ".join(lines) for lines in short_names(names, room)]


def test_a_name_that_has_room_is_whole():
    assert shown("Ana", "Tom", "Chloé", "Björn") == ["Ana", "Tom", "Chloé", "Björn"]


def test_a_long_one_has_two_lines_broken_where_it_is_made_of_two_or_at_a_syllable():
    assert short_names(("Jean-Baptiste", "Eva Maria", "Marguerite"), HEAD) == (
        ("Jean-", "Baptiste"),
        ("Eva", "Maria"),
        ("Margue-", "rite"),
    )


@pytest.mark.parametrize("word", ["Player", "Joueur", "Person", "Giocatore"])
def test_player_5_is_p5_in_each_language_by_its_own_letter(word):
    assert shown(f"{word} 5", f"{word} 12") == [f"{word[0]}5", f"{word[0]}12"]


def test_two_who_begin_alike_are_told_by_their_ends_and_two_who_end_alike_by_what_differs():
    assert shown("Maximilian Alexander", "Maximilian Alexandra") == ["Maxi… lexander", "Maxi… lexandra"]
    alike = ("A" * 23 + "B", "A" * 22 + "BA", "A" * 24)
    assert len({*shown(*alike)}) == 3


def test_who_is_called_p5_is_not_taken_for_player_5():
    assert len({*shown("P5", "Player 5", "Person 5")}) == 3


def test_in_a_line_they_are_cut_in_the_middle():
    assert in_a_line(("Jean-Baptiste", "Jean-Bernard", "Bo"), lambda seat: 5) == ("Jea…iste", "Jea…nard", "Bo")


def test_what_is_one_letter_to_its_reader_is_never_cut_in_two():
    assert clusters(f"a\u0301{CHEF}🇫🇷👍🏽b") == ["a\u0301", CHEF, "🇫🇷", "👍🏽", "b"]
    (lines,) = short_names((CHEF * 8,), HEAD)
    assert all({*clusters(line)} <= {CHEF, "…", "-"} for line in lines)


@pytest.mark.parametrize("room", [HEAD, NameRoom(3.6, 4.4), NameRoom(5, small=6.3), NameRoom(8, 9)])
def test_of_any_names_no_two_are_alike_and_each_has_its_room(room):
    chance = random.Random(5)
    letters = ["a", "b", "e", "n", "-", " ", "é", "W", "i", "ß", "מ", "漢", CHEF, "o\u0308"]
    for _ in range(400):
        names, stem = [], "".join(chance.choices(letters, k=chance.randint(0, 16)))[:16]
        for _ in range(6):
            name = (stem + "".join(chance.choices(letters, k=chance.randint(1, 6))))[:24].strip()
            if name and name.casefold() not in [one.casefold() for one in names]:
                names.append(name)
        told = short_names(names, room)
        assert len({" ".join(lines).casefold() for lines in told}) == len(names), (names, told)
        line = in_a_line(names, lambda seat: room.line)
        assert len({one.casefold() for one in line}) == len(names), (names, line)
        for name, lines in zip(names, told, strict=True):
            if lines != (name,) and len(lines) == 2:
                assert all(width(one, 1) <= room.two + 0.01 for one in lines), (name, lines)


def test_up_to_three_prices_of_a_burst_have_room_side_by_side():
    assert [burst_room(prices).of_many for prices in range(1, 6)] == [False, False, False, True, True]
    assert [burst_room(prices).name for prices in range(1, 6)] == [0, 0, 3, 5, 5]
