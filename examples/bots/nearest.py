"""A bot for fivefoot in plain Python: goes to the nearest enemy and strikes it.

    fivefoot battle FILE --red "cmd:python examples/bots/nearest.py" --blue random

The protocol is described in docs/bots.md. Needs nothing but the standard library.
"""

import json
import sys


def gap(a, b):
    """Squares between two places on the map, diagonals counting as one."""
    return max(abs(p - q) for p, q in zip(a[:2], b[:2], strict=True))


def choose(question, settings):
    """The place, in the list of legal intents, of the one to do next."""
    me = next(c for c in question["creatures"] if c["name"] == question["actor"])
    enemies = [c for c in question["creatures"] if c["side"] != me["side"] and not c["out"]]
    legal = question["legal"]
    if not enemies:
        return end(legal)
    prey = min(enemies, key=lambda c: (gap(me["at"], c["at"]), c["name"]))
    for wanted in ("full-attack", "attack", "charge", "stand"):
        for index, intent in enumerate(legal):
            if intent["do"] == wanted and intent.get("target", prey["name"]) in {c["name"] for c in enemies}:
                return index
    best, nearest = end(legal), gap(me["at"], prey["at"])
    for index, intent in enumerate(legal):
        if intent["do"] in ("move", "crawl"):
            to = intent["to"] if "to" in intent else intent["path"][-1]
            if gap(to, prey["at"]) < nearest:
                best, nearest = index, gap(to, prey["at"])
    return best


def end(legal):
    """The place of `end`."""
    return next(index for index, intent in enumerate(legal) if intent["do"] == "end")


def main():
    """Answer line by line until there are no more."""
    settings = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": "fivefoot-bot", "version": 1, "name": "nearest.py"}
        elif message["type"] == "battle":
            settings = message
            continue
        elif message["type"] == "choose":
            answer = {"type": "choice", "id": message["id"], "index": choose(message, settings)}
        else:
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
