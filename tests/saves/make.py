"""Writes the saved battles of this version: `python -m tests.saves.make`. Files of older versions and forms stay."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.play.test_own_parts import PARTS, YARD

import fivefoot
from fivefoot import Battle
from fivefoot.brains import BRAINS
from fivefoot.play.match import Match

FOLDER = Path(__file__).parent
FORM = "short"
"""The form of saves: this one leaves out what is as at the start, and has its log by columns."""
RULESETS = ("epic-path", "d20-srd", "pathfinder-2e", "ascension", "draw-steel")
BOARD = "..........\n..::..#...\n......#...\n..........\n"
ANN: dict[str, Any] = {"name": "Ann", "side": "red", "at": [0, 0], "hp": 90, "attack": 5, "damage": "1d8+2"}
ORC: dict[str, Any] = {"name": "Orc", "side": "blue", "at": [4, 0], "hp": 90, "attack": 4, "damage": "1d6+1"}
FIRE: dict[str, Any] = {
    "spends": {"mana": 2},
    "cooldown": 1,
    "area": {"shape": "burst", "size": 10},
    "target": {"kind": "square", "range": 60},
    "does": [{"do": "zone", "name": "embers", "rounds": 3, "enter": [{"do": "damage", "amount": "1d4"}]}],
    "each": [{"do": "damage", "amount": "1d6", "kind": "fire"}, {"do": "condition", "condition": "dazed"}],
}  # fmt: skip


def scenario(ruleset: str, **more: Any) -> dict[str, Any]:
    """A small battle."""
    return {"format": 1, "ruleset": ruleset, "seed": 11, "board": {"map": BOARD}, "creatures": [ANN, ORC]} | more


def battles() -> Iterator[tuple[str, Battle]]:
    """The battles to save, by name."""
    for ruleset in RULESETS:
        plain = Battle.of(scenario(ruleset))
        match = Match(plain, dict.fromkeys(("Ann", "Orc"), BRAINS["aggressive"]))
        for _ in range(3):
            match.play_turn()
        yield f"plain-{ruleset}", plain
        midst = Battle.of(scenario(ruleset))
        midst.act("Ann", {"do": "move", "path": [[1, 0], [2, 0], [3, 0]]})
        midst.undo(next(event.seq for event in midst.events if event.event == "moved") + 1)
        yield f"mid-move-{ruleset}", midst
    for ruleset in ("epic-path", "draw-steel"):
        yield f"abilities-{ruleset}", with_abilities(ruleset)
    own = Battle.of(YARD, **PARTS)
    own.act("ann", {"do": "throw-bomb", "at": [4, 2]})
    yield "own-parts", own


def with_abilities(ruleset: str) -> Battle:
    """A battle after an ability with an area, a zone, a condition, a resource and a cooldown."""
    caster = ANN | {"can": ["embers"], "resources": {"mana": 6}, "items": ["staff"]}
    battle = Battle.of(
        scenario(
            ruleset,
            creatures=[caster, ORC],
            abilities={"embers": FIRE},
            conditions={"dazed": {"adds": {"attack": -1}}},
            items={"staff": {"weapon": {"attack": 4, "damage": "1d6"}}},
        )
    )
    events = battle.act("Ann", {"do": "use", "ability": "embers", "at": [4, 0]})
    assert any(event.event == "used" for event in events), events
    battle.end_turn()
    return battle


if __name__ == "__main__":
    for name, battle in battles():
        (FOLDER / f"{fivefoot.__version__}-{FORM}-{name}.json").write_text(battle.save(), encoding="utf-8")
