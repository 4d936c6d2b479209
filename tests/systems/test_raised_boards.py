"""A board that is raised as a whole: everything is said of it as before, only higher."""

import json
import random
from typing import Any

import pytest

import fivefoot

UP = 3
GROUND: dict[str, dict[str, Any]] = {
    ".": {},
    ":": {"terrain": "difficult"},
    ",": {"obstacle": True},
    "#": {"terrain": "blocked", "fills": True},
    "o": {"terrain": "blocked"},
    "1": {"floor": 1},
    "~": {"floor": -2, "water": 2},
    "n": {"width": 3},
    "f": {"damage": 3},
}
FLAT = "......::#o,nf"


def drawn(ruleset: str, chance: random.Random, raised: int) -> str:
    """A board of 7 by 6 squares with three creatures; flat but for the feet of walls in half of all draws."""
    tiles = FLAT if chance.random() < 0.5 else "".join(GROUND) + "...."
    rows = [[chance.choice(tiles) for _ in range(7)] for _ in range(6)]
    creatures = []
    for number, (x, y) in enumerate(((0, 0), (3, 2), (5, 4))):
        rows[y][x] = rows[y][x + 1] = rows[y + 1][x] = rows[y + 1][x + 1] = "."
        size = "large" if number == 1 and ruleset not in ("draw-steel", "pathfinder-2e") else "medium"
        creatures.append({"name": f"c{number}", "side": "red" if number else "blue", "at": [x, y], "size": size})
    # Walls and pillars keep their feet at 0: what is blocked is blocked at every height.
    legend = {
        char: tile if tile.get("terrain") == "blocked" else {**tile, "floor": tile.get("floor", 0) + raised}
        for char, tile in GROUND.items()
    }
    board = {"map": "\n".join("".join(row) for row in rows), "legend": legend, "ceiling": 6 + raised}
    return json.dumps({"ruleset": ruleset, "board": board, "creatures": creatures})


@pytest.mark.parametrize("ruleset", sorted(fivefoot.RULESETS))
def test_a_raised_board_is_judged_alike(ruleset: str) -> None:
    for seed in range(12):
        low, high = (fivefoot.loads(drawn(ruleset, random.Random(seed), raised)) for raised in (0, UP))
        for name in ("c0", "c1", "c2"):
            reach = {(x, y, z + UP): found for (x, y, z), found in low.reach(name).items()}
            assert {cube: (at.cost, at.opportunities) for cube, at in high.reach(name).items()} == {
                cube: (at.cost, at.opportunities) for cube, at in reach.items()
            }, (seed, name)
            assert {(x, y, z + UP) for x, y, z in low.threat(name)} == high.threat(name), (seed, name)
            for other in ("c0", "c1", "c2"):
                shot = {"do": "attack", "target": other, "ranged": True}
                assert (low.why(name, shot) is None) == (high.why(name, shot) is None), (seed, name, other)
