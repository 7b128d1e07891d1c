"""What holds in every game that a table could play: random games, all options, any number of seats."""

import copy
import dataclasses
import json
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.record.files import game_file
from companion.record.files.game_file import write_move
from companion.rules import GAMES, fiasko, pasta, states
from companion.rules.core import GameOver, RuleBroken, fold, fold_on
from companion.rules.fiasko.moves import PRODUCTS
from companion.rules.fiasko.pack import COPIES, possible_points
from companion.rules.fiasko.standing import standing
from companion.rules.moves import End, fields_of
from companion.rules.options import Bearing, Choice
from companion.rules.text import one_line
from companion.screens import SCREENS

CAST = ("Ana", "Bo", "Cy", "Di", "Eve", "Flo")
POINTS = sorted(points for points in possible_points() if points < 120)
FEW_POINTS = (36, 40, 44)  # so that players tie
CODES = tuple(states.STATE_NAMES)
SEEDS = st.integers(0, 2**32)
BY_SLUG = pytest.mark.parametrize("slug", GAMES)


# Random games


def options_of(game, random):
    chosen = {o.key: random.choice(o.choices)[0] for o in game.options if isinstance(o, Choice)}
    if game is pasta.GAME and chosen["track"] == "hands":
        chosen["deck"] = random.choice([None, 17, 40, 110])
    if game is states.GAME:
        goal = {"points": random.choice([20, 150, 9999]), "states": random.choice([0, 3, 50])}
        chosen["goal"] = {key: goal[key] for key in random.sample(sorted(goal), random.randrange(3))}
    return chosen


def fiasko_move(random, table):
    seat, cards = random.randrange(len(table.players)), ["goods"] * 12 + ["fiasko"] * 2 + ["catastrophe"]
    dice = random.random()
    if dice < 0.8:
        card = random.choice(cards if table.options["count"] == "all" else cards[12:])
        loses = card == "fiasko" and table.options["fiasko_loss"] == "product"
        return fiasko.Draw(seat, card, random.choice([None, 0, 1, 2, 9]) if loses else None)
    if dice < 0.83:
        everything = table.options["count"] == "all"
        left = random.choice([None, 0, 1, 6]), random.choice([None, 0, 1, 2])
        hands = tuple(random.choice([0, 1, 3, 7]) for _ in table.players) if random.random() < 0.4 else None
        pile = random.choice([0, 1, 8, 20, 70, 88] + [None] * 6 * (hands is not None))
        return fiasko.Recount(*((pile, *left, hands) if everything else (None, *left)))
    if dice < 0.84:
        return fiasko.Reshuffle()
    which = random.choice(PRODUCTS)
    if dice < 0.88:
        return fiasko.Score(seat, which, points=random.choice(POINTS))
    if dice < 0.94:
        return fiasko.Score(seat, which, points=random.choice(FEW_POINTS))
    pack = [value for value, copies in COPIES.items() for _ in range(copies)]
    values = tuple(random.sample(pack, random.randint(1, 5)))
    return fiasko.Score(seat, which, values, len(values) + random.randrange(12))


def pasta_move(random, table):
    seats = range(len(table.players))
    seat, victim = random.choice(seats), random.choice([None, *seats])
    if table.options["track"] == "hands" and random.random() < 0.6:
        return pasta.Take(seat, random.randint(1, 4))
    if random.random() < 0.1:
        laid = pasta.Lay(seat, random.randrange(4), random.randint(0, 9), random.randint(0, 2))
        return random.choice([laid, pasta.Hold(random.choice([None, *seats]))])
    stolen = "pasta" if victim is None else random.choice(["pasta", "sauce"])
    return pasta.Bank(seat, random.randrange(4), random.randint(1, 4), random.choice([0, 0, 1, 2]), victim, stolen)


def states_move(random, table):
    seats = len(table.players)
    state, value = random.choice(CODES), random.choice([5, 5, 5, 8, 20])
    if random.random() < 0.05:
        return states.TankReshuffle()
    if random.random() < 0.5:
        return states.Battle(state, value, winner=random.choice([None, *range(seats)]))
    return states.Battle(state, value, tuple(random.randint(1, 30) for _ in range(seats)))


MOVE = {"fiasko": fiasko_move, "pasta": pasta_move, "states": states_move}


