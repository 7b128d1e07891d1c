"""Game files: what is one, what is none and why, and that writing and reading change nothing."""

import json

import pytest

from companion.record.files import game_file, strict_json
from companion.record.files.game_file import LARGEST, read_move, write_move
from companion.record.files.strict_json import NotAGameFile
from companion.rules import GAMES, fiasko, pasta, states
from companion.rules.moves import End

FIASKO = {
    "format": "companion.game/1",
    "game": "fiasko",
    "options": {"three_way_tie": "split"},
    "players": ["Ana", "Tom"],
    "moves": [
        {"move": "draw", "player": 0, "card": "goods"},
        {"move": "score", "player": 1, "product": "milk", "values": [5, 2, 4], "hand": 8},
    ],
}
NESTED = 100_000


def without(data, key):
    return {name: value for name, value in data.items() if name != key}


def file(game="fiasko", **changes):
    return {**FIASKO, "game": game, "options": {}, "moves": [], **changes}


def moves(*given, game="fiasko", **changes):
    return game_file.read(file(game, moves=list(given), **changes)).moves


def refused(data, sentence):
    raw = data if isinstance(data, bytes) else json.dumps(data).replace("Infinity", "1e400").encode()
    with pytest.raises(NotAGameFile, match=sentence):
        game_file.parse(raw)


# Reading


def test_the_file_of_the_specification():
    read = game_file.parse(json.dumps(FIASKO).encode())
    assert (read.game, read.table.players) == (fiasko.GAME, ("Ana", "Tom"))
    assert read.table.options == {
        "fiasko_loss": "hand",
        "catastrophe": "others",
        "three_way_tie": "split",
        "count": "all",
        "advice": "asked",
        "watch": "bars",
    }
    assert read.moves == (fiasko.Draw(0, "goods"), fiasko.Score(1, "milk", (5, 2, 4), 8))


def test_options_may_be_left_out():
    assert game_file.read(without(FIASKO, "options")).table.options["three_way_tie"] == "fifteen"


def test_an_option_may_repeat_the_default():
    assert game_file.read(file(options={"count": "all"})).table == game_file.read(file()).table


def test_a_byte_order_mark_is_no_harm():
    assert game_file.parse(b"\xef\xbb\xbf" + json.dumps(FIASKO).encode()) == game_file.read(FIASKO)


def test_names_are_trimmed():
    assert game_file.read(file(players=[" Ana\t", "Bo\n"])).table.players == ("Ana", "Bo")


@pytest.mark.parametrize(
    ("written", "move"),
    [
        ({"move": "end"}, End()),
        ({"move": "draw", "player": 1, "card": "fiasko"}, fiasko.Draw(1, "fiasko")),
        ({"move": "score", "player": 0, "product": "corn", "points": 88}, fiasko.Score(0, "corn", points=88)),
        ({"move": "recount", "pile": 80, "catastrophe": 1}, fiasko.Recount(80, None, 1)),
        ({"move": "reshuffle"}, fiasko.Reshuffle()),
    ],
)
def test_the_moves_of_fiasko(written, move):
    assert moves(written) == (move,)


def test_a_fiasko_may_take_less_than_the_hand():
    written = {"move": "draw", "player": 1, "card": "fiasko", "lost": 2}
    assert moves(written, options={"fiasko_loss": "product"}) == (fiasko.Draw(1, "fiasko", 2),)


def test_a_recount_of_the_eight():
    assert moves({"move": "recount", "fiasko": 3}, options={"count": "specials"}) == (fiasko.Recount(fiasko=3),)


