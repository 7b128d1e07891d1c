"""A tap of a script: what its body says, and what is asked back where it is in conflict with what others noted.

A body is strict JSON, each value of exactly its type. What it means, the rules and the log say.
"""

from __future__ import annotations

import re
import uuid
from typing import Any, NamedTuple

from flask import Response, abort, g, request, url_for

from companion import rules, store
from companion.record import conflicts
from companion.record.entries import SCRIPT
from companion.record.files.game_file import read_move, table_of
from companion.record.files.log_file import ABOUT, STRIKING_ALONG
from companion.record.files.strict_json import NotAGameFile, check_keys, load_json, of_type
from companion.rules.core import RuleBroken, Ruleset, Table
from companion.rules.options import BadOption, read_names
from companion.rules.text import brief, say
from companion.screens.questions import Question, question_about
from companion.store import Tap, Wanted
from companion.web.api.schemas import SECRET
from companion.web.errors import ASKED, problem
from companion.web.languages import translate
from companion.web.preferences import read_owner

NEEDED = {"tap", "after"}
OF_TAPS = {*NEEDED, "twice", "by"}
OF_SITTINGS = {"game", "rules", "options", "players", "first", "tap"}
OURS = uuid.UUID("52a1c4de-3f1f-4f0b-8a55-0c9f4f8f7d20")  # names scripts, and the sittings that they open
KINDS = {
    conflicts.SameAgain: "same-again",
    conflicts.TurnMoved: "turn-moved",
    conflicts.Corrected: "corrected",
    conflicts.Changed: "changed",
    conflicts.Arrived: "arrived",
    conflicts.Renamed: "renamed",
    conflicts.EndsHere: "ends-here",
    conflicts.EndedMeanwhile: "ended-meanwhile",
    conflicts.OlderBackup: "older-backup",
}


class Body(NamedTuple):
    """What a tap said: `about` is what is not of the tap itself."""

    tap: Tap
    by: str | None  # what the script calls itself
    about: dict[str, Any]


class Opening(NamedTuple):
    """A sitting to be opened; asked for twice by the same `uid`, it is opened once."""

    game: Ruleset[Any]
    table: Table
    uid: str | None


def read_json() -> dict[str, Any]:
    if request.mimetype != "application/json":
        abort(415)
    try:
        given: dict[str, Any] = of_type(load_json(request.get_data()), dict, "it")
    except NotAGameFile as error:
        raise NotAGameFile(f"the body: {error}") from None
    return given


def read_body() -> Body:
    """Scripts of one name are one; each tap of one that has none is of somebody else."""
    given = read_json()
    check_keys(given, NEEDED, set(given), "the body")
    by = None
    if "by" in given:
        name: str = of_type(given["by"], str, "“by”")
        read_names((name,))  # nobody is called nothing
        by = read_owner(name)
    twice = of_type(given.get("twice", False), bool, "“twice”", "true or false")
    id: str = of_type(given["tap"], str, "“tap”")
    if not store.ID.fullmatch(id):
        raise NotAGameFile("“tap” is 1 to 64 letters, digits or signs out of . _ : -")
    phone = f"{SCRIPT}{uuid.uuid5(OURS, by) if by else uuid.uuid4()}"
    tap = Tap(id, of_type(given["after"], int, "“after”"), phone, twice)
    return Body(tap, by, {key: value for key, value in given.items() if key not in OF_TAPS})


def read_wanted(
    body: Body, sitting: store.Sitting, kind: str, target: int | None = None, seat: int | None = None
) -> Wanted:
    """What an entry of this kind is made of, and nothing else."""
    about, strikes, move, name = dict(body.about), (), None, None
    if kind in STRIKING_ALONG:
        given = of_type(about.pop("strikes", []), list, "“strikes”")
        strikes = tuple(of_type(number, int, "a number of “strikes”") for number in given)
    if "move" in ABOUT[kind]:
        slug = about.get("move")
        if isinstance(slug, str) and sitting.ruleset.move_type(slug) is None:  # other games may have it
            said = say("%(game)s has no move “%(move)s”", game=sitting.ruleset.name, move=brief(slug))
            raise RuleBroken(said, "move")
        move = read_move(sitting.ruleset, sitting.table, about)
    elif "name" in ABOUT[kind]:
        check_keys(about, {"name"}, {"name"}, "the body")
        name = of_type(about["name"], str, "“name”")
    else:
        check_keys(about, set(), set(), "the body")
    return Wanted(kind, target, move, seat, name, strikes)


def read_opening() -> Opening:
    """By the newest rules, unless it says which."""
    given = read_json()
    check_keys(given, {"game", "players"}, OF_SITTINGS, "the body")
    slug = of_type(given["game"], str, "“game”")
    newest = rules.GAMES.get(slug)
    if newest is None:
        raise BadOption(say("There is no game “%(game)s” here", game=brief(slug)), "game")
    version = of_type(given.get("rules", newest.version), int, "“rules”")
    game = rules.ruleset(slug, version)
    if game is None:
        raise BadOption(
            say("%(game)s has no rules of version %(version)s here", game=newest.name, version=brief(version)), "rules"
        )
    table = table_of(game, given["players"], given.get("options", {}), given.get("first", 0))
    if "tap" not in given:
        return Opening(game, table, None)
    tap: str = of_type(given["tap"], str, "“tap”")
    if not re.fullmatch(SECRET, tap):
        raise NotAGameFile("“tap” must be a UUID here, made at random: whoever sends it again gets the links")
    # Not the tap itself: every export says its sitting's uid, and whoever knows it is not thereby let in
    return Opening(game, table, str(uuid.uuid5(OURS, tap.lower())))


# A tap in conflict with what others noted: what is asked, and for each answer what to send, and where to


def ask(conflicting: store.Conflicting) -> Response:
    """Of the log as it was when the conflict arose: whatever comes after it has not been asked about."""
    body: Body = g.body
    g.opened.log = conflicting.log
    conflict = conflicting.conflict
    whose = g.opened.whose_phone(conflict.entry, body.tap.phone)
    again = {**body.about, "tap": body.tap.id, "after": conflicting.log.length, **({"by": body.by} if body.by else {})}
    question = question_about(conflict, conflicting.wanted.kind, conflicting.log, g.opened.screen.words, whose)
    return problem(
        ASKED,
        question.sentence,
        about=KINDS[type(conflict)],
        **({"entry": conflict.entry.number} if conflict.entry else {}),
        after=conflicting.log.length,
        answers=_answers(conflicting, question, again),
        drop=translate(question.no),
    )


def _answers(conflicting: store.Conflicting, question: Question, again: dict[str, Any]) -> list[dict[str, Any]]:
    here = url_for(str(request.endpoint), link=g.opened.link, **(request.view_args or {}))
    if isinstance(conflicting.conflict, conflicts.TurnMoved):
        seats = enumerate(conflicting.log.sheet.table.players)
        return [{"label": name, "href": here, "body": {**again, "player": seat}} for seat, name in seats]
    yes = conflicts.yes_to(conflicting.conflict, conflicting.wanted.strikes)
    if yes.kind:
        here = url_for(f".{yes.kind}", link=g.opened.link, number=yes.number)
    if yes.strikes is not None:
        again["strikes"] = [*yes.strikes]
    if yes.new_tap:
        again["tap"] = str(uuid.uuid4())
    assert question.yes is not None, "only whose it was has no yes"
    return [{"label": translate(question.yes), "href": here, "body": again}]
