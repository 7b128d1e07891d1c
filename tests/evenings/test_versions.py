"""When a rule or a default changes, what was played before stays as it was: beside what is played since."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion import create_app, rules, store
from companion.record.files import game_file
from companion.record.files.strict_json import NotAGameFile
from companion.rules import GAMES, anew, ruleset
from companion.rules.core import RuleBroken
from companion.rules.moves import End
from companion.rules.options import Choice, Names, Number, Numbers
from companion.rules.text import say
from companion.store.database.engine import KEY

HERE = Path(__file__).resolve().parent
NAMES = sorted(path.name.removesuffix(".tally.json") for path in HERE.glob("*.tally.json"))
ENOUGH = 3  # moves, by the new rules
NOW = {slug: game.version for slug, game in GAMES.items()}


def raw(name):
    return (HERE / f"{name}.json").read_bytes()


def tally_of(name):
    """Fiasko's were recorded before a tally had chances; these games are over, and have none."""
    tally = json.loads((HERE / f"{name}.tally.json").read_text(encoding="utf-8"))
    return {**tally, "chances": None} if tally["game"] == "fiasko" else tally


def as_json(tally):
    return json.loads(json.dumps(tally))


def another_default(option):
    match option:
        case Choice():
            return replace(option, default=next(value for value, _ in option.choices if value != option.default))
        case Names():
            return replace(option, default=option.default[::-1])
        case Numbers():
            return replace(option, default={name: high for name, _, high, _ in option.fields})
        case Number():
            return replace(option, title=say("How many cards?"))  # its default needs another option beside it


def changed(game):
    """Its next version: other defaults, another rule, another tally."""

    def play(sheet, move):
        if sheet.played >= ENOUGH and not isinstance(move, End):
            raise RuleBroken(say("Enough"))
        return game.play(sheet, move)

    def tally(sheet):
        return {**game.tally(sheet), "changed": True}

    options = tuple(map(another_default, game.options))
    version, earlier = game.version + 1, (game, *game.earlier)
    return replace(game, options=options, play=play, tally=tally, version=version, earlier=earlier)


@pytest.fixture
def change(monkeypatch):
    def change_all():
        for slug, game in list(GAMES.items()):
            monkeypatch.setitem(rules.GAMES, slug, changed(game))

    return change_all


@pytest.fixture
def open_house(tmp_path):
    """Opens an instance as a process would that has just been started."""
    apps = []

    def open_one(name="house"):
        apps.append(create_app({"INSTANCE": tmp_path / name, "TESTING": True}))
        store.upgrade(apps[-1])
        return apps[-1]

    yield open_one
    for app in apps:
        app.extensions[KEY].close()


def take_in_all():
    return [store.import_games(raw(name))[0] for name in NAMES]


