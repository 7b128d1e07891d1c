"""The theme’s colours against each other, reckoned as WCAG 2 does: words are read, the focus is seen, on any ground."""

import re
from itertools import product
from pathlib import Path

import pytest

SHEET = (Path(__file__).parents[2] / "static" / "css" / "companion.css").read_text(encoding="utf-8")
PAIRS = re.findall(r"--([\w-]+): light-dark\((#\w{3,6}), (#\w{3,6})\);", SHEET)
THEMES = {
    theme: {name: pair[at] for name, *pair in reversed(PAIRS)}  # the first of a name counts: :root has them first
    for at, theme in enumerate(("light", "dark"))
}
MORE = dict(
    re.findall(r"--(\w+): (\S.*?);", SHEET.partition("@media (prefers-contrast: more)")[2].partition("}\n}")[0])
)
GROUNDS = ("paper", "card", "kraft")


def parts(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    return [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]


def mixed(colour, share, other):
    both = zip(parts(colour), parts(other), strict=True)
    return "#" + "".join(f"{round(255 * (share * one + (1 - share) * two)):02x}" for one, two in both)


def contrast(one, other):
    lights = []
    for colour in (one, other):
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts(colour)]
        lights.append(sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)))
    return (max(lights) + 0.05) / (min(lights) + 0.05)


@pytest.mark.parametrize(("theme", "ground", "words"), list(product(THEMES, GROUNDS, ("ink", "muted"))))
def test_words_are_read_on_every_ground(theme, ground, words):
    assert contrast(THEMES[theme][words], THEMES[theme][ground]) >= 4.5


@pytest.mark.parametrize(("theme", "ground"), list(product(THEMES, (*GROUNDS, "milk"))))
def test_the_ring_around_what_has_the_focus_is_seen(theme, ground):
    assert "outline: 3px solid var(--sardine)" in SHEET
    assert contrast(THEMES[theme]["sardine"], THEMES[theme][ground]) >= 3


@pytest.mark.parametrize(("cloth", "ring"), [("tomato", "on-cloth"), ("corn", "ink"), ("sardine", "on-cloth")])
@pytest.mark.parametrize("theme", THEMES)
def test_on_each_awning_too(theme, cloth, ring):
    assert ".top :focus-visible, .shut-menu:focus-visible { outline-color: var(--on-cloth)" in SHEET
    colours = THEMES[theme]
    fabric = colours[cloth] if theme == "light" else mixed(colours[cloth], 0.26, colours["paper"])
    assert contrast(colours[ring], fabric) >= 3


@pytest.mark.parametrize("at", [0, 1])
def test_whoever_asks_for_more_contrast_gets_black_on_white_and_nothing_muted(at):
    ink, paper, card = (re.findall(r"#\w+", MORE[name])[at] for name in ("ink", "paper", "card"))
    assert (contrast(ink, paper), contrast(ink, card)) == (pytest.approx(21), pytest.approx(21))
    assert {MORE[name] for name in ("muted", "line", "edge")} == {"var(--ink)"}
