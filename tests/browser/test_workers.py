"""Two processes serve, and are killed while phones have a table open: nobody there has to do anything."""

import psutil
import pytest
from playwright.sync_api import expect

NOTED = "#shelf input[name=after]"


@pytest.fixture
def serving(serve):
    process, address = serve()
    with process:
        yield process, address
        process.terminate()


@pytest.mark.parametrize("kind_of_server", [(2, True)], ids=["2 on postgresql"], indirect=True, scope="session")
def test_phones_go_on_when_one_process_after_the_other_is_killed(serving, new_phone):
    process, address = serving
    ana, tom = new_phone(), new_phone()
    for phone in (ana, tom):
        phone.server, phone.may_fail = address, True  # a line that is cut is written to its console
    ana.open("/new/fiasko?player=Ana&player=Tom").tap("button[name=start]")
    expect(ana.find("#live")).to_have_text("Live", timeout=15_000)
    tom.open(ana.path)
    for phone in (ana, tom):
        expect(phone.find("#live")).to_have_text("Live · 2 phones", timeout=15_000)
    for number, worker in enumerate(psutil.Process(process.pid).children(), start=1):
        worker.kill()
        ana.tap("#drew-goods")
        for phone in (ana, tom):
            expect(phone.find(NOTED)).to_have_value(str(number), timeout=15_000)
    for phone in (ana, tom):
        expect(phone.find("#live")).to_have_text("Live · 2 phones", timeout=15_000)
    assert ana.find("#sheet").inner_text() == tom.find("#sheet").inner_text()
