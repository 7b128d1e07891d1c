"""The set-up form: who sits where, who begins, and what the rulebook leaves open."""

from __future__ import annotations

import uuid
from functools import cache
from typing import Any, NamedTuple

from wtforms import Field as FormField
from wtforms import Form, StringField

from companion import store
from companion.rules import GAMES
from companion.rules.core import Ruleset
from companion.rules.options import BadOption, Choice, Names, Number, Numbers, Option
from companion.rules.text import Text
from companion.web.languages import translate
from companion.web.security import phone
from companion.web.sitting.forms import WholeNumber


class NameList(StringField):
    """Several names, in the order of their inputs."""

    data: Any

    def process_formdata(self, valuelist: list[Any]) -> None:
        if valuelist:
            self.data = tuple(valuelist)


class OpenQuestion(NamedTuple):
    """An option of the game as the page asks it: by one field, or by several."""

    option: Option
    fields: list[FormField]
    kind: str  # choice, names or numbers
    usual: Text | str = ""  # what it is where nothing was typed
    width: str = "half"  # of a choice's key: half of six columns, or two of them
    numbers: tuple[tuple[Text | None, int, int, FormField], ...] = ()  # label, if one of several, and range

    @property
    def errors(self) -> list[str]:
        return [str(error) for field in self.fields for error in field.errors]

    @property
    def written(self) -> str:
        """What was typed, in a line."""
        return " · ".join(text for field in self.fields for text in texts_of(field) if text)

    def blame(self, text: Text) -> None:
        self.fields[0].errors = [*self.fields[0].errors, translate(text)]

    def read(self) -> Any:
        data: Any = self.fields[0].data
        match self.option:
            case Choice(choices=choices):
                return self.option.read({str(value): value for value, _ in choices}.get(data, data))
            case Numbers(fields=named):
                given = {name: field.data for (name, *_), field in zip(named, self.fields, strict=True)}
                return self.option.read({name: number for name, number in given.items() if number is not None})
            case Number() if data is None:
                return self.option.default
            case _:
                return self.option.read(data)


def question_of(option: Option, form: Form) -> OpenQuestion:
    fields = [form[name] for name in fields_of(option)]
    match option:
        case Choice(choices=choices):
            return OpenQuestion(option, fields, "choice", width="two" if len(choices) == 3 else "half")
        case Number(low=low, high=high):
            return OpenQuestion(option, fields, "numbers", option.usual, numbers=((None, low, high, fields[0]),))
        case Numbers(fields=named):
            both = zip(named, fields, strict=True)
            numbers = tuple((label, low, high, field) for (_, low, high, label), field in both)
            return OpenQuestion(option, fields, "numbers", option.usual, numbers=numbers)
        case _:
            return OpenQuestion(option, fields, "names")


def fields_of(option: Option) -> dict[str, Any]:
    match option:
        case Choice():
            return {option.key: StringField(default=str(option.default))}
        case Number():
            return {option.key: WholeNumber()}
        case Numbers():
            return {f"{option.key}.{name}": WholeNumber() for name, *_ in option.fields}
        case Names():
            return {option.key: NameList(default=lambda: option.default)}
        case _:
            raise TypeError(f"no form for {option!r}")


def texts_of(field: FormField) -> list[str]:
    value: Any = field
    return list(field.data) if isinstance(field, NameList) else [str(value._value())]


class SetupForm(Form):
    """Seats in order, a name being typed, who begins; and a field or more for each option of the game.

    `tap` names the table to be opened: a second tap on Start opens no second one.
    """

    game: Ruleset[Any]
    player = NameList()
    name = StringField(default="")
    first = StringField(default="")
    proposed = StringField(default="")  # to begin, by us: whoever chose nobody else agrees
    tap = StringField(default=lambda: str(uuid.uuid4()))
    lifted = WholeNumber()
    renamed = StringField(default="")  # the one lifted
    usual = StringField(default="")  # the option that goes back to its default

    @property
    def questions(self) -> list[OpenQuestion]:
        return [question_of(option, self) for option in self.game.options]

    @property
    def misread(self) -> bool:
        """An option has a sentence beside it."""
        return any(question.errors for question in self.questions)

    def read_options(self) -> dict[str, Any]:
        """All options of the table; a bad one leaves its sentence beside its field, and raises."""
        self.validate()
        chosen = {}
        for question in self.questions:
            option = question.option
            if question.errors:
                raise BadOption(option.title, option.key)
            try:
                chosen[option.key] = question.read()
            except BadOption as bad:
                question.blame(option.wanted or bad.text)
                raise
        if conflict := self.game.incompatible(chosen):
            for question in self.questions:
                if question.option.key == conflict.key:
                    question.blame(conflict.text)
            raise conflict
        return chosen


@cache
def form_type(slug: str) -> type[SetupForm]:
    game = GAMES[slug]
    fields = {name: field for option in game.options for name, field in fields_of(option).items()}
    return type("SetupForm", (SetupForm,), {"game": game, **fields})


def remembered(game: Ruleset[Any]) -> dict[str, Any]:
    """What an earlier table of this phone typed, where this game keeps it."""
    named = (option.key for option in game.options if isinstance(option, Names))
    recalled = {key: store.recall(game, key, phone()) for key in named}
    return {key: tuple(names) for key, names in recalled.items() if names}
