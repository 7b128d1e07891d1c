"""Fiasko's own screens: what each option shows, and what the counter and the tally say."""

import pytest


def labels(page):
    return [
        " ".join("".join(node.itertext()).split()) for node in page.one(id="pad").iter() if node.tag in ("a", "button")
    ]


def test_with_every_card_counted_there_are_four_buttons(phone, table):
    page = phone.open(table.address)
    assert labels(page) == ["Fiasko", "Catastrophe", "Goods", "Score"]
    assert "88 left of 88 cards: Recount" in page.words_of(id="counter")
    assert "Left in the pile: 6 of 6 Fiaskos, 2 of 2 catastrophes" in page.text
    assert "Fiasko next" in page.words


def test_with_the_eight_counted_there_is_no_turn_and_no_button_for_goods(phone, open_table):
    table = open_table(count="specials")
    page = phone.open(table.address)
    assert labels(page) == ["Fiasko", "Catastrophe", "Score"]
    assert "Tap the player who drew or scores" in page.words
    assert "Fiasko next" not in page.words
    assert "cards in hand" not in page.words_of(id="sheet")


def test_with_the_eight_counted_the_slip_asks_who_drew(phone, open_table):
    table = open_table(count="specials")
    slip = phone.open(table.address).follow("/note/draw?card=fiasko")
    assert slip.form_with(name="move", value="draw")["card"] == ["fiasko"]
    slip.form_with(name="move", value="draw").press(player="2")
    assert table.sheet.counter.fiasko == 5
    page = phone.open(table.address + "?seat=1")
    page.form_with(id="drew-catastrophe").press("card", "catastrophe")
    assert table.sheet.counter.catastrophe == 1


def test_who_drew_has_to_be_said(phone, open_table):
    table = open_table(count="specials")
    slip = phone.open(table.address).follow("/note/draw?card=fiasko")
    page = slip.form_with(name="move", value="draw").press()
    assert page.status == 422
    assert page.refusals == ["Fill this in"]
    assert table.log.length == 0


def test_without_counting_there_is_only_the_score(phone, open_table):
    table = open_table(count="none")
    page = phone.open(table.address)
    assert labels(page) == ["Score"]
    assert not page.all(id="counter")
    assert not [link for link in phone.open(table.address + "menu").links if "recount" in link]
    slip = page.follow("/note/score")
    slip.form_with(id="preview").press(player="1", product="milk", values="5 5 3", hand="4")
    assert table.sheet.scores[1]["milk"].points == 52


def test_without_counting_a_card_can_not_be_drawn(phone, open_table):
    table = open_table(count="none")
    page = table.tap(phone, "draw", player=0, card="fiasko")
    assert page.status == 422
    assert page.refusals == ["This table doesn’t count the cards"]


def test_where_a_fiasko_takes_the_product_it_is_asked_how_many(phone, open_table):
    table = open_table(fiasko_loss="product")
    for seat in (0, 1, 2, 3, 0, 1, 2, 3):
        table.note("draw", player=seat, card="goods")
    page = phone.open(table.address)
    slip = page.follow("/note/draw?player=0&card=fiasko")
    form = slip.form_with(name="lost")
    assert (form["player"], form["card"]) == (["0"], ["fiasko"])
    form.press(lost="1")
    assert table.sheet.counter.hands == (1, 2, 2, 2)
    phone.open(table.address).follow("/note/draw?player=1&card=fiasko").form_with(name="lost").press()
    assert table.sheet.counter.hands == (1, 0, 2, 2)


def test_lost_cards_go_with_a_fiasko_only(phone, open_table):
    table = open_table(fiasko_loss="product")
    page = phone.open(table.address + "note/draw?player=0&card=goods").form_with(name="lost").press(lost="2")
    assert page.status == 422
    assert page.form_with(name="lost")["lost"] == ["2"]


def test_where_the_drawer_loses_too_a_catastrophe_empties_every_hand(phone, open_table):
    table = open_table(catastrophe="everyone")
    for seat in range(4):
        table.note("draw", player=seat, card="goods")
    phone.open(table.address).form_with(id="drew-catastrophe").press("card", "catastrophe")
    assert table.sheet.counter.hands == (0, 0, 0, 0)


@pytest.mark.parametrize(("rule", "bonus"), [("fifteen", "+15"), ("split", "+10"), ("none", "0")])
def test_three_who_share_the_best_get_what_the_table_agreed(phone, open_table, rule, bonus):
    table = open_table(three_way_tie=rule)
    for seat in range(3):
        table.note("score", player=seat, product="milk", points=60)
    page = phone.open(table.address)
    (row,) = [row for row in page.all("tr") if "".join(row.itertext()).strip().startswith("Bonus")]
    assert ["".join(cell.itertext()).strip() for cell in row if cell.tag == "td"] == [bonus, bonus, bonus, "0"]
    table.note("end")
    assert phone.open(table.address).status == 200


