"""The loudest moment of a game: for two seconds over shelf and counter, on every phone, with all that it took."""

import pytest

from companion.web.sitting import view


@pytest.fixture
def hands(table):
    """Ana and Chloé hold two cards, Tom one; Maximilian draws."""
    for seat in (0, 1, 2, 3, 0, 2):
        table.note("draw", player=seat, card="goods")
    return table


def burst(page):
    """What it says, once: the ear hears it as it hears any tap."""
    found = page.by_class("burst")
    if not found:
        return None
    (label,) = found
    assert label.get("aria-hidden") == "true"
    return " ".join(" ".join(label.itertext()).split())


PRICE = "Ätsch! Maximilian draws the catastrophe Ana −2 Tom −1 Chloé −2"


def test_a_catastrophe_bursts_with_its_whole_price_on_every_page_of_the_table(phone, other, hands):
    tapped = hands.tap(phone, "draw", htmx=True, player=3, card="catastrophe")
    assert burst(tapped) == PRICE
    assert burst(other.open(hands.address)) == PRICE
    assert burst(other.open(hands.watching)) == PRICE
    assert [node.text for node in tapped.by_class("swept")] == ["2", "1", "2"]
    assert tapped.said[0].count("Cards lost") == 1


@pytest.mark.parametrize(("prices", "kind"), [(3, "burst"), (4, "burst of-many")])
def test_more_than_three_prices_are_set_as_those_of_many(phone, open_table, prices, kind):
    table = open_table(players=("Ana", "Tom", "Chloé", "Maximilian", "Kim"))
    for seat in range(prices):
        table.note("draw", player=seat, card="goods")
    for seat in range(prices, 4):
        table.note("draw", player=seat, card="fiasko")
    (label,) = table.tap(phone, "draw", player=4, card="catastrophe").by_class("burst")
    assert (len(label.findall(".//b")), label.get("class")) == (1 + prices, kind)


def test_where_no_hands_are_counted_a_catastrophe_bursts_without_a_price(phone, open_table):
    table = open_table(count="specials")
    page = table.tap(phone, "draw", player=0, card="catastrophe")
    assert burst(page) == "Ätsch! Ana draws the catastrophe"


def test_a_fiasko_bursts_where_it_took_a_hand(phone, hands):
    assert burst(hands.tap(phone, "draw", player=3, card="fiasko")) == "Fiasko! Maximilian loses the hand Maximilian −1"
    assert burst(hands.tap(phone, "draw", player=3, card="fiasko")) is None


def test_a_newer_burst_takes_the_place_of_the_one_before(phone, hands):
    first = hands.tap(phone, "draw", player=3, card="catastrophe").by_class("burst")
    second = hands.tap(phone, "draw", player=0, card="catastrophe").by_class("burst")
    assert (len(first), len(second)) == (1, 1)
    assert first[0].get("id") != second[0].get("id"), "the page’s script begins its two seconds anew"


@pytest.mark.parametrize("after", ["goods", "undo", "a rest"])
def test_it_is_over_with_the_next_tap_and_for_a_phone_that_wakes(phone, hands, after, monkeypatch):
    hands.note("draw", player=3, card="catastrophe")
    if after == "goods":
        hands.note("draw", player=0, card="goods")
    elif after == "undo":
        phone.open(hands.address).form_with(id="undo").press()
    else:
        monkeypatch.setattr(view, "A_MOMENT", view.timedelta(0))
    assert burst(phone.open(hands.address)) is None


def test_a_hand_that_came_back_is_ringed_until_the_next_tap(phone, hands):
    hands.note("draw", player=3, card="catastrophe")
    page = phone.open(hands.address).form_with(id="undo").press()
    ringed = [" ".join(" ".join(node.itertext()).split()) for node in page.by_class("given-back")]
    assert ringed == ["2 cards in hand", "1 card in hand", "2 cards in hand"]
    assert "taken back: Maximilian · Catastrophe" in page.words_of(id="notice")
    hands.note("draw", player=3, card="goods")
    page = phone.open(hands.address)
    assert not page.by_class("given-back")
    assert "taken back" not in page.words
