"""Takes the README's pictures: `python tools/pictures.py [GAME …]`, into docs/pictures/.

Each screen at 390 × 664, light and dark, and what a television shows of it. A game's pictures are one entry of GAMES:
who plays, the moves before each picture, and where to look. Paper is that of a game which was played to its end, as the
browser prints it.
"""

import math
import struct
import sys
import tempfile
import threading
import uuid
import zlib
from collections import Counter
from itertools import chain
from pathlib import Path

from playwright.sync_api import sync_playwright
from waitress.server import create_server

from companion import create_app, store
from companion.record.files.game_file import read_move
from companion.rules import GAMES as RULES

CHROMIUM = "/usr/bin/chromium-headless-shell"
ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"
PLAYED = {
    "fiasko": ROOT / "tests" / "screens" / "fiasko-to-the-last-move.json",
    "pasta": ROOT / "tests" / "games" / "pasta-the-token-on-its-way.json",
    "states": ROOT / "tests" / "games" / "states-to-the-last-battle.json",
}
IN_ROBOTO = """new MutationObserver((_, once) => {
  once.disconnect();
  document.documentElement.style.setProperty('--words', 'Roboto, sans-serif');
}).observe(document, { childList: true });"""  # as on most phones, whatever this machine has
SIZE = {"width": 390, "height": 664}
WALL = {"width": 1024, "height": 576}
A4, SMALLER = {"width": 794, "height": 1123}, 0.825  # of a screen's pixels
LARGEST = 60_000  # bytes
PLAYERS = ("Ana", "Tom", "Chloé", "Max")


def draws(cards, first=0):
    return [{"move": "draw", "player": (first + n) % 4, "card": card} for n, card in enumerate(cards)]


def score(player, product, values, hand):
    return {"move": "score", "player": player, "product": product, "values": values, "hand": hand}


EARLY = [
    *draws(["goods"] * 14 + ["fiasko"] + ["goods"] * 5),
    score(0, "milk", [5, 4, 4], 5),
    *draws(["goods", "goods", "fiasko"], first=1),
    score(0, "corn", [5, 5, 3], 6),
    *draws(["goods", "catastrophe"] + ["goods"] * 4 + ["fiasko"] + ["goods"] * 2, first=1),
    score(2, "pickles", [3, 3, 5], 6),
    score(3, "milk", [5, 5], 6),
    *draws(["goods"] * 13),
    score(1, "tomatoes", [4, 4, 4], 5),
    *draws(["goods"] * 4, first=2),
]
LATE = [
    score(0, "sardines", [5, 5, 5], 8),
    score(2, "corn", [4, 3], 5),
    score(3, "tomatoes", [5, 5, 3], 6),
    score(1, "sardines", [4, 3, 3], 7),
    score(0, "pickles", [5, 5, 4, 4], 7),
    score(2, "tomatoes", [3, 3, 2], 6),
    score(0, "tomatoes", [5, 2], 4),
]
GREY = "marks"  # a picture by this name is as somebody sees it who sees no colours
WATCH = "watch"  # and by this one as a television shows it


def bank(player, shape, pasta, sauce=0, **theft):
    return {"move": "bank", "player": player, "shape": shape, "pasta": pasta, "sauce": sauce, **theft}


BANKED = [
    *(bank(0, 0, 3), bank(1, 1, 4, 1), bank(2, 0, 2, steal_from=0), bank(3, 5, 4)),
    *(bank(0, 3, 3, 1), bank(1, 8, 3), bank(2, 2, 5, 2), bank(3, 0, 3, steal_from=2)),
    *(bank(0, 1, 3, steal_from=1), bank(1, 6, 2), bank(2, 4, 4), bank(3, 7, 3, 2)),
]


def battle(state, value, **told):
    return {"move": "battle", "state": state, "value": value, **told}


FOUGHT = [
    *(battle(state, 9, winner=seat) for seat, state in enumerate(("CA", "FL", "IL", "GA"))),
    *(battle(state, 6, winner=seat) for seat, state in enumerate(("WA", "AL", "MI", "AZ"))),
    *(battle(state, 12, winner=0) for state in ("NV", "OR", "UT")),
    *(battle("NC", 7, winner=1), battle("MN", 7, winner=2), battle("TX", 12, tanks=[9, 9, 8, 8])),
    battle("OH", 12, tanks=[12, 30, 30, 4]),
]
SCORING = "note/score?player=2&product=sardines&values=5+5+3&hand=6"
GAMES = {
    "fiasko": {
        "players": PLAYERS,
        "pictures": [
            ("setup", [], "/new/fiasko"),
            ("play", EARLY, ""),
            ("score", [], SCORING),
            ("why", [], "why/total.0"),
            ("odds", [], "why/odds"),
            ("log", [], "log"),
            (WATCH, [score(3, "corn", [5, 4, 2], 8)], ""),
            ("share", [], "share/"),
            ("end", LATE, ""),
        ],
    },
    "pasta": {
        "players": PLAYERS,
        "pictures": [
            ("play", BANKED, ""),
            (GREY, [], ""),
            (WATCH, [], ""),
            ("why", [], "why/token"),
            ("end", [bank(0, 5, 3), bank(1, 7, 5), {"move": "end"}], ""),
        ],
    },
    "states": {
        "players": PLAYERS,
        "pictures": [
            ("play", FOUGHT, ""),
            (GREY, [], ""),
            (WATCH, [], ""),
            ("battle", [], "note/battle?state=NY&value=11&without=winner&tanks=29+29+12+4"),
            ("why", [], "why/battle.OH"),
            ("end", [battle(state, 8, winner=0) for state in ("NY", "ME", "VT", "NH")], ""),
        ],
    },
}


