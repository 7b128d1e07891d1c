"""No id stands twice on a page: a script, a label and a screen reader take the first one that they find."""

import json
import re
from collections import Counter, deque
from pathlib import Path
from urllib.parse import urljoin

import pytest

from companion import store

TESTS = Path(__file__).parents[1]
PLAYED = {
    "fiasko": TESTS / "screens" / "fiasko-to-the-last-move.json",
    "pasta": TESTS / "games" / "pasta-the-token-on-its-way.json",
    "states": TESTS / "games" / "states-to-the-last-battle.json",
}
ID, LINK = re.compile(r'\sid="([^"]+)"'), re.compile(r'\shref="([^"#]+)')
KINDS = {  # of addresses: some of each are enough
    "an entry": re.compile(r"/log/\d+$"),
    "an insertion": re.compile(r"/log/\d+/insert"),
    "a State": re.compile(r"/why/battle\."),
    "a battle for": re.compile(r"/note/battle\?state="),
    "a step": re.compile(r"\?entry="),
}
ENOUGH = 2


@pytest.mark.slow
@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("slug", PLAYED)
def test_no_id_stands_twice_wherever_a_whole_game_leads(app, phone, slug, over):
    """With its slips open, its log, and its end."""
    game = json.loads(PLAYED[slug].read_text(encoding="utf-8"))
    moves = game["moves"] if over else game["moves"][:-1]
    with app.app_context():
        (sitting,) = store.import_games(json.dumps({**game, "moves": moves}).encode())
    start = f"/s/{sitting.score_link}/"
    waiting, known, seen = deque([start]), {start}, Counter()
    while waiting:
        address = waiting.popleft()
        page = phone.client.get(address)
        assert page.status_code == 200
        if page.mimetype != "text/html":
            continue
        ids = ID.findall(page.text)
        assert [name for name, times in Counter(ids).items() if times > 1] == [], address
        for link in LINK.findall(page.text):
            found = urljoin(address, link.replace("&amp;", "&"))
            kind = next((kind for kind, pattern in KINDS.items() if pattern.search(found)), None)
            if found.startswith(start) and found not in known and seen[kind] < ENOUGH:
                seen[kind] += kind is not None
                known.add(found)
                waiting.append(found)
    assert len(known) > 20
