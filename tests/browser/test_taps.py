"""What taps cost, and what becomes of them when they are quick, slow, lost or wrong."""

import pytest
from playwright.sync_api import expect

MENU = "a.icon[hx-get$='/menu']"


def wait_until_noted(phone, entries):
    expect(phone.find("#shelf input[name=after]")).to_have_value(str(entries))


# How many


def test_four_known_players_are_at_the_table_in_five_taps(phone, told):
    phone.visit(told).open("/new/fiasko")
    phone.taps = 0
    for name in ("Tom", "Ana", "Maximilian", "Chloé"):
        phone.tap(f"button[value='{name}'][aria-pressed=false]")
        expect(phone.find(f"button[name=drop][value='{name}']")).to_be_visible()
    phone.tap("button[name=start]")
    phone.page.wait_for_url("**/s/**")
    assert phone.taps <= 5
    assert phone.find(".seat .name").all_inner_texts() == ["Tom", "Ana", "Maximilian", "Chloé"]


def test_a_drawn_card_is_one_tap(phone, table):
    phone.open(table.address)
    phone.tap("#drew-goods")
    wait_until_noted(phone, 1)
    print("\na drawn card:", phone.taps, "tap")
    assert phone.taps == 1
    assert table.sheet.counter.hands == (1, 0, 0, 0)


def test_a_score_of_three_cards_is_five_taps(phone, table):
    """Its cell, the cards, done: the hand is filled in from the count."""
    for _ in range(4):
        table.note("draw", player=3, card="goods")
    table.note("draw", player=2, card="goods")
    phone.open(table.address)
    phone.tap("tr.milk a.cell >> nth=3")
    for value in (5, 5, 3):
        phone.tap(f"[data-to=values][data-adds='{value}']")
    expect(phone.find("#preview")).to_contain_text("= 52")
    expect(phone.find("#score button.go")).to_have_text("Note 52 for Maximilian")
    phone.tap("#score button.go")
    wait_until_noted(phone, 6)
    print("\na score by three cards:", phone.taps, "taps")
    assert table.sheet.scores[3]["milk"].points == 52
    assert phone.taps == 5


def test_an_answer_that_comes_once_the_score_is_closed_is_left_alone(phone, table):
    """Back closes it by mistake, and forward brings it back with what was typed: then it answers again."""
    for draw in range(16):
        table.note("draw", player=draw % 4, card="goods")
    phone.open(table.address)
    phone.tap("tr.milk a.cell >> nth=0")
    expect(phone.find("#preview")).to_contain_text("Tap the cards of the product")
    late = []
    phone.page.route("**/preview?*", lambda route: late.append(route))
    phone.tap("[data-to=values][data-adds='5']")
    phone.page.wait_for_function("() => document.querySelector('#preview').matches('.htmx-request')")
    phone.page.go_back()
    expect(phone.find("#slip dialog")).to_have_count(0)
    (one,) = late
    with phone.page.expect_response("**/preview?*") as answer:
        one.continue_()
    assert "to-win-0" in answer.value.text()
    phone.page.wait_for_timeout(100)
    phone.page.unroute("**/preview?*")
    phone.page.go_forward()
    phone.tap("[data-to=values][data-adds='4']")
    expect(phone.find("#preview")).to_contain_text("= 36")


def test_a_hand_that_nobody_counted_is_one_tap_more(phone, open_table):
    table = open_table(count="specials")
    phone.open(table.address)
    phone.tap("tr.milk a.cell >> nth=1")
    for value in (5, 4):
        phone.tap(f"[data-to=values][data-adds='{value}']")
    expect(phone.find("#preview")).to_contain_text("How many cards in hand?")
    phone.tap("[data-to=hand][data-adds='8']")
    expect(phone.find("#preview")).to_contain_text("= 72")
    phone.tap("#score button.go")
    expect(phone.find("#slip dialog")).to_have_count(0)
    print("\na score by two cards and an uncounted hand of 8:", phone.taps, "taps")
    assert table.sheet.scores[1]["milk"][:3] == (72, (5, 4), 8)
    assert phone.taps == 5


def test_where_the_hand_is_typed_the_last_one_taken_back_may_be_its_digit_or_a_card(phone, open_table):
    phone.open(open_table(count="specials").address + "note/score?player=0&product=milk")
    for key in ("[data-to=values][data-adds='5']", "[data-to=hand][data-adds='9']", "[data-rubs='']"):
        phone.tap(f"#score {key}")
    expect(phone.find("#score [name=hand]")).to_have_value("")
    phone.tap("[data-to=values][data-adds='4']")
    phone.tap("#score [data-rubs='']")
    expect(phone.find("#score [name=values]")).to_have_value("5")