@pytest.mark.parametrize(
    ("written", "move"),
    [
        ({"move": "bank", "player": 0, "shape": 8, "pasta": 2}, pasta.Bank(0, 8, 2)),
        ({"move": "bank", "player": 0, "shape": 8, "pasta": 2, "stolen": "pasta"}, pasta.Bank(0, 8, 2)),
        (
            {"move": "bank", "player": 0, "shape": 8, "pasta": 2, "sauce": 1, "steal_from": 1, "stolen": "sauce"},
            pasta.Bank(0, 8, 2, 1, 1, "sauce"),
        ),
        ({"move": "take", "player": 0, "cards": 7}, pasta.Take(0, 7)),
        ({"move": "lay", "player": 1, "shape": 8, "pasta": 9}, pasta.Lay(1, 8, 9)),
        ({"move": "lay", "player": 1, "shape": 8, "pasta": 0, "sauce": 3}, pasta.Lay(1, 8, 0, 3)),
        ({"move": "token", "player": 1}, pasta.Hold(1)),
        ({"move": "token", "player": None}, pasta.Hold(None)),
    ],
)
def test_the_moves_of_pasta(written, move):
    assert moves(written, game="pasta") == (move,)


@pytest.mark.parametrize(
    ("written", "move"),
    [
        ({"move": "battle", "state": "OH", "value": 11, "tanks": [3, 30]}, states.Battle("OH", 11, (3, 30))),
        ({"move": "battle", "state": "OH", "value": 11, "winner": 1}, states.Battle("OH", 11, winner=1)),
        ({"move": "battle", "state": "OH", "value": 11, "winner": None}, states.Battle("OH", 11, winner=None)),
    ],
)
def test_the_moves_of_states(written, move):
    assert moves(written, game="states") == (move,)


@pytest.mark.parametrize(
    "at",
    [
        "2026-11-18T20:15:00Z",
        "2026-11-18T20:15:00+01:00",
        "2026-11-18T20:15",
        "2026-11-18 20:15:00.123456-05:00",
        "20261118T201500Z",
        "2026-11-18",
        "2026-W47-3T20:15",
    ],
)
def test_a_move_may_carry_its_time(at):
    read = game_file.read(file(moves=[{"move": "reshuffle", "at": at}, {"move": "end"}]))
    assert (read.times, read.moves) == ((at, None), (fiasko.Reshuffle(), End()))


# Refusals: a file


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "is not JSON: Expecting value at line 1, column 1"),
        (b"   \n", "is not JSON"),
        (b'{"format": ', "is not JSON"),
        (b"{'format': 1}", "is not JSON"),
        (b"{} {}", "is not JSON: Extra data"),
        (b'{"format": "companion.game/1",}', "is not JSON"),
        (b"\xff\xfe" + json.dumps(FIASKO).encode("utf-16-le"), r"is not UTF-8 text \(byte 1\)"),
        (json.dumps(FIASKO).encode("utf-16-le"), "is not JSON"),
        (json.dumps(FIASKO).encode("utf-16-be"), "is not JSON"),
        (json.dumps(FIASKO).encode("utf-32"), "is not UTF-8"),
        (b'{"format": "\xff"}', r"is not UTF-8 text \(byte 13\)"),
        (b'{"format": "\xc3', "is not UTF-8"),
        (b'{"format": "\xed\xa0\x80"}', "is not UTF-8"),
        (b"\xef\xbb\xbf" * 2 + json.dumps(FIASKO).encode(), "is not JSON: Unexpected UTF-8 BOM"),
        (json.dumps(FIASKO)[:-30].encode(), "is not JSON"),
        (b"[" * NESTED, "is nested too deeply"),
        (b'{"a":' * NESTED, "is nested too deeply"),
        (b'{"a":[' * NESTED + b"]}" * NESTED, "is nested too deeply"),
        (b'{"format": NaN}', "is not JSON: NaN is no number"),
        (b"[Infinity, -Infinity]", "is not JSON: Infinity is no number"),
        (b"-Infinity", "is not JSON: -Infinity is no number"),
        (b'{"format": 1' + b"0" * 4999 + b"}", "holds a number that is far too large"),
        (b'{"b": 2, "a": 1, "a": 3}', "has the key “a” twice in one object"),
        (b'{"a": 1, "a": 1}', "has the key “a” twice in one object"),
        (b'[{"\\n\\ud800": 1, "\\n\\ud800": 1}]', "has the key “��” twice in one object"),
        (b'{"a": "\n"}', "is not JSON: Invalid control character"),
        (b"\x00", "is not JSON"),
    ],
    ids=range(27),
)
def test_bytes_that_are_no_game_file(raw, sentence):
    refused(raw, sentence)


