"""Times and days are told by the clock of the phone that asks, wherever the server is."""

import re
import time
from datetime import UTC, datetime

import pytest
import time_machine

BEGAN, ENDED = (datetime(2026, 11, 8, *at, tzinfo=UTC) for at in ((6, 30), (7, 5)))
# By zone: when it began and ended there, the date of that, and the day of the evening
PLACES = {
    "Pacific/Auckland": ("19:30", "20:05", 8, 8),
    "Europe/Berlin": ("07:30", "08:05", 8, 8),
    "Pacific/Honolulu": ("20:30", "21:05", 7, 7),
    "": ("06:30 UTC", "07:05 UTC", 8, 8),
}
NO_ZONES = (
    *("../../etc/passwd", "/etc/localtime", "America/../Europe/Berlin", "Europe", "zone.tab", "europe/berlin", "."),
    *("Europe/Berlin\\000", "undefined", "x" * 3000, '"', "Zürich", "%2e%2e%2fetc", "__init__.py"),
)


@pytest.fixture(autouse=True)
def in_utc(monkeypatch):
    """As a server in a container is."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def game(open_table):
    with time_machine.travel(BEGAN, tick=False):
        table = open_table(players=("Ana", "Tom"))
        table.note("score", player=0, product="milk", points=40)
    with time_machine.travel(ENDED, tick=False):
        table.note("end")
    return table


@pytest.fixture(params=PLACES)
def place(request):
    return request.param, *PLACES[request.param]


def at(phone, zone):
    if zone:
        phone.client.set_cookie("zone", zone)
    return phone


def test_the_log_and_the_paper_have_the_times_of_the_phone(phone, game, place):
    zone, began, ended, date, _ = place
    log = at(phone, zone).open(game.address + "log").words
    assert f"Entry 1, {began}" in log
    assert f"Entry 2, {ended}" in log
    assert f"since {began}" in log
    beside = [time.text for time in phone.open(game.address + "beside").all("time")]
    assert beside == [ended, began]
    paper = phone.open(game.address + "paper").words
    assert f"{began}–{ended}" in paper
    assert re.search(f"{'Saturday' if date == 7 else 'Sunday'},? {date} November 2026", paper)


def test_the_days_of_lists_texts_pictures_and_files_are_the_phones(phone, game, place):
    zone, _, _, date, evening = place
    at(phone, zone).open(game.address)
    with time_machine.travel(ENDED, tick=False):  # of this year no list says the year
        for page in ("/", game.address + "text", game.address + "picture.svg"):
            said = re.findall(r"\b(\d+) November\b", phone.request("GET", page).text)
            assert set(said) == {str(date)}, page
        assert f"{evening} November" in phone.open("/evenings/").words
    rows = phone.request("GET", "/evenings/all.csv").text.splitlines()[1:]
    assert {row.split(",")[0] for row in rows} == {f"2026-11-0{evening}"}
    for file in ("sheet.csv", "game.json"):
        name = phone.request("GET", game.address + file).headers["Content-Disposition"]
        assert f"fiasko-2026-11-0{date}" in name
    assert f"fiasko-2026-11-0{date}" in phone.open(game.address + "picture").text


def test_an_evening_stays_one_for_a_phone_that_is_west_of_the_server(phone, open_table):
    """Half of it was before five in the morning there: two days, by the server's clock."""
    for hour in (4, 6):
        with time_machine.travel(datetime(2026, 11, 8, hour, tzinfo=UTC), tick=False):
            table = open_table(players=("Ana", "Tom"))
            table.note("end")
        phone.open(table.address)

    def days():
        return {row[:10] for row in phone.request("GET", "/evenings/all.csv").text.splitlines()[1:]}

    assert days() == {"2026-11-07", "2026-11-08"}
    at(phone, "Pacific/Honolulu")
    assert days() == {"2026-11-07"}


@pytest.mark.parametrize("zone", NO_ZONES)
def test_what_is_no_zone_is_the_servers(phone, game, zone):
    cookie = f"zone={zone}".encode().decode("latin-1")
    for page in ("log", "paper", "beside"):
        answer = phone.request("GET", game.address + page, Cookie=cookie)
        assert answer.status_code == 200
        assert "07:05 UTC" in answer.text


def test_the_sheet_that_all_phones_get_has_no_times(new_phone, game, told, listen):
    """It is drawn once for phones in all zones: at a push nobody asks."""
    for table in (game, told):
        sheets = {listen(at(new_phone(), zone), table.address, after=0).next("sheet") for zone in PLACES}
        assert len(sheets) == 1
        assert not re.search(r"[0-9]:[0-9]{2}|November|<time", *sheets)


def test_a_server_that_has_a_zone_of_its_own_shows_that_until_the_phone_says_its(monkeypatch, phone, game):
    monkeypatch.setenv("TZ", "Europe/Zurich")
    time.tzset()
    assert "Entry 2, 08:05 " in phone.open(game.address + "log").words
    assert "Entry 2, 21:05 " in at(phone, "Pacific/Honolulu").open(game.address + "log").words