def test_any_two_options_have_their_screens_together(phone, open_table):
    for mix in (
        *(("hand", "others", "all"), ("product", "everyone", "all"), ("hand", "everyone", "specials")),
        *(("product", "others", "specials"), ("hand", "others", "none"), ("product", "everyone", "none")),
    ):
        options = dict(zip(("fiasko_loss", "catastrophe", "count"), mix, strict=True))
        table = open_table(players=("Ana", "Tom"), **options)
        for part in ("", "?seat=1", "menu", "note/draw", "note/score", "note/recount", "log", "share/"):
            assert phone.open(table.address + part).status == 200
        table.note("score", player=0, product="milk", points=60)
        table.note("end")
        assert "Ana wins with 90" in phone.open(table.address).words


def test_the_counter_says_when_all_eight_are_out(phone, table):
    table.note("recount", pile=30, fiasko=0, catastrophe=0)
    page = phone.open(table.address)
    assert "All 8 are out: draw without fear" in page.words_of(id="shelf")
    assert "0%" in page.words_of(id="counter")


def test_an_empty_pile_has_no_odds_but_a_sentence(phone, table):
    table.note("recount", pile=0, fiasko=0, catastrophe=0)
    page = phone.open(table.address)
    assert "The pile is empty: nothing to draw until somebody discards." in page.words
    page = page.form_with(id="drew-goods").press("card", "goods")
    assert page.status == 422
    assert page.refusals == ["There is nothing to draw until somebody discards"]


def test_we_shuffled_is_in_the_menu(phone, table):
    for seat in (0, 1, 2):
        table.note("draw", player=seat, card="fiasko")
    menu = phone.open(table.address).follow("/menu")
    menu.form_with(name="move", value="reshuffle").press()
    assert table.sheet.counter.fiasko == 6


def test_a_recount_starts_from_what_was_counted(phone, table):
    for seat in (0, 1):
        table.note("draw", player=seat, card="fiasko")
    slip = phone.open(table.address).follow("/menu").follow("/note/recount")
    form = slip.form_with(name="pile")
    assert (form["pile"], form["fiasko"], form["catastrophe"]) == (["86"], ["2"], ["0"])  # in the discards
    form.press(pile="85", fiasko="3")
    counter = table.sheet.counter
    assert (counter.pile, counter.fiasko, counter.catastrophe) == (85, 3, 2)


def test_more_bad_cards_than_there_are_do_not_lie_in_the_discards(phone, table):
    form = phone.open(table.address + "note/recount").form_with(name="pile")
    page = form.press(fiasko="7")
    assert "The number of Fiasko cards goes from 0 to 6, not 7" in page.text
    assert page.form_with(name="pile")["fiasko"] == ["7"]


def test_a_hand_is_put_right_without_a_score(phone, table):
    for seat in (0, 1, 2, 3, 0):
        table.note("draw", player=seat, card="goods")
    form = phone.open(table.address + "note/recount").form_with(name="pile")
    assert form["hands"] == ["2", "1", "1", "1"]
    form.press(without="pile fiasko catastrophe", hands="2 0 1 1")
    counter = table.sheet.counter
    assert (counter.hands, counter.pile, counter.unseen, table.sheet.turn) == ((2, 0, 1, 1), 84, 0, 1)
    log = phone.open(table.address + "log").text
    assert "Hands recounted: 2 · 0 · 1 · 1" in log
    assert "Tom 0 (was 1)" in log
    form = phone.open(f"{table.address}log/6").form_to("/log/6/replace")
    assert (form["without"], form["hands"]) == (["pile fiasko catastrophe"], ["2", "0", "1", "1"])
    form.press(hands="2 1 1 1")
    assert table.sheet.counter.hands == (2, 1, 1, 1)


def test_a_hand_left_empty_is_asked_for(phone, table):
    form = phone.open(table.address + "note/recount").form_with(name="pile")
    page = form.press(without="pile fiasko catastrophe", hands="2 1 1")
    assert "A hand for each of the 4 players, not 3" in page.text


def test_a_big_hand_is_told_that_it_could_beat_the_best(phone, table):
    table.note("score", player=1, product="milk", points=18)
    for _ in range(7):
        table.note("draw", player=0, card="goods")
    table.note("draw", player=3, card="goods")
    assert "Milk: +30 within reach (7 cards)" in phone.open(table.address).words_of(id="shelf")


def test_a_product_already_scored_can_not_be_chosen_again(phone, told):
    slip = phone.open(told.address + "note/score?player=0")
    taken = [node.get("value") for node in slip.all("input", name="product") if node.get("disabled") is not None]
    assert taken == ["milk", "pickles", "tomatoes", "corn"]


