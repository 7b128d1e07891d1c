"""The tool that learns the chances plays by the rules, and the net says in the product what it said there."""

import json
from math import ceil
from random import Random

import pytest

from companion.rules.core import fold
from companion.rules.fiasko import GAME
from companion.rules.fiasko.chances import Board
from companion.rules.fiasko.moves import PRODUCTS, Draw, Score
from companion.rules.fiasko.pack import COPIES, Count
from companion.rules.fiasko.play import NotedScore
from companion.rules.fiasko.standing import standing
from companion.rules.fiasko.weighing import weigh
from companion.screens.fiasko.minute import OFF_LIKE, OFF_OTHERS

np = pytest.importorskip("numpy", reason="numpy is a developers’ dependency: requirements-dev.txt")

from bench_chances import claimed, evenings  # noqa: E402
from tools.chances import simulator  # noqa: E402
from tools.chances.__main__ import SETTINGS, Setting  # noqa: E402
from tools.chances.inputs import public  # noqa: E402
from tools.chances.measure import duel, fields, fit  # noqa: E402
from tools.chances.players import FORMER, TYPED, Players, gains, plain_bars  # noqa: E402
from tools.chances.shipped import RECORD, SHIPPED, packed, unpacked  # noqa: E402
from tools.chances.training import FIELDS, mixture  # noqa: E402

SEATS = [2, 3, 4, 5]
NAMES = ("Ana", "Bo", "Cy", "Di", "Eve")
SPECIAL = {simulator.A_FIASKO: "fiasko", simulator.A_CATASTROPHE: "catastrophe"}


@pytest.mark.parametrize("seats", SEATS)
def test_the_simulator_plays_by_the_very_rules(seats):
    """A few games of players who draw and score at random, noted move by move and folded."""
    rng, count = np.random.default_rng(seats), 12
    kinds = rng.integers(0, 3, (count, seats))
    games, players = simulator.Games(seats, count, rng), Players(kinds, plain_bars(kinds, rng))
    noted, ended = [[] for _ in range(count)], {}
    while len(games.number):
        seat, number, hands = games.turn, games.number, games.hands.copy()
        piles, scores = games.pile.copy(), games.scores.copy()
        chosen = players.choose(games)
        card = games.play(chosen)
        for at, game in enumerate(number):
            if card[at] < 0:
                product = int(chosen[at])
                held = hands[at, seat, product * 5 : product * 5 + 5]
                values = tuple(value for value, many in zip(COPIES, held, strict=True) for _ in range(many))
                noted[game].append(Score(seat, PRODUCTS[product], values, int(hands[at, seat].sum())))
            else:
                name = {simulator.A_FIASKO: "fiasko", simulator.A_CATASTROPHE: "catastrophe"}.get(
                    int(card[at]), "goods"
                )
                noted[game].append(Draw(seat, name))
            ended[game] = (piles[at], hands[at], scores[at])
    for game, moves in enumerate(noted):
        before = fold(GAME, GAME.table(NAMES[:seats]), moves[:-1])
        pile, hands, scores = ended[game]
        counter = before.counter
        assert (counter.pile, counter.hands, counter.unseen) == (pile.sum(), tuple(hands.sum(1)), 0)
        assert (counter.fiasko, counter.catastrophe) == tuple(pile[-2:])
        told = [[mine[product].points if product in mine else 0 for product in PRODUCTS] for mine in before.scores]
        assert told == scores.tolist()
        assert [column.total for column in standing(before)] == simulator.totals_of(scores[None])[0].tolist()
        over = GAME.tap(before, moves[-1])  # a new move: no card lies there twice
        won = GAME.winners(over)
        assert games.shares[game].tolist() == pytest.approx([(seat in won) / len(won) for seat in range(seats)])


def test_the_product_says_what_the_tool_says():
    nets, random = unpacked(SHIPPED.read_bytes()), Random(2)
    for _ in range(60):
        seats = random.choice(SEATS)
        scores = [[random.choice([0, 0, 13, 40, 88]) for _ in PRODUCTS] for _ in range(seats)]
        hands, pile, turn = (
            [random.randrange(14) for _ in range(seats)],
            random.randrange(8, 80),
            random.randrange(seats),
        )
        counter = Count(pile, 0, tuple(hands), 0, random.randrange(7), random.randrange(3))
        numbers = [np.array([it]) for it in (pile, counter.fiasko, counter.catastrophe, hands, scores)]
        rolled = [np.roll(it, -turn, 1) for it in numbers[3:]]
        wanted = np.roll(nets[seats].public.chances(public(*numbers[:3], *rolled))[0], turn)
        assert Board(scores, "fifteen").chances(turn, counter) == pytest.approx(wanted.tolist(), abs=1e-5)


def test_what_is_shipped_is_read_as_it_was_written():
    data = SHIPPED.read_bytes()
    assert packed(unpacked(data)) == data


@pytest.mark.parametrize("seats", SEATS)
def test_the_last_run_was_calibrated_and_its_advice_beats_the_former_one(seats):
    measured = json.loads(RECORD.read_text())["seats"][str(seats)]
    for name, figures in measured["fits"].items():
        assert figures["error"] < (0.02 if name == "like itself" else 0.05), name
        assert figures["gain"] > 0.12, name
    won, off = measured["duels"]["with one product typed among former advice"]
    assert won - off > 1 / seats


