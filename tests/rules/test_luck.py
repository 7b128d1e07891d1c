"""Luck: a count against its chances, checked by counting everything out, and by dealing whole evenings."""

from itertools import product
from math import ceil, floor
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.record import history
from companion.record.entries import Entry
from companion.rules import GAMES
from companion.rules.fiasko import luck as of_fiasko
from companion.rules.fiasko.moves import Draw, Score
from companion.rules.luck import Run, counts_of, longest_run, luck, parts, run_chance
from companion.rules.states import standing as of_states
from companion.rules.states.moves import Battle

CHANCES = st.lists(st.floats(0, 1), max_size=8)


def every_way(chances):
    """Each way that so many tries can go, with its chance."""
    for hits in product((False, True), repeat=len(chances)):
        chance = 1.0
        for hit, one in zip(hits, chances, strict=True):
            chance *= one if hit else 1 - one
        yield hits, chance


def longest_miss(hits):
    return max(len(run) for run in "".join("x" if hit else "." for hit in hits).split("x"))


@given(CHANCES)
def test_the_chances_of_all_counts_are_those_of_all_ways(chances):
    counted = [0.0] * (len(chances) + 1)
    for hits, chance in every_way(chances):
        counted[sum(hits)] += chance
    counts = counts_of(chances)
    assert counts == pytest.approx(counted[: len(counts)])
    assert counted[len(counts) :] == pytest.approx([0] * (len(counted) - len(counts)))


@given(CHANCES)
def test_what_is_expected_is_the_mean_of_the_counts(chances):
    mean = sum(count * chance for count, chance in enumerate(counts_of(chances)))
    assert luck(chances, 0).expected == pytest.approx(mean) == pytest.approx(sum(chances))


@given(CHANCES, st.integers(0, 8))
def test_fewer_more_and_as_many_are_everything(chances, came):
    came = min(came, len(chances))
    lucky = luck(chances, came)
    assert lucky.fewer + lucky.counts[came] + lucky.more == pytest.approx(1)


@given(CHANCES, st.integers(0, 8))
def test_twenty_evenings_never_show_more_than_the_chances_bear_out(chances, came):
    lucky = luck(chances, min(came, len(chances)))
    assert sum(lucky.twenty) == 20
    assert sum(lucky.twenty[: lucky.came]) <= 20 * lucky.fewer + 1e-6
    assert sum(lucky.twenty[lucky.came + 1 :]) <= 20 * lucky.more + 1e-6
    assert min(lucky.twenty) >= 0


@given(CHANCES, st.integers(0, 9))
def test_a_run_anywhere_is_counted_out(chances, length):
    ways = sum(chance for hits, chance in every_way(chances) if longest_miss(hits) >= length)
    assert run_chance(chances, length) == pytest.approx(ways)


def test_the_longest_run_is_found_also_at_the_end():
    run = longest_run([0.5] * 6, [False, True, False, False, False, True])
    assert run.length == 3
    assert longest_run([0.5] * 6, [True, False, False, True, False, False]).length == 2
    assert longest_run([0.5], [True])[:2] == (0, 1.0)
    assert longest_run([], [])[:2] == (0, 1.0)


def test_nothing_finer_than_one_in_twenty_is_said_and_nothing_is_rounded_up():
    assert [parts(chance) for chance in (0, 0.049, 0.05, 0.64999, 0.65, 0.9999, 1)] == [0, 0, 1, 12, 13, 19, 19]


def test_what_happens_often_is_nothing_out_of_the_ordinary():
    usual, bad, good = luck([0.1] * 30, 3), luck([0.1] * 30, 7), luck([0.1] * 30, 0)
    assert (usual.above, usual.below) == (None, None)
    assert (bad.above, bad.below) == (19, None)
    assert (good.above, good.below) == (None, 19)


def test_at_a_larger_table_somebody_has_it_as_bad_more_often():
    bad = luck([0.1] * 30, 6)
    assert [bad.shared_by([bad] * players) for players in (1, 2, 5)] == [2, 3, 7]


def test_whoever_draws_more_has_it_as_bad_less_easily_with_as_many():
    """Of those who could have been the worst each counts by their own draws, not by those of whoever is."""
    bad, few = luck([0.1] * 30, 6), luck([0.1] * 5, 0)
    six_of_thirty, three_of_five = 1 - bad.fewer, 1 - sum(few.counts[:3])
    alone = 1 - (1 - six_of_thirty) * (1 - three_of_five)
    assert bad.shared_by([bad, few]) == ceil(20 * alone) <= bad.shared_by([bad, bad])


def test_a_run_is_as_rare_as_it_is_for_the_whole_table():
    """Whoever had the rarest is told: with four who might have had it, it comes about four times as often."""
    rare = longest_run([0.1] * 40, [False] * 39 + [True])
    many = [rare.one_in([rare] * players) for players in (1, 2, 4)]
    assert many == [floor(1 / (1 - (1 - rare.chance) ** players)) for players in (1, 2, 4)]
    other = longest_run([0.07] * 10, [True] * 10)  # ten draws are never as rare
    assert rare.one_in([rare, other]) == many[0]


def test_half_of_all_evenings_have_such_a_run_and_so_it_is_not_said():
    long, usual = ([False] * 5 + [True] + [False] * 24), ([False] * 9 + [True]) * 3
    assert [(run := longest_run([0.1] * 30, hits)).one_in([run]) for hits in (long, usual)] == [7, None]


