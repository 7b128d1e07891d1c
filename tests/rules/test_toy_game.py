"""The rules of a fourth game are one module and one line: these live in a test, and are played by the real command."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from companion import rules
from companion.record.files import game_file
from companion.record.files.game_file import write_move
from companion.rules import GAMES
from companion.rules.core import Result, RuleBroken, Ruleset, Table, fold, ranks
from companion.rules.moves import UNSAID, End, Label, Move, Seat, Unsaid, Within
from companion.rules.options import Choice, Number
from companion.rules.text import say

# High or Low: everybody rolls dice; the most points after some rounds win, or the fewest.


@dataclass(frozen=True, slots=True)
class Roll(Move):
    kind = "roll"
    title = say("A roll")
    labels = {
        "dice": Label(say("Dice"), say("face of a die")),
        "luck": Label(say("Luck"), choices={"plain": say("Plain"), "double": say("Double")}),
    }
    player: Seat
    dice: tuple[Annotated[int, Within(1, 6)], ...]
    luck: Literal["plain", "double"] = "plain"
    against: Seat | Unsaid | None = UNSAID

    def misfit(self, options):
        return "“against” goes with “luck”" if self.against is not UNSAID and self.luck == "plain" else None


class Sheet(NamedTuple):
    table: Table
    points: tuple[int, ...]
    turn: int | None = 0
    over: bool = False
    played: int = 0


def start(table):
    return Sheet(table, (0,) * len(table.players))


def play(sheet, move):
    seats = len(sheet.points)
    if isinstance(move, End):
        return sheet._replace(over=True, turn=None, played=sheet.played + 1)
    if move.player != sheet.turn:
        raise RuleBroken(say("It is the turn of %(name)s", name=sheet.table.players[sheet.turn]))
    rolled = sum(move.dice) * (2 if move.luck == "double" else 1)
    points = tuple(old + rolled * (seat == move.player) for seat, old in enumerate(sheet.points))
    over = sheet.played + 1 == sheet.table.options["rounds"] * seats
    turn = None if over else (move.player + 1) % seats
    return Sheet(sheet.table, points, turn, over, sheet.played + 1)


def tally(sheet) -> dict[str, Any]:
    names, sign = sheet.table.players, 1 if sheet.table.options["wins"] == "high" else -1
    rank = ranks([sign * points for points in sheet.points])
    players = [{"name": n, "points": p, "rank": r} for n, p, r in zip(names, sheet.points, rank, strict=True)]
    winners = [player["name"] for player in players if sheet.over and player["rank"] == 1]
    return {"game": "high-or-low", "over": sheet.over, "players": players, "winners": winners}


def results(sheet):
    sign = 1 if sheet.table.options["wins"] == "high" else -1
    ranked = ranks([sign * points for points in sheet.points])
    return tuple(Result(points, rank) for points, rank in zip(sheet.points, ranked, strict=True))


TOY = Ruleset(
    slug="high-or-low",
    name=say("High or Low"),
    seats=Within(1, 3),
    moves=(Roll,),
    options=(
        Choice("wins", say("Who wins"), say("Tastes differ."), "high", (("high", say("High")), ("low", say("Low")))),
        Number("rounds", say("Rounds"), say("Evenings differ."), 2, low=1, high=9),
    ),
    start=start,
    play=play,
    tally=tally,
    results=results,
    answers=lambda sheet: {"points": sheet.points},
)


@pytest.fixture(autouse=True)
def fourth_game(monkeypatch):
    monkeypatch.setitem(rules.GAMES, TOY.slug, TOY)


def roll(player, *dice, **more):
    return {"move": "roll", "player": player, "dice": list(dice), **more}


def document(*moves, **options):
    written = {"game": TOY.slug, "options": options, "players": ["Ana", "Bo"], "moves": list(moves)}
    return {"format": "companion.game/1", **written}


def test_it_plays_to_its_end(tallied):
    status, out, err = tallied(document(roll(0, 6, 5), roll(1, 4), roll(0, 1), roll(1, 3, luck="double", against=None)))
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "game": "high-or-low",
        "over": True,
        "players": [{"name": "Ana", "points": 12, "rank": 1}, {"name": "Bo", "points": 10, "rank": 2}],
        "winners": ["Ana"],
    }


def test_it_has_options(tallied):
    _, out, _ = tallied(document(roll(0, 6), roll(1, 4), wins="low", rounds=1))
    assert json.loads(out)["winners"] == ["Bo"]


def test_it_can_be_stopped(tallied):
    _, out, _ = tallied(document(roll(0, 6), {"move": "end", "at": "2026-11-18T20:15Z"}))
    assert json.loads(out)["winners"] == ["Ana"]


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ([roll(1, 6)], "move 1 (roll): It is the turn of Ana"),
        ([roll(0, 6), roll(1, 7)], "move 2 (roll): The face of a die goes from 1 to 6, not 7"),
        ([roll(2, 6)], "move 1 (roll): There is no seat 2: this table has 0 to 1"),
        ([roll(0, 6, luck="bad")], "move 1 (roll): This game has no luck “bad”"),
        ([{"move": "end"}, roll(0, 6)], "move 2 (roll): The game is over: no more moves can be noted"),
    ],
)
def test_it_forbids(tallied, moves, line):
    assert tallied(document(*moves)) == (1, "", f"companion: -: {line}\n")


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"moves": [{"move": "draw"}]}, "entry 1 of “moves”: High or Low has no move “draw”"),
        ({"moves": [roll(0, 6, against=1)]}, "entry 1 of “moves”: “against” goes with “luck”"),
        ({"moves": [roll(0, 6, lost=1)]}, "entry 1 of “moves”: the move has an unknown key “lost”"),
        ({"options": {"rounds": 10}}, "“rounds” can’t be “10”"),
        ({"players": list("ABCD")}, "High or Low is for 1 to 3 players, not 4"),
    ],
)
def test_its_files_are_checked(tallied, changes, line):
    assert tallied({**document(), **changes}) == (2, "", f"companion: -: {line}\n")


def test_its_files_are_written_and_read():
    moves = (Roll(0, (6, 5)), Roll(1, (1,), "double", None), Roll(0, (2,), "double", 1), End())
    table = TOY.table(["Ana", "Bo"], {"rounds": 9})
    written = game_file.write(TOY, table, [write_move(move) for move in moves])
    read = game_file.parse(json.dumps(written).encode())
    assert (read.game, read.table, read.moves) == (TOY, table, moves)
    assert fold(TOY, table, moves).points == (15, 2)


def test_it_is_gone_after_the_test(monkeypatch):
    monkeypatch.delitem(rules.GAMES, TOY.slug)
    assert set(GAMES) == {"fiasko", "pasta", "states"}


def test_a_game_that_needs_less_says_less():
    """No conflicts and no memory: a table needs neither to play."""
    table = TOY.table(["Ana"])
    assert (TOY.incompatible(table.options), TOY.remembers(table, End())) == (None, {})


def test_every_game_has_its_tests_beside_this_one():
    folder = Path(__file__).parent
    forgotten = [slug for slug in set(GAMES) - {TOY.slug} if not (folder / f"test_{slug}.py").exists()]
    assert not forgotten