def game_of(slug, seed, longest=160):
    """A table and a legal log: of random moves, those that the rules allow."""
    random, game = Random(seed), GAMES[slug]
    table = game.table(CAST[: random.randint(*game.seats)], options_of(game, random))
    sheet, moves = game.start(table), []
    for _ in range(random.randrange(longest)):
        move = End() if random.random() < 0.003 else MOVE[slug](random, table)
        try:
            sheet = game.tap(sheet, move)
        except RuleBroken:
            continue
        moves.append(move)
        if sheet.over:
            break
    return game, table, moves, sheet


def sheets_of(game, table, moves):
    sheet = game.start(table)
    yield sheet
    for move in moves:
        sheet = game.tap(sheet, move)
        yield sheet


# Every game


@BY_SLUG
@given(SEEDS)
def test_the_same_log_gives_the_same_sheet(slug, seed):
    game, table, moves, sheet = game_of(slug, seed)
    assert fold(game, table, moves) == fold(game, table, moves) == sheet
    assert sheet.played == len(moves)


@BY_SLUG
@given(SEEDS, st.data())
def test_a_fold_never_depends_on_how_it_is_split(slug, seed, data):
    game, table, moves, sheet = game_of(slug, seed, 60)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(moves)), max_size=4)))
    split = game.start(table)
    for low, high in zip([0, *cuts], [*cuts, len(moves)], strict=True):
        split = fold_on(game, split, moves[low:high])
    assert split == sheet


@BY_SLUG
@given(SEEDS)
def test_old_sheets_are_unchanged_by_what_comes_after(slug, seed):
    game, table, moves, _ = game_of(slug, seed, 60)
    sheets, copies = [], []
    for sheet in sheets_of(game, table, moves):
        sheets.append(sheet)
        copies.append(copy.deepcopy(sheet))
        game.tally(sheet), SCREENS[slug].figures(sheet)
    assert sheets == copies


@BY_SLUG
@given(SEEDS)
def test_the_turn_goes_on_with_the_moves_that_are_said_to_be_made_in_turn_and_with_no_others(slug, seed):
    game, table, moves, _ = game_of(slug, seed, 60)
    sheets = list(sheets_of(game, table, moves))
    for before, move, after in zip(sheets, moves, sheets[1:], strict=False):
        if before.turn is not None and not after.over:
            assert after.turn == ((move.player + 1) % len(table.players) if move.in_turn else before.turn)


@BY_SLUG
@given(SEEDS, SEEDS)
def test_what_a_move_was_filled_in_from_is_asked_of_any_sheet_in_the_same_order(slug, seed, other):
    game, table, moves, _ = game_of(slug, seed, 30)
    move = MOVE[slug](Random(other), table)
    asked = [game.basis(sheet, move) for sheet in sheets_of(game, table, moves)]
    assert {tuple(str(basis.what) for basis in told) for told in asked} == {tuple(str(it.what) for it in asked[0])}


@BY_SLUG
@given(SEEDS)
def test_a_file_written_and_read_again_is_the_same(slug, seed):
    game, table, moves, sheet = game_of(slug, seed)
    written = game_file.write(game, table, [write_move(move) for move in moves])
    read = game_file.parse(json.dumps(written).encode())
    assert (read.game, read.table, read.moves) == (game, table, tuple(moves))
    assert game_file.tally(read) == game.tally(sheet)


@BY_SLUG
@settings(max_examples=50)
@given(SEEDS)
def test_every_number_that_can_be_asked_answers(slug, seed):
    game, table, moves, _ = game_of(slug, seed, 60)
    for sheet in sheets_of(game, table, moves):
        answers = game.answers(sheet)
        assert answers
        assert None not in answers.values()


@BY_SLUG
@given(SEEDS)
def test_the_tally_has_the_shape_of_the_specification(slug, seed):
    game, table, moves, _ = game_of(slug, seed)
    for sheet in list(sheets_of(game, table, moves))[::10]:
        tally = game.tally(sheet)
        assert json.loads(json.dumps(tally, allow_nan=False)) == tally
        SHAPE[slug](tally, table)
        assert [column["name"] for column in tally["players"]] == list(table.players)


