"""Positions in which rules combine, with the number of ends of a turn in each: counted, stored and compared.

    python -m tests.positions [RULESET...]          counts anew and writes tests/counts/RULESET.txt
    python -m tests.positions --show RULESET TITLE  lists what is legal there, in its order

The positions stand in `tests/counts/positions.toml`, in squares, and are put under every ruleset that takes them. A
line of the counts is `turnperft` of ann by depth (a depth that leads too far is left out), a digest of her legal
intents in their order, and the title.
"""

import hashlib
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.outlook import spelled_intent

COUNTS = Path(__file__).parent / "counts"
DEEPEST = 3
TOO_FAR = 1000
"""Ends of a depth beyond which the next one is not counted."""
LEGEND = {
    "n": {"width": 2.5},
    "m": {"width": 1.5},
    "r": {"floor": 1, "ramp": True},
    "t": {"floor": 1, "stairs": True},
}
HEADER = "# Ends of ann's turn after 1, 2 and 3 intents, a digest of what is legal in its order, the position.\n"


class Counted(NamedTuple):
    """What is written down of a position."""

    counts: tuple[int, ...]
    order: str
    title: str


def position(drawn: dict[str, Any], ruleset: str) -> dict[str, Any]:
    """A position as a scenario of a ruleset."""
    unit = RULESETS[ruleset].unit
    legend = {tile: meaning for tile, meaning in LEGEND.items() if tile in drawn["map"]}
    creatures = []
    for creature in drawn["creatures"]:
        speed = {mode: squares * unit for mode, squares in creature.get("speed", {"walk": 6}).items()}
        creatures.append({**creature, "speed": speed})
    board = {"map": drawn["map"], "ceiling": drawn.get("ceiling", 8), "legend": legend, "edges": drawn.get("edges", [])}
    return {
        "format": 1,
        "title": drawn["title"],
        "ruleset": ruleset,
        "seed": 1,
        "board": {key: value for key, value in board.items() if value},
        "creatures": creatures,
    }


def positions(ruleset: str) -> Iterator[dict[str, Any]]:
    """The positions that a ruleset takes, as scenarios."""
    for drawn in tomllib.loads((COUNTS / "positions.toml").read_text(encoding="utf-8"))["position"]:
        made = position(drawn, ruleset)
        try:
            Battle.of(made).close()
        except ScenarioError:
            continue
        yield made


def order_of(battle: Battle) -> list[str]:
    """What is legal for ann at the start of her turn, in its order."""
    return [spelled_intent(wanted) for wanted in battle.legal_intents("ann")]


def digest_of(order: list[str]) -> str:
    """A short digest of an order."""
    return hashlib.sha256("\n".join(order).encode()).hexdigest()[:8]


def counted(made: dict[str, Any]) -> Counted:
    """A position, counted as deep as is affordable."""
    with Battle.of(made) as battle:
        counts: list[int] = []
        while len(counts) < DEEPEST and (not counts or counts[-1] <= TOO_FAR):
            counts.append(battle.turnperft(len(counts) + 1, name="ann"))
        return Counted(tuple(counts), digest_of(order_of(battle)), made["title"])


def written(ruleset: str) -> list[Counted]:
    """What is written down for a ruleset."""
    found = []
    for line in (COUNTS / f"{ruleset}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            *counts, order = line[:32].split()
            found.append(Counted(tuple(int(count) for count in counts if count != "-"), order, line[33:]))
    return found


def main(words: list[str]) -> None:
    """Count, and write down."""
    if words[:1] == ["--show"]:
        (made,) = (made for made in positions(words[1]) if made["title"] == words[2])
        with Battle.of(made) as battle:
            print("\n".join(order_of(battle)))
        return
    for ruleset in words or list(RULESETS):
        lines = [HEADER]
        for made in positions(ruleset):
            found = counted(made)
            shown = [str(count) for count in found.counts] + ["-"] * (DEEPEST - len(found.counts))
            lines.append("".join(f"{count:>7}" for count in shown) + f"  {found.order:>9} {found.title}\n")
            print(ruleset, lines[-1], end="", flush=True)
        (COUNTS / f"{ruleset}.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