def test_undo_is_one_tap(phone, table):
    table.note("draw", player=0, card="goods")
    phone.open(table.address)
    phone.tap("#undo")
    expect(phone.find("#pad [name=after]")).to_have_value("2")
    print("\nundo:", phone.taps, "tap")
    assert table.sheet.counter.hands == (0, 0, 0, 0)
    assert phone.taps == 1


# The score slip


@pytest.mark.parametrize("way", ["points", "values+hand"])
def test_the_slip_covers_no_row_of_the_sheet_while_its_keys_stay_where_they_are(phone, table, way):
    phone.open(table.address + f"note/score?player=0&product=milk&without={way}")
    phone.page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")  # it slides in
    slip, row = (phone.find(one).bounding_box() for one in ("#slip dialog", "tr.sardines .cell >> nth=0"))
    assert row["y"] + row["height"] <= slip["y"] + 8
    top = slip["y"]
    phone.tap("#score .switch .pick:has(input:not(:checked))")
    for key in ("1", "4"):
        phone.tap(f"#score .card[data-adds='{key}']:visible")
        expect(phone.find("#preview small")).to_be_visible()
        assert phone.find("#slip dialog").bounding_box()["y"] == pytest.approx(top, abs=1)


def test_the_slip_asks_for_what_comes_next(phone, table):
    phone.open(table.address + "note/score?player=0")
    preview = phone.find("#preview")
    expect(phone.find("#score [name=product][value=milk]")).to_be_focused()
    expect(preview).to_have_text("Tap the product")
    phone.tap("#score .pick.milk")
    expect(preview).to_have_text("Tap the cards of the product")
    phone.tap("#score .switch .pick:has(input:not(:checked))")
    expect(preview).to_have_text("Type the points")
    expect(phone.find("#score button.go")).to_have_text("Note it for Ana")


def test_points_that_no_cards_make_come_with_the_nearest_to_tap(phone, table):
    phone.open(table.address + "note/score?player=0&product=milk&without=values+hand")
    for digit in "67":
        phone.tap(f"[data-to=points][data-adds='{digit}']")
    expect(phone.find("#preview .wrong")).to_have_text("No cards make 67 points. The nearest:")
    assert phone.find(".nearest button").all_inner_texts() == ["66", "68"]
    phone.tap(".nearest button >> nth=0")
    expect(phone.find("#score [name=points]")).to_have_value("66")
    expect(phone.find("#score .wrong")).to_have_count(0)
    expect(phone.find("#score button.go")).to_have_text("Note 66 for Ana")


def test_a_refusal_is_said_once_and_goes_when_the_points_become_possible(phone, table):
    phone.open(table.address + "note/score?player=0&product=milk&without=values+hand")
    for digit in "67":
        phone.tap(f"[data-to=points][data-adds='{digit}']")
    phone.tap("#score button.go")
    expect(phone.find("#wrong-points")).to_have_text("No cards make 67 points: the nearest are 66 and 68")
    expect(phone.find("#score .wrong")).to_have_count(1)
    phone.tap("[data-rubs=points]")
    phone.tap("[data-to=points][data-adds='6']")
    expect(phone.find("#score .wrong")).to_have_count(0)
    expect(phone.find("#score [aria-invalid]")).to_have_count(0)
    phone.tap("#score button.go")
    wait_until_noted(phone, 1)
    assert table.sheet.scores[0]["milk"].points == 66


def half_told(phone, table):
    table.note("score", player=2, product="milk", values=[5, 5], hand=6)
    phone.open(table.address)
    phone.tap("#seat-0")
    expect(phone.find("#seat-0")).to_have_attribute("aria-current", "true")
    phone.tap("tr.milk a.cell.open >> nth=0")
    for value in (5, 2):
        phone.tap(f"[data-to=values][data-adds='{value}']")
    phone.tap("#score .pick:has(.types-hand)")
    phone.tap("[data-to=hand][data-adds='9']")
    expect(phone.find("#score button.go")).to_have_text("Note 63 for Ana")