@pytest.mark.parametrize("data", [[], [FIASKO], "fiasko", 1, 1.5, True, None])
def test_a_file_is_an_object(data):
    refused(data, "the file must be a JSON object")


@pytest.mark.parametrize("key", ["format", "game", "players", "moves"])
def test_a_file_lacks_nothing(key):
    refused(without(FIASKO, key), f"the file lacks “{key}”")


@pytest.mark.parametrize("key", ["winner", "Format", "", "moves ", "a\nb"])
def test_a_file_has_no_unknown_key(key):
    refused({**FIASKO, key: 1}, "the file has an unknown key “")


@pytest.mark.parametrize("value", ["companion.game/2", "companion.game/1 ", "", 1, None, ["companion.game/1"]])
def test_another_format(value):
    refused(file(format=value), "is not of the format companion.game/1")


@pytest.mark.parametrize("slug", ["chess", "Fiasko", "fiasko ", "", "x" * 1000, "a\nb"])
def test_another_game(slug):
    refused(file(slug), "is of a game that is not known here")


@pytest.mark.parametrize("value", [None, 1, True, ["fiasko"], {}])
def test_a_game_is_a_text(value):
    refused(file(value), "“game” must be a text")


def test_an_over_large_file():
    raw = json.dumps(FIASKO).encode()
    assert LARGEST == 5_000_000
    assert game_file.parse(raw.ljust(LARGEST)).table.players == ("Ana", "Tom")
    refused(raw.ljust(LARGEST + 1), "is larger than 5 MB")


# Refusals: the table


@pytest.mark.parametrize("value", [None, {}, "Ana, Tom", 2, True])
def test_players_are_a_list(value):
    refused(file(players=value), "“players” must be a list")


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (["Ana", ""], "at least one letter"),
        (["Ana", " \t"], "at least one letter"),
        (["Ana", "x" * 25], "at most 24 characters"),
        (["Ana", " aNA "], "Two are called “aNA”"),
        (["Zoë", "ZOË"], "Two are called"),
        (["Ana", 1], "A name is a text, not “1”"),
        (["Ana", None], "A name is a text"),
        (["Ana", ["Tom"]], "A name is a text"),
        (["Ana", "\ud800"], "at least one letter"),
        (["Ana", "T\nom"], "can’t be printed"),
    ],
)
def test_names_that_no_player_has(players, sentence):
    refused(file(players=players), sentence)


@pytest.mark.parametrize(("slug", "low", "high"), [("fiasko", 2, 5), ("pasta", 2, 6), ("states", 2, 6)])
def test_how_many_can_play(slug, low, high):
    for seats in range(9):
        data = file(slug, players=[f"P{seat}" for seat in range(seats)])
        if low <= seats <= high:
            assert len(game_file.read(data).table.players) == seats
        else:
            refused(data, f"is for {low} to {high} players, not {seats}")


@pytest.mark.parametrize("value", [None, [], "all", 1, True])
def test_options_are_an_object(value):
    refused(file(options=value), "“options” must be a JSON object")


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("fiasko", {"al_dente": 2}),
        ("pasta", {"count": "all"}),
        ("states", {"deck": 60}),
        ("fiasko", {"": 1}),
        ("fiasko", {"a\nb�": 1}),
        ("fiasko", {"Count": "all"}),
    ],
)
def test_an_option_of_no_such_game(slug, options):
    refused(file(slug, options=options), "This game has no option “")


