"""What looks after the server asks it how it is."""

from companion import __version__, create_app
from companion.store.database import trouble


def test_once_the_database_answers_it_is_ok_and_says_its_version(phone):
    answer = phone.request("GET", "/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok", "version": __version__})


def test_no_phone_is_made_of_whoever_asks(app):
    answer = app.test_client().get("/healthz")
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"


def test_where_the_database_does_not_answer_it_says_why(tmp_path):
    app = create_app({"INSTANCE": tmp_path / "nothing" / "here"})
    answer = app.test_client().get("/healthz")
    assert answer.status_code == 503
    assert answer.json["error"] == str(trouble.CANT_OPEN)
    assert answer.headers["Retry-After"]


def test_a_database_that_is_not_set_up_is_not_ok(tmp_path):
    app = create_app({"INSTANCE": tmp_path, "SECRET_KEY": "known"})
    (tmp_path / "companion.sqlite3").touch()
    assert app.test_client().get("/healthz").json["error"] == str(trouble.NOT_SET_UP)