def tallies():
    """By name, of the sittings that were taken in."""
    return {
        name: as_json(sitting.ruleset.tally(store.read(sitting).sheet))
        for name in NAMES
        for sitting in (store.find_named(json.loads(raw(name))["sitting"]["uid"]),)
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_evening_comes_to_what_it_came_to(change, name):
    change()
    file = game_file.parse(raw(name))
    assert as_json(game_file.tally(file)) == tally_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_by_the_new_rules_the_same_moves_would_make_no_sense(change, name):
    change()
    document = json.loads(raw(name))
    plain = {key: value for key, value in document.items() if key not in ("sitting", "log")}
    with pytest.raises((RuleBroken, NotAGameFile)):
        game_file.tally(game_file.read({**plain, "rules": NOW[document["game"]] + 1}))


def test_sittings_that_were_there_fold_and_leave_as_before(change, open_house):
    with open_house().app_context():
        take_in_all()
        before = list(store.export_all())
    change()
    with open_house().app_context():
        assert tallies() == {name: tally_of(name) for name in NAMES}
        assert list(store.export_all()) == before
    with open_house("elsewhere").app_context():
        store.import_games(json.dumps(before).encode())
        assert tallies() == {name: tally_of(name) for name in NAMES}
        assert list(store.export_all()) == before


def entered(sitting, log, *wanted):
    tap = store.Tap(f"tap-{log.length}", log.length, None)
    return store.note(sitting, tap, store.Wanted(*wanted)).log


def test_an_evening_goes_on_by_the_rules_that_it_began_with(change, open_house):
    with open_house().app_context():
        take_in_all()
    change()
    with open_house().app_context():
        for name in NAMES:
            sitting = store.find_named(json.loads(raw(name))["sitting"]["uid"])
            log = store.read(sitting)
            assert len(log.effective) > ENOUGH
            shorter = entered(sitting, log, "strike", log.last.number)
            again = entered(sitting, shorter, "move", None, log.last.move)
            assert as_json(sitting.ruleset.tally(again.sheet)) == tally_of(name)
            taken_back = entered(sitting, again, "strike", again.length)
            restored = entered(sitting, taken_back, "restore", log.last.number)
            assert as_json(sitting.ruleset.tally(restored.sheet)) == tally_of(name)


@pytest.mark.parametrize("slug", GAMES)
def test_a_new_sitting_is_by_the_new_rules_here_and_elsewhere(change, open_house, slug):
    change()
    game = GAMES[slug]
    with open_house().app_context():
        sitting = store.open_sitting(game, game.table(("Ana", "Tom")))
        assert (sitting.rules, sitting.ruleset) == (NOW[slug] + 1, game)
        store.note(sitting, store.Tap("end", 0, None), store.Wanted("move", move=End()))
        document = store.export(sitting)
    assert (document["rules"], document["options"]) == (game.version, {})
    with open_house("elsewhere").app_context():
        (there,) = store.import_games(json.dumps(document).encode())
        assert (there.rules, there.options, there.table) == (game.version, sitting.options, sitting.table)
        assert there.ruleset.tally(store.read(there).sheet)["changed"]


def test_old_and_new_are_side_by_side_at_home(change, open_house):
    with open_house().app_context():
        old = {sitting.game: sitting for sitting in take_in_all()}
    change()
    app = open_house()
    with app.app_context():
        new = [store.open_sitting(game, game.table(("Ana", "Tom"))) for game in GAMES.values()]
    phone = app.test_client()
    addresses = [f"/s/{sitting.score_link}/" for sitting in (*old.values(), *new)]
    assert [phone.get(address, buffered=True).status_code for address in addresses] == [200] * 6
    assert [f'"{address}"' in phone.get("/").text for address in addresses] == [True] * 6


def test_a_sitting_by_rules_that_are_not_known_here_is_missing_at_home_and_nothing_else_is(change, open_house):
    game = GAMES["pasta"]
    with open_house().app_context():
        old = store.open_sitting(game, game.table(("Ana", "Tom")))
    app = open_house()
    with pytest.MonkeyPatch.context() as newer, app.app_context():
        newer.setitem(rules.GAMES, "pasta", changed(game))
        new = store.open_sitting(GAMES["pasta"], GAMES["pasta"].table(("Ana", "Tom")))
        for sitting in (old, new):
            app.test_client().get(f"/s/{sitting.score_link}/", buffered=True)
    phone, found = app.test_client(), f"/s/{new.score_link}/"
    phone.get(f"/s/{old.score_link}/", buffered=True)
    assert phone.get(found).status_code == 503
    with app.app_context(), pytest.raises(store.StoreTrouble, match=f"of Pasta .* version {NOW['pasta'] + 1}$"):
        store.read(store.find(new.score_link)[0])
    home = phone.get("/")
    assert (home.status_code, old.score_link in home.text, new.score_link in home.text) == (200, True, False)


def test_the_same_players_again_play_by_the_new_rules_with_what_they_chose(change):
    old = GAMES["pasta"]
    table = old.table(("Ana", "Tom"), {"al_dente": 0, "track": "hands", "deck": 60}, first=1)
    assert anew(old, table) == (old, table._replace(first=0))
    change()
    newest, again = anew(old, table)
    assert newest is GAMES["pasta"]
    assert again == newest.table(("Ana", "Tom"), {"al_dente": 0, "track": "hands", "deck": 60})
    assert again.options["tiebreak"] != table.options["tiebreak"]


def test_what_can_not_be_chosen_any_more_is_by_default(monkeypatch):
    old = GAMES["pasta"]
    table = old.table(("Ana", "Tom"), {"al_dente": 0, "tiebreak": "cards"})
    kept = [option for option in old.options if option.key not in ("al_dente", "tiebreak")]
    token = next(option for option in old.options if option.key == "al_dente")
    newest = replace(old, options=(*kept, replace(token, choices=token.choices[:2])), version=9, earlier=(old,))
    monkeypatch.setitem(rules.GAMES, "pasta", newest)
    assert anew(old, table) == (newest, newest.table(("Ana", "Tom"), first=1))


def test_every_version_of_a_game_is_found_by_its_number(change):
    old = dict(GAMES)
    change()
    for slug, game in old.items():
        assert ruleset(slug, game.version) is game
        assert ruleset(slug, game.version + 1) is GAMES[slug]
        assert ruleset(slug, game.version + 2) is None