def test_what_is_half_told_survives_a_reload_and_coming_back(phone, table):
    half_told(phone, table)
    for again in (phone.page.reload, lambda: (phone.open("/"), phone.page.go_back())):
        again()
        expect(phone.find("#score button.go")).to_have_text("Note 63 for Ana")
        expect(phone.find("#score [name=values]")).to_have_value("5 + 2")
    phone.tap("#score [data-closes]")
    expect(phone.find("#slip dialog")).to_have_count(0)
    assert phone.path == table.address + "?seat=0"
    phone.page.reload()
    expect(phone.find("#slip dialog")).to_have_count(0)


def test_what_is_half_told_goes_along_to_another_seat_and_to_another_cell(phone, table):
    half_told(phone, table)
    phone.tap("#seat-1")
    expect(phone.find("#seat-1")).to_have_attribute("aria-current", "true")
    expect(phone.find("#score button.go")).to_have_text("Note it for Tom")
    expect(phone.find("#score [name=values]")).to_have_value("5 + 2")
    expect(phone.find("#score .pick.milk input")).to_be_checked()
    phone.tap("tr.corn a.cell >> nth=3")
    expect(phone.find("#score .pick.corn input")).to_be_checked()
    expect(phone.find("#score [name=values]")).to_have_value("5 + 2")
    assert phone.find("#score [name=player]").get_attribute("value") == "3"


def test_what_is_half_told_survives_what_others_note(phone, table):
    phone.page.clock.install()
    half_told(phone, table)
    table.note("draw", phone="another", player=0, card="goods")
    phone.page.clock.fast_forward(20_000)  # until the phone looks by itself
    expect(phone.find("#said")).to_contain_text("Another phone")
    expect(phone.find("#score [name=values]")).to_have_value("5 + 2")
    expect(phone.find("#score [name=hand]")).to_have_value("9")


def test_a_drawn_catastrophe_says_what_it_cost(phone, table):
    for seat in (0, 1, 2, 3, 0):
        table.note("draw", player=seat, card="goods")
    phone.open(table.address)
    phone.tap("#drew-catastrophe")
    expect(phone.find(".burst")).to_contain_text("Maximilian")
    expect(phone.find("#shelf .now")).to_contain_text("Catastrophe! 4 cards lost")
    expect(phone.find("#said")).to_contain_text("Tom: Catastrophe. Cards lost: Ana 2, Chloé 1 and Maximilian 1")


def test_a_two_digit_score_is_three_taps_after_its_product(phone, table):
    """At a table that tells its scores in bare points."""
    table.note("score", player=0, product="milk", points=60)
    phone.open(table.address)
    phone.tap("#to-score")
    phone.tap("#score .pick.corn")
    phone.taps = 0
    for digit in "88":
        phone.tap(f"[data-to=points][data-adds='{digit}']")
    phone.tap("#score button.go")
    wait_until_noted(phone, 2)
    print("\na score of two digits, after its product:", phone.taps, "taps")
    assert table.sheet.scores[1]["corn"].points == 88
    assert phone.taps == 3


def test_a_recount_from_sixty_to_thirty_eight_is_four_taps_at_most(phone, table):
    table.note("recount", pile=60)
    phone.open(table.address)
    phone.tap("#counter .size")
    expect(phone.find("#slip [name=pile]")).to_be_focused()
    for digit in "38":
        phone.tap(f"#slip [data-adds='{digit}']")
    phone.tap("#slip button.go")
    wait_until_noted(phone, 2)
    print("\na recount, from the table:", phone.taps, "taps")
    assert table.sheet.counter.pile == 38
    assert phone.taps <= 4


def test_one_keypad_types_into_the_number_that_was_chosen(phone, table):
    phone.open(table.address + "note/recount")
    phone.tap("#slip [name=fiasko]")
    phone.tap("#slip [data-adds='4']")
    phone.tap("#slip [name=pile]")
    for key in ("[data-adds='6']", "[data-adds='1']", "[data-rubs]", "[data-adds='0']"):
        phone.tap(f"#slip {key}")
    phone.tap("#slip button.go")
    wait_until_noted(phone, 1)
    counter = table.sheet.counter
    assert (counter.pile, counter.fiasko, counter.catastrophe) == (60, 2, 2)  # four of six lie in the discards


def test_the_cards_that_a_fiasko_took_are_typed(phone, open_table):
    table = open_table(fiasko_loss="product")
    phone.open(table.address + "note/draw?player=0&card=fiasko")
    phone.tap("#slip [data-adds='3']")
    phone.tap("#slip button.go")
    wait_until_noted(phone, 1)
    assert table.log.last.move.lost == 3