@pytest.mark.parametrize(
    ("seats", "former", "typed"), [(2, 0.62, 0.7), (3, 0.34, 0.44), (4, 0.25, 0.36), (5, 0.23, 0.32)]
)
def test_whoever_follows_the_advice_wins_a_fair_share_of_any_field(seats, former, typed):
    duels = json.loads(RECORD.read_text())["seats"][str(seats)]["duels"]
    assert duels["by hand sizes among former advice"][0] >= former
    assert duels["with one product typed among former advice"][0] >= typed
    for other in ("points 30", "points 45", "points 70", "cards 5"):
        assert duels[f"by hand sizes among {other}"][0] >= 1 / seats, other


def test_whoever_explores_by_hand_is_as_patient_until_the_hand_is_gone():
    rng = np.random.default_rng(3)
    players = mixture(2, 60, unpacked(SHIPPED.read_bytes())[2], rng, FIELDS["quick"])
    games = simulator.Games(2, 60, rng)
    kept, drawn = 0, 0
    while len(games.number):
        seat, number, before = games.turn, games.number, players.patience.copy()
        holds = games.sizes[:, seat] > 0
        games.play(players.choose(games))
        same = (before == players.patience)[number, seat]
        assert same[holds].all()
        kept, drawn = kept + holds.sum(), drawn + (~same).sum()
    assert min(kept, drawn) > 100


@pytest.mark.parametrize("seats", SEATS)
def test_one_command_makes_what_is_shipped(seats):
    """The record is of the very settings that it has by default."""
    figures = json.loads(RECORD.read_text())["seats"][str(seats)]
    assert SETTINGS[seats] == Setting(*(figures[name] for name in Setting._fields))
    assert figures["seed"] == 1


def test_the_page_that_explains_it_says_what_the_record_says():
    seats = json.loads(RECORD.read_text())["seats"].values()
    like, others = [], []
    for figures in seats:
        for name, one in figures["fits"].items():
            (like if name == "like itself" else others).append(one["error"])
        assert figures["games"] * (figures["rounds"] + 1) >= 20_000  # tens of thousands
    assert (ceil(100 * max(like)), ceil(100 * max(others))) == (OFF_LIKE, OFF_OTHERS)


def test_the_advice_in_the_product_is_the_tools():
    """By the size of a hand, and with one product typed: of games that plain players have begun."""
    nets, rng = unpacked(SHIPPED.read_bytes()), np.random.default_rng(8)
    for seats in SEATS:
        count = 6
        kinds = np.full((count, seats), 0)
        games, players = simulator.Games(seats, count, rng), Players(kinds, plain_bars(kinds, rng) + 3, nets[seats])
        for _ in range(seats * 9):
            games.play(players.choose(games))
        seat, rows = games.turn, np.arange(len(games.number))
        points = games.points(seat)
        can = points.max(1) > 0
        told = [way(games, rows, points + gains(games, seat, points)) for way in (players._counted, players._typed)]
        for row in rows[can]:
            sheet = told_sheet(seats, games, row)
            for (draw, score, product), typed in zip(told, (False, True), strict=True):
                move = None
                if typed:
                    held = games.hands[row, seat, product[row] * 5 : product[row] * 5 + 5]
                    values = tuple(value for value, many in zip(COPIES, held, strict=True) for _ in range(many))
                    move = Score(seat, PRODUCTS[product[row]], values, int(games.sizes[row, seat]))
                weighed = weigh(sheet, move)
                assert weighed.draw == pytest.approx(draw[row], abs=0.002)
                if typed or games.sizes[row, seat] > 5:
                    assert weighed.score == pytest.approx(score[row], abs=0.002)


def told_sheet(seats, games, row):
    """As a table has noted it: the scores in points, and the count."""
    sheet, pile = GAME.start(GAME.table(NAMES[:seats])), games.pile[row]
    hands = tuple(int(size) for size in games.sizes[row])
    counter = Count(int(pile.sum()), 88 - int(pile.sum()) - sum(hands), hands, 0, int(pile[-2]), int(pile[-1]))
    scores = tuple(
        {name: NotedScore(int(points), None, None, 0) for name, points in zip(PRODUCTS, mine, strict=True) if points}
        for mine in games.scores[row]
    )
    return sheet._replace(counter=counter, scores=scores, turn=games.turn)


def test_a_small_run_finds_the_same_again():
    """Of a few hundred games: seeded, and as wide as so few allow."""
    nets, rng = unpacked(SHIPPED.read_bytes()), np.random.default_rng(4)
    one = fit(nets[3], 3, fields(3, 150, nets[3], rng)["all by the former advice"], 150, rng)
    assert one.error < 0.08
    assert one.gain > 0.12
    won, off = duel(nets[2], 2, TYPED, FORMER, 0, 150, rng)
    assert won > 0.5 - off


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_claimed_of_luck_comes_no_more_often_than_it_says(seats):
    """Over a few hundred seeded games, with the selection among players; the bench has thousands."""
    count = 250
    runs, worst = claimed(evenings(seats, count, np.random.default_rng(seats)))
    told = [(1 / many, came) for many, came in runs.items()] + [(1 - at / 20, came) for at, came in worst.items()]
    for share, came in told:
        assert came / count <= share + 3 * (share / count) ** 0.5