@pytest.mark.parametrize(("chance", "one_in"), [(0.25, 4), (0.26, 3), (0.33, 3), (0.34, None), (0.5, None)])
def test_one_evening_in_two_is_never_said_and_none_more_often_than_it_comes(chance, one_in):
    run = Run(1, chance, (1 - chance,))
    assert run.one_in([run]) == one_in


def steps(game, table, moves):
    entries = [Entry(at, "move", None, move, move, str(at), None, None) for at, move in enumerate(moves, 1)]
    return history.with_accepted(game, history.start(game, table), entries).steps


def moves_of(fiasko_evening):
    return [Draw(seat, card) for seat, card in fiasko_evening]


def fiasko_evenings(moves, seats=2, **options):
    game = GAMES["fiasko"]
    table = game.table(("Ana", "Bo", "Cy", "Di", "Eve")[:seats], options)
    return of_fiasko.evenings(steps(game, table, moves), seats)


def test_each_draw_counts_at_its_own_odds():
    ana, bo = fiasko_evenings(moves_of([(0, "goods"), (1, "fiasko"), (0, "fiasko"), (1, "goods")]))
    assert (ana.draws, ana.fiaskos.came, bo.fiaskos.came) == (2, 1, 1)
    assert ana.fiaskos.expected == pytest.approx(6 / 88 + 5 / 86)
    assert bo.fiaskos.expected == pytest.approx(6 / 87 + 4 / 85)


def test_a_fiasko_costs_the_hand_and_was_expected_to_by_its_odds():
    ana, bo = fiasko_evenings(moves_of([(0, "goods"), (1, "goods"), (0, "goods"), (1, "goods"), (0, "fiasko")]))
    assert ana.to_fiaskos == (2, pytest.approx(6 / 86 * 1 + 6 / 84 * 2))
    assert bo.to_fiaskos == (0, pytest.approx(6 / 85 * 1))


def test_a_catastrophe_costs_the_others_by_the_draws_of_others():
    ana, bo = fiasko_evenings(moves_of([(0, "goods"), (1, "catastrophe"), (0, "goods"), (1, "goods")]))
    assert (ana.catastrophes.came, bo.catastrophes.came) == (0, 1)
    assert ana.to_catastrophes == (1, pytest.approx(2 / 87 * 1 + 1 / 85 * 1))
    assert bo.to_catastrophes == (0, 0)


def test_where_the_drawer_loses_too_the_own_draws_are_a_threat():
    moves = moves_of([(0, "goods"), (1, "goods"), (0, "catastrophe")])
    ana, bo = fiasko_evenings(moves, catastrophe="everyone")
    assert ana.to_catastrophes == (1, pytest.approx(2 / 87 * 1 + 2 / 86 * 1))
    assert bo.to_catastrophes == (1, pytest.approx(2 / 86 * 1))


def test_where_the_table_says_what_a_fiasko_takes_nothing_is_expected_of_it():
    ana, _ = fiasko_evenings([Draw(0, "goods"), Draw(1, "goods"), Draw(0, "fiasko", 1)], fiasko_loss="product")
    assert ana.to_fiaskos == (1, None)


def test_a_fiasko_costs_what_the_table_told_though_fewer_were_counted():
    ana, _ = fiasko_evenings([Draw(0, "goods"), Draw(1, "goods"), Draw(0, "fiasko", 5)], fiasko_loss="product")
    assert ana.to_fiaskos == (5, None)


def test_nobody_speaks_of_luck_where_the_pile_is_unknown_or_nothing_was_drawn():
    assert fiasko_evenings([Draw(0, "fiasko")], count="specials") is None
    assert fiasko_evenings([Score(0, "milk", points=88)], count="none") is None
    assert fiasko_evenings([]) is None


def test_the_sum_of_the_chances_is_what_whole_evenings_bring():
    """Dealt from whole packs: what came is what was expected, within four times what chance allows."""
    dice, came, expected, variance = Random(7), 0, 0.0, 0.0
    for _ in range(400):
        pack = ["goods"] * 80 + ["fiasko"] * 6 + ["catastrophe"] * 2
        dice.shuffle(pack)
        for evening in fiasko_evenings(moves_of([(turn % 3, card) for turn, card in enumerate(pack[:60])]), seats=3):
            came += evening.fiaskos.came
            expected += evening.fiaskos.expected
            variance += evening.fiaskos.spread**2
    assert came > 1000
    assert abs(came - expected) < 4 * variance**0.5


def states_evenings(battles, seats):
    game = GAMES["states"]
    table = game.table(("Ana", "Bo", "Cy", "Di", "Eve", "Flo")[:seats], {})
    return of_states.evenings(steps(game, table, battles), seats)


def test_matched_tanks_are_counted():
    ana, bo, cy = states_evenings(
        [Battle("OH", 13, (30, 30, 12)), Battle("NY", 31, (5, 7, 9)), Battle("TX", 27, winner=0)], 3
    )
    assert (ana.battles, ana.matched, bo.matched, cy.matched) == (2, 1, 1, 0)
    assert (ana.average, cy.average) == (17.5, 10.5)


def test_nobody_speaks_of_luck_where_no_tank_was_told():
    assert states_evenings([Battle("TX", 27, winner=0)], 2) is None
