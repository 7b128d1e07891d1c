"""What every game shares: the table, the sheet, refusals and the fold.

No single game's rule lives here. A game is a `Ruleset`: the moves it knows, the options it offers,
and three pure functions. The same moves always give the same sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, TypeVar

from companion.rules.moves import UNSAID, End, Move, Within, fields_of
from companion.rules.options import BadOption, Option, defaults
from companion.rules.text import Text, brief, say


class RuleBroken(Exception):
    """A move that the rules forbid. Carries a sentence that the table can act on."""

    def __init__(self, text: Text, field: str | None = None, moves: tuple[int, ...] = ()) -> None:
        super().__init__(str(text))
        self.text = text
        self.field = field  # of the move, where one is to blame
        self.moves = moves  # earlier ones that are in the way, the first being 1: the log knows their entries
        self.number: int | None = None  # which of the folded moves, the first being 1


class Incomplete(ValueError):
    """A game that lacks a piece, said in English to whoever writes it."""


class GameOver(RuleBroken):
    """It ended with the move before this one."""

    def __init__(self) -> None:
        super().__init__(say("The game is over: no more moves can be noted"))


class Table(NamedTuple):
    """Who sits there, in clockwise order; which options they agreed on (all of them, by key); who begins."""

    players: tuple[str, ...]
    options: Mapping[str, Any]
    first: int = 0


class Sheet(Protocol):
    """What a fold yields. Each game's own has more."""

    @property
    def table(self) -> Table: ...
    @property
    def played(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def turn(self) -> int | None: ...


class Basis(NamedTuple):
    """What a slip fills in of a move, or decides it from: where that changes meanwhile, a move may be out of date."""

    what: Text | str
    value: int | str | Text  # as it is on a sheet
    said: int | str | Text | None = None  # by the move, if it does


class Result(NamedTuple):
    """What a game comes to for a seat: its points, and its rank among them."""

    points: int
    rank: int


class Played(Protocol):
    """A move, with the sheet before and after it: a step of a log is one."""

    @property
    def before(self) -> Any: ...
    @property
    def move(self) -> Any: ...
    @property
    def after(self) -> Any: ...


class Ruling(NamedTuple):
    """One answer to one of the questions that a rulebook leaves open."""

    option: Option
    value: Any
    label: Text


Kept = Mapping[str, Any]
S = TypeVar("S", bound=Sheet)
R = TypeVar("R")
T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True)
class Ruleset(Generic[S]):
    """A game: one of these at the end of its module, one line for it in GAMES."""

    slug: str
    name: Text
    seats: Within
    moves: tuple[type[Move], ...]
    options: tuple[Option, ...]
    start: Callable[[Table], S]
    play: Callable[[S, Move], S]
    tally: Callable[[S], dict[str, Any]]
    results: Callable[[S], tuple[Result, ...]]  # one a seat, as it stands
    answers: Callable[[S], Mapping[str, object]]  # the arithmetic behind a number of the sheet, by what is asked about
    incompatible: Callable[[Mapping[str, Any]], BadOption | None] = lambda options: None  # what can’t be combined
    remembers: Callable[[Table, Move | None], dict[str, Any]] = lambda table, move: {}  # for tables to come
    basis: Callable[[S, Move], tuple[Basis, ...]] = lambda sheet, move: ()  # what it was filled in from
    whole: Callable[[S], bool] = lambda sheet: True  # played to its end: a game that was stopped sets no records
    # What past evenings keep of each seat, as JSON, beside its points and its rank
    kept: Callable[[S, Iterable[Played]], tuple[Kept, ...]] = lambda sheet, played: ({},) * len(sheet.table.players)
    rulings: Callable[[Table], tuple[Ruling, ...]] = lambda table: ()  # other answers than the options' choices
    refuses: Callable[[S, Move], None] = lambda sheet, move: None  # a move that is new, which a fold would take
    in_turns: bool = True  # where all play at once, nobody begins
    version: int = 1  # a rule or a default that changes gets a new one, and old sittings keep theirs
    earlier: tuple[Ruleset[Any], ...] = ()  # as it was in former versions

    def __post_init__(self) -> None:
        """Whatever a page will ask of these rules is there, or they are none."""
        kinds, keys = [move.kind for move in self.moves], [option.key for option in self.options]
        if not self.moves or len({*kinds, End.kind}) <= len(kinds):
            raise Incomplete(f"{self.slug} needs moves, each of a kind of its own, and “{End.kind}” is every game’s")
        if len({*keys}) < len(keys):
            raise Incomplete(f"{self.slug} has two options of one key: {', '.join(keys)}")
        for move in self.moves:
            for field in fields_of(move):
                label = move.labels.get(field.name)
                if not field.seat and label is None:
                    raise Incomplete(f"{self.slug} has no label for “{field.name}” of its move “{move.kind}”")
                if label and field.choices and not label.choices.keys() >= {*field.choices}:
                    raise Incomplete(f"{self.slug} has no words for a choice of “{field.name}” in “{move.kind}”")

    def table(self, players: Sequence[str], options: Mapping[str, Any] | None = None, first: int = 0) -> Table:
        return Table(tuple(players), {**defaults(self.options), **(options or {})}, first)

    def next_to_begin(self, table: Table) -> int:
        """In the table's next game: clockwise, so that each begins as often.

        No book speaks of a next game. Of the first one Fiasko's says that the left neighbour of whoever writes begins:
        the minute tells it, for nobody knows here who that is.
        """
        return (table.first + 1) % len(table.players) if self.in_turns else table.first

    def move_type(self, kind: str) -> type[Move] | None:
        kinds: tuple[type[Move], ...] = (*self.moves, End)
        return next((move for move in kinds if move.kind == kind), None)

    def winners(self, sheet: S) -> tuple[int, ...]:
        """The seats that won. Nobody has, before it is over."""
        return winners(sheet, [result.rank for result in self.results(sheet)])

    def tap(self, sheet: S, move: Move) -> S:
        """Play a move that is new: what only a new one is refused for is checked here, and never when it is folded."""
        check(move, sheet.table)
        after = step(self, sheet, move)
        self.refuses(sheet, move)
        return after


