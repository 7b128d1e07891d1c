"""Forms read off a move's own typed fields: what a browser sends becomes a move, or a sentence beside its field.

A form only reads: whether a number is in range and a move makes sense is for the rules to say.
"""

from __future__ import annotations

import operator
import re
import uuid
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from flask_babel import gettext
from wtforms import Field as FormField
from wtforms import Form, StringField
from wtforms.validators import StopValidation

from companion.rules.core import RuleBroken
from companion.rules.moves import Field, Move, fields_of
from companion.rules.text import Text, brief, say
from companion.store import Stale, Tap
from companion.web.errors import LONGEST_FIELD
from companion.web.languages import number

NOBODY = "none"  # how a form says None where that is an answer
LONGEST_NUMBER = 12


class WholeNumber(StringField):
    """A whole number in plain digits; `data` is None while nothing was typed."""

    data: Any

    def process_formdata(self, valuelist: list[Any]) -> None:
        self.data = None
        if valuelist and valuelist[0].strip():
            self.data = _whole(valuelist[0].strip())

    def _value(self) -> str:
        """For WTForms, which writes it into the input: what was typed, also where it is no number."""
        return str(self.raw_data[0]) if self.raw_data else "" if self.data is None else str(self.data)


class WholeNumbers(StringField):
    """Several numbers, in one input or in several."""

    data: Any

    digits = False

    def process_formdata(self, valuelist: list[Any]) -> None:
        typed = " ".join(valuelist)
        if len(typed) > LONGEST_FIELD:  # of several inputs: the rules look at each number, in everybody's turn
            most = number(LONGEST_FIELD)
            raise ValueError(
                gettext("A field holds at most %(most)s characters. Shorten it, and send it again.", most=most)
            )
        parts = re.findall(r"[^\s,+]", typed) if self.digits else re.split(r"[\s,;+]+", typed.strip())
        self.data = tuple(_whole(part) for part in parts if part)

    def _value(self) -> str:
        """As for one number."""
        return " ".join(self.raw_data) if self.raw_data else " ".join(map(str, self.data or ()))


class Digits(WholeNumbers):
    """Several numbers of one digit each: they need no spaces."""

    digits = True


class Nullable(WholeNumber):
    """A number, or nobody."""

    said_nobody = False

    def process_formdata(self, valuelist: list[Any]) -> None:
        self.said_nobody = valuelist[:1] == [NOBODY]
        super().process_formdata([] if self.said_nobody else valuelist)


class Needed:
    """Nothing typed, or only blanks."""

    field_flags = {"required": True}

    def __call__(self, form: Form, field: FormField) -> None:
        if not _was_given(field) and not field.errors:
            raise StopValidation(gettext("Fill this in"))


class TapForm(Form):
    """What every tap carries: its own id, and the length of the log that its person has seen.

    `aim`: the server finds the seat whose turn it is (“turn”), or the last entry (“last”), as its person could know it.
    `confirmed`: its person has said yes to it, so that no question is asked about what others noted; where that was the
    answer to a question, `question_saw` is the length of the log then, and what others noted later is asked about.
    `strikes`: later entries that a correction strikes along, since the game was over before them.
    """

    tap = StringField()
    after = WholeNumber()
    aim = StringField()
    confirmed = StringField(name="twice")
    question_saw = WholeNumber(name="asked")
    strikes = WholeNumbers()

    def read_tap(self, phone: str | None) -> Tap:
        """Or Stale, where no page of ours can have sent it."""
        confirmed = self.confirmed.data == "1"
        answers = confirmed and bool(self.question_saw.raw_data)
        seen = (self.question_saw if answers else self.after).data
        try:
            return Tap(str(uuid.UUID(self.tap.data or "")), operator.index(seen), phone, confirmed and not answers)
        except (ValueError, TypeError):
            raise Stale(say("That tap arrived without its number: reload the page")) from None


class RenameForm(TapForm):
    """What a seat is called from now on: whether anybody can be called that is for the rules to say."""

    name = StringField()

    def blame(self, broken: RuleBroken, sentence: str) -> None:
        self.name.errors = [sentence]


class Typo(RuleBroken):
    """A field that can't be read; its sentence, in the reader's language already, stands beside it."""

    def __init__(self, form: Form) -> None:
        (sentence, *_), *_ = form.errors.values()
        super().__init__(Text("%(sentence)s", None, (("sentence", sentence),)))


class MoveForm(TapForm):
    """A tap that notes a move. Its subclasses are made from the moves' fields."""

    move_type: type[Move]
    without = StringField()
    gone = StringField()  # the numbers that were told by what has gone of all there are: what one sees at the table

    @property
    def left_out(self) -> frozenset[str]:
        """Of two ways to tell a move, the fields of the one not chosen."""
        return frozenset((self.without.data or "").split())

    @property
    def given(self) -> dict[str, Any]:
        """What was told and could be read, by field."""
        told, gone = {}, (self.gone.data or "").split()
        for spec in fields_of(self.move_type):
            field = self[spec.name]
            if not _was_given(field):
                continue
            told[spec.name] = field.data
            if spec.name in gone and spec.type is int and spec.within and 0 <= field.data <= spec.within.high:
                told[spec.name] = spec.within.high - field.data
        return told

    def read_move(self, options: Mapping[str, Any]) -> Move:
        """Or RuleBroken, where a field can't be read or something is missing."""
        if not self.validate():
            raise Typo(self)
        move = self.move_type(**{name: value for name, value in self.given.items() if name not in self.left_out})
        if move.misfit(options):
            raise _unfit(move, self.left_out)
        return move

    def of_move(self) -> Iterator[tuple[Field, FormField]]:
        """The fields that tell the move: what the move says of each, and what was typed."""
        for field in fields_of(self.move_type):
            yield field, self[field.name]

    def blame(self, broken: RuleBroken, sentence: str) -> None:
        """Show a refusal beside the field that it is about, else for the form as a whole."""
        if isinstance(broken, Typo):
            return
        field = self._fields.get(broken.field or "")
        if field is None:
            self.form_errors.append(sentence)
        else:
            field.errors = [*field.errors, sentence]


def _unfit(move: Move, left_out: Collection[str]) -> RuleBroken:
    """Too little, naming it; or too much."""
    lacking = [name for name in move.lacking if name not in left_out]
    if not lacking:
        return RuleBroken(say("These don’t go together: leave one of them empty"))
    return RuleBroken(
        say("Still missing: %(what)s", what=tuple(move.labels[name].title for name in lacking)), lacking[0]
    )


@cache
def move_form(move_type: Any) -> type[MoveForm]:
    fields = {field.name: _form_field(field) for field in fields_of(move_type)}
    return type(f"{move_type.__name__}Form", (MoveForm,), {**fields, "move_type": move_type})


def _form_field(field: Field) -> Any:
    validators = [Needed()] if field.required else []
    if field.type is tuple:
        single_digits = field.within is not None and field.within.high < 10
        return (Digits if single_digits else WholeNumbers)(validators=validators)
    if field.type is int:
        return (Nullable if field.nullable else WholeNumber)(validators=validators)
    return StringField(validators=validators)


def _was_given(field: FormField) -> bool:
    return field.data not in (None, "", ()) or getattr(field, "said_nobody", False)


def _whole(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]+", text) or len(text) > LONGEST_NUMBER:
        raise ValueError(gettext("“%(typed)s” is not a whole number", typed=brief(text)))
    return int(text)
