"""Statements that are put into words once."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine


class Prepared:
    """A statement that SQLAlchemy has put into words once, so that a tap only has to fill in its values."""

    def __init__(self, statement: Any, engine: Engine) -> None:
        compiled = statement.compile(dialect=engine.dialect)
        self.words = str(compiled)
        self._by_position = compiled.positiontup is not None
        self._fill = [
            (name, compiled.binds[name].type.dialect_impl(engine.dialect).bind_processor(engine.dialect))
            for name in compiled.positiontup or compiled.binds
        ]

    def run(self, cursor: Any, values: dict[str, Any]) -> None:
        filled = [process(values[name]) if process else values[name] for name, process in self._fill]
        if self._by_position:
            cursor.execute(self.words, filled)
        else:
            cursor.execute(self.words, {name: value for (name, _), value in zip(self._fill, filled, strict=True)})
