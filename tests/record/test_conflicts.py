"""What a tap is asked about: only what others noted since its person last looked, and only where it touches the tap."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.record import aim, conflicts, history
from companion.record.conflicts import Arrived, Changed, Corrected, SameAgain, TurnMoved
from companion.record.files.game_file import read_move
from companion.record.history import Entry
from companion.rules import GAMES
from companion.rules.core import RuleBroken

ANA, TOM = "phone-of-ana", "phone-of-tom"
CAST = ("Ana", "Tom", "Bo")
EVENING = datetime(2026, 11, 18, tzinfo=UTC)


class Log:
    """A log that grows by what its phones note, as it is told."""

    def __init__(self, slug="fiasko", cast=CAST, **options):
        self.game = GAMES[slug]
        self.log = history.start(self.game, self.game.table(cast, options))

    def entry(self, phone, kind, target=None, **fields):
        corrects = kind in ("strike", "restore", "replace")
        told = fields if corrects else {"move": kind, **fields}
        move = read_move(self.game, self.log.sheet.table, told) if told else None
        number = self.log.length + 1
        first = None if corrects else move
        kind = kind if corrects else "move"
        return Entry(number, kind, target, move, first, f"tap-{number}", phone, EVENING)

    def note(self, phone, kind, target=None, **fields):
        self.log = history.with_entry(self.game, self.log, self.entry(phone, kind, target, **fields))
        return self.log.entries[-1]

    def conflict(self, phone, after, kind, target=None, **fields):
        return conflicts.conflict_with(self.game, self.log, self.entry(phone, kind, target, **fields), after)


@pytest.fixture
def fiasko():
    return Log()


GOODS = {"card": "goods"}


def test_nothing_noted_since_is_nothing_to_ask_about(fiasko):
    fiasko.note(ANA, "draw", player=0, **GOODS)
    assert fiasko.conflict(TOM, 1, "draw", player=0, **GOODS) is None


def test_the_very_same_from_another_phone_may_be_one_event(fiasko):
    noted = fiasko.note(ANA, "recount", pile=80)
    assert fiasko.conflict(TOM, 0, "recount", pile=80) == SameAgain(noted)
    assert fiasko.conflict(ANA, 0, "recount", pile=80) is None


def test_what_was_meant_for_whoever_was_to_move_may_be_the_next_ones(fiasko):
    noted = fiasko.note(ANA, "draw", player=0, card="fiasko")
    assert fiasko.conflict(TOM, 0, "draw", player=0, **GOODS) == TurnMoved(noted, 1, same=False)


def test_the_same_may_be_one_event_or_the_next_ones(fiasko):
    noted = fiasko.note(ANA, "draw", player=0, **GOODS)
    fiasko.note(ANA, "draw", player=1, **GOODS)
    assert fiasko.conflict(TOM, 0, "draw", player=0, **GOODS) == TurnMoved(noted, 2, same=True)


def test_who_was_named_is_meant(fiasko):
    """Bo's name was tapped on while it was Ana's turn."""
    fiasko.note(ANA, "draw", player=0, **GOODS)
    assert fiasko.conflict(TOM, 0, "draw", player=2, card="fiasko") is None


def test_the_turn_that_ones_own_taps_moved_on_is_nothing_to_ask_about(fiasko):
    """Tom's phone notes three cards as fast as a thumb can, and Ana's something else meanwhile."""
    fiasko.note(TOM, "draw", player=0, **GOODS)
    fiasko.note(ANA, "recount", pile=80)
    fiasko.note(TOM, "draw", player=1, **GOODS)
    assert fiasko.conflict(TOM, 0, "draw", player=2, **GOODS) is None
    assert fiasko.conflict(TOM, 0, "draw", player=0, card="fiasko") is None


def test_the_turn_is_the_one_that_its_person_saw_after_their_own_taps(fiasko):
    fiasko.note(TOM, "draw", player=0, **GOODS)
    noted = fiasko.note(ANA, "draw", player=1, card="fiasko")
    assert fiasko.conflict(TOM, 0, "draw", player=1, **GOODS) == TurnMoved(noted, 2, same=False)


def test_who_was_away_for_long_is_told_the_last_that_was_noted(fiasko):
    """Which of many did it would cost a fold each."""
    fiasko.note(ANA, "draw", player=0, **GOODS)
    for pile in range(40, 60):
        last = fiasko.note(ANA, "recount", pile=pile)
    assert fiasko.conflict(TOM, 0, "draw", player=0, card="fiasko") == TurnMoved(last, 1, same=False)


def test_who_was_away_from_a_very_long_log_is_told_in_a_few_folds(fiasko, monkeypatch):
    """A tap at a table with 4,000 entries was asked about after twenty folds of all of them, in everybody's turn."""
    counted = fiasko.entry(ANA, "recount", pile=80)
    fiasko.log = history.with_accepted(fiasko.game, fiasko.log, [counted._replace(number=n) for n in range(1, 3_970)])
    fiasko.note(ANA, "draw", player=0, **GOODS)
    for pile in range(40, 60):
        last = fiasko.note(ANA, "recount", pile=pile)
    folded = []
    fold = aim.fold
    monkeypatch.setattr(aim, "fold", lambda game, table, moves: folded.extend(moves) or fold(game, table, moves))
    assert fiasko.conflict(TOM, 3_969, "draw", player=0, card="fiasko") == TurnMoved(last, 1, same=False)
    assert len(folded) < 13_000