def note(app, sitting, moves):
    with app.app_context():
        for fields in moves:
            move = read_move(sitting.ruleset, sitting.table, fields)
            tap = store.Tap(str(uuid.uuid4()), store.read(sitting).length, None)
            store.note(sitting, tap, store.Wanted("move", None, move))


# A PNG of a few flat inks needs no more than a palette


def pixels(png):
    """The rows of a PNG as Chromium writes it: eight bits a channel, not interlaced."""
    width, height, _, kind = struct.unpack(">IIBB", png[16:26])
    channels, packed, place = {2: 3, 6: 4}[kind], b"", 8
    while place < len(png):
        (size,) = struct.unpack(">I", png[place : place + 4])
        packed += png[place + 8 : place + 8 + size] if png[place + 4 : place + 8] == b"IDAT" else b""
        place += size + 12
    raw, stride, above = zlib.decompress(packed), width * channels, bytes(width * channels)
    for row in range(height):
        start = row * (stride + 1)
        above = unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), above, channels)
        yield [tuple(above[x : x + 3]) for x in range(0, stride, channels)]


def unfiltered(way, line, above, channels):
    for x in range(len(line)):
        left = line[x - channels] if x >= channels else 0
        up, corner = above[x], above[x - channels] if x >= channels else 0
        guess = left + up - corner
        paeth = min((left, up, corner), key=lambda known: abs(guess - known))
        line[x] = (line[x] + (0, left, up, (left + up) // 2, paeth)[way]) & 255
    return line


def with_palette(png):
    """The same picture in its 256 most frequent colours; the rest take the nearest of them."""
    rows = list(pixels(png))
    palette = [colour for colour, _ in Counter(chain.from_iterable(rows)).most_common(256)]
    index = {colour: place for place, colour in enumerate(palette)}

    def nearest(colour):
        if colour not in index:
            index[colour] = min(range(len(palette)), key=lambda n: math.dist(palette[n], colour))
        return index[colour]

    lines = b"".join(b"\0" + bytes(map(nearest, row)) for row in rows)
    return written(len(rows[0]), len(rows), lines, bytes(chain.from_iterable(palette)))


def written(width, height, lines, palette):
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )


def take(page, path):
    page.wait_for_load_state("networkidle")
    keep(path, with_palette(page.screenshot()))


def keep(path, png):
    path.write_bytes(png)
    size = path.stat().st_size
    print(f"{path.name}: {size:,} bytes")
    assert size <= LARGEST, f"{path} is too large"


def look_at(page, address):
    page.goto(address)
    if "/new/" in address:
        for name in page.locator("button[name=add]").all_inner_texts():
            page.tap(f"button[name=add][value='{name}']")
            page.locator(f"button[name=drop][value='{name}']").wait_for()
    if "/note/" in address:
        page.locator("#preview").evaluate("(e) => e.dispatchEvent(new Event('change', { bubbles: true }))")
        page.wait_for_timeout(400)


def without_colours(page, grey):
    kind = "achromatopsia" if grey else "none"
    page.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": kind})


def picture_wall(browser, address, slug):
    for scheme in ("light", "dark"):
        page = browser.new_page(viewport=WALL, locale="en-GB", color_scheme=scheme)
        page.add_init_script(IN_ROBOTO)
        page.goto(address)
        take(page, FOLDER / f"{WATCH}-{slug}-{scheme}.png")
        page.close()


def picture_game(app, base, browser, slug, players, pictures):
    game = RULES[slug]
    with app.app_context():
        sitting = store.open_sitting(game, game.table(players))
    phones = {}
    for scheme in ("light", "dark"):
        context = browser.new_context(
            viewport=SIZE, locale="en-GB", color_scheme=scheme, reduced_motion="reduce", is_mobile=True, has_touch=True
        )
        context.add_init_script(IN_ROBOTO)
        phones[scheme] = context.new_page()
        phones[scheme].goto(f"{base}/s/{sitting.score_link}/")  # so that this phone knows the names
    for name, moves, part in pictures:
        note(app, sitting, moves)
        if name == WATCH:
            picture_wall(browser, f"{base}/s/{sitting.watch_link}/", slug)
            continue
        for scheme, page in phones.items():
            look_at(page, base + (part if part.startswith("/") else f"/s/{sitting.score_link}/{part}"))
            without_colours(page, grey=name == GREY)
            take(page, FOLDER / f"{name}-{slug}-{scheme}.png")
    return phones


def picture_paper(app, base, browser, slug):
    """As the browser prints it, on A4."""
    with app.app_context():
        (sitting,) = store.import_games(PLAYED[slug].read_bytes())
    page = browser.new_page(locale="en-GB", viewport=A4, device_scale_factor=SMALLER)
    page.add_init_script(IN_ROBOTO)
    page.goto(f"{base}/s/{sitting.score_link}/paper")
    page.emulate_media(media="print")
    page.evaluate("document.body.style.padding = '12mm 0 0'; document.documentElement.style.scrollbarGutter = 'auto'")
    take(page, FOLDER / f"paper-{slug}.png")
    page.close()


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app({"INSTANCE": folder})
        store.upgrade(app)
        server = create_server(app, host="127.0.0.1", port=0)
        threading.Thread(target=server.run, daemon=True).start()
        base = f"http://127.0.0.1:{server.effective_port}"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for slug in sys.argv[1:] or GAMES:
            picture_paper(app, base, browser, slug)
            phones = picture_game(app, base, browser, slug, **GAMES[slug])
            for scheme, page in phones.items():
                page.goto(base)
                take(page, FOLDER / f"home-{scheme}.png")
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
