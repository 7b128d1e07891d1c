"""A game that is over, told to whoever wasn't there: in five lines, and in a picture. Its link is the web's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from companion.record.history import Log
from companion.rules.core import Result, Ruleset
from companion.rules.text import Text, bare, say
from companion.rules.what_if import Otherwise, otherwise
from companion.screens.core import Gist, Screen
from companion.screens.geometry import Frame, fit, width, wrapped
from companion.screens.names import in_a_line
from companion.screens.totals import TotalsChart, totals_chart


class Shared(NamedTuple):
    """A line each; one that has nothing to say is left out."""

    heading: Text
    ranking: tuple[Text, ...]
    decided: tuple[Text, ...]
    aside: tuple[Text, ...]


def shared(game: Ruleset[Any], screen: Screen[Any], log: Log, day: str) -> Shared:
    others = (one for one in otherwise(game, log.sheet, log.moves) if len(one.winners) == 1)
    gist = screen.afterwards.gist(log, next(others, None))
    verdict = _verdict(game, log.sheet) or screen.words.verdict(log.sheet, screen.figures(log.sheet))
    heading = say("%(game)s, %(day)s: %(verdict)s", game=game.name, day=day, verdict=verdict)
    if not game.whole(log.sheet) and any(result.points for result in game.results(log.sheet)):
        heading = say("%(game)s, %(day)s, stopped early: %(verdict)s", game=game.name, day=day, verdict=verdict)
    return Shared(heading, _ranking(game, log.sheet, gist), gist.decided, gist.aside)


def _verdict(game: Ruleset[Any], sheet: Any) -> Text | None:
    """The same in every game, and short; None where it takes more words."""
    won = game.winners(sheet)
    total = game.results(sheet)[won[0]].points
    if len(won) > 1 or not total:
        return None
    return say("%(name)s wins with %(total)s", name=sheet.table.players[won[0]], total=total)


def _ranking(game: Ruleset[Any], sheet: Any, gist: Gist) -> tuple[Text, ...]:
    results = game.results(sheet)
    ranked = sorted(range(len(results)), key=lambda seat: results[seat].rank)
    placed = [
        say("%(rank)s. %(name)s %(total)s", rank=rank, name=sheet.table.players[seat], total=points)
        for seat in ranked
        for points, rank in (results[seat],)
    ]
    return tuple(
        place if beside is None else say("%(place)s (%(beside)s)", place=place, beside=beside)
        for place, beside in zip(placed, gist.beside or (None,) * len(placed), strict=True)
    )


def would_have_won(one: Otherwise) -> Text:
    name, ruling = one.sheet.table.players[one.winners[0]], one.ruling
    return say(
        "With “%(choice)s” (%(option)s), %(name)s would have won.",
        choice=ruling.label,
        option=ruling.option.title,
        name=name,
    )


# A picture to post: 1080 by 1080, seen at a third of its size, so that nothing in it is under 40 px


SIDE, EDGE, LEAST = 1080, 48, 40
ROOM = SIDE - 2 * EDGE
LINE, SAID = 50, 41  # of the words at the foot: how far apart, and how large
FOLLOWERS, ROW, GAP = 450, 100, 16
BESIDE_NAME, TOTAL = 146, 50  # a tag without name and total, and how large the total is
BESIDE_CUP, AFTER_MARK, TAG_ENDS, TAG_MIDDLE, TAG_HEIGHT = 312, 404, 992, 310, 200


class Lettering(NamedTuple):
    """From `x` on, or where it begins so that it ends where it should."""

    text: str
    size: int
    x: float = 0
    y: float = 0

    @property
    def ends(self) -> float:
        return self.x + width(self.text, self.size)


class Champion(NamedTuple):
    """Who won, with how many points. Several who share it are a sentence, and so is a game that nobody won."""

    lines: tuple[Lettering, ...]
    total: Lettering | None = None
    seat: int | None = None


class Follower(NamedTuple):
    seat: int
    rank: int
    name: Lettering
    total: str
    x: float
    y: float
    width: float


class Poster(NamedTuple):
    whole: bool  # played to its end: else it has a flag in the place of the cup
    champion: Champion
    followers: tuple[Follower, ...]
    course: TotalsChart | None
    foot: float  # where the words begin
    said: tuple[str, ...]


InWords = Callable[[Text], str]  # a sentence in the language of whoever looks


def poster(game: Ruleset[Any], screen: Screen[Any], log: Log, shared: Shared, told: InWords) -> Poster:
    results = game.results(log.sheet)
    followers = tuple(_followers(log.sheet.table.players, results, told))
    below = max((one.y + ROW for one in followers), default=FOLLOWERS)
    said = _said([told(text) for text in (*shared.decided, *shared.aside)], 2 if below > FOLLOWERS + 2 * ROW else 3)
    foot = SIDE - 44 - LINE * len(said) if said else SIDE
    frame = Frame(EDGE + 16, below + 44, SIDE - EDGE - 18, foot - 42)
    drawn = totals_chart(game, log, frame) if any(result.points for result in results) else None
    champion = _champion(screen, log, results, told)
    return Poster(game.whole(log.sheet), champion, followers, drawn, foot, said)


def _champion(screen: Screen[Any], log: Log, results: Sequence[Result], told: InWords) -> Champion:
    won = [seat for seat, result in enumerate(results) if result.rank == 1]
    points = results[won[0]].points
    if len(won) == 1 and points:
        return _winner(won[0], log.sheet.table.players[won[0]], told(bare(points)), told(say("wins with")))
    verdict = screen.words.verdict(log.sheet, screen.figures(log.sheet))
    return Champion(tuple(_sentence(told(verdict) if verdict else "")))


def _winner(seat: int, name: str, points: str, says: str) -> Champion:
    size = 172 if len(points) < 4 else 130
    total = Lettering(points, size, TAG_ENDS - width(points, size), 369 if size > 150 else 356)
    until = total.x - 24
    named = Lettering(*fit(name, until - AFTER_MARK, 104, LEAST), AFTER_MARK, 316)
    return Champion((named, Lettering(*fit(says, until - BESIDE_CUP, 52, LEAST), BESIDE_CUP, 381)), total, seat)


def _sentence(text: str) -> Iterator[Lettering]:
    """In as many lines as have room, as large as it can be; what has none even so is cut."""
    room = TAG_ENDS + 24 - BESIDE_CUP
    for size in (*range(72, LEAST, -4), LEAST):
        lines = wrapped(text, room, size)
        if len(lines) * 1.2 * size <= TAG_HEIGHT and all(width(line, size) <= room for line in lines):
            break
    most = int(TAG_HEIGHT / (1.2 * size))
    shown = [*lines[: most - 1], " ".join(lines[most - 1 :])] if len(lines) > most else lines
    for number, line in enumerate(shown):
        y = TAG_MIDDLE + size * (0.35 + 1.2 * (number - (len(shown) - 1) / 2))
        yield Lettering(*fit(line, room, size, size), BESIDE_CUP, round(y))


def _followers(players: Sequence[str], results: Sequence[Result], told: InWords) -> Iterator[Follower]:
    """Beside each other as long as their names have room; else two to a row."""
    seats = sorted((seat for seat, result in enumerate(results) if result.rank > 1), key=lambda s: results[s].rank)
    totals = {seat: told(bare(results[seat].points)) for seat in seats}
    tags = {seat: BESIDE_NAME + width(total, TOTAL) for seat, total in totals.items()}
    wanted = {seat: tags[seat] + width(players[seat], 42) for seat in seats}
    spare = ROOM - sum(wanted.values()) - GAP * (len(seats) - 1)
    rows = [seats] if spare >= 0 else [seats[at : at + 2] for at in range(0, len(seats), 2)]
    share = {seat: (ROOM - GAP * (len(row) - 1)) / len(row) for row in rows for seat in row}
    wides = {seat: wanted[seat] + spare / len(seats) if spare >= 0 else share[seat] for seat in seats}
    short = in_a_line([players[seat] for seat in seats], lambda nth: (wides[seats[nth]] - tags[seats[nth]]) / LEAST)
    names = dict(zip(seats, short, strict=True))
    for number, row in enumerate(rows):
        x: float = EDGE
        for seat in row:
            wide = wides[seat]
            name = Lettering(*fit(names[seat], wide - tags[seat], 42, LEAST))
            y = FOLLOWERS + number * (ROW + GAP)
            yield Follower(seat, results[seat].rank, name, totals[seat], round(x), y, round(wide))
            x += wide + GAP


def _said(sentences: Sequence[str], lines: int) -> tuple[str, ...]:
    """As many whole sentences as have room."""
    said: tuple[str, ...] = ()
    for sentence in sentences:
        more = (*said, *wrapped(sentence, ROOM, SAID))
        if len(more) > lines:
            break
        said = more
    return said