def test_an_open_cell_leads_straight_to_its_score(phone, table):
    phone.open(table.address)
    phone.tap("tr.corn a.cell >> nth=2")
    expect(phone.find("#score .pick.corn input")).to_be_checked()
    assert phone.find("#score input[name=player]").get_attribute("value") == "2"


# Quick


def test_a_double_tap_on_a_score_counts_once(new_phone, table, line):
    phone = new_phone(is_mobile=False, has_touch=False)
    phone.open(table.address + "note/score?player=0&product=milk")
    phone.page.check("#score [name=without][value='values hand']", force=True)
    phone.page.fill("#score [name=points]", "88")
    with line(phone).slow(200):
        phone.find("#score button.go").dblclick()
        wait_until_noted(phone, 1)
    assert table.log.length == 1


def test_two_draws_in_a_row_are_two_cards(phone, table):
    phone.open(table.address)
    for number in (1, 2):
        phone.tap("#drew-goods")
        wait_until_noted(phone, number)
    assert table.sheet.counter.hands == (1, 1, 0, 0)


# Slow


def test_on_a_slow_line_the_head_says_that_a_tap_waits(phone, table, line):
    phone.open(table.address)
    with line(phone).slow(2000):
        phone.tap("#drew-goods")
        expect(phone.find("#live")).to_contain_text("1 tap waits")
        expect(phone.find("#waits")).to_have_count(0)
        wait_until_noted(phone, 1)
    expect(phone.find("#live")).to_have_text("Live")


def test_names_tapped_faster_than_a_slow_line_all_sit_down(phone, told, line):
    phone.may_fail = True  # htmx reports the requests that it gave up for a later one
    phone.visit(told).open("/new/fiasko")
    with line(phone).slow(600):
        for name in ("Tom", "Ana", "Chloé"):
            phone.tap(f"button[name=add][value='{name}']")
        expect(phone.find("button[name=drop]")).to_have_count(3)
    assert phone.find(".place button .name").all_inner_texts() == ["Tom", "Ana", "Chloé"]


def test_a_slow_line_shows_that_a_slip_is_under_way(phone, table, line):
    phone.open(table.address)
    with line(phone).slow(1200):
        phone.tap("#to-score")
        expect(phone.find("#to-score")).to_have_css("opacity", "0.6")
        expect(phone.find("#slip dialog")).to_be_visible()


# New links


def test_a_table_with_new_links_says_so_by_itself(phone, new_phone, table):
    phone.may_fail = True
    phone.open(table.address)
    scorer = new_phone()
    scorer.open(table.address + "share/")
    scorer.tap("summary")
    scorer.tap("form[action$='/links'] button")
    scorer.page.wait_for_url(lambda address: table.address not in address)
    expect(phone.find("#trouble")).to_contain_text("its table has new links")
    phone.tap("#drew-goods")
    expect(phone.find("#waits button")).to_have_count(1)


# Wrong


def test_a_refused_score_keeps_its_cards_and_says_why(phone, table):
    phone.open(table.address)
    phone.tap("#to-score")
    phone.tap("#score .pick.milk")
    for value in (1, 1, 1, 1):
        phone.tap(f"[data-to=values][data-adds='{value}']")
    phone.tap("#score .pick:has(.types-hand)")
    phone.tap("[data-to=hand][data-adds='4']")
    phone.tap("#score .pick:has(.types-hand)")
    expect(phone.find("#preview .wrong")).to_be_visible()
    phone.tap("#score button.go")
    expect(phone.find("#wrong-values")).to_be_visible()
    expect(phone.find("#score [name=values]")).to_have_value("1 + 1 + 1 + 1")
    expect(phone.find("#score [name=hand]")).to_have_value("4")
    expect(phone.find("#score .pick.milk input")).to_be_checked()
    assert table.log.length == 0
    for _ in range(4):
        phone.tap("[data-rubs=values]")
    for value in (5, 5, 3):
        phone.tap(f"[data-to=values][data-adds='{value}']")
    phone.tap("#score button.go")
    wait_until_noted(phone, 1)
    assert table.sheet.scores[0]["milk"].points == 52


def test_a_question_is_answered_with_a_tap(phone, table):
    phone.open(table.address)
    table.note("draw", player=0, card="fiasko")
    phone.tap("#drew-fiasko")
    expect(phone.find("#asked")).to_be_focused()
    phone.tap("[role=alertdialog] a")
    expect(phone.find("[role=alertdialog]")).to_have_count(0)
    assert table.log.length == 1
    phone.tap("#drew-goods")
    wait_until_noted(phone, 2)


# Slips, and where the focus is