@BY_SLUG
@given(SEEDS)
def test_winners_are_those_of_the_first_rank_once_it_is_over(slug, seed):
    game, _, _, sheet = game_of(slug, seed)
    tally = game.tally(sheet)
    first = [column["name"] for column in tally["players"] if column["rank"] == 1]
    assert tally["winners"] == (first if sheet.over else [])
    ranks = sorted(column["rank"] for column in tally["players"])
    assert all(rank in (place, ranks[place - 2]) for place, rank in enumerate(ranks, 1))
    assert ranks[0] == 1


@BY_SLUG
@given(SEEDS)
def test_another_answer_changes_no_more_than_its_option_says(slug, seed):
    """What if? So much is not folded anew; where the moves don't go with the other answer, nothing is said at all."""
    game, table, moves, sheet = game_of(slug, seed)
    moves = moves if sheet.over else [*moves, End()]
    sheet = fold(game, table, moves)
    for option in (one for one in game.options if isinstance(one, Choice) and one.bearing is not Bearing.PLAY):
        for value, _ in option.choices:
            other = table._replace(options={**table.options, option.key: value})
            counted = sheet._replace(table=other) if option.bearing is Bearing.COUNT else sheet
            try:
                folded = fold(game, other, moves)
            except GameOver:
                raise
            except RuleBroken:
                continue
            assert folded.over
            assert game.results(folded) == game.results(counted)


@BY_SLUG
@given(SEEDS, st.data())
def test_garbage_is_refused_and_never_breaks_anything(slug, seed, data):
    game, table, _, sheet = game_of(slug, seed, 30)
    move_type = data.draw(st.sampled_from([*game.moves, End]))
    fields = zip(fields_of(move_type), dataclasses.fields(move_type), strict=True)
    move = move_type(**{field.name: data.draw(garbage(field, known.default)) for field, known in fields})
    if move.misfit(table.options):  # no file and no form says this
        return
    try:
        after = game.tap(sheet, move)
    except RuleBroken as refusal:
        said = str(refusal.text)
    else:
        said = str((game.tally(after), SCREENS[slug].figures(after)))[:20]
    assert one_line(said) == said
    assert 0 < len(said) < 200


def garbage(field, default):
    """Of the right type, as files and forms see to it; of no sense."""
    numbers = st.sampled_from([0, 1, 2, 3, 5, 8, 13, 88, -1, 10**30]) | st.integers(-3, 100) | st.integers()
    kinds = {int: numbers, str: st.sampled_from(field.choices or ("OH", "CA", "")) | st.text(max_size=60)}
    said = st.lists(numbers, max_size=6).map(tuple) if field.type is tuple else kinds[field.type]
    nobody = st.none() if field.nullable else st.nothing()
    return said | nobody if field.required else said | nobody | st.just(default)


# The shapes of the tallies: exactly these keys, exactly these types


def shaped(value, shape):
    """A dict for an object, a list of one for a list, None beside a type for what may be null."""
    if isinstance(shape, dict):
        assert type(value) is dict
        assert value.keys() == shape.keys()
        for key, inner in shape.items():
            shaped(value[key], inner)
    elif isinstance(shape, list):
        assert type(value) is list
        for item in value:
            shaped(item, shape[0])
    else:
        assert type(value) in (shape if isinstance(shape, tuple) else (shape,))


def fiasko_shape(tally, table):
    nullable = (int, type(None))
    column = {
        "name": str,
        "products": dict.fromkeys(("milk", "pickles", "tomatoes", "corn", "sardines"), nullable),
        "subtotal": int,
        "bonuses": [{"for": str, "points": int}],
        "bonus": int,
        "total": int,
        "rank": int,
    }
    counter = tally["counter"]
    few = {"fiasko": int, "catastrophe": int, "shuffles": int}
    chances = {"fiasko": float, "catastrophe": float, "before_next_turn": float, "fiasko_within": [float]}
    odds = chances if counter and counter.get("pile") else type(None)
    every = {"pile": int, "discard": int, "hands": [int], "unseen": int, **few, "odds": odds}
    shape = {"all": every, "specials": few, "none": type(None)}[table.options["count"]]
    told = not tally["over"] and (table.options["advice"], table.options["count"]) == ("asked", "all")
    outer = {"game": str, "over": bool, "players": [column], "winners": [str], "counter": shape}
    shaped(tally, {**outer, "chances": [float] if told else type(None)})
    for player in tally["players"]:
        assert player["subtotal"] == sum(points or 0 for points in player["products"].values())
        assert player["bonus"] == sum(bonus["points"] for bonus in player["bonuses"])
        assert player["total"] == player["subtotal"] + player["bonus"]
        reasons = [bonus["for"] for bonus in player["bonuses"]]
        assert reasons == [reason for reason in ("finish", *PRODUCTS) if reason in reasons]
        assert all(bonus["points"] > 0 for bonus in player["bonuses"])
    if odds is chances:
        curve = counter["odds"]["fiasko_within"]
        assert len(curve) == min(10, counter["pile"])
        assert curve == sorted(curve)
        numbers = [*curve, *(counter["odds"][key] for key in ("fiasko", "catastrophe", "before_next_turn"))]
        assert all(0 <= number <= 1 and round(number, 6) == number for number in numbers)