def test_after_a_score_in_bare_points_the_next_one_starts_with_points(phone, table):
    """So that a two-digit score is three taps after its product."""
    assert phone.open(table.address + "note/score?player=0").form_with(id="preview")["without"] == ["points"]
    table.note("score", player=0, product="milk", points=88)
    assert phone.open(table.address + "note/score?player=1").form_with(id="preview")["without"] == ["values hand"]
    table.note("score", player=1, product="milk", values=[5, 5, 3], hand=4)
    assert phone.open(table.address + "note/score?player=2").form_with(id="preview")["without"] == ["points"]


# The end


def rows(page):
    """Of the tally as it is read out."""
    return [" ".join("".join(row.itertext()).split()) for row in page.one(id="tally").iter("tr")]


def test_the_tally_is_read_out_in_the_order_of_the_scorekeeper(phone, over):
    _, *steps, totals = rows(phone.open(over.address))
    assert [step.partition(" ")[0] for step in steps] == ["Sub-totals", "Ana", *["Best"] * 5]
    assert steps[0].endswith("as noted 1,263 190 85 0")
    assert steps[1].endswith("+201,283 190 85 0")
    assert steps[3] == "Best pickles two level at 40 +151,328 +15205 85 0"
    assert steps[-1].endswith("+301,418 205 85 0")
    assert totals == "Total 1,418 first 205 second 85 third 0 fourth"


def test_the_winner_is_named_with_what_decided(phone, over):
    page = phone.open(over.address)
    assert "Ana wins with 1,418" in page.words
    assert "1,213 points ahead of Tom." in page.words


def test_a_shared_victory_says_that_no_rulebook_breaks_it(phone, open_table):
    table = open_table(players=("Ana", "Tom"))
    table.note("score", player=0, product="milk", points=60)
    table.note("score", player=1, product="corn", points=60)
    table.note("end")
    page = phone.open(table.address)
    assert "Ana and Tom share the victory: 90 each" in page.words
    assert "Equal totals, and no rulebook breaks the tie." in page.words
    assert "Stopped early: nobody gets the 20 for finishing." in page.words


def test_the_twenty_for_finishing_is_said_to_have_decided(phone, open_table):
    table = open_table(players=("Ana", "Tom"), count="none")
    for product in ("milk", "pickles", "tomatoes", "corn"):
        table.note("score", player=0, product=product, points=20)
    table.note("score", player=1, product="sardines", points=240)
    table.note("score", player=0, product="sardines", points=60)
    page = phone.open(table.address)
    assert "Ana wins with 280" in page.words
    assert "10 points ahead of Tom. The 20 for finishing made the difference." in page.words


def test_a_game_stopped_before_anything_was_scored_has_a_page(phone, table):
    table.note("end")
    for address in (table.address, table.watching, table.address + "log", table.address + "menu", "/"):
        assert phone.open(address).status == 200
    assert "Stopped before anybody scored" in phone.open(table.address).words


def test_a_number_has_the_languages_own_thousands(new_phone, over):
    said = {"en": "1,418", "de": "1.418", "fr": "1\u202f418", "it": "1.418"}
    for language, number in said.items():
        assert number in new_phone(language).open(over.address).text


def test_where_no_goods_are_left_the_ways_out_are_keys(phone, table):
    table.note("recount", pile=4, fiasko=3, catastrophe=1)
    page = phone.open(table.address)
    assert "Only bad cards" in page.words_of(id="counter")
    refused = page.form_with(name="move", value="draw").press("card", "goods")
    assert "no goods are left" in refused.words_of(id="shelf")
    assert "/note/recount" in refused.one(id="to-recount").get("href")
    length = table.log.length
    refused.form_with(name="move", value="reshuffle").press()
    assert (table.log.length, table.sheet.counter.shuffles) == (length, 0)  # nothing has been discarded yet
    table.note("score", player=0, product="milk", points=20)
    phone.open(table.address).form_with(name="move", value="reshuffle").press()


def test_a_game_played_without_notes_is_typed_in_at_the_end(phone, open_table):
    """Seat by seat; whoever finished comes last, and ends the game."""
    table = open_table(players=("Ana", "Tom"))
    page = phone.open(table.address).follow("/menu").follow("pad=paper&seat=0")
    assert "Leave the player who finished until last" in page.words_of(id="shelf")
    for product, points in (("milk", 40), ("corn", 60)):
        page = page.follow(f"product={product}&without=values+hand&pad=paper&seat=0")
        page = page.form_with(name="points").press(points=str(points))
        assert "pad=paper" in page.address
    page = page.follow("pad=paper&seat=1")
    for product in ("milk", "pickles", "tomatoes", "corn", "sardines"):
        page = page.follow(f"product={product}&without=values+hand&pad=paper&seat=1")
        page = page.form_with(name="points").press(points="30")
    assert table.sheet.over
    assert table.sheet.finisher == 1
    assert [sum(score.points for score in scores.values()) for scores in table.sheet.scores] == [100, 150]
