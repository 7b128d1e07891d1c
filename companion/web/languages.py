"""The players' languages and clocks: which a phone has, and how a sentence, a number or a time is said by them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable
from datetime import date, datetime, tzinfo
from decimal import Decimal
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal
from flask import Flask, g, request
from flask_babel import Babel, format_time, get_locale, get_translations, gettext
from markupsafe import Markup, escape

from companion.rules.options import LONGEST_NAME
from companion.rules.text import MEANT, Text
from companion.screens.names import UNDO_ROOM, burst_room, shortened
from companion.screens.wording import tenths
from companion.web.fragments import wants_json

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch", "it": "Italiano"}
COOKIE = "language"
ZONE_COOKIE = "zone"
LIKELY = 0.4
MINUS = "\N{MINUS SIGN}"
ALIKE = 1000  # below it whole numbers are written alike in all of them
TOO_LARGE = 10**15  # to be set with separators: Babel's own limit is not much higher
BEFORE_NAME, AFTER_NAME = "\ue000", "\ue001"  # signs of nobody's, around a name
SHORT = Markup('<span class="who" data-short="%s"><span class="vh">%s</span></span>')
ISOLATE, END_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_format = lru_cache(maxsize=4096)(format_decimal)  # kept: a page writes the same numbers again and again
NO_MARKS = {ord(mark): None for mark in (BEFORE_NAME, AFTER_NAME)}


def init_app(app: Flask) -> None:
    folder = Path(__file__).resolve().parent.parent / "translations"
    Babel(app, default_translation_directories=str(folder), locale_selector=chosen_language)
    cast(Any, app.jinja_env).install_gettext_callables(_say, _say_many, newstyle=True)
    sentences: tuple[Callable[..., str], ...] = (translate, translate_all, translate_marked, listed, isolated)
    figures: tuple[Callable[..., str], ...] = (number, percent, about, one_in, signed, figure, clock, day, date_of)
    for said in (*sentences, *figures):
        app.jinja_env.filters[said.__name__] = said
    app.jinja_env.filters["tenths"] = lambda value: number(value) if isinstance(value, int) else decimal(tenths(value))
    app.jinja_env.globals.update(longest_name=LONGEST_NAME, undo_room=UNDO_ROOM, burst_room=burst_room)


def language() -> str:
    """Looked up once for a page, which asks for it up to a hundred times; the catalog too."""
    if "language" not in g:
        g.language = str(get_locale())
    known: str = g.language
    return known


def _catalog() -> Any:
    if "catalog" not in g:
        g.catalog = get_translations()
    return g.catalog


def _say(sentence: str) -> str:
    return str(_catalog().ugettext(sentence)).partition(MEANT)[0]


def _say_many(one: str, many: str, count: int) -> str:
    return str(_catalog().ungettext(one, many, count))


def number(value: int | Decimal) -> str:
    """With the language's separators, and the minus sign that printers use."""
    if isinstance(value, int) and -ALIKE < value < ALIKE:
        return str(value).replace("-", MINUS)
    if not -TOO_LARGE < value < TOO_LARGE:
        return str(gettext("a number that is far too large"))
    return str(_format(value, locale=language())).replace("-", MINUS)


def decimal(value: Decimal) -> str:
    """With as many digits as it has, also where they are none: 15.0."""
    digits = -int(value.as_tuple().exponent)
    return str(format_decimal(value, f"#,##0.{'0' * digits}", locale=language())).replace("-", MINUS)


def cell_separator() -> str:
    """Between the cells of a CSV file: spreadsheets expect a semicolon in languages with a decimal comma."""
    return ";" if Locale.parse(language()).number_symbols["latn"]["decimal"] == "," else ","


def chosen_language() -> str:
    """What this phone chose, else what its browser asks for."""
    chosen = None if wants_json() else request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    asked = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality)
    return next((language for language in asked if language in LANGUAGES), "en")


def translate(text: Text | str) -> str:
    """A sentence of the rules, in the language of this request."""
    if isinstance(text, str):
        return text
    params = {name: _in_words(value) for name, value in text.params}
    if text.many is None:
        return _say(text.one) % params if params else _say(text.one)
    count = dict(text.params)["count"]
    assert isinstance(count, int)
    return _say_many(text.one, text.many, count) % params