GROUP = {"pasta": int, "sauce": int}


def pasta_shape(tally, table):
    column = {"name": str, "cards": int, "token": int, "total": int, "groups": int, "largest": int, "rank": int}
    counter = {"hands": [int], "pile": (int, type(None))} if table.options["track"] == "hands" else type(None)
    holder = (str, type(None))
    outer = {"game": str, "over": bool, "al_dente": holder, "players": [dict], "winners": [str], "counter": counter}
    shaped(tally, outer)
    for player in tally["players"]:
        shaped(player, {**column, "shapes": dict.fromkeys(player["shapes"], GROUP)})
        sizes = [group["pasta"] + group["sauce"] for group in player["shapes"].values()]
        assert (player["cards"], player["groups"], player["largest"]) == (sum(sizes), len(sizes), max(sizes, default=0))
        assert 0 not in sizes
        assert player["shapes"].keys() <= set("012345678")
        token = table.options["al_dente"] if player["name"] == tally["al_dente"] else 0
        assert (player["token"], player["total"]) == (token, player["cards"] + token)


def states_shape(tally, table):
    goal = {"points": int, "states": int}
    tokens = {"flags": int, "large": int, "small": int}
    column = {"name": str, "points": int, "states": int, "tokens": tokens, "short": goal, "rank": int}
    seen = dict.fromkeys(tally["counter"]["tanks_seen"], int)
    counter = {"states_left": int, "tanks_pile": int, "shuffles": int, "tanks_seen": seen}
    outer = {"game": str, "over": bool, "goal": goal, "players": [column], "winners": [str], "counter": counter}
    shaped(tally, outer)
    assert tally["counter"]["states_left"] == 50 - sum(player["states"] for player in tally["players"])
    assert list(seen) == sorted(seen, key=int)
    assert set(tally["counter"]["tanks_seen"].values()) <= {1, 2}
    for player in tally["players"]:
        assert (
            sum(n * worth for n, worth in zip(player["tokens"].values(), (10, 5, 1), strict=True)) == player["points"]
        )
        assert player["short"] == {key: max(tally["goal"][key] - player[key], 0) for key in ("points", "states")}


SHAPE = {"fiasko": fiasko_shape, "pasta": pasta_shape, "states": states_shape}


# Fiasko


@given(SEEDS)
def test_the_cards_always_add_up_to_88(seed):
    game, table, moves, _ = game_of("fiasko", seed)
    if table.options["count"] != "all":
        return
    for sheet in sheets_of(game, table, moves):
        counter = sheet.counter
        assert counter.pile + counter.discard + sum(counter.hands) + counter.unseen == 88
        assert counter.pile >= counter.fiasko + counter.catastrophe
        assert min(counter.discard, counter.fiasko, counter.catastrophe, *counter.hands) >= 0
        assert counter.fiasko <= 6
        assert counter.catastrophe <= 2
        assert counter.pile or not counter.discard, "a pile that ran out is shuffled at once"


