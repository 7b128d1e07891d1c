"""Formats our styles and scripts: `python tools/format.py [--check] [FILE …]`.

Two spaces. In a style one rule a line, and one declaration a line where a rule has more than two; the server packs them
on their way. Lines have at most 120 characters: a style is broken after its commas, all else is its author's to break,
and said. Styles are printed here, as cssbeautifier takes the ~ of [data-has~="1"] for a combinator; scripts by
jsbeautifier, which would break a line wherever it ends.
"""

import argparse
import re
import sys
from pathlib import Path
from typing import NamedTuple

import jsbeautifier

ROOT = Path(__file__).resolve().parent.parent
STYLES = ("static/css/**/*.css", "static/games/*/*.css")
SCRIPTS = ("static/js/**/*.js", "static/games/*/*.js")
WIDTH = 120
ON_ONE_LINE = 2  # declarations
TOKEN = re.compile(
    r"(?P<note>/\*.*?\*/)|(?P<end>[{};])|(?P<lines>\n\s*)|(?P<words>(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\"']*\)|(?!/\*)[^{};\n])+)",
    re.S,
)
BRACKETS = re.compile(r"\"[^\"]*\"|'[^']*'|[(\[\])]|, ")


class Note(NamedTuple):
    text: str
    beside: bool  # on the line of what it is about


class Rule(NamedTuple):
    head: str
    body: list


class Declaration(NamedTuple):
    text: str


BLANK = None  # between two parts


def style(text):
    return "\n".join(printed(parsed(tokens(text)), "")) + "\n"


def tokens(text):
    for found in TOKEN.finditer(text):
        yield found.lastgroup, found[0]


def parsed(words):
    """What stands between two braces, or in the whole file."""
    body, head, above = [], "", 0
    for kind, text in words:
        if kind == "lines":
            above, head = text.count("\n"), head and head + " "
            continue
        if kind == "words" and not text.strip():
            continue
        if body and not head and above > 1 and text != "}":
            body.append(BLANK)
        if kind == "note":
            body.append(Note(text, bool(body) and not above))
        elif kind == "words":
            head += text
        elif text == "{":
            body.append(Rule(squeezed(head), parsed(words)))
        elif squeezed(head):
            body.append(Declaration(re.sub(r"^(-?[\w-]+) ?: ?", r"\1: ", squeezed(head))))
        if text == "}":
            break
        if kind == "end":
            head = ""
        above = 0
    return body


def squeezed(words):
    return " ".join(words.split())


def printed(body, indent):
    lines = []
    for part in body:
        match part:
            case Note(text, True):
                lines[-1] += f" {text}"
            case Note(text):
                lines.append(indent + text)
            case Declaration(text):
                lines += broken(indent, f"{text};", indent + "  ")
            case Rule():
                lines += rule(part, indent)
            case _:
                lines.append("")
    return lines


def rule(part, indent):
    head, line = f"{part.head} {{", f"{indent}{part.head} {{ {' '.join(f'{one[0]};' for one in part.body if one)} }}"
    short = len(part.body) <= ON_ONE_LINE and all(isinstance(one, Declaration) for one in part.body)
    if short and len(line) <= WIDTH:
        return [line]
    return [*broken(indent, head, indent), *printed(part.body, indent + "  "), indent + "}"]


def broken(indent, text, further, depth=0):
    """Over several lines, after the commas that the fewest brackets hold."""
    if len(indent + text) <= WIDTH:
        return [indent + text]
    lines = [indent]
    for part in after_commas(text, depth):
        if lines[-1].strip() and len(lines[-1] + part.rstrip()) > WIDTH:
            lines.append(further)
        lines[-1] += part
    lines = [line.rstrip() for line in lines]
    deeper = depth < text.count("(") and any(len(line) > WIDTH for line in lines)
    return broken(indent, text, further, depth + 1) if deeper else lines


def after_commas(text, most):
    depth, start = 0, 0
    for found in BRACKETS.finditer(text):
        depth += (found[0] in "([") - (found[0] in ")]")
        if found[0] == ", " and depth <= most:
            yield text[start : found.end()]
            start = found.end()
    yield text[start:]


def script(text):
    options = jsbeautifier.default_options()
    options.indent_size, options.end_with_newline, options.brace_style = 2, True, "collapse,preserve-inline"
    return jsbeautifier.beautify(jsbeautifier.beautify(text, options), options)  # the first time it may leave some be


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, and fail where something would change")
    parser.add_argument("--styles", action="store_true", help="leave the scripts as they are")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="these alone")
    given = parser.parse_args()
    kinds = STYLES if given.styles else (*STYLES, *SCRIPTS)
    found = given.files or [path for each in kinds for path in sorted(ROOT.glob(each))]
    wrong = 0
    for path in found:
        text = path.read_text()
        formatted = (style if path.suffix == ".css" else script)(text)
        if formatted != text:
            print("would format" if given.check else "formatted", path)
            wrong += given.check
            if not given.check:
                path.write_text(formatted)
        for number, line in enumerate(formatted.split("\n"), 1):
            if len(line) > WIDTH:
                print(f"{path}:{number} has {len(line)} characters")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
