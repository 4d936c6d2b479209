"""Brains hit friends with an area only where no other aim hits the same enemies and fewer friends."""

import json
from typing import Any

import pytest

import fivefoot
from fivefoot.components.events import Used
from fivefoot.engine.rulesets import RULESETS

SEEDS = 5
"""Battles for each brain and ruleset: 50 in all."""
AREAS = ("ember-burst", "frost-lance", "gust", "ground-slam")
CAN = (("ember-burst", "frost-lance", "mending-touch"), ("ground-slam", "gust", "rend"))


def melee(ruleset: str, seed: int, brain: str) -> str:
    """A 4 against 4 in which everybody has areas."""
    unit = 1 if ruleset == "draw-steel" else 5
    rows = ["." * 14] * 12
    rows[4], rows[7] = "....##........", "........##...."
    creatures: list[dict[str, Any]] = [
        {
            "name": f"c{number}",
            "side": "red" if number < 4 else "blue",
            "at": [2 if number < 4 else 11, 2 + 2 * (number % 4)],
            "speed": 6 * unit,
            "hp": 24,
            "ac": 14,
            "attack": 5,
            "damage": "1d8+3",
            "ai": brain,
            "can": CAN[number % 2],
            "resources": {"mana": 8, "grace": 3},
        }
        for number in range(8)
    ]
    return json.dumps({"ruleset": ruleset, "seed": seed, "board": {"map": "\n".join(rows)}, "creatures": creatures})


def better(battle: fivefoot.Battle, event: Used, sides: dict[str, str]) -> Any:
    """An aim that would have met the same enemies and fewer friends than a use did; None if there is none."""
    own = sides[event.who]
    foes = {name for name in event.targets if sides[name] != own}
    friends = [name for name in event.targets if sides[name] == own]
    with battle.fork() as before:
        before.undo(event.seq - 1)
        for aim in before.targets(event.who, event.ability):
            if isinstance(aim, str):
                continue
            key = "at" if event.ability == "ember-burst" else "direction"
            met = before.area(event.who, {"do": "use", "ability": event.ability, key: aim}).creatures
            if foes.issubset(met) and sum(sides[name] == own for name in met) < len(friends):
                return aim
    return None


@pytest.mark.parametrize("brain", ["aggressive", "cunning"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_friend_is_hit_that_another_aim_would_spare(ruleset: str, brain: str) -> None:
    areas = 0
    for seed in range(1, SEEDS + 1):
        with fivefoot.loads(melee(ruleset, seed, brain)) as battle:
            sides = {one.name: one.side for one in battle.creatures}
            for event in fivefoot.play_on(battle):
                if not isinstance(event, Used) or event.ability not in AREAS:
                    continue
                areas += 1
                own = sides[event.who]
                if any(sides[name] == own for name in event.targets):
                    assert better(battle, event, sides) is None, f"seed {seed}: {event}"
    assert areas > SEEDS