@given(SEEDS, st.sampled_from(["fifteen", "split", "none"]))
def test_the_bonuses_of_a_finished_fiasko_sum_to_170_where_nobody_ties_three_ways(seed, three_way_tie):
    random = Random(seed)
    table = fiasko.GAME.table(CAST[: random.randint(2, 5)], {"count": "none", "three_way_tie": three_way_tie})
    sheet = fiasko.GAME.start(table)
    cells = list(product(range(len(table.players)), PRODUCTS))
    random.shuffle(cells)
    for seat, which in cells:
        if not sheet.over:
            sheet = fiasko.GAME.tap(sheet, fiasko.Score(seat, which, points=random.choice(FEW_POINTS)))
    assert sheet.over
    bests = [[mine[p].points for mine in sheet.scores if p in mine] for p in PRODUCTS]
    tied = [points.count(max(points)) for points in bests]
    each = {"fifteen": lambda n: 15 * n, "split": lambda n: 30 // n * n, "none": lambda n: 0}[three_way_tie]
    bonus = sum(column.bonus for column in standing(sheet))
    assert bonus == 20 + sum(30 if n < 3 else each(n) for n in tied)
    assert bonus == 170 or max(tied) >= 3


@given(SEEDS)
def test_goods_put_into_a_hand_and_lost_again_only_move_cards(seed):
    """What is drawn and thrown away before the pile runs out comes back with the shuffle, and nothing else."""
    random = Random(seed)
    table = fiasko.GAME.table(CAST[:3])
    draws = [fiasko.Draw(random.randrange(3), "goods") for _ in range(random.randrange(70))]
    lost = [fiasko.Draw(seat, "fiasko") for seat in range(3)]
    counter = fold(fiasko.GAME, table, [*draws, *lost, fiasko.Reshuffle()]).counter
    assert counter == (88, 0, (0, 0, 0), 0, 6, 2, 1)


# Pasta


@given(SEEDS)
def test_cards_on_the_table_are_those_that_were_banked_or_put_right(seed):
    game, table, moves, sheet = game_of("pasta", seed)
    pasta_cards = sauces = 0
    for before, move in zip(sheets_of(game, table, moves), moves, strict=False):
        had = before.groups[move.player].get(move.shape, (0, 0)) if isinstance(move, pasta.Lay) else (0, 0)
        if isinstance(move, (pasta.Bank, pasta.Lay)):
            pasta_cards, sauces = pasta_cards + move.pasta - had[0], sauces + move.sauce - had[1]
    laid = [group for groups in sheet.groups for group in groups.values()]
    assert (sum(group.pasta for group in laid), sum(group.sauce for group in laid)) == (pasta_cards, sauces)
    few = [
        move.player
        for move in moves
        if isinstance(move, pasta.Hold) or (isinstance(move, pasta.Bank) and move.cards <= 2)
    ]
    assert (sheet.token and sheet.token.holder) == (few[-1] if few else None)


@given(SEEDS)
def test_hands_hold_what_was_taken_and_not_banked(seed):
    _game, table, moves, sheet = game_of("pasta", seed)
    if sheet.hands is None:
        return
    taken = sum(move.cards for move in moves if isinstance(move, pasta.Take))
    banked = sum(move.pasta + move.sauce for move in moves if isinstance(move, pasta.Bank))
    assert sum(sheet.hands) == taken - banked
    assert all(0 <= hand <= 7 for hand in sheet.hands)
    if table.options["deck"]:
        assert sheet.pile == max(table.options["deck"] - 16 - taken, 0)
        assert sheet.over == (sheet.pile == 0) or isinstance(moves[-1], End)


# States


@given(SEEDS)
def test_points_are_those_of_the_states_taken(seed):
    _game, table, _moves, sheet = game_of("states", seed)
    taken = [fought for fought in sheet.battles.values() if fought.winner is not None]
    for seat in range(len(table.players)):
        mine = [fought.value for fought in taken if fought.winner == seat]
        assert (sheet.points[seat], sheet.states[seat]) == (sum(mine), len(mine))
    assert sheet.tanks.pile + sheet.tanks.played + 5 * len(table.players) == 60


@settings(max_examples=200)
@given(st.lists(st.integers(1, 8), min_size=2, max_size=6).filter(lambda tanks: max(map(tanks.count, tanks)) < 3))
def test_a_battle_goes_to_the_highest_tank_that_nobody_else_played(tanks):
    table = states.GAME.table(CAST[: len(tanks)])
    fought = fold(states.GAME, table, [states.Battle("OH", 9, tuple(tanks))]).battles["OH"]
    alone = [tank for tank in tanks if tanks.count(tank) == 1]
    assert fought.winning == max(alone, default=None)
    assert fought.winner == (tanks.index(max(alone)) if alone else None)
    assert set(fought.cancelled) == set(tanks) - set(alone)
