"""Taps and corrections in any order, by phones that see different pasts, against a plain list."""

import itertools
from types import SimpleNamespace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from companion import store
from companion.record.files.game_file import read_move
from companion.rules.core import RuleBroken, fold
from companion.store.database.engine import KEY

GOODS = [{"move": "draw", "player": seat, "card": "goods"} for seat in (0, 1)]
OTHERS = [
    {"move": "draw", "player": 0, "card": "fiasko"},
    {"move": "draw", "player": 1, "card": "catastrophe"},
    {"move": "score", "player": 0, "product": "milk", "points": 88},
    {"move": "score", "player": 0, "product": "milk", "points": 60},
    {"move": "score", "player": 1, "product": "corn", "points": 40},
    {"move": "score", "player": 5, "product": "corn", "points": 40},
    {"move": "end"},
]
MOVES = st.sampled_from(GOODS + OTHERS)
PHONES = st.sampled_from(["ana", "tom", None])
CORRECTIONS = ["strike", "strike", "restore", "replace", "insert", "insert", "undo", "redo"]
NOTING, BRINGING = ("move", "insert"), ("replace", "insert")
SAID = ("kind", "target", "move", "seat", "name")
BEHIND = st.sampled_from([0, 0, 0, 1, 2, 5, -1])


class PlainList:
    """What the store promises, in the simplest words: every entry, and for each what it makes of the earlier ones."""

    def __init__(self, game, table):
        self.game, self.table, self.entries = game, table, []

    def undone(self, entries):
        undone = set()
        for entry in entries:
            if entry.kind == "undo":
                undone.add(entry.target)
            elif entry.kind == "redo":
                undone.discard(entry.target)
        return undone

    def moves(self, entries):
        """By number, as they go at the table: the move as it stands, None where it was struck."""
        moves, struck, order, undone = {}, set(), [], self.undone(entries)
        for number, entry in enumerate(entries, 1):
            if entry.kind in NOTING:
                moves[number] = entry.move
                order.insert(order.index(entry.target) if entry.kind == "insert" else len(order), number)
            elif entry.kind in ("undo", "redo") and entry.target in moves:
                (struck.add if entry.kind == "undo" else struck.discard)(entry.target)
            elif number not in undone and entry.kind == "replace":
                moves[entry.target] = entry.move
            elif number not in undone and entry.kind in ("strike", "restore"):
                (struck.add if entry.kind == "strike" else struck.discard)(entry.target)
        return {number: None if number in struck else moves[number] for number in order}

    def names(self, entries):
        names, undone = list(self.table.players), self.undone(entries)
        for number, entry in enumerate(entries, 1):
            if entry.kind == "rename" and number not in undone:
                names[entry.seat] = entry.name
        return tuple(names)

    def folds(self, entries):
        standing = [move for move in self.moves(entries).values() if move is not None]
        try:
            return fold(self.game, self.table._replace(players=self.names(entries)), standing)
        except RuleBroken:
            return None

    def may_be_redone(self, target):
        """Nothing but what takes back has come since, and of that it is the newest."""
        way_back = []
        for entry in self.entries:
            if entry.kind == "undo":
                way_back.append(entry.target)
            elif entry.kind == "redo":
                way_back.pop()
            else:
                way_back = []
        return way_back[-1:] == [target]

    def makes_sense(self, entry, moves):
        """As far as that can be told without the rules of the game."""
        if entry.kind == "redo":
            return self.may_be_redone(entry.target)
        if entry.kind == "undo":
            known = 1 <= entry.target <= len(self.entries) and self.entries[entry.target - 1].kind
            stands = entry.target not in self.undone(self.entries) and moves.get(entry.target, "done") is not None
            return known and known not in ("undo", "redo") and stands
        if entry.kind == "rename":
            names = self.names(self.entries)
            return entry.name not in names
        if entry.kind == "insert":
            return entry.target in moves
        return entry.target in moves and (moves[entry.target] is None) == (entry.kind == "restore")

    def expect(self, entry, after, twice=False):
        """What becomes of it: "known" if it is there already, or the exception, or None if it counts."""
        for known in self.entries:
            if known.tap == entry.tap:
                same = all(getattr(known, name) == getattr(entry, name) for name in SAID)
                return "known" if same else store.Conflicting
        if after < 0:
            return store.Stale
        moves = self.moves(self.entries)
        if entry.kind != "move" and not self.makes_sense(entry, moves):
            return RuleBroken
        if entry.move is not None and getattr(entry.move, "player", 0) > 1:
            return RuleBroken
        if self.folds([*self.entries, entry]) is None:
            return (RuleBroken, store.Conflicting)  # if the game was over before entries that came later, it is asked
        if len(set(self.names([*self.entries, entry]))) < len(self.table.players):
            return RuleBroken
        if after > len(self.entries):
            return store.Conflicting
        return None if twice or not self._doubtful(entry, after, moves) else store.Conflicting

    def _doubtful(self, entry, after, moves):
        """None of these moves is filled in from what others change: only the same, the turn, and corrections."""
        unseen = {
            number
            for number, known in enumerate(self.entries, 1)
            if number > after and (entry.phone is None or known.phone != entry.phone)
        }
        if entry.kind == "rename":
            return any(self.entries[number - 1].seat == entry.seat for number in unseen)
        if entry.kind == "insert":
            same = (number for number in unseen if self.entries[number - 1].target == entry.target)
            return any(moves.get(number) == entry.move for number in same)
        if entry.kind != "move":
            target = self.entries[entry.target - 1]
            about = (
                {entry.target} if target.kind in NOTING or target.kind == "rename" else {entry.target, target.target}
            )
            return any(about & {number, self.entries[number - 1].target} for number in unseen)
        same = any(moves.get(number) == entry.move for number in unseen)
        before, now = self._seen(after, unseen).turn, self.folds(self.entries).turn
        return same or (before is not None and before == getattr(entry.move, "player", None) != now)

    def _seen(self, after, unseen):
        nothing = SimpleNamespace(kind="nothing", target=None, seat=None)
        seen = [nothing if number in unseen else entry for number, entry in enumerate(self.entries, 1)]
        for at, entry in enumerate(seen):
            if entry.kind == "insert" and entry.target in unseen:
                seen[at] = SimpleNamespace(**{**vars(entry), "kind": "move", "target": None})
        alone = not any(entry.target in unseen for entry in seen) and self.folds(seen)
        return alone or self.folds(self.entries[:after])


