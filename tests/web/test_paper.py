"""Paper: the sheet to print, filled at any moment or blank, the same as a table, and as a file to keep."""

import csv
import io
import json

import pytest

from companion.record.files import game_file
from companion.rules import GAMES
from tests.web.conftest import node_texts


@pytest.fixture(params=sorted(GAMES))
def slug(request):
    return request.param


def rows(table):
    """Of the page: what stands in each."""
    return [
        [" ".join("".join(node_texts(cell)).split()) for cell in row if cell.tag in ("th", "td")]
        for row in table.iter("tr")
    ]


def ledger(page):
    return rows(page.by_class("ledger")[0])


def told_as_csv(phone, table):
    page = phone.open(table.address + "sheet.csv")
    assert page.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert page.text.startswith("\ufeff")  # else Excel misreads Chloé
    return list(csv.reader(io.StringIO(page.text.removeprefix("\ufeff"))))


# The page


def test_the_sheet_has_the_rows_of_the_book_in_its_order_and_five_columns(phone, over):
    page = phone.open(over.address + "paper")
    table = ledger(page)
    titles = ["Player", "Milk", "Pickles", "Tomatoes", "Corn", "Sardines", "Sub-total", "Bonus", "Total", "Rank"]
    assert [row[0] for row in table] == titles
    assert {len(row) for row in table} == {6}
    assert table[0] == ["Player", "Ana", "Tom", "Chloé", "Maximilian", "nobody"]
    assert table[1] == ["Milk", "88 +30", "60", "30", "–", ""]
    assert table[2] == ["Pickles", "40 +15", "40 +15", "13", "–", ""]
    assert table[7][1] == "155 20 + 4 × 30 + 15"
    assert "Ana wins with" in page.words


def test_a_score_told_by_its_cards_has_its_arithmetic_in_small_print(phone, table):
    table.note("score", player=1, product="milk", values=[5, 2, 4], hand=8)
    page = phone.open(table.address + "paper")
    assert ledger(page)[1] == ["Milk", "", "88 (5 + 2 + 4) × 8 +30", "", "", ""]
    assert "not over yet" in page.words


def test_a_new_table_has_its_paper_already(phone, open_table, slug):
    page = phone.open(open_table(slug).address + "paper")
    assert page.status == 200
    assert "Maximilian" in page.words


def test_pasta_tells_what_is_sauce_and_who_pays_for_the_token(phone, open_table):
    table = open_table("pasta", shapes=["Ditalini", *GAMES["pasta"].table(["Ana"]).options["shapes"][1:]])
    table.note("bank", player=0, shape=0, pasta=5, sauce=2)
    table.note("bank", player=1, shape=2, pasta=1)
    table.note("end")
    table = ledger(phone.open(table.address + "paper"))
    assert table[1] == ["Ditalini", "7 5 + 2 sauces", "–", "–", "–"]
    assert table[3][:3] == ["Farfalle", "–", "1"]
    assert table[-4:] == [
        ["Cards", "7", "1", "0", "0"],
        ["Al Dente", "", "−2", "", ""],
        ["Total", "7", "−1", "0", "0"],
        ["Rank", "1", "4", "2", "2"],
    ]


def test_states_has_the_map_the_race_and_every_battle(phone, open_table):
    table = open_table("states", ("Ana", "Bo"))
    table.note("battle", state="OH", value=20, tanks=[7, 7])
    table.note("battle", state="OH", value=20, tanks=[8, 9])
    page = phone.open(table.address + "paper")
    assert [node.get("class") for node in page.by_class("took")] == ["took"]
    assert ledger(page)[2][:4] == ["Bo", "20", "1", "1"]
    lines = [row for part in page.by_class("lines") for row in rows(part)[1:]]
    assert lines == [["1", "Ohio", "20", "7", "7", "="], ["2", "Ohio", "20", "8", "9", ""]]


def test_states_told_by_their_winners_has_no_columns_for_tanks(phone, open_table):
    table = open_table("states")
    table.note("battle", state="OH", value=20, winner=2)
    (lines,) = phone.open(table.address + "paper").by_class("lines")
    assert rows(lines) == [["No.", "State", "Points", "Taken by"], ["1", "Ohio", "20", ""]]


