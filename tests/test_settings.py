"""What whoever runs the server may set: each wrong setting gets a sentence, and nothing is run by surprise."""

import os
import subprocess
import sys
import tempfile

import pytest

from companion import cli, create_app, serve, settings
from companion.serve import listener


def refused(environment):
    with pytest.raises(settings.BadSettings) as bad:
        settings.read(environment)
    return bad.value.sentences


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PROXIES", "-1"),
        ("PROXIES", "one"),
        ("PROXIES", "99"),
        ("STREAMS", "many"),
        ("TABLES", "1e3"),
        ("PORT", "70000"),
        ("PORT", "٨"),
        ("WORKERS", "0"),
        ("BODIES", "9" * 5000),
        ("ADDRESS", "cards.example.org"),
        ("ADDRESS", "https://"),
        ("ADDRESS", "https://cards.example.org:port"),
        ("ADDRESS", "https://cards.example.org/?a=b"),
    ],
)
def test_a_wrong_value_is_a_sentence_with_the_name_and_the_value(name, text):
    (sentence,) = refused({f"COMPANION_{name}": text})
    assert sentence.startswith(f"COMPANION_{name}: {text!r} is no")


@pytest.mark.parametrize(
    ("text", "address"),
    [("https://Cards.example.org/", "https://cards.example.org"), ("http://10.0.0.5:81/a/", "http://10.0.0.5:81/a")],
)
def test_a_public_address_is_taken_with_and_without_its_last_stroke(text, address):
    assert settings.read({"COMPANION_ADDRESS": text})["ADDRESS"] == address


def test_all_wrong_ones_are_said_at_once(capsys, monkeypatch):
    monkeypatch.setenv("COMPANION_PROXIES", "-1")
    monkeypatch.setenv("COMPANION_STREAMS", "x")
    monkeypatch.setenv("COMPANION_ADRESS", "http://192.0.2.1:8000")
    assert cli.main(["export", "all"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert [line.split()[1] for line in said] == ["COMPANION_PROXIES:", "COMPANION_STREAMS:", "COMPANION_ADRESS"]


def test_an_empty_one_counts_as_unset():
    empty = {f"COMPANION_{setting.name}": "" for setting in settings.SETTINGS}
    assert settings.read(empty) == settings.read({}) == settings.DEFAULTS
    assert settings.unknown({"COMPANION_ANYTHING": ""}) == []


def test_one_that_is_none_is_said_with_the_one_that_may_be_meant(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("COMPANION_PROXYS", "1")
    assert cli.main(["upgrade", "--instance", str(tmp_path)]) == 0
    said = capsys.readouterr().err
    assert said == "companion: COMPANION_PROXYS is not a setting and changes nothing: is COMPANION_PROXIES meant?\n"


def test_what_lies_in_the_data_folder_is_not_run_and_is_said(capsys, tmp_path):
    (tmp_path / "config.py").write_text("PROXIES = 1\nraise SystemExit('run')\n")
    assert cli.main(["upgrade", "--instance", str(tmp_path)]) == 0
    assert f"{tmp_path}/config.py is not read any more" in capsys.readouterr().err
    assert create_app({"INSTANCE": tmp_path}).config["PROXIES"] == 0


def test_every_setting_is_in_the_help(capsys):
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    said = capsys.readouterr().out
    assert [setting.name for setting in settings.SETTINGS if f"COMPANION_{setting.name} " not in said] == []


def test_an_option_goes_before_the_environment(monkeypatch, tmp_path):
    served = []
    monkeypatch.setattr(serve, "serve", lambda settings, counter: served.append(settings))
    monkeypatch.setenv("COMPANION_PORT", "9000")
    monkeypatch.setenv("COMPANION_HOST", "127.0.0.1")
    assert cli.main(["--port", "9001", "--instance", str(tmp_path)]) == 0
    assert (served[0]["PORT"], served[0]["HOST"], served[0]["WORKERS"]) == (9001, "127.0.0.1", 1)


@pytest.fixture
def nowhere(monkeypatch):
    """An installed Companion whose user has no home folder."""

    def none():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(settings, "INSTALLED", True)
    monkeypatch.setattr(settings.Path, "home", none)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("COMPANION_INSTANCE", raising=False)


def test_without_a_home_folder_it_says_how_to_name_another_one(nowhere, capsys):
    assert cli.main(["upgrade"]) == 1
    assert "no home folder for the data: name a folder with --instance" in capsys.readouterr().err


def test_without_a_home_folder_the_one_that_was_named_will_do(nowhere, tmp_path):
    assert settings.data_folder({"INSTANCE": tmp_path}) == tmp_path


@pytest.fixture
def no_temporary_folder(monkeypatch):
    def none():
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr(tempfile, "gettempdir", none)
    monkeypatch.setattr(tempfile, "tempdir", None)


def test_without_a_folder_for_temporary_files_they_lie_in_the_data_folder(no_temporary_folder, tmp_path):
    serve.find_temporary_folder(tmp_path)
    assert tempfile.tempdir == str(tmp_path)


def test_without_any_folder_to_write_in_it_says_what_to_do(no_temporary_folder, tmp_path):
    with pytest.raises(listener.NoServer, match="TMPDIR"):
        serve.find_temporary_folder(tmp_path / "gone")


@pytest.mark.slow
def test_a_wrong_setting_is_said_before_anything_is_made(tmp_path):
    told = {**os.environ, "COMPANION_PROXIES": "-1", "COMPANION_INSTANCE": str(tmp_path / "new")}
    done = subprocess.run([sys.executable, "-m", "companion"], env=told, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("companion: COMPANION_PROXIES: '-1' is no number of proxies")
    assert not (tmp_path / "new").exists()