def test_a_struck_entry_moves_the_turn_too(fiasko):
    fiasko.note(TOM, "draw", player=0, **GOODS)
    struck = fiasko.note(ANA, "strike", 1)
    fiasko.note(ANA, "recount", pile=80)
    assert fiasko.conflict(TOM, 1, "draw", player=1, **GOODS) == TurnMoved(struck, 0, same=False)


def test_where_ones_own_taps_make_no_sense_without_the_others_what_was_seen_before_them_counts(fiasko):
    """Tom's phone has corrected what Ana's noted meanwhile."""
    fiasko.note(ANA, "draw", player=0, **GOODS)
    fiasko.note(TOM, "replace", 1, move="draw", player=0, card="fiasko")
    conflict = fiasko.conflict(TOM, 0, "draw", player=0, **GOODS)
    assert conflict == TurnMoved(fiasko.log.entries[0], 1, same=False)


def test_what_is_put_right_is_nobodys_turn():
    pasta = Log("pasta")
    pasta.note(ANA, "bank", player=0, shape=0, pasta=3)
    assert pasta.conflict(TOM, 0, "lay", player=0, shape=4, pasta=2) is None


def test_the_filled_in_hand_may_have_changed(fiasko):
    for _ in range(3):
        fiasko.note(ANA, "draw", player=1, **GOODS)
    noted = fiasko.note(ANA, "draw", player=1, **GOODS)
    fiasko.note(ANA, "draw", player=0, **GOODS)
    conflict = fiasko.conflict(TOM, 3, "score", player=1, product="milk", values=[5, 5, 3], hand=3)
    assert (conflict.entry, conflict.before.value, conflict.now.value) == (noted, 3, 4)
    assert isinstance(conflict, Changed)


@pytest.mark.parametrize("told", [{"values": [5, 5, 3], "hand": 4}, {"points": 52}])
def test_a_score_that_the_changed_hand_does_not_touch_is_noted(fiasko, told):
    for player in (1, 1, 1, 1, 0):
        fiasko.note(ANA, "draw", player=player, **GOODS)
    assert fiasko.conflict(TOM, 3, "score", player=1, product="milk", **told) is None


def test_a_count_of_the_pile_may_be_older_than_what_was_drawn_since(fiasko):
    noted = fiasko.note(ANA, "draw", player=0, card="fiasko")
    conflict = fiasko.conflict(TOM, 0, "recount", pile=80, fiasko=6)
    assert (conflict.entry, conflict.before.value, conflict.now.value) == (noted, 88, 87)


def test_cards_put_right_may_be_older_than_what_was_banked_since():
    pasta = Log("pasta")
    noted = pasta.note(ANA, "bank", player=0, shape=0, pasta=3)
    conflict = pasta.conflict(TOM, 0, "lay", player=0, shape=0, pasta=2)
    assert (conflict.entry, conflict.before.value, conflict.now.value) == (noted, 0, 3)
    assert pasta.conflict(TOM, 0, "lay", player=0, shape=0, pasta=3) is None


def test_the_token_may_have_moved_on():
    pasta = Log("pasta")
    pasta.note(ANA, "bank", player=0, shape=0, pasta=1)
    conflict = pasta.conflict(TOM, 0, "token", player=1)
    assert (str(conflict.before.value), conflict.now.value) == ("nobody", "Ana")


def test_the_hand_of_a_bank_may_have_changed():
    pasta = Log("pasta", track="hands")
    pasta.note(ANA, "take", player=1, cards=5)
    pasta.note(ANA, "take", player=1, cards=2)
    conflict = pasta.conflict(TOM, 1, "bank", player=1, shape=0, pasta=3)
    assert (conflict.before.value, conflict.now.value) == (5, 7)


def test_a_state_may_have_shown_another_value_meanwhile():
    states = Log("states", CAST[:2])
    states.note(ANA, "battle", state="OH", value=20, winner=None)
    states.note(ANA, "battle", state="OH", value=24, winner=None)
    conflict = states.conflict(TOM, 1, "battle", state="OH", value=20, winner=1)
    assert (conflict.before.value, conflict.now.value) == (20, 24)
    assert states.conflict(TOM, 1, "battle", state="OH", value=24, winner=1) is None
    assert states.conflict(TOM, 1, "battle", state="TX", value=20, winner=1) is None


CORRECTIONS = [("strike", {}), ("replace", {"move": "draw", "player": 2, "card": "goods"})]