def test_french_rows_are_those_of_the_book_and_shorter_on_the_phone(new_phone, table):
    phone = new_phone("fr")
    rows = ["Brique de lait", "Bocal de cornichons", "Tomates pelées", "Maïs en grains", "Sardines en boîte"]
    for where in ("paper", "blank"):
        assert [row[0] for row in ledger(phone.open(table.address + where))[1:6]] == rows
    assert "Cornichons" in phone.open(table.address).words
    assert "Bocal" not in phone.open(table.address).words


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_paper_speaks_each_language(new_phone, open_table, slug, language):
    table, phone = open_table(slug), new_phone(language)
    words = [phone.open(table.address + what).words for what in ("paper", "blank")]
    english = [new_phone("en").open(table.address + what).words for what in ("paper", "blank")]
    assert (words == english) == (language == "en")


def test_a_blank_sheet_names_nobody_and_is_there_before_anybody_plays(phone, open_table, slug):
    for address in (open_table(slug).address + "blank", f"/games/{slug}/blank"):
        page = phone.open(address)
        assert page.status == 200
        assert "Ana" not in page.words
        assert page.by_class("rule")


def test_the_blank_sheet_of_fiasko_comes_twice_with_boxes_for_the_eight(phone):
    page = phone.open("/games/fiasko/blank")
    assert len(page.by_class("ledger")) == 2
    assert {len(row) for row in ledger(page)} == {6}
    assert len(page.by_class("box")) == 2 * 3 * 8


@pytest.mark.parametrize(("seats", "shuffles"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_four_and_five_players_have_boxes_for_two_shuffles(phone, open_table, seats, shuffles):
    page = phone.open(open_table("fiasko", ["Ana", "Bo", "Cy", "Di", "Eve"][:seats]).address + "blank")
    assert len(page.by_class("box")) == 2 * (1 + shuffles) * 8


def test_a_blank_sheet_has_what_its_table_calls_things(phone, open_table):
    shapes = ["Ditalini", *GAMES["pasta"].table(["Ana"]).options["shapes"][1:]]
    page = phone.open(open_table("pasta", ("Ana", "Bo"), shapes=shapes).address + "blank")
    assert ledger(page)[1] == ["Ditalini", "", ""]


def test_paper_is_reached_from_the_menu_and_the_blank_sheet_from_the_rules(phone, told, slug, open_table):
    for address in (told.address, told.watching):
        page = phone.open(address + "menu").follow("/paper")
        assert page.one("h1").text == "Paper"
        assert page.follow("/blank").one("h1").text == "Blank sheet"
    assert phone.open(f"/games/{slug}/rules").follow(f"/games/{slug}/blank").status == 200
    table = open_table(slug)
    assert phone.open(table.address + "rules").follow("/blank").status == 200


def test_a_name_is_printed_as_it_is_and_no_markup(phone, open_table):
    page = phone.open(open_table(players=("<b>Bo</b>", "Žofie 🦊")).address + "paper")
    assert ledger(page)[0][1:3] == ["<b>Bo</b>", "Žofie 🦊"]


@pytest.mark.parametrize("what", ["paper", "blank", "paper.pdf", "sheet.csv", "game.json"])
def test_no_link_opens_no_paper(phone, what):
    assert phone.open(f"/s/nowhere/{what}").status == 404


def test_a_game_that_nobody_knows_has_no_sheet(phone):
    assert phone.open("/games/chess/blank").status == 404


# How it went, below


def end(table):
    """A game that is over, with points, a token and an answer that changes the winner."""
    if table.sitting.game == "fiasko":
        for seat, card in enumerate(["goods", "fiasko", "catastrophe", "goods"] * 11):
            table.note("draw", player=seat % 4, card=card if seat < 4 else "goods")
        for seat in range(3):
            table.note("score", player=seat, product="milk", points=60)
        table.note("score", player=0, product="corn", points=36)
        table.note("score", player=3, product="corn", points=72)
    elif table.sitting.game == "pasta":
        for seat, cards in enumerate((3, 2, 3, 3)):
            table.note("bank", player=seat, shape=seat, pasta=cards)
    else:
        table.note("battle", state="OH", value=13, tanks=[12, 30, 30, 4])
        table.note("battle", state="CA", value=60, tanks=[11, 28, 29, 4])
    table.note("end")
    return table


BELOW = {
    "fiasko": (
        "With “No bonus” (Three or more tie), ",
        "Fiaskos drawn (expected for those draws): Ana 0 (0.",
    ),
    "pasta": ("With “2 points more”", "The thick line is the way of the Al Dente token."),
    "states": ("points", "The average tank: "),
}


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_once_it_is_over_the_course_and_the_luck_stand_below(phone, open_table, slug):
    table = open_table(slug, ("Ana", "Tom", "Chloé", "Bo"))
    assert phone.open(table.address + "paper").by_class("went") == []
    page = phone.open(end(table).address + "paper")
    assert len(page.by_class("went")) == 1
    assert all(said in page.words for said in BELOW[slug])


def test_where_nobody_had_a_point_there_is_no_course(phone, open_table):
    table = open_table()
    table.note("end")
    assert phone.open(table.address + "paper").by_class("went") == []


def results(table):
    return zip(*GAMES["fiasko"].results(table.sheet), strict=True)


# PDFs, which the browser makes


def test_the_page_says_how_to_get_a_pdf(phone, table):
    assert "For a PDF, print and choose “PDF” instead of a printer" in phone.open(table.address + "paper").words


@pytest.mark.parametrize("what", ["paper", "blank"])
def test_an_old_link_to_a_pdf_leads_to_the_page(phone, table, what):
    for address in (table.address, table.watching):
        page = phone.open(f"{address}{what}.pdf")
        assert (page.status, page.headers["Location"]) == (301, address + what)


def test_an_old_link_to_a_games_blank_pdf_leads_to_the_blank_page(phone, slug):
    page = phone.open(f"/games/{slug}/blank.pdf")
    assert (page.status, page.headers["Location"]) == (301, f"/games/{slug}/blank")


# The table


def test_the_csv_has_the_figures_of_the_sheet(phone, over):
    told = told_as_csv(phone, over)
    assert told[0] == ["Player", "Ana", "Tom", "Chloé", "Maximilian"]
    assert told[1] == ["Milk", "88", "60", "30", ""]
    assert told[8] == ["Total", *(str(result.points) for result in GAMES["fiasko"].results(over.sheet))]
    assert told[9] == ["Rank", *(str(result.rank) for result in GAMES["fiasko"].results(over.sheet))]


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_where_nobody_has_a_point_nobody_has_a_rank(phone, open_table, slug):
    told = told_as_csv(phone, open_table(slug, ("Ana", "Bo")))
    (ranks,) = [row[1:] for row in (told if slug != "states" else zip(*told[:3], strict=True)) if row[0] == "Rank"]
    assert set(ranks) == {""}


@pytest.mark.parametrize(("language", "separator"), [("en", ","), ("fr", ";"), ("de", ";"), ("it", ";")])
def test_the_csv_has_the_separator_that_spreadsheets_of_the_language_expect(new_phone, over, language, separator):
    text = new_phone(language).open(over.address + "sheet.csv").text
    assert text.startswith("\ufeff")
    told = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=separator))
    assert told[0][1:] == ["Ana", "Tom", "Chloé", "Maximilian"]
    assert told[1][1:] == ["88", "60", "30", ""]