@pytest.mark.parametrize(
    ("slug", "key", "values"),
    [
        ("fiasko", "fiasko_loss", ["hands", None, 1, "", ["hand"], "Hand", "a\nb"]),
        ("fiasko", "catastrophe", ["other", True, {}]),
        ("fiasko", "three_way_tie", [15, "15", None, 1e300]),
        ("fiasko", "count", [True, 88, "specials "]),
        ("pasta", "al_dente", [-1, 1, "2", 2.0, True, None]),
        ("pasta", "tiebreak", ["groups", 1]),
        ("pasta", "track", ["hand", None]),
        ("pasta", "shapes", [None, [], ["A"] * 9, list("ABCDEFGH"), list("ABCDEFGHIJ"), [*"ABCDEFGH", 1], "ABCDEFGHI"]),
        ("pasta", "shapes", [[*"ABCDEFGH", "a"], [*"ABCDEFGH", "\n\n"], [*"ABCDEFGH", "x" * 25]]),
        ("states", "goal", [None, 100, [], {"points": 0}, {"points": 10000}, {"states": 51}, {"states": -1}]),
        ("states", "goal", [{"points": True}, {"points": 1.0}, {"points": "9"}, {"points": None}, {"tanks": 1}]),
    ],
)
def test_an_answer_that_no_option_has(slug, key, values):
    for value in values:
        refused(file(slug, options={key: value}), "“|at least one letter")


@pytest.mark.parametrize("deck", [16, 201, 60.0, "60", True, None, -60])
def test_a_box_that_does_not_exist(deck):
    refused(file("pasta", options={"deck": deck, "track": "hands"}), "“deck” can’t be")


@pytest.mark.parametrize("track", [{}, {"track": "groups"}])
def test_a_box_needs_hands(track):
    refused(file("pasta", options={"deck": 60, **track}), "only if the cards taken are noted")


# Refusals: a move


@pytest.mark.parametrize("value", [None, {}, "end", 1, True])
def test_moves_are_a_list(value):
    refused(file(moves=value), "“moves” must be a list")


@pytest.mark.parametrize("move", [None, [], "end", 1, True, [{"move": "end"}]])
def test_a_move_is_an_object(move):
    refused(file(moves=[{"move": "reshuffle"}, move]), "entry 2 of “moves”: a move must be a JSON object")


@pytest.mark.parametrize("kind", [None, 1, True, ["end"], {}])
def test_a_move_says_what_it_is(kind):
    refused(file(moves=[{"move": kind}]), "entry 1 of “moves”: “move” must be a text")
    refused(file(moves=[{}]), "“move” must be a text")


@pytest.mark.parametrize(("slug", "kind"), [("fiasko", "bank"), ("pasta", "draw"), ("states", "End"), ("fiasko", "")])
def test_a_move_of_no_such_game(slug, kind):
    refused(file(slug, moves=[{"move": kind}]), "entry 1 of “moves”: .* has no move “")


MOVES = {
    "fiasko": [
        {"move": "draw", "player": 0, "card": "goods"},
        {"move": "score", "player": 0, "product": "milk", "values": [5], "hand": 8},
        {"move": "score", "player": 0, "product": "milk", "points": 88},
        {"move": "recount", "pile": 80, "fiasko": 6, "catastrophe": 2},
        {"move": "reshuffle"},
        {"move": "end"},
    ],
    "pasta": [
        {"move": "bank", "player": 0, "shape": 1, "pasta": 2, "sauce": 1, "steal_from": 1, "stolen": "sauce"},
        {"move": "take", "player": 0, "cards": 2},
    ],
    "states": [
        {"move": "battle", "state": "OH", "value": 11, "tanks": [1, 2]},
        {"move": "battle", "state": "OH", "value": 11, "winner": 0},
    ],
}
EVERY_FIELD = [(slug, move, key) for slug, each in MOVES.items() for move in each for key in move if key != "move"]
OPTIONAL = {"fiasko", "catastrophe", "sauce", "stolen"}


@pytest.mark.parametrize(("slug", "move", "key"), [case for case in EVERY_FIELD if case[2] not in OPTIONAL])
def test_a_move_lacks_nothing(slug, move, key):
    assert moves(move, game=slug)
    refused(file(slug, moves=[without(move, key)]), "entry 1 of “moves”: ")


@pytest.mark.parametrize(("slug", "move", "key"), EVERY_FIELD)
def test_a_field_has_its_own_type(slug, move, key):
    for value in [None, True, False, 1.0, 1e400, "1", 1, [], {}, {"1": 1}]:
        if type(value) is not type(move[key]) and (key, value) != ("winner", None):
            refused(file(slug, moves=[{**move, key: value}]), f"entry 1 of “moves”: “{key}” must be")