class Phones(RuleBasedStateMachine):
    processes = None  # two applications on the same database
    open_table = None

    def __init__(self):
        super().__init__()
        self.names = itertools.count()
        self.process = self.processes[0]
        with self.process.app_context():
            self.sitting = self.open_table().sitting
        self.plain = PlainList(self.sitting.ruleset, self.sitting.table)

    def send(self, kind, target, move, phone, behind, tap=None, twice=False, seat=None, name=None):
        move = move and read_move(self.sitting.ruleset, self.sitting.table, move)
        tap = store.Tap(tap or f"tap-{next(self.names)}", len(self.plain.entries) - behind, phone, twice)
        entry = SimpleNamespace(kind=kind, target=target, move=move, seat=seat, name=name, phone=phone, tap=tap.id)
        wanted = store.Wanted(kind, target, move, seat, name)
        expected = self.plain.expect(entry, tap.after, twice)
        with self.process.app_context():
            if expected not in (None, "known"):
                with pytest.raises(expected):
                    store.note(self.sitting, tap, wanted)
            else:
                self.log, _, anew = store.note(self.sitting, tap, wanted)
                assert anew == (expected is None)
        if expected is None:
            self.plain.entries.append(entry)

    @rule(move=st.sampled_from(GOODS), phone=PHONES)
    def draw(self, move, phone):
        self.send("move", None, move, phone, 0)

    @rule(move=MOVES, phone=PHONES, behind=BEHIND, twice=st.booleans())
    def note(self, move, phone, behind, twice):
        self.send("move", None, move, phone, behind, twice=twice)

    @precondition(lambda self: self.plain.entries)
    @rule(data=st.data(), move=MOVES, kind=st.sampled_from(CORRECTIONS), behind=BEHIND)
    def correct(self, data, move, kind, behind):
        target = data.draw(st.integers(0, len(self.plain.entries) + 1))
        self.send(kind, target, move if kind in BRINGING else None, "ana", behind)

    @rule(phone=PHONES, behind=BEHIND)
    def undo(self, phone, behind):
        self.take_back("undo", phone, behind)

    @rule(phone=PHONES, behind=BEHIND)
    def redo(self, phone, behind):
        self.take_back("redo", phone, behind)

    def take_back(self, kind, phone, behind):
        """What the key says."""
        with self.process.app_context():
            log = store.read(self.sitting)
        target = log.to_undo if kind == "undo" else log.to_redo
        if target is not None:
            self.send(kind, target.number, None, phone, behind)

    @rule(seat=st.integers(0, 1), name=st.sampled_from(["Ana", "Tom", "Bo"]), phone=PHONES, behind=BEHIND)
    def rename(self, seat, name, phone, behind):
        self.send("rename", None, None, phone, behind, seat=seat, name=name)

    @precondition(lambda self: self.plain.entries)
    @rule(data=st.data(), move=MOVES, behind=BEHIND)
    def send_again(self, data, move, behind):
        known = data.draw(st.sampled_from(self.plain.entries))
        moved, about = move if known.move else None, {"seat": known.seat, "name": known.name}
        self.send(known.kind, known.target, moved, known.phone, behind, tap=known.tap, **about)

    @rule()
    def ask_another_process(self):
        self.process = next(app for app in self.processes if app is not self.process)

    @rule()
    def start_again(self):
        self.process.extensions[KEY].logs.clear()

    @invariant()
    def the_log_is_the_list(self):
        with self.process.app_context():
            log = store.read(self.sitting)
            called = store.names_now([self.sitting])
        moves = self.plain.moves(self.plain.entries)
        assert [(line.kind, line.target, line.tap, line.phone) for line in log.entries] == [
            (entry.kind, entry.target, entry.tap, entry.phone) for entry in self.plain.entries
        ]
        assert {line.number: None if line.struck else line.move for line in log.entries if line.notes} == moves
        standing = [number for number, move in moves.items() if move is not None]
        assert [line.number for line in log.effective] == standing
        assert log.sheet == self.plain.folds(self.plain.entries)
        assert called == [log.sheet.table.players]
        table, game = log.sheet.table, self.plain.game
        assert [step.before for step in log.steps] == [
            fold(game, table, [moves[number] for number in standing[:before]]) for before in range(len(standing))
        ]


def run(address, opened, open_table, examples):
    class Bound(Phones):
        pass

    Bound.processes = [opened(address), opened(address)]
    Bound.open_table = staticmethod(open_table)
    run_state_machine_as_test(Bound, settings=settings(max_examples=examples, stateful_step_count=25))


@pytest.mark.long
@pytest.mark.slow
def test_any_order_of_taps_gives_what_a_plain_list_gives(address, opened, open_table):
    run(address, opened, open_table, 120)
