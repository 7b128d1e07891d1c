"""What others did since a phone last looked: which of it, and in which words."""

from datetime import UTC, datetime

import pytest

from companion.record import history
from companion.record.conflicts import since
from companion.record.history import Entry
from companion.rules import GAMES
from companion.rules.fiasko.moves import Draw, Recount, Score
from companion.rules.pasta.moves import Bank
from companion.rules.states.moves import Battle
from companion.screens import SCREENS
from companion.screens.logbook import sentences

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
OWNERS = {"hers": "Ana"}


class Table:
    """Ana's phone and Tom's note things at one table."""

    def __init__(self, slug="fiasko", **options):
        self.game, self.screen = GAMES[slug], SCREENS[slug]
        self.log = history.start(self.game, self.game.table(("Ana", "Tom", "Chloé"), options))

    def note(self, phone, *moves):
        for move in moves:
            number = self.log.length + 1
            self.log = history.with_entry(
                self.game, self.log, Entry(number, "move", None, move, move, f"tap-{number}", phone, NOON)
            )
        return self

    def correct(self, phone, kind, target, move=None):
        number = self.log.length + 1
        entry = Entry(number, kind, target, move, None, f"tap-{number}", phone, NOON)
        self.log = history.correct(self.game, self.log, entry)
        return self

    def told(self, seen, phone):
        news = since(self.log, seen, phone)
        if news is None:
            return None
        texts = sentences(self.screen.words, self.log, news, OWNERS.get(news.entry.phone))
        return ". ".join(map(str, texts))


def goods(*seats):
    return [Draw(seat, "goods") for seat in seats]


def test_what_another_phone_noted_is_told_with_whose_it_is():
    table = Table().note("hers", *goods(0)).note("his", *goods(1))
    assert table.told(0, "his") == "Ana’s phone: Ana · Goods"
    assert table.told(0, "hers") == "Another phone: Tom · Goods"


def test_what_the_phone_noted_itself_is_no_news():
    assert Table().note("hers", *goods(0, 1)).told(0, "hers") is None


def test_what_the_phone_has_seen_is_no_news():
    assert Table().note("hers", *goods(0)).told(1, "his") is None


@pytest.mark.parametrize("seen", [-1, 2, 99])
def test_a_phone_that_has_seen_another_log_hears_no_news(seen):
    """A backup has come back: what it lacks was done by nobody."""
    assert Table().note("hers", *goods(0)).told(seen, "his") is None


def test_of_several_the_last_is_told_and_how_many_more():
    table = Table().note("hers", *goods(0, 1)).note("his", *goods(2)).note("hers", *goods(0))
    assert table.told(0, "his") == "Ana’s phone: Ana · Goods, and 2 more"
    assert table.told(1, "his") == "Ana’s phone: Ana · Goods, and 1 more"
    assert table.told(3, "his") == "Ana’s phone: Ana · Goods"


def test_what_an_import_brought_is_news_from_another_phone():
    assert Table().note(None, *goods(0)).told(0, "his") == "Another phone: Ana · Goods"


@pytest.mark.parametrize(("phone", "whose"), [("hers", "Ana’s phone"), ("his", "Another phone")])
def test_a_correction_is_told_by_what_it_corrects(phone, whose):
    table = Table().note("hers", Score(0, "milk", points=40), *goods(1)).correct(phone, "strike", 1)
    assert table.told(2, "a third") == f"{whose} struck out: Ana · Milk 40"
    table.correct(phone, "restore", 1)
    assert table.told(3, "a third") == f"{whose} restored: Ana · Milk 40"
    table.correct(phone, "replace", 1, Score(0, "milk", points=44))
    assert table.told(4, "a third") == f"{whose} corrected: Ana · Milk 44"


def test_a_fiasko_says_what_it_cost():
    table = Table().note("hers", *goods(0, 1, 2, 0, 1, 2), Draw(0, "fiasko"))
    assert table.told(6, "his") == "Ana’s phone: Ana · Fiasko. Ana loses 2 cards"


def test_a_catastrophe_says_whom_it_cost_what():
    table = Table().note("hers", *goods(0, 1, 2, 0), Draw(1, "catastrophe"))
    assert table.told(4, "his") == "Ana’s phone: Tom · Catastrophe. Cards lost: Ana 2 and Chloé 1"


def test_nothing_is_lost_by_goods_by_a_score_or_with_an_empty_hand():
    table = Table().note("hers", Draw(0, "fiasko"))
    assert table.told(0, "his") == "Ana’s phone: Ana · Fiasko"
    table.note("hers", *goods(1), Score(1, "milk", points=13))
    assert table.told(1, "his") == "Ana’s phone: Tom · Milk 13, and 1 more. Best so far: +30"


def test_a_recount_takes_nobodys_hand():
    table = Table().note("hers", *goods(0), Recount(80))
    assert table.told(1, "his") == "Ana’s phone: Recounted: 80 cards"


def test_a_loss_that_the_line_tells_is_not_told_twice():
    table = Table(fiasko="product").note("hers", *goods(0, 0, 0), Draw(0, "fiasko", 2))
    assert table.told(3, "his") == "Ana’s phone: Ana · Fiasko (2 cards lost)"


def test_what_came_of_a_move_is_not_told_of_a_later_one():
    """Tom's own tap is the last that stands; its losses aren't what Ana's phone did."""
    table = Table().note("hers", *goods(0, 1)).note("his", Draw(0, "fiasko"))
    assert table.told(1, "his") == "Ana’s phone: Tom · Goods"


def test_pasta_says_where_the_token_goes():
    table = Table("pasta").note("hers", Bank(0, 2, 2, 0))
    assert table.told(0, "his").startswith("Ana’s phone: Ana · ")
    assert ". Al Dente is with Ana" in table.told(0, "his")


def test_states_says_what_a_battle_brought():
    table = Table("states").note("hers", Battle("OH", 30, winner=0))
    assert table.told(0, "his") == "Ana’s phone: Ana · Ohio 30. From the box: 3 flags"
