"""What the sources say, and the catalogs that say it in French, German and Italian.

`python tools/sentences.py` brings the catalogs up to date: new sentences come in empty, for somebody to translate;
those that nobody says any more go out.
"""

import sys
from io import SEEK_END, BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SPOKEN = ("de", "fr", "it")
KEYWORDS = {**DEFAULT_KEYWORDS, "lazy_gettext": None, "say": None, "say_many": (1, 2)}
PLURALS = {"de": "n != 1", "fr": "n > 1", "it": "n != 1"}
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=({plural});\\n"

"""


def extracted():
    """A catalog of all that Python and the templates say, with the places where they do."""
    with Path(ROOT, "babel.cfg").open() as mapping:
        methods, options = parse_mapping_cfg(mapping)
    catalog = Catalog()
    for folder in ("companion", "templates"):
        inside = [(pattern.removeprefix(f"{folder}/"), method) for pattern, method in methods]
        within = {pattern.removeprefix(f"{folder}/"): chosen for pattern, chosen in options.items()}
        found = extract_from_dir(ROOT / folder, inside, within, KEYWORDS)
        for name, line, sentence, _comments, _context in found:
            catalog.add(sentence, None, [(f"{folder}/{name}", line)])
    return catalog


def catalog_file(language):
    return ROOT / "companion" / "translations" / language / "LC_MESSAGES" / "messages.po"


def read(language):
    path = catalog_file(language)
    if not path.exists():
        return Catalog(language)
    with path.open("rb") as file:
        return read_po(file, language)


def written(language, catalog):
    """Without dates, addresses and places in the sources: what nobody changed stays as it is, to the byte."""
    file = BytesIO(HEADER.format(language=language, plural=PLURALS[language]).encode())
    file.seek(0, SEEK_END)
    write_po(file, catalog, width=0, no_location=True, omit_header=True, sort_output=True, ignore_obsolete=True)
    return file.getvalue()


def updated(language, sources):
    """The language's catalog with the sentences of the sources, and nothing else."""
    before, after = read(language), Catalog(language)
    for message in sources:
        known = before.get(message.id) if message.id else None
        if known and known.pluralizable == message.pluralizable:
            after.add(message.id, known.string, flags=message.flags | known.flags & {"fuzzy"})
        elif message.id:
            after.add(message.id, flags=message.flags)
    return after


def complete(message):
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    return bool(forms) and all(forms)


def main():
    sources = extracted()
    for language in SPOKEN:
        catalog = updated(language, sources)
        catalog_file(language).parent.mkdir(parents=True, exist_ok=True)
        catalog_file(language).write_bytes(written(language, catalog))
        missing = [message.id for message in catalog if message.id and not complete(message)]
        print(f"{language}: {len(sources)} sentences, {len(missing)} to translate")
        for sentence in missing:
            print(f"  {sentence}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