@pytest.mark.parametrize(("slug", "move", "key"), [case for case in EVERY_FIELD if case[2] in ("values", "tanks")])
def test_a_list_holds_whole_numbers_only(slug, move, key):
    for value in [None, True, 1.0, 1e400, "1", [1], {}]:
        refused(file(slug, moves=[{**move, key: [1, value]}]), f"“{key}” must be a list of whole numbers")


@pytest.mark.parametrize("slug", MOVES)
def test_a_move_has_no_unknown_field(slug):
    for move in MOVES[slug]:
        for key in ("points ", "seat", "Player", "", "number", "a\nb"):
            refused(file(slug, moves=[{**move, key: 0}]), "entry 1 of “moves”: the move has an unknown key “")


@pytest.mark.parametrize(
    ("move", "options", "sentence"),
    [
        ({"move": "draw", "player": 0, "card": "fiasko", "lost": 1}, {}, "“lost” goes with a Fiasko"),
        ({"move": "draw", "player": 0, "card": "goods", "lost": 1}, {"fiasko_loss": "product"}, "“lost” goes with"),
        ({"move": "score", "player": 0, "product": "milk", "values": [5]}, {}, "“values” and “hand”, or “points”"),
        ({"move": "score", "player": 0, "product": "milk", "hand": 8}, {}, "“values” and “hand”, or “points”"),
        ({"move": "score", "player": 0, "product": "milk"}, {}, "“values” and “hand”, or “points”"),
        (
            {"move": "score", "player": 0, "product": "milk", "values": [5], "hand": 8, "points": 40},
            {},
            "“values” and “hand”, or “points”",
        ),
        ({"move": "score", "player": 0, "product": "milk", "hand": 8, "points": 40}, {}, "or “points”"),
        ({"move": "recount"}, {}, "a recount needs “pile”"),
        ({"move": "recount", "fiasko": 2}, {}, "a recount needs “pile”"),
        ({"move": "recount", "pile": 80}, {"count": "specials"}, "“pile” and “hands” go with “count”: “all”"),
    ],
)
def test_fields_that_make_no_move_of_fiasko(move, options, sentence):
    refused(file(options=options, moves=[move]), sentence)


@pytest.mark.parametrize("both", [{}, {"tanks": [1, 2], "winner": 1}, {"tanks": [1, 2], "winner": None}])
def test_a_battle_has_tanks_or_a_winner(both):
    refused(file("states", moves=[{"move": "battle", "state": "OH", "value": 11, **both}]), "“tanks”, or “winner”")


def test_a_stolen_sauce_comes_from_somebody():
    move = {"move": "bank", "player": 0, "shape": 1, "pasta": 2, "stolen": "sauce"}
    refused(file("pasta", moves=[move]), "“stolen” goes with “steal_from”")


@pytest.mark.parametrize(
    "at",
    [
        None,
        1,
        True,
        "",
        "yesterday",
        "20:15",
        "2026-13-01",
        "2026-11-18T25:00",
        "2026-11-18\n20:15",
        "2026-11-18x20:15",
        "2026-11-18T20:15:00+99:00",
        "２０２６-11-18",
        "0001-01-01T00:00+14:00",
        [],
        {},
    ],
)
def test_a_time_that_is_none(at):
    refused(file(moves=[{"move": "reshuffle", "at": at}]), "entry 1 of “moves”: “")


# Writing


@pytest.mark.parametrize("slug", MOVES)
def test_a_written_move_reads_the_same(slug):
    table = game_file.read(file(slug)).table
    for move in moves(*MOVES[slug], game=slug):
        assert read_move(GAMES[slug], table, write_move(move)) == move


def test_nobody_is_written_and_nothing_said_is_not():
    assert write_move(states.Battle("OH", 11, winner=None)) == {
        "move": "battle",
        "state": "OH",
        "value": 11,
        "winner": None,
    }
    assert write_move(states.Battle("OH", 11, (1, 2)))["tanks"] == [1, 2]
    assert "winner" not in write_move(states.Battle("OH", 11, (1, 2)))
    assert write_move(fiasko.Recount(80)) == {"move": "recount", "pile": 80}