def translate_marked(text: Text, players: Collection[str], room: float = 0) -> Markup:
    """The same, with each player's name marked. With a room, a longer one shows shorter, and never as another's."""
    marked = str(escape(translate(_marked(text, players))))
    for name, short in shortened(tuple(dict.fromkeys(players)), room) if room else ():
        marked = marked.replace(f"{BEFORE_NAME}{escape(name)}{AFTER_NAME}", SHORT % (short, name))
    return Markup(marked.replace(BEFORE_NAME, '<span class="who">').replace(AFTER_NAME, "</span>"))


def _marked(value: Any, players: Collection[str]) -> Any:
    match value:
        case Text():
            return value._replace(params=tuple((name, _marked(said, players)) for name, said in value.params))
        case tuple():
            return tuple(_marked(item, players) for item in value)
        case str() if value in players:
            return f"{BEFORE_NAME}{value.translate(NO_MARKS)}{AFTER_NAME}"
        case _:
            return value


def translate_all(texts: Iterable[Text | str]) -> str:
    """Sentences without a full stop, one after the other."""
    return ". ".join(map(translate, texts))


def percent(chance: float, digits: int = 0) -> str:
    pattern = get_locale().percent_formats[None].pattern
    pattern = pattern.replace("##0", f"##0.{'0' * digits}") if digits else pattern
    return str(_format(chance, pattern, locale=str(get_locale())))


def about(chance: float) -> str:
    """One that is reckoned by what a net has learnt, and not known."""
    return str(gettext("about %(chance)s", chance=percent(chance)))


def one_in(chance: float) -> str:
    """A chance as players say it; where one in so many says little, in per cent."""
    if 0 < chance < LIKELY:
        return str(gettext("1 in %(many)s", many=number(round(1 / chance))))
    return percent(chance)


def signed(points: float) -> str:
    """A change, in whole points."""
    whole = round(points)
    return f"{'−' if whole < 0 else '+' if whole else '±'}{number(abs(whole))}"


def zone() -> tzinfo | None:
    """Of the phone that asks: its script keeps the name in a cookie. None, the server's, where it named none."""
    if "zone" not in g:
        named = request.cookies.get(ZONE_COOKIE, "")
        g.zone = ZoneInfo(named) if named in _zones() else None
    known: tzinfo | None = g.zone
    return known


@cache
def _zones() -> frozenset[str]:
    """All that have a name: listed once, since that takes a while."""
    return frozenset(available_timezones())


def clock(at: datetime) -> str:
    """The time on the phone's clock. Where that isn't known, on the server's, and UTC is said to be that."""
    told = at.astimezone(zone())
    said = str(format_time(told, "HH:mm", rebase=False))
    return f"{said} UTC" if zone() is None and told.tzname() == "UTC" else said


def day(at: datetime) -> str:
    """7 November, as British as our English."""
    return str(format_skeleton("MMMMd", at.astimezone(zone()), locale=british()))


def date_of(day: date, style: str = "") -> str:
    """7 November; of another year than this one, with it. In `full` Saturday, 7 November 2026."""
    if not style:
        this_year = datetime.now(zone()).year
        style = "MMMMd" if day.year == this_year else "long"
    return _date(day, style, british())


@lru_cache(maxsize=4096)
def _date(day: date, style: str, language: str) -> str:
    if style in ("long", "full"):
        return str(format_date(day, style, locale=language))
    return str(format_skeleton(style, day, locale=language))


def figure(value: Text | str | int) -> str:
    """A cell on a sheet of paper."""
    return number(value) if isinstance(value, int) else translate(value)


def _in_words(value: object) -> str:
    if isinstance(value, Text):
        return translate(value)
    if isinstance(value, tuple):
        return str(format_list([_in_words(item) for item in value], locale=british()))
    if isinstance(value, float):
        return percent(value)
    if isinstance(value, Decimal):
        return decimal(value)
    if isinstance(value, int):
        return number(value)
    return isolated(str(value))


def isolated(name: str) -> str:
    """One that is written from right to left turns nothing round in the sentence, or the drawing, that it stands in."""
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name)
    return f"{ISOLATE}{name}{END_ISOLATE}" if turns else name


def listed(items: list[object], style: str = "standard") -> Markup:
    """Ana, Tom and Chloé; items that are markup stay markup."""
    pattern: Callable[..., str] = format_list
    return Markup(
        pattern(
            [str(escape(_in_words(item) if type(item) is str else item)) for item in items],
            style=style,
            locale=british(),
        )
    )


def british() -> str:
    """Our English is British: no comma before the last of a list, nor in a date."""
    return "en_GB" if language() == "en" else language()
