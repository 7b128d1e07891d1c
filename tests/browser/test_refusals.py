"""What a phone says where the server itself refuses: in view, true, and nothing is lost."""

import pytest
from playwright.sync_api import expect

IN_TIME = 15_000


def test_a_table_too_many_and_a_database_that_was_taken_away(serve, new_phone, tmp_path, kind_of_server):
    if kind_of_server.on_postgresql:
        pytest.skip("a file is taken away")
    process, address = serve(COMPANION_INSTANCE=str(tmp_path), COMPANION_TABLES="1")
    ana, tom = new_phone(), new_phone()
    for phone in (ana, tom):
        phone.server, phone.may_fail = address, True
    with process:
        ana.open("/new/fiasko?player=Ana&player=Tom").tap("button[name=start]")
        expect(ana.find("#live")).to_contain_text("Live", timeout=IN_TIME)
        tom.open("/new/fiasko?player=Tom&player=Maximilian").tap("button[name=start]")
        expect(tom.find("#trouble")).to_contain_text("open the next one in 60 min", timeout=IN_TIME)
        expect(tom.find("#trouble")).to_be_in_viewport(ratio=1)
        expect(tom.find("input[name=player][value=Maximilian]")).to_have_count(1)

        (tmp_path / "companion.sqlite3").rename(tmp_path / "elsewhere")
        ana.tap("#drew-goods")
        said = ana.find("#waits [role=alert]")
        expect(said).to_contain_text("The database’s file was moved, deleted or replaced", timeout=IN_TIME)
        expect(said).to_be_in_viewport(ratio=1)
        expect(ana.find("#waits button")).to_have_count(1)
        ana.page.reload()
        expect(ana.page.get_by_text("All the data is saved in companion.sqlite3.saved-")).to_be_in_viewport()
        process.terminate()


def test_a_note_on_the_evening_stays_typed_where_nothing_answers_or_can_write(phone, over, line):
    phone.may_fail = True
    phone.open(over.address + "remark")
    phone.page.fill("#note", "Ana brought the cake")
    with line(phone).lost():
        phone.tap("form .go")
        expect(phone.find("#trouble")).to_have_text("No answer from the table.")
    phone.page.route("**/remark", lambda route: route.fulfill(status=503, body="<p>Nothing can be noted just now</p>"))
    phone.tap("form .go")
    expect(phone.find("#trouble")).to_have_text("Nothing can be noted just now")
    expect(phone.find("#note")).to_have_value("Ana brought the cake")
    phone.page.unroute_all()
    phone.tap("form .go")
    expect(phone.find("#main")).to_contain_text("Ana brought the cake")