def test_a_written_file_reads_the_same():
    read = game_file.read(FIASKO)
    written = game_file.write(read.game, read.table, [write_move(move) for move in read.moves])
    assert written == {**FIASKO, "rules": 1}
    assert game_file.parse(json.dumps(written).encode()) == read


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("fiasko", {"fiasko_loss": "product", "catastrophe": "everyone", "three_way_tie": "none", "count": "none"}),
        ("fiasko", {"advice": "off"}),
        ("pasta", {"al_dente": 0, "tiebreak": "cards", "track": "hands", "deck": 17, "shapes": list("ABCDEFGHI")}),
        ("states", {"goal": {"points": 9999, "states": 0}}),
    ],
)
def test_every_option_is_written_as_it_was_read(slug, options):
    read = game_file.read(file(slug, options=options))
    assert game_file.write(read.game, read.table, [])["options"] == options


@pytest.mark.parametrize("slug", GAMES)
def test_defaults_are_not_written(slug):
    read = game_file.read(file(slug))
    assert game_file.write(read.game, read.table, [])["options"] == {}


# Rules and first seats


def test_a_file_that_says_no_rules_is_of_the_first(tallied):
    assert game_file.read({key: value for key, value in FIASKO.items() if key != "rules"}).game.version == 1
    assert tallied(FIASKO) == tallied({**FIASKO, "rules": 1})


@pytest.mark.parametrize(
    ("version", "why"),
    [
        (2, "was made by newer rules of Fiasko: version 2"),
        (0, "“rules” goes from 1"),
        (True, "“rules” must be a whole number"),
    ],
)
def test_rules_that_are_not_known_here_are_refused(tallied, version, why):
    assert tallied({**FIASKO, "rules": version}) == (2, "", f"companion: -: {why}\n")


def test_whoever_begins_is_kept():
    read = game_file.read({**FIASKO, "first": 1})
    assert read.table.first == 1
    assert game_file.write(read.game, read.table, [])["first"] == 1


@pytest.mark.parametrize("first", [2, -1])
def test_nobody_begins_who_does_not_sit_there(tallied, first):
    assert tallied({**FIASKO, "first": first}) == (2, "", f"companion: -: “first” is a seat from 0 to 1, not {first}\n")


def test_the_first_seat_is_a_number(tallied):
    assert tallied({**FIASKO, "first": True}) == (2, "", "companion: -: “first” must be a whole number\n")


@pytest.mark.parametrize("window", [1, 7, 32_768])
@pytest.mark.parametrize(
    "raw",
    [
        *(
            "[]",
            "[ ]",
            " [ 1 ,\n2 ] ",
            "[12345678]",
            '["é€😀", {"a": [1, {"b": "]"}]}]',
            "[null,true,-1.5e3]",
            '["\\\\", "\\""]',
        ),
        *(
            "[",
            "[1",
            "[1,",
            "[,1]",
            "[1 2]",
            "[1]x",
            "[1]]",
            '[{"a": 1, "a": 2}]',
            "[NaN]",
            '["a]',
            "[{]",
            "[\n1,\n  é]",
        ),
        *("[" * 100_000, f"[{'9' * 5000}]", '[{"a" 1}]'),
    ],
)
def test_a_long_list_is_read_as_strictly_as_whole(monkeypatch, window, raw):
    def what_comes_of(read):
        try:
            return list(read(raw.encode()))
        except strict_json.NotAGameFile as error:
            return str(error)

    monkeypatch.setattr(strict_json, "WINDOW", window)
    assert what_comes_of(strict_json.LongList) == what_comes_of(strict_json.load_json)


def test_of_a_list_of_millions_no_more_is_looked_for_than_is_wanted():
    assert list(strict_json.LongList(b"[1,2,3,oops", 2)) == [1, 2]


def test_a_long_list_says_which_byte_is_no_text(monkeypatch):
    monkeypatch.setattr(strict_json, "WINDOW", 2)
    with pytest.raises(strict_json.NotAGameFile, match=r"not UTF-8 text \(byte 8\)"):
        strict_json.LongList('["é", "'.encode()[:7] + b"\xff" + b'"]')
