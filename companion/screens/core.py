"""What the shell asks of every game's screen. Pure: a screen decides what is shown, and a template prints it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from companion.record.entries import Entry
from companion.record.history import Log, Step
from companion.rules.core import Sheet, Table
from companion.rules.moves import Move
from companion.rules.text import Text, say
from companion.rules.what_if import Otherwise
from companion.screens.minute import Part
from companion.screens.names import NameRoom
from companion.screens.paper import Paper

S = TypeVar("S", bound=Sheet)


class Asked(NamedTuple):
    """A move that is being told, or corrected, as far as it has been told."""

    given: Mapping[str, Any]  # what could be read, by field; None where somebody said that it is nobody
    left_out: frozenset[str]  # of two ways to tell the move, the fields of the one not chosen
    refused: frozenset[str]  # the fields that have a sentence beside them
    entry: Entry | None  # the one that is being corrected
    sent: bool  # it came back from a try to note it
    recall: Callable[[], Mapping[str, Any]]  # what earlier tables of this game taught
    in_words: Callable[[Text], str]  # in the language of whoever looks
    sheet_before: Callable[[], Any] = lambda: None  # that the move meets: where one is corrected, as it was then
    kind: str = ""  # of the move

    def seat(self, sheet: Sheet) -> int | None:
        """Whose move it is, as far as that was told."""
        seat = self.given.get("player")
        return seat if seat in range(len(sheet.table.players)) else None

    def heading(self, log: Log, words: Callable[[Table, Move], Text], otherwise: Text) -> Text:
        """Which move a slip corrects, else what it asks."""
        if self.entry is None or self.entry.move is None:
            return otherwise
        return say("Correct: %(move)s", move=words(log.sheet.table, self.entry.move))


class SeatKey(NamedTuple):
    """A player to choose."""

    seat: int
    chosen: bool


class Outcome(NamedTuple):
    """What a half-told move would do: the sheet as it is then, or why it can't be done; or neither yet."""

    move: Move | None
    sheet: Any
    refusal: Text | str | None


class Up(NamedTuple):
    """What is up at a table, for whoever watches: a title, the seat that it is about, and what hangs on it."""

    title: Text
    seat: int | None
    more: tuple[Text, ...]


class Came(NamedTuple):
    """What came of a move: the seat that it is about, what it changed, and where on the sheet that stands."""

    seat: int | None = None
    text: Text | None = None
    place: tuple[int, object] | None = None  # a seat, and what of it


class Tale(NamedTuple):
    """A move as the log tells it: in a sentence that names whose it was, what came of it, and the points it brought."""

    said: Text
    more: Text | None = None
    points: int | None = None
    bad: bool = False
    folds: Text | None = None  # what several in a row have in common: they are one line


class Words(NamedTuple):
    """A game's sentences, for whoever looks at its table, at the log, or at home."""

    move: Callable[[Table, Move], Text]  # in a line
    notice: Callable[[Any, Any, int | None], Text | None]  # of sheet and figures, for whoever scores
    line: Callable[[Any, Any], Text | None]  # of sheet and figures, at home
    verdict: Callable[[Any, Any], Text | None]  # of sheet and figures, at the end
    because: Callable[[Any, Any], tuple[Text, ...]]
    up: Callable[[Log, Any], Up]  # of log and figures, for whoever watches
    came: Callable[[Step], Came]  # of a move
    cost: Callable[[Step], Text | None] = lambda step: None  # what the move took from whom, for whoever tapped it
    tale: Callable[[Step], Tale | None] = lambda step: None  # else its line, and what came of it


class Burst(NamedTuple):
    """The loudest moment of a game, for two seconds over shelf and counter: what is drawn, shouted and said, and how
    many cards it took out of whose hand."""

    drawing: str
    shout: Text
    said: Text
    lost: Mapping[int, int]


class Record(NamedTuple):
    """What is kept of a seat under `key`: the highest of all evenings is a record."""

    key: str
    title: Text
    text: Callable[[Mapping[str, Any]], Text]  # of whatever is kept of that seat
    drawing: Callable[[Mapping[str, Any]], str]


class Worth(NamedTuple):
    """What luck was worth, as it is kept of a seat under `key`: of several evenings, added up."""

    key: str
    title: Text
    text: Text


class Fortune(NamedTuple):
    """Luck that is kept of a seat under `key`: what came of several evenings is held against what was expected."""

    key: str
    title: Text
    text: Text
    fewer: Text  # what the left end of the picture is
    came: Text
    worth: Worth | None = None