def test_a_second_enter_answers_no_question_and_the_focus_is_back_once_it_is_answered(new_phone, table):
    phone = new_phone(is_mobile=False, has_touch=False)
    phone.open(table.address)
    table.note("draw", player=0, card="fiasko", phone="hers")
    phone.find("#drew-goods").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.find("#asked")).to_be_focused()
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_timeout(300)
    assert table.log.length == 1
    phone.page.keyboard.press("Tab")
    phone.page.keyboard.press("Enter")
    wait_until_noted(phone, 2)
    expect(phone.find("#drew-goods")).to_be_focused()


def test_a_slip_takes_the_focus_and_gives_it_back(new_phone, table):
    phone = new_phone(is_mobile=False, has_touch=False)
    phone.open(table.address)
    phone.find("#to-score").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.find("#slip dialog")).to_be_visible()
    expect(phone.find("#slip :focus")).to_have_count(1)
    phone.page.keyboard.press("Escape")
    expect(phone.find("#slip dialog")).to_have_count(0)
    expect(phone.find("#to-score")).to_be_focused()


def test_after_a_score_the_focus_is_back_at_the_pad(new_phone, table):
    phone = new_phone(is_mobile=False, has_touch=False)
    phone.open(table.address)
    phone.find("#to-score").focus()
    phone.page.keyboard.press("Enter")
    phone.page.check("#score .pick.milk input", force=True)
    phone.page.check("#score [name=without][value='values hand']", force=True)
    phone.page.fill("#score [name=points]", "88")
    phone.page.keyboard.press("Enter")
    wait_until_noted(phone, 1)
    expect(phone.find("#to-score")).to_be_focused()


def test_what_happened_is_said_to_those_who_do_not_see_it(phone, table):
    phone.open(table.address)
    phone.tap("#drew-goods")
    wait_until_noted(phone, 1)
    expect(phone.find("#said")).to_contain_text("Tom")
    assert phone.find("#said").get_attribute("role") == "status"


def test_after_a_tap_the_focus_is_where_it_was(new_phone, table):
    phone = new_phone(is_mobile=False, has_touch=False)
    phone.open(table.address)
    phone.find("#drew-goods").focus()
    phone.page.keyboard.press("Enter")
    wait_until_noted(phone, 1)
    expect(phone.find("#drew-goods")).to_be_focused()


def test_our_keys_keep_the_phones_keyboard_down(phone, table):
    phone.open(table.address)
    phone.tap("#to-score")
    for name in ("values", "points", "hand"):
        expect(phone.find(f"#score [name={name}]")).to_have_attribute("inputmode", "none")


def test_back_closes_what_was_opened_by_a_link(phone, table):
    phone.open(table.address)
    phone.tap(MENU)
    phone.tap("#slip a[href$='/log']")
    phone.page.wait_for_url("**/log")
    phone.page.go_back()
    expect(phone.find("#pad")).to_be_visible()
    expect(phone.find("#drew-goods")).to_be_enabled()


# What a phone chose


def test_language_and_theme_are_kept(new_phone, table):
    phone = new_phone(locale="it-IT", color_scheme="light")
    phone.open(table.address)
    light = phone.find("body").evaluate("(e) => getComputedStyle(e).backgroundColor")
    phone.tap(MENU)
    phone.tap("#slip a[href*='/settings']")
    phone.tap(".pick:has([value=de])")
    expect(phone.find("html")).to_have_attribute("lang", "de")
    with phone.page.expect_response(lambda answer: answer.request.method == "POST"):
        phone.tap(".pick:has([value=dark])")
    phone.open(table.address)
    for _ in range(2):
        expect(phone.find("html")).to_have_attribute("lang", "de")
        expect(phone.find("html")).to_have_attribute("data-theme", "dark")
        assert phone.find("body").evaluate("(e) => getComputedStyle(e).backgroundColor") != light
        phone.page.reload()


def test_the_theme_follows_the_phone_until_one_is_chosen(new_phone):
    colours = set()
    for scheme in ("light", "dark"):
        phone = new_phone(color_scheme=scheme).open("/")
        colours.add(phone.find("body").evaluate("(e) => getComputedStyle(e).backgroundColor"))
    assert len(colours) == 2


# On the wire


@pytest.mark.parametrize(("where", "most", "requests"), [("/", 50_000, 7), ("the table", 75_000, 15)])
def test_a_first_visit_is_light(weight, told, where, most, requests):
    asked, weighs = weight(told.address if where == "the table" else where)
    assert asked <= requests
    assert weighs <= most
