"""Tables to keep, as a spreadsheet reads them: cell by cell what Python's csv reads, and nothing is computed."""

import csv
import io
import shutil
import subprocess

import pytest

from companion.rules import GAMES

NAMES = ("=1+1", "@SUM(A1)", "+Ελευθερία", "Bo 🦊 👩‍👧", "Žofie Řehořová, d’Azay 4")
HOW = "44,34,76"  # commas, quotes, UTF-8: of a command line, LibreOffice believes no byte-order mark


@pytest.fixture
def read_by_libreoffice(tmp_path, missing):
    """Tables as its converter has them, by name."""
    office = shutil.which("soffice") or missing("LibreOffice’s soffice")

    def read(tables):
        for name, content in tables.items():
            (tmp_path / f"{name}.csv").write_bytes(content)
        told = f"--infilter=CSV:{HOW},1"
        home, out = f"-env:UserInstallation={tmp_path.as_uri()}/profile", tmp_path / "read"
        for kind in (f"csv:Text - txt - csv (StarCalc):{HOW}", "fods"):
            files = [str(tmp_path / f"{name}.csv") for name in tables]
            command = [office, home, "--headless", told, "--convert-to", kind, "--outdir", str(out), *files]
            subprocess.run(command, check=True, capture_output=True, timeout=240)
        assert not any("table:formula=" in (out / f"{name}.fods").read_text("utf-8") for name in tables)
        return {name: rows((out / f"{name}.csv").read_bytes()) for name in tables}

    return read


def rows(content):
    """Without the empty cells at the end of a row: all rows of a spreadsheet are as long."""
    told = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    for row in told:
        while row and not row[-1]:
            row.pop()
    return told


def play(table):
    if table.sitting.game == "fiasko":
        table.note("score", player=0, product="milk", values=[5, 2, 4], hand=8)
        table.note("score", player=1, product="milk", points=60)
    elif table.sitting.game == "pasta":
        table.note("bank", player=0, shape=0, pasta=3, sauce=1)
        table.note("bank", player=1, shape=1, pasta=2)
    else:
        table.note("battle", state="OH", value=13, tanks=[12, 30, 30, 4, 7])
        table.note("battle", state="TX", value=25, tanks=[1, 1, 2, 2, 3])
    table.note("end")


@pytest.mark.slow
def test_libreoffice_reads_what_python_reads_and_computes_nothing(phone, open_table, read_by_libreoffice):
    tables = {}
    for slug in GAMES:
        table = open_table(slug, NAMES)
        play(table)
        phone.open(table.address)
        tables[slug] = phone.request("GET", table.address + "sheet.csv").data
    tables["evenings"] = phone.request("GET", "/evenings/all.csv").data
    found = read_by_libreoffice(tables)
    assert found == {name: rows(content) for name, content in tables.items()}
    assert {row[2] for row in found["evenings"][1:]} == {*(f"'{name}" for name in NAMES[:3]), *NAMES[3:]}
