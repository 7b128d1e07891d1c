"""Shows a table on a terminal, and whatever is noted there as it happens. Needs nothing but Python:

python docs/terminal.py http://127.0.0.1:8000/s/LINK/
"""

import http.client
import json
import sys
import time
import urllib.error
import urllib.request

PATIENCE = 45  # seconds; a stream with nothing to say says so every fifteen
FINAL = (400, 403, 404)  # nothing will be different in a moment


def main(page):
    server, _, rest = page.partition("/s/")
    address = f"{server}/api/sittings/{rest.split('/')[0]}"
    try:
        for tally in tallies(address):
            show(tally)
    except KeyboardInterrupt:
        pass


def tallies(address):
    """For ever: a stream ends after some minutes, and the next one goes on where it ended."""
    seen = None
    while True:
        headers, pause = {} if seen is None else {"Last-Event-ID": seen}, 1
        try:
            with urllib.request.urlopen(
                urllib.request.Request(f"{address}/stream", headers=headers), timeout=PATIENCE
            ) as stream:
                for event in events(stream):
                    if event.get("event") == "tally":
                        seen = event["id"]
                        yield json.loads(event["data"])
        except urllib.error.HTTPError as error:
            said, wait = sentence(error), error.headers.get("Retry-After", "")
            pause = int(wait) if wait.isdecimal() else 1  # a proxy may name a date
            if error.code in FINAL:
                sys.exit(said)
            print(f"{said} Trying again in {pause} s", file=sys.stderr)
        except (OSError, http.client.HTTPException) as error:
            print(f"No answer ({error}): trying again", file=sys.stderr)
        time.sleep(pause)


def sentence(error):
    """Companion's own; a proxy before it has none."""
    try:
        return json.load(error)["detail"]
    except ValueError:
        return f"{error}."


def events(stream):
    """Each is some lines of `name: text`, and an empty one."""
    event = {}
    for line in stream:
        name, _, text = line.decode().rstrip("\r\n").partition(": ")
        if name:
            event[name] = text
        else:
            yield event
            event = {}


def show(tally):
    names = [player["name"] for player in tally["players"]]
    figures = [key for key, value in tally["players"][0].items() if type(value) is int]
    width = max(map(len, names))
    print()
    for entry in tally["log"]:  # only what is new
        print(f"{entry['number']:>4} {told(entry, names)}")
    print(" " * width, *(f"{key:>9}" for key in figures))
    for player in tally["players"]:
        print(f"{player['name']:<{width}}", *(f"{player[key]:>9}" for key in figures))
    if tally["over"]:
        print("Won by", " and ".join(tally["winners"]))
    sys.stdout.flush()


def told(entry, names):
    if entry["kind"] not in ("move", "insert", "replace"):
        return f"{entry['kind']} {entry.get('target', entry.get('name'))}"
    fields = dict(entry["move"])
    who = f"{names[fields.pop('player')]}: " if isinstance(fields.get("player"), int) else ""
    return who + " ".join(map(str, fields.values()))


if __name__ == "__main__":
    if len(sys.argv) != 2 or not (sys.argv[1].startswith("http") and "/s/" in sys.argv[1]):
        sys.exit(__doc__)
    main(sys.argv[1])
