"""The preferred way of `to`, compared with every cheapest way, ordered one by one as the contract says."""

import json

import pytest
from tests import boards, brute_force

from fivefoot import Battle, ScenarioError, loads
from fivefoot.components.plan import MoveOptions, Stride
from fivefoot.components.position import Cube
from fivefoot.engine.field.field import field_of
from fivefoot.engine.geometry.boxes import SOLID
from fivefoot.engine.legality.preview import Preview
from fivefoot.engine.rules.budget import budget_for

MOST = 400
"""Ways looked at for one place; a place with more of them is left to another board."""

THEMES = ("ground", "edges", "crowd", "big", "heights", "air", "harm")


def ways(battle: Battle, end: Cube, squares: int) -> list[tuple[Cube, ...]] | None:
    """Every way to a place that costs no more than `squares`; None where there are too many."""
    creature, rules = battle.creature("ann"), battle.rules
    grid = field_of(battle.world, creature, MoveOptions())
    limit = budget_for(rules, creature)
    cycle = len(rules.grid.diagonal_cycle)
    found: list[tuple[Cube, ...]] = []
    front: list[tuple[Cube, int, int, tuple[Cube, ...]]] = [(creature.cube, 0, 0, ())]
    looked = 0
    while front:
        here, spent, parity, path = front.pop()
        looked += 1
        if looked > 40_000 or len(found) > MOST:
            return None
        if here == end:
            found.append(path)
            continue
        for step in SOLID:
            there = (here[0] + step[0], here[1] + step[1], here[2] + step[2])
            if there == creature.cube or there in path:
                continue
            if max(abs(a - b) for a, b in zip(there, end, strict=True)) + spent > squares:
                continue
            taken = None if grid.bars(here, there) else grid.step(here, there, spent, parity, limit)
            if isinstance(taken, Stride) and spent + taken.squares <= squares:
                front.append((there, spent + taken.squares, (parity + taken.flips) % cycle, (*path, there)))
    return found


def rank(
    battle: Battle, board: boards.Table, start: Cube, path: tuple[Cube, ...], cost: int
) -> tuple[object, ...] | None:
    """What the contract compares of two ways of a cost; None where the way may not end there, or not for so little."""
    seen = battle.foresee("ann", {"do": "move", "path": [list(cube) for cube in path]})
    if not isinstance(seen, Preview) or seen.cost > cost:
        return None
    dx, dy, dz = (b - a for a, b in zip(start, path[-1], strict=True))
    keys = []
    diagonals, here = 0, start
    for cube in path:
        x, y, z = (b - a for a, b in zip(start, cube, strict=True))
        across = (x * dy - y * dx) ** 2 + (y * dz - z * dy) ** 2 + (z * dx - x * dz) ** 2
        keys.append((across, cube[1], cube[0], cube[2]))
        diagonals += cube[0] != here[0] and cube[1] != here[1]
        here = cube
    harm = brute_force.harm(board, "ann", [start, *path])
    return len(seen.provokes), harm, len(path), diagonals, tuple(keys)


@pytest.mark.parametrize("diagonals", [pytest.param("one", marks=pytest.mark.nightly), "alternating"])
@pytest.mark.parametrize("ruleset", boards.RULESETS)
@pytest.mark.parametrize("theme", THEMES)
def test_to_takes_the_first_of_all_cheapest_ways(ruleset: str, theme: str, diagonals: str) -> None:
    compared = 0
    for seed in range(5000, 5006):
        board = boards.scenario(ruleset, theme, seed)
        try:
            battle = loads(json.dumps({**board, "rules": {**board.get("rules", {}), "diagonals": diagonals}}))
        except ScenarioError:
            continue
        with battle:
            start = battle.creature("ann").cube
            for end, arrival in list(battle.reach("ann").items())[:40]:
                if end == start or not arrival.can_stop:
                    continue
                every = ways(battle, end, arrival.cost // battle.rules.unit)
                if every is None:
                    continue
                ranked = [(rank(battle, board, start, path, arrival.cost), path) for path in every]
                best = min((found, path) for found, path in ranked if found is not None)[1]
                assert arrival.path == best, f"seed {seed}, to {end}"
                compared += 1
    assert compared