@pytest.mark.parametrize(("kind", "fields"), CORRECTIONS)
def test_an_entry_that_another_phone_corrected_meanwhile_is_asked_about(fiasko, kind, fields):
    fiasko.note(TOM, "draw", player=0, **GOODS)
    corrected = fiasko.note(ANA, "replace", 1, move="draw", player=1, card="goods")
    fiasko.note(ANA, "draw", player=0, **GOODS)
    assert fiasko.conflict(TOM, 1, kind, 1, **fields) == Corrected(corrected, fiasko.log.entries[0])
    assert fiasko.conflict(TOM, 2, kind, 1, **fields) is None
    assert fiasko.conflict(ANA, 1, kind, 1, **fields) is None


@pytest.mark.parametrize(("kind", "fields"), CORRECTIONS)
def test_an_entry_of_another_phone_that_its_person_has_not_seen_is_asked_about(fiasko, kind, fields):
    noted = fiasko.note(ANA, "draw", player=0, **GOODS)
    assert fiasko.conflict(TOM, 0, kind, 1, **fields) == Corrected(noted, noted)


def test_an_entry_that_nobody_touched_is_corrected_whatever_others_noted(fiasko):
    fiasko.note(TOM, "draw", player=0, **GOODS)
    fiasko.note(ANA, "draw", player=1, **GOODS)
    fiasko.note(ANA, "strike", 2)
    assert fiasko.conflict(TOM, 1, "strike", 1) is None


def test_a_struck_entry_that_was_put_back_and_struck_again_is_asked_about(fiasko):
    fiasko.note(TOM, "draw", player=0, **GOODS)
    fiasko.note(TOM, "strike", 1)
    fiasko.note(ANA, "restore", 1)
    again = fiasko.note(ANA, "strike", 1)
    assert fiasko.conflict(TOM, 2, "restore", 1) == Corrected(again, fiasko.log.entries[0])


# In any order

MOVES = st.sampled_from(
    [
        *({"kind": "draw", "player": player, "card": card} for player in (0, 1) for card in ("goods", "fiasko")),
        {"kind": "score", "player": 0, "product": "milk", "values": [5, 5], "hand": 2},
        {"kind": "score", "player": 1, "product": "milk", "points": 60},
        {"kind": "recount", "pile": 60},
    ]
)
CORRECTION = st.fixed_dictionaries({"kind": st.sampled_from(["strike", "restore"]), "target": st.integers(1, 9)})
PHONES = st.sampled_from([ANA, TOM, None])
TAPS = st.lists(st.tuples(PHONES, MOVES | CORRECTION), max_size=12)


def played(taps):
    log = Log()
    for phone, fields in taps:
        try:
            log.note(phone, **fields)
        except RuleBroken:
            continue
    return log


def conflict_of(log, phone, after, fields):
    """None, too, where the rules forbid it: then nobody is asked."""
    try:
        tapped = log.entry(phone, **fields)
        history.with_entry(log.game, log.log, tapped)
    except RuleBroken:
        return None
    return conflicts.conflict_with(log.game, log.log, tapped, after)


@given(TAPS, MOVES | CORRECTION, st.data())
def test_without_other_phones_there_is_never_a_conflict(taps, fields, data):
    log = played([(ANA, tapped) for _, tapped in taps])
    assert conflict_of(log, ANA, data.draw(st.integers(0, log.log.length)), fields) is None


@settings(max_examples=300)
@given(TAPS, TAPS, PHONES, MOVES | CORRECTION, st.data())
def test_a_confirmed_tap_never_asks_again_about_what_it_was_asked_about(taps, later, phone, fields, data):
    log = played(taps)
    asked, after = log.log.length, data.draw(st.integers(0, log.log.length))
    assert conflict_of(log, phone, asked, fields) is None
    for other, tapped in later:
        try:
            log.note(other, **tapped)
        except RuleBroken:
            continue
    conflict = conflict_of(log, phone, asked, fields)
    assert conflict is None or conflict.entry.number > asked
    conflict = conflict_of(log, phone, after, fields)
    assert conflict is None or (conflict.entry.number > after and (phone is None or conflict.entry.phone != phone))


# Another tap of the same name


def test_of_two_taps_with_one_name_both_can_be_noted(fiasko):
    noted = fiasko.note(TOM, "draw", player=0, **GOODS)
    tapped = fiasko.entry(TOM, "draw", player=0, card="fiasko")
    assert conflicts.arrived(fiasko.game, fiasko.log, noted, tapped) == Arrived(noted)


def test_where_there_is_room_for_one_the_second_can_only_stand_for_the_first(fiasko):
    noted = fiasko.note(TOM, "score", player=0, product="milk", points=52)
    again = fiasko.entry(TOM, "score", player=0, product="milk", points=60)
    assert conflicts.arrived(fiasko.game, fiasko.log, noted, again) == Arrived(noted, instead=True)
    nonsense = fiasko.entry(TOM, "strike", 7)
    assert conflicts.arrived(fiasko.game, fiasko.log, noted, nonsense) == Arrived(noted)
