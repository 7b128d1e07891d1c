"""What a screen shows of Fiasko: the best of each product, the pile, who leads, and what decided."""

from companion.rules import GAMES
from companion.rules.fiasko.moves import PRODUCTS, Draw, Score
from companion.rules.fiasko.standing import standing
from companion.screens.fiasko.figures import figures

GAME = GAMES["fiasko"]


def goods(*seats):
    return [Draw(seat, "goods") for seat in seats]


def totals(sheet):
    return [column.total for column in standing(sheet)]


def five(seat, points=13):
    return [Score(seat, product, points=points) for product in PRODUCTS]


def test_the_best_of_a_product_and_everybody_behind(played):
    sheet = played(Score(1, "corn", points=36), Score(0, "corn", points=36), Score(2, "corn", points=24), seats=3)
    (award,) = figures(sheet).awards
    assert award == ("corn", (0, 1), 15, ((0, 36), (1, 36), (2, 24)))


def test_nobody_leads_before_anybody_scored(played):
    assert figures(played()).leaders == ()
    assert figures(played(Score(1, "corn", points=36))).leaders == (1,)


def test_the_pile_on_the_screen(played):
    pile = figures(played(*goods(0), Draw(1, "fiasko"))).pile
    assert (pile.size, pile.gone, pile.fiasko_left, pile.fiasko_out, pile.catastrophe_left) == (86, 2, 5, 1, 2)


def test_a_table_that_counts_less_sees_less(played):
    pile = figures(played(Draw(0, "catastrophe"), count="specials")).pile
    assert (pile.size, pile.gone, pile.catastrophe_left, pile.catastrophe_out) == (None, None, 1, 1)
    assert figures(played(count="none")).pile is None


def test_without_the_eight_one_draws_without_fear(played):
    six, two = [Draw(0, "fiasko")] * 6, [Draw(0, "catastrophe")] * 2
    assert figures(played(*six, *two)).pile.fearless
    assert not figures(played(*six, *two[:1])).pile.fearless
    assert not figures(played(*six[:5], *two)).pile.fearless


def test_the_finish_decided_where_the_twenty_made_the_winner(played):
    rival = [Score(0, "milk", points=85)]  # 85 + 30, against 65 + 4 × 30 with or without 20
    assert not figures(played(*rival, *five(1))).finish_decided
    rival = [Score(0, product, points=points) for product, points in (("milk", 48), ("corn", 42))]
    sheet = played(*rival, *five(1))  # 90 + 60 = 150, against 65 + 90 + 20
    assert (totals(sheet), figures(sheet).finish_decided) == ([150, 175], False)
    rival = [Score(0, product, points=points) for product, points in (("milk", 48), ("corn", 48))]
    sheet = played(*rival, *five(1))  # 96 + 60 = 156, against 155 + 20
    assert (totals(sheet), figures(sheet).finish_decided) == ([156, 175], True)
    assert (figures(sheet).ahead, figures(sheet).runners_up, figures(sheet).by_rank) == (19, (0,), (1, 0))