class Past(NamedTuple):
    """A game among past evenings. One that says nothing is won, lost and listed there all the same."""

    ink: str = "kraft"  # of its cups and flags
    signed: bool = False  # they bear a sign of its own: _sign.html
    records: tuple[Record, ...] = ()
    level: Mapping[str, Text] = {}  # won in spite of equal totals: by what is kept as “level”
    luck: Fortune | None = None


class Gist(NamedTuple):
    """What is worth telling of a game that is over, to whoever wasn't there: each in sentences."""

    decided: tuple[Text, ...]
    aside: tuple[Text, ...]  # luck, or what another ruling would have changed
    beside: tuple[Text | int | None, ...] = ()  # each total, the first one's before the others


Slip = Callable[[Log, Asked], Any]  # what a slip that notes a move shows
FromLog = Callable[[Log], Any]  # what the steps of its log yield, of a game that is over


class Lane(NamedTuple):
    """A player's, below the totals: at which moves there was a sign of what, and from which to which a bar."""

    seat: int
    said: Text | str
    signs: tuple[tuple[int, str], ...] = ()
    bars: tuple[tuple[int, int], ...] = ()


class ChancesToWin(NamedTuple):
    """Everybody's, before the first move and after each. `marked`: the moves that turned the game."""

    each: tuple[tuple[float, ...], ...]
    marked: tuple[int, ...]
    described: Text


class Beneath(NamedTuple):
    """What a game has to say about its course on paper: a goal, lanes, how to read them; its chances, and its luck."""

    room: int = 166  # how high it may be beside the rest of that page: its width is 704
    goal: int | None = None
    lanes: tuple[Lane, ...] = ()
    chances: ChancesToWin | None = None
    reads: Text | None = None
    said: tuple[Text, ...] = ()


class Cloth(NamedTuple):
    """On which a game stands, where no style sheet says so: in a picture that is posted."""

    colour: str = "#1d2433"
    ink: str = "#fffdf6"


class KeysAndSlips(NamedTuple):
    """How moves are noted."""

    pad: Callable[[Any, int | None], Any] = lambda sheet, seat: None  # the keys for whoever is chosen
    rounds: Mapping[str, Callable[[Any, int | None], Any]] = {}  # other keys in their place
    slips: Mapping[str, Slip] = {}  # by the kind of move that they note
    preview: Callable[[Log, Asked, Outcome], Any] = lambda log, asked, outcome: outcome
    why: Callable[[Any, Any], Any] = lambda sheet, answer: answer  # what the slip of an answer shows


class Blows(NamedTuple):
    """What hits somebody: to be felt, to be seen, and out of which hands, where they are counted."""

    heavy: Callable[[Move], bool] = lambda move: False
    burst: Callable[[Step], Burst | None] = lambda step: None
    hands: Callable[[Any], tuple[int, ...]] = lambda sheet: ()


class Afterwards(NamedTuple):
    """What is told of a game that is over."""

    tally: Callable[[Any], Any] = lambda sheet: None  # its steps, as it is read out
    course: FromLog = lambda log: None  # how it went, as a picture has it
    luck: FromLog = lambda log: None  # None too where nothing can be said of it
    turns: FromLog = lambda log: None  # what turned it, where a game can say that
    # Also of the first ruling under which somebody else alone would have won
    gist: Callable[[Log, Otherwise | None], Gist] = lambda log, other: Gist((), ())


class Printing(NamedTuple):
    paper: Callable[[Log], Paper]  # as it stands
    blank: Callable[[Mapping[str, Any], int | None], Paper]  # the same to write on, of options and seats
    beneath: Callable[[Log, Any], Beneath] = lambda log, ending: Beneath()  # the totals


@dataclass(frozen=True)
class Screen(Generic[S]):
    """A game as a phone shows it: one of these at the end of its package, one line for it in SCREENS."""

    figures: Callable[[S], Any]  # the sheet, reckoned out; `leaders` are the seats that are ahead, if anybody is
    words: Words
    minute: Callable[[Mapping[str, Any], int | None], tuple[Part, ...]]  # the rules, of options and seats
    printing: Printing
    keys: KeysAndSlips = field(default_factory=KeysAndSlips)
    blows: Blows = field(default_factory=Blows)
    afterwards: Afterwards = field(default_factory=Afterwards)
    past: Past = field(default_factory=Past)
    cloth: Cloth = field(default_factory=Cloth)
    heads: Callable[[int], NameRoom] = lambda seats: NameRoom(3.1, 4.4)  # room for a name on the sheet, of so many
    drawing: Callable[[Move], str | None] = lambda move: None  # of what a move is about
    watched: Callable[[S], Any] = lambda sheet: None  # more of the players, for those who watch
    begins: Text | None = None  # who does by the rulebook
    stops: tuple[Text, ...] = ()  # what counts, and what doesn't, where a table stops before the end