def step(game: Ruleset[S], sheet: S, move: Move) -> S:
    if sheet.over:
        raise GameOver
    return game.play(sheet, move)


def fold(game: Ruleset[S], table: Table, moves: Iterable[Move]) -> S:
    return fold_on(game, game.start(table), moves)


def fold_on(game: Ruleset[S], sheet: S, moves: Iterable[Move]) -> S:
    """Go on from a sheet: a fold never depends on how it is split."""
    for move in moves:
        try:
            sheet = step(game, sheet, move)
        except RuleBroken as broken:
            broken.number = sheet.played + 1
            raise
    return sheet


def check(move: Move, table: Table) -> None:
    """Refuse what this game doesn't know: a seat, card or number that doesn't exist."""
    for field in fields_of(type(move)):
        value = getattr(move, field.name)
        if value is None or value is UNSAID:
            continue
        label = move.labels.get(field.name)
        noun = (label and label.noun) or field.name
        for item in value if field.type is tuple else (value,):
            text = None
            if field.seat and not 0 <= item < len(table.players):
                last = len(table.players) - 1
                text = say("There is no seat %(seat)s: this table has 0 to %(last)s", seat=brief(item), last=last)
            elif field.choices and item not in field.choices:
                text = say("This game has no %(noun)s “%(value)s”", noun=noun, value=brief(item))
            elif field.within and not field.within.low <= item <= field.within.high:
                low, high = field.within
                text = say(
                    "The %(noun)s goes from %(low)s to %(high)s, not %(value)s",
                    noun=noun,
                    low=low,
                    high=high,
                    value=brief(item),
                )
            if text:
                raise RuleBroken(text, field.name)


def winners(sheet: Sheet, ranks: Iterable[int]) -> tuple[int, ...]:
    """Whose rank is the first, once it is over: equal ones share the victory."""
    return tuple(seat for seat, rank in enumerate(ranks) if sheet.over and rank == 1)


def once_a_sheet(reckon: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
    """A sheet or log never changes: what a page asks of it again and again is kept, until another is asked about.

    What else is needed to reckon it goes with the sheet, and is always the same for it.
    """
    last: tuple[T, R] | None = None

    @wraps(reckon)
    def reckoned(sheet: T, /, *rest: P.args, **named: P.kwargs) -> R:
        nonlocal last
        known = last  # another thread may ask about another sheet meanwhile
        if known is None or known[0] is not sheet:
            last = known = sheet, reckon(sheet, *rest, **named)
        return known[1]

    return reckoned


def set_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """What every seat has, one a seat, with another value for one of them."""
    return (*values[:seat], value, *values[seat + 1 :])


def ranks(keys: Sequence[Any]) -> tuple[int, ...]:
    """1, 2, 2, 4: equal means equal."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)
