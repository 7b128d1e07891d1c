"""What a rulebook leaves open, as fields of the set-up form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wtforms import Field as FormField
from wtforms import Form, StringField

from companion import store
from companion.rules.core import Ruleset
from companion.rules.options import BadOption, Choice, Names, Number, Numbers, Option
from companion.web.languages import told
from companion.web.security import phone
from companion.web.sitting.forms import WholeNumber


class NameList(StringField):
    """Several names, in the order of their inputs."""

    data: Any

    def process_formdata(self, valuelist: list[Any]) -> None:
        if valuelist:
            self.data = tuple(valuelist)


class OpenQuestions(Form):
    """One field or more for each option of the game."""

    game: Ruleset[Any]
    usual = StringField(default="")  # the option that goes back to its default

    def go_back_to_usual(self) -> None:
        for option, fields in self.options():
            if option.key == self.usual.data:
                fields[0].data = option.default

    def options(self) -> Iterator[tuple[Option, list[FormField]]]:
        for option in self.game.options:
            yield option, [self[name] for name, _ in fields_of(option)]

    @property
    def misread(self) -> bool:
        """An option that has a sentence beside it."""
        return any(field.errors for _, fields in self.options() for field in fields)

    def read_options(self) -> dict[str, Any]:
        """All options of the table; a bad one leaves its sentence beside its field, and raises."""
        self.validate()
        chosen = {}
        for option, fields in self.options():
            if any(field.errors for field in fields):
                raise BadOption(option.title, option.key)
            try:
                chosen[option.key] = _answer(option, fields)
            except BadOption as bad:
                fields[0].errors = [*fields[0].errors, told(option.wanted or bad.text)]
                raise
        if conflict := self.game.conflict(chosen):
            self._blame(conflict)
            raise conflict
        return chosen

    def _blame(self, bad: BadOption) -> None:
        for option, fields in self.options():
            if option.key == bad.key:
                fields[0].errors = [*fields[0].errors, told(bad.text)]

    def written(self, fields: list[FormField]) -> str:
        """What was typed, in a line."""
        return " · ".join(text for field in fields for text in _texts(field) if text)

    def typed(self) -> dict[str, list[str]]:
        """What stands in the fields and isn't there by itself."""
        said = {field.name: _texts(field) for _, fields in self.options() for field in fields}
        by_itself = type(self)(data=remembered(self.game))
        return {name: texts for name, texts in said.items() if texts != _texts(by_itself[name])}


def _texts(field: FormField) -> list[str]:
    value: Any = field
    return list(field.data) if isinstance(field, NameList) else [str(value._value())]


def fields_of(option: Option) -> Iterator[tuple[str, Any]]:
    match option:
        case Choice():
            yield option.key, StringField(default=str(option.default))
        case Number():
            yield option.key, WholeNumber()
        case Numbers():
            for name, _, _, _ in option.fields:
                yield f"{option.key}.{name}", WholeNumber()
        case Names():
            yield option.key, NameList(default=lambda: option.default)
        case _:
            raise TypeError(f"no form for {option!r}")


def _answer(option: Option, fields: list[FormField]) -> Any:
    match option:
        case Choice():
            by_text = {str(value): value for value, _ in option.choices}
            return option.read(by_text.get(fields[0].data, fields[0].data))
        case Numbers():
            given = {name: field.data for (name, *_), field in zip(option.fields, fields, strict=True)}
            return option.read({name: number for name, number in given.items() if number is not None})
        case Number():
            return option.default if fields[0].data is None else option.read(fields[0].data)
        case _:
            return option.read(fields[0].data)


def remembered(game: Ruleset[Any]) -> dict[str, Any]:
    """What an earlier table of this phone typed, where this game keeps it."""
    named = (option.key for option in game.options if isinstance(option, Names))
    recalled = {key: store.recall(game, key, phone()) for key in named}
    return {key: tuple(names) for key, names in recalled.items() if names}