def test_the_csv_of_states_names_who_took_each(phone, open_table):
    table = open_table("states", ("Ana", "Bo"))
    table.note("battle", state="OH", value=20, tanks=[7, 7])
    table.note("battle", state="OH", value=20, tanks=[8, 9])
    assert told_as_csv(phone, table)[-3:] == [
        ["No.", "State", "Points", "Ana", "Bo", "Taken by"],
        ["1", "Ohio", "20", "7", "7", ""],
        ["2", "Ohio", "20", "8", "9", "Bo"],
    ]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_no_name_is_a_formula(phone, open_table, name):
    assert told_as_csv(phone, open_table(players=(name, "Bo")))[0] == ["Player", f"'{name}", "Bo"]


def test_the_csv_and_the_file_are_kept_under_a_name_that_says_what_they_are(phone, table):
    for what, ending in (("sheet.csv", ".csv"), ("game.json", ".game.json")):
        said = phone.open(table.address + what).headers["Content-Disposition"]
        assert said.startswith("attachment; filename=fiasko-20")
        assert said.endswith(ending)


# The file


def test_the_file_is_the_export_and_holds_neither_links_nor_phones(phone, told):
    page = phone.open(told.address + "game.json")
    document = json.loads(page.text)
    assert len(document["log"]) == told.log.length
    assert game_file.parse(page.response.get_data()).table == told.sheet.table
    assert not any(secret in page.text for secret in (told.sitting.score_link, told.sitting.watch_link, "a-phone"))


def test_whoever_watches_gets_paper_and_table_but_no_file_that_could_write(phone, told):
    assert phone.open(told.watching + "game.json").status == 403
    assert phone.open(told.watching + "sheet.csv").status == 200
    assert phone.open(told.watching + "paper").status == 200
